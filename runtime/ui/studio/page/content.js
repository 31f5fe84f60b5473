// Content: every definition with its text, numbers to tune, source and tests,
// kept up to date while files are saved.
import { fill, h } from "./dom.js";
import { colorLua, colorYaml } from "./lua.js";
import { chooser, link, editorLink, problem, stages } from "./places.js";

export class Content {
  constructor(at, context) {
    Object.assign(this, { at, ...context, text: "", key: "", tried: {}, own: {}, fresh: new Set(), warnings: [], file: null, traced: new Map() });
  }

  show() {
    if (this.editor) return this.state.tab === "content" && this.at.contains(this.editor.host) ? undefined : this.editor.attach();
    if (this.creation) return this.at.contains(this.creation.shown) ? undefined : this.creation.form && this.creation.draw();
    if (this.file) return this.showFile();
    return this.key ? this.showDefinition() : this.list();
  }

  // isCovered reports whether the panel shows something else by now. A list, a
  // definition or a file that was loading meanwhile must not replace it.
  isCovered() {
    return this.state.tab !== "content" || this.editor || this.creation;
  }

  changed() {
    if (this.of && !this.editor && !this.creation && !this.file) this.showDefinition();
  }

  problems(list) {
    this.warnings = list;
    if (this.state.tab === "content") this.show();
  }

  reloaded(p) {
    this.fresh = new Set(p.definitions.map((d) => d.key));
    if (!this.editor && this.fresh.has(this.awaited)) this.choose(this.awaited);
    if (this.state.tab === "content") this.show();
    const keys = p.definitions.filter((d) => d.change !== "gone").map((d) => d.key);
    // Anything may use a module, so all tests are run.
    this.tests(p.definitions.length || p.packs ? keys.map((key) => ({ key })) : undefined);
  }

  // tests runs the tests of some definitions, or of the game, so that the list can
  // show which fail.
  async tests(wanted = [{ game: this.state.view?.game }]) {
    const sum = { passed: 0, failed: 0 };
    for (const of of wanted) {
      const { passed, failed } = await this.call("content/test", of);
      sum.passed += passed;
      sum.failed += failed;
    }
    this.tested = sum;
    if (this.state.tab === "content") await this.show();
  }

  async list() {
    const game = this.state.view?.game;
    const found = await this.call("content/definitions", { game, text: this.text });
    if (this.isCovered() || this.file || this.key) return;
    this.home = found.find((d) => d.kind === "game" && d.id === game)?.key.split(":")[0] ?? this.home;
    const kinds = Map.groupBy ? Map.groupBy(found, (d) => d.kind) : group(found);
    fill(this.at,
      h("div", { class: "row" },
        h("input", { type: "search", placeholder: "Search…", "aria-label": "Search definitions", value: this.text, "data-key": "search", oninput: (e) => { this.text = e.target.value; this.list(); } }),
        this.state.hello.debug && h("button", { "data-key": "new definition", onclick: () => this.create() }, "New…"),
        h("button", { "data-key": "test all", onclick: () => this.tests() }, "Run tests")),
      this.tested && h("p", { class: this.tested.failed ? "bad" : "good" }, `${counted(this.tested.passed)} passed` + (this.tested.failed ? `, ${this.tested.failed} fail` : "")),
      this.warnings.map((p) => problem(p, this.look, this.warnings)),
      [...kinds].map(([kind, all]) => h("section", { class: "kind" }, h("h3", {}, kind), h("ul", {}, all.map((d) => this.item(d))))),
      !found.length && h("p", {}, "No matches."), this.state.hello.root && chooser(() => this.list()));
  }

  // create opens the form for a new definition, and shows the definition once it is
  // live.
  async create() {
    const { Creation } = await import("./create.js");
    this.creation = new Creation(this.at, { call: this.call, toast: this.toast, game: this.state.view?.game, done: (key) => {
      this.creation = null;
      this.awaited = key;
      this.list();
    } });
  }

