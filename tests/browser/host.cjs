// A hosted table as people use it: a game by several players, each in a
// separate browser context, with reloads, a second device and a crash of the
// host.
//
//   node tests/browser/host.cjs TOOLS SLEIGHT_BINARY
"use strict";
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const seats = require("./seats.cjs");

const [tools, program] = process.argv.slice(2).map((p) => path.resolve(p));
const players = 4;

// start starts the host and returns the links that it prints, if any.
async function start(dir, port, ...args) {
  const host = spawn(program, ["host", ...args, "--keep", path.join(dir, "tables"), "--http", `127.0.0.1:${port}`], { cwd: dir, stdio: ["pipe", "pipe", "pipe"] });
  let out = "", errors = "";
  host.stderr.on("data", (d) => (errors += d));
  await new Promise((found, lost) => {
    host.stdout.on("data", (d) => /^(Watchers: |Serving )/m.test((out += d)) && found());
    host.on("exit", () => lost(new Error("the host does not start: " + out + errors)));
  });
  return { host, links: out.match(/http:\S+#\S+/g) ?? [], errors: () => errors };
}

function freePort() {
  const server = require("node:net").createServer();
  return new Promise((found) => server.listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => found(port));
  }));
}

// Player uses a page in a separate browser context.
class Player {
  constructor(number, link, page, faults) {
    Object.assign(this, { number, link, page, faults });
  }

  static async sit(browser, number, link) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (e) => faults.push(e.message));
    await page.goto(link);
    const player = new Player(number, link, page, faults);
    await player.seated();
    return player;
  }

  seated() {
    return this.page.waitForFunction(() => window.table?.news && document.querySelector("#board .thing"));
  }

  version() {
    return this.page.evaluate(() => table.news.version);
  }

  // view returns the latest view that the page received.
  view() {
    return this.page.evaluate(() => table.news.view);
  }

  acts() {
    return this.page.evaluate(() => table.news.acts);
  }

  // step clicks one available option: of the open choice, or else a usable item
  // or an action.
  async step(luck) {
    return this.page.evaluate((luck) => {
      const open = (selector) => [...document.querySelectorAll(selector)].filter((b) => b.getAttribute("aria-disabled") !== "true" && b.offsetParent);
      const options = [...open(".thing.hot"), ...open("#picker .options button")];
      const all = options.length ? options : [...open("#bar .actions button"), ...open("#board button.can")];
      const it = all[luck % all.length];
      it?.click();
      return Boolean(it);
    }, luck);
  }
}

async function until(condition, what) {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((r) => setTimeout(r, 20))) if (await condition()) return;
  throw new Error("it does not happen: " + what);
}

