// How large things are drawn: as large as the board has room for, so that a
// table with few things does not look empty, and a little smaller where they
// would not all be in sight. Narrow tables keep their size and scroll.
import { $ } from "./dom.js";

const most = 1.6, least = 0.85, step = 0.05;
const apart = 1.25; // how much larger than the others a place may be
const growing = ["far", "middle", "near"]; // the places that grow

// The scales of the places in each arrangement of the board, and how its rows
// may be broken at them. An arrangement keeps its scales for as long as
// everything fits, so that nothing changes its size with every card that comes
// and goes.
const chosen = new Map();
let room = ""; // what they were chosen for
let now = [1, 1, 1];

// scaleOf is the scale at which a place is drawn.
export const scaleOf = (place) => now[growing.indexOf(place)];

// fit chooses the scales of a board that has just been drawn. While a choice is
// open things only shrink, so that nothing moves under the pointer.
export function fit(view) {
  const board = $("board"), { clientWidth, clientHeight } = board, rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (!board.firstElementChild) return; // nothing has been drawn yet
  if (room !== [clientWidth, clientHeight, rem, view?.game].join()) {
    room = [clientWidth, clientHeight, rem, view?.game].join();
    chosen.clear();
  }
  const arranged = arrangement(view), known = chosen.get(arranged), asked = view?.choice.open && chosen.size ? now : known?.scales;
  if (clientWidth < 46 * rem) scale(board, [1, 1, 1]);
  else {
    if (asked) scale(board, asked);
    const largest = Math.max(...(asked ?? [])); // if it is the least, there is nothing to search for
    if (!asked || (largest > least && !fits(board)) || (largest > 1 && asked === known?.scales && !known.broken.has(rows(board)))) search(board, arranged, asked);
  }
  reach();
}

// search finds the largest scales, up to a limit, at which everything fits and
// no row is broken that is not broken at scale 1: first one for all places, then
// a larger one for those that still have room, as beside a row of cards that is
// as wide as the board.
function search(board, arranged, limit = [most, most, most]) {
  const { plain, good, end } = measure(board), before = now, found = [1, 1, 1];
  const grow = (those) => {
    const from = Math.min(...those.map((i) => found[i])), to = Math.min(...those.map((i) => limit[i]));
    const at = (n) => found.map((s, i) => (those.includes(i) ? rounded(from + n * step) : s));
    let low = 0, high = Math.max(0, Math.floor((to - from) / step + 1e-6));
    // The scales of the arrangement before are often the largest again, and two
    // tries show it. Each try lays the board out.
    const likely = Math.round((Math.min(...those.map((i) => before[i])) - from) / step);
    for (const n of [likely, likely + 1]) if (n > low && n <= high) good(at(n)) ? (low = n) : (high = n - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      good(at(middle)) ? (low = middle) : (high = middle - 1);
    }
    found.splice(0, 3, ...at(low));
  };
  grow([0, 1, 2]);
  limit = limit.map((s) => Math.min(s, found[0] * apart));
  for (const i of [2, 1, 0]) if (board.querySelector(".place." + growing[i])) grow([i]);
  end();
  scale(board, found);
  // What is drawn larger may need a little more than was measured.
  while (Math.max(...found) > 1 && !(fits(board) && rows(board) === plain)) {
    found.forEach((s, i) => (found[i] = Math.max(1, rounded(s - step))));
    scale(board, found);
  }
  for (let s = 1; s > least && Math.max(...found) <= 1 && !fits(board);) scale(board, found.fill((s = rounded(s - step))));
  const known = chosen.get(arranged);
  chosen.set(arranged, { scales: found, broken: new Set([plain, ...(known?.scales.join() === found.join() ? known.broken : [])]) });
}

const rounded = (scale) => Number(scale.toFixed(2));

// measure returns how the rows are broken at scale 1, a function that reports
// whether scales are good, and one that ends the measuring. Things that are twice
// as large break like things in half the width, so the measuring changes only
// widths: other scales would make the browser compute every style anew, which
// takes ten times as long as the layout. A layout shows what a scale does to each
// place, so that each scale is laid out once at most.
function measure(board) {
  const places = growing.map((place) => board.querySelector(".place." + place)), side = board.querySelector(".place.side")?.children;
  const style = getComputedStyle(board.firstElementChild), gap = parseFloat(style.rowGap), width = parseFloat(style.gridTemplateColumns);
  board.style.overflow = "hidden"; // a scroll bar would take of the width
  const free = board.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) - gap - (board.querySelector(".place.head")?.offsetHeight ?? 0);
  const beside = side ? side[side.length - 1].offsetTop + side[side.length - 1].offsetHeight - side[0].offsetTop : 0;
  const seen = new Map(); // what each place is like, by the scale
  const lay = (scale) => {
    if (!seen.has(scale)) {
      for (const e of places) if (e) e.style.width = `${width / scale}px`;
      seen.set(scale, places.map((e) => (e ? { wide: e.scrollWidth > e.clientWidth, height: e.offsetHeight * scale, rows: rows(e) } : { height: 0 })));
    }
    return seen.get(scale);
  };
  const first = lay(1), plain = rows(board);
  const fit = (laid) => laid.every((p) => !p.wide) && beside <= free && laid.reduce((sum, p) => sum + p.height, 2 * gap) <= free;
  const good = (scales) => {
    if (!fit(first)) return false;
    const laid = scales.map((s, i) => lay(s)[i]);
    return fit(laid) && laid.every((p, i) => p.rows === first[i].rows);
  };
  const end = () => {
    for (const e of places) if (e) e.style.width = "";
    board.style.overflow = "";
  };
  return { plain, good, end };
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
  if (scales.join() === now.join()) return;
  now = [...scales];
  for (const place of growing) board.querySelector(".place." + place)?.style.setProperty("--fit", scaleOf(place));
}

// fits reports whether all of the board can be seen without scrolling.
const fits = (board) => board.scrollHeight <= board.clientHeight && board.scrollWidth <= board.clientWidth;

// rows tells how what lies side by side is arranged: in how many rows, and
// whether something lies over something else. A scale that changes that is too
// large.
function rows(part) {
  const sorts = ".place, .seat, .zones, .things, .figures";
  return [...(part.matches(sorts) ? [part] : []), ...part.querySelectorAll(sorts)].map((e) => {
    const all = [...e.children], tops = new Set(all.map((c) => c.offsetTop));
    return `${e.className.includes("place") ? all.length : tops.size}${all.some((c) => c.firstElementChild?.offsetWidth > c.offsetWidth + 1) ? "+" : ""}`;
  }).join();
}
