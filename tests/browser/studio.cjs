// The studio in a real browser: node tests/browser/studio.cjs TOOLS SLEIGHT [FILTER]
// TOOLS holds node_modules with puppeteer-core and axe-core, SLEIGHT is the program.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const assert = require("node:assert/strict");
const { open } = require("./browser.cjs");
const designing = require("./designing.cjs");
const authoring = require("./authoring.cjs");
const debugging = require("./debugging.cjs");
const editing = require("./editing.cjs");
const gallery = require("./gallery.cjs");
const players = require("./players.cjs");
const prototyping = require("./prototyping.cjs");
const sessions = require("./sessions.cjs");
const table = require("./table.cjs");

const [tools, program, filter = ""] = process.argv.slice(2);
const tests = [];
const test = (name, f) => tests.push([name, f]);

// scene provides dice, items and mana, in a combat against a strong enemy.
async function scene(p, dice, items = []) {
  await p.game("manipulation");
  const lines = [
    'clear("dice")', ...dice.map((v) => `set_die_value(add("d6", "dice"), ${v})`), 'clear("inventory")',
    ...items.map((id) => `add("${id}", "inventory")`), "vars.mana = 3",
  ];
  await p.lua(lines.join("; "));
}

test("nudge: the dice glow, the prompt asks, ±1 changes the die, values out of range are disabled", async (p) => {
  await scene(p, [1, 3, 6]);
  await p.click(p.thing("a1"));
  assert.equal(await p.state(), "TARGETING_DIE");
  assert.equal(await p.prompt(), "Select a die…");
  assert.equal(await p.count(".thing.hot"), 3);
  await p.click(p.thing("d1"));
  assert.equal(await p.state(), "NUDGE_DIRECTION");
  assert.equal(await p.page.$eval('#picker [data-option="-1"]', (e) => e.getAttribute("aria-disabled")), "true");
  assert.match(await p.page.$eval('#picker [data-option="-1"]', (e) => e.dataset.tip), /below 1/);
  await p.click('#picker [data-option="1"]');
  assert.deepEqual(await p.values(), [2, 3, 6]);
  assert.match(await p.figure("mana"), /^2 of 3/);
  assert.equal(await p.state(), "IDLE");
});

test("the game switches to the chosen language and continues", async (p) => {
  await scene(p, [1, 3, 6]);
  await p.page.select("#language", "de");
  await p.until(() => document.title.startsWith("Manipulation") && document.querySelector('#bar [data-command="score"]')?.textContent.includes("Werten"));
  assert.deepEqual(await p.values(), [1, 3, 6]);
  assert.equal(await p.page.$eval("#board", (e) => e.lang), "de");
  await p.click(p.thing("a1"));
  assert.equal(await p.prompt(), "Wähle einen Würfel…");
  await p.click("#cancel");
  await p.page.select("#language", "en");
  await p.until(() => document.querySelector('#bar [data-command="score"]')?.textContent.includes("Score"));
});

test("only the languages of the game are offered", async (p) => {
  fs.renameSync(path.join(p.dir, "content/hammer/locales"), path.join(p.dir, "hammer-locales"));
  await p.until(async () => !(await window.studio.call("hello")).games.find((g) => g.id === "hammer").languages.length);
  await p.visit("hammer");
  await p.until(() => document.querySelector("#language-field").hidden);
  await p.game("manipulation");
  await p.until(() => !document.querySelector("#language-field").hidden);
  assert.deepEqual(await p.page.$$eval("#language option", (all) => all.map((e) => e.value)), ["en", "de"]);
  fs.renameSync(path.join(p.dir, "hammer-locales"), path.join(p.dir, "content/hammer/locales"));
});

