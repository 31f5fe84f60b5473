// What the others have, at a hosted table: a small game in which all pick a card at
// once and pass the rest of their hands on, played at seats of several sizes.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

// game returns the files of the game. Time limits are as long as given.
const game = (seconds) => ({
  "content/market/pack.yaml": "kind: pack\nformat: 1\nid: market\nversion: 0.1.0\ntitle: Market\nengine: ^1.0\n",
  "content/market/game.yaml": `kind: game
id: market
name: Market
script: game.lua
players: {min: 2, max: 5}
variables:
  round: {start: 1, min: 1, name: Round}
  points: {start: 0, min: 0, per: player, name: Points, icon: coin}
  winner: {start: 0, min: 0, show: false}
zones:
  hand: {of: card, label: h, per: player, visible: owner, name: Hand}
  picked: {of: card, label: p, per: player, visible: owner, name: Picked}
  passing: {of: card, label: g, per: player, visible: none, show: false, name: Passing}
  stall: {of: card, label: t, per: player, as: row, name: Stall}
  omen: {of: die, label: o, per: player, as: row, start: [omen], default: omen, name: Omen}
  deck: {of: card, label: k, visible: none, name: Deck}
events:
  revealed: {text: All picks are revealed.}
actions:
  take: {name: Take, secret: revealed, targets: [{name: card, from: hand, prompt: "Take which card?"}]}
  wait: {name: Wait, warning: {text: Nothing is taken.}}
phases:
  picking: {name: Pick and pass, prompt: Take a card., together: count("hand") > 0, actions: [take, wait], clock: {seconds: ${seconds}, timeout: take}}
winner: vars.winner
`,
  "content/market/omen.yaml": "kind: die\nid: omen\nname: Omen die\nfaces: [sun, incense, moonlight]\n",
  "content/market/goods.yaml": `kind: card
id: lamp
name: Lamp
icon: candle
text: A pair is worth 5 points.
---
kind: card
id: carpet
name: Carpet
icon: scroll
text: The more, the better.
---
kind: card
id: seal
name: Haendlersiegelverwahrungsschatulle
text: It does nothing.
`,
  "scripts/market/game.lua": `
local function deal()
  for p = 1, players() do
    for i, id in ipairs({"lamp", "lamp", "carpet", "seal"}) do add(id, "hand@" .. p) end
  end
end
return {
  start = function()
    deal()
    for p = 1, players() do set_die_value(top("omen@" .. p), (p - 1) % 3 + 1) end
    for _ = 1, 9 do add("carpet", "deck") end
    enter_phase("picking")
  end,
  do_take = function(_, card) move_to(card, "picked") end,
  do_wait = function() end,
  resolve_picking = function()
    emit("revealed")
    local full = true
    for p = 1, players() do
      for _, card in each("picked@" .. p) do move_to(card, "stall@" .. p) end
      draw("hand@" .. p, "passing@" .. p % players() + 1, 9)
    end
    for p = 1, players() do
      draw("passing@" .. p, "hand@" .. p, 9)
      full = full and count("hand@" .. p) == 0
    end
    if not full then return end
    for p = 1, players() do
      for _, card in each("stall@" .. p) do say("Player " .. p .. " gains " .. p .. " for the " .. card.name .. ".") end
      set_var_of(p, "points", 10 * p)
      set_var_of(p, "points", 10 * p)
    end
    if vars.round == 2 then
      vars.winner = players()
      return win("Player " .. players() .. " wins.")
    end
    vars.round = 2
    deal()
  end,
}
`,
});

