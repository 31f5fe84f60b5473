// Drives the YAML language server as editors do, over the shipped files and
// over files with mistakes, and checks what people see while they type:
//   node editors.cjs PACKAGE
// PACKAGE is the folder that yaml-language-server was installed into.
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const root = path.resolve(__dirname, "..");
const server = spawn(
  process.execPath,
  [path.join(process.argv[2], "node_modules/yaml-language-server/bin/yaml-language-server"), "--stdio"],
  { stdio: ["pipe", "pipe", "inherit"] },
);
server.on("exit", (code) => {
  if (!ended) fail(`the language server ended by itself (${code})`);
});
let ended = false;

// Messages are JSON behind a header that gives their length.
let received = Buffer.alloc(0);
let last = 0;
const answers = new Map();
const diagnosed = new Map(); // by file: who waits for its diagnostics

server.stdout.on("data", (chunk) => {
  received = Buffer.concat([received, chunk]);
  for (;;) {
    const head = received.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(received.toString("latin1", 0, head))[1]);
    if (received.length < head + 4 + length) return;
    const message = JSON.parse(received.toString("utf8", head + 4, head + 4 + length));
    received = received.subarray(head + 4 + length);
    receive(message);
  }
});

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function receive(message) {
  if (message.method && message.id !== undefined) {
    // The server asks for the user's settings, of which there are none.
    const result = message.method === "workspace/configuration" ? message.params.items.map(() => ({})) : null;
    send({ id: message.id, result });
  } else if (message.method === "textDocument/publishDiagnostics") {
    diagnosed.get(message.params.uri)?.(message.params.diagnostics);
    diagnosed.delete(message.params.uri);
  } else if (answers.has(message.id)) {
    answers.get(message.id)(message);
    answers.delete(message.id);
  }
}

function request(method, params) {
  const id = ++last;
  return new Promise((resolve, reject) => {
    answers.set(id, (m) => (m.error ? reject(new Error(`${method}: ${m.error.message}`)) : resolve(m.result)));
    send({ id, method, params });
  });
}

// open opens a text in the server under the name of a file of the project and
// returns the problems found.
async function open(name, text) {
  const uri = pathToFileURL(path.join(root, name)).href;
  const problems = new Promise((resolve) => diagnosed.set(uri, resolve));
  send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text } } });
  return { uri, problems: await problems };
}

function close(uri) {
  send({ method: "textDocument/didClose", params: { textDocument: { uri } } });
}

// fresh returns an unused file name: closing a file also reports problems.
let names = 0;
const fresh = () => `content/manipulation/consumables/charm_${++names}.yaml`;

let failures = 0;
function fail(text) {
  failures++;
  console.error(text);
}

function files(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((e) => {
    const name = `${folder}/${e.name}`;
    return e.isDirectory() ? files(name) : name.endsWith(".yaml") ? [name] : [];
  });
}

// The server must report no problem in the shipped files. It checks a text only
// 200 ms after it was opened, so all are opened before the first is awaited.
async function shipped() {
  const all = files("content");
  const check = async (name) => {
    const { uri, problems } = await open(name, fs.readFileSync(path.join(root, name), "utf8"));
    for (const p of problems) fail(`${name}:${p.range.start.line + 1}: ${p.message}`);
    close(uri);
  };
  await Promise.all(all.map(check));
  return all.length;
}

const head = (kind) => `# yaml-language-server: $schema=../../../schemas/${kind}.schema.json\n`;
const charm = (lines) => head("consumable") + "kind: consumable\nid: charm\n" + lines;

// Mistakes: the text, the line (from 1) and part of the message.
const mistakes = [
  [charm("naem: Charm\n"), 4, "naem"],
  [charm("rarity: comon\n"), 4, "common"],
  [charm("params: {least: {default: many}}\n"), 4, "number"],
  [charm("use: {targets: [{name: die}]}\n"), 4, "from"],
  [charm("use:\n  targets: 5\n"), 5, "array"],
  [charm("tests: [{nam: x}]\n"), 4, "nam"],
  [charm("tags: [a\n"), 5, "]"],
  [head("die") + "kind: die\nid: d\nsides: 1\n", 4, "2"],
  [head("enemy") + "kind: relic\nid: x\n", 2, "enemy"],
  [head("game") + "kind: game\nid: g\nzones: {d: {of: die, visible: nobody}}\n", 4, "none"],
  [head("migration") + "kind: migration\nbefore: soon\n", 3, "pattern"],
];

