// Every feature of `sleight lsp` under every condition: on a file that was just
// opened, beside a broken one, and with CRLF and characters outside the Basic
// Multilingual Plane before every queried position; then the file is removed.
// lsp.cjs runs these tests after its own.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");

const game = "content/manipulation/game.yaml";
const german = "content/manipulation/locales/de.yaml";
const lock = "content/manipulation/consumables/lock.yaml";
const probe = "content/manipulation/consumables/probe.yaml";
const linked = "content/manipulation/consumables/linked.yaml";

// text is a definition that uses every feature; odd is inserted wherever a line
// can have text before a queried position.
const text = (odd) => `kind: consumable
id: probe
name: Probe
rarity: common
params: {twist: {breaks: "${odd}", default: 2, safe: [1, 3], unit: faces}}
text: "${odd}Shows {twist}."
use: {targets: [{prompt: "${odd}Which die?", name: die, from: dice}]}
lua: |
  return {
    use = function(self, die)
      say("${odd}") set_die_value(die, self.twist)
    end,
  }
tests:
  - {name: "${odd}it sets", given: {phase: roll, dice: [6, 3], inventory: [probe]}, do: use probe d1, expect: {dice: [2, 3]}}
`;

const link = (odd) => `kind: consumable\nid: linked\nname: Linked\nrarity: common\ntext: "${odd}Turns."\nuse: {targets: [{prompt: "${odd}?", name: die, from: dice}]}\nscript: consumables/flip.lua\n`;

const has = (list, wanted) => assert(list.includes(wanted), `${wanted} is not among ${list.slice(0, 40).join(", ")}`);
const whole = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };

// write writes a file behind the editor's back, or removes it.
function write(c, name, content) {
  const file = path.join(c.folder, name), type = content === undefined ? 3 : fs.existsSync(file) ? 2 : 1;
  if (content === undefined) fs.rmSync(file);
  else fs.writeFileSync(file, content);
  c.connection.sendNotification(c.lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: c.uri(name), type }] });
}

const of = (c, name) => ({ textDocument: { uri: c.uri(name) } });
const worded = (c, name, range) => c.read(name).split("\n")[range.start.line].slice(range.start.character, range.end.character);