// open opens a table of the game and calls a function with its links and pages.
async function open({ start, freePort, Player, browser }, players, run, { seconds = 300, bots = [] } = {}) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "market-"));
  for (const [name, text] of Object.entries(game(seconds))) {
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    fs.writeFileSync(path.join(dir, name), text);
  }
  const { host, links } = await start(dir, await freePort(), "market", "--seats", String(players), ...bots.flatMap((seat) => ["--bot", `${seat}=greedy`]));
  const all = [];
  try {
    for (let i = 0; i < players; i++) if (!bots.includes(i + 1)) all.push(await Player.sit(browser, i + 1, links[i]));
    await run(all, host);
    for (const p of all) assert.deepEqual(p.faults, []);
  } finally {
    for (const p of all) await p.page.browserContext().close();
    host.kill("SIGINT");
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

const act = (player, command) => player.page.evaluate((command) => table.seat.act(command), command);
const text = (page, selector) => page.$eval(selector, (e) => e.innerText.replace(/\s+/g, " ").trim());

async function accessible(tools, page) {
  if (!(await page.evaluate(() => !!window.axe))) await page.evaluate(fs.readFileSync(path.join(tools, "node_modules/axe-core/axe.min.js"), "utf8"));
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running"));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`), []);
}

// others checks that what the others have can be read: in their seats, and large, by
// mouse, keyboard and touch.
const others = (with_) => open(with_, 3, async (all) => {
  const [one] = all, { page } = one;
  for (const cards of [["h1", "h1", "h1"], ["h1", "h1", "h1"]]) {
    for (const [i, p] of all.entries()) assert.ok((await act(p, "take " + cards[i])).done);
  }
  await with_.until(async () => (await text(page, '[data-seat="2"] [data-zone="stall@2"]')) === "Stall2 2 × Lamp", "the stall is read").catch(async (e) => { throw new Error(`${e.message}: ${await text(page, "#board")}`); });
  assert.equal(await text(page, '[data-seat="2"] [data-zone="omen@2"]'), "Omen incense incense"); // the face, and the word beside it
  assert.equal(await page.$$eval('[data-seat="2"] svg.drawn', (all) => all.length), 1);
  const large = () => page.$eval("#sheet", (e) => (e.open ? [...e.querySelectorAll(".thing.card .name, .isdie .drawn")].map((x) => x.textContent).join() : ""));
  for (const how of ["keys", "click", "touch"]) {
    const opener = await page.$('[data-seat="2"] .opener');
    if (how === "keys") {
      await opener.focus();
      await page.keyboard.press("Enter");
    } else if (how === "click") await page.click('[data-seat="2"] [data-zone="omen@2"]');
    else await page.$eval('[data-seat="2"] dl', (e) => e.click());
    await with_.until(async () => (await large()) === "Lamp,Lamp,incense", "the sheet of player 2 opens by " + how);
    if (how === "keys") await accessible(with_.tools, page);
    await page.keyboard.press("Escape");
    assert.equal(await large(), "");
    if (how === "keys") assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "seat 2");
  }
  await page.click('[data-seat="2"] .opener'); // it shows what happens meanwhile
  for (const p of all) assert.ok((await act(p, "take h1")).done);
  await with_.until(async () => (await large()) === "Lamp,Lamp,Carpet,incense", "the open sheet is drawn again");
});

// phone checks that a hand is visible on a phone, although there are four others.
const phone = (with_) => open(with_, 5, async ([one]) => {
  const { page } = one;
  await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
  await one.seated(); // becoming a phone reloads the page
  await with_.until(() => page.evaluate(() => {
    const bottom = document.querySelector("#bar").getBoundingClientRect().top;
    return [...document.querySelectorAll('[data-zone="hand@1"] .card')].slice(0, 3).every((e) => e.querySelector(".name").getBoundingClientRect().bottom < bottom && e.querySelector(".art").getBoundingClientRect().bottom < bottom);
  }), "the own hand is visible on a phone");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is too wide");
  await page.tap('[data-seat="3"] h2');
  await with_.until(() => page.$eval("#sheet", (e) => e.open), "the sheet opens by touch");
  await accessible(with_.tools, page);
}, { bots: [2, 3, 4, 5] });

// messages checks that what the game says at once can be read, and read again.
const messages = (with_) => open(with_, 3, async (all) => {
  const { page } = all[0];
  for (let round = 0; round < 4; round++) for (const p of all) assert.ok((await act(p, "take h1")).done);
  const said = () => page.$$eval("#told li", (all) => all.map((e) => e.textContent));
  await with_.until(async () => (await said()).length === 12, "all that was said is shown");
  assert.match((await said())[11], /^Player 3 gains 3 for the /);
  await new Promise((r) => setTimeout(r, 5_000)); // a single message would be gone
  assert.equal((await said()).length, 12);
  await accessible(with_.tools, page);
  await page.keyboard.press("Escape");
  assert.equal((await said()).length, 0);
  for (const how of ["l", "click"]) {
    how === "l" ? await page.keyboard.press("l") : await page.click("#log");
    await page.waitForSelector("#sheet[open] ol li");
    const log = await text(page, "#sheet");
    assert.match(log, /^Log Close player 3 Take Player 1 gains 1 for the Lamp\. .* You, player 1 Take .*The game begins\.$/);
    if (how === "l") await accessible(with_.tools, page);
    await page.keyboard.press("Escape");
    assert.equal(await page.$eval("#sheet", (e) => e.open), false);
  }
  await page.keyboard.press("l");
  await act(all[0], "take h2");
  await with_.until(async () => /^Log Close You, player 1 Take Hand of player 1 → Picked of player 1: Lamp/.test(await text(page, "#sheet")), "the open log goes on");
});

