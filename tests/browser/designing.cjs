// What a designer does beside the board: asks what games say, and where values
// come from.
"use strict";
const assert = require("node:assert/strict");

// ask puts a question at the Balance tab and waits for what came of it.
async function ask(p, question, fields = {}) {
  await p.page.click("#tab-balance");
  await p.page.waitForSelector("#simulate");
  await p.press(`[data-key="ask ${question}"]`);
  for (const [key, value] of Object.entries(fields)) {
    await p.page.$eval(`#panel [data-key="${key}"]`, (e, value) => { e.value = value; e.dispatchEvent(new Event("change")); }, value);
  }
  await p.press("#simulate");
  await p.page.waitForSelector(`.report[data-kind="${question}"]`, { timeout: 30000 });
}

// add adds these tests to the others.
function add(test) {
  test("balance: a sweep is a curve with its band, and a value of it can be tried", async (p) => {
    await p.game("forward");
    await ask(p, "sweep", { "sweep of": "game/forward.max_hp", "sweep step": "5", games: "40" });
    assert.match(await p.page.$eval(".curve", (e) => e.getAttribute("aria-label")), /^forward\.max_hp: .* % at 16 to .* % at 26; .* % now, at 20$/);
    assert.equal(await p.count(".curve .dot"), 4); // 16, 20 as it is now, 21, 26
    assert.equal(await p.count(".curve .band, .curve .safe, .curve .now"), 3);
    await p.page.$eval('#panel [data-key^="figure"]', (e) => { e.value = "length"; e.dispatchEvent(new Event("change")); });
    assert.doesNotMatch(await p.page.$eval(".curve", (e) => e.getAttribute("aria-label")), /%/);
    await p.press('#panel [data-key^="try"][data-key$=" 26"]');
    await p.until(() => /20 \/ 26/.test(document.querySelector('[data-figure="hp"]').textContent));
  });

  test("balance: what is tried is compared with what is saved, on the same seeds", async (p) => {
    await p.game("forward");
    await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_hp", 26, 20));
    await ask(p, "compare", { games: "200" });
    assert.match(await p.text('.report[data-kind="compare"]'), /Now against what is saved: \+\d+.* points won, .* % before and .* % now; 95 % between \+/);
    assert.ok((await p.count(".bars li")) > 3);
    await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_hp", 20, 20));
    await p.until(() => document.querySelector("#panel").textContent.includes("Nothing differs yet"));
  });

  test("balance: impact is bars in order, each leads to its definition; a long run can be stopped", async (p) => {
    await p.game("forward");
    await ask(p, "impact", { games: "60" });
    const notes = await p.page.$$eval('.report[data-kind="impact"] .bars .note', (all) => all.map((e) => parseFloat(e.textContent.replace("−", "-"))).filter((n) => !Number.isNaN(n)));
    assert.ok(notes.length > 8 && notes.every((n, i) => i === 0 || n <= notes[i - 1]), String(notes));
    await p.axe();
    await p.page.$eval('#panel [data-key="games"]', (e) => { e.value = 30000; e.dispatchEvent(new Event("change")); });
    await p.press("#simulate");
    await p.until(() => document.querySelector("#panel progress")?.value > 0);
    await p.press('[data-key="run"]');
    await p.until(() => /Stopped after \d+ of 30000 games/.test(document.querySelector(".report").textContent));
    await p.press(".bars button");
    await p.until(() => document.querySelector("#panel h2 code")?.textContent.includes("/"));
    assert.equal(await p.page.$eval("#tab-content", (e) => e.getAttribute("aria-selected")), "true");
    await p.press('[data-key="back"]');
  });
}

module.exports = { add, ask };