// Each feature gets the client and the valid text of the probe, and leaves the
// probe valid. broken says that another file cannot be read.
const features = {
  async "problems and quick fixes"(c, sound, broken) {
    // Names are only looked up once every file can be read.
    const wanted = broken ? ["comon"] : ["dcie", "set_die_valeu"];
    c.show(probe, broken ? sound.replace("rarity: common", "rarity: comon") : sound.replace("from: dice", "from: dcie").replace("set_die_value(", "set_die_valeu("));
    const found = await c.until(probe, (d) => d.length === wanted.length, "its problems");
    assert.deepEqual(found.map((p) => worded(c, probe, p.range)).sort(), wanted);
    for (const problem of found.toReversed()) { // from the end, so that the other edit keeps its position
      const actions = await c.ask("CodeActionRequest", { ...of(c, probe), range: problem.range, context: { diagnostics: [problem] } });
      c.apply(actions.find((a) => a.isPreferred).edit);
    }
    assert.equal(c.read(probe), sound);
    await c.until(probe, (d) => d.length === 0, "no problem is left");
    assert.equal((c.problems.get(lock)?.diagnostics.length ?? 0) > 0, broken);
  },

  async "completion of names, in Lua, in texts"(c, sound) {
    for (const [typed, at, wanted] of [
      [["from: dice", "from: di"], "from: di‸", "dice"],
      [["set_die_value(die", "set_die_v(die"], "set_die_v‸(die", "set_die_value"],
      [["self.twist", "self.tw"], "self.tw‸", "twist"],
      [["{twist}", "{tw}"], "{tw‸}", "twist"],
      [["    use =", "    on_sc ="], "    on_sc‸", "on_scored"],
      [["rarity: common", "rarity: c"], "rarity: c‸", "common"],
    ]) {
      c.show(probe, sound.replace(...typed));
      const { items } = await c.ask("CompletionRequest", c.at(probe, at));
      const item = items.find((i) => i.label === wanted);
      assert(item, `${wanted} is not among ${items.map((i) => i.label).slice(0, 40)}`);
      if (item.textEdit) assert(wanted.startsWith(worded(c, probe, item.textEdit.range)), JSON.stringify(item.textEdit));
    }
    c.show(probe, sound);
  },

  async "completion in tests, translations and the layout"(c, sound) {
    c.show(probe, sound.replace("do: use probe d1", "do: use"));
    has(await c.labels(probe, "do: use‸"), "use probe d1");
    c.show(probe, sound.replace("inventory: [probe]", "inventory: [pro]"));
    has(await c.labels(probe, "inventory: [pro‸"), "probe");
    c.show(probe, sound.replace("expect: {dice", "expect: {ma"));
    has(await c.labels(probe, "expect: {ma‸"), "mana");
    c.show(probe, sound);
    const translated = c.read(german);
    c.show(german, translated.replace("  card/purse:", "  consumable/pr:\n    x:\n  card/purse:"));
    has(await c.labels(german, "  consumable/pr‸"), "consumable/probe");
    c.close(german);
    const layout = c.read(game);
    c.show(game, layout.replace("of: [stage, turn", "of: [st, turn"));
    has(await c.labels(game, "of: [st‸"), "stage");
    c.close(game);
  },

  async "hover, signatures, inlay hints"(c, sound) {
    assert.match((await c.ask("HoverRequest", c.at(probe, "from: di‸ce"))).contents.value, /zone of manipulation/);
    assert.match((await c.ask("HoverRequest", c.at(probe, "self.tw‸ist"))).contents.value, /twist/);
    c.show(probe, sound.replace("set_die_value(die, self.twist)", "set_die_value(die, "));
    const help = await c.ask("SignatureHelpRequest", c.at(probe, "set_die_value(die, ‸"));
    assert.deepEqual([help.signatures[0].label.startsWith("set_die_value(die, value"), help.activeParameter], [true, 1]);
    c.show(probe, sound);
    const hints = await c.ask("InlayHintRequest", { ...of(c, probe), range: whole });
    const line = c.read(probe).split("\n");
    const hint = hints.find((h) => h.label === "= 2" && line[h.position.line].slice(0, h.position.character).endsWith("self.twist"));
    assert(hint, JSON.stringify(hints));
  },

  async "definition, references, rename"(c, sound) {
    const [zone] = await c.ask("DefinitionRequest", c.at(probe, "from: di‸ce"));
    assert.equal(c.name(zone.uri), game);
    const [param] = await c.ask("DefinitionRequest", c.at(probe, "self.tw‸ist"));
    assert.deepEqual([c.name(param.uri), worded(c, probe, param.range)], [probe, "twist"]);
    const uses = await c.ask("ReferencesRequest", { ...c.at(probe, "self.tw‸ist"), context: { includeDeclaration: true } });
    assert.deepEqual(uses.map((u) => [c.name(u.uri), worded(c, probe, u.range)]), Array(3).fill([probe, "twist"]));
    const edit = await c.ask("RenameRequest", { ...c.at(probe, "self.tw‸ist"), newName: "turn_to" }); // the name does not occur in a broken file
    assert.deepEqual(Object.keys(edit.changes), [c.uri(probe)]);
    c.apply(edit);
    assert.equal(c.read(probe), sound.replaceAll("twist", "turn_to"));
    c.show(probe, sound);
  },

  async "outline, folding, highlighting, links"(c, sound) {
    const symbols = await c.ask("DocumentSymbolRequest", of(c, probe));
    assert.deepEqual([symbols[0].name, worded(c, probe, symbols[0].selectionRange)], ["probe", "probe"]);
    has((await c.ask("WorkspaceSymbolRequest", { query: "probe" })).map((s) => s.name), "probe");
    const folds = await c.ask("FoldingRangeRequest", of(c, probe)), lines = sound.split("\n");
    assert(folds.some((f) => lines[f.startLine].startsWith("lua: |")), JSON.stringify(folds));
    const { data } = await c.ask("SemanticTokensRequest", of(c, probe)), words = [];
    for (let i = 0, line = 0, start = 0; i < data.length; i += 5) {
      if (data[i]) start = 0;
      line += data[i];
      start += data[i + 1];
      words.push(lines[line].slice(start, start + data[i + 2]));
    }
    has(words, "twist");
    for (const word of words) assert.match(word, /^[\w./]+$/);
    const [target] = await c.ask("DocumentLinkRequest", of(c, linked));
    assert.deepEqual([c.name(target.target), worded(c, linked, target.range)], ["scripts/manipulation/consumables/flip.lua", "consumables/flip.lua"]);
  },

  async "code lenses and formatting"(c, sound, broken) {
    const lenses = await c.ask("CodeLensRequest", of(c, probe));
    const run = lenses.find((l) => /^▶ run 1 test$/.test(l.command.title));
    assert(run, JSON.stringify(lenses));
    if (!broken) assert.deepEqual(await c.ask("ExecuteCommandRequest", run.command), { passed: 1, failed: 0 });
    c.show(probe, sound.replace("rarity: common", "rarity: common  \t"));
    c.apply({ changes: { [c.uri(probe)]: await c.ask("DocumentFormattingRequest", { ...of(c, probe), options: { tabSize: 2, insertSpaces: true } }) } });
    assert.equal(c.read(probe), sound);
  },
};