  item(d) {
    return h("li", { class: this.fresh.has(d.key) ? "fresh" : "" },
      h("button", { class: "plain", "data-key": "definition " + d.key, onclick: () => this.enter(d.key) }, h("strong", {}, d.name), " ", h("code", {}, d.id)),
      d.failing ? h("span", { class: "bad" }, ` ${d.failing} fail`) : d.tests ? h("span", { class: "quiet" }, " " + counted(d.tests)) : "",
      this.isTried(d.key) && h("span", { class: "tried chip" }, "value tried"),
      this.foreignPack(d) && h("span", { class: "pack" }, this.foreignPack(d)), d.changers?.map((pack) => h("span", { class: "pack" }, "changed by " + pack)),
      d.text && h("p", {}, d.text));
  }

  enter(key, of) {
    this.choose(key, of);
    return this.showDefinition();
  }

  choose(key, of) {
    if (this.editor) return this.editor.leave(() => this.enter(key, of));
    this.key = key;
    this.of = of; // the instance in play to inspect
    this.file = this.results = this.creation = this.awaited = null;
    this.traced.clear();
  }

  // foreignPack returns the pack of a definition if it is not the game's own.
  foreignPack(d) {
    const pack = d.key.split(":")[0];
    return pack !== this.home && pack;
  }

  // source shows a file at a line; its back button returns to the previous view.
  source(file, line) {
    if (this.editor) {
      this.go("content");
      return this.editor.leave(() => this.source(file, line));
    }
    this.creation = this.awaited = null;
    this.file = { file, line };
    this.go("content");
  }

  async showFile() {
    const { file, line } = this.file;
    let text;
    try {
      ({ text } = await this.call("content/source", { file }));
    } catch (e) {
      this.file = null;
      this.toast(e.message, "refused");
      return this.show();
    }
    if (this.isCovered() || this.file?.file !== file) return;
    fill(this.at,
      h("button", { class: "plain", "data-key": "back", onclick: () => { this.file = null; this.show(); } }, this.key ? "← Back" : "← All definitions"),
      this.editable(file, line), file.endsWith(".lua") && this.state.hello.debug && this.breakpointField(file, line), h("h2", { class: "place" }, file), this.modules(file, text), (file.endsWith(".lua") ? colorLua : colorYaml)(text, 1, line));
    this.at.querySelector(".marked")?.scrollIntoView({ block: "center" });
  }

  // editable offers to edit a file that may be written.
  editable(file, line) {
    return [this.state.hello.debug && h("button", { "data-key": "edit " + file, onclick: () => this.edit(file, line) }, "Edit"), editorLink(`${file}:${line || 1}`, "Open in my editor")];
  }

  // breakpointField is the field and button that set a breakpoint at a line of a script.
  breakpointField(file, line) {
    const at = h("input", { type: "number", min: 1, value: line || 1, "aria-label": "Line to stop at", "data-key": "break line" });
    return h("span", { class: "row" }, at, h("button", { "data-key": "break at", onclick: () => this.debug().then((d) => d.toggle({ kind: "line", file, line: Number(at.value) || 1 })) }, "Stop at this line"));
  }

  // edit opens a file in the editor, which is loaded on demand.
  async edit(file, line) {
    this.awaited = null; // a definition that is live only later must not replace the editor
    try {
      const [{ Editor }, { text }] = await Promise.all([import("./editor.js"), this.call("content/source", { file })]);
      this.editor = new Editor(this.at, file, text, { line, toast: this.toast, done: (next = () => this.show()) => { this.editor = null; next(); } });
    } catch (e) {
      this.toast(e.message, "refused");
    }
  }