test("Esc and a right click cancel without cost", async (p) => {
  await scene(p, [1, 3], ["flip"]);
  for (const leave of [() => p.page.keyboard.press("Escape"), () => p.page.click("#board", { button: "right" }), () => p.page.click("#cancel")]) {
    for (const item of ["a1", "c1"]) {
      await p.click(p.thing(item));
      assert.equal(await p.state(), "TARGETING_DIE");
      await leave();
      await p.until(() => document.querySelector("#prompt").dataset.state === "IDLE");
    }
  }
  await p.settled();
  assert.match(await p.figure("mana"), /^3 of 3/);
  assert.equal(await p.count('[data-zone="inventory"] .thing'), 1);
});

test("reroll+ needs no target, and without mana the button gives the reason", async (p) => {
  await scene(p, [1, 3]);
  for (let i = 0; i < 3; i++) await p.click(p.thing("a2"));
  assert.equal(await p.figure("rerolls"), "8");
  assert.equal(await p.page.$eval(p.thing("a2"), (e) => e.getAttribute("aria-disabled")), "true");
  await p.page.hover(p.thing("a2"));
  await p.until(() => document.querySelector("#tip").textContent.includes("Not enough mana."));
});

const one = (id, dice, pick, want) => test(`${id}: click it, click a die`, async (p) => {
  await scene(p, dice, [id]);
  await p.click(p.thing("c1"));
  assert.equal(await p.prompt(), "Select a die…");
  await p.click(p.thing(pick));
  await want(p);
  assert.equal(await p.count('[data-zone="inventory"] .thing'), 0);
});
one("flip", [6, 3], "d1", async (p) => assert.deepEqual(await p.values(), [1, 3]));
one("lock", [6, 3], "d1", async (p) => assert.equal(await p.count(".thing.locked"), 1));
one("transmute", [6, 3], "d2", async (p) => assert.match(await p.text(p.thing("d2")), /d8/));
one("shatter", [6, 3], "d1", async (p) => assert.deepEqual(await p.values(), [3]));

test("shatter: the last die cannot be picked, and the item gives the reason", async (p) => {
  await scene(p, [6], ["shatter"]);
  assert.equal(await p.page.$eval(p.thing("c1"), (e) => e.getAttribute("aria-disabled")), "true");
});

test("clone: source, then another die as its target", async (p) => {
  await scene(p, [6, 3, 2], ["clone"]);
  await p.click(p.thing("c1"));
  assert.equal(await p.prompt(), "Select source die…");
  await p.click(p.thing("d1"));
  assert.equal(await p.state(), "TARGETING_SECOND");
  assert.equal(await p.prompt(), "Select target die…");
  assert.equal(await p.count(".thing.picked"), 1);
  assert.equal(await p.count(".thing.hot"), 2);
  await p.click(p.thing("d2"));
  assert.deepEqual(await p.values(), [6, 6, 2]);
});

test("set die: the picker offers 1 to the highest face", async (p) => {
  await scene(p, [6, 3], ["set_die"]);
  await p.click(p.thing("c1"));
  await p.click(p.thing("d2"));
  assert.equal(await p.state(), "CHOOSING_VALUE");
  assert.deepEqual(await p.page.$$eval("#picker .options button", (all) => all.map((e) => e.textContent)), ["1", "2", "3", "4", "5", "6"]);
  await p.click('#picker [data-option="5"]');
  assert.deepEqual(await p.values(), [6, 5]);
});

test("add die: a die appears at once, marked as temporary", async (p) => {
  await scene(p, [6, 3], ["add_die"]);
  await p.click(p.thing("c1"));
  assert.equal((await p.values()).length, 3);
  assert.equal(await p.count('[data-zone="dice"] .temporary'), 1);
});

test("salvage: the warning appears before the item is spent", async (p) => {
  await scene(p, [6, 6], ["salvage"]);
  await p.click(p.thing("c1"));
  assert.equal(await p.text("#picker .warning"), "Only works on High Die hands.");
  await p.page.keyboard.press("Escape");
  await p.until(() => document.querySelector("#picker").hidden);
  assert.equal(await p.count('[data-zone="inventory"] .thing'), 1);
  await p.click(p.thing("c1"));
  await p.click("#confirm");
  assert.equal(await p.count('[data-zone="inventory"] .thing'), 0);
});

