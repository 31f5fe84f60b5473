// The player's page: what is on the table, what happens there, and the hints
// shown before it does.
"use strict";
const assert = require("node:assert/strict");

// scenes are games in the middle of play.
const scenes = {
  manipulation: { seed: "4", commands: ['lua add("clone", "inventory"); add("shatter", "inventory"); add("salvage", "inventory"); add("flip", "inventory"); add("lock", "inventory"); add("tip_jar", "relics"); add("iron_cuff", "relics"); set_die_sides(at("dice", 4), 8)', "hold d1"] },
  forward: { seed: "3", commands: ["choose l2", "strike d1"] },
  bomb_or_treasure: { seed: "2", commands: ["flip_left", "flip_right"] },
  mana_draw: { seed: "1", commands: [] },
  spring_tide: { seed: "1", commands: ["choose tide_table", "dive m1"] },
  never_die_guy: { seed: "1", commands: ["throw", "toggle_hold d1", "throw"] },
  hammer: { seed: "3", commands: ["bid 4", "bid 6"] },
};

// set plays up to a scene.
async function set(p, game) {
  await p.game(game, scenes[game].seed);
  for (const command of scenes[game].commands) {
    const r = await p.rpc("do", { command });
    assert.ok(r.done, `${game}, ${command}: ${JSON.stringify(r.refusal ?? r.problem)}`);
  }
  await p.settled();
}

// alone opens the player's page, and returns to the studio at the end.
async function alone(p, run) {
  const address = new URL(p.url);
  address.pathname = "/table";
  await p.page.goto(address.href);
  await p.page.waitForSelector("#board .thing");
  try {
    await run();
  } finally {
    await p.page.emulateMediaFeatures([]);
    await p.page.setViewport({ width: 1280, height: 900 });
    await p.visit();
  }
}