  async showDefinition() {
    const { key } = this;
    let d, inspected;
    try {
      const game = this.key.includes(":") ? undefined : this.state.view.game;
      d = await this.call("content/definition", { key, game });
      if (this.key !== key) return; // another definition, or the list, was chosen in the meantime
      this.key = d.key;
      inspected = this.of && this.state.hello.debug && (await (await this.debug()).inspected(this.of).catch(() => null)); // it may no longer exist
    } catch {
      if (this.key !== key) return;
      this.key = ""; // it no longer exists
      return this.list();
    }
    if (this.isCovered() || this.file || this.key !== d.key) return;
    fill(this.at,
      h("button", { class: "plain", "data-key": "back", onclick: () => { this.key = ""; this.list(); } }, "← All definitions"),
      h("h2", {}, d.name, " ", h("code", {}, `${d.kind}/${d.id}`)), d.text && h("p", {}, d.text), h("p", { class: "row quiet" }, d.pack, link(d.place, this.look, d.place)), inspected,
      d.changes?.length > 0 && h("section", { class: "changes" }, h("h3", {}, "Changed by other packs"), stages(d.changes, null, this.look)),
      d.params?.map((p) => this.param(d, p)),
      d.tests > 0 && h("div", { class: "row" }, h("button", { "data-key": "test", onclick: () => this.test() }, "Run " + counted(d.tests))),
      d.testNames && h("ul", { class: "tests" }, [...new Set([...d.testNames, ...(this.results ?? []).map((r) => r.name)])].map((name) => this.oneTest(name))),
      this.values(d),
      h("div", { class: "row" }, this.editable(d.place.split(":")[0], Number(d.place.split(":")[1])), d.scriptPlace && h("button", { "data-key": "edit script", onclick: () => this.edit(d.scriptPlace.split(":")[0], 1) }, "Edit script"), d.scriptPlace && editorLink(d.scriptPlace.split(":")[0] + ":1", "Script in my editor")),
      d.script && [h("h3", {}, d.scriptPlace), this.modules(d.scriptPlace, d.script), colorLua(d.script)],
      d.source && [h("h3", {}, d.place.split(":")[0]), this.modules(d.place, d.source), colorYaml(d.source, d.line)]);
  }

