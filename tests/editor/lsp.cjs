// Drives `sleight lsp` as an editor does, over a workspace with the shipped
// content:
//   node lsp.cjs TOOLS BINARY [FILTER]
"use strict";

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { open } = require("./client.cjs");
const { tests: features } = require("./features.cjs");
const { tests: everywhere } = require("./everywhere.cjs");

const [tools, binary] = process.argv.slice(2, 4).map((p) => path.resolve(p));
const filter = process.argv[4] ?? "";
const root = path.resolve(__dirname, "../..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sleight-lsp-"));
for (const part of ["content", "scripts"]) {
  for (const pack of fs.readdirSync(path.join(root, part), { withFileTypes: true })) {
    if (pack.isDirectory()) fs.cpSync(path.join(root, part, pack.name), path.join(folder, part, pack.name), { recursive: true });
  }
}

const flip = "content/manipulation/consumables/flip.yaml";
const lock = "content/manipulation/consumables/lock.yaml";
const game = "content/manipulation/game.yaml";
const script = "scripts/manipulation/shop.lua";

const has = (list, ...wanted) => {
  for (const w of wanted) assert(list.includes(w), `${w} is not among ${list.slice(0, 40).join(", ")}`);
};
const lacks = (list, ...unwanted) => {
  for (const u of unwanted) assert(!list.includes(u), `${u} is among ${list.slice(0, 40).join(", ")}`);
};

