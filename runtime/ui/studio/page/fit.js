// How large things are drawn: as large as the board has room for, so that a
// table with few things does not look empty. A table that has no room to spare
// keeps its size, and so do narrow ones, which scroll.
import { $ } from "./dom.js";

const scales = [1.6, 1.45, 1.3, 1.15, 1];
const places = ".far, .middle, .near"; // those that grow

let drawn = ""; // what the scale was last chosen for

// fit chooses the scale of a board that has just been drawn. While a choice is
// open things only shrink, so that nothing moves under the pointer.
export function fit(view) {
  reach();
  const board = $("board"), outline = [board.clientWidth, board.clientHeight, getComputedStyle(document.documentElement).fontSize, !!view?.ending, ...zones(view)].join();
  if (fits(board) && (outline === drawn || view?.choice.open)) return;
  drawn = outline;
  scale(board, 1);
  const most = spare(board), plain = rows(board);
  for (const s of scales.filter((s) => s <= most)) {
    scale(board, s);
    if (s === 1 || (fits(board) && rows(board) === plain)) return;
  }
}

// reach lets keys scroll rows in which nothing can be clicked.
function reach() {
  for (const row of document.querySelectorAll("#board .things")) if (row.scrollWidth > row.clientWidth + 1 && !row.querySelector("button, [tabindex]")) row.tabIndex = 0;
}

const zones = (view) => (view?.groups ?? []).flatMap((g) => g.zones).map((z) => `${z.name} ${z.count}`);

const scale = (board, s) => board.style.setProperty("--fit", s);

// fits reports whether all of the board can be seen without scrolling.
const fits = (board) => board.scrollHeight <= board.clientHeight && board.scrollWidth <= board.clientWidth;

// spare is how much larger the things may be for the height that is left, at
// most. Narrow boards have none.
function spare(board) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (board.clientWidth < 46 * rem || !fits(board)) return 1;
  const growing = [...board.querySelectorAll(places)].filter((e) => e.parentElement.parentElement === board);
  const used = growing.reduce((n, e) => n + e.offsetHeight, 0), bottom = Math.max(0, ...growing.map((e) => e.offsetTop + e.offsetHeight));
  if (!used || !bottom) return 1;
  const head = board.querySelector(".head")?.offsetHeight ?? 0;
  return (board.clientHeight - head - 2 * rem) / used;
}

// rows tells how what lies side by side is arranged: in how many rows, and how
// much lies over something else. A scale that changes that is too large.
function rows(board) {
  return [...board.querySelectorAll(".place, .zones, .things, .figures")].map((e) => {
    const all = [...e.children], tops = new Set(all.map((c) => c.offsetTop));
    return `${e.className.includes("place") ? all.length : tops.size} ${all.filter((c) => c.firstElementChild?.offsetWidth > c.offsetWidth + 1).length}`;
  }).join();
}
