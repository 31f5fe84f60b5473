// Pictures of the games for docs/images: node tests/browser/shots.cjs TOOLS SLEIGHT
// TOOLS holds node_modules with puppeteer-core, SLEIGHT is the program.
"use strict";
const path = require("node:path");
const { open, root } = require("./browser.cjs");
const { ask } = require("./designing.cjs");

const [tools, program] = process.argv.slice(2);

// What is done before each picture: commands, then clicks.
const scenes = {
  manipulation: {
    seed: "4", clicks: ["c2"],
    commands: ['lua add("clone", "inventory"); add("shatter", "inventory"); add("salvage", "inventory"); set_die_sides(at("dice", 4), 8)', "hold d1", "use reroll_plus"],
  },
  forward: { seed: "3", clicks: [], commands: ["choose l2", "strike d1"] },
  bomb_or_treasure: { seed: "2", clicks: [], commands: ["flip_left", "flip_right"] },
  mana_draw: { seed: "1", clicks: ["d3"], commands: [] },
  never_die_guy: { seed: "1", clicks: [], commands: ["throw", "toggle_hold d1", "throw"] },
};

async function main() {
  const p = await open(tools, program, "manipulation");
  await p.page.setViewport({ width: 1280, height: 860 });
  await p.visit();
  for (const [game, scene] of Object.entries(scenes)) {
    await p.game(game, scene.seed);
    for (const command of scene.commands) await p.rpc("do", { command }); // what is refused is left out
    await p.settled();
    for (const label of scene.clicks) await p.press(p.thing(label));
    await p.settled();
    await p.page.evaluate(() => {
      document.querySelector("#toasts").replaceChildren();
      for (const a of document.getAnimations()) a.cancel();
    });
    await p.page.mouse.move(2, 700);
    await p.page.screenshot({ path: path.join(root, "docs", "images", game + ".png") });
  }
  await p.game("forward", "3");
  await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_hp", 24, 20));
  await ask(p, "sweep", { "sweep of": "game/forward.max_hp", games: "1000" });
  await ask(p, "compare");
  await p.page.evaluate(() => document.querySelector("#toasts").replaceChildren());
  await p.page.screenshot({ path: path.join(root, "docs", "images", "balance.png") });
  await p.close();
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
