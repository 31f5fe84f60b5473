// The player's page between several players, in another language, and the messages
// and the end that they see.
"use strict";
const assert = require("node:assert/strict");
const { alone } = require("./table.cjs");

function add(test) {
  test("table: players who share a screen hand it over in a game with secrets", (p) => alone(p, async () => {
    await p.page.setViewport({ width: 390, height: 844 });
    await p.game("hammer", "3");
    const curtain = () => p.page.$eval("#curtain", (e) => (e.hidden ? "" : e.innerText.replace(/\s+/g, " ")));
    const things = () => p.count("#board .thing, #bar button");
    assert.equal(await curtain(), "");
    const down = async (player) => {
      await p.settled();
      assert.equal(await curtain(), `Pass the device to player ${player}. Show my cards`);
      assert.equal(await things(), 0);
      assert.equal(await p.text("#toasts"), "");
    };
    await p.rpc("do", { command: "bid 4" });
    await down(2);
    await p.axe();
    await p.page.keyboard.press("u"); // the other player is not at the screen
    await p.page.reload(); // nor after a reload
    await p.page.waitForSelector("#curtain:not([hidden])");
    await down(2);
    await p.page.keyboard.press("Enter");
    await p.until(() => document.querySelector("#curtain").hidden);
    assert.equal((await p.rpc("view", {})).view.turn, 1);
    assert.ok(await things());
    await p.page.keyboard.press("u");
    await p.until(() => !document.querySelector("#curtain").hidden);
    await down(1);
    await p.click("#curtain button");
    assert.equal(await curtain(), "");
    await p.game("bomb_or_treasure"); // for one player
    await p.rpc("do", { command: "flip_left" });
    await p.settled();
    assert.equal(await curtain(), "");
    await p.game("hammer", "3");
    await p.rpc("do", { command: "bid 4" });
    await down(2);
    await p.lua("win('Player 1 wins.')"); // nothing is secret any more
    assert.equal(await curtain(), "");
    assert.ok(await p.count(".ending"));
  }));

  test("table: the page speaks German, to screen readers and in its menu and keys, too", (p) => alone(p, async () => {
    await p.page.evaluate(() => localStorage.setItem("language", "de"));
    await p.page.reload();
    await p.page.waitForSelector("#board .thing");
    await p.game("mana_draw", "1");
    try {
      const shown = await p.page.evaluate(() => [...document.querySelectorAll("header button, header label, #board, #bar, #keys")].map((e) => e.ariaLabel || e.firstChild.data.trim()));
      assert.deepEqual(shown, ["Zurücknehmen", "Wiederholen", "Töne ein- oder ausschalten", "Tasten", "Menü", "Spiel", "Seed", "Spieler", "Sprache", "Neues Spiel", "Spielfeld", "Was tun", "Tasten"]);
      assert.equal(await p.page.$eval("#undo", (e) => e.dataset.tip), "Zurücknehmen (u)");
      assert.equal(await p.page.evaluate(() => document.documentElement.lang), "de");
      const dice = await p.page.$$eval("#board .isdie .visually-hidden", (all) => all.map((e) => e.textContent.trim()));
      assert.ok(dice.length && dice.every((text) => /^Manawürfel zeigt (rot|blau|grün|weiß|golden|gold|schwarz)$/.test(text)), dice.join());
      await p.press("#help");
      assert.match(await p.text("#keys"), /^Tasten1 … 9die Aktion .*diese Tasten zeigenSchließen$/);
      assert.doesNotMatch(await p.text("#keys"), /inspect/); // the players' page has no panels
      await p.page.keyboard.press("Escape");
    } finally {
      await p.page.evaluate(() => localStorage.removeItem("language"));
    }
  }));

  test("table: messages do not cover the buttons that undo and redo", async (p) => {
    const covered = () => p.page.evaluate(() => {
      const boxes = [...document.querySelectorAll(".toast")].map((e) => e.getBoundingClientRect());
      if (!boxes.length) return ["no message"];
      return ["#undo", "#redo"].filter((name) => {
        const b = document.querySelector(name).getBoundingClientRect();
        return boxes.some((a) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
      }).concat(boxes.filter((a) => a.left < 0).map(() => "left of the page"));
    });
    const check = async () => {
      for (const width of [1280, 900, 390]) {
        await p.page.setViewport({ width, height: 844 });
        await p.page.evaluate(async () => {
          const { toast } = await import("./dom.js");
          for (let i = 0; i < 3; i++) toast("The Gilded Cutpurse has taken two of your coins.");
        });
        assert.deepEqual(await covered(), [], `${width} wide`);
        await p.page.evaluate(() => document.querySelector("#toasts").replaceChildren());
      }
    };
    await p.game("manipulation");
    await check();
    await alone(p, check);
  });

  test("table: a pile opens its cards, and counts those that are face down", (p) => alone(p, async () => {
    await p.game("mana_draw", "3");
    await p.lua('for i = 1, 3 do add("mana_draw", "discard") end');
    const sheet = () => p.text("#sheet").then((text) => text.replace(/\s+/g, " "));
    await p.press('[data-key="pile discard@1"]');
    assert.match(await sheet(), /^Discard pile of player 1\s*3\s*Close\s*Mana Draw/);
    assert.equal(await p.count("#sheet .card"), 3);
    await p.axe();
    await p.lua('remove(at("discard", 1))'); // the sheet follows the game
    assert.equal(await p.count("#sheet .card"), 2);
    await p.page.keyboard.press("Escape");
    await p.page.focus('[data-key="pile deck@1"]');
    await p.page.keyboard.press("Enter");
    assert.match(await sheet(), /^Deck of player 1\s*6\s*Close\s*6 × face down$/);
    await p.page.keyboard.press("Escape");
    assert.equal(await p.page.evaluate(() => document.activeElement.dataset.key), "pile deck@1");
    assert.equal(await p.count(".seat button.stack"), 0); // a seat opens as a whole
  }));

  test("table: the end of a game for several compares them, and says won for nobody", (p) => alone(p, async () => {
    await p.game("mana_draw", "3");
    await p.lua('set_var_of(2, "score", 7); win("Player 2 wins with 7 points.")');
    assert.match(await p.text(".ending [role=status]"), /^The game is over\. Player 2 wins with 7 points\.$/);
    const rows = await p.page.$$eval(".ending tr", (all) => all.map((e) => e.innerText.trim().replace(/\s+/g, " ")));
    assert.deepEqual(rows, ["Player Score", "1. player 2 has won 7", "2. You, player 1 0"]);
    assert.equal(await p.count(".ending dl, .seat.acting, .seat .chip"), 0); // nobody is to act
    await p.game("manipulation");
    await p.lua('win("You did it.")');
    assert.match(await p.text(".ending [role=status]"), /^Won\. You did it\.$/);
  }));

  test("the studio has no curtain: it shows everything anyway", async (p) => {
    await p.game("hammer", "3");
    await p.rpc("do", { command: "bid 4" });
    await p.settled();
    assert.ok(await p.page.$eval("#curtain", (e) => e.hidden));
    assert.ok(await p.count("#board .thing"));
  });
}

module.exports = { add };