test("hand, score and damage are updated after every change", async (p) => {
  await scene(p, [6, 6, 3], ["flip"]);
  const before = [await p.figure("hand"), await p.figure("score")];
  await p.click(p.thing("c1"));
  await p.click(p.thing("d1"));
  assert.notDeepEqual([await p.figure("hand"), await p.figure("score")], before);
});

test("a click on a die holds it and lets it go", async (p) => {
  await scene(p, [6, 3]);
  await p.click(p.thing("d1"));
  await p.until(() => document.querySelector(".thing.held"));
  await p.click(p.thing("d1"));
  await p.until(() => !document.querySelector(".thing.held"));
});

test("a full inventory asks what to discard", async (p) => {
  await scene(p, [6, 3], ["flip", "flip", "lock", "lock", "clone"]);
  await p.lua('add("salvage", "waiting"); enter_phase("discard")');
  assert.match(await p.prompt(), /Inventory full. Discard one to make room\?/);
  await p.click(p.thing("c2"));
  assert.equal(await p.count('[data-zone="inventory"] .thing'), 5);
  assert.match(await p.text('[data-zone="inventory"]'), /Salvage/);
});

test("keyboard alone: an action, a target, a value, time travel", async (p) => {
  await scene(p, [2, 3]);
  await p.page.focus(p.thing("a1"));
  await p.page.keyboard.press("Enter");
  await p.until(() => document.querySelector(".thing.hot"));
  await p.page.keyboard.press("2");
  await p.until(() => !document.querySelector("#picker").hidden);
  await p.page.keyboard.press("Enter");
  await p.until(() => document.querySelector("#prompt").dataset.state === "IDLE");
  await p.settled();
  assert.deepEqual(await p.values(), [2, 2]);
  await p.page.keyboard.press("u");
  await p.until(() => window.studio.view.redo === 1);
  assert.deepEqual(await p.values(), [2, 3]);
  await p.page.keyboard.press("ArrowRight");
  assert.ok(await p.page.evaluate(() => document.activeElement.matches("#board button, #bar button")));
});

test("time: the list follows commands, also those given after others were undone", async (p) => {
  await p.game("manipulation");
  await p.page.click("#tab-time");
  const lua = (n) => p.rpc("do", { command: `lua vars.mana = ${n}` });
  const lists = (commands) => p.until((commands) => [...document.querySelectorAll(".log .command")].map((e) => e.textContent.replace(/^\d+/, "").trim()).join() === commands, commands.map((n) => (n ? `lua vars.mana = ${n}` : "start")).reverse().join());
  for (const n of [1, 2, 3]) await lua(n);
  await lists([0, 1, 2, 3]);
  await lua(1);
  await lists([0, 1, 2, 3, 1]);
  for (let i = 0; i < 3; i++) await p.rpc("undo", {});
  for (const n of [2, 1, 3, 2]) await lua(n); // quickly, so that the page may miss some
  await lists([0, 1, 2, 1, 3, 2]);
});

