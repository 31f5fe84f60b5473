// The basis of the studio's tests: a separate workspace, the program, a
// browser, and a person's actions in them.
"use strict";
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const root = path.resolve(__dirname, "../..");

// open starts the studio on a copy of the content and a browser on its page.
async function open(tools, program, game) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
  for (const folder of ["content", "scripts"]) {
    fs.cpSync(path.join(root, folder), path.join(dir, folder), { recursive: true, filter: (f) => !f.endsWith(".go") });
  }
  let server;
  const start = (host) => new Promise((found, lost) => {
    let text = "";
    server = spawn(program, ["studio", game, "--token", "sesame", "--http", host], { cwd: dir, stdio: ["ignore", "pipe", "inherit"] });
    server.stdout.on("data", (d) => {
      const m = (text += d).match(/http:\S+/);
      if (m) found(m[0]);
    });
    server.on("exit", () => lost(new Error("the studio does not start: " + text)));
  });
  const url = await start("127.0.0.1:0");
  const puppeteer = require(path.join(tools, "node_modules", "puppeteer-core"));
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--disable-quic", "--no-first-run", "--disable-sync"],
  });
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (e) => faults.push(e.message));
  page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
  const end = (signal) => new Promise((ended) => {
    server.on("exit", ended);
    server.kill(signal);
  });
  const close = async () => {
    await browser.close();
    await end("SIGINT");
    fs.rmSync(dir, { recursive: true });
  };
  // The server can be killed, and started again at the same address.
  const power = { cut: () => end("SIGKILL"), back: () => start(new URL(url).host) };
  return new Person({ dir, url, page, faults, close, tools, power });
}

// Person plays: it clicks, presses keys, and reads the page.
class Person {
  constructor(has) {
    Object.assign(this, has);
  }

  async visit(game) {
    await this.page.goto(this.url);
    if (game) await this.game(game);
    await this.page.waitForSelector("#board .thing");
  }

  // game starts another game, once the page has opened its first session: that
  // also fills in the fields, perhaps after they were set here.
  async game(id, seed = "1") {
    await this.until(() => window.studio?.shown && window.studio.shown === window.studio.session && !window.studio.busy);
    const before = await this.session();
    await this.page.evaluate((id, seed) => {
      document.querySelector("#seed").value = seed;
      const games = document.querySelector("#games");
      games.value = id;
      games.dispatchEvent(new Event("change"));
    }, id, seed);
    await this.until((before, id) => sessionStorage.session !== before && window.studio.shown === sessionStorage.session && window.studio.view.game === id, before, id);
    await this.settled();
  }

  session() {
    return this.page.evaluate(() => sessionStorage.session ?? "");
  }

  // rpc calls a method without the page.
  async rpc(method, params) {
    const at = new URL("/rpc?token=sesame", this.url);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { session: await this.session(), ...params } });
    const answer = await (await fetch(at, { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
    if (answer.error) throw new Error(answer.error.message);
    return answer.result;
  }

  // lua runs Lua to set a scene, which the page then shows.
  async lua(statement) {
    const reply = await this.rpc("do", { command: "lua " + statement });
    if (!reply.done) throw new Error(JSON.stringify(reply.problem ?? reply.refusal));
    await this.settled();
    return reply;
  }

  // settled waits until the page shows the state of the session. While the page
  // opens another session, sessionStorage still names the one before.
  async settled() {
    for (const end = Date.now() + 30000; ; ) {
      await this.until(() => {
        const { busy, session, shown } = window.studio ?? {};
        return busy === 0 && shown === session && sessionStorage.session === session;
      });
      const { view } = await this.rpc("view", {});
      const same = await this.page.evaluate((turn, open, n) => {
        const now = window.studio?.view;
        return now && now.turn === turn && now.choice.open === open && (now.choice.picked?.length ?? 0) === n;
      }, view.turn, view.choice.open, view.choice.picked?.length ?? 0);
      if (same) return;
      assert.ok(Date.now() < end, `the page does not show command ${view.turn} of the session`);
    }
  }

  until(f, ...args) {
    return this.page.waitForFunction(f, { timeout: 30000, polling: 10 }, ...args);
  }

  async click(selector, button = "left") {
    await this.page.waitForSelector(selector, { timeout: 30000 });
    await this.page.$eval(selector, (e) => e.scrollIntoView({ block: "center" }));
    await this.page.click(selector, { button });
    await this.settled();
  }

  // press clicks an element that may be redrawn at any time: it is found and
  // clicked in one step of the page, since a click on a replaced element does
  // nothing.
  press(selector) {
    return this.until((selector) => {
      const e = document.querySelector(selector);
      e?.click();
      return e !== null;
    }, selector);
  }

  // set fills in a field that may be redrawn at any time.
  set(selector, value) {
    return this.until((selector, value) => {
      const e = document.querySelector(selector);
      if (!e) return false;
      e.value = value;
      return e.dispatchEvent(new Event("change"));
    }, selector, value);
  }

  thing(label) {
    return `#board [data-label="${label}"]`;
  }

  text(selector) {
    return this.page.$eval(selector, (e) => e.textContent.trim());
  }

  count(selector) {
    return this.page.$$eval(selector, (all) => all.length);
  }

  state() {
    return this.page.$eval("#prompt", (e) => e.dataset.state);
  }

  prompt() {
    return this.text("#prompt");
  }

  figure(name) {
    return this.text(`[data-figure="${name}"] dd`);
  }

  // axe checks that the page as shown now has no accessibility problems.
  async axe() {
    if (!(await this.page.evaluate(() => !!window.axe))) {
      await this.page.evaluate(fs.readFileSync(path.join(this.tools, "node_modules/axe-core/axe.min.js"), "utf8"));
    }
    await this.page.evaluate(() => Promise.all(document.getAnimations().map((a) => { try { a.finish(); } catch { a.cancel(); } })));
    const { violations } = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html + " " + n.failureSummary).join(" | ")}`), []);
  }

  values() {
    return this.page.evaluate(() => window.studio.view.groups.flatMap((g) => g.zones).find((z) => z.name === "dice").things.map((t) => t.die.value));
  }
}

module.exports = { open, root };
