// A new definition, from a form made from the schema of its kind.
import { fill, h } from "./dom.js";
import { nonPhysicalKinds, onTable } from "./gallery.js";

export class Creation {
  constructor(at, { call, toast, game, done, kind = "" }) {
    Object.assign(this, { at, call, toast, game, done, values: {}, name: "", id: "", named: false, wrong: "" });
    this.ask(kind);
  }

  // ask lists the fields for a kind in a pack.
  async ask(kind = this.form?.kind, pack = this.form?.pack) {
    try {
      this.form = await this.call("content/form", { game: this.game, kind: kind || undefined, pack: pack || undefined });
    } catch (e) {
      this.toast(e.message, "refused");
      return this.done();
    }
    this.keywords = (await this.call("content/definitions", { game: this.game })).filter((d) => d.kind === "keyword").map((d) => d.id);
    for (const f of this.form.fields) {
      if (f.value === undefined) continue;
      if (f.type === "number" || f.type === "whole") f.value = Number(f.value);
      if (f.type === "yes") f.value = f.value === "true";
    }
    this.values = {};
    this.draw();
  }

  draw() {
    const { form } = this, starts = form.fields.filter((f) => f.value !== undefined || f.required), more = form.fields.filter((f) => !starts.includes(f));
    const choose = (title, key, list, is, to) => h("label", {}, title + " ", h("select", { "data-key": key, onchange: (e) => to(e.target.value) }, list.map((v) => h("option", { value: v, selected: v === is }, v))));
    this.shown = h("div", { class: "proof" });
    this.fault = h("p", { class: "bad", role: "alert" }, this.wrong);
    this.idField = h("input", { type: "text", value: this.id, required: true, pattern: "[a-z][a-z0-9_]{0,63}", maxlength: 64, autocomplete: "off", spellcheck: "false", "data-key": "new id", "aria-describedby": "new-id-note", oninput: (e) => { this.id = e.target.value; this.named = true; this.preview(); } });
    fill(this.at,
      h("button", { class: "plain", "data-key": "back", onclick: () => this.done() }, "← All definitions"),
      h("form", { class: "creation", onsubmit: (e) => { e.preventDefault(); this.create(); } },
        h("h2", {}, "New definition"),
        h("div", { class: "row" }, choose("Kind", "new kind", form.kinds, form.kind, (kind) => this.ask(kind)), form.packs.length > 1 && choose("Pack", "new pack", form.packs, form.pack, (pack) => this.ask(undefined, pack))),
        h("p", { class: "quiet" }, "A kind is offered once a zone of the game holds it (of: KIND)."),
        h("label", { class: "field" }, h("span", {}, "Name"), h("input", { type: "text", value: this.name, required: true, maxlength: 80, autocomplete: "off", "data-key": "new name", oninput: (e) => this.titled(e.target.value) })),
        h("label", { class: "field" }, h("span", {}, "Id"), this.idField, h("span", { class: "quiet", id: "new-id-note" }, "Lower-case letters, digits and _; its file is named after it.")),
        starts.map((f) => this.field(f)),
        more.length > 0 && h("details", {}, h("summary", {}, "More"), more.map((f) => this.field(f))),
        !nonPhysicalKinds.includes(form.kind) && this.shown,
        this.fault,
        h("div", { class: "row" }, h("button", { class: "main", "data-key": "create", type: "submit" }, "Create"), h("button", { type: "button", "data-key": "not new", onclick: () => this.done() }, "Cancel")),
        h("p", { class: "quiet" }, "This also creates a script, if the kind has one, and a passing test. Add lists, targets and parameters in the editor.")));
    this.preview();
  }

  titled(name) {
    this.name = name;
    if (!this.named) this.id = this.idField.value = name.normalize("NFKD").toLowerCase().replaceAll(/\p{M}/gu, "").replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^[_0-9]+|_+$/g, "").slice(0, 64);
    this.preview();
  }

  field(f) {
    const value = this.values[f.key] ?? f.value ?? "", id = "new-" + f.key, key = "new value " + f.key;
    const set = (v) => { this.values[f.key] = v; this.preview(); };
    const number = (e) => set(e.target.value === "" || !Number.isFinite(Number(e.target.value)) ? undefined : Number(e.target.value));
    const input = {
      text: () => (f.key === "text" ? h("textarea", { rows: 3, value, id, "data-key": key, oninput: (e) => set(e.target.value.replaceAll(/\s*\n\s*/g, " ")) }) : h("input", { type: "text", value, id, "data-key": key, autocomplete: "off", oninput: (e) => set(e.target.value) })),
      number: () => h("input", { type: "number", step: "any", min: f.low, max: f.high, value, id, "data-key": key, oninput: number }),
      whole: () => h("input", { type: "number", step: 1, min: f.low, max: f.high, value, id, "data-key": key, oninput: number }),
      yes: () => h("input", { type: "checkbox", checked: value === true, id, "data-key": key, onchange: (e) => set(e.target.checked) }),
      choice: () => h("select", { id, "data-key": key, onchange: (e) => set(e.target.value || undefined) }, f.value === undefined && h("option", { value: "" }, "–"), f.options?.map((o) => h("option", { value: o, selected: o === value }, o))),
    }[f.type]();
    return h("div", { class: "field" }, h("label", { for: id }, f.key.replaceAll("_", " ")), input, f.text && h("span", { class: "quiet" }, f.text));
  }

  // changedValues are the values that differ from those of the template.
  changedValues() {
    return Object.fromEntries(Object.entries(this.values).filter(([key, v]) => v !== undefined && v !== "" && v !== this.form.fields.find((f) => f.key === key)?.value));
  }

  preview() {
    const all = { ...Object.fromEntries(this.form.fields.map((f) => [f.key, f.value])), ...this.changedValues() };
    const { sides = 6, color, material } = all, die = this.form.kind === "die" && { sides, value: sides, color, material };
    this.fault.textContent = this.wrong = this.undeclared(all);
    const drawn = onTable({ key: `${this.form.pack}:${this.form.kind}/${this.id || "new"}`, kind: this.form.kind, name: this.name || "…", text: all.text, rarity: all.rarity, ...(die && { die }), ...([...(all.icon ?? "")].length > 1 ? { drawing: all.icon } : { icon: all.icon }) });
    delete drawn.dataset.definition; // there is none to inspect yet
    fill(this.shown, drawn);
  }

  // undeclared explains a placeholder of a text that would be an error in the file:
  // it names neither a keyword nor a parameter, and the form declares none.
  undeclared({ text = "" }) {
    const own = this.form.fields.find((f) => f.key === "text")?.value ?? "";
    const name = [...`${this.name} ${text}`.matchAll(/{([a-z]\w*)[|}]/g)].map((m) => m[1]).find((name) => !this.keywords.includes(name) && !own.includes("{" + name));
    return name ? `{${name}} needs a parameter ${name}, which the form cannot declare: create the definition without it, then add both in the editor.` : "";
  }

  async create() {
    this.fault.textContent = this.wrong = this.undeclared(this.changedValues());
    if (this.wrong) return;
    try {
      const made = await this.call("content/new", { kind: this.form.kind, pack: this.form.pack, id: this.id, name: this.name.trim(), values: this.changedValues() });
      this.toast(`Made ${made.files[0]}`, "good");
      if (made.note) this.toast(`Note: ${made.note}`);
      this.done(made.key);
    } catch (e) {
      this.wrong = e.message;
      this.fault.textContent = e.message;
    }
  }
}
