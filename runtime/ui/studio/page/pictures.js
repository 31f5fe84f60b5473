// Pictures: icons by name, and emblems for everything without one.
import { h } from "./dom.js";
import { art } from "./rpc.js";
import icons from "./icons.js";

// The hues that people expect for some icons. They only support the icon, which is
// clear without color.
const natural = {
  heart: 20, diamond: 20, spade: 265, club: 265, blood: 20, fire: 40, hit: 30, bomb: 30, terror: 20, potion: 340, bread: 65, coin: 85, coins: 85, purse: 75, gem: 195, crown: 85, trophy: 85, ring: 85, star: 85, sun: 80, light: 90, lightning: 90, spark: 85, key: 85, bell: 80,
  heal: 150, leaf: 145, tree: 145, thorn: 145, poison: 130, earth: 130, curse: 310, prism: 310, orb: 300, moon: 285, void: 300, mana: 250, shield: 245, block: 245, armor: 245, water: 240, wave: 230, ice: 220, snow: 220, wind: 210, crystal: 200,
};

// icon draws one of our icons; nothing if the name is unknown.
export function icon(name, kind = "") {
  const paths = icons[name], hue = natural[name];
  return paths && h("svg:svg", { viewBox: "0 0 24 24", class: `icon ${kind} ${hue === undefined ? "" : "natural"}`, "--natural": hue, "aria-hidden": "true" },
    paths[0] && h("svg:path", { d: paths[0], class: "fill" }), paths[1] && h("svg:path", { d: paths[1] }));
}

// sign is the icon of something, or the sign that content declares for it.
export const sign = (of) => (of.drawing && icon(of.drawing)) || (of.icon && h("span", { class: "icon sign", "aria-hidden": "true" }, of.icon));

// picture represents a thing: its art, its icon, or an emblem.
export function picture(thing) {
  if (thing.art) return drawing(thing.art, "picture");
  return icon(thing.drawing, "picture") ?? (thing.icon ? h("span", { class: "picture sign", "aria-hidden": "true" }, thing.icon) : emblem(thing.key ?? thing.name ?? ""));
}

const drawing = (path, kind) => h("img", { class: kind, src: art(path), alt: "", draggable: "false" });

// cardback is the back of a face-down thing, with the picture of its zone.
export const cardback = (path) => h("span", { class: "cardback", "aria-hidden": "true" }, path && drawing(path, "backing"));

// hash returns the same number for a text in every browser.
export function hash(text) {
  let n = 2166136261;
  for (const c of text) n = Math.imul(n ^ c.codePointAt(0), 16777619) >>> 0;
  return n;
}

const hues = { enemy: 25, card: 245, consumable: 150, ability: 290, relic: 75, joker: 335, hand: 200, die: 60 };

// tone derives a hue from a name. Dark hues from 50 to 140 look brown and olive, so
// names with one get the hue 90 degrees further on.
export function tone(name) {
  const hue = hash(name) % 360;
  return hue >= 50 && hue < 140 ? hue + 90 : hue;
}

// hueOf is the hue of a kind; a pack's own kinds get one from their name.
export const hueOf = (kind) => hues[kind] ?? tone(kind ?? "");

// emblem draws a rosette that is unique to an id: its hash determines the number,
// width and bend of the petals, and the rings.
export function emblem(id) {
  let n = hash(id);
  const take = (k) => { const v = n % k; n = Math.floor(n / k); return v; };
  const petals = 3 + take(6), wide = 4 + take(11), long = 18 + take(9), bend = 6 + take(14), ring = take(4), core = 2 + take(5), turn = take(2) * 180 / petals;
  const petal = `M32 32Q${32 - wide} ${32 - bend} 32 ${32 - long}Q${32 + wide} ${32 - bend} 32 32z`;
  return h("svg:svg", { viewBox: "0 0 64 64", class: "picture emblem", "aria-hidden": "true" },
    ring > 0 && h("svg:circle", { cx: 32, cy: 32, r: 29 }), ring > 1 && h("svg:circle", { cx: 32, cy: 32, r: 25, "stroke-dasharray": ring === 2 ? "2 4" : "7 4" }),
    Array.from({ length: petals }, (_, i) => h("svg:path", { d: petal, class: "fill", transform: `rotate(${turn + i * 360 / petals} 32 32)` })),
    h("svg:circle", { cx: 32, cy: 32, r: core, class: "core" }));
}
