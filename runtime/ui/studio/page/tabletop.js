// Cards for Tabletop Simulator: sheets of cards, a back and a saved object with the
// chosen number of each card, together in a ZIP archive.
import { h } from "./dom.js";
import { cardback, hueOf } from "./pictures.js";
import { face } from "./gallery.js";

// A sheet has at most 10 by 7 places, of which the last stays free: Tabletop
// Simulator may show it for cards in the hands of others. Its pictures should
// have at most 4096 by 4096 pixels.
const columns = 10, rows = 7, wide = 408, high = 570;
const perSheet = columns * rows - 1;
const printed = 63 / 25.4 * 96; // the width of a printed card in CSS pixels

// archive makes the whole archive. cards are definitions, count returns the number
// of copies of each, address is where the pictures will be found.
export async function archive({ cards, count, title, back, address, hue }) {
  const files = [], name = title.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase(), { sheets, copies } = plan(cards, count, name);
  const style = [...document.styleSheets].flatMap((s) => [...s.cssRules]).map((r) => r.cssText).join("\n");
  for (const { file, on, across, down } of sheets) {
    files.push([file, await draw(on.map((d) => h("div", { class: "printed", "--kind": hueOf(d.kind) }, face(d))), across, down, style, hue)]);
  }
  const reverse = `${name}-back.png`;
  files.push([reverse, await draw([h("div", { class: "printed" }, h("div", { class: "reverse" }, cardback(back)))], 1, 1, style, hue)]);
  const object = saved(title, copies, sheets, reverse, address);
  files.push([`${name}.json`, new TextEncoder().encode(JSON.stringify(object, null, 1))]);
  return { name: `${name}-tabletop-simulator.zip`, blob: zip(files), object, files };
}

// plan assigns cards to sheets, and an id to each copy: 100 times that of its
// sheet, plus its place on the sheet.
export function plan(cards, count, name) {
  const wanted = cards.filter((d) => count(d) > 0), sheets = [];
  for (let i = 0; i < wanted.length; i += perSheet) {
    const on = wanted.slice(i, i + perSheet), across = Math.min(columns, Math.max(2, on.length)), down = Math.max(2, Math.ceil((on.length + 1) / across));
    sheets.push({ on, across, down, file: `${name}-${sheets.length + 1}.png` });
  }
  return { sheets, copies: wanted.flatMap((d, i) => Array.from({ length: count(d) }, () => ({ d, id: (Math.floor(i / perSheet) + 1) * 100 + (i % perSheet) }))) };
}

// draw draws elements as a grid of cards and returns the PNG.
async function draw(elements, across, down, style, hue) {
  const scale = wide / printed;
  const grid = h("div", { class: "tabletop" }, elements);
  await Promise.all([...grid.querySelectorAll("img")].map(async (img) => (img.src = await inline(img.src))));
  const width = across * wide, height = down * high;
  const text = new XMLSerializer().serializeToString(grid);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="color-scheme: light; --hue: ${hue}; --across: ${across}">` +
    `<style>${style.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</style><foreignObject width="${width / scale}" height="${height / scale}" transform="scale(${scale})">${text}</foreignObject></svg>`;
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new Uint8Array(await blob.arrayBuffer());
}

// inline returns the data URL of a picture: an SVG that is drawn as one picture may
// not load anything.
async function inline(src) {
  const blob = await (await fetch(src)).blob();
  return new Promise((done, failed) => {
    const reader = Object.assign(new FileReader(), { onload: () => done(reader.result), onerror: () => failed(reader.error) });
    reader.readAsDataURL(blob);
  });
}

// saved is the object that Tabletop Simulator loads: one deck, or one card.
export function saved(title, copies, sheets, back, address) {
  const base = address.replace(/\/?$/, "/"), place = { posX: 0, posY: 1, posZ: 0, rotX: 0, rotY: 180, rotZ: 180, scaleX: 1, scaleY: 1, scaleZ: 1 };
  const decks = Object.fromEntries(sheets.map((s, i) => [i + 1, { FaceURL: base + s.file, BackURL: base + back, NumWidth: s.across, NumHeight: s.down, BackIsHidden: true, UniqueBack: false, Type: 0 }]));
  const cards = copies.map(({ d, id }) => ({ Name: "Card", Transform: place, Nickname: d.name, Description: d.text ?? "", HideWhenFaceDown: true, Hands: true, CardID: id, CustomDeck: { [Math.floor(id / 100)]: decks[Math.floor(id / 100)] } }));
  const deck = { Name: "Deck", Transform: place, Nickname: title, Description: "", HideWhenFaceDown: true, Hands: false, DeckIDs: copies.map((c) => c.id), CustomDeck: decks, ContainedObjects: cards };
  return { SaveName: title, ObjectStates: [cards.length === 1 ? cards[0] : deck] };
}

// zip puts files into an archive without compression: the pictures are compressed
// already.
export function zip(files) {
  const table = Uint32Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n; });
  const sum = (data) => { let c = ~0; for (const b of data) c = table[(c ^ b) & 255] ^ (c >>> 8); return ~c >>> 0; };
  const record = (...fields) => {
    const out = new DataView(new ArrayBuffer(fields.reduce((n, [size]) => n + size, 0)));
    let at = 0;
    for (const [size, value] of fields) { size === 4 ? out.setUint32(at, value, true) : out.setUint16(at, value, true); at += size; }
    return new Uint8Array(out.buffer);
  };
  const parts = [], listing = [];
  let at = 0;
  for (const [file, data] of files) {
    const name = new TextEncoder().encode(file), utf8 = 1 << 11, day = (2020 - 1980) << 9 | 1 << 5 | 1; // always the same date, so equal files give equal archives
    const entry = [[2, 20], [2, utf8], [2, 0], [2, 0], [2, day], [4, sum(data)], [4, data.length], [4, data.length], [2, name.length], [2, 0]];
    listing.push(record([4, 0x02014b50], [2, 20], ...entry, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
    const head = record([4, 0x04034b50], ...entry);
    parts.push(head, name, data);
    at += head.length + name.length + data.length;
  }
  const size = listing.reduce((n, p) => n + p.length, 0);
  return new Blob([...parts, ...listing, record([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0])], { type: "application/zip" });
}
