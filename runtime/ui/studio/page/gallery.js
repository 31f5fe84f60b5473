// Gallery: every definition of a game as it would look on the table, in each state
// that it can have there, with its measured value; sheets of cards to print, 63 by
// 88 mm with bleed and crop marks, in any number; and an export for Tabletop
// Simulator.
import { fill, h } from "./dom.js";
import { includesZero, points, read } from "./charts.js";
import { remember, remembered } from "./memory.js";
import { hueOf, tone } from "./pictures.js";
import { contentsOf, formOf, propsOf } from "./things.js";

export const nonPhysicalKinds = ["game", "scenario", "bot", "table", "keyword", "preset"];

const dense = 300; // the required dots per inch

export class Gallery {
  constructor(at, context) {
    Object.assign(this, { at, ...context, kind: "", pack: "", text: "", order: "listed", states: false, copies: remembered("copies", {}), address: localStorage.getItem("tabletop address") ?? "file:///C:/Tabletop/" });
  }

  async show() {
    const all = await this.call("content/definitions", { game: this.state.view?.game });
    if (this.state.tab !== "gallery") return;
    const found = all.filter((d) => !nonPhysicalKinds.includes(d.kind)), worth = this.worths();
    for (const by of ["kind", "pack"]) if (!found.some((d) => of[by](d) === this[by])) this[by] = ""; // a filter of another game
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    this.drawn = found.filter((d) => (!this.kind || d.kind === this.kind) && (!this.pack || of.pack(d) === this.pack) && words.every((w) => `${d.key} ${d.name} ${d.text}`.toLowerCase().includes(w)));
    if (this.order === "worth") this.drawn.sort((a, b) => (worth.get(id(b))?.mean ?? -Infinity) - (worth.get(id(a))?.mean ?? -Infinity));
    this.cards = this.drawn.filter((d) => !d.die);
    this.density = h("p", { class: "quiet", "data-key": "density" });
    fill(this.at,
      h("div", { class: "row" }, this.filter(found, "kind", "All kinds"), this.filter(found, "pack", "All packs"),
        h("input", { type: "search", class: "grow", placeholder: "Search…", "aria-label": "Search the gallery", value: this.text, "data-key": "gallery search", oninput: (e) => { this.text = e.target.value; this.show(); } })),
      h("div", { class: "row" },
        h("select", { "aria-label": "Order", "data-key": "order", onchange: (e) => { this.order = e.target.value; this.show(); } },
          [["listed", "By kind"], ["worth", "By worth"]].map(([value, title]) => h("option", { value, selected: value === this.order }, title))),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: this.states, "data-key": "states", onchange: (e) => { this.states = e.target.checked; this.show(); } }), "All states"),
        this.cards.length > 0 && h("button", { class: "main", "data-key": "print", onclick: () => this.print() }, "Print sheets")),
      h("details", { open: this.opened, ontoggle: (e) => (this.opened = e.target.open) }, h("summary", {}, "For Tabletop Simulator"), h("div", { class: "row tabletop-fields" },
        h("label", { class: "grow" }, "The pictures will be at ", h("input", { type: "text", value: this.address, "data-key": "tabletop address", spellcheck: "false", onchange: (e) => { this.address = e.target.value.trim(); localStorage.setItem("tabletop address", this.address); } })),
        h("button", { "data-key": "tabletop", onclick: () => this.tabletop() }, "Export"))),
      this.density, !worth.size && this.order === "worth" && h("p", { class: "quiet" }, "Their value has not been measured yet: run “Each definition” in Balance."),
      h("ul", { class: "gallery" }, this.drawn.map((d) => this.item(d, worth.get(id(d))))),
      !this.drawn.length && h("p", { class: "quiet" }, "No matches."));
    this.measure();
  }

  filter(found, by, title) {
    const values = [...new Set(found.map(of[by]))];
    return values.length > 1 && h("select", { "aria-label": by === "kind" ? "Kind" : "Pack", "data-key": by, onchange: (e) => { this[by] = e.target.value; this.show(); } },
      h("option", { value: "" }, title), values.map((v) => h("option", { value: v, selected: v === this[by] }, v)));
  }

  item(d, worth) {
    return h("li", { class: this.states ? "every" : "", "data-of": d.key },
      h("button", { class: "plain", "data-key": "card " + d.key, onclick: () => this.definition(d.key) }, onTable(d)),
      this.states && h("div", { class: "states" }, states(d).map(([title, how]) => h("figure", {}, onTable(d, how), h("figcaption", {}, title)))),
      this.state.panels.content.isTried(d.key) && h("span", { class: "tried chip" }, "value tried"),
      worth && h("span", { class: "chip worth " + (worth.unsure ? "quiet" : worth.mean > 0 ? "good" : "bad"), "data-tip": worth.tip }, worth.text),
      !d.die && h("label", { class: "quiet" }, "× ", h("input", { type: "number", min: 0, max: 99, value: this.count(d), "aria-label": `Copies of ${d.name}`, "data-key": "copies " + d.key,
        onchange: (e) => this.copy(d, e.target) })));
  }

  // worths are the values from the last impact study of the game, by definition.
  worths() {
    const last = this.state.panels.balance.results.all.find((a) => a.kind === "impact" && a.game === this.state.view?.game), figure = last?.figure ?? last?.leading;
    const title = figure && (last.figures.find((f) => f.name === figure)?.title ?? figure);
    return new Map((last?.impact ?? []).map((w) => {
      const { mean, interval } = read(w, figure), chance = includesZero(interval ?? [0, 0]);
      return [`${w.kind}/${w.id}`, { mean: mean ?? 0, unsure: chance, text: w.idle ? "no game differs" : `${points(figure, mean)} ${title}${chance ? " ?" : ""}`,
        tip: `${last.now.n} games by ${last.now.bot}: 95 % between ${points(figure, interval[0])} and ${points(figure, interval[1])}` }];
    }));
  }

  reloaded() {
    if (this.state.tab === "gallery") this.show();
  }

  changed() {}

  count(d) {
    return this.copies[d.key] ?? 1;
  }

  copy(d, field) {
    this.copies[d.key] = field.value = Math.max(0, Math.min(99, Math.round(Number(field.value)) || 0));
    remember("copies", this.copies);
  }

  // measure computes the print density of bitmaps in dots per inch.
  async measure() {
    const status = this.density, pixels = [...this.at.querySelectorAll('.gallery img[src*=".png"], .gallery img[src*=".webp"]')];
    const inches = new Map(this.drawn.filter((d) => /\.(png|webp)/.test(d.art)).map((d) => [d.key, artOf(d)]));
    await Promise.allSettled(pixels.map((img) => img.decode()));
    const dots = pixels.map((img) => {
      const [width, height] = inches.get(img.closest("li").dataset.of), dpi = Math.round(Math.min(img.naturalWidth / width, img.naturalHeight / height));
      if (dpi < dense) img.closest("li").append(h("span", { class: "chip bad" }, `${dpi} dpi`));
      return dpi;
    });
    status.textContent = !dots.length ? "All pictures are drawings: they print at any size." : `${dots.length} of ${this.cards.length} pictures are made of pixels; the coarsest prints at ${Math.min(...dots)} dpi` + (Math.min(...dots) < dense ? `, less than ${dense}.` : ".");
  }

  // print puts the sheets beside the page, where only the printer shows them.
  print() {
    document.getElementById("sheets")?.remove();
    addEventListener("afterprint", () => document.getElementById("sheets")?.remove(), { once: true }); // other pages would print them too
    document.body.append(h("div", { id: "sheets", "aria-hidden": "true" }, this.cards.flatMap((d) => Array.from({ length: this.count(d) }, () => h("div", { class: "printed", "--kind": hueOf(d.kind) }, face(d))))));
    window.print();
  }

  async tabletop() {
    const { archive } = await import("./tabletop.js"), { view } = this.state;
    const back = view.groups.flatMap((g) => g.zones).find((z) => z.back)?.back;
    try {
      this.exported = await archive({ cards: this.cards, count: (d) => this.count(d), title: view.title, back, address: this.address, hue: tone(view.game) });
    } catch (e) {
      return this.toast(`The cards cannot be drawn: ${e.message}`, "refused");
    }
    const link = h("a", { href: URL.createObjectURL(this.exported.blob), download: this.exported.name });
    link.click();
    URL.revokeObjectURL(link.href);
    this.toast(`Exported: ${link.download}`, "good");
  }
}

