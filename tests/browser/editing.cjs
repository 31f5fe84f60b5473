// Editing files in the studio: the language server's problems and completions,
// and saving, which shows what changes and refuses what has changed in the meantime.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");

// brightness returns the mean brightness of an element as drawn, from 0 to 255.
async function brightness(p, selector) {
  const picture = await (await p.page.$(selector)).screenshot({ encoding: "base64" });
  return p.page.evaluate(async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    const paint = new OffscreenCanvas(1, 1).getContext("2d");
    paint.imageSmoothingQuality = "high";
    paint.drawImage(image, 0, 0, 1, 1);
    const [r, g, b] = paint.getImageData(0, 0, 1, 1).data;
    return Math.round((r + g + b) / 3);
  }, picture);
}

// opened opens a file of manipulation in the editor.
async function opened(p, name) {
  await p.press("#tab-content");
  await p.page.evaluate((file) => window.studio.panels.content.edit(file, 1), `content/manipulation/${name}.yaml`);
  await p.page.waitForFunction(() => document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content"), { timeout: 8000 });
}

const focused = (p) => p.page.evaluate(() => document.activeElement.dataset.key);

// type puts text before that of the editor.
const type = (p, text) => p.page.evaluate((insert) => window.studio.panels.content.editor.view.dispatch({ changes: { from: 0, insert } }), text);

function add(test) {
  test("editor: loads on demand, completes, reports problems, shows changes, and writes", async (p) => {
    await p.game("manipulation");
    const file = path.join(p.dir, "content/manipulation/consumables/flip.yaml"), good = fs.readFileSync(file, "utf8");
    assert.equal(await p.page.evaluate(() => performance.getEntriesByType("resource").some((e) => /codemirror/.test(e.name))), false);
    await p.page.evaluate(() => window.studio.panels.content.choose("manipulation:consumable/flip"));
    await p.press("#tab-content");
    await p.press('[data-key^="edit content/"]');
    await p.page.waitForFunction(() => document.querySelector(".editor")?.shadowRoot?.querySelector(".cm-content"), { timeout: 8000 });
    assert.equal(await p.page.evaluate(() => window.studio.panels.content.editor.text), good);
    const [part, beyond] = await p.page.evaluate(() => {
      const text = document.querySelector(".editor").shadowRoot.querySelector(".cm-scroller");
      return [document.querySelector("aside").offsetWidth / innerWidth, text.scrollWidth - text.clientWidth];
    });
    assert.ok(part > 0.44, `the panels have ${part} of the width`);
    assert.equal(beyond, 0, "long lines are not wrapped");
    await p.axe();
    for (const [scheme, least, most] of [["light", 200, 255], ["dark", 0, 70]]) {
      await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      const mean = await brightness(p, ".editor");
      assert.ok(mean >= least && mean <= most, `the ${scheme} editor has a mean brightness of ${mean} of 255`);
    }
    await p.page.emulateMediaFeatures([]);
    await p.page.keyboard.type("u"); // must not undo
    await p.until((good) => window.studio.panels.content.editor.text !== good, good);
    assert.equal((await p.rpc("view", {})).view.redo, 0);
    const put = (text) => p.page.evaluate((text) => { const { view } = window.studio.panels.content.editor; view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }); }, text);
    await put(good.replace("rarity:", "rarety:"));
    await p.page.waitForFunction(() => window.studio.panels.content.editor.wrong?.some((d) => /rarety/.test(d.message)), { timeout: 15000 });
    await p.press('[data-key="review"]');
    const bad = good.split("\n").findIndex((line) => line.startsWith("rarity:")) + 1;
    assert.match(await p.text(".difference .errors"), new RegExp(`^Line ${bad} unknown key "rarety"`));
    assert.equal(await focused(p), "write file");
    await p.press(".difference .errors button");
    assert.equal(await p.page.evaluate(() => window.studio.panels.content.editor.position(window.studio.panels.content.editor.view.state.selection.main.head).line + 1), bad);
    const offered = await p.page.evaluate(async (good) => {
      const editor = window.studio.panels.content.editor, at = editor.text.indexOf("rarety:");
      editor.view.dispatch({ changes: { from: at, to: at + 7, insert: "rar" } });
      const pos = at + 3, found = await editor.complete({ pos, explicit: true, matchBefore: () => ({ from: at, to: pos }) });
      return found?.options.map((o) => o.label);
    });
    assert.ok(offered?.some((label) => label.startsWith("rarity")), JSON.stringify(offered));
    await put("# A remark that stays.\n" + good.replace("name: Flip", "name: Overturn"));
    await p.press('[data-key="review"]');
    await p.page.waitForSelector(".difference");
    assert.match(await p.text(".difference pre"), /\+ # A remark that stays\..*− name: Flip.*\+ name: Overturn/s);
    await p.axe();
    await p.press('[data-key="write file"]');
    await p.until(() => !document.querySelector(".difference"));
    assert.equal(fs.readFileSync(file, "utf8"), "# A remark that stays.\n" + good.replace("name: Flip", "name: Overturn"));
    await p.page.waitForFunction(() => window.studio.panels.content.fresh.has("manipulation:consumable/flip"), { timeout: 8000 });
    fs.writeFileSync(file, good); // somebody else's change
    await p.page.waitForFunction(async (good) => (await window.studio.call("content/source", { file: "content/manipulation/consumables/flip.yaml" })).text === good, { timeout: 8000 }, good);
    await put(good.replace("name: Flip", "name: Mine"));
    await p.press('[data-key="review"]');
    await p.press('[data-key="write file"]');
    await p.until(() => /has changed in the meantime/.test(document.querySelector("#toasts").textContent));
    assert.equal(fs.readFileSync(file, "utf8"), good);
    await p.press('[data-key="read again"]');
    await p.until((good) => window.studio.panels.content.editor.text === good, good);
    await p.press('[data-key="close editor"]');
    await p.until(() => !document.querySelector(".editor"));
    await p.press("#tab-time");
  });

  test("editor: text that is not saved is neither dropped without a question nor overwrites a newer file", async (p) => {
    await p.game("manipulation");
    const file = path.join(p.dir, "content/manipulation/consumables/flip.yaml"), good = fs.readFileSync(file, "utf8"), own = "# mine\n";
    const leaving = () => p.page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await opened(p, "consumables/flip");
    assert.equal(await leaving(), false);
    await type(p, own);
    assert.equal(await leaving(), true);
    const kept = () => p.page.evaluate((own) => document.querySelector("#panel .editor") !== null && window.studio.panels.content.editor.text.startsWith(own), own);
    await p.press("#tab-time");
    await p.page.evaluate(() => window.studio.panels.content.look("content/manipulation/game.yaml", 3));
    for (const leave of [() => p.press('[data-key="close editor"]'), () => p.page.evaluate(() => window.studio.panels.content.definition("manipulation:consumable/lock"))]) {
      await p.page.waitForSelector('#panel [data-key="discard"]');
      await p.press('[data-key="keep editing"]');
      assert.ok(await kept());
      await leave();
    }
    assert.equal(await focused(p), "keep editing"); // Enter discards nothing
    await p.axe();
    await p.press('[data-key="keep editing"]');
    // Another program saves the file: the text is kept on top of that.
    fs.writeFileSync(file, good + "# theirs\n");
    await p.until(() => /Saved: /.test(document.querySelector("#toasts").textContent));
    await p.press('[data-key="review"]');
    await p.press('[data-key="write file"]');
    await p.press('[data-key="keep mine"]');
    await p.page.waitForSelector(".difference pre");
    assert.match(await p.text(".difference pre"), /\+ # mine.*− # theirs/s);
    await p.press('[data-key="write file"]');
    await p.until(() => !document.querySelector(".difference"));
    assert.equal(fs.readFileSync(file, "utf8"), own + good);
    await type(p, own);
    await p.press('[data-key="close editor"]');
    await p.press('[data-key="discard"]');
    await p.until(() => !document.querySelector(".editor"));
    assert.equal(await leaving(), false);
    fs.writeFileSync(file, good);
    await p.press("#tab-time");
  });

  test("editor: opens a script that another one requires", async (p) => {
    await p.game("manipulation");
    await p.page.evaluate(() => window.studio.panels.content.choose("manipulation:game/manipulation"));
    await p.press("#tab-content");
    await p.press('[data-key="place scripts/manipulation/combat.lua"]');
    await p.press('[data-key="edit scripts/manipulation/combat.lua"]');
    await p.page.waitForSelector(".editor");
    assert.equal(await p.page.evaluate(() => window.studio.panels.content.editor.text), fs.readFileSync(path.join(p.dir, "scripts/manipulation/combat.lua"), "utf8"));
    await p.press('[data-key="close editor"]');
    await p.press("#tab-time");
  });

  test("editor: stays when a definition, a list or a file is loaded late", async (p) => {
    await p.game("manipulation");
    await p.press("#tab-content");
    const left = await p.page.evaluate(async () => {
      const { content } = window.studio.panels, { call } = content, file = "content/manipulation/consumables/flip.yaml", left = [];
      content.choose("manipulation:consumable/flip");
      for (const load of [() => content.showDefinition(), () => content.list(), () => content.showFile()]) {
        content.key = load.toString().includes("one") ? "manipulation:consumable/flip" : "";
        content.file = load.toString().includes("File") ? { file, line: 1 } : null;
        let release;
        const opened = new Promise((done) => (release = done));
        content.call = async (...of) => { await opened; return call.apply(content, of); };
        const late = load();
        content.call = call;
        await content.edit(file, 1);
        release();
        await late;
        left.push(!!document.querySelector("#panel .editor"));
        content.editor.close();
      }
      content.choose("");
      return left;
    });
    assert.deepEqual(left, [true, true, true]);
    await p.press("#tab-time");
  });
}

module.exports = { add };