// settled shows the probe, and waits until it has no problems; a file that never
// had one is never reported.
async function settled(c, sound) {
  c.show(probe, sound.replace("rarity: common", "rarity: comon"));
  await c.until(probe, (d) => d.length > 0, "the probe has a problem");
  c.show(probe, sound);
  await c.until(probe, (d) => d.length === 0, "the probe is sound");
}

// all requests every feature.
async function all(c, odd, end, broken) {
  const sound = text(odd).replaceAll("\n", end);
  c.show(linked, link(odd).replaceAll("\n", end));
  await settled(c, sound);
  for (const [name, feature] of Object.entries(features)) {
    await feature(c, sound, broken).catch((e) => {
      throw new Error(`${name}: ${e.message}`, { cause: e });
    });
  }
}

exports.tests = {
  async "every feature on a new file, until it is removed"(c) {
    write(c, linked, link(""));
    write(c, probe, text(""));
    await all(c, "", "\n", false);
    c.close(probe);
    c.close(linked);
    write(c, probe);
    write(c, linked);
    const found = async () => (await c.ask("WorkspaceSymbolRequest", { query: "probe" })).map((s) => s.name);
    for (let i = 0; i < 200 && (await found()).length; i++) await new Promise((done) => setTimeout(done, 50));
    assert.deepEqual(await found(), []);
    for (const request of ["DocumentSymbolRequest", "CodeLensRequest", "DocumentLinkRequest", "FoldingRangeRequest"]) assert.deepEqual((await c.ask(request, of(c, probe))) ?? [], [], request);
    const position = { line: 10, character: 50 };
    for (const request of ["HoverRequest", "SignatureHelpRequest"]) assert.equal(await c.ask(request, { ...of(c, probe), position }), null, request);
    assert.deepEqual((await c.ask("DefinitionRequest", { ...of(c, probe), position })) ?? [], []);
    c.show(lock, c.read(lock).replace("inventory: [lock]", "inventory: [pro]"));
    assert(!(await c.labels(lock, "inventory: [pro‸")).includes("probe"));
  },

  async "every feature beside a broken file"(c) {
    await settled(c, text(""));
    c.show(lock, `${c.read(lock)}\nbroken: [`);
    await c.until(lock, (d) => d.length > 0, "the other file is broken");
    await all(c, "", "\n", true);
  },

  async "every feature behind emoji, in files with CRLF"(c) {
    await all(c, "🎲🎲 ä ", "\r\n", false);
  },
};
