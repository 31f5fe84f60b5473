// How large things are drawn: as large as the board has room for, so that a
// table with few things does not look empty. A table that has no room to spare
// keeps its size, and so do narrow ones, which scroll.
import { $ } from "./dom.js";

const most = 1.6, step = 0.05;
const apart = 1.25; // how much larger than the others a place may be
const growing = ["far", "middle", "near"]; // the places that grow

// The scales of the places in each arrangement of the board, and how its rows
// may be broken at them. An arrangement keeps its scales for as long as
// everything fits, so that nothing changes its size with every card that comes
// and goes; measuring takes longer than all else that a click does.
const chosen = new Map();
let room = ""; // what they were chosen for
let now = [1, 1, 1];

// fit chooses the scales of a board that has just been drawn. While a choice is
// open things only shrink, so that nothing moves under the pointer.
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

// search finds the largest scales, up to a limit, at which everything fits and
// no row is broken that is not broken at scale 1: first one for all places, then
// a larger one for those that still have room, as beside a row of cards that is
// as wide as the board.
function search(board, rem, arranged, limit = [most, most, most]) {
  const before = now;
  scale(board, [1, 1, 1]);
  const plain = rows(board), spared = spare(board, rem), found = [1, 1, 1];
  const grow = (those) => {
    const from = Math.min(...those.map((i) => found[i])), to = Math.min(spared, ...those.map((i) => limit[i]));
    const at = (n) => found.map((s, i) => (those.includes(i) ? Number((from + n * step).toFixed(2)) : s));
    const good = (n) => (scale(board, at(n)), fits(board) && rows(board) === plain);
    let low = 0, high = Math.max(0, Math.floor((to - from) / step + 1e-6));
    // The scales of the arrangement before are often the largest again, and two
    // tries show it. Each try lays the board out.
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

// reach lets keys scroll rows in which nothing can be clicked.
function reach() {
  for (const row of document.querySelectorAll("#board .things")) if (row.scrollWidth > row.clientWidth + 1 && !row.querySelector("button, [tabindex]")) row.tabIndex = 0;
}

// arrangement is what lies on the board where things grow, without how many.
function arrangement(view) {
  const groups = (view?.groups ?? []).filter((g) => g.place !== "side" && g.place !== "head");
  return [!!view?.ending, ...groups.flatMap((g) => g.zones).filter((z) => z.count).map((z) => z.name)].join();
}

function scale(board, scales) {
  if (scales.join() !== now.join()) scales.forEach((s, i) => board.style.setProperty("--fit-" + growing[i], s));
  now = scales;
}

// fits reports whether all of the board can be seen without scrolling.
const fits = (board) => board.scrollHeight <= board.clientHeight && board.scrollWidth <= board.clientWidth;

// spare is how much larger the smallest place may be for the height that is left,
// at most.
function spare(board, rem) {
  const used = growing.map((place) => board.querySelector(".place." + place)?.offsetHeight).filter(Boolean);
  if (!used.length || !fits(board)) return 1;
  const head = board.querySelector(".place.head")?.offsetHeight ?? 0;
  return 1 + (board.clientHeight - head - 2 * rem - used.reduce((a, b) => a + b)) / Math.min(...used);
}

// rows tells how what lies side by side is arranged: in how many rows, and
// whether something lies over something else. A scale that changes that is too
// large.
function rows(board) {
  return [...board.querySelectorAll(".place, .seat, .zones, .things, .figures")].map((e) => {
    const all = [...e.children], tops = new Set(all.map((c) => c.offsetTop));
    return `${e.className.includes("place") ? all.length : tops.size}${all.some((c) => c.firstElementChild?.offsetWidth > c.offsetWidth + 1) ? "+" : ""}`;
  }).join();
}
