// A client of `sleight lsp` that uses VS Code's client library, for the tests
// in this folder.
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

// open starts a server for a workspace folder.
//   tools: the folder that vscode-languageserver-protocol was installed into
//   binary: the sleight binary
exports.open = async function open(tools, binary, folder) {
  const lsp = require(require.resolve("vscode-languageserver-protocol/node", { paths: [tools] }));
  const server = spawn(binary, ["lsp"], { stdio: ["pipe", "pipe", "inherit"], cwd: folder });
  const connection = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(server.stdout),
    new lsp.StreamMessageWriter(server.stdin),
  );
  const client = new Client(lsp, connection, server, folder);
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => client.diagnosed(p));
  connection.onNotification(lsp.ShowMessageNotification.type, (p) => client.messages.push(p));
  connection.onRequest(lsp.CodeLensRefreshRequest.type, () => null);
  connection.listen();
  const started = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "test" }],
    capabilities: { workspace: { codeLens: { refreshSupport: true } } },
  });
  client.capabilities = started.capabilities;
  connection.sendNotification(lsp.InitializedNotification.type, {});
  return client;
};

class Client {
  constructor(lsp, connection, server, folder) {
    Object.assign(this, { lsp, connection, server, folder, messages: [], open: new Map(), problems: new Map(), waiting: [] });
  }

  uri(name) {
    return pathToFileURL(path.join(this.folder, name)).href;
  }

  name(uri) {
    return path.relative(this.folder, decodeURIComponent(new URL(uri).pathname));
  }

  diagnosed(p) {
    this.problems.set(this.name(p.uri), p);
    this.waiting = this.waiting.filter((w) => !w());
  }

  // until resolves once the problems of a file satisfy a condition.
  until(name, condition, what) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`${what}: ${JSON.stringify(this.problems.get(name)?.diagnostics ?? null)}`));
      }, 20_000);
      const check = () => {
        const p = this.problems.get(name);
        if (!p || !condition(p.diagnostics, p)) return false;
        clearTimeout(timer);
        resolve(p.diagnostics);
        return true;
      };
      if (!check()) this.waiting.push(check);
    });
  }

  read(name) {
    return this.open.get(name)?.text ?? fs.readFileSync(path.join(this.folder, name), "utf8");
  }

  // show opens a file in the editor, perhaps with another text.
  show(name, text = this.read(name)) {
    if (this.open.has(name)) return this.change(name, text);
    this.open.set(name, { text, version: 1 });
    this.connection.sendNotification(this.lsp.DidOpenTextDocumentNotification.type, {
      textDocument: { uri: this.uri(name), languageId: name.endsWith(".lua") ? "lua" : "yaml", version: 1, text },
    });
  }

  // change replaces the part of a text that differs, as an editor does.
  change(name, text) {
    const file = this.open.get(name);
    const before = file.text;
    let from = 0;
    while (from < Math.min(before.length, text.length) && before[from] === text[from]) from++;
    let same = 0;
    while (same < Math.min(before.length, text.length) - from && before.at(-1 - same) === text.at(-1 - same)) same++;
    file.text = text;
    file.version++;
    this.connection.sendNotification(this.lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.uri(name), version: file.version },
      contentChanges: [
        {
          range: { start: position(before, from), end: position(before, before.length - same) },
          text: text.slice(from, text.length - same),
        },
      ],
    });
    return file.version;
  }

  close(name) {
    this.open.delete(name);
    this.connection.sendNotification(this.lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: this.uri(name) } });
  }

  // at returns the parameters for a position: behind the given part of the
  // file's text, in which ‸ may mark a more exact position.
  at(name, part) {
    const text = this.read(name);
    const mark = part.indexOf("‸");
    const plain = part.replace("‸", "");
    const found = text.indexOf(plain);
    if (found < 0) throw new Error(`${name} has no ${JSON.stringify(plain)}`);
    return { textDocument: { uri: this.uri(name) }, position: position(text, found + (mark < 0 ? plain.length : mark)) };
  }

  ask(request, params) {
    return this.connection.sendRequest(this.lsp[request].type, params);
  }

  // labels completes at a position and returns the labels.
  async labels(name, part) {
    const list = await this.ask("CompletionRequest", this.at(name, part));
    return list.items.map((i) => i.label);
  }

  // apply applies a workspace edit to the open files and those on disk.
  apply(edit) {
    for (const [uri, edits] of Object.entries(edit.changes)) {
      const name = this.name(uri);
      let text = this.read(name);
      const sorted = [...edits].sort((a, b) => offset(text, b.range.start) - offset(text, a.range.start));
      for (const e of sorted) text = text.slice(0, offset(text, e.range.start)) + e.newText + text.slice(offset(text, e.range.end));
      this.show(name, text);
    }
  }

  async end() {
    await this.ask("ShutdownRequest", undefined);
    this.connection.sendNotification(this.lsp.ExitNotification.type);
    return new Promise((resolve) => this.server.on("exit", resolve));
  }
}

// position returns the position of an offset, in UTF-16 code units as
// JavaScript counts.
function position(text, at) {
  const before = text.slice(0, at).split("\n");
  return { line: before.length - 1, character: before.at(-1).length };
}

function offset(text, p) {
  const lines = text.split("\n");
  return lines.slice(0, p.line).reduce((n, l) => n + l.length + 1, 0) + Math.min(p.character, (lines[p.line] ?? "").length);
}

exports.position = position;
