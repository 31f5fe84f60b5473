// Writing and fixing content in the studio: a new definition from a form,
// problems fixed by a click, and files opened in an external editor.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");

// listed shows the list of all definitions.
async function listed(p) {
  await p.press("#tab-content");
  await p.until(() => document.querySelector('#panel :is([data-key="back"], [data-key="new definition"])'));
  await p.page.evaluate(() => document.querySelector('#panel [data-key="back"]')?.click());
  await p.page.waitForSelector('[data-key="new definition"]', { timeout: 5000 });
}

function add(test) {
  test("new: a form made from the schema writes a definition and opens it once it is live", async (p) => {
    await p.game("manipulation");
    await listed(p);
    await p.press('[data-key="new definition"]');
    await p.page.waitForSelector('.creation [data-key="new name"]', { timeout: 5000 });
    assert.match(await p.text(".creation"), /A kind is offered once a zone of the game holds it \(of: KIND\)\./);
    await p.set('[data-key="new kind"]', "relic");
    await p.until(() => document.querySelector('.creation [data-key="new value rarity"]'));
    await p.axe();
    await p.page.type('[data-key="new name"]', "Dragon's Hoard, 2nd");
    assert.equal(await p.page.$eval('[data-key="new id"]', (e) => e.value), "dragon_s_hoard_2nd");
    await p.set('[data-key="new value rarity"]', "rare");
    await p.page.$eval('[data-key="new value text"]', (e) => e.select());
    await p.page.type('[data-key="new value text"]', "Gain {extra} gold.");
    assert.match(await p.text(".creation [role=alert]"), /^\{extra\} needs a parameter extra, which the form cannot declare/);
    await p.press('[data-key="create"]');
    assert.match(await p.text(".creation [role=alert]"), /^\{extra\} needs a parameter/);
    assert.equal(fs.existsSync(path.join(p.dir, "content/manipulation/relics/dragon_s_hoard_2nd.yaml")), false);
    await p.page.$eval('[data-key="new value text"]', (e) => e.select());
    await p.page.type('[data-key="new value text"]', "Worth: a lot.");
    assert.equal(await p.text(".creation [role=alert]"), "");
    await p.until(() => /Dragon's Hoard, 2nd.*Worth: a lot\./.test(document.querySelector(".proof .card").textContent));
    await p.press('[data-key="create"]');
    const file = path.join(p.dir, "content/manipulation/relics/dragon_s_hoard_2nd.yaml");
    await p.page.waitForFunction(() => document.querySelector("#panel h2 code")?.textContent === "relic/dragon_s_hoard_2nd", { timeout: 8000 });
    assert.match(fs.readFileSync(file, "utf8"), /name: "Dragon's Hoard, 2nd"\n.*rarity: rare\n.*text: "Worth: a lot\."/s);
    assert.equal((await p.rpc("content/test", { session: undefined, key: "manipulation:relic/dragon_s_hoard_2nd" })).failed, 0);
    // A duplicate is refused with a message, and the form stays open.
    await p.press('[data-key="back"]');
    await p.press('[data-key="new definition"]');
    await p.page.waitForSelector('.creation [data-key="new name"]');
    await p.set('[data-key="new kind"]', "relic");
    await p.until(() => document.querySelector('[data-key="new value rarity"]'));
    await p.page.type('[data-key="new name"]', "Dragon's Hoard, 2nd");
    await p.press('[data-key="create"]');
    await p.until(() => /already exists/.test(document.querySelector(".creation [role=alert]").textContent));
    await p.page.type('[data-key="new id"]', "_3rd");
    assert.equal(await p.text(".creation [role=alert]"), "");
    // A die looks as in the gallery.
    await p.set('[data-key="new kind"]', "die");
    await p.until(() => document.querySelector(".proof .isdie .drawn"));
    await p.page.$eval('[data-key="new value sides"]', (e) => { e.value = 8; e.dispatchEvent(new Event("input")); });
    assert.match(await p.text(".proof .isdie"), /d8/);
    await p.axe();
    await p.press('[data-key="not new"]');
    fs.rmSync(file);
    fs.rmSync(path.join(p.dir, "scripts/manipulation/relics/dragon_s_hoard_2nd.lua"), { force: true });
    await p.until(() => !document.querySelector('[data-key="definition manipulation:relic/dragon_s_hoard_2nd"]'));
    await p.press("#tab-time");
  });

  test("new: a definition that becomes live later does not close the editor", async (p) => {
    await p.game("manipulation");
    await listed(p);
    const file = path.join(p.dir, "content/manipulation/relics/late.yaml"), key = "manipulation:relic/late";
    await p.page.evaluate(() => window.studio.panels.content.create());
    await p.page.waitForSelector('.creation [data-key="new name"]');
    await p.page.evaluate(async (key) => {
      const { content } = window.studio.panels;
      content.creation.done(key);
      await content.edit("content/manipulation/consumables/flip.yaml", 1);
      content.editor.view.dispatch({ changes: { from: 0, insert: "# mine\n" } });
    }, key);
    fs.writeFileSync(file, "kind: relic\nid: late\nname: Late\n");
    await p.until((key) => window.studio.panels.content.fresh.has(key), key);
    await p.settled();
    assert.equal(await p.page.$eval("#panel .editor", () => window.studio.panels.content.editor.text.slice(0, 6)), "# mine");
    assert.equal(await p.count('#panel [data-key="discard"]'), 0);
    await p.page.evaluate(() => window.studio.panels.content.editor.close());
    fs.rmSync(file);
    await p.until(() => !document.querySelector('[data-key="definition manipulation:relic/late"]'));
    await p.press("#tab-time");
  });

  test("problems: one click applies a fix, and the button shows the change", async (p) => {
    await p.game("manipulation");
    const file = path.join(p.dir, "content/manipulation/consumables/flip.yaml"), good = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, good.replace("rarity: common", "rarety: common # a remark"));
    const key = '#trouble [data-key^="fix content/manipulation/consumables/flip.yaml"]';
    await p.page.waitForSelector(key, { timeout: 8000 });
    assert.equal(await p.text(key), "Fix: rarety → rarity");
    await p.axe();
    await p.press(key);
    await p.until(() => document.querySelector("#trouble").hidden);
    assert.equal(fs.readFileSync(file, "utf8"), good.replace("rarity: common", "rarity: common # a remark"));
    fs.writeFileSync(file, good);
  });

  test("places: open in the chosen editor, at their line", async (p) => {
    await p.game("manipulation");
    await listed(p);
    assert.equal(await p.count(".outside"), 0);
    await p.set('[data-key="own editor"]', "vscode");
    await p.press('[data-key="definition manipulation:consumable/flip"]');
    await p.page.waitForSelector("#panel .outside");
    const href = await p.page.$eval("#panel .outside", (e) => e.href);
    assert.match(href, /^vscode:\/\/file\/.*\/content\/manipulation\/consumables\/flip\.yaml:\d+:\d+$/);
    assert.ok(fs.existsSync(decodeURIComponent(new URL(href.replace("vscode://file", "file://")).pathname).replace(/(:\d+){2}$/, "")), href);
    await p.axe();
    await p.press('[data-key="back"]');
    await p.set('[data-key="own editor"]', "");
    await p.press("#tab-time");
  });
}

module.exports = { add };
