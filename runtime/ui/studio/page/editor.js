// Editing a file in place: CodeMirror, connected to the studio's language server.
// Loaded when a file is opened for editing.
import { EditorView, basicSetup, keymap, indentWithTab, autocompletion, lintGutter, setDiagnostics, yaml, StreamLanguage, lua } from "./vendor/codemirror.js";
import { h, fill } from "./dom.js";
import { call, on } from "./rpc.js";

let server, editing, asked = 0;
const waiting = new Map();

// connected opens the language server, once per connection.
async function connected() {
  server ??= (async () => {
    const { root } = await call("editor/open");
    await request("initialize", { processId: null, rootUri: root, capabilities: { textDocument: { completion: { completionItem: { documentationFormat: ["plaintext"] } }, publishDiagnostics: {} } } });
    await send("initialized", {});
    return root;
  })();
  return server;
}

const send = (method, params) => call("editor/send", { message: { jsonrpc: "2.0", method, params } });

function request(method, params) {
  const id = ++asked;
  const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  call("editor/send", { message: { jsonrpc: "2.0", id, method, params } }).catch((e) => waiting.get(id)?.reject(e));
  return answer;
}

on("connected", () => (server = undefined));
on("editor", ({ message }) => {
  if (message.method === "textDocument/publishDiagnostics") return editing?.problems(message.params);
  if (message.method) return message.id !== undefined && call("editor/send", { message: { jsonrpc: "2.0", id: message.id, result: null } });
  const { resolve, reject } = waiting.get(message.id) ?? {};
  waiting.delete(message.id);
  if (message.error) reject?.(new Error(message.error.message));
  else resolve?.(message.result);
});

// A browser asks before it leaves a page with text that is not saved.
addEventListener("beforeunload", (e) => editing?.differs && e.preventDefault());

// Editor is a file that is being edited, at a place of the page.
export class Editor {
  constructor(at, file, text, { line, toast, done }) {
    Object.assign(this, { at, file, saved: text, toast, done, version: 1 });
    editing = this;
    const language = file.endsWith(".lua") ? StreamLanguage.define(lua) : yaml();
    this.host = h("div", { class: "editor" });
    this.bar = h("div", { class: "row" });
    this.shown = h("div", {});
    this.attach();
    const root = this.host.attachShadow({ mode: "open" }); // where CodeMirror's styles need no style element
    this.view = new EditorView({
      doc: text, parent: root, root,
      extensions: [basicSetup, EditorView.lineWrapping, language, lintGutter(), keymap.of([{ key: "Mod-s", run: () => { this.review(); return true; } }, indentWithTab]),
        autocompletion({ override: [(context) => this.complete(context)] }), EditorView.contentAttributes.of({ "aria-label": file }),
        EditorView.updateListener.of((u) => u.docChanged && this.changed())],
    });
    this.draw();
    this.view.scrollDOM.tabIndex = 0;
    this.goTo(line ?? 1);
    this.ready = this.open().catch((e) => this.toast(e.message, "refused"));
  }

  // attach puts the editor into its place of the page.
  attach() {
    fill(this.at, h("h2", { class: "place" }, this.file), this.bar, this.shown, this.host);
  }