// contrasts returns the lowest contrasts of text colors on backgrounds, over
// all hues that a game may have: by scheme, color and background.
function contrasts(p) {
  return p.page.evaluate(() => {
    const root = document.documentElement, hue = root.style.getPropertyValue("--hue"), probe = document.body.appendChild(document.createElement("i"));
    const paint = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
    const light = (name) => {
      probe.style.color = `var(${name})`;
      paint.fillStyle = getComputedStyle(probe).color;
      paint.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const pairs = [];
    for (const ink of ["--ink", "--quiet", "--glow", "--good", "--bad", "--accent"]) for (const ground of ["--felt", "--ground", "--panel", "--raised"]) pairs.push([ink, ground]);
    pairs.push(["--paper-ink", "--paper"], ["--paper-quiet", "--paper"]);
    const found = {};
    for (let h = 0; h < 360; h += 20) {
      root.style.setProperty("--hue", h);
      for (const [ink, ground] of pairs) {
        const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
        found[`${ink} on ${ground}`] = Math.min(found[`${ink} on ${ground}`] ?? 99, ratio);
      }
    }
    root.style.setProperty("--hue", hue);
    probe.remove();
    return found;
  });
}

function add(test) {
  test("table: every text color is readable on every background, for any hue of a game", async (p) => {
    for (const scheme of ["light", "dark"]) {
      await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      const low = Object.entries(await contrasts(p)).filter(([, ratio]) => ratio < 4.5).map(([pair, ratio]) => `${pair}: ${ratio.toFixed(2)}`);
      assert.deepEqual(low, [], scheme);
    }
    await p.page.emulateMediaFeatures([]);
  });

  test("table: nothing is below the fold at 1280 by 800, in light and dark, and axe finds nothing", (p) => alone(p, async () => {
    await p.page.setViewport({ width: 1280, height: 800 });
    for (const scheme of ["light", "dark"]) {
      await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      for (const game of Object.keys(scenes)) {
        const shown = async (stage) => {
          const [all, shown] = await p.page.$eval("#board", (e) => [e.scrollHeight, e.clientHeight]);
          assert.ok(all <= shown, `${game}, ${stage}, is ${all} high, and ${shown} are shown`);
        };
        await set(p, game);
        await shown("in the middle");
        await p.axe();
        await p.lua('lose("It was close.")');
        await shown("at the end");
        // Figures stand in one row; those of several players in a table whose rows do not wrap.
        const rows = await p.page.$$eval(".ending dl, .ending table", (all) => all.map((e) => new Set(e.rows ? [...e.rows].map((r, i) => r.offsetHeight > 44 && i) : [...e.children].map((c) => c.offsetTop)).size));
        assert.deepEqual(rows, [1], `${game}: figures of the end in ${rows} rows`);
      }
    }
  }));

  test("table: nothing is below the fold beside open panels at 1280 by 800", async (p) => {
    await p.page.setViewport({ width: 1280, height: 800 });
    for (const game of Object.keys(scenes)) {
      await set(p, game);
      const [all, shown, across, seen] = await p.page.$eval("#board", (e) => [e.scrollHeight, e.clientHeight, e.scrollWidth, e.clientWidth]);
      assert.ok(all <= shown && across <= seen, `${game} is ${across} × ${all}, and ${seen} × ${shown} are shown`);
    }
  });

  test("table: things are as large as the board has room for", (p) => alone(p, async () => {
    await p.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]); // so that nothing is measured while it moves
    const wide = (selector) => p.page.$eval(selector, (e) => e.getBoundingClientRect().width);
    for (const [width, height, card, die, five, hand, chart] of [[1280, 800, 140, 140, 90, 105, 400], [2560, 1440, 280, 240, 200, 240, 800]]) {
      await p.page.setViewport({ width, height });
      for (const game of Object.keys(scenes)) {
        await set(p, game);
        const [all, shown, across, seen] = await p.page.$eval("#board", (e) => [e.scrollHeight, e.clientHeight, e.scrollWidth, e.clientWidth]);
        assert.ok(all <= shown && across <= seen, `${game} is ${across} × ${all}, and ${seen} × ${shown} are shown`);
        if (game === "bomb_or_treasure") assert.ok((await wide(p.thing("n1"))) > card, `a card is ${await wide(p.thing("n1"))} wide at ${width}`);
        if (game === "manipulation") assert.ok((await wide(p.thing("d2"))) > five, `one of five dice is ${await wide(p.thing("d2"))} wide at ${width}`);
        if (game === "spring_tide") assert.ok((await wide(p.thing("h1"))) > hand && (await wide(".chart")) > chart, `a card in the hand is ${await wide(p.thing("h1"))} wide, the chart ${await wide(".chart")} at ${width}`);
        if (game === "never_die_guy") assert.ok((await wide(p.thing("d2"))) > die, `a die is ${await wide(p.thing("d2"))} wide at ${width}`);
      }
    }
    // New things on a full board make room.
    await set(p, "bomb_or_treasure");
    const before = await wide(p.thing("n1"));
    await p.lua('for i = 1, 30 do add("numeral", "run_uniques") end');
    await p.until((before) => document.querySelector('#board [data-label="n1"]').getBoundingClientRect().width < before, before);
  }));

  test("table: cards that fly do not count as a lack of room", async (p) => {
    await p.page.setViewport({ width: 1280, height: 900 });
    await set(p, "spring_tide");
    assert.ok(await p.page.evaluate(() => document.getAnimations().some((a) => a.effect.target?.closest("#board .near li, #board .near .thing"))), "the hand does not fly");
    await p.rpc("do", { command: "use hold_fast" });
    await p.settled();
    const scale = Number(await p.page.$eval(".place.near", (e) => e.style.getPropertyValue("--fit")));
    assert.ok(scale > 1, `the hand is drawn at ${scale}`);
  });

  test("table: a hand that overlaps grows only as far as each card stays readable", (p) => alone(p, async () => {
    await p.page.setViewport({ width: 1920, height: 1440 });
    await p.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await set(p, "spring_tide");
    const seen = new Set();
    for (let n = 0; n < 12; n++) {
      await p.lua('add(top("hand").id, "hand")');
      await p.page.setViewport({ width: 1920 + n, height: 1440 }); // another size, for which scales are chosen anew
      await p.settled();
      const [scale, shown] = await p.page.$eval(".place.near", (e) => [Number(e.style.getPropertyValue("--fit")), Math.min(...[...e.querySelectorAll(".zone[data-key='zone hand'] .things > li, .things > *")].filter((c) => c.firstElementChild).map((c) => c.getBoundingClientRect().width / c.firstElementChild.getBoundingClientRect().width))]);
      assert.ok(scale <= 1 || shown >= 0.79, `a card is drawn at ${scale}, and ${Math.round(100 * shown)} % of it are visible`);
      seen.add(shown < 0.99);
    }
    assert.ok(seen.has(true), "no cards overlap");
  }));

  test("table: everything can be reached with text twice as large", (p) => alone(p, async () => {
    await p.page.setViewport({ width: 1280, height: 800 });
    await p.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    for (const game of Object.keys(scenes)) {
      await p.page.evaluate(() => (document.documentElement.style.fontSize = ""));
      await set(p, game);
      await p.page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      const wide = await p.page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector("#board").scrollWidth, document.querySelector("#board").clientWidth]);
      assert.ok(wide[0] <= 1280 && wide[1] <= wide[2], `${game} is ${wide} wide`);
      await p.axe();
    }
    await p.page.evaluate(() => (document.documentElement.style.fontSize = ""));
  }));

  test("table: targets are 44 pixels large, on a phone too", (p) => alone(p, async () => {
    await p.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
    await p.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]); // so that nothing is measured while it moves
    for (const game of Object.keys(scenes)) {
      await set(p, game);
      const small = await p.page.$$eval("#board button, #bar button", (all) => all.map((e) => [e.textContent, e.getBoundingClientRect()]).filter(([, b]) => b.width < 44 || b.height < 44).map(([t, b]) => `${t}: ${b.width} × ${b.height}`));
      assert.deepEqual(small, [], game);
      assert.ok((await p.page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${game} is too wide`);
      // Usable things are visible together with the prompt and the actions.
      const below = await p.page.evaluate(() => [...document.querySelectorAll("#board button.can")].filter((e) => e.getBoundingClientRect().top + 44 > document.querySelector("#bar").getBoundingClientRect().top).map((e) => e.dataset.label));
      assert.deepEqual(below, [], `${game}: below the fold`);
    }
  }));

  test("table: coming damage is marked, on both sides", async (p) => {
    await set(p, "manipulation");
    assert.match(await p.text(p.thing("e1") + " .coming"), /^−\d+$/);
    assert.equal(await p.text(p.thing("e1") + " .coming"), "−" + (await p.figure("damage")));
    assert.equal(await p.text('[data-figure="hp"] .coming'), "−" + (await p.figure("intent")));
    assert.equal(await p.count(p.thing("e1") + " .loss"), 1);
  });

  test("table: cards keep their costs and sizes while a choice is open", async (p) => {
    await p.game("manipulation", "4");
    const hand = () => p.page.$$eval("#board .card", (all) => all.map((e) => [e.querySelector(".cost")?.textContent, e.offsetHeight]));
    const before = await hand();
    assert.ok(before.some(([cost]) => cost));
    await p.rpc("choice/begin", { command: "use nudge" });
    await p.settled();
    assert.deepEqual(await hand(), before);
    await p.rpc("choice/cancel", {});
    await p.settled();
  });

  test("table: an intent of several lines begins beside its icon, at a distance", async (p) => {
    await set(p, "spring_tide");
    const intent = await p.page.$eval(p.thing("e1") + " .intent", (e) => {
      const text = document.createRange(), icon = e.querySelector(".icon").getBoundingClientRect();
      text.selectNodeContents(e);
      const lines = [...text.getClientRects()].filter((l) => l.left >= icon.right && l.width > 0);
      return { gap: Math.min(...lines.map((l) => l.left)) - icon.right, middle: (icon.top + icon.bottom) / 2, first: lines[0].bottom, size: parseFloat(getComputedStyle(e).fontSize), high: e.offsetHeight };
    });
    assert.ok(intent.high > 2 * intent.size && intent.gap > intent.size / 5 && intent.middle < intent.first, JSON.stringify(intent));
  });

  test("table: the effects of a choice are shown in advance, unless chance decides them", async (p) => {
    await p.game("manipulation", "4");
    const preview = async (selector) => {
      await p.page.mouse.move(2, 2);
      await p.page.$eval(selector, (e) => e.scrollIntoView({ block: "nearest" }));
      const at = await p.until((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON(), selector);
      const box = await at.jsonValue(); // its position; the element itself may be redrawn
      await p.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      const told = await p.until(() => document.querySelector("#tip:not([hidden]) .preview")?.textContent);
      return told.jsonValue();
    };
    assert.match(await preview(p.thing("a2")), /Mana 3 → 2.*Rerolls 2 → 4/);
    assert.equal(await preview('[data-command="reroll"]'), "Rerolls 2 → 1Score: about 94, mostly 48 to 220Damage: about 94, mostly 48 to 220");
    await p.click(p.thing("a1"));
    await p.click(p.thing("d1"));
    assert.match(await preview('#picker [data-option="1"]'), /d1 d6: value 2 → 3/);
    await p.page.keyboard.press("Escape");
    await p.until(() => document.querySelector("#prompt").dataset.state === "IDLE");
    assert.equal((await p.rpc("view", {})).view.turn, 0);
    await set(p, "mana_draw"); // up to the next pick, even where the rest depends on it
    assert.equal(await preview(p.thing("c2")), "Hand of player 1 → Discard pile of player 1: Mana DrawDice to use of player 1 1 → 2Which side? Use one more die this turn");
    await p.lua("vars.red = 1");
    await p.click(p.thing("c1"));
    assert.match(await preview('#picker [data-option="basic"]'), /Red mana of player 1 1 → 0Which mana do you give\? red$/);
    assert.match(await preview('#picker [data-option="powered"]'), /Blue mana of player 1 0 → 1.*White mana of player 1 0 → 1$/);
    await p.page.keyboard.press("Escape");
    await p.until(() => document.querySelector("#prompt").dataset.state === "IDLE");
  });

  test("table: a die shows its effects as icons with a description", async (p) => {
    await set(p, "forward");
    assert.equal(await p.text(p.thing("d1") + " .chips"), "deals 1takes 1");
    assert.equal(await p.count(p.thing("d1") + " .chips .icon"), 2);
    assert.equal(await p.count('[data-figure="outcomes"]'), 0);
  });

  test("table: events are animated, a key ends the animation, and nothing waits for it", async (p) => {
    await p.page.emulateMediaFeatures([]);
    await p.game("manipulation", "4");
    await p.press('[data-command="score"]');
    await p.settled(); // the state appears at once
    assert.equal(await p.text(p.thing("e1") + " .amount"), "565 / 700");
    await p.until(() => document.querySelector("#motion .float")?.textContent === "−135");
    await p.page.keyboard.press("Shift");
    assert.equal(await p.page.$eval("#motion", (e) => e.childElementCount), 0);
    assert.equal(await p.page.evaluate(() => document.getAnimations().filter((a) => !a.animationName && a.playState === "running").length), 0);
  });

  test("table: scoring counts up the hand times its multiplier, and numbers run to their final value", async (p) => {
    await p.game("manipulation", "4");
    await p.page.evaluate(() => (window.seen = new Set()));
    await p.page.evaluate(() => new MutationObserver(() => document.querySelectorAll("#motion .ticking").forEach((e) => window.seen.add(e.textContent))).observe(document.body, { childList: true, subtree: true, characterData: true }));
    await p.press('[data-command="score"]');
    await p.until(() => document.querySelector("#motion .tally")?.textContent === "Three of a Kind45×3=135");
    await p.until(() => [...window.seen].some((t) => /^(?!700|565)\d+ \/ 700$/.test(t)));
    assert.equal(await p.text(p.thing("e1") + " .amount"), "565 / 700"); // the number beneath is correct
    await p.page.keyboard.press("Shift");
    assert.equal(await p.count("#motion > *"), 0);
  });

  test("table: the changes of a choice are marked in place", async (p) => {
    await p.game("manipulation", "4");
    await p.page.focus(p.thing("a2"));
    await p.until(() => document.querySelector('[data-figure="mana"] dd').dataset.after === "→ 2" && document.querySelector('[data-figure="rerolls"] dd').dataset.after === "→ 4");
    // The browser reports what is redrawn under a pointer that has not moved.
    const under = (x, y) => p.page.evaluate((x, y) => document.querySelector("#board .heading").dispatchEvent(new MouseEvent("mouseover", { bubbles: true, clientX: x, clientY: y })), x, y);
    await p.page.mouse.move(640, 400);
    await p.page.focus("#help");
    await p.page.focus(p.thing("a2"));
    await under(640, 400);
    await p.until(() => document.querySelector('[data-figure="mana"] dd').dataset.after === "→ 2");
    await under(640, 401);
    assert.equal(await p.count("[data-after]"), 0);
    await p.page.focus("#help");
    assert.equal(await p.count("[data-after]"), 0);
    await p.page.focus('[data-command="reroll"]');
    await p.until(() => document.querySelector('[data-figure="rerolls"] dd').dataset.after === "→ 1" && document.querySelector('[data-figure="damage"] dd').dataset.after === "≈ 94");
    await set(p, "mana_draw");
    await p.lua('move_to(at("hand", 1), "discard")');
    await p.page.focus(p.thing("c1"));
    await p.until(() => document.querySelector('[data-zone="discard@1"] > .heading')?.dataset.after === "+1");
  });

  test("table: the places of a map can be told apart, on a phone while one is chosen", async (p) => {
    const apart = async (what) => {
      const covered = await p.page.evaluate(() => {
        const boxes = [...document.querySelectorAll(".chart .medal")].map((e) => e.getBoundingClientRect());
        const icons = [...document.querySelectorAll(".chart .medal > svg")].filter((e) => e.getBoundingClientRect().width > e.parentElement.getBoundingClientRect().width);
        return icons.length + boxes.filter((a, i) => boxes.some((b, k) => k < i && Math.hypot(a.x - b.x, a.y - b.y) < a.width)).length;
      });
      assert.equal(covered, 0, `of 34 places ${what}`);
    };
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      await p.page.setViewport({ width, height });
      await p.game("spring_tide");
      if (width === 1280) await apart("at the start");
      assert.ok((await p.rpc("do", { command: "choose tide_table" })).done);
      await p.settled();
      await p.press('[data-command="dive"]');
      await p.page.waitForSelector(".chart .hot");
      await p.settled();
      await apart(`at ${width}`);
    }
    await p.page.setViewport({ width: 1280, height: 900 });
  });

  test("table: a status is shown only while it applies", async (p) => {
    await p.game("spring_tide");
    assert.equal(await p.count('[data-figure="rust"]'), 0);
    await p.lua("vars.rust = 2");
    assert.equal(await p.figure("rust"), "2");
    await p.lua("vars.rust = 0");
    assert.equal(await p.count('[data-figure="rust"]'), 0);
  });

  test("table: sounds are off at first, a key turns them on, and a command plays one", async (p) => {
    await p.game("manipulation", "4");
    await p.page.evaluate(() => {
      window.notes = 0;
      window.OscillatorNode = class extends OscillatorNode { start(at) { window.notes++; super.start(at); } };
    });
    const heard = async () => {
      await p.page.evaluate(() => (window.notes = 0));
      await p.press('[data-command="score"]');
      await p.settled();
      return p.page.evaluate(() => window.notes);
    };
    assert.equal(await p.page.$eval("#sound", (e) => e.getAttribute("aria-pressed")), "false");
    assert.equal(await heard(), 0);
    await p.page.keyboard.press("m");
    assert.equal(await p.page.$eval("#sound", (e) => e.getAttribute("aria-pressed")), "true");
    assert.ok((await heard()) > 2);
    await p.page.click("#sound");
    assert.equal(await heard(), 0);
  });

  test("table: a card that is turned up is shown before it leaves", async (p) => {
    await p.game("bomb_or_treasure", "2");
    await p.press('[data-command="flip_left"]');
    await p.until(() => /Bomb|Treasure/.test(document.querySelector("#motion .ghost .name")?.textContent));
    assert.equal(await p.count("#motion [data-label], #motion [data-id]"), 0);
    await p.until(() => document.querySelector("#motion").childElementCount === 0);
  });

  test("table: with reduced motion nothing moves", async (p) => {
    await p.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await p.game("manipulation", "4");
    await p.press('[data-command="score"]');
    await p.settled();
    assert.equal(await p.page.evaluate(() => document.getAnimations().length + (document.querySelector("#motion")?.childElementCount ?? 0)), 0);
    await p.page.emulateMediaFeatures([]);
  });

  test("table: a game's end scrolls into view on a phone, and a touch starts another", (p) => alone(p, async () => {
    await p.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
    for (const game of Object.keys(scenes)) {
      await set(p, game);
      await p.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await p.lua('lose("It was close.")');
      const [top, bottom, high] = await p.page.evaluate(() => [document.querySelector(".ending").getBoundingClientRect().top, document.querySelector("#again").getBoundingClientRect().bottom, innerHeight]);
      assert.ok(top >= -2 && bottom <= high, `${game}: the end is at ${top}, "again" ends at ${bottom} of ${high}`);
      assert.equal(await p.prompt(), "The game is over.");
      await p.axe();
    }
  }));

  test("table: the end screen reports the result, and a click starts another game", async (p) => {
    await p.game("manipulation", "4");
    await p.press('[data-command="score"]');
    await p.settled();
    await p.rpc("goto", { turn: 0 });
    await p.lua('win("The dice are yours.")');
    assert.match(await p.text(".ending"), /Won\. *The dice are yours\./);
    assert.ok((await p.count(".confetti i")) > 0 && (await p.page.$eval(".confetti i", (e) => getComputedStyle(e).animationName)) === "flutter");
    await p.axe();
    await p.rpc("undo", {});
    await p.settled();
    await p.lua('lose("The dice are gone.")');
    assert.match(await p.text(".ending"), /Lost\. *The dice are gone\./);
    assert.equal(await p.prompt(), "The game is over.");
    await p.axe();
    const before = await p.session();
    await p.press("#again");
    await p.until((before) => sessionStorage.session !== before && !document.querySelector(".ending"), before);
    await p.settled();
  });
}

module.exports = { add, alone, contrasts, scenes, set };
