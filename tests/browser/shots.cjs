// Pictures of the games for docs/images: node tests/browser/shots.cjs TOOLS SLEIGHT
// TOOLS holds node_modules with puppeteer-core, SLEIGHT is the program.
"use strict";
const path = require("node:path");
const { open, root } = require("./browser.cjs");
const { ask } = require("./designing.cjs");
const { alone, scenes, set } = require("./table.cjs");

const [tools, program] = process.argv.slice(2);

// still takes a picture of a page without movement, in WebP, which takes a
// third of the size of PNG.
async function still(p, name) {
  await p.page.evaluate(() => {
    document.querySelector("#toasts").replaceChildren();
    for (const a of document.getAnimations()) a.cancel();
    return Promise.all([...document.images].map((i) => i.decode()));
  });
  await p.page.mouse.move(2, 700);
  await p.page.screenshot({ path: path.join(root, "docs", "images", name + ".webp"), type: "webp", quality: 82 });
}

async function main() {
  const p = await open(tools, program, "manipulation");
  await p.visit();
  await alone(p, async () => {
    await p.page.setViewport({ width: 1280, height: 800 });
    await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    for (const game of Object.keys(scenes)) {
      await set(p, game);
      await still(p, game);
    }
    await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await p.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
    await set(p, "forward");
    await still(p, "phone");
  });
  await p.page.setViewport({ width: 1280, height: 860 });
  await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await set(p, "manipulation");
  await p.press(p.thing("c2"));
  await p.settled();
  await still(p, "studio");
  await p.game("forward", "3");
  await p.page.evaluate(() => document.querySelector("#layout").style.setProperty("--panels", "46%"));
  await p.page.evaluate(() => window.studio.panels.content.attempt("game/forward.max_hp", 24, 20));
  await ask(p, "sweep", { "sweep of": "game/forward.max_hp", games: "1000" });
  await ask(p, "compare");
  await still(p, "balance");
  await p.close();
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
