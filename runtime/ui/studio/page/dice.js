// Drawing dice as solids: the outline and its facets show the number of sides, the
// front facet shows the value.
import { say } from "./words.js";
import { h } from "./dom.js";
import { icon } from "./pictures.js";

const round = (n) => Math.round(n * 10) / 10;
const ring = (n, r, turn = 0) => Array.from({ length: n }, (_, i) => [50 + r * Math.sin((2 * Math.PI * (i + turn)) / n), 50 - r * Math.cos((2 * Math.PI * (i + turn)) / n)]);
const points = (list) => list.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

// A solid is its facets, each with its brightness (below 0 it is in the shade), and
// the position and size of the value.
const outer = ring(10, 47), inner = ring(5, 28);
const solids = {
  4: { facets: [["46,5 4,82 70,95", 0.12], ["46,5 70,95 96,74", -0.3]], at: [41, 68], size: 30 },
  6: { facets: [["6,22 78,22 78,94 6,94", 0.1], ["6,22 22,6 94,6 78,22", 0.45], ["78,22 94,6 94,78 78,94", -0.28]], at: [42, 59], size: 46 },
  8: { facets: [["50,3 92,70 8,70", 0.14], ["50,3 92,30 92,70", -0.18], ["50,3 8,30 8,70", 0.35], ["8,70 92,70 50,97", -0.34]], at: [50, 52], size: 34 },
  10: {
    facets: [["50,3 78,54 50,72 22,54", 0.16], ["50,3 96,44 78,54", -0.16], ["50,3 4,44 22,54", 0.36], ["22,54 50,72 50,97 4,58 4,44", -0.1], ["78,54 50,72 50,97 96,58 96,44", -0.36]],
    at: [50, 46], size: 32,
  },
  12: { facets: [[points(inner), 0.16], ...inner.map((p, i) => [points([p, outer[2 * i], outer[(2 * i + 1) % 10], outer[(2 * i + 2) % 10], inner[(i + 1) % 5]]), [-0.06, -0.3, -0.36, 0.06, 0.36][i]])], at: [50, 52], size: 32 },
  20: {
    facets: [["50,20 78,68 22,68", 0.16], ["50,3 92,27 50,20", 0.1], ["50,3 8,27 50,20", 0.42], ["92,27 78,68 50,20", -0.14], ["8,27 22,68 50,20", 0.26], ["92,27 92,73 78,68", -0.28], ["8,27 8,73 22,68", 0.1], ["22,68 78,68 50,97", -0.24], ["8,73 22,68 50,97", -0.16], ["92,73 78,68 50,97", -0.4]],
    at: [50, 54], size: 26,
  },
};
const pips = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

// The solid of the least known die with at least as many sides.
const solidOf = (sides) => Object.keys(solids).map(Number).find((n) => n >= sides) ?? 20;

export function drawDie(die) {
  const sides = solidOf(die.sides), solid = solids[sides], [x, y] = solid.at;
  const face = String(die.word ? short(die.word) : die.value || "–");
  const dots = sides === 6 && !die.word && die.sides === 6 && pips[die.value];
  return h("svg:svg", { viewBox: "0 0 100 100", class: `drawn ${die.material ?? ""}`, "aria-hidden": "true" },
    solid.facets.map(([at, light]) => [h("svg:polygon", { points: at, class: "body" }), h("svg:polygon", { points: at, class: light > 0 ? "lit" : "shade", "fill-opacity": Math.abs(light) })]),
    dots ? dots.map(([dx, dy]) => h("svg:circle", { cx: x + 20 * dx, cy: y + 20 * dy, r: 7.5, class: "pip" }))
      : h("svg:text", { x, y, class: "face", "font-size": size(face, solid.size) }, face));
}

// badges are the icons for the states of a die, in its corner.
export const badges = (t) => h("span", { class: "badges" }, t.die.locked && icon("lock"), t.temporary && icon("hourglass"), t.die.held && icon("hand"));

const longest = 12; // the characters of a word for which a face has room
const short = (word) => (word.length > longest ? word.slice(0, longest - 1) + "…" : word);
const size = (text, most) => Math.min(most, text.length <= 2 ? 60 : (1.9 * most + 18) / text.length);

// tint is a color for a word: the color of that name, or one of its own.
export function tint(word) {
  if (!word) return "";
  if (word === "black") return "#5b6070";
  if (CSS.supports("color", word)) return word;
  let n = 0;
  for (const c of word) n = (n * 31 + c.codePointAt(0)) % 360;
  return `hsl(${n} 60% 65%)`;
}

// spoken returns the value that a die shows, for screen readers, and its color unless
// that is the value. For a die without a color, die.color is the word that it shows.
export function spoken(die) {
  const color = die.color && CSS.supports("color", die.color) && say(die.color);
  return [die.word || (die.value ? String(die.value) : say("nothing yet")), color !== die.word && color].filter(Boolean).join(", ");
}
