// Debugging in the studio: inspecting things and the origin of their values,
// breakpoints, and a walk through a command; and whether every control there
// can be clicked.
"use strict";
const assert = require("node:assert/strict");

function add(test) {
  test("inspect: a thing shows its values, who changed them, and its definition", async (p) => {
    await p.game("manipulation", "4");
    await p.click(p.thing("d1"));
    await p.page.focus(p.thing("d1"));
    await p.page.keyboard.press("e");
    await p.until(() => document.querySelector("#panel h2 code")?.textContent === "die/d6" && /held yes/.test(document.querySelector(".inspected")?.textContent));
    assert.match(await p.text(".inspected"), /place 1 in Dice.*held yes.*1 hold d1.*false → true.*by game\/manipulation do_hold/s);
    await p.axe();
    await p.page.click('[data-figure="rerolls"]', { button: "right" });
    await p.until(() => /Rerolls 2/.test(document.querySelector(".inspected")?.textContent));
    await p.press('[data-command="reroll"]');
    await p.until(() => /Rerolls 1.*2 reroll.*2 → 1/s.test(document.querySelector(".inspected")?.textContent)); // it follows the game
    await p.set('[data-key="inspect"]', "e1");
    await p.until(() => document.querySelector("#panel h2 code")?.textContent.startsWith("enemy/"));
    await p.press('[data-key="back"]');
    await p.press("#tab-time");
  });

  test("breakpoints: a change, an event and a line stop the last command, and its statements can be walked", async (p) => {
    await p.game("manipulation", "4");
    await p.page.click(p.thing("e1"), { button: "right" });
    await p.press('[data-key="break e1.hp"]');
    await p.until(() => document.querySelector('[data-key="break e1.hp"]')?.getAttribute("aria-pressed") === "true");
    await p.press('[data-command="score"]');
    await p.press('[data-key="stopped"]');
    await p.until(() => /e1\.hp: 700 → 565/.test(document.querySelector("#panel").textContent) && document.querySelector("#panel .marked"));
    assert.equal(await p.text("#tab-time[aria-selected=true]"), "Time");
    assert.ok((await p.count(".calls li")) > 0);
    await p.axe();
    await p.press('[data-key="end walk"]');
    await p.press('[data-key="walk 1"]');
    await p.until(() => / \/ \d+/.test(document.querySelector("#panel output")?.textContent) && /Nothing yet/.test(document.querySelector("#panel").textContent));
    const [steps] = (await p.text("#panel output")).match(/\d+\+?$/);
    assert.ok(Number.parseInt(steps) > 5, steps);
    assert.equal(await p.page.$eval('[data-key="step back"]', (e) => e.disabled), true);
    await p.press('[data-key="step"]');
    await p.until(() => document.querySelector("#panel output").textContent.startsWith("2 /"));
    await p.page.$eval('[data-key="stop"]', (e) => { e.value = e.max; e.dispatchEvent(new Event("input")); });
    await p.until(() => document.querySelectorAll(".far li").length > 0 && document.querySelector('[data-key="step"]').disabled);
    await p.press('[data-key="end walk"]');
    // A change in the log and one in the history of a value both lead to the
    // statement that made it.
    await p.until(() => [...document.querySelectorAll('[data-key^="made 1 "]')].some((e) => /700 → 565/.test(e.textContent)));
    const made = await p.page.$$eval('[data-key^="made 1 "]', (all) => all.find((e) => /700 → 565/.test(e.textContent)).dataset.key);
    await p.press(`[data-key="${made}"]`);
    await p.until(() => document.querySelector("#panel .marked") && !/700 → 565/.test(document.querySelector("#panel").textContent));
    const where = await p.text(".calls");
    await p.press('[data-key="step"]');
    await p.until(() => /700 → 565/.test(document.querySelector("#panel").textContent));
    await p.press('[data-key="end walk"]');
    await p.page.click(p.thing("e1"), { button: "right" });
    await p.press('[data-key="walk e1.hp 1"]');
    await p.until((where) => document.querySelector(".calls")?.textContent === where, where);
    await p.press('[data-key="end walk"]');
    await p.press('[data-key="unbreak e1.hp changes"]');
    await p.until(() => document.querySelector("#strip").hidden);
    // An unknown event is refused with a message.
    await p.set('[data-key="break on event"]', "damaged_twice");
    await p.until(() => /unknown event "damaged_twice"/.test(document.querySelector("#toasts").textContent));
    await p.until(() => document.querySelector("#strip").hidden);
    assert.equal((await p.rpc("view", {})).view.turn, 1); // none of this was a command
  });

  test("saves: an unusable save is refused with a message, and the game stays", async (p) => {
    await p.game("manipulation", "4");
    await p.press("#tab-sessions");
    const before = await p.session();
    for (const [text, want] of [["hello", /odd\.json is not a save/], ["{}", /odd\.json: .*it is not a save of a game/], ['{"sleight_save": 1, "game": 5}', /game: expected a text, got a number/]]) {
      await p.page.evaluate((text) => window.studio.panels.sessions.importFile(new File([text], "odd.json")), text);
      await p.until((source) => new RegExp(source).test(document.querySelector("#toasts").textContent), want.source);
    }
    assert.equal(await p.session(), before);
    await p.press("#tab-time");
  });

  test("panels: targets are 44 pixels large, links within text 24", async (p) => {
    await p.game("manipulation", "4");
    await p.press('[data-command="score"]');
    await p.settled();
    await p.page.evaluate(() => window.studio.panels.content.choose("manipulation:game/manipulation"));
    for (const tab of ["time", "content", "gallery", "balance", "sessions"]) {
      await p.press("#tab-" + tab);
      await p.until(() => document.querySelector("#panel :is(button, input)"));
      const small = await p.page.evaluate(() => [...document.querySelectorAll(":is(header, aside) :is(button, select, summary, input, a)")].filter((e) => e.checkVisibility()).flatMap((e) => {
        const { width, height } = (e.matches('[type="radio"], [type="checkbox"]') ? e.closest("label") : e).getBoundingClientRect();
        const least = e.matches(".place, .pack, .outside, .made, .history button") ? 24 : 44;
        return Math.min(width, height) < least - 0.5 ? [`${e.dataset.key ?? e.id}: ${width} × ${height}`] : [];
      }));
      assert.deepEqual(small, [], tab);
    }
    await p.press("#tab-content");
    await p.press('[data-key="back"]');
    await p.press("#tab-time");
  });

  test("a map is drawn, and its text form is not shown", async (p) => {
    await p.game("spring_tide");
    assert.equal(await p.count(".chart"), 1);
    assert.equal(await p.count('[data-figure="chart_ahead"]'), 0);
  });
}

module.exports = { add };
