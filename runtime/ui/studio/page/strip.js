// The strip above the panels, visible in every tab: failing tests, and tried
// values. Also the position of the panels: beside, below, or closed.
import { $, fill, h } from "./dom.js";
import { problem } from "./places.js";

export class Strip {
  constructor(context) {
    Object.assign(this, context, { failing: new Map(), opened: false });
    dock();
  }

  // tested receives the test results of a save: they replace the earlier results of
  // the tests that were run.
  tested(p, saved) {
    for (const [id, r] of this.failing) if (!saved || saved.includes(r.key)) this.failing.delete(id);
    for (const r of p.results) {
      if (r.passed) this.failing.delete(`${r.key} ${r.name}`);
      else this.failing.set(`${r.key} ${r.name}`, r);
    }
    if (!this.failing.size) this.opened = false;
    this.draw();
  }

  // again runs a failing test alone.
  async again(r) {
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
      this.state.panels.balance.watch.mark(), this.state.debugging?.marks(),
      names.length > 1 && h("button", { class: "plain", "data-key": "reset all", onclick: () => this.state.panels.content.reset() }, "Reset all"),
      this.opened && h("ul", { class: "failing" }, [...this.failing.values()].map((r) => h("li", {}, h("strong", {}, r.name), h("button", { class: "plain", "data-key": `again ${r.key} ${r.name}`, "aria-label": `Run again: ${r.name}`, onclick: () => this.again(r) }, "Run again"), r.problem && problem(r.problem, this.look)))));
    $("strip").hidden = !n && !this.state.halted && !names.length && !$("odds") && !this.state.debugging?.breaks.length;
  }
}

// dock restores the position of the panels, and lets them be moved and sized.
function dock() {
  const places = { right: "▥", bottom: "▤", hidden: "□" }, desk = $("desk"), grip = $("grip"), button = $("dock");
  const across = () => desk.dataset.panels !== "bottom";
  const put = (place) => {
    desk.dataset.panels = place;
    localStorage.setItem("panels", place);
    button.textContent = places[place];
    button.setAttribute("aria-label", `Panels: ${place}`);
    grip.setAttribute("aria-orientation", across() ? "vertical" : "horizontal");
  };
  const size = (share) => {
    const percent = Math.round(Math.min(75, Math.max(15, share)));
    desk.style.setProperty("--panels", percent + "%");
    grip.setAttribute("aria-valuenow", percent);
    localStorage.setItem("panels size", percent);
  };
  button.onclick = () => put(Object.keys(places)[(Object.keys(places).indexOf(desk.dataset.panels) + 1) % 3]);
  grip.onpointerdown = (e) => grip.setPointerCapture(e.pointerId);
  grip.onpointermove = (e) => {
    if (!grip.hasPointerCapture(e.pointerId)) return;
    const box = desk.getBoundingClientRect();
    size(across() ? ((box.right - e.clientX) / box.width) * 100 : ((box.bottom - e.clientY) / box.height) * 100);
  };
  grip.onkeydown = (e) => {
    const step = { ArrowLeft: 4, ArrowUp: 4, ArrowRight: -4, ArrowDown: -4 }[e.key];
    if (!step) return;
    size(Number(grip.getAttribute("aria-valuenow")) + step);
    e.preventDefault();
    e.stopPropagation();
  };
  put(localStorage.getItem("panels") in places ? localStorage.getItem("panels") : "right");
  size(Number(localStorage.getItem("panels size")) || 28);
}