const tests = {
  async "problems while typing, with quick fixes"(c) {
    const text = c.read(flip);
    c.show(flip, text.replace("from: dice", "from: dcie"));
    const [problem] = await c.until(flip, (d) => d.length > 0, "a misspelt zone is a problem");
    assert.match(problem.message, /dcie/);
    assert.equal(c.read(flip).split("\n")[problem.range.start.line].slice(problem.range.start.character, problem.range.end.character), "dcie");
    const actions = await c.ask("CodeActionRequest", { textDocument: { uri: c.uri(flip) }, range: problem.range, context: { diagnostics: [problem] } });
    const fix = actions.find((a) => a.isPreferred);
    assert(fix, `a quick fix is offered: ${JSON.stringify(actions)}`);
    c.apply(fix.edit);
    assert.equal(c.read(flip), text);
    await c.until(flip, (d) => d.length === 0, "the problem is gone");
  },

  async "completion of keys and names in YAML"(c) {
    const text = c.read(flip);
    c.show(flip, `${text.trimEnd()}\nra`);
    has(await c.labels(flip, "\nra‸"), "rarity");
    lacks(await c.labels(flip, "\nra‸"), "name", "id");
    c.show(flip, text.replace("from: dice", "from: "));
    has(await c.labels(flip, "from: ‸"), "dice", "inventory");
    c.show(flip, text.replace("from: dice", "from: di"));
    has(await c.labels(flip, "from: di‸"), "dice");
    c.show(flip, `kind: card\nid: x\nuse:\n  cost: {ma`);
    has(await c.labels(flip, "cost: {ma‸"), "mana");
    c.show(flip, `kind: relic\nid: x\nextends: `);
    has(await c.labels(flip, "extends: ‸"), "mana_crystal");
    c.show(flip, `kind: co`);
    has(await c.labels(flip, "kind: co‸"), "consumable");
    c.show(flip, `kind: consumable\nid: x\nscript: `);
    has(await c.labels(flip, "script: ‸"), "consumables/flip.lua");
    c.show(flip, `kind: consumable\nid: x\nrarity: `);
    has(await c.labels(flip, "rarity: ‸"), "common", "rare");
    c.show(flip, `kind: consumable\nid: x\nparams:\n  depth: 2\ntests:\n  - name: a\n    given:\n      `);
    has(await c.labels(flip, "given:\n      ‸"), "phase", "dice", "mana");
    c.show(flip, text);
    await c.until(flip, (d) => d.length === 0, "the file is as it was");
  },

  async "completion in Lua, in files and inside YAML"(c) {
    const text = c.read(script);
    c.show(script, `${text}\nlocal function probe(die)\n  vars.`);
    has(await c.labels(script, "(die)\n  vars.‸"), "mana", "gold");
    c.show(script, `${text}\nlocal function probe(die)\n  game.`);
    has(await c.labels(script, "(die)\n  game.‸"), "shop_price_common");
    c.show(script, `${text}\nlocal function probe(die)\n  set_d`);
    has(await c.labels(script, "(die)\n  set_d‸"), "set_die_value");
    c.show(script, `${text}\nlocal function probe(die)\n  di`);
    has(await c.labels(script, "(die)\n  di‸"), "die");
    c.show(script, `${text}\nlocal function probe(die)\n  each("`);
    has(await c.labels(script, `each("‸`), "dice", "shop");
    c.show(script, `${text}\nlocal function probe(die)\n  enter_phase("`);
    has(await c.labels(script, `enter_phase("‸`), "shop");
    c.show(script, `${text}\nlocal function probe(die)\n  string.fo`);
    has(await c.labels(script, `string.fo‸`), "format");
    c.show(script, text);
    const yaml = c.read(flip);
    c.show(flip, yaml.replace("from: dice", "from: dice, where: die."));
    has(await c.labels(flip, "where: die.‸"), "value", "locked");
    c.show(flip, `kind: relic\nid: x\nlua: |\n  return {\n    on_`);
    has(await c.labels(flip, "    on_‸"), "on_used");
    c.show(flip, `kind: relic\nid: x\nlua: |\n  return {\n    use = function(self)\n      flip_`);
    has(await c.labels(flip, "flip_‸"), "flip_die");
    c.show(flip, `kind: relic\nid: x\ntext: Deal {\nparams: {depth: 2}`);
    const [price] = (await c.labels(flip, "Deal {‸")).filter((l) => l === "=game.shop_price_common");
    assert(price, "parameters of the game are completed in texts");
    c.show(flip, yaml);
    await c.until(flip, (d) => d.length === 0, "the file is as it was");
  },

  async "hover and signature help"(c) {
    c.show(flip);
    c.show(script);
    const over = async (name, part) => (await c.ask("HoverRequest", c.at(name, part)))?.contents.value ?? "";
    assert.match(await over(flip, "from: di‸ce"), /zone of manipulation/);
    assert.match(await over(flip, "rar‸ity:"), /How rare/);
    assert.match(await over(script, "mod‸ify("), /modify\(/);
    const text = c.read(script);
    c.show(script, `${text}\nlocal function probe(die)\n  set_die_value(die, `);
    const help = await c.ask("SignatureHelpRequest", c.at(script, "set_die_value(die, ‸"));
    assert.equal(help.activeParameter, 1);
    assert.match(help.signatures[0].label, /set_die_value\(die, value/);
    c.show(script, text);
  },

  async "definition, references and links"(c) {
    c.show(flip);
    c.show(script);
    c.show(game);
    const found = await c.ask("DefinitionRequest", c.at(flip, "from: di‸ce"));
    assert.equal(c.name(found[0].uri), game);
    const uses = await c.ask("ReferencesRequest", { ...c.at(flip, "from: di‸ce"), context: { includeDeclaration: true } });
    assert(uses.length > 50, `dice is used in ${uses.length} places`);
    const [link] = await c.ask("DocumentLinkRequest", { textDocument: { uri: c.uri(flip) } });
    assert.equal(c.name(link.target), "scripts/manipulation/consumables/flip.lua");
    const symbols = await c.ask("DocumentSymbolRequest", { textDocument: { uri: c.uri(game) } });
    has(symbols[0].children.map((s) => s.name), "dice", "mana");
    const all = await c.ask("WorkspaceSymbolRequest", { query: "flip" });
    has(all.map((s) => s.name), "flip");
    const folds = await c.ask("FoldingRangeRequest", { textDocument: { uri: c.uri(game) } });
    assert(folds.length > 20);
    const hints = await c.ask("InlayHintRequest", { textDocument: { uri: c.uri(script) }, range: { start: { line: 0, character: 0 }, end: { line: 200, character: 0 } } });
    assert(hints.some((h) => /^= \d/.test(h.label)), "values of parameters are shown");
    const tokens = await c.ask("SemanticTokensRequest", { textDocument: { uri: c.uri(script) } });
    assert(tokens.data.length > 0 && tokens.data.length % 5 === 0);
  },

  async "rename across YAML, Lua and locales"(c) {
    c.show(lock);
    const at = c.at(lock, "id: lo‸ck");
    const edit = await c.ask("RenameRequest", { ...at, newName: "padlock" });
    const files = Object.keys(edit.changes).map((u) => c.name(u));
    has(files, lock, "content/manipulation/locales/de.yaml");
    await assert.rejects(c.ask("RenameRequest", { ...at, newName: "Pad Lock" }), /not a valid name/);
    await assert.rejects(c.ask("RenameRequest", { ...at, newName: "flip" }), /already/);
    const zone = await c.ask("RenameRequest", { ...c.at(game, "\n  di‸ce:"), newName: "pool" });
    const german = zone.changes[c.uri("content/manipulation/locales/de.yaml")].map((e) => c.read("content/manipulation/locales/de.yaml").split("\n")[e.range.start.line]);
    assert(german.some((line) => line.includes("zones.dice.name")), "paths of translations are renamed");
    c.apply(zone);
    const refused = await c.ask("ExecuteCommandRequest", { command: "sleight.runAllTests", arguments: [] });
    const shared = c.at("content/manipulation/hands/five.yaml", "  mul‸tiplier:");
    await assert.rejects(c.ask("RenameRequest", { ...shared, newName: "factor" }), /not every use/);
    assert.equal(refused.failed, 0, `tests fail after a zone was renamed: ${JSON.stringify(c.messages.at(-1))}`);
    for (const name of [...c.open.keys()]) c.close(name);
  },

  async "rename in the paths of patches, and the pack that set a value"(c) {
    const pack = "content/tweak/pack.yaml";
    const patch = "content/tweak/patch.yaml";
    const write = (name, text) => {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
      c.connection.sendNotification(c.lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: c.uri(name), type: 1 }] });
    };
    write(pack, `kind: pack\nformat: 1\nid: tweak\ntitle: Tweak\nversion: 1.0.0\nrequires: {manipulation: "*"}\n`);
    write(patch, "kind: patch\nof: game/manipulation\nset:\n  params.shop_price_relic.default: 999\n  params.shop_price_common.default: 77\n");
    c.show(game);
    c.show(patch);
    await c.until(patch, (d) => d.some((p) => /safe range/.test(p.message)), "the patch is applied");
    let hover; // files of the test before may still be closing, and then the content is broken for a moment
    for (let i = 0; i < 200 && !/tweak/.test(hover?.contents.value); i++) {
      if (i) await new Promise((done) => setTimeout(done, 50));
      hover = await c.ask("HoverRequest", c.at(game, "shop_price_rel‸ic:"));
    }
    assert.match(hover.contents.value, /set by pack tweak: `60` → `999`/);
    const edit = await c.ask("RenameRequest", { ...c.at(patch, "params.shop_price_rel‸ic"), newName: "relic_price" });
    const changed = edit.changes[c.uri(patch)];
    assert.equal(changed.length, 1);
    assert.deepEqual(changed[0].range, { start: { line: 3, character: 9 }, end: { line: 3, character: 25 } });
    has(Object.keys(edit.changes).map((u) => c.name(u)), game, patch);
    fs.rmSync(path.join(folder, "content/tweak"), { recursive: true });
    c.close(patch);
    c.connection.sendNotification(c.lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: c.uri(patch), type: 3 }] });
    await c.until(patch, (d) => d.length === 0, "the patch is gone");
  },

  async "all problems of one sort are fixed at once"(c) {
    const text = c.read(flip);
    c.show(flip, text.replace("from: dice", "from: dcie").replace("inventory: [flip]}", "inventory: [flpi]}").replace("[flip, flip, flip, flip]", "[flip, flip, flip, filp]"));
    const other = c.read(lock);
    c.show(lock, other.replace("from: dice", "from: diec"));
    await c.until(lock, (d) => d.length > 0, "a problem in one file");
    const [problem] = await c.until(flip, (d) => d.length > 0, "problems in the other");
    const actions = await c.ask("CodeActionRequest", { textDocument: { uri: c.uri(flip) }, range: problem.range, context: { diagnostics: [problem] } });
    const all = actions.find((a) => /^Fix all \d+ problems/.test(a.title));
    assert(all, `all can be fixed: ${actions.map((a) => a.title)}`);
    c.apply(all.edit);
    await c.until(lock, (d) => d.length === 0, "the problem of the other file is fixed too");
    assert.equal(c.read(lock), other);
    c.show(flip, text);
    await c.until(flip, (d) => d.length === 0, "the file is as it was");
  },

  async "fixing all does not spread a misspelt declaration to its uses"(c) {
    const text = c.read(game);
    c.show(flip);
    c.show(game, text.replace("  dice: {of: die", "  dicce: {of: die"));
    const [problem] = await c.until(flip, (d) => d.length > 0, "a problem at a use");
    const actions = await c.ask("CodeActionRequest", { textDocument: { uri: c.uri(flip) }, range: problem.range, context: { diagnostics: [problem] } });
    assert.deepEqual(actions.map((a) => a.title), ['Change "dice" to "dicce"']);
    c.show(game, text);
    await c.until(flip, (d) => d.length === 0, "the zone is as it was");
  },

  async "code lenses run tests"(c) {
    c.show(flip);
    await c.until(flip, () => true, "problems of flip").catch(() => null);
    const lenses = await c.ask("CodeLensRequest", { textDocument: { uri: c.uri(flip) } });
    assert(lenses.length > 3);
    const all = await c.ask("ExecuteCommandRequest", lenses[0].command);
    assert(all.passed > 3 && all.failed === 0, JSON.stringify(all));
    const broken = c.read(flip).replace("expect:", "expect:\n      mana: 99");
    c.show(flip, broken);
  },

  async "legal commands in a test"(c) {
    const head = `kind: consumable
id: flip
name: Flip
use: {targets: [{name: die, from: dice}]}
script: consumables/flip.lua
tests:
  - name: a
    given: {phase: roll, dice: [6, 3], inventory: [flip]}
`;
    c.show(flip, `${head}    do: `);
    const first = await c.labels(flip, "    do: ‸");
    has(first, "use flip d1", "use flip d2", "score");
    lacks(first, "use flip d3");
    c.show(flip, `${head}    do: us`);
    lacks(await c.labels(flip, "    do: us‸"), "score");
    c.show(flip, `${head}    do:\n      - use flip d1\n      - `);
    const second = await c.labels(flip, "use flip d1\n      - ‸");
    has(second, "score");
    lacks(second, "use flip d2"); // it is already used
    c.show(flip, `${head}    do: [use flip d1, s`);
    has(await c.labels(flip, "use flip d1, s‸"), "score");
    lacks(await c.labels(flip, "use flip d1, s‸"), "use flip d2");
    c.show(flip, `${head}    steps:\n      - do: use flip d2\n        expect: {}\n      - do: `);
    has(await c.labels(flip, "expect: {}\n      - do: ‸"), "score");
    c.show(flip, `${head}    do: [use flip d9, `); // refused: nothing can be said
    lacks(await c.labels(flip, "d9, ‸"), "score");
  },

  async "code lenses play from a test and measure worth"(c) {
    c.show(flip);
    const lenses = await c.ask("CodeLensRequest", { textDocument: { uri: c.uri(flip) } });
    const play = lenses.find((l) => l.command.title === "play from here");
    const saved = await c.ask("ExecuteCommandRequest", play.command);
    const input = `load ${saved.file}\nuse flip d1\n`;
    const out = execFileSync(binary, ["repl", saved.game, "--strict", "--profile", "none"], { cwd: folder, input, encoding: "utf8" });
    assert.match(out, /value: d1 6 → 1/);
    await assert.rejects(c.ask("ExecuteCommandRequest", { command: "sleight.playFrom", arguments: [["manipulation", "consumable/flip", "none"]] }), /no test/);
    const worth = lenses.find((l) => l.command.title === "what is it worth?");
    const answer = await c.ask("ExecuteCommandRequest", worth.command);
    assert(answer.games === 400 && answer.interval[0] <= answer.worth && answer.worth <= answer.interval[1], JSON.stringify(answer));
    assert.match(c.messages.at(-1).message, /Flip is worth/);
  },

  async "UTF-16 positions and CRLF"(c) {
    const text = c.read(flip).replace(/^text: .*$/m, "text: 🎲🎲 äöü").replace("from: dice", "from: dcie").replaceAll("\n", "\r\n");
    c.show(flip, text);
    const [problem] = await c.until(flip, (d) => d.some((p) => /dcie/.test(p.message)), "a problem in a file with CRLF");
    const line = text.split("\n")[problem.range.start.line];
    assert.equal(line.slice(problem.range.start.character, problem.range.end.character), "dcie");
    c.show(flip, text.replace("äöü", "äöü {").replace("dcie", "dice"));
    has(await c.labels(flip, "🎲🎲 äöü {‸"), "=game.shop_price_common");
    const list = await c.ask("CompletionRequest", c.at(flip, "🎲🎲 äöü {‸"));
    assert.equal(list.items[0].textEdit.range.start.character, "text: 🎲🎲 äöü {".length);
    c.close(flip);
    await c.until(flip, (d) => d.length === 0, "closing gives the file back to the disk");
  },

  async "files that are added and removed"(c) {
    const name = "content/manipulation/consumables/new_one.yaml";
    fs.writeFileSync(path.join(folder, name), "kind: consumable\nid: new_one\nname: New\nscript: consumables/missing.lua\n");
    const watched = (type) => c.connection.sendNotification(c.lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: c.uri(name), type }] });
    watched(1);
    await c.until(name, (d) => d.length > 0, "a new file is checked");
    fs.rmSync(path.join(folder, name));
    watched(3);
    await c.until(name, (d) => d.length === 0, "the problems of a removed file go");
  },

  async "formatting keeps comments and tokens"(c) {
    const text = c.read(script);
    c.show(script, text.replaceAll("\n  ", "\n "));
    const edits = await c.ask("DocumentFormattingRequest", { textDocument: { uri: c.uri(script) }, options: { tabSize: 2, insertSpaces: true } });
    c.apply({ changes: { [c.uri(script)]: edits } });
    assert.equal(c.read(script), text);
  },

  async "invalid requests"(c) {
    await assert.rejects(c.connection.sendRequest("textDocument/nonsense", {}), /unknown method/);
    assert.equal(await c.ask("HoverRequest", { textDocument: { uri: c.uri("content/none.yaml") }, position: { line: 5, character: 5 } }), null);
    const list = await c.ask("CompletionRequest", { textDocument: { uri: c.uri(flip) }, position: { line: 9999, character: 9999 } });
    assert(Array.isArray(list.items));
    await assert.rejects(c.ask("ExecuteCommandRequest", { command: "sleight.runTests", arguments: [7] }), /takes a list/);
  },
};

(async () => {
  let failed = 0;
  const client = await open(tools, binary, folder);
  for (const [name, test] of [...Object.entries(tests), ...Object.entries(features), ...Object.entries(everywhere)].filter(([name]) => name.includes(filter))) {
    try {
      await test(client);
      console.log(`ok    ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAIL  ${name}\n${error.stack}`);
    }
    for (const file of [...client.open.keys()]) client.close(file);
  }
  const code = await client.end();
  if (code !== 0) {
    failed++;
    console.log(`FAIL  the server ended with ${code}`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit(failed ? 1 : 0);
})();