  // modules links to the files that a text requires.
  modules(file, text) {
    const [, root, pack] = file.match(/^(.*?)(?:scripts|content)\/([^/]+)\//) ?? [];
    const names = new Set([...text.matchAll(/\brequire[\s(]*["']([\w/:]+)["']/g)].map((m) => m[1]));
    return pack && names.size > 0 && h("p", { class: "row quiet" }, "Uses ", [...names].map((name) => link(`${root}scripts/${name.includes(":") ? name.replace(":", "/") : `${pack}/${name}`}.lua`, this.look)));
  }

  // values are the resulting values of the definition, each with its place and the
  // packs that changed it.
  values(d) {
    return h("details", { open: this.opened, ontoggle: (e) => (this.opened = e.target.open) }, h("summary", {}, "Where each value comes from"),
      h("ul", { class: "values" }, d.values.map((v) => h("li", {},
        h("span", {}, h("code", {}, v.path), " ", h("span", { class: "value" }, v.value)), link(v.place, this.look), this.trace(d, v)))));
  }

  // trace shows the history of a value that packs have changed, on request.
  trace(d, v) {
    if (!v.changers) return v.pack !== d.key.split(":")[0] && h("span", { class: "pack" }, v.pack);
    const known = this.traced.get(v.path);
    return [h("button", { class: "pack", "data-key": "trace " + v.path, "aria-expanded": String(!!known), onclick: () => this.ask(d, v.path) }, "changed by " + v.changers.join(", ")),
      known && stages(known.steps, v.path, this.look)];
  }

  async ask(d, path) {
    if (!this.traced.delete(path)) this.traced.set(path, await this.call("content/history", { key: d.key, path }));
    await this.showDefinition();
  }

  // oneTest shows a test with its result and a button that runs it alone.
  oneTest(name) {
    const r = this.results?.find((r) => r.name === name);
    return h("li", { class: r ? (r.passed ? "good" : "bad") : "" }, h("button", { class: "plain", "data-key": "test " + name, "aria-label": `Run ${name}`, "data-tip": "Run this test", onclick: () => this.test(name) }, "▷"),
      r && (r.passed ? "✓ " : "✗ "), name, r?.problem && problem(r.problem, this.look));
  }

  // test runs all tests of the definition, or the one with a name.
  async test(name) {
    const { results } = await this.call("content/test", { key: this.key, name });
    const others = name ? (this.results ?? []).filter((r) => r.name !== name) : [];
    this.results = [...others, ...results];
    this.state.strip?.tested({ results }, name ? [] : [this.key]);
    await this.showDefinition();
  }

  // param is a slider over the safe range, with a number field for other values.
  param(d, p) {
    const name = `${d.key.split(":")[1]}.${p.name}`;
    const value = this.tried[name] ?? p.value;
    const low = p.low ?? Math.min(0, p.value), high = p.high ?? Math.max(1, 2 * Math.abs(p.value));
    const step = Number.isInteger(p.value) && Number.isInteger(low) ? 1 : "any";
    const debug = this.state.hello.debug;
    const set = (e) => this.attempt(name, numberIn(e.target), p.value);
    const unsafe = p.low !== undefined && (value < low || value > high);
    return h("fieldset", { class: "param", disabled: !debug },
      h("legend", {}, p.name.replaceAll("_", " "), p.unit && h("span", { class: "quiet" }, ` in ${p.unit}`)), this.paramOrigin(d, p), p.text && h("p", {}, p.text),
      h("div", { class: "row" },
        h("input", { type: "range", min: low, max: high, step: step === 1 ? 1 : (high - low) / 100, value, "aria-label": `${p.name}, from ${low} to ${high}`, "data-key": "slide " + name, onchange: set, oninput: (e) => (e.target.nextSibling.value = e.target.value) }),
        h("input", { type: "number", step, value, "aria-label": p.name, "data-key": "number " + name, onchange: set }),
        h("button", { "data-key": "write " + name, disabled: value === p.value || p.fixed, "data-tip": p.fixed ? "This comes with the program; copy it into a workspace to change it" : "Write it into the file", onclick: () => this.write(d, p, value) }, "Write")),
      p.low !== undefined && h("p", { class: unsafe ? "bad" : "quiet" }, `Safe from ${p.low} to ${p.high}. ${p.breaks ?? ""}`));
  }

  // paramOrigin links to the place of a parameter, and names the packs that changed it.
  paramOrigin(d, p) {
    const v = d.values.find((v) => v.path === `params.${p.name}.default`) ?? d.values.find((v) => v.path === `params.${p.name}`);
    return v && h("div", { class: "row" }, link(v.place, this.look), this.trace(d, v));
  }

  // attempt tries a value in the running game, together with the other tried
  // values.
  async attempt(name, value, own) {
    if (!Number.isFinite(value)) { // show the current value again
      this.toast("That is not a number.", "refused");
      return this.show();
    }
    this.own[name] = own;
    if (value === own) delete this.tried[name];
    else this.tried[name] = value;
    this.state.strip?.draw();
    const reply = await this.act("session/tune", { params: this.tried });
    this.state.panels.balance.watch.playAgain();
    if (reply && !reply.problem) this.toast(value === own ? "Back to the written value." : `Trying ${name} = ${value}`, "good");
    await this.state.panels[this.state.tab].show();
  }

  // reset restores the written value of every parameter.
  async reset() {
    this.tried = {};
    this.state.strip?.draw();
    await this.act("session/tune", { params: {} });
    this.state.panels.balance.watch.playAgain();
    await this.state.panels[this.state.tab].show();
  }

  // isTried reports whether a value of a definition is being tried.
  isTried(key) {
    return Object.keys(this.tried).some((name) => name.startsWith(key.split(":").at(-1) + "."));
  }

  async write(d, p, value) {
    try {
      const { place } = await this.call("content/write", { param: `${d.key}.${p.name}`, value });
      delete this.tried[`${d.key.split(":")[1]}.${p.name}`];
      this.state.strip?.draw();
      this.toast(`Written to ${place}`, "good");
    } catch (e) {
      this.toast(e.message, "refused");
    }
  }
}

// numberIn returns the number in a field, or NaN: an empty field is not 0.
export const numberIn = (field) => (field.value.trim() === "" ? NaN : Number(field.value));

const counted = (n) => (n === 1 ? "1 test" : `${n} tests`);

function group(list) {
  const out = new Map();
  for (const d of list) out.set(d.kind, [...(out.get(d.kind) ?? []), d]);
  return out;
}
