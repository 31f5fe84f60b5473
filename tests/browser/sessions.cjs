// The studio over time: sessions that are stored, listed, named and exported,
// the place of its panels, and failing tests and tried values that every tab
// shows.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

function add(test) {
  test("sessions: F5 and a second tab show the same session", async (p) => {
    await p.game("manipulation");
    await p.click('[data-command="score"]');
    const session = await p.session();
    await p.page.reload();
    await p.page.waitForSelector("#board .thing");
    assert.equal(await p.session(), session);
    assert.equal((await p.rpc("view", {})).view.turn, 1);
    const second = await p.page.browser().newPage();
    await second.goto(p.url);
    await second.waitForFunction((id) => window.studio?.session === id && window.studio.view?.turn === 1, { timeout: 5000 }, session);
    await p.page.bringToFront();
    await p.click('[data-command="score"]');
    await second.waitForFunction(() => window.studio.view.turn === 2, { timeout: 5000 });
    await second.close();
  });

  test("sessions: an open choice survives F5, and time travel reports that it is dropped", async (p) => {
    await p.game("manipulation", "4");
    await p.click(p.thing("a2"));
    await p.click(p.thing("a1"));
    assert.equal(await p.state(), "TARGETING_DIE");
    await p.page.reload();
    await p.until(() => document.querySelector("#prompt")?.dataset.state === "TARGETING_DIE" && document.querySelector("#board .hot"));
    await p.press("#undo");
    await p.until(() => document.querySelector("#prompt").dataset.state === "IDLE" && document.querySelector("#toasts").textContent.includes("The open choice is gone; nothing was spent."));
    await p.settled();
  });

  test("sessions: F5 keeps the session even if the page was opened for another game", async (p) => {
    await p.game("forward");
    const session = await p.session();
    await p.page.waitForFunction((id) => JSON.parse(sessionStorage.getItem("copy"))?.session === id, { polling: 20, timeout: 5000 }, session);
    await p.page.reload();
    await p.page.waitForSelector("#board .thing");
    await p.settled();
    assert.equal(await p.session(), session);
    assert.equal(await p.page.$eval("#games", (e) => e.value), "forward");
  });

  test("lost connection: the page reports it, and continues the game when the server is back", async (p) => {
    await p.game("manipulation", "4");
    await p.click('[data-command="score"]');
    const before = await p.session(), shown = await p.text("#board"), second = await p.page.browser().newPage();
    await second.goto(p.url);
    await second.waitForFunction((id) => window.studio?.session === id && window.studio.view?.turn === 1, { timeout: 10000, polling: 50 }, before);
    await p.page.bringToFront();
    for (const page of [p.page, second]) { // each has a copy
      await page.waitForFunction((id) => { const copy = JSON.parse(sessionStorage.copy ?? "{}"); return copy.session === id && copy.save.commands.length === 1; }, { timeout: 10000, polling: 50 }, before);
    }
    await p.power.cut();
    for (const page of [p.page, second]) {
      await page.waitForFunction(() => document.querySelector("#trouble").textContent === "The server cannot be reached. The game continues when it is back.", { timeout: 10000, polling: 50 });
      assert.equal(await page.evaluate(() => document.querySelectorAll('#board button:not([aria-disabled="true"]), #bar button:not([aria-disabled="true"]), #undo:enabled').length), 0);
    }
    // A click now reports that the server does not answer, and the board stays.
    await p.page.evaluate(() => document.querySelector('[data-command="score"]').click());
    await p.until(() => document.querySelector("#toasts").textContent.includes("The server does not answer."));
    assert.equal(await p.text("#board"), shown);
    await p.axe();

    await p.power.back();
    await p.page.waitForFunction(() => !document.body.matches(".away") && document.querySelector("#trouble").hidden, { timeout: 20000, polling: 50 });
    await p.settled();
    assert.equal(await p.text("#board"), shown);
    assert.equal((await p.rpc("view", {})).view.turn, 1);
    // The other tab continues the same session, not a copy.
    await second.bringToFront();
    await second.waitForFunction(() => !document.body.matches(".away") && window.studio.shown === window.studio.session, { timeout: 20000, polling: 50 });
    assert.equal(await second.evaluate(() => window.studio.session), await p.session());
    assert.equal((await p.rpc("session/list", { session: undefined })).filter((s) => s.turn === 1 && s.game === "manipulation" && s.watchers === 2).length, 1);
    await second.close();
    await p.page.bringToFront();
    await p.click('[data-command="score"]');
    assert.equal((await p.rpc("view", {})).view.turn, 2);
    p.faults.splice(0, p.faults.length, ...p.faults.filter((f) => !/ERR_|Failed to load resource|ERR_CONNECTION/.test(f)));
  });

  test("lost connection: no network, or a machine that slept", async (p) => {
    await p.game("manipulation", "4");
    const cdp = await p.page.createCDPSession(), session = await p.session();
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await p.page.evaluate(() => document.querySelector('[data-command="score"]').click());
    await p.until(() => document.querySelector("#toasts").textContent.includes("The server does not answer."));
    assert.equal(await p.page.evaluate(() => window.studio.view.turn), 0);
    await cdp.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await p.until(() => !document.body.matches(".away") && !window.studio.busy);
    await p.click('[data-command="score"]');
    assert.equal((await p.rpc("view", {})).view.turn, 1);
    // Another tab plays while this machine sleeps: its clock jumps, and the
    // page reconnects.
    await p.page.evaluate(() => {
      const now = Date.now, jump = 60_000;
      Date.now = () => now() + jump;
    });
    const stream = p.page.waitForRequest((r) => r.url().includes("events?"), { timeout: 15000 });
    await p.rpc("do", { command: "score" });
    await stream;
    await p.settled();
    assert.equal(await p.page.evaluate(() => window.studio.view.turn), 2);
    assert.equal(await p.session(), session);
    p.faults.splice(0, p.faults.length, ...p.faults.filter((f) => !/ERR_|Failed to load resource/.test(f)));
  });

  test("lost connection: a game that is started while the page reconnects stays", async (p) => {
    await p.game("manipulation");
    const old = await p.session();
    await p.page.evaluate(() => {
      const real = window.fetch;
      let lists = 0; // the first asks what there is, the second looks for the page's own
      window.fetch = async (address, options) => {
        const reply = await real(address, options);
        if (JSON.parse(options.body).method === "session/list" && ++lists === 2) await new Promise((done) => (window.release = done));
        return reply;
      };
      dispatchEvent(new Event("pagehide"));
      dispatchEvent(new Event("pageshow"));
    });
    await p.until(() => window.release);
    await p.game("forward");
    const started = await p.session();
    assert.notEqual(started, old);
    await p.page.evaluate(() => {
      document.body.classList.add("away"); // until the page has reconnected
      window.release();
    });
    await p.until(() => !document.body.matches(".away"));
    await p.settled();
    assert.equal(await p.session(), started);
    assert.equal((await p.rpc("view", {})).view.game, "forward");
    // A request that is on its way when the page leaves may be refused.
    p.faults.splice(0, p.faults.length, ...p.faults.filter((f) => !f.includes("410 (Gone)")));
  });

  test("sessions: listed, named, branched, stored, exported and imported", async (p) => {
    await p.game("manipulation");
    const first = await p.session();
    await p.press("#tab-sessions");
    await p.page.waitForSelector(`[data-key="name ${first}"]`);
    await p.set(`[data-key="name ${first}"]`, "The good one");
    await p.press('[data-key="branch here"]');
    await p.until((first) => window.studio.session !== first && document.querySelector(`[data-key="open ${first}"]`), first);
    assert.equal(await p.page.$eval(".sessions .here input", (e) => e.value), "The good one, from 0");
    await p.press('[data-command="score"]');
    await p.until(() => window.studio.view.turn === 1);
    await p.settled();
    await p.press('[data-key="keep"]');
    await p.until(() => document.querySelector('[data-key^="play "]'));
    await p.axe();
    const kept = (await p.rpc("view", {})).view;
    await p.press(`[data-key="open ${first}"]`);
    await p.until((first) => window.studio.session === first && window.studio.view.turn === 0, first);
    await p.press('[data-key^="play "]');
    await p.until(() => window.studio.view.turn === 1);
    assert.deepEqual((await p.rpc("view", {})).view.groups, kept.groups);
    await p.press('[data-key="export"]');
    const name = await (await p.until(() => window.studio.panels.sessions.exported)).jsonValue();
    assert.match(name, /\.save\.json$/);
    const file = path.join(os.tmpdir(), `taken-${process.pid}.save.json`);
    fs.writeFileSync(file, JSON.stringify((await p.rpc("session/save", {})).save));
    const before = await p.session();
    await (await p.page.$('[data-key="import"]')).uploadFile(file);
    await p.until((before) => window.studio.session !== before && window.studio.view.turn === 1, before);
    fs.rmSync(file);
    await p.until(() => document.querySelector('[data-key^="forget "]'));
    await p.press('[data-key^="forget "]');
    await p.until(() => !document.querySelector('[data-key^="forget "]'));
  });

  test("panels: move below the board, close and reopen, and keep their size", async (p) => {
    const box = () => p.page.$eval("aside", (e) => e.getBoundingClientRect().toJSON());
    const beside = await box();
    await p.page.focus("#grip");
    await p.page.keyboard.press("ArrowLeft");
    assert.ok((await box()).width > beside.width + 20);
    await p.page.click("#dock");
    const below = await box();
    assert.ok(below.width > beside.width * 2 && below.top > 300, JSON.stringify(below));
    const { x, y } = await p.page.$eval("#grip", (e) => { const b = e.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; });
    await p.page.mouse.move(x, y);
    await p.page.mouse.down();
    await p.page.mouse.move(x, y - 80);
    await p.page.mouse.up();
    assert.ok(Math.abs((await box()).height - below.height - 80) < 12);
    await p.axe();
    await p.page.reload();
    await p.page.waitForSelector("#board .thing");
    assert.equal(await p.page.$eval("#layout", (e) => e.dataset.panels), "bottom");
    await p.page.click("#dock");
    assert.equal((await box()).width, 0);
    await p.page.click("#dock");
    await p.page.evaluate(() => { localStorage.removeItem("panels size"); });
    await p.page.reload();
    await p.page.waitForSelector("#board .thing");
    assert.equal((await box()).width, beside.width);
  });

  test("balance: a sweep of two numbers is a heat map", async (p) => {
    await p.game("forward");
    await p.press("#tab-balance");
    await p.press('#panel [data-key="ask grid"]');
    await p.page.waitForSelector('[data-key="grid across"]');
    for (const [side, full] of [["across", "game/forward.max_hp"], ["down", "game/forward.lux_heal"]]) await p.set(`[data-key="grid ${side}"]`, full);
    for (const [key, value] of [["across from", 16], ["across to", 24], ["across step", 4], ["down from", 3], ["down to", 5], ["down step", 2]]) await p.set(`[data-key="grid ${key}"]`, String(value));
    await p.set('#panel [data-key="games"]', "20");
    await p.press("#simulate");
    await p.page.waitForSelector(".heat", { timeout: 30000 });
    assert.deepEqual(await p.page.$$eval(".heat tr", (rows) => rows.map((r) => r.children.length)), [4, 4, 4]);
    assert.deepEqual(await p.page.$$eval(".heat th", (all) => all.map((e) => e.textContent)), ["forward.lux_heal \\ forward.max_hp", "16", "20", "24", "3", "5"]);
    await p.page.evaluate(() => document.querySelector("#layout").style.setProperty("--panels", "15%"));
    const [across, seen] = await p.page.$eval("#panel", (e) => [e.scrollWidth, e.clientWidth]);
    assert.ok(across <= seen, `the map makes a panel of ${seen} pixels ${across} wide`);
    await p.page.evaluate(() => document.querySelector("#layout").style.removeProperty("--panels"));
    await p.axe();
    await p.press("#tab-time");
  });

  test("messages do not cover the board: earlier ones end", async (p) => {
    const file = path.join(p.dir, "content/manipulation/consumables/flip.yaml"), good = fs.readFileSync(file, "utf8");
    await p.game("manipulation");
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      await p.page.setViewport({ width, height });
      for (let i = 0; i < 3; i++) {
        fs.writeFileSync(file, good.replace("name: Flip", `name: Overturn ${width + i}`));
        await p.page.waitForFunction((name) => window.studio.panels.content && document.querySelector("#board") && window.studio.call("content/source", { file: "content/manipulation/consumables/flip.yaml" }).then((s) => s.text.includes(name)), { timeout: 8000 }, `Overturn ${width + i}`);
      }
      await p.until(() => document.querySelector("#toasts .toast"));
      const [n, bottom, top] = await p.page.evaluate(() => [document.querySelectorAll(".toast").length, ...["#toasts", "#board"].map((s) => document.querySelector(s).getBoundingClientRect()).map((b, i) => (i ? b.top : b.bottom))]);
      assert.ok(n === 1 || bottom <= top, `${n} messages reach ${bottom}, and the board begins at ${top}`);
    }
    await p.page.setViewport({ width: 1280, height: 900 });
    fs.writeFileSync(file, good);
  });

  test("messages do not cover the tabs of the studio, however many there are", async (p) => {
    const file = path.join(p.dir, "scripts/manipulation/game.lua"), good = fs.readFileSync(file, "utf8");
    await p.game("manipulation");
    await p.page.click("#tab-time");
    try {
      fs.writeFileSync(file, good.replace(/do_reroll = function\([^)]*\)/, '$& for i = 1, 9 do say("Line " .. i) end'));
      await p.until(() => window.studio.call("content/source", { file: "scripts/manipulation/game.lua" }).then((s) => s.text.includes("Line ")));
      await p.page.click('[data-command="reroll"]');
      await p.page.waitForFunction(() => document.body.textContent.includes("Line 9"));
      await p.page.click("#tab-content");
      assert.equal(await p.page.$eval("#tab-content", (e) => e.getAttribute("aria-selected")), "true");
    } finally {
      fs.writeFileSync(file, good);
    }
  });

  test("strip: a failing test appears in every tab, links to its step, and disappears when it passes", async (p) => {
    await p.game("manipulation");
    const file = path.join(p.dir, "content/manipulation/consumables/flip.yaml"), good = fs.readFileSync(file, "utf8");
    const step = good.split("\n").findIndex((l) => /expect:/.test(l));
    try {
      fs.writeFileSync(file, good.replace(/expect: \{dice: \[[^\]]*\]/, "expect: {dice: [6, 6]"));
      await p.page.waitForSelector("#failing", { timeout: 8000 });
      for (const tab of ["time", "content", "gallery", "balance", "sessions"]) {
        await p.press("#tab-" + tab);
        assert.match(await p.text("#failing"), /test/);
      }
      await p.press("#failing");
      await p.page.waitForSelector(".failing .problem");
      await p.axe();
      await p.press(".failing .problem .place");
      await p.page.waitForSelector("#panel .marked");
      const line = await p.page.$eval("#panel .marked", (e) => Number(e.style.getPropertyValue("--line")));
      assert.ok(Math.abs(line - step) <= 2, `line ${line} is marked, the step is at ${step}`);
    } finally {
      fs.writeFileSync(file, good);
    }
    await p.until(() => !document.querySelector("#failing"));
  });

  test("strip: values tried are listed and marked, and reset one by one", async (p) => {
    await p.game("forward");
    await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_hp", 24, 20));
    await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_lux", 5, 3));
    await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_lux", NaN, 3));
    await p.until(() => document.querySelectorAll("#strip .tried").length === 2);
    assert.match(await p.text("#strip"), /forward\.max_hp: 20 → 24.*forward\.max_lux: 3 → 5/);
    await p.page.evaluate(() => window.studio.panels.content.choose("")); // the list
    await p.press("#tab-content");
    await p.page.waitForSelector('[data-key="definition forward:game/forward"] ~ .tried');
    await p.press('[data-key="reset game/forward.max_hp"]');
    await p.until(() => document.querySelectorAll("#strip .tried").length === 1);
    assert.match((await p.page.evaluate(() => JSON.stringify(window.studio.panels.content.tried))), /^\{"game\/forward.max_lux":5\}$/);
    await p.press('[data-key="reset game/forward.max_lux"]');
    await p.until(() => document.querySelector("#strip").hidden);
    await p.press("#tab-time");
  });
}

module.exports = { add };
