// A designer's work beside the board: questions about games, and the origin of
// values.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const zlib = require("node:zlib");
const { root } = require("./browser.cjs");

// ask asks a question on the Balance tab and waits for the answer.
async function ask(p, question, fields = {}) {
  await p.page.click("#tab-balance");
  await p.page.waitForSelector("#simulate");
  await p.press(`[data-key="ask ${question}"]`);
  for (const [key, value] of Object.entries(fields)) {
    await p.set(`#panel [data-key="${key}"]`, value);
  }
  await p.press("#simulate");
  await p.page.waitForSelector(`.report[data-kind="${question}"]`, { timeout: 30000 });
}

// pack puts one of tests/packs into the workspace, with changes to its texts if any
// are given, and returns a function that removes it. Each folder is moved as a whole:
// if its files were written one by one, the page could report a first reload, in which
// only some of the patches apply.
function pack(p, name, change = (file, text) => text) {
  const away = fs.mkdtempSync(path.join(os.tmpdir(), "pack-")), moves = [];
  for (const folder of ["scripts", "content"]) {
    const from = path.join(root, "tests/packs", name, folder, name), made = path.join(away, folder);
    if (!fs.existsSync(from)) continue;
    fs.mkdirSync(made);
    for (const file of fs.readdirSync(from)) fs.writeFileSync(path.join(made, file), change(file, fs.readFileSync(path.join(from, file), "utf8")));
    moves.push([made, path.join(p.dir, folder, name)]);
  }
  for (const [made, to] of moves) fs.renameSync(made, to);
  return () => {
    for (const [made, to] of moves.reverse()) fs.renameSync(to, made);
    fs.rmSync(away, { recursive: true });
  };
}

// saved changes files and waits until the page reports that the change is live.
async function saved(p, what) {
  await p.page.$eval("#toasts", (e) => e.replaceChildren());
  const done = what();
  await p.until(() => document.querySelector("#toasts").textContent.match(/Saved: .*enemy\/beast changed/));
  await p.settled();
  return done;
}

