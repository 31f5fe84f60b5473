// The strip above the panels, visible in every tab: failing tests, and tried
// values.
import { $, fill, h } from "./dom.js";
import { problem } from "./places.js";

export class Strip {
  constructor(context) {
    Object.assign(this, context, { failing: new Map(), opened: false });
  }

  // tested receives test results, which replace the earlier results of the same tests.
  // saved holds the keys of the definitions whose tests were all run; if it is missing,
  // those of all were.
  tested(p, saved) {
    for (const [id, r] of this.failing) if (!saved || saved.includes(r.key)) this.failing.delete(id);
    for (const r of p.results) {
      if (r.passed) this.failing.delete(`${r.key} ${r.name}`);
      else this.failing.set(`${r.key} ${r.name}`, r);
    }
    if (!this.failing.size) this.opened = false;
    this.draw();
  }

  // rerun runs a failing test alone.
  async rerun(r) {
    const { results } = await this.call("content/test", { key: r.key, name: r.name });
    this.tested({ results }, []);
    if (results.some((x) => x.passed)) this.toast("It passes.", "good");
  }

  draw() {
    const { tried, own } = this.state.panels.content, names = Object.keys(tried), n = this.failing.size;
    fill($("strip"),
      n > 0 && h("button", { id: "failing", class: "bad", "data-key": "failing", "aria-expanded": String(this.opened), onclick: () => { this.opened = !this.opened; this.draw(); } }, n === 1 ? "1 test fails" : `${n} tests fail`),
      names.map((name) => h("span", { class: "tried chip" }, `${name.split("/")[1]}: ${own[name] ?? "?"} → ${tried[name]}`,
        h("button", { class: "plain", "data-key": "reset " + name, "aria-label": `Reset ${name}`, "data-tip": "As written", onclick: () => this.tryOut(name, own[name], own[name]) }, "✕"))),
      this.state.halted && h("span", { id: "halted", class: "chip break", role: "status" }, `Stopped at ${this.state.halted} by the debugger; the game continues when the debugger does.`),
      this.state.panels.balance.watch.chip(), this.state.debugging?.marks(),
      names.length > 1 && h("button", { class: "plain", "data-key": "reset all", onclick: () => this.state.panels.content.reset() }, "Reset all"),
      this.opened && h("ul", { class: "failing" }, [...this.failing.values()].map((r) => h("li", {}, h("strong", {}, r.name), h("button", { class: "plain", "data-key": `again ${r.key} ${r.name}`, "aria-label": `Run again: ${r.name}`, onclick: () => this.rerun(r) }, "Run again"), r.problem && problem(r.problem, this.look)))));
    $("strip").hidden = !n && !this.state.halted && !names.length && !$("odds") && !this.state.debugging?.breaks.length;
  }
}
