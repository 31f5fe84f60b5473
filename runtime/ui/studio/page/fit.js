// Chooses how large things are drawn: as large as the board has room for, so that
// a table with few things does not look empty. On a full table they keep their
// normal size, and on narrow pages too, which scroll.
import { $ } from "./dom.js";

const most = 1.6, step = 0.05;
const apart = 1.25; // how much larger than the others a place may be drawn
const growing = ["far", "middle", "near"]; // the places that are scaled

// The scales for each arrangement of the board, and how its rows may wrap at
// them. An arrangement keeps its scales as long as everything fits, so that sizes
// do not change with every card. Measuring is the most expensive part of a click.
const chosen = new Map();
let room = ""; // the size of the board they were chosen for
let now = [1, 1, 1];

// fit chooses the scales of a board that was just drawn. During a choice things
// only shrink, so that nothing moves under the pointer.
export function fit(view) {
  const board = $("board"), { clientWidth, clientHeight } = board, rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (room !== [clientWidth, clientHeight, rem, view?.game].join()) {
    room = [clientWidth, clientHeight, rem, view?.game].join();
    chosen.clear();
  }
  const arranged = arrangement(view), known = chosen.get(arranged), asked = view?.choice.open && chosen.size ? now : known?.scales;
  if (clientWidth < 46 * rem) scale(board, [1, 1, 1]);
  else {
    if (asked) scale(board, asked);
    if (!asked || !fits(board) || (asked === known?.scales && !known.broken.has(rows(board)))) search(board, rem, arranged, asked);
  }
  reach();
}

// search finds the largest scales, up to a limit, at which everything fits and no
// row wraps that does not wrap at scale 1. It first scales all places together,
// then single places that still have room, for example beside a row of cards as
// wide as the board.
function search(board, rem, arranged, limit = [most, most, most]) {
  const before = now;
  scale(board, [1, 1, 1]);
  const plain = rows(board), spared = spare(board, rem), found = [1, 1, 1];
  const grow = (those) => {
    const from = Math.min(...those.map((i) => found[i])), to = Math.min(spared, ...those.map((i) => limit[i]));
    const at = (n) => found.map((s, i) => (those.includes(i) ? Number((from + n * step).toFixed(2)) : s));
    const good = (n) => (scale(board, at(n)), fits(board) && rows(board) === plain);
    let low = 0, high = Math.max(0, Math.floor((to - from) / step + 1e-6));
    // The scales of the previous arrangement are often still the largest,
    // which two tries confirm. Each try lays out the board.
    const likely = Math.round((Math.min(...those.map((i) => before[i])) - from) / step);
    for (const n of [likely, likely + 1]) if (n > low && n <= high) good(n) ? (low = n) : (high = n - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      good(middle) ? (low = middle) : (high = middle - 1);
    }
    found.splice(0, 3, ...at(low));
  };
  grow([0, 1, 2]);
  limit = limit.map((s) => Math.min(s, found[0] * apart));
  for (const i of [2, 1, 0]) if (board.querySelector(".place." + growing[i])) grow([i]);
  scale(board, found);
  const known = chosen.get(arranged);
  chosen.set(arranged, { scales: found, broken: new Set([plain, ...(known?.scales.join() === found.join() ? known.broken : [])]) });
}

// reach makes rows without clickable things scrollable by keyboard.
function reach() {
  for (const row of document.querySelectorAll("#board .things")) if (row.scrollWidth > row.clientWidth + 1 && !row.querySelector("button, [tabindex]")) row.tabIndex = 0;
}

// arrangement identifies what is on the board in the scaled places, regardless of
// counts.
function arrangement(view) {
  const groups = (view?.groups ?? []).filter((g) => g.place !== "side" && g.place !== "head");
  return [!!view?.ending, ...groups.flatMap((g) => g.zones).filter((z) => z.count).map((z) => z.name)].join();
}

function scale(board, scales) {
  if (scales.join() !== now.join()) scales.forEach((s, i) => board.style.setProperty("--fit-" + growing[i], s));
  now = scales;
}

// fits reports whether the whole board is visible without scrolling.
const fits = (board) => board.scrollHeight <= board.clientHeight && board.scrollWidth <= board.clientWidth;

// spare returns an upper bound for the scale of the smallest place, from the
// height that is left.
function spare(board, rem) {
  const used = growing.map((place) => board.querySelector(".place." + place)?.offsetHeight).filter(Boolean);
  if (!used.length || !fits(board)) return 1;
  const head = board.querySelector(".place.head")?.offsetHeight ?? 0;
  return 1 + (board.clientHeight - head - 2 * rem - used.reduce((a, b) => a + b)) / Math.min(...used);
}

// rows describes the layout of neighbours: the number of rows, and whether things
// overlap. A scale that changes it is too large.
function rows(board) {
  return [...board.querySelectorAll(".place, .seat, .zones, .things, .figures")].map((e) => {
    const all = [...e.children], tops = new Set(all.map((c) => c.offsetTop));
    return `${e.className.includes("place") ? all.length : tops.size}${all.some((c) => c.firstElementChild?.offsetWidth > c.offsetWidth + 1) ? "+" : ""}`;
  }).join();
}
