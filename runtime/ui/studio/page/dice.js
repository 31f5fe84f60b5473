// Drawing dice: the outline tells the number of sides, the middle what it shows.
import { h } from "./dom.js";

// Outlines in a box of 100 by 100, by sides, and how far down the middle is.
const outlines = {
  4: ["50,8 96,90 4,90", 66],
  6: ["12,12 88,12 88,88 12,88", 52],
  8: ["50,3 95,50 50,97 5,50", 52],
  10: ["50,3 95,42 95,60 50,97 5,60 5,42", 52],
  12: ["50,4 95,38 78,92 22,92 5,38", 54],
  20: ["50,3 92,27 92,73 50,97 8,73 8,27", 52],
};
// The lines inside by which the larger dice are known.
const edges = {
  8: "M5 50 L95 50",
  10: "M5 50 L30 62 L50 97 M95 50 L70 62 L50 97 M30 62 L50 3 L70 62 Z",
  12: "M50 20 L79 42 L68 77 L32 77 L21 42 Z M50 4 L50 20 M95 38 L79 42 M78 92 L68 77 M22 92 L32 77 M5 38 L21 42",
  20: "M50 20 L77 68 L23 68 Z M50 3 L50 20 M92 27 L50 20 L8 27 M92 27 L77 68 L92 73 M8 27 L23 68 L8 73 M77 68 L50 97 L23 68",
};
const pips = {
  1: [[50, 50]], 2: [[30, 30], [70, 70]], 3: [[28, 28], [50, 50], [72, 72]],
  4: [[30, 30], [70, 30], [30, 70], [70, 70]], 5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[30, 26], [70, 26], [30, 50], [70, 50], [30, 74], [70, 74]],
};

// The outline of the least known die with at least as many sides.
const shapeOf = (sides) => Object.keys(outlines).map(Number).find((n) => n >= sides) ?? 20;

export function drawDie(die) {
  const shape = shapeOf(die.sides);
  const [outline, middle] = outlines[shape];
  const face = die.word ? short(die.word) : die.value || "–";
  const dots = shape === 6 && !die.word && die.sides === 6 && pips[die.value];
  return h("svg:svg", { viewBox: "0 0 100 100", class: "drawn", "aria-hidden": "true" },
    h("svg:polygon", { points: outline, class: "body" }),
    edges[shape] && h("svg:path", { d: edges[shape], class: "edge" }),
    dots
      ? dots.map(([x, y]) => h("svg:circle", { cx: x, cy: y, r: 9, class: "pip" }))
      : h("svg:text", { x: 50, y: middle, class: "face", "font-size": size(String(face)) }, String(face)));
}

const short = (word) => (word.length > 6 ? word.slice(0, 5) + "…" : word);
const size = (text) => (text.length <= 2 ? 36 : text.length <= 4 ? 24 : 18);

// tint is a color for a word: the color of that name, or one of its own.
export function tint(word) {
  if (!word) return "";
  if (word === "black") return "#5b6070";
  if (CSS.supports("color", word)) return word;
  let n = 0;
  for (const c of word) n = (n * 31 + c.codePointAt(0)) % 360;
  return `hsl(${n} 60% 65%)`;
}

// told says what a die shows, for those who hear it.
export function told(die) {
  return [die.word || (die.value ? String(die.value) : "nothing yet"), die.color !== die.word && die.color].filter(Boolean).join(", ");
}
