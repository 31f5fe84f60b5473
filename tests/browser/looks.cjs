// Compares how each game looks with how it looked before:
// node tests/browser/looks.cjs TOOLS SLEIGHT [-update]. A picture is stored as
// the mean colors of blocks of pixels, in a few hundred bytes. Text smoothing
// may differ: a block by at most `most` of 255 in one color, all blocks by at
// most `mean` on average.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { open } = require("./browser.cjs");
const { alone, scenes, set } = require("./table.cjs");

const [tools, program, update] = process.argv.slice(2);
const file = path.join(__dirname, "looks.json");
const widths = [[390, 844], [1280, 800], [2560, 1440]];
const columns = 24, most = 20, mean = 1.5;

// blocks returns the mean colors of the blocks of a picture, row by row.
const blocks = (p, picture, columns) => p.page.evaluate(async (data, columns) => {
  const image = new Image();
  image.src = "data:image/png;base64," + data;
  await image.decode();
  const size = image.width / columns, rows = Math.round(image.height / size);
  const paint = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d", { willReadFrequently: true });
  paint.drawImage(image, 0, 0);
  const out = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const left = Math.floor(x * size), top = Math.floor((y * image.height) / rows), w = Math.floor(size), h = Math.floor(image.height / rows);
      const pixels = paint.getImageData(left, top, w, h).data, sum = [0, 0, 0];
      for (let i = 0; i < pixels.length; i += 4) for (let c = 0; c < 3; c++) sum[c] += pixels[i + c];
      out.push(...sum.map((v) => Math.round(v / (w * h))));
    }
  }
  return out;
}, picture, columns);

// apart describes how two lists of colors differ, or returns "".
function apart(was, is) {
  if (!was || was.length !== is.length) return was ? "another size" : "new";
  const differences = was.map((v, i) => Math.abs(v - is[i]));
  const worst = Math.max(...differences), average = differences.reduce((a, b) => a + b, 0) / was.length;
  if (worst <= most && average <= mean) return "";
  const at = Math.floor(differences.indexOf(worst) / 3);
  return `the block in row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1} of ${columns} by ${worst} of 255 (at most ${most}), all by ${average.toFixed(2)} (at most ${mean})`;
}

async function main() {
  const known = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {}, found = {};
  const p = await open(tools, program, "manipulation");
  let failed = 0;
  await p.visit();
  await alone(p, async () => {
    for (const [width, height] of widths) {
      await p.page.setViewport({ width, height });
      for (const scheme of ["light", "dark"]) {
        await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: "reduce" }]);
        for (const game of Object.keys(scenes)) {
          await set(p, game);
          await p.page.evaluate(() => {
            document.querySelector("#toasts").replaceChildren();
            return Promise.all([...document.images].map((i) => i.decode())); // they load late on a busy machine
          });
          await p.page.mouse.move(2, 2);
          const picture = await p.page.screenshot({ encoding: "base64" });
          const name = `${game} ${width} ${scheme}`, is = await blocks(p, picture, columns);
          found[name] = Buffer.from(is).toString("base64");
          const differs = apart(known[name] && [...Buffer.from(known[name], "base64")], is);
          if (!differs || update) continue;
          failed++;
          const saved = path.join(require("node:os").tmpdir(), `looks-${name.replaceAll(" ", "-")}.png`);
          fs.writeFileSync(saved, Buffer.from(picture, "base64"));
          console.log(`FAILED ${name} looks different: ${differs}. See ${saved}`);
        }
      }
    }
  });
  if (update) fs.writeFileSync(file, JSON.stringify(found, null, 1) + "\n");
  console.log(`${Object.keys(found).length} pictures, ${failed} differ`);
  await p.close();
  process.exit(failed ? 1 : 0);
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