test("time: travel, branch, copy as a test that passes", async (p) => {
  await p.game("manipulation", "5");
  await p.click(p.thing("d1"));
  await p.click('[data-command="reroll"]');
  await p.until(() => document.querySelectorAll(".log > li").length === 3);
  assert.match(await p.text(".log"), /rerolls|Rerolls/);
  await p.page.$eval('#panel input[type="range"]', (e) => { e.value = 0; e.dispatchEvent(new Event("input")); });
  await p.until(() => window.studio.view.turn === 0);
  await p.press('[data-key="turn 2"]');
  await p.until(() => window.studio.view.turn === 2);
  const text = await p.page.evaluate(async () => {
    await window.studio.panels.time.copy();
    return window.studio.panels.time.copied;
  });
  // It fits below the tests of a new definition as it is.
  const made = await p.rpc("content/new", { session: undefined, kind: "scenario", pack: "manipulation", id: "copied", name: "Copied" });
  const file = path.join(p.dir, made.files[0]), before = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, before.replace(/^tests:\n/m, "$&" + text));
  await p.page.waitForFunction(async () => (await window.studio.call("content/definitions", { text: "copied" })).some((d) => d.key.endsWith("scenario/copied") && d.tests === 2), { timeout: 10000 });
  const tested = await p.rpc("content/test", { session: undefined, key: "scenario/copied" });
  assert.equal(tested.passed, 2, text + JSON.stringify(tested));
  fs.rmSync(file);
  const session = await p.session();
  await p.press('[data-key="turn 1"]');
  await p.until(() => window.studio.view.turn === 1);
  await p.press('[data-key="branch"]');
  await p.until((before) => sessionStorage.session !== before, session);
  await p.settled();
  assert.equal((await p.rpc("view", {})).view.turn, 1);
});

test("a save on disk appears on the page at once; problems are shown with their line", async (p) => {
  await p.game("manipulation");
  await p.page.click("#tab-content");
  await p.page.waitForSelector('[data-key="definition manipulation:consumable/flip"]');
  await p.page.evaluate(() => (window.stays = true));
  const file = path.join(p.dir, "content/manipulation/consumables/flip.yaml");
  const good = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, good.replace("name: Flip", "name: Overturn"));
  await p.until(() => document.querySelector("#panel").textContent.includes("Overturn"));
  fs.writeFileSync(file, good.replace("rarity: common", "raritty: common"));
  await p.page.waitForFunction(() => !document.querySelector("#trouble").hidden);
  assert.match(await p.text("#trouble"), /flip\.yaml:\d+:1.*unknown key "raritty".*did you mean "rarity"\?.*raritty: common.*The game continues with the last good content\./s);
  fs.writeFileSync(file, good);
  await p.page.waitForFunction(() => document.querySelector("#trouble").hidden);
  assert.ok(await p.page.evaluate(() => window.stays), "the page was loaded anew");
});

test("a parameter is tried in the running game and written with comments kept", async (p) => {
  await p.game("manipulation");
  await p.page.click("#tab-content");
  await p.press('[data-key="definition manipulation:game/manipulation"]');
  const slider = '[data-key="slide game/manipulation.base_mana"]';
  await p.page.waitForSelector(slider);
  await p.page.$eval(slider, (e) => { e.value = 5; e.dispatchEvent(new Event("change")); });
  await p.until(() => document.querySelector('[data-figure="mana"] .said').textContent === "3 of 5");
  const file = path.join(p.dir, "content/manipulation/game.yaml");
  const before = fs.readFileSync(file, "utf8");
  await p.press('[data-key="write game/manipulation.base_mana"]:not([disabled])');
  await p.until(() => document.querySelector("#toasts").textContent.includes("Written to"));
  assert.equal(fs.readFileSync(file, "utf8"), before.replace("default: 3\n    safe: [2, 5]", "default: 5\n    safe: [2, 5]"));
  fs.writeFileSync(file, before);
});

test("a simulation runs beside the board, with progress and an interval", async (p) => {
  await p.game("bomb_or_treasure");
  await p.page.click("#tab-balance");
  await p.page.waitForSelector("#simulate");
  await p.page.$eval("#simulate", (e) => e.click()); // it may be drawn again meanwhile
  await p.page.waitForSelector(".report", { timeout: 20000 });
  assert.match(await p.text(".report"), /1000 games by banker.*% won, 95 % between/s);
  assert.ok((await p.count(".histogram span")) > 5);
  await p.page.click("#tab-time");
});

designing.add(test);
table.add(test);
gallery.add(test);
players.add(test);
sessions.add(test);
editing.add(test);
authoring.add(test);
debugging.add(test);
prototyping.add(test);

