// The size of things: as large as the board has room for, so that a table with few
// things does not look empty, and a little smaller if not all would be visible.
// Narrow tables are never drawn smaller; they scroll. A place is laid out at scale 1
// and drawn larger by a transform, so a new scale changes only where lines wrap:
// with other sizes the browser would compute every style, and shape every text, anew.
import { $ } from "./dom.js";
import { still } from "./motion.js";

const most = 1.6, least = 0.85, over = 0.6, step = 0.05; // over replaces least once the game is over
const apart = 1.25; // how much larger than the others a place may be
const readable = 0.8; // how much of a thing must be visible beside the next for both to grow
const slight = 0.3; // a difference of scales that is not worth a change
const growing = ["far", "middle", "near", "side"]; // the places that grow, the last beside the others
const beside = growing.indexOf("side"), all = growing.map(() => 1);

// The scales of the places in each arrangement of the board, and how its rows may
// wrap at them. An arrangement keeps its scales as long as everything fits, so that
// sizes do not change with every card that comes or goes.
const chosen = new Map();
let room = "", high = 0; // the size that they were chosen for
let now = all;

// scaleOf is the scale at which a place is drawn, and heightOf the height in pixels
// that it then needs, since a transform does not count for the layout.
export const scaleOf = (place) => now[growing.indexOf(place)];
export const heightOf = (place) => heights.get(place);

const heights = new Map();
const resized = new ResizeObserver(() => level($("board")));

// level sets the size of each place to what it needs at its scale.
function level(board) {
  const places = [...board.querySelectorAll(".room:not(.head) > .place")];
  const high = places.map((e) => `${Math.round(e.getBoundingClientRect().height * 100) / 100}px`);
  places.forEach((e, i) => {
    const room = e.parentElement;
    resized.observe(e);
    if (room.style.getPropertyValue("--high") === high[i]) return;
    heights.set(room.dataset.place, high[i]);
    room.style.setProperty("--high", high[i]);
  });
}

// fit chooses the scales of a board that was just drawn. While a choice is open,
// things only shrink, so that nothing moves under the pointer.
export const fit = (view) => still(() => {
  fitted(view);
  measured = sizeOf($("board"));
});

// refit calls fit again if the size of the board has changed.
export function refit(view) {
  if (sizeOf($("board")) !== measured) fit(view);
}

let measured = "";
const sizeOf = (board) => [board.clientWidth, board.clientHeight].join();

function fitted(view) {
  const board = $("board"), arranged = arrangement(view);
  if (!board.firstElementChild) return; // nothing has been drawn yet
  const asking = () => (view?.choice.open && chosen.size ? now : chosen.get(arranged)?.scales);
  // Measuring lays out the board, so known scales are set first.
  if (asking()) scale(board, asking());
  level(board);
  const { clientWidth } = board, rem = parseFloat(getComputedStyle(document.documentElement).fontSize), height = heightIn(board);
  // A longer prompt reduces the height for a moment.
  if (room !== [clientWidth, rem, view?.game].join() || Math.abs(height - high) > high / 8) {
    room = [clientWidth, rem, view?.game].join();
    high = height;
    chosen.clear();
  }
  const known = chosen.get(arranged), asked = asking();
  const narrow = clientWidth < 46 * rem, max = Math.max(...(asked ?? [])), smallest = narrow ? 1 : view?.ending ? over : least; // at the smallest scale there is nothing to search for
  if (!asked || (max > smallest && !fits(board)) || (max > 1 && asked === known?.scales && !known.broken.has(rows(board)))) search(board, arranged, smallest, asked ?? limits(narrow));
  reach();
}

// limits are the largest scales. On a narrow table, the place that a wide one has at
// the side comes last, and leaves the room to the others.
const limits = (narrow) => all.map((_, i) => (narrow && i === beside ? 1 : most));

