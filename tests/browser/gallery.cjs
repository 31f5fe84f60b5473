// The gallery: cards on the screen, printed, and exported to Tabletop Simulator.
"use strict";
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

function add(test) {
  test("gallery: every card is drawn, and sheets have the chosen number in the right size", async (p) => {
    await p.game("manipulation");
    await p.press("#tab-gallery");
    await p.until(() => document.querySelectorAll(".gallery .card").length > 20);
    await p.axe();
    await p.set('#panel [data-key="kind"]', "consumable");
    await p.until(() => document.querySelectorAll(".gallery .card").length === 8);
    await p.set('#panel [data-key="copies manipulation:consumable/flip"]', "3");
    await p.page.evaluate(() => (window.print = () => (window.prints = (window.prints ?? 0) + 1))); // a browser prints one thing at a time
    await p.press('[data-key="print"]');
    assert.equal(await p.count(".printed"), 10);
    assert.equal(await p.page.evaluate(() => window.prints), 1);
    await p.page.emulateMediaType("print");
    const [card, sheet, art] = await p.page.evaluate(() => [".printed .card", ".printed", ".printed .art"].map((s) => document.querySelector(s).getBoundingClientRect().toJSON()));
    const mm = (pixels) => Math.round((pixels * 254) / 96) / 10;
    assert.deepEqual([mm(card.width), mm(card.height), mm(sheet.width), mm(sheet.height)], [63, 88, 69, 94]);
    assert.ok(mm(art.height) > 40 && mm(art.height) <= 48, `${mm(art.height)} mm`); // Flip has a short text
    assert.equal(await p.page.$eval("#layout", (e) => getComputedStyle(e).display), "none");
    const pdf = Buffer.from(await p.page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
    assert.equal(pdf.match(/\/Type \/Page\b/g).length, 2); // eight cards on the first A4 page, and two on the second
    const [, across, down] = pdf.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/).map(Number);
    assert.ok(Math.abs(across - 842) < 2 && Math.abs(down - 595) < 2, `${across} × ${down} points`);
    await p.page.emulateMediaType(null);
    await p.until(() => !document.querySelector("#sheets")); // the next print must not include these
    await p.press("#tab-time");
  });

  // A choice is open when Spring Tide begins: it dims the table, not the cards.
  test("gallery: cards show their costs there and on sheets, wherever these do not depend on a game", async (p) => {
    await p.game("spring_tide");
    await p.press("#tab-gallery");
    await p.set('#panel [data-key="kind"]', "");
    await p.until(() => [...document.querySelectorAll(".gallery .name")].some((e) => e.textContent === "Gaff"));
    const shown = async (name) => p.page.evaluate((name) => [".gallery", "#sheets"].flatMap((at) => [...document.querySelectorAll(`${at} .card`)].filter((e) => e.querySelector(".name").textContent === name).map((e) => e.querySelector(".title .cost")?.textContent ?? "")), name);
    await p.page.evaluate(() => (window.print = () => {}));
    await p.press('[data-key="print"]');
    assert.deepEqual(await shown("Gaff"), ["1 Breath", "1 Breath"]);
    assert.deepEqual(await shown("Crest rider"), ["2 Breath", "2 Breath"]);
    assert.deepEqual(await shown("Keelhaul"), ["X Breath", "X Breath"]);
    assert.deepEqual(await shown("Quick knife"), ["", ""]); // it is free, as on the table
    assert.deepEqual(await p.page.$$eval(".gallery .card, #sheets .card", (all) => [...new Set(all.map((e) => getComputedStyle(e).filter))]), ["none"]);
    await p.page.evaluate(() => document.querySelector("#sheets").remove());
    await p.game("mana_draw");
    await p.until(() => [...document.querySelectorAll(".gallery .name")].some((e) => e.textContent === "Mana Ebb"));
    assert.match((await shown("Mana Ebb")).join(), /^ \? as chosen$/);
    await p.press("#tab-time");
  });

  test("gallery: bitmaps show their print density, and drawings print at any size", async (p) => {
    await p.game("manipulation");
    await p.press("#tab-gallery");
    await p.until(() => document.querySelector('[data-key="density"]')?.textContent.startsWith("All pictures are drawings"));
    const file = path.join(p.dir, "content/manipulation/consumables/flip.yaml"), good = fs.readFileSync(file, "utf8"), art = path.join(p.dir, "content/manipulation/art/coarse.png");
    await p.page.screenshot({ path: art, clip: { x: 0, y: 0, width: 320, height: 180 } });
    fs.writeFileSync(file, good.replace(/^art: .*\n/m, "").replace("name: Flip", "name: Flip\nart: coarse.png"));
    await p.until(() => document.querySelector("#toasts").textContent.includes("Saved"));
    await p.press("#tab-time");
    await p.press("#tab-gallery");
    await p.until(() => /1 of \d+ pictures are made of pixels; the coarsest prints at \d+ dpi, less than 300\./.test(document.querySelector('[data-key="density"]')?.textContent));
    const dpi = Number((await p.text('[data-key="density"]')).match(/(\d+) dpi/)[1]);
    assert.ok(dpi >= Math.floor(180 / (48 / 25.4)) && dpi < 180 / (40 / 25.4), `${dpi} dpi`); // 180 pixels on 40 to 48 mm
    assert.equal(await p.count(".gallery .chip.bad"), 1);
    fs.writeFileSync(file, good);
    fs.rmSync(art);
    await p.press("#tab-time");
  });

  test("gallery: exports sheets, a back and the chosen number of each card to Tabletop Simulator", async (p) => {
    await p.game("hammer");
    await p.press("#tab-gallery");
    await p.until(() => document.querySelectorAll(".gallery .card").length > 3);
    const first = await p.page.$eval('[data-key^="copies "]', (e) => e.dataset.key);
    await p.set(`#panel [data-key="${first}"]`, "3");
    await p.page.$eval('[data-key="tabletop address"]', (e) => { e.closest("details").open = true; e.value = "https://cards.example/prototype"; e.dispatchEvent(new Event("change")); });
    await p.axe();
    await p.press('[data-key="tabletop"]');
    await p.page.waitForFunction(() => window.studio.panels.gallery.exported, { timeout: 20000 });
    const got = await p.page.evaluate(async () => {
      const { blob, object, files } = window.studio.panels.gallery.exported;
      const seen = [];
      for (const [name, data] of files.filter(([name]) => name.endsWith(".png"))) {
        const image = await createImageBitmap(new Blob([data]));
        const paint = new OffscreenCanvas(image.width, image.height).getContext("2d");
        paint.drawImage(image, 0, 0);
        // How many colors each place of the grid has, of some of its pixels.
        const places = [];
        for (let y = 0; y + 570 <= image.height; y += 570) for (let x = 0; x + 408 <= image.width; x += 408) {
          const { data } = paint.getImageData(x, y, 408, 570), colors = new Set();
          for (let i = 0; i < data.length; i += 4 * 37) colors.add(`${data[i]} ${data[i + 1]} ${data[i + 2]}`);
          places.push(colors.size);
        }
        seen.push({ name, width: image.width, height: image.height, places });
      }
      return { object, seen, zip: [...new Uint8Array(await blob.arrayBuffer())] };
    });
    const cards = await p.count(".gallery .card"), [deck] = got.object.ObjectStates, sheet = deck.CustomDeck[1];
    assert.equal(deck.DeckIDs.length, cards + 2);
    assert.deepEqual(deck.DeckIDs.slice(0, 4), [100, 100, 100, 101]);
    assert.equal(deck.ContainedObjects.length, cards + 2);
    assert.ok(deck.ContainedObjects.every((c) => c.Hands && c.HideWhenFaceDown)); // cards go into hands, and only their owner sees them
    assert.match(sheet.FaceURL, /^https:\/\/cards\.example\/prototype\/under-the-hammer-1\.png$/);
    const [front, back] = got.seen;
    assert.ok(front.width <= 4096 && front.height <= 4096);
    assert.deepEqual([front.width, front.height, back.width, back.height], [sheet.NumWidth * 408, sheet.NumHeight * 570, 408, 570]);
    assert.ok(front.places.slice(0, cards).every((n) => n > 40) && front.places.slice(cards).every((n) => n < 8) && back.places[0] > 20, JSON.stringify([front.places, back.places]));
    const file = path.join(os.tmpdir(), `tabletop-${process.pid}.zip`);
    fs.writeFileSync(file, Buffer.from(got.zip));
    const listed = execFileSync("python3", ["-c", "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(' '.join(z.namelist()))", file], { encoding: "utf8" }).trim();
    fs.rmSync(file);
    assert.equal(listed, "under-the-hammer-1.png under-the-hammer-back.png under-the-hammer.json");
    await p.press("#tab-time");
  });
}

module.exports = { add };
