// Gallery: every definition of a game as its card would be, sheets of them to
// print, 63 by 88 mm with bleed and crop marks, as often as wanted, and the same
// for Tabletop Simulator.
import { fill, h } from "./dom.js";
import { remember, remembered } from "./memory.js";
import { hash, hueOf } from "./pictures.js";
import { inside } from "./things.js";

export const rules = ["game", "scenario", "bot", "table", "die", "keyword", "preset"]; // nothing to hold in one's hand

// The place of a picture on a printed card in millimeters, as the style sheet
// has it, and how many dots an inch should have.
const art = { width: 55.4, height: 30 }, dense = 300;

export class Gallery {
  constructor(at, context) {
    Object.assign(this, { at, ...context, kind: "", copies: remembered("copies", {}), address: localStorage.getItem("tabletop address") ?? "file:///C:/Tabletop/" });
  }

  async show() {
    const found = (await this.call("content/definitions", { game: this.state.view?.game })).filter((d) => !rules.includes(d.kind));
    if (this.state.tab !== "gallery") return;
    if (!found.some((d) => d.kind === this.kind)) this.kind = ""; // that was of another game
    this.cards = found.filter((d) => !this.kind || d.kind === this.kind);
    this.density = h("p", { class: "quiet", "data-key": "density" });
    fill(this.at,
      h("div", { class: "row" },
        h("select", { "aria-label": "Kind", "data-key": "kind", onchange: (e) => { this.kind = e.target.value; this.show(); } },
          h("option", { value: "" }, "All kinds"), [...new Set(found.map((d) => d.kind))].map((k) => h("option", { value: k, selected: k === this.kind }, k))),
        h("button", { class: "main", "data-key": "print", onclick: () => this.print() }, "Print sheets")),
      h("details", { open: this.opened, ontoggle: (e) => (this.opened = e.target.open) }, h("summary", {}, "For Tabletop Simulator"), h("div", { class: "row tabletop-fields" },
        h("label", { class: "grow" }, "The pictures will be at ", h("input", { type: "text", value: this.address, "data-key": "tabletop address", spellcheck: "false", onchange: (e) => { this.address = e.target.value.trim(); localStorage.setItem("tabletop address", this.address); } })),
        h("button", { "data-key": "tabletop", onclick: () => this.tabletop() }, "Export"))),
      this.density,
      h("ul", { class: "gallery" }, this.cards.map((d) => h("li", {},
        h("button", { class: "plain", "data-key": "card " + d.key, onclick: () => this.definition(d.key) }, face(d)), this.state.panels.content.tries(d.key) && h("span", { class: "tried chip" }, "value tried"),
        h("label", { class: "quiet" }, "× ", h("input", { type: "number", min: 0, max: 99, value: this.count(d), "aria-label": `Copies of ${d.name}`, "data-key": "copies " + d.key,
          onchange: (e) => this.copy(d, e.target) }))))),
      !found.length && h("p", { class: "quiet" }, "This game has dice only."));
    this.measure();
  }

  changed() {}

  count(d) {
    return this.copies[d.key] ?? 1;
  }

  copy(d, field) {
    this.copies[d.key] = field.value = Math.max(0, Math.min(99, Math.round(Number(field.value)) || 0));
    remember("copies", this.copies);
  }

  // measure says how many dots an inch pictures of pixels have when printed.
  async measure() {
    const told = this.density, pixels = [...this.at.querySelectorAll('.gallery img[src*=".png"], .gallery img[src*=".webp"]')];
    await Promise.allSettled(pixels.map((img) => img.decode()));
    const dots = pixels.map((img) => {
      const dpi = Math.round(Math.min(img.naturalWidth / art.width, img.naturalHeight / art.height) * 25.4);
      if (dpi < dense) img.closest("li").append(h("span", { class: "chip bad" }, `${dpi} dpi`));
      return dpi;
    });
    told.textContent = !dots.length ? "All pictures are drawings: they print at any size." : `${dots.length} of ${this.cards.length} pictures are made of pixels; the coarsest prints at ${Math.min(...dots)} dpi` + (Math.min(...dots) < dense ? `, less than ${dense}.` : ".");
  }

  // print puts the sheets beside the page, where only the printer sees them.
  print() {
    document.getElementById("sheets")?.remove();
    document.body.append(h("div", { id: "sheets", "aria-hidden": "true" }, this.cards.flatMap((d) => Array.from({ length: this.count(d) }, () => h("div", { class: "printed", "--kind": hueOf(d.kind) }, face(d))))));
    window.print();
  }

  async tabletop() {
    const { archive } = await import("./tabletop.js"), { view } = this.state;
    const back = view.groups.flatMap((g) => g.zones).find((z) => z.back)?.back;
    try {
      this.exported = await archive({ cards: this.cards, count: (d) => this.count(d), title: view.title, back, address: this.address, hue: hash(view.game) % 360 });
    } catch (e) {
      return this.toast(`The cards cannot be drawn: ${e.message}`, "refused");
    }
    const link = h("a", { href: URL.createObjectURL(this.exported.blob), download: this.exported.name });
    link.click();
    URL.revokeObjectURL(link.href);
    this.toast(`Exported: ${link.download}`, "good");
  }
}

export const face = (d) => h("span", { class: `thing card ${d.rarity ?? ""}`, "--kind": hueOf(d.kind) }, inside({ ...d, key: d.key.split(":")[1], label: "" }, "card", {}));
