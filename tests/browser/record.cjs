// A recording for the README: node tests/browser/record.cjs TOOLS SLEIGHT
// TOOLS holds node_modules with puppeteer-core, gifenc and pngjs; SLEIGHT is
// the program. The script controls the clock of the page's animations, so the
// recording is smooth on any machine.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { open, root } = require("./browser.cjs");
const { alone, set } = require("./table.cjs");

const [tools, program] = process.argv.slice(2);
const { GIFEncoder, quantize, applyPalette } = require(path.join(tools, "node_modules", "gifenc"));
const { PNG } = require(path.join(tools, "node_modules", "pngjs"));

const width = 1200, height = 780;
const step = 80; // milliseconds between pictures while something moves
const mostBytes = 2_000_000;

// The actions of the recording: what is clicked, and how long the result is
// shown.
const script = [
  ["wait", "", 900],
  ["click", '[data-label="d1"]', 250], ["click", '[data-label="d3"]', 250], ["click", '[data-label="d5"]', 400],
  ["press", "reroll", 900],
  ["press", "score", 1600],
];

// stopClock makes every animation wait for the script, and draws a pointer.
function stopClock() {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...args) {
    const a = animate.apply(this, args);
    a.pause();
    return a;
  };
  addEventListener("DOMContentLoaded", () => {
    const hand = document.createElement("div");
    hand.id = "pointer";
    hand.innerHTML = '<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26" viewBox="0 0 24 24"><path d="M5 2l13 11-6 .6 3.4 7-2.8 1.4-3.4-7L5 19z" fill="#fff" stroke="#000" stroke-width="1.4"/></svg>';
    Object.assign(hand.style, { position: "fixed", zIndex: 99, left: "70%", top: "60%", pointerEvents: "none" });
    document.body.append(hand);
  });
}

class Film {
  constructor(p) {
    Object.assign(this, { p, pictures: [], at: [width * 0.7, height * 0.6] });
  }

  async picture(delay) {
    const data = PNG.sync.read(Buffer.from(await this.p.page.screenshot({ type: "png" }))).data;
    const last = this.pictures.at(-1);
    if (last && last.data.equals(data)) last.delay += delay;
    else this.pictures.push({ data, delay });
  }

  // point moves the pointer to a place.
  async point([x, y]) {
    const [fromX, fromY] = this.at;
    for (let i = 1; i <= 5; i++) {
      const share = 1 - (1 - i / 5) ** 2;
      await this.p.page.evaluate((x, y) => Object.assign(document.getElementById("pointer").style, { left: x + "px", top: y + "px" }), fromX + (x - fromX) * share, fromY + (y - fromY) * share);
      await this.picture(step);
    }
    this.at = [x, y];
  }

  async click(selector, look) {
    const place = await this.p.page.$eval(selector, (e) => {
      const box = e.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    });
    await this.point(place);
    await this.p.press(selector);
    await this.p.settled();
    await this.play();
    await this.picture(look);
  }

  // play takes pictures until all movement has ended.
  async play() {
    for (let now = 0; now <= 4000; now += step) {
      const left = await this.p.page.evaluate((now) => {
        const all = document.getAnimations();
        for (const a of all) {
          a.pause();
          const end = a.effect.getComputedTiming().endTime;
          if (!Number.isFinite(end) || now >= end) a.cancel();
          else a.currentTime = now;
        }
        return document.getAnimations().length;
      }, now);
      await this.picture(step);
      if (!left) return;
    }
  }

  // write makes a GIF of the pictures; unchanged pixels are transparent.
  write(file) {
    const sample = Buffer.concat(this.pictures.filter((_, i) => i % 4 === 0).map((f) => f.data));
    const palette = quantize(sample, 127);
    palette.push([255, 0, 255]);
    const clear = palette.length - 1, gif = GIFEncoder();
    let last = null;
    for (const { data, delay } of this.pictures) {
      const now = applyPalette(data, palette.slice(0, clear)), drawn = Uint8Array.from(now);
      if (last) for (let i = 0; i < now.length; i++) if (now[i] === last[i]) drawn[i] = clear;
      gif.writeFrame(drawn, width, height, { palette, delay, transparent: last !== null, transparentIndex: clear, dispose: 1 });
      last = now;
    }
    gif.finish();
    fs.writeFileSync(file, gif.bytes());
    return gif.bytes().length;
  }
}

async function main() {
  const p = await open(tools, program, "manipulation");
  await p.page.evaluateOnNewDocument(stopClock);
  await p.visit();
  await alone(p, async () => {
    await p.page.setViewport({ width, height });
    await p.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await set(p, "manipulation");
    const film = new Film(p);
    await film.play();
    film.pictures = [];
    for (const [action, target, duration] of script) {
      if (action === "wait") await film.picture(duration);
      else await film.click(action === "press" ? `#bar [data-key="offer ${target}"]` : target, duration);
    }
    const size = film.write(path.join(root, "docs", "images", "table.gif"));
    console.log(`${film.pictures.length} pictures, ${(size / 1000).toFixed(0)} KB`);
    if (size > mostBytes) throw new Error(`the recording has ${size} bytes, at most ${mostBytes} are wanted`);
  });
  await p.close();
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
