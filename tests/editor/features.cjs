// The other requests that an editor sends to `sleight lsp`: lsp.cjs runs these
// tests after its own, over the same workspace.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");

const flip = "content/manipulation/consumables/flip.yaml";
const lock = "content/manipulation/consumables/lock.yaml";
const game = "content/manipulation/game.yaml";
const german = "content/manipulation/locales/de.yaml";
const script = "scripts/manipulation/shop.lua";

const has = (list, ...wanted) => {
  for (const w of wanted) assert(list.includes(w), `${w} is not among ${list.slice(0, 40).join(", ")}`);
};
const lacks = (list, ...unwanted) => {
  for (const u of unwanted) assert(!list.includes(u), `${u} is among ${list.slice(0, 40).join(", ")}`);
};

// whole is the range of everything in a file.
const whole = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };

// named returns the texts at places in a file.
const named = (c, name, places) =>
  places
    .filter((p) => c.name(p.uri) === name)
    .map((p) => c.read(name).split("\n")[p.range.start.line].slice(p.range.start.character, p.range.end.character));

// write writes a file without the editor, and reports it. Without a text it
// removes the file.
const write = (c, name, text) => {
  const file = path.join(c.folder, name);
  const type = text === undefined ? 3 : fs.existsSync(file) ? 2 : 1;
  if (text === undefined) fs.rmSync(file);
  else {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  c.connection.sendNotification(c.lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: c.uri(name), type }] });
};

