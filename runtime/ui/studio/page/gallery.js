// Gallery: every definition of a game as its card would be, and sheets of them
// to print: 63 by 88 mm, with bleed and crop marks, as often as wanted.
import { fill, h } from "./dom.js";
import { hueOf } from "./pictures.js";
import { inside } from "./things.js";

export const rules = ["game", "scenario", "bot", "table", "die", "keyword"]; // nothing to hold in one's hand

export class Gallery {
  constructor(at, context) {
    Object.assign(this, { at, ...context, kind: "", copies: new Map() });
  }

  async show() {
    const found = (await this.call("content/definitions", { game: this.state.view?.game })).filter((d) => !rules.includes(d.kind));
    if (this.state.tab !== "gallery") return;
    this.cards = found.filter((d) => !this.kind || d.kind === this.kind);
    fill(this.at,
      h("div", { class: "row" },
        h("select", { "aria-label": "Kind", "data-key": "kind", onchange: (e) => { this.kind = e.target.value; this.show(); } },
          h("option", { value: "" }, "All kinds"), [...new Set(found.map((d) => d.kind))].map((k) => h("option", { value: k, selected: k === this.kind }, k))),
        h("button", { class: "main", "data-key": "print", onclick: () => this.print() }, "Print sheets")),
      h("ul", { class: "gallery" }, this.cards.map((d) => h("li", {},
        h("button", { class: "plain", "data-key": "card " + d.key, onclick: () => this.definition(d.key) }, face(d)), this.state.panels.content.tries(d.key) && h("span", { class: "tried chip" }, "value tried"),
        h("label", { class: "quiet" }, "× ", h("input", { type: "number", min: 0, max: 99, value: this.count(d), "aria-label": `Copies of ${d.name}`, "data-key": "copies " + d.key,
          onchange: (e) => this.copies.set(d.key, Math.max(0, Math.min(99, Math.round(Number(e.target.value)) || 0))) }))))),
      !found.length && h("p", { class: "quiet" }, "This game has dice only."));
  }

  changed() {}

  count(d) {
    return this.copies.get(d.key) ?? 1;
  }

  // print puts the sheets beside the page, where only the printer sees them.
  print() {
    document.getElementById("sheets")?.remove();
    document.body.append(h("div", { id: "sheets", "aria-hidden": "true" }, this.cards.flatMap((d) => Array.from({ length: this.count(d) }, () => h("div", { class: "printed", "--kind": hueOf(d.kind) }, face(d))))));
    window.print();
  }
}

export const face = (d) => h("span", { class: `thing card ${d.rarity ?? ""}`, "--kind": hueOf(d.kind) }, inside({ ...d, key: d.key.split(":")[1], label: "" }, "card", {}));