// add adds these tests to the others.
function add(test) {
  test("balance: a sweep is drawn as a curve with its band, and its values can be tried", async (p) => {
    await p.game("forward");
    await ask(p, "sweep", { "sweep of": "game/forward.max_hp", "sweep step": "5", games: "40" });
    assert.match(await p.page.$eval(".curve", (e) => e.getAttribute("aria-label")), /^forward\.max_hp: .*\s% at 16 to .*\s% at 26; .*\s% now, at 20$/);
    assert.equal(await p.count(".curve .dot"), 4); // 16, 20 as it is now, 21, 26
    assert.equal(await p.count(".curve .band, .curve .safe, .curve .now"), 3);
    await p.set('#panel [data-key^="figure"]', "length");
    assert.doesNotMatch(await p.page.$eval(".curve", (e) => e.getAttribute("aria-label")), /%/);
    await p.press('#panel [data-key^="try"][data-key$=" 26"]');
    await p.until(() => /20 \/ 26/.test(document.querySelector('[data-figure="hp"]').textContent));
  });

  test("balance: a question can be asked and its answer used by keyboard alone", async (p) => {
    await p.game("forward");
    await p.page.focus("#tab-time");
    for (let i = 0; i < 6 && !(await p.page.$('#panel [data-key^="ask "]')); i++) {
      await p.page.keyboard.press("ArrowLeft");
      await p.settled();
    }
    await p.page.waitForSelector('#panel [data-key^="ask "]');
    const focus = () => p.page.evaluate(() => document.activeElement.dataset.key);
    // Tried values, if any, and the panel itself come before the question.
    for (let i = 0; i < 8 && !(await focus())?.startsWith("ask "); i++) await p.page.keyboard.press("Tab");
    assert.match(await focus(), /^ask /);
    for (let i = 0; i < 4 && (await focus()) !== "ask sweep"; i++) await p.page.keyboard.press("ArrowRight");
    assert.equal(await focus(), "ask sweep");
    for (let i = 0; i < 10 && (await focus()) !== "games"; i++) await p.page.keyboard.press("Tab");
    await p.page.keyboard.down("Control");
    await p.page.keyboard.press("a");
    await p.page.keyboard.up("Control");
    await p.page.keyboard.type("20");
    await p.page.keyboard.press("Tab");
    assert.equal(await focus(), "run");
    await p.page.keyboard.press("Enter");
    await p.page.waitForFunction(() => document.querySelector('.report[data-kind="sweep"]')?.textContent.startsWith("20 games"), { timeout: 30000 });
    for (let i = 0; i < 6 && (await p.page.evaluate(() => document.activeElement.tagName)) !== "SUMMARY"; i++) await p.page.keyboard.press("Tab");
    await p.page.keyboard.press("Enter");
    await p.page.keyboard.press("Tab");
    assert.match(await focus(), /^try /);
    const scroll = await p.page.$eval("#panel", (e) => (e.scrollTop -= 40)); // it may be at its end
    await p.page.keyboard.press("ArrowDown");
    assert.match(await focus(), /^try /);
    await p.until((scroll) => document.querySelector("#panel").scrollTop > scroll, scroll);
  });

  test("balance: tried values are compared with saved ones, on the same seeds", async (p) => {
    await p.game("forward");
    await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_hp", 26, 20));
    await ask(p, "compare", { games: "200" });
    assert.match(await p.text('.report[data-kind="compare"]'), /Now against what is saved: \+\d+.* points won, .*\s% before and .*\s% now; 95 % between \+/);
    assert.ok((await p.count(".bars li")) > 3);
    const [result, panel] = await p.page.evaluate(() => ['.report[data-kind="compare"]', "#panel"].map((s) => document.querySelector(s).getBoundingClientRect().toJSON()));
    assert.ok(result.top >= panel.top - 1 && (result.bottom <= panel.bottom + 1 || result.top <= panel.top + 1), `the result is out of sight: ${result.top} to ${result.bottom} in ${panel.top} to ${panel.bottom}`);
    await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_hp", 20, 20));
    await p.until(() => /what is saved \(no difference\)/.test(document.querySelector("#panel").textContent));
  });

  test("content: a pack that comes, or is left out because of an error, is one item of the message", async (p) => {
    const folder = path.join(p.dir, "content", "shelf"), file = path.join(folder, "books.yaml");
    const books = ["atlas", "novel"].map((id) => `kind: card\nid: ${id}\nname: ${id}\n`).join("---\n");
    const message = async (text, want) => {
      await p.page.$eval("#toasts", (e) => e.replaceChildren());
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(file, text);
      await p.until((want) => document.querySelector("#toasts").textContent.includes(want), want);
      return p.page.$eval("#toasts", (e) => e.textContent);
    };
    try {
      assert.match(await message(books, "Saved: "), /Saved: pack shelf new \(\d+ ms\)/);
      assert.match(await message(books + "colour: red\n", "left out"), /Saved: pack shelf left out \(\d+ ms\)/);
      assert.equal(await p.count("#toasts .refused"), 1);
      // The errors stay visible, and later saves in the pack do not look successful.
      for (const line of [8, 9]) {
        await p.until((line) => document.querySelector("#trouble").textContent.includes(`unknown key "colour" at content/shelf/books.yaml:${line}:1`), line);
        if (line === 8) assert.match(await message("# more\n" + books + "colour: red\n", "left out"), /Saved: content\/shelf\/books\.yaml, in a pack that is left out \(\d+ ms\)/);
        assert.equal(await p.count("#toasts .refused"), 1);
      }
      await p.axe();
      assert.match(await message(books, "Saved: "), /Saved: pack shelf back \(\d+ ms\)/);
      await p.until(() => document.querySelector("#trouble").hidden);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
    await p.settled();
  });

  test("balance: impact is drawn as sorted bars that link to definitions; a long run can be stopped", async (p) => {
    await p.game("forward");
    await ask(p, "impact", { games: "60" });
    const notes = await p.page.$$eval('.report[data-kind="impact"] .bars .note', (all) => all.map((e) => parseFloat(e.textContent.replace("−", "-"))).filter((n) => !Number.isNaN(n)));
    assert.ok(notes.length > 8 && notes.every((n, i) => i === 0 || n <= notes[i - 1]), String(notes));
    await p.axe();
    await p.set('#panel [data-key="games"]', 30000);
    await p.press("#simulate");
    await p.until(() => document.querySelector("#panel progress")?.value > 0);
    await p.press('[data-key="run"]');
    await p.until(() => /Stopped after \d+ of 30000 games/.test(document.querySelector(".report").textContent));
    await p.press(".bars button");
    await p.until(() => document.querySelector("#panel h2 code")?.textContent.includes("/"));
    assert.equal(await p.page.$eval("#tab-content", (e) => e.getAttribute("aria-selected")), "true");
    await p.press('[data-key="back"]');
  });

  test("balance: results are named, kept across reloads, and shown side by side", async (p) => {
    await p.game("forward");
    await ask(p, "play", { games: "60" });
    const bot = await p.page.$eval('#panel [data-key="bot"]', (e) => e.value);
    const first = await p.page.$eval('[data-key^="result name "]', (e) => e.dataset.key.slice(12));
    await p.set(`[data-key="result name ${first}"]`, "As it was");
    await p.until(() => document.querySelector(".report h3").textContent === "As it was");
    await p.set('#panel [data-key="bot"]', "random");
    await p.press("#simulate");
    await p.until(() => /60 games by random/.test(document.querySelector(".report").textContent));
    const second = await p.page.$eval('[data-key^="result name "]', (e) => e.dataset.key.slice(12));
    await p.press(`[data-key="result keep ${second}"]`);
    await p.page.reload();
    await p.page.waitForSelector("#board .thing");
    await p.press("#tab-balance");
    await p.page.waitForSelector(`[data-key="result beside ${second}"]`);
    await p.press(`[data-key="result beside ${first}"]`);
    await p.press(`[data-key="result beside ${second}"]`);
    await p.page.waitForSelector(".versus table");
    assert.match(await p.text(".versus thead"), /Figure.*As it was.*second: 60 games by random.*difference/);
    const [was, is, difference] = await p.page.$$eval(".versus tbody tr:first-child td", (all) => all.map((e) => parseFloat(e.textContent.replace("−", "-"))));
    assert.ok(Math.abs(is - was - difference) < 0.11 && was !== is, `${was}, ${is}, ${difference}`);
    assert.equal(await p.count(".versus .report"), 2);
    await p.axe();
    for (const id of [first, second]) await p.press(`[data-key="result keep ${id}"]`);
    await p.until(() => !document.querySelector(".report, .versus"));
    assert.equal(await p.page.evaluate(() => localStorage.getItem("results")), "[]");
    await p.set('#panel [data-key="bot"]', bot);
  });

  test("balance: a profile shows where scripts spend their fuel, links to the lines, and can be downloaded", async (p) => {
    await p.game("manipulation");
    await p.press("#tab-balance");
    await p.press('[data-key="ask play"]');
    await p.press('[data-key="profile"]');
    assert.equal(await p.page.evaluate(() => performance.getEntriesByType("resource").filter((e) => /profile/.test(e.name)).length), 0); // not before it is needed
    await ask(p, "play", { games: "40" });
    await p.page.waitForSelector(".flame .flame button, .flame ul button");
    const box = (path) => `[data-key="box ${path}"]`, text = (path) => p.page.$eval(box(path), (e) => e.getAttribute("aria-label"));
    const width = (path) => p.page.$eval(box(path), (e) => e.getBoundingClientRect().width);
    assert.match(await text(""), /^engine , 100\.0 %$/);
    assert.match(await text("0"), /^game\/manipulation \w+ \w+\.lua:\d+, [\d.]+ %$/);
    assert.ok((await width("0")) <= (await width("")) && (await width("0")) >= (await width("1")));
    assert.ok(Math.abs((await width("0")) / (await width("")) - parseFloat((await text("0")).split(", ")[1]) / 100) < 0.02);
    await p.axe();
    // The arrow keys move between the boxes; Enter zooms in and out.
    await p.page.focus(box(""));
    await p.page.keyboard.press("ArrowDown");
    await p.page.keyboard.press("ArrowRight");
    assert.equal(await p.page.evaluate(() => document.activeElement.dataset.key), "box 1");
    await p.page.keyboard.press("Enter");
    await p.until((box) => document.querySelector(box).offsetWidth === document.querySelector(".flame").offsetWidth, box("1"));
    assert.match(await p.text(".flame + p"), /units of fuel, .* by itself; .* ms; .* API calls/);
    await p.page.keyboard.press("Enter");
    await p.page.waitForSelector(box("0"));
    // The table lists the lines; choosing another measure sorts it again.
    const shares = (column) => p.page.$$eval(`.lines td:nth-of-type(${column})`, (all) => all.map((e) => parseFloat(e.textContent.replaceAll(",", ""))));
    const sorted = (list) => list.length > 5 && list.every((n, i) => i === 0 || n <= list[i - 1]);
    assert.ok(sorted(await shares(1)), String(await shares(1)));
    await p.set('[data-key="profile by"]', "calls");
    await p.until(() => document.querySelector(".flame").getAttribute("aria-label").startsWith("API calls"));
    assert.ok(sorted(await shares(4)), String(await shares(4)));
    await p.set('[data-key="profile by"]', "fuel");
    // The file is what go tool pprof reads: a gzipped one.
    const file = p.page.evaluate(() => new Promise((resolve) => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => { URL.createObjectURL = make; blob.arrayBuffer().then((b) => resolve([...new Uint8Array(b)])); return make(blob); };
    }));
    await p.press('[data-key="profile file"]');
    assert.ok(zlib.gunzipSync(Buffer.from(await file)).includes("do_score"));
    // A line links to its source, which can be edited there.
    const place = await p.page.$eval(".lines .place", (e) => e.dataset.tip), line = Number(place.split(":")[1]);
    await p.press(".lines .place");
    await p.page.waitForSelector("#panel .marked");
    assert.ok((await p.text("#panel")).includes(place.split(":")[0]));
    assert.equal(await p.page.$eval("#panel .marked", (e) => Number(e.style.getPropertyValue("--line"))), line - 1);
    await p.press('[data-key="back"]');
    await p.press("#tab-balance");
    await p.press('[data-key="profile"]');
  });

  test("content: a value's history shows the packs that changed it, with file and line", async (p) => {
    await p.game("forward");
    const remove = await saved(p, () => pack(p, "hard_forward"));
    await p.page.click("#tab-content");
    await p.page.waitForSelector('[data-key="definition forward:enemy/beast"] ~ .pack', { timeout: 5000 });
    await p.press('[data-key="definition forward:enemy/beast"]');
    await p.page.waitForSelector("#panel .changes");
    assert.match(await p.text("#panel .changes"), /hard_forward 1\.0\.0 hp: 3 → 5 enemies\.yaml:6.*Beasts fell in two exchanges\./s);
    await p.press("#panel summary");
    await p.press('[data-key="trace hp"]');
    await p.page.waitForSelector(".values .stages");
    assert.match(await p.text(".values .stages"), /forward 1\.0\.0 writes 3 beast\.yaml:7.*hard_forward 1\.0\.0 3 → 5 enemies\.yaml:6/s);
    await p.axe();
    await p.press('.values .stages [data-tip^="content/hard_forward/enemies.yaml:6"]');
    await p.page.waitForSelector("#panel .marked");
    assert.match(await p.text("#panel"), /content\/hard_forward\/enemies\.yaml.*scale: \{hp: \{by: 1\.5/s);
    assert.equal(await p.page.$eval("#panel .marked", (e) => e.style.getPropertyValue("--line")), "5");
    await p.axe();
    await p.press('[data-key="back"]');
    await p.page.waitForSelector('[data-key="trace hp"]');
    await saved(p, remove);
    await p.until(() => !document.querySelector("#panel .changes"));
    await p.press('[data-key="back"]');
  });

  test("content: going back while a definition is loading shows the list", async (p) => {
    await p.game("manipulation");
    await p.press("#tab-content");
    const key = await p.page.evaluate(async () => {
      const { content } = window.studio.panels, coming = content.enter("manipulation:consumable/flip");
      content.key = "";
      await Promise.all([coming, content.list()]);
      return content.key;
    });
    assert.equal(key, "");
    await p.page.waitForSelector('[data-key="new definition"]', { timeout: 5000 });
    await p.press("#tab-time");
  });

  test("content: a right click or a key on a thing opens its definition in this game", async (p) => {
    await p.game("manipulation");
    await p.page.click(p.thing("d2"), { button: "right" });
    await p.until(() => document.querySelector("#panel h2 code")?.textContent === "die/d6");
    assert.match(await p.text("#panel"), /content\/manipulation\/dice\//);
    assert.equal((await p.rpc("view", {})).view.turn, 0); // no command was run
    await p.page.focus(p.thing("a1"));
    await p.page.keyboard.press("e");
    await p.until(() => document.querySelector("#panel h2 code")?.textContent === "ability/nudge");
    await p.press('[data-key="back"]');
  });

  test("content: an error during play names the packs that may have caused it", async (p) => {
    await p.game("forward");
    const remove = await saved(p, () => pack(p, "hard_forward", (file, text) => (file.endsWith("warn.lua") ? text.replace("if phase", "phase = phase + 1 if phase") : text)));
    await p.click('[data-command="choose"]');
    await p.press(p.thing("l1"));
    await p.until(() => !document.querySelector("#trouble").hidden);
    assert.match(await p.text("#trouble"), /scripts\/hard_forward\/warn\.lua:\d.*the pack hard_forward changes game\/forward.*Nothing has changed/s);
    await p.press('#trouble [data-key^="place scripts/"]');
    await p.until(() => /on_entered/.test(document.querySelector("#panel").textContent));
    await p.press("#trouble .foot button");
    await p.page.click("#new"); // it cannot start either
    await p.until(() => /the pack hard_forward changes/.test(document.querySelector("#trouble").textContent));
    await saved(p, remove);
    await p.game("forward");
    await p.page.click("#tab-time");
  });
}

module.exports = { add, ask };
