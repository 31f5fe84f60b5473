// Sessions: the games in progress, and stored moments of them.
import { fill, h } from "./dom.js";
import { remember, remembered } from "./memory.js";

// Values stored between visits: names of sessions, and moments, newest first. Their
// number and size are limited.
const most = 20, largest = 400_000;

export class Sessions {
  constructor(at, context) {
    Object.assign(this, { at, ...context, names: remembered("names", {}), kept: remembered("kept", []) });
  }

  async show() {
    const list = await this.call("session/list");
    if (this.state.tab !== "sessions") return;
    const { debug } = this.state.hello;
    fill(this.at,
      h("div", { class: "row" },
        h("button", { class: "main", "data-key": "branch here", onclick: () => this.branch() }, "Branch here"),
        debug && h("button", { "data-key": "keep", onclick: () => this.keep() }, "Keep this moment"),
        debug && h("button", { "data-key": "export", onclick: () => this.save().then((save) => this.download(save, this.nameOf(this.state.session))) }, "Export"),
        h("label", { class: "file" }, "Import", h("input", { type: "file", accept: ".json,application/json", "data-key": "import", onchange: (e) => { this.importFile(e.target.files[0]); e.target.value = ""; } }))),
      h("h3", {}, "Being played"),
      h("ul", { class: "sessions" }, list.map((s) => this.item(s))),
      h("h3", {}, "Kept"),
      !this.kept.length && h("p", { class: "quiet" }, "You can continue from a kept moment as often as you like. It is stored in this browser."),
      h("ul", { class: "sessions" }, this.kept.map((k) => this.moment(k))));
  }

  changed() {
    this.show();
  }

  nameOf(session) {
    return this.names[session] ?? `Session ${session}`;
  }

  item(s) {
    const here = s.session === this.state.session, name = this.nameOf(s.session);
    return h("li", { class: here ? "here" : "", "aria-current": here ? "true" : null },
      h("input", { type: "text", value: name, "aria-label": `Name of session ${s.session}`, "data-key": "name " + s.session, maxlength: 60, onchange: (e) => this.name(s.session, e.target.value) }),
      h("span", { class: "quiet" }, `${s.game}, command ${s.turn}${s.over ? ", over" : ""}`),
      here ? h("span", { class: "chip" }, "shown") : h("button", { "data-key": "open " + s.session, "aria-label": `Open ${name}`, onclick: () => this.open(s.session) }, "Open"),
      !here && h("button", { class: "plain", "data-key": "close " + s.session, "aria-label": `End ${name}`, onclick: () => this.end(s.session) }, "End"));
  }

  moment(k) {
    return h("li", {}, h("strong", {}, k.name), h("span", { class: "quiet" }, `${k.game}, command ${k.turn}`),
      h("button", { "data-key": "play " + k.id, "aria-label": `Continue from ${k.name}`, onclick: () => this.load(k.save, k.name) }, "Continue"),
      h("button", { class: "plain", "data-key": "export " + k.id, "aria-label": `Export ${k.name}`, onclick: () => this.download(k.save, k.name) }, "Export"),
      h("button", { class: "plain", "data-key": "forget " + k.id, "aria-label": `Forget ${k.name}`, onclick: () => this.remember(this.kept.filter((x) => x !== k)) }, "Forget"));
  }

  name(session, name) {
    this.names[session] = name.trim() || undefined;
    remember("names", this.names);
    this.show();
  }

  async branch() {
    const from = this.nameOf(this.state.session), { turn } = this.state.view;
    const { session } = await this.call("session/branch", { session: this.state.session });
    this.names[session] = `${from}, from ${turn}`;
    this.name(session, this.names[session]);
    await this.open(session);
  }

  async end(session) {
    await this.call("session/close", { session });
    this.show();
  }

  async save() {
    return (await this.call("session/save", { session: this.state.session })).save;
  }

  // keep stores the moment in this browser, if it is not too large.
  async keep() {
    const save = await this.save(), { game, turn } = this.state.view;
    if (JSON.stringify(save).length > largest) return this.toast("This game is too long to keep here: export it.", "refused");
    const id = Date.now().toString(36), name = `${this.nameOf(this.state.session)} at ${turn}`;
    this.remember([{ id, name, game, turn, save }, ...this.kept].slice(0, most));
    this.toast(`Kept: ${name}`, "good");
  }

  remember(kept) {
    this.kept = kept;
    if (!remember("kept", kept)) this.toast("This browser cannot store more: forget some, or export.", "refused");
    this.show();
  }

  download(save, name) {
    const link = h("a", { href: URL.createObjectURL(new Blob([JSON.stringify(save)], { type: "application/json" })), download: name.replaceAll(/[^\p{L}\p{N}]+/gu, "-") + ".save.json" });
    link.click();
    URL.revokeObjectURL(link.href);
    this.exported = link.download;
  }

  async importFile(file) {
    if (!file) return;
    try {
      await this.load(JSON.parse(await file.text()), file.name.replace(/(\.save)?\.json$/, ""));
    } catch (e) {
      const hint = e.data?.[0]?.hint;
      this.toast(e instanceof SyntaxError ? `${file.name} is not a save.` : `${file.name}: ${e.message}${hint ? ` (${hint})` : ""}`, "refused");
    }
  }

  async load(save, name) {
    const { session } = await this.call("session/load", { save });
    this.name(session, name);
    await this.open(session);
  }
}