async function wrong() {
  for (const [text, line, part] of mistakes) {
    const { uri, problems } = await open(fresh(), text);
    if (!problems.some((p) => p.range.start.line + 1 === line && p.message.includes(part))) {
      fail(`not told on line ${line} (${part}):\n${text}${JSON.stringify(problems.map((p) => [p.range.start.line + 1, p.message]))}`);
    }
    close(uri);
  }
  return mistakes.length;
}

// At | in a text, editors offer these completions, with a description.
const offers = [
  [charm("|"), ["name", "rarity", "use", "params"], "players"],
  [charm("rarity: |"), ["common", "uncommon", "rare", "legendary"], ""],
  [charm("use:\n  targets:\n    - name: die\n      |"), ["from", "where", "prompt"], "zone"],
  [charm("params:\n  least:\n    default: 5\n    |"), ["safe", "breaks", "unit"], "range"],
  [head("consumable") + "|", ["consumable"], ""], // a snippet
  [head("game") + "kind: game\nid: g\nzones:\n  d:\n    of: die\n    visible: |", ["all", "owner", "none"], ""],
  [head("game") + "kind: game\nid: g\nvariables:\n  gold:\n    |", ["start", "min", "clamp"], "Lowest"],
  [head("migration") + "kind: migration\nbefore: 1.1.0\nrename:\n  |", ["definitions", "variables", "zones"], "old names"],
];

// place removes the | from a text and returns its position.
function place(marked) {
  const before = marked.slice(0, marked.indexOf("|")).split("\n");
  return { text: marked.replace("|", ""), position: { line: before.length - 1, character: before.at(-1).length } };
}

async function completes() {
  for (const [marked, labels, words] of offers) {
    const { text, position } = place(marked);
    const { uri } = await open(fresh(), text);
    const { items } = await request("textDocument/completion", { textDocument: { uri }, position });
    for (const label of labels) {
      if (!items.some((i) => i.label === label)) fail(`${label} is not offered:\n${marked}\n${items.map((i) => i.label)}`);
    }
    const said = items.map((i) => JSON.stringify(i.documentation ?? "")).join();
    if (!said.includes(words)) fail(`nothing is said of ${words}:\n${marked}\n${said}`);
    close(uri);
  }
  return offers.length;
}

// At |, editors show this on hover.
const explained = [
  [charm("rar|ity: common\n"), "How rare"],
  [charm("params:\n  least:\n    default: 5\n    sa|fe: [1, 5]\n"), "range"],
  [charm("use:\n  targets:\n    - name: die\n      fr|om: dice\n"), "zone"],
  [head("die") + "kind: die\nid: d\nsi|des: 6\n", "sides"],
];

async function hovers() {
  for (const [marked, words] of explained) {
    const { text, position } = place(marked);
    const { uri } = await open(fresh(), text);
    const hover = await request("textDocument/hover", { textDocument: { uri }, position });
    if (!JSON.stringify(hover ?? "").includes(words)) fail(`not explained (${words}):\n${marked}\n${JSON.stringify(hover)}`);
    close(uri);
  }
  return explained.length;
}

async function main() {
  const folder = { uri: pathToFileURL(root).href, name: "project" };
  await request("initialize", {
    processId: process.pid,
    rootUri: folder.uri,
    workspaceFolders: [folder],
    capabilities: {
      textDocument: { completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } }, hover: {} },
      workspace: { configuration: true, workspaceFolders: true },
    },
    initializationOptions: {},
  });
  send({ method: "initialized", params: {} });
  send({
    method: "workspace/didChangeConfiguration",
    params: { settings: { yaml: { validate: true, completion: true, hover: true, schemaStore: { enable: false } } } },
  });
  const counts = [await shipped(), await wrong(), await completes(), await hovers()];
  console.log("%d files as shipped, %d with mistakes, %d completions, %d explanations", ...counts);
  ended = true;
  server.kill();
  process.exitCode = failures > 0 ? 1 : 0;
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