// keyboard checks that keys alone play the game, and that the focus stays with what
// can be chosen.
const keyboard = (with_) => open(with_, 2, async ([one, two]) => {
  const { page } = one, focus = () => page.evaluate(() => { const e = document.activeElement; return e.dataset.label ?? e.dataset.key ?? e.id; });
  const marks = () => page.$$eval(".thing.hot", (all) => all.map((e) => getComputedStyle(e, "::before").content.replaceAll('"', "")).join());
  await page.click('#bar [data-command="take"]');
  await page.waitForSelector(".thing.hot");
  assert.equal(await marks(), "none,none,none,none"); // who uses the mouse needs no numbers
  await page.keyboard.press("Escape");
  await page.waitForSelector('#bar [data-command="take"]');
  await page.keyboard.press("1");
  await page.waitForSelector(".thing.hot");
  assert.equal(await marks(), "1,2,3,4");
  assert.equal(await focus(), "h1");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focus(), "h2");
  await page.keyboard.press("2");
  await with_.until(async () => (await focus()) === "board", "the focus stays on the table");
  await act(two, "take h1");
  await with_.until(async () => one.acts(), "the next pick");
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await focus(), "board");
  await page.keyboard.press("?");
  assert.match(await text(page, "#keys[open]"), /1 … 9 .* l show the log .*\? show these keys/);
  await page.keyboard.press("1"); // not for the table
  await page.keyboard.press("Escape");
  assert.equal(await page.$(".thing.hot"), null);
  await page.keyboard.press("2"); // an action that warns asks first
  await page.waitForSelector("#confirm");
  assert.match(await text(page, "#picker"), /^Nothing is taken\./);
  assert.equal(await focus(), "confirm");
  await page.keyboard.press("Escape");
  await with_.until(() => page.$eval("#picker", (e) => e.hidden), "the warning is gone");
  assert.ok(await one.acts());
});

// ended checks what is shown at a seat while it waits, and at the end.
const ended = (with_) => open(with_, 3, async (all) => {
  const { page } = all[0], labels = () => page.$$eval('[data-zone="hand@1"] .label', (all) => all.map((e) => e.textContent).join());
  assert.equal(await labels(), "h1,h2,h3,h4");
  const { changes } = await page.evaluate(() => table.seat.preview("take", ["h1"]));
  assert.deepEqual(changes, ["Hand of player 1 → Picked of player 1: Lamp"]); // and not whose turn it is, since it is everybody's
  await act(all[0], "take h1");
  await with_.until(async () => (await text(page, "#prompt")).endsWith("Wait for players 2, 3."), "all others are waited for");
  assert.equal(await labels(), "h1,h2,h3");
  await act(all[1], "take h1");
  await with_.until(async () => (await text(page, "#prompt")).endsWith("Wait for player 3."), "the last one is waited for");
  await act(all[2], "take h1");
  for (let round = 1; round < 8; round++) for (const p of all) assert.ok((await act(p, "take h1")).done);
  await page.waitForSelector(".ending");
  assert.deepEqual(await page.$$eval(".ending tr", (all) => all.map((e) => e.innerText.trim().replace(/\s+/g, " "))), ["Player Points", "player 3 has won 30", "player 2 20", "You, player 1 10"]);
  assert.equal(await page.$$eval(".seat.acting, .seat .chip", (all) => all.length), 0);
  await page.keyboard.press("Escape");
  await accessible(with_.tools, page);
});

// late checks that players learn when their time has run out, and the others from the
// log.
const late = (with_) => open(with_, 2, async ([one, two]) => {
  await act(two, "take h1");
  const told = async () => `${await text(one.page, "#toasts")} ${await text(one.page, "#told")}`;
  await with_.until(async () => /Your time ran out\. Hand of player 1 → (Picked|Stall) of player 1: /.test(await told()), "it is said");
  await two.page.keyboard.press("l");
  await with_.until(async () => /player 1 Time ran out\./.test(await text(two.page, "#sheet")), "the log says it");
}, { seconds: 8 });

// away checks that what cannot be done without a connection says so.
const away = (with_) => open(with_, 2, async ([{ page }]) => {
  await page.setOfflineMode(true);
  await page.keyboard.press("1");
  await with_.until(async () => (await text(page, "#toasts")) === "The table cannot be reached; trying again.", "the page says that it is away");
  await page.setOfflineMode(false);
});

exports.run = async (with_) => {
  const only = process.env.ONLY;
  for (const [name, check] of Object.entries({ others, phone, messages, keyboard, ended, late, away })) if (!only || only === name) await check(with_);
  console.log("what the others have can be read");
};