for (const [game, seed, most] of [["forward", "3", 300], ["bomb_or_treasure", "2", 400], ["mana_draw", "1", 600], ["never_die_guy", "1", 600]]) {
  test(`${game} is played to its end by clicks`, async (p) => {
    await p.game(game, seed);
    // Click any enabled button, chosen by a seeded generator, one after
    // another.
    const clicks = await p.page.evaluate(async (most) => {
      let n = 7;
      const chance = (k) => (n = (n * 48271) % 2147483647) % k;
      const studio = window.studio;
      for (let i = 0; i < most; i++) {
        if (studio.view.ending) return i;
        const spots = studio.view.choice.open ? "#board .hot, #picker .options button:not([aria-disabled])" : '#board button.thing:not([aria-disabled="true"]), #bar .actions button:not([aria-disabled])';
        const all = [...document.querySelectorAll(spots)];
        const before = studio.version;
        all[chance(all.length)].click();
        while (studio.version === before && document.querySelector("#picker").hidden) await new Promise((r) => setTimeout(r));
        if (studio.version === before) [...document.querySelectorAll("#picker .options button")].at(chance(2) - 1).click();
        while (studio.version === before) await new Promise((r) => setTimeout(r));
        while (studio.busy) await new Promise((r) => setTimeout(r));
      }
      return -1;
    }, most);
    assert.ok(clicks > 0, "it does not end");
    await p.settled();
    console.log(`   ${clicks} clicks; ${await p.text(".ending")}`);
  });
}

test("a phone shows everything without scrolling sideways", async (p) => {
  await p.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  for (const game of ["manipulation", "never_die_guy", "mana_draw"]) {
    await p.game(game);
    const wide = await p.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${game} is ${wide} wide`);
  }
  await p.game("forward");
  await designing.ask(p, "sweep", { "sweep of": "game/forward.max_hp", "sweep step": "5", games: "20" });
  await designing.ask(p, "impact", { games: "20" });
  await p.press(".bars button"); // opens a definition
  for (const tab of ["balance", "content"]) {
    await p.press("#tab-" + tab);
    await p.until((tab) => document.querySelector(tab === "balance" ? ".bars" : "#panel h2"), tab);
    const wide = await p.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${tab} is ${wide} wide`);
    await p.axe();
  }
  await p.press('[data-key="back"]');
  await p.page.setViewport({ width: 1280, height: 900 });
});

test("axe finds no accessibility problems", async (p) => {
  for (const [game, tab] of [["manipulation", "time"], ["forward", "content"], ["never_die_guy", "balance"]]) {
    await p.game(game);
    await p.page.click("#tab-" + tab);
    await p.axe();
  }
});

test("texts of content never become markup", async (p) => {
  await p.game("manipulation");
  const file = path.join(p.dir, "content/manipulation/abilities/nudge.yaml");
  const good = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, good.replace("name: Nudge", "name: <img src=x onerror=alert(1)>"));
  await p.until(() => document.querySelector("#board").textContent.includes("<img"));
  assert.equal(await p.count('#board img:not([src^="art/"])'), 0); // pictures belong to the packs
  fs.writeFileSync(file, good);
  await p.until(() => !document.querySelector("#board").textContent.includes("<img"));
});

async function main() {
  const p = await open(tools, program, "manipulation");
  let failed = 0;
  await p.page.setViewport({ width: 1280, height: 900 });
  await p.visit();
  for (const [name, f] of tests.filter(([name]) => name.includes(filter))) {
    const start = Date.now();
    try {
      if (!p.page.url().startsWith("http")) await p.visit();
      await f(p);
      assert.deepEqual(p.faults.splice(0), []);
      console.log(`ok ${name} (${Date.now() - start} ms)`);
    } catch (e) {
      failed++;
      console.log(`FAILED ${name}: ${e.message}\n${e.stack.split("\n").filter((l) => l.includes("studio.cjs")).slice(0, 2).join("\n")}`);
    }
  }
  await p.close();
  process.exit(failed ? 1 : 0);
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