// search finds the largest scales, up to a limit, at which everything fits and no
// row wraps that does not wrap at scale 1. Scales that are nearly the largest
// possible stay: a new scale changes the size of everything, and computing the
// styles takes as long as the search.
function search(board, arranged, smallest, limit) {
  const { plain, good, high, guess, large, broad, end } = measure(board), before = now;
  const stays = ([found, limit]) => chosen.size && before.every((s, i) => s >= 1 && s <= limit[i] && found[i] - s <= slight + 1e-6) && good(before, [...growing.keys()]);
  // Often the heights alone show that nothing could be much larger.
  const bound = largest(board, limit, (scales, those) => !high(scales, those), () => most);
  const result = stays(bound) ? bound : largest(board, limit, good, guess), found = [...(stays(result) ? before : result[0])];
  // What has no room at scale 1 is drawn smaller, and its rows wrap as they must:
  // all places that are too high together, and each that is too wide.
  for (const those of [[0, 1, 2], [beside]]) {
    for (const i of those) if (large(those) || broad(i)) found[i] = Math.max(smallest, Math.min(found[i], lower(guess(large(those) ? those : [i], all))));
  }
  end();
  scale(board, found);
  settle(board, found, smallest, plain);
  const known = chosen.get(arranged);
  chosen.set(arranged, { scales: found, broken: new Set([plain, ...(known?.scales.join() === found.join() ? known.broken : [])]) });
}

// largest returns the largest good scales and their limits: first one scale for all
// places, then a larger one for those that still have room, such as those beside a
// row of cards that fills the width.
function largest(board, limit, good, guess) {
  const found = limit.map((s) => Math.min(s, 1)), before = now;
  const grow = (those) => {
    const from = Math.min(...those.map((i) => found[i])), to = Math.min(...those.map((i) => limit[i]));
    const at = (n) => found.map((s, i) => (those.includes(i) ? rounded(from + n * step) : s));
    let low = 0, high = Math.max(0, Math.floor((to - from) / step + 1e-6));
    // Each try lays out places. The previous scale is often the largest again, and
    // heights at scale 1 determine the largest unless rows wrap.
    for (const likely of [Math.min(...those.map((i) => before[i])), guess(those, found)]) {
      const n = Math.floor((likely - from) / step + 1e-6);
      for (const try_ of [n, n + 1]) if (try_ > low && try_ <= high) good(at(try_), those) ? (low = try_) : (high = try_ - 1);
    }
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      good(at(middle), those) ? (low = middle) : (high = middle - 1);
    }
    found.splice(0, all.length, ...at(low));
  };
  grow([0, 1, 2]);
  limit = limit.map((s, i) => (i === beside ? s : Math.min(s, found[0] * apart)));
  for (const i of [2, 1, 0, beside]) if (board.querySelector(".place." + growing[i])) grow([i]);
  return [found, limit];
}

// settle reduces scales, step by step, while things need more room than was
// measured: first those that were enlarged.
function settle(board, found, smallest, plain) {
  const good = () => fits(board) && (Math.max(...found) <= 1 || rows(board) === plain);
  for (let least = found[0] < 1 ? smallest : 1; !good() && Math.max(...found) > smallest; ) {
    if (found.every((s, i) => i === beside || s <= least)) least = smallest;
    found.forEach((s, i) => (found[i] = Math.min(s, Math.max(least, rounded(s - step)))));
    scale(board, found);
  }
}

// lower returns the largest step that is at most a scale.
const lower = (scale) => rounded(Math.floor(scale / step + 1e-6) * step);
const rounded = (scale) => Number(scale.toFixed(2));