  // goTo puts the cursor at the start of a line.
  goTo(line) {
    const from = this.offset({ line: line - 1, character: 0 });
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  get differs() {
    return this.text !== this.saved;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  async open() {
    const root = await connected();
    this.uri = root + "/" + this.file.split("/").map(encodeURIComponent).join("/");
    await send("textDocument/didOpen", { textDocument: { uri: this.uri, languageId: this.file.endsWith(".lua") ? "lua" : "yaml", version: this.version, text: this.text } });
  }

  draw() {
    const { differs } = this;
    fill(this.bar,
      h("button", { class: "main", "data-key": "review", disabled: !differs, onclick: () => this.review() }, "Save…"),
      h("button", { "data-key": "close editor", onclick: () => this.leave() }, differs ? "Discard" : "Close"),
      h("span", { class: "quiet" }, differs ? "not saved" : ""));
  }

  changed() {
    this.draw();
    fill(this.shown);
    clearTimeout(this.later);
    this.later = setTimeout(() => this.sendText(), 150);
  }

  // sendText passes the text on to the language server.
  async sendText() {
    clearTimeout(this.later);
    await this.ready;
    if (this.sentText === this.text || !this.uri) return;
    this.sentText = this.text;
    await send("textDocument/didChange", { textDocument: { uri: this.uri, version: ++this.version }, contentChanges: [{ text: this.sentText }] });
  }

  position(offset) {
    const line = this.view.state.doc.lineAt(offset);
    return { line: line.number - 1, character: offset - line.from };
  }

  offset({ line, character }) {
    const at = this.view.state.doc.line(Math.min(line + 1, this.view.state.doc.lines));
    return Math.min(at.from + character, at.to);
  }

  async complete(context) {
    await this.sendText();
    if (!this.uri) return null;
    const found = await request("textDocument/completion", { textDocument: { uri: this.uri }, position: this.position(context.pos) });
    const items = Array.isArray(found) ? found : found?.items ?? [];
    const word = context.matchBefore(/[\w.-]*/);
    if (!items.length || (!context.explicit && word.from === word.to && !items[0].textEdit)) return null;
    const from = items[0].textEdit ? this.offset(items[0].textEdit.range.start) : word.from;
    return {
      from, options: items.map((i) => ({
        label: i.label, detail: i.detail, info: typeof i.documentation === "string" ? i.documentation : i.documentation?.value,
        apply: (i.textEdit?.newText ?? i.insertText ?? i.label).replace(/\$\{\d+:?([^}]*)\}|\$\d+/g, "$1"),
      })),
    };
  }

  // problems marks the problems of the text while it is typed.
  problems({ uri, diagnostics }) {
    if (uri !== this.uri) return;
    this.wrong = diagnostics;
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics.map((d) => {
      const from = this.offset(d.range.start);
      return { from, to: Math.max(from, this.offset(d.range.end)), severity: d.severity === 1 ? "error" : "warning", message: d.message };
    })));
  }

  // review shows the changes and asks for confirmation.
  review() {
    const lines = difference(this.saved.split("\n"), this.text.split("\n"));
    if (!lines.some((l) => l.sign)) return;
    const errors = (this.wrong ?? []).filter((d) => d.severity === 1), n = errors.length;
    fill(this.shown, h("section", { class: "difference", "aria-label": "What changes" },
      n > 0 && h("p", { class: "bad" }, n === 1 ? "1 problem: the last good content would stay live." : `${n} problems: the last good content would stay live.`),
      n > 0 && h("ul", { class: "errors" }, errors.map((d) => h("li", {}, h("button", { class: "plain place", onclick: () => this.goTo(d.range.start.line + 1) }, `Line ${d.range.start.line + 1}`), " ", d.message))),
      h("pre", { tabindex: 0 }, lines.map((l) => h("span", { class: l.sign === "+" ? "good" : l.sign ? "bad" : "quiet" }, `${l.sign || " "} ${l.text}\n`))),
      h("div", { class: "row" }, h("button", { class: "main", "data-key": "write file", onclick: () => this.save() }, "Write it"), h("button", { "data-key": "not yet", onclick: () => fill(this.shown) }, "Not yet"))));
    this.shown.querySelector(".main").focus();
  }

  async save() {
    const after = this.text;
    try {
      await call("content/edit", { file: this.file, before: this.saved, after });
      this.saved = after;
      fill(this.shown);
      this.draw();
      this.toast(`Written: ${this.file}`, "good");
    } catch (e) {
      this.toast(e.message, "refused");
      const now = await call("content/source", { file: this.file }).catch(() => null);
      if (now && now.text !== this.saved) this.conflict(now.text);
    }
  }

  // conflict offers to continue with either text if the file has been changed by
  // somebody else.
  conflict(theirs) {
    this.ask("The file on disk has changed in the meantime.",
      ["keep mine", "Keep my text", () => { this.saved = theirs; this.changed(); this.review(); }],
      ["read again", "Read the file again", () => {
        this.saved = theirs;
        this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: theirs } });
        this.changed();
      }]);
  }

  // ask shows a question and its answers above the text. The first answer has the
  // focus, so it must be one that loses nothing.
  ask(question, ...answers) {
    fill(this.shown, h("section", { class: "difference", role: "alert" }, h("p", {}, question),
      h("div", { class: "row" }, answers.map(([key, title, onclick]) => h("button", { "data-key": key, onclick }, title)))));
    this.shown.querySelector("button").focus();
  }

  // leave closes the editor and goes on with next. If there is text that is not
  // saved, it asks first.
  leave(next) {
    if (!this.differs) return this.close(next);
    this.ask("Your changes to this file are not saved.", ["keep editing", "Keep editing", () => { fill(this.shown); this.view.focus(); }], ["discard", "Discard them", () => this.close(next)]);
  }

  close(next) {
    clearTimeout(this.later);
    if (this.uri) send("textDocument/didClose", { textDocument: { uri: this.uri } }).catch(() => {});
    this.view.destroy();
    editing = undefined;
    this.done(next);
  }
}

// difference lists removed ("−") and added ("+") lines, with two lines of context
// on either side.
export function difference(was, is) {
  let top = 0, low = 0;
  while (top < was.length && top < is.length && was[top] === is[top]) top++;
  while (low < was.length - top && low < is.length - top && was.at(-1 - low) === is.at(-1 - low)) low++;
  const a = was.slice(top, was.length - low), b = is.slice(top, is.length - low), out = [];
  // the longest common lines between, if finding them is cheap enough
  const table = a.length * b.length < 4e6 ? Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1)) : null;
  if (table) for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) table[i][j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (table && i < a.length && j < b.length && a[i] === b[j]) { out.push({ sign: "", text: a[i++] }); j++; }
    else if (i < a.length && (!table || j >= b.length || table[i + 1][j] >= table[i][j + 1])) out.push({ sign: "−", text: a[i++] });
    else out.push({ sign: "+", text: b[j++] });
  }
  const near = (text) => ({ sign: "", text });
  const all = [...was.slice(Math.max(0, top - 2), top).map(near), ...out, ...was.slice(was.length - low, was.length - low + 2).map(near)];
  return all.filter((l, k) => l.sign || all.slice(Math.max(0, k - 2), k + 3).some((n) => n.sign));
}