// auction plays a lot of Under the Hammer by two people, in English and in
// German, up to a sale that may be reacted to: sealed bids stay secret, and the
// remaining time is counted down and not extended by a reload.
async function auction(browser) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "auction-"));
  const { host, links } = await start(dir, await freePort(), "hammer", "--seats", "2");
  try {
    const [one, two] = [await Player.sit(browser, 1, links[0]), await Player.sit(browser, 2, links[1])];
    const axe = fs.readFileSync(path.join(tools, "node_modules/axe-core/axe.min.js"), "utf8");
    const accessible = async (p) => {
      if (!(await p.page.evaluate(() => !!window.axe))) await p.page.evaluate(axe);
      await until(() => p.page.evaluate(() => document.getAnimations().length === 0), "nothing moves");
      const { violations } = await p.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`), []);
    };
    const left = (p) => p.page.$eval("#clock", (e) => (e.hidden ? -1 : Number(e.textContent)));
    for (const p of [one, two]) await until(async () => (await left(p)) > 0 && (await left(p)) <= 45, "both see their time");
    await until(async () => (await left(one)) < 45, "the time goes by");
    const before = await left(one);
    await one.page.reload();
    await one.seated();
    await until(async () => (await left(one)) > 0, "the time is there after a reload");
    assert.ok((await left(one)) <= before, "a reload gives time back");
    assert.match(await one.page.$eval("#clock", (e) => e.getAttribute("aria-label")), /^Seconds left: \d+$/);
    assert.equal(await one.page.$$eval("#present [data-clock]:not([hidden])", (all) => all.length), 2);
    await accessible(one);

    const bid = async (p, gold, preview) => {
      await p.page.click('#bar [data-command="bid"]'); // with the mouse: a hint that appears must not move anything
      await p.page.waitForSelector(`#picker [data-option="${gold}"]`, { timeout: 3_000 }).catch(async (e) => { throw new Error(`${e.message}: ${await p.page.$eval("body", (b) => b.innerText)}`); });
      await p.page.hover(`#picker [data-option="${gold}"]`);
      await p.page.waitForSelector("#tip:not([hidden]) .preview");
      assert.match(await p.page.$eval("#tip .preview", (e) => e.innerText), preview);
      await p.page.click(`#picker [data-option="${gold}"]`);
    };
    await bid(one, 5, /^Bid of player 1 0 → 5\b/);
    await until(async () => (await left(one)) === -1, "who has bid has no clock any more");
    assert.equal((await two.view()).groups.flatMap((g) => g.figures).find((f) => f.name === "bid@1").value, "?");
    await bid(two, 7, /^The outcome is uncertain\.$/); // the result depends on a secret bid
    await until(async () => (await two.view()).window?.name === "sale", "the sale may be reacted to");
    const acting = (await one.acts()) ? one : two, waiting = acting === one ? two : one;
    await until(() => acting.page.$eval("#bar", (e) => /Sale.*Play a card, or let the sale go through\./s.test(e.textContent)), "the bar says what may be done");
    assert.match(await acting.page.$eval("#bar .reaction", (e) => e.textContent), /A lot is about to be sold\. Cards may still change that\./);
    assert.ok(await acting.page.$('#bar [data-command="pass"]'), "passing is a button");
    await until(async () => (await left(acting)) > 0 && (await left(acting)) <= 20, "reacting is timed");
    await accessible(acting);
    await accessible(waiting);
    if (process.env.PICTURES) for (const p of [acting, waiting]) await p.page.screenshot({ path: path.join(process.env.PICTURES, `sale-${p === acting ? "acts" : "waits"}.png`) });
    await acting.page.click('#bar [data-command="pass"]');
    await until(async () => !(await acting.acts()), "who passes waits");
    for (const p of [one, two]) assert.deepEqual(p.faults, []);
    console.log("two people have bid in secret and may react to the sale, each with their time");
  } finally {
    host.kill("SIGINT");
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

// bars checks that each bar of a hosted table is filled as far as its figures say.
async function bars(browser) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "bars-"));
  const { host, links } = await start(dir, await freePort(), "spring_tide", "--seats", "1");
  try {
    const player = await Player.sit(browser, 1, links[0]), { page } = player;
    await until(async () => (await page.$("#board .foe .bar")) || !(await player.step(0)), "somebody may be hit");
    await until(() => page.evaluate(() => document.getAnimations().length === 0), "nothing moves");
    const drawn = () => page.$$eval("#board .bar", (all) => all.map((bar) => {
      const [whole, left] = [bar, bar.querySelector(".left")].map((e) => e.getBoundingClientRect());
      return { share: Number(bar.querySelector(".left").style.getPropertyValue("--share")), width: left.width / whole.width, height: left.height / whole.height };
    }));
    for (const share of [null, 0.25, 0]) {
      if (share !== null) await page.$$eval("#board .bar .left", (all, share) => all.forEach((e) => e.style.setProperty("--share", share)), share);
      for (const b of await drawn()) assert.ok(Math.abs(b.width - b.share) < 0.02 && Math.abs(b.height - 1) < 0.02, `a bar that is ${b.share} full is drawn ${b.width} wide and ${b.height} high`);
    }
    console.log("the bars of a hosted table show their figures");
  } finally {
    host.kill("SIGINT");
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

async function main() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "host-"));
  const port = await freePort();
  let { host, links, errors } = await start(dir, port, "mana_draw", "--seats", String(players));
  assert.equal(links.length, players + 1);
  const puppeteer = require(path.join(tools, "node_modules", "puppeteer-core"));
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox", "--disable-background-networking", "--disable-quic", "--no-first-run", "--disable-sync"] });
  try {
    const all = [];
    for (let i = 0; i < players; i++) all.push(await Player.sit(browser, i + 1, links[i]));
    const watcher = await Player.sit(browser, 0, links[players]);

    // The address does not contain the token, and everybody sees who is there.
    for (const p of all) assert.ok(!(await p.page.url()).includes("#"), "the token stays in the address");
    await until(async () => (await all[0].page.$$("#present li.here")).length === players, "all are there");

    const seed = 5;
    let luck = seed;
    const next = () => (luck = (luck * 1103515245 + 12345) % 2147483648) >> 8;

    // turns plays until the given number of commands has been run.
    const turns = async (n) => {
      const want = (await watcher.version()) + n;
      for (let idle = 0; (await watcher.version()) < want; ) {
        let acting;
        for (const p of all) if (await p.acts()) acting = p;
        assert.ok(acting, "somebody may act");
        const before = await acting.version();
        const clicked = await acting.step(next());
        await acting.page.waitForFunction(() => table.busy === 0);
        if ((await acting.version()) === before) {
          if (++idle % 7 === 0 || !clicked) await acting.page.keyboard.press("Escape"); // leave a choice without options
          if (idle >= 200) throw new Error("the game does not go on: " + (await acting.page.evaluate(() => JSON.stringify([table.open, table.news.view.choice, table.news.view.offers]))));
          continue;
        }
        idle = 0;
        const now = await acting.version();
        await until(async () => (await Promise.all([...all, watcher].map((p) => p.version()))).every((v) => v >= now), "all see the command");
      }
    };
    await turns(25);

    // Hands are hidden from the others, and shown to their owners.
    for (const p of [...all, watcher]) {
      const zones = (await p.view()).groups.flatMap((g) => g.zones);
      for (const t of zones.flatMap((z) => z.things)) assert.ok(!t.hidden || !(t.name || t.definition || t.text), `seat ${p.number} sees ${JSON.stringify(t)}`);
      for (const z of zones.filter((z) => /^hand/.test(z.name) && z.things.length)) {
        assert.equal(z.things.every((t) => !t.hidden), z.owner === p.number, `seat ${p.number} and the hand of ${z.owner}`);
      }
    }
    assert.equal((await watcher.view()).offers.length, 0);
    assert.ok(await watcher.page.evaluate(() => table.seat.act("end_turn").then(() => false, (e) => e.code === -32002)), "a watcher acts");

    // The table page is open to everybody, during waits and questions too.
    for (const p of all.slice(0, 2)) {
      await p.page.evaluate(fs.readFileSync(path.join(tools, "node_modules/axe-core/axe.min.js"), "utf8"));
      await until(() => p.page.evaluate(() => document.getAnimations().length === 0), "nothing moves");
      const { violations } = await p.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`), []);
    }

    // A reload takes the seat again, and so does another device.
    const before = await all[1].version();
    await all[1].page.reload();
    await all[1].seated();
    assert.equal(await all[1].version(), before);
    const device = await Player.sit(browser, 2, links[1]);
    assert.equal(await device.version(), before);
    assert.deepEqual((await device.view()).groups, (await all[1].view()).groups);
    await device.page.browserContext().close();

    // The host dies, and everybody is back within two seconds of its return.
    const was = await watcher.view(), version = await watcher.version();
    host.kill("SIGKILL");
    await new Promise((ended) => host.on("exit", ended));
    await until(async () => (await Promise.all(all.map((p) => p.page.$eval("#trouble", (e) => !e.hidden)))).every(Boolean), "all see that the table is away");
    for (const p of [...all, watcher]) await p.page.evaluate(() => { table.came = 0; table.seat.on("joined", () => (table.came = Date.now())); });
    ({ host, errors } = await start(dir, port));
    const began = Date.now();
    await until(async () => (await Promise.all([...all, watcher].map((p) => p.page.evaluate(() => table.came)))).every(Boolean), "all are back");
    const took = Math.max(...(await Promise.all([...all, watcher].map((p) => p.page.evaluate(() => table.came))))) - began;
    console.log(`all ${players + 1} are back ${took} ms after the host`);
    assert.equal(await watcher.version(), version);
    assert.deepEqual((await watcher.view()).groups, was.groups);
    await turns(10);

    for (const p of [...all, watcher]) assert.deepEqual(p.faults, []);
    for (const link of links) assert.ok(!errors().includes(link.split("#")[1]), "the log holds a token");
    await auction(browser);
    await bars(browser);
    await seats.run({ browser, tools, start, freePort, Player, until });
    console.log(`${players} people have played ${await watcher.version()} commands, and one has watched`);
  } finally {
    await browser.close();
    host.kill("SIGINT");
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

main().then(() => process.exit(0), (e) => {
  console.error(e);
  process.exit(1);
});