// measure returns how the rows wrap at scale 1 (plain), and these functions:
//   good:  whether some places fit at the given scales
//   high:  whether they are too high, judging by their heights at scale 1
//   guess: an estimate of their largest scale, from their size at scale 1
//   large: whether they are too high at scale 1
//   broad: whether a place is too wide at scale 1
//   end:   ends the measuring
// Things that are twice as large wrap like things in half the width, so measuring
// changes only widths. Each place is laid out at most once per scale, and not at the
// scale at which it is drawn, nor at scale 1 if no row wraps.
function measure(board) {
  const places = growing.map((place) => board.querySelector(".place." + place)), style = getComputedStyle(board.firstElementChild), gap = parseFloat(style.rowGap);
  const wide = places.map((e) => e?.getBoundingClientRect().width), second = style.gridTemplateColumns.includes(" "), aside = (i) => second && i === beside; // a narrow table has one column
  const height = heightIn(board), shown = fits(board), seen = places.map(() => new Map()); // what each place is like, by the scale
  if (second) board.style.overflow = "hidden"; // a scroll bar would reduce the width
  const free = height - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) - gap - (board.querySelector(".place.head")?.offsetHeight ?? 0);
  const record = (e, i, scale) => seen[i].set(scale, { wide: e.scrollWidth / e.clientWidth, height: e.offsetHeight * scale, rows: rows(e) });
  if (shown) places.forEach((e, i) => e && record(e, i, now[i]));
  if (shown && now.every((s) => s >= 1) && lines(board).every((l) => l.whole)) places.forEach((e, i) => e && record(e, i, 1));
  const lay = (scales) => {
    const fresh = places.map((e, i) => e && !seen[i].has(scales[i]));
    places.forEach((e, i) => fresh[i] && (e.style.width = `${wide[i] / scales[i]}px`));
    return places.map((e, i) => {
      if (fresh[i]) record(e, i, scales[i]);
      return e ? seen[i].get(scales[i]) : { wide: 1, height: 0 };
    });
  };
  const first = lay(all), plain = rows(board);
  // room is the height left below the places in the first column, or below the one beside them.
  const gaps = gap * (second ? 2 : places.filter(Boolean).length - 1);
  const room = (laid, i) => (aside(i) ? free - laid[i].height : free - gaps - laid.reduce((sum, p, i) => sum + (aside(i) ? 0 : p.height), 0));
  const high = (scales, those) => those.some((i) => room(first, i) < 0 || room(first.map((p, i) => ({ height: p.height * scales[i] })), i) < 0);
  const good = (scales, those) => {
    if (high(scales, those)) return false;
    const laid = lay(scales);
    return those.every((i) => room(laid, i) >= 0 && laid[i].wide <= 1) && laid.every((p, i) => p.rows === first[i].rows);
  };
  const large = (those) => room(first, those[0]) < 0, broad = (i) => first[i].wide > 1;
  const guess = (those, scales) => {
    const laid = lay(scales.map((s, i) => (those.includes(i) ? 1 : s))), height = those.reduce((sum, i) => sum + laid[i].height, 0);
    return Math.min(height > 0 ? (room(laid, those[0]) + height) / height : 1, ...those.map((i) => (laid[i].wide > 1 ? 1 / laid[i].wide : most)));
  };
  const end = () => {
    for (const e of places) if (e) e.style.width = "";
    board.style.overflow = "";
  };
  return { plain, good, high, guess, large, broad, end };
}

// reach makes rows without clickable elements scrollable by keys.
function reach() {
  for (const row of document.querySelectorAll("#board :is(.things, .zones)")) if (row.scrollWidth > row.clientWidth + 1 && !row.querySelector("button, [tabindex]")) row.tabIndex = 0;
}

// arrangement identifies the growing contents of the board, without their number.
function arrangement(view) {
  const groups = (view?.groups ?? []).filter((g) => g.place !== "side" && g.place !== "head");
  return [!!view?.ending, ...groups.flatMap((g) => g.zones).filter((z) => z.count).map((z) => z.name)].join();
}

function scale(board, scales) {
  if (scales.join() === now.join()) return;
  now = [...scales];
  for (const place of growing) board.querySelector(".place." + place)?.style.setProperty("--fit", scaleOf(place));
  level(board);
}

// heightIn is the height in which the board is seen without scrolling. A narrow
// board is as high as what is on it, and scrolls with the page, above the bar.
function heightIn(board) {
  if (getComputedStyle(board).overflowY !== "visible") return board.clientHeight;
  return document.documentElement.clientHeight - board.offsetTop - $("bar").offsetHeight;
}

// fits reports whether all of the board can be seen without scrolling.
const fits = (board) => board.scrollHeight <= heightIn(board) + 1 && [board, ...board.querySelectorAll(".place")].every((e) => e.scrollWidth <= e.clientWidth + 1);

// rows describes how things side by side are arranged: in how many rows, and
// whether any overlap, or how much if less than a readable part of one is visible. A
// scale that changes that is too large.
const rows = (part) => lines(part).map((l) => l.text).join();

// lines identify, for each thing with others side by side, its rows and whether it
// has a single row without overlap.
function lines(part) {
  const sorts = ".place, .seat, .zones, .things, .figures";
  return [...(part.matches(sorts) ? [part] : []), ...part.querySelectorAll(sorts)].filter((e) => !e.closest(".side")).map((e) => {
    const all = [...e.children], place = e.matches(".place"), n = place ? all.length : new Set(all.map((c) => c.offsetTop)).size;
    const shown = Math.min(1, ...all.filter((c) => c.firstElementChild?.offsetWidth > c.offsetWidth + 1).map((c) => c.offsetWidth / c.firstElementChild.offsetWidth));
    return { text: `${n}${shown === 1 ? "" : shown >= readable ? "+" : Math.floor(100 * shown)}`, whole: shown === 1 && (place || n <= 1) };
  });
}