exports.tests = {
  async "formatting YAML keeps comments and texts"(c) {
    const text = "kind: consumable  \nid:   flip # a comment \t\nname: Flip\n# another\n\nlua: |\n  return {\n    use = function(self) end,   \n  }\n";
    c.show(flip, text.replaceAll("\n", "\r\n"));
    const edits = await c.ask("DocumentFormattingRequest", { textDocument: { uri: c.uri(flip) }, options: { tabSize: 2, insertSpaces: true } });
    c.apply({ changes: { [c.uri(flip)]: edits } });
    const wanted = text.replaceAll(/[ \t]+\n/g, (blanks, at) => (at < text.indexOf("lua:") ? "\n" : blanks)); // Lua is a text
    assert.equal(c.read(flip).replaceAll("\r\n", "\n"), wanted);
    const again = await c.ask("DocumentFormattingRequest", { textDocument: { uri: c.uri(flip) }, options: { tabSize: 2, insertSpaces: true } });
    assert.deepEqual(again ?? [], []);
  },

  async "completion in translations"(c) {
    const text = c.read(german);
    const typing = async (old, now, at) => {
      c.show(german, text.replace(old, now));
      return c.labels(german, at);
    };
    const keys = await typing("  card/purse:\n", "  card/pu\n  x:\n", "  card/pu‸");
    has(keys, "card/purse");
    lacks(keys, "consumable/flip", "ability/nudge"); // they do not apply, or are already translated
    const paths = await typing("  ability/nudge:\n    name:", "  ability/nudge:\n    n\n    xname:", "ability/nudge:\n    n‸");
    has(paths, "name");
    lacks(paths, "text", "use.targets[die].prompt");
    has(await typing("name: {from: Nudge,", "name: {fr, ", "name: {fr‸"), "from");
    has(await typing("from: Nudge,", "from: N,", "name: {from: N‸"), "Nudge");
    const params = await typing("unten. Kostet {mana_cost}", "unten. Kostet {ma", "unten. Kostet {ma‸");
    has(params, "mana_cost", "=game.base_mana");
    c.show(german, text);
  },

  async "completion in the layout, in limits and in tests"(c) {
    const text = c.read(game);
    const typing = async (name, all, old, now, at) => {
      assert(all.includes(old), `${name} has no ${old}`);
      c.show(name, all.replace(old, now));
      const found = await c.labels(name, at);
      c.show(name, all);
      return found;
    };
    has(await typing(game, text, "- {at: head,", "- {at: ", "layout:\n  - {at: ‸"), "head", "side", "near");
    has(await typing(game, text, "of: [stage, turn", "of: [st", "of: [st‸"), "stage");
    has(await typing(game, text, "layout:\n", "layout:\n  - {\n", "layout:\n  - {‸"), "at", "of", "name");
    has(await typing(game, text, "\n  offer:\n", "\n  offer:\n    limit: ma\n", "limit: ma‸"), "mana");
    const tests = c.read(flip);
    has(await typing(flip, tests, "expect:", "expect:\n      ma\n    x:", "expect:\n      ma‸"), "mana", "damage");
    const items = await typing(flip, tests, "inventory: [flip]}", "inventory: [fl]}", "inventory: [fl‸");
    has(items, "flip");
    lacks(items, "ooze", "is");
    const item = await typing(flip, tests, "given: {", "given: {enemies: [{}], ", "given: {enemies: [{‸");
    has(item, "is", "hp", "ooze");
    lacks(item, "flip", "locked");
    has(await typing(flip, tests, "given: {", "given: {enemies: [{is: oo}], ", "given: {enemies: [{is: oo‸"), "ooze");
    lacks(await typing(flip, tests, "given: {", "given: {enemies: [{hp: oo}], ", "given: {enemies: [{hp: oo‸"), "ooze");
    has(await typing(flip, tests, "given:", "given:\n      in\n    x:", "given:\n      in‸"), "inventory");
  },

  async "events are completed with their arguments"(c) {
    const text = c.read(script);
    c.show(script, `${text}\nlocal function probe()\n  emit("turn_`);
    const list = await c.ask("CompletionRequest", c.at(script, `emit("turn_‸`));
    const event = list.items.find((i) => i.label === "turn_started");
    assert.match(event.documentation.value, /Carries: `turn`/);
    const help = async (typed) => {
      c.show(script, `${text}\nlocal function probe(enemy)\n  ${typed}`);
      const h = await c.ask("SignatureHelpRequest", c.at(script, `probe(enemy)\n  ${typed}`));
      return [h.signatures[0].label, h.signatures[0].parameters[h.activeParameter]?.label];
    };
    assert.deepEqual(await help(`emit("enemy_hit", enemy, `), ["emit(event, enemy, damage)", "damage"]);
    assert.deepEqual(await help(`emit("enemy_hit", each("dice")[1], math.max(1, 2), `), ["emit(event, enemy, damage)", undefined]);
    assert.deepEqual(await help(`emit("combat_started", `), ["emit(event, …)", undefined]);
    c.show(flip, "kind: relic\nid: x\nlua: |\n  return {\n    on_enemy");
    const hooks = await c.ask("CompletionRequest", c.at(flip, "on_enemy‸"));
    assert.equal(hooks.items.find((i) => i.label === "on_enemy_hit").detail, "function(self, enemy, damage)");
  },

  async "a variable used only by a zone's limit or a property's visibility"(c) {
    const text = c.read(game);
    const declared = text.replace("\nvariables:\n", "\nvariables:\n  room: {start: 3, min: 0}\n  sight: {start: false}\n");
    c.show(game, declared);
    await c.until(game, (d) => d.filter((p) => /nothing uses the variable "(room|sight)"/.test(p.message)).length === 2, "unused variables are reported");
    const [, kind] = /\nproperties:\n {2}([a-z]+):/.exec(text);
    const used = declared
      .replace("\n  offer:\n", "\n  offer:\n    limit: room\n")
      .replace(`\nproperties:\n  ${kind}:`, `\nproperties:\n  ${kind}:\n    veiled: {start: 0, visible: sight}`);
    c.show(game, used);
    await c.until(game, (d) => !d.some((p) => /"(room|sight)"/.test(p.message)), "they are used");
    for (const [name, at] of [["room", "limit: ro‸om"], ["sight", "visible: sig‸ht"]]) {
      const [declaration] = await c.ask("DefinitionRequest", c.at(game, at));
      assert.deepEqual(named(c, game, [declaration]), [name]);
      const uses = await c.ask("ReferencesRequest", { ...c.at(game, at), context: { includeDeclaration: true } });
      assert.deepEqual(named(c, game, uses), [name, name]);
      const hover = await c.ask("HoverRequest", c.at(game, at));
      assert.match(hover.contents.value, new RegExp(`${name}.*variable of manipulation`));
      const edit = await c.ask("RenameRequest", { ...c.at(game, at), newName: `${name}_now` });
      assert.equal(edit.changes[c.uri(game)].length, 2);
    }
    c.show(game, text);
    await c.until(game, (d) => d.length === 0, "the file is as it was");
  },

  async "the pack that set a value is shown behind it"(c) {
    const pack = "content/tweak/pack.yaml";
    const patch = "content/tweak/patch.yaml";
    c.show(game);
    write(c, pack, `kind: pack\nformat: 1\nid: tweak\ntitle: Tweak\nversion: 1.0.0\nrequires: {manipulation: "*"}\n`);
    write(c, patch, "kind: patch\nof: game/manipulation\nset:\n  params.shop_price_relic.default: 999\n  params.shop_price_common.default: 77\n");
    c.show(patch);
    await c.until(patch, (d) => d.some((p) => /safe range/.test(p.message)), "the patch is applied");
    const hints = await c.ask("InlayHintRequest", { textDocument: { uri: c.uri(game) }, range: whole });
    const set = hints.find((h) => h.label === "→ 999 by tweak");
    assert(set, `the new value is shown: ${hints.map((h) => h.label)}`);
    assert.match(c.read(game).split("\n")[set.position.line].slice(0, set.position.character), /shop_price_relic: \{default: 60$/);
    c.close(patch);
    write(c, patch);
    write(c, pack);
    await c.until(patch, (d) => d.length === 0, "the patch is gone");
    const after = await c.ask("InlayHintRequest", { textDocument: { uri: c.uri(game) }, range: whole });
    assert(!after.some((h) => /tweak/.test(h.label)));
  },

  async "functions of modules, across scripts and Lua in YAML"(c) {
    const shop = "scripts/manipulation/shop.lua", rules = "scripts/manipulation/game.lua";
    const [, name] = /\bshop\.([a-z_]+)\(/.exec(c.read(rules));
    const used = `shop.${name.slice(0, 2)}‸${name.slice(2)}(`;
    const text = c.read(rules);
    c.show(rules, text);
    c.show(flip, `${c.read(flip).trimEnd()}\n  - {name: it is called, do: "lua require('shop').${name}(nil)", expect: {mana: 0}}\n`);
    const [declared] = await c.ask("DefinitionRequest", c.at(rules, used));
    assert.deepEqual(named(c, shop, [declared]), [name]);
    const uses = await c.ask("ReferencesRequest", { ...c.at(rules, used), context: { includeDeclaration: true } });
    has(named(c, shop, uses), name);
    has(named(c, rules, uses), name);
    has(named(c, flip, uses), name);
    assert.match((await c.ask("HoverRequest", c.at(rules, used))).contents.value, new RegExp(`${name}\\([\\s\\S]*function of the module shop`));
    const edit = await c.ask("RenameRequest", { ...c.at(rules, used), newName: "renamedNow" });
    has(Object.keys(edit.changes).map((u) => c.name(u)), shop, rules, flip);
    for (const [at, all] of Object.entries(edit.changes)) for (const e of all) assert.deepEqual(named(c, c.name(at), [{ uri: at, range: e.range }]), [name]);
    await assert.rejects(c.ask("RenameRequest", { ...c.at(rules, used), newName: "end" }), /not a valid name/);
    c.show(rules, text.replace(`shop.${name}(`, `shop.`));
    has(await c.labels(rules, "shop.‸"), name);
    c.show(rules, text);
    c.close(flip);
  },

  async "locals and parameters of a script, in their scope"(c) {
    const rules = "scripts/manipulation/game.lua", text = c.read(rules);
    c.show(rules, `${text.trimEnd()}\nlocal function first(pile) local top = 1 return pile[top] end\nfirst(`);
    const uses = await c.ask("ReferencesRequest", { ...c.at(rules, "first(pi‸le)"), context: { includeDeclaration: true } });
    assert.deepEqual(named(c, rules, uses), ["pile", "pile"]);
    const edit = await c.ask("RenameRequest", { ...c.at(rules, "return pi‸le["), newName: "cards" });
    assert.equal(edit.changes[c.uri(rules)].length, 2);
    await assert.rejects(c.ask("RenameRequest", { ...c.at(rules, "local to‸p = 1"), newName: "pile" }), /would change what pile means/);
    c.show(rules, text);
  },

  async "everything but the problems also works on broken content"(c) {
    const text = c.read(flip);
    c.show(flip, `${text.replace("from: dice", "from: dcie")}\nbroken: [`);
    await c.until(flip, (d) => d.length > 0, "the file is broken");
    const [place] = await c.ask("DefinitionRequest", c.at(lock, "from: di‸ce"));
    assert.equal(c.name(place.uri), game);
    assert((await c.ask("ReferencesRequest", { ...c.at(lock, "from: di‸ce"), context: { includeDeclaration: true } })).length > 50);
    assert.match((await c.ask("HoverRequest", c.at(lock, "from: di‸ce"))).contents.value, /zone of manipulation/);
    assert((await c.ask("DocumentSymbolRequest", { textDocument: { uri: c.uri(flip) } })).length > 0);
    assert((await c.ask("FoldingRangeRequest", { textDocument: { uri: c.uri(flip) } })).length > 0);
    assert((await c.ask("SemanticTokensRequest", { textDocument: { uri: c.uri(flip) } })).data.length > 0);
    assert((await c.ask("CodeLensRequest", { textDocument: { uri: c.uri(flip) } })).length > 0);
    assert.equal(c.name((await c.ask("DocumentLinkRequest", { textDocument: { uri: c.uri(flip) } }))[0].target), "scripts/manipulation/consumables/flip.lua");
    has(await c.labels(flip, "from: dc‸ie"), "dice");
    await assert.rejects(c.ask("RenameRequest", { ...c.at(lock, "id: lo‸ck"), newName: "padlock" }), /problem|error|mend|fix/i);
    c.show(flip, text);
    await c.until(flip, (d) => d.length === 0, "the file is as it was");
  },

  async "positions behind emoji, in files with CRLF"(c) {
    const text = c.read(flip);
    const odd = text.replace("- {name: die, from: dice, prompt: ", '- {prompt: "🎲🎲 ä", name: die, from: dice, else: ').replaceAll("\n", "\r\n");
    assert.notEqual(odd, text.replaceAll("\n", "\r\n"));
    c.show(flip, odd);
    const version = c.open.get(flip).version;
    await c.until(flip, (d, p) => p.version >= version && d.length === 0, "the file is sound").catch(() => null);
    const uses = await c.ask("ReferencesRequest", { ...c.at(flip, 'ä", name: die, from: di‸ce'), context: { includeDeclaration: false } });
    has(named(c, flip, uses), "dice");
    for (const word of named(c, flip, uses)) assert.equal(word, "dice");
    assert.match((await c.ask("HoverRequest", c.at(flip, 'ä", name: die, from: di‸ce'))).contents.value, /zone of manipulation/);
    const edit = await c.ask("RenameRequest", { ...c.at(flip, 'ä", name: die, from: di‸ce'), newName: "pool" });
    c.apply({ changes: { [c.uri(flip)]: edit.changes[c.uri(flip)] } });
    assert.match(c.read(flip), /🎲🎲 ä", name: die, from: pool, else/);
    assert.equal(c.read(flip).split("\r\n").length, odd.split("\r\n").length);
    c.show(flip, odd);
    const tokens = (await c.ask("SemanticTokensRequest", { textDocument: { uri: c.uri(flip) } })).data;
    const words = [];
    for (let i = 0, line = 0, start = 0; i < tokens.length; i += 5) {
      if (tokens[i]) start = 0;
      line += tokens[i];
      start += tokens[i + 1];
      words.push(odd.split("\r\n")[line].slice(start, start + tokens[i + 2]));
    }
    has(words, "dice");
    for (const word of words) assert.match(word, /^\w+$/);
    c.show(flip, text);
  },

  async "names appear and disappear with their files"(c) {
    const made = "content/manipulation/consumables/newcomer.yaml";
    const text = c.read(lock);
    const completed = async () => {
      c.show(lock, text.replace("inventory: [lock]", "inventory: [newc]"));
      const found = await c.labels(lock, "inventory: [newc‸");
      c.show(lock, text);
      return found;
    };
    assert(text.includes("inventory: [lock]"));
    lacks(await completed(), "newcomer");
    write(c, made, "kind: consumable\nid: newcomer\nname: Newcomer\nrarity: common\ntext: Changes a die.\nuse: {targets: [{name: die, from: dice}]}\nscript: consumables/flip.lua\n");
    const symbols = async () => (await c.ask("WorkspaceSymbolRequest", { query: "newcomer" })).map((s) => s.name);
    const settled = async (wanted) => {
      for (let i = 0; i < 200 && (await symbols()).includes("newcomer") !== wanted; i++) await new Promise((done) => setTimeout(done, 50));
      assert.equal((await symbols()).includes("newcomer"), wanted);
    };
    await settled(true);
    has(await completed(), "newcomer");
    write(c, made);
    await settled(false);
    lacks(await completed(), "newcomer");
  },
};
