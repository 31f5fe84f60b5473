// Results of simulations: those of this visit, those stored under a name in this
// browser, and comparisons of two.
import { h } from "./dom.js";
import { drawAnswer, titleOf } from "./answers.js";
import { format, includesZero, points, read } from "./charts.js";
import { remember, remembered } from "./memory.js";

const recent = 10, most = 40; // unnamed results of this visit, and stored ones

export class Results {
  constructor(panel) {
    Object.assign(this, { panel, all: remembered("results", []), beside: [] });
  }

  add(answer) {
    this.all.unshift({ ...answer, id: `${Date.now().toString(36)}-${this.all.length}` });
    const old = this.all.filter((a) => !a.kept).slice(recent);
    this.all = this.all.filter((a) => !old.includes(a));
  }

  // draw compares two results, and lists all others of the game.
  draw(game) {
    const list = this.all.filter((a) => a.game === game), pair = this.beside.map((id) => list.find((a) => a.id === id)).filter(Boolean);
    const before = (a) => list.slice(list.indexOf(a) + 1).find((b) => b.kind === "play" && b.now.bot === a.now.bot);
    const one = (a) => drawAnswer(a, this.panel, before(a), this.tools(a));
    return [pair.length > 0 && this.sideBySide(pair, one), list.filter((a) => !pair.includes(a)).map(one)];
  }

  sideBySide(pair, one) {
    return h("section", { class: "versus", "aria-label": "Side by side" }, h("h3", {}, "Side by side"),
      pair.length < 2 ? h("p", { class: "quiet" }, "Choose another result to compare with this one.") : difference(pair),
      h("div", { class: "pair" }, pair.map(one)));
  }

  tools(a) {
    const chosen = this.beside.includes(a.id), title = a.name || "this result";
    return h("div", { class: "row tools" },
      h("input", { type: "text", value: a.name ?? "", placeholder: "Name", "aria-label": "Name of this result", maxlength: 60, "data-key": "result name " + a.id, onchange: (e) => this.change(a, { name: e.target.value.trim(), kept: a.kept || e.target.value.trim() !== "" }) }),
      h("button", { "data-key": "result keep " + a.id, "aria-label": `${a.kept ? "Forget" : "Keep"} ${title}`, onclick: () => (a.kept ? this.forget(a) : this.change(a, { kept: true })) }, a.kept ? "Forget" : "Keep"),
      h("button", { "data-key": "result beside " + a.id, "aria-pressed": String(chosen), "aria-label": `Side by side: ${title}`, onclick: () => this.select(a) }, "Side by side"));
  }

  change(a, how) {
    Object.assign(a, how);
    this.store();
  }

  forget(a) {
    this.all = this.all.filter((b) => b !== a);
    this.store();
  }

  store() {
    const kept = this.all.filter((a) => a.kept).map(({ profile, ...a }) => a); // a profile is too large
    if (kept.length > most || !remember("results", kept)) this.panel.toast("This browser cannot store more results: forget some.", "refused");
    this.panel.draw();
  }

  // select adds a result to the comparison, or removes it; a third replaces the first.
  select(a) {
    this.beside = this.beside.includes(a.id) ? this.beside.filter((id) => id !== a.id) : [...this.beside, a.id].slice(-2);
    this.panel.draw();
  }
}

// difference compares the figures of two runs. The runs need not have used the same
// seeds, so their errors add up.
function difference([a, b]) {
  if (!a.now.metrics || !b.now.metrics) return null;
  const names = ["win_rate", ...Object.keys(a.now.metrics)].filter((name) => read(a.now, name).n > 0 && read(b.now, name).n > 0);
  const half = ({ interval: [low, high] }) => (high - low) / 2;
  const called = (x, i) => x.name || `${i ? "second" : "first"}: ${x.now.n} games by ${x.now.bot}`;
  return h("table", {},
    h("thead", {}, h("tr", {}, ["Figure", called(a, 0), called(b, 1), "difference"].map((t) => h("th", { scope: "col" }, t)))),
    h("tbody", {}, names.map((name) => {
      const x = read(a.now, name), y = read(b.now, name), d = y.mean - x.mean, e = Math.hypot(half(x), half(y)), chance = includesZero([d - e, d + e]);
      return h("tr", {}, h("th", { scope: "row" }, name === "win_rate" ? "Games won" : titleOf(a, name)), h("td", {}, format(name, x.mean)), h("td", {}, format(name, y.mean)),
        h("td", { class: chance ? "quiet" : "", "data-tip": `95 % between ${points(name, d - e)} and ${points(name, d + e)}` }, points(name, d) + (chance ? " ?" : "")));
    })));
}