const id = (d) => d.key.split(":")[1];
const of = { kind: (d) => d.kind, pack: (d) => d.key.split(":")[0] };

// face draws a definition as a card, whatever its form on the table.
export const face = (d) => h("span", { class: `thing card ${d.rarity ?? ""}`, "--kind": hueOf(d.kind) }, contentsOf({ ...d, key: id(d), die: undefined, life: undefined, label: "" }, "card", { offer: d }));

// artOf returns the width and height in inches of the picture on a printed card:
// it takes the room that the text leaves.
function artOf(d) {
  const printed = h("div", { class: "printed laid" }, face(d));
  document.body.append(printed);
  const { width, height } = printed.querySelector(".art").getBoundingClientRect();
  printed.remove();
  return [width / 96, height / 96];
}

const medals = ["relic", "joker"]; // kinds drawn as tokens on boards unless content chooses otherwise

// onTable draws a definition as on the table; how is its state there.
export function onTable(d, { as, thing = {}, look = "", harm = 0 } = {}) {
  const t = { ...d, key: id(d), label: "", ...thing }, form = as ?? formOf(t, { as: "row" });
  const { "data-key": key, "data-label": label, "data-id": number, ...props } = propsOf(t, form);
  return h("span", { ...props, class: ["thing", form, d.rarity ?? "", t.temporary ? "temporary" : "", t.die?.held ? "held" : "", t.die?.locked ? "locked" : "", look].filter(Boolean).join(" ") }, contentsOf(t, form, { harm, offer: d }));
}

// states are the states that a definition can have on the table, each with its
// name.
function states(d) {
  const common = [["can be chosen", { look: "hot" }], ["chosen", { look: "picked" }], ["not now", { look: "no" }], ["for now", { thing: { temporary: true } }]];
  if (d.die) return [...common, ["held", { thing: { die: { ...d.die, held: true } } }], ["locked", { thing: { die: { ...d.die, locked: true } } }], ["before a roll", { thing: { die: { ...d.die, value: 0, word: "" } } }]];
  if (d.life) {
    const most = d.life.most, left = Math.ceil(most / 4);
    return [...common, ["hurt", { thing: { life: { left, most } } }], ["about to be hurt", { harm: Math.ceil(most / 3) }]];
  }
  return [...common, ["face down", { as: "back" }], ...(medals.includes(d.kind) ? [["as a token", { as: "token" }]] : [])];
}
