// Where scripts of simulated games spend fuel, time and API calls: a flame graph, a
// table by line, and the file for pprof. Loaded when there is a profile.
import { fill, h } from "./dom.js";
import { link } from "./places.js";

const styled = new Promise((resolve) => document.head.append(h("link", { rel: "stylesheet", href: "profile.css", onload: resolve, onerror: resolve })));

const narrow = 0.003, deep = 24, few = 12; // the smallest share of a box, the most rows of boxes, and the lines listed at first

const share = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : "–");
const whole = (n) => n.toLocaleString("en");
const brief = (name) => name.replace(/^(game\/\S+ |\w+\/)(?=.)/, ""); // the part of a name that distinguishes boxes
const short = (where) => where.split("/").at(-1);

// The measures for boxes and lines.
const measures = { fuel: "Fuel", time: "Time", calls: "API calls" };

const figures = (s) => `${whole(s.fuel)} units of fuel, ${whole(s.own.fuel)} by itself; ${s.time.toFixed(1)} ms; ${whole(s.calls)} API calls`;

// draw shows a profile on an element. The profile stores the selection: the
// measure, whether all lines are listed, and the path of the zoomed box.
export async function draw(at, p, look) {
  await styled;
  const redraw = (change) => { Object.assign(p, change); draw(at, p, look); };
  const by = (p.by ??= "fuel"), path = (p.path ??= []);
  fill(at,
    h("h3", {}, "Cost of the scripts"),
    h("div", { class: "row" },
      h("label", {}, "By ", h("select", { "data-key": "profile by", onchange: (e) => redraw({ by: e.target.value, path: [] }) }, Object.entries(measures).map(([name, title]) => h("option", { value: name, selected: name === by }, title)))),
      h("button", { "data-key": "profile file", "data-tip": "For go tool pprof", onclick: () => download(p.file) }, "Download for pprof")),
    flame(p, by, path, redraw), chosen(p, path, look), table(p, by, look, redraw));
}

const boxAt = (p, path) => path.reduce((f, i) => f.below[i], p.root);

// chosen describes the box that the graph is zoomed to.
function chosen(p, path, look) {
  const f = boxAt(p, path);
  return h("p", { class: "quiet" }, h("strong", {}, f.name), " ", f.where && link(f.where, look), " ", figures(f) + ".");
}

// flame draws the zoomed box in full width, below its callers and above its
// callees. Arrow keys move from box to box.
function flame(p, by, path, redraw) {
  const box = (f, at, current) => h("button", {
    class: f.where || !at.length ? null : "api",
    "data-key": `box ${at.join(".")}`, tabindex: current ? null : -1, "data-tip": `${f.name} ${f.where ?? ""}: ${figures(f)}`,
    "aria-label": `${f.name} ${f.where ? short(f.where) : ""}, ${share(f[by], p.root[by])}`, onclick: () => redraw({ path: current ? at.slice(0, -1) : at }),
  }, brief(f.name), f.where && h("span", { class: "quiet" }, " " + short(f.where)));
  const inner = (f, at, part, rows) => {
    const below = rows > 0 ? (f.below ?? []).map((b, i) => [b, i, b[by] / (f[by] || 1)]).filter(([, , of]) => of * part >= narrow).sort((a, b) => b[2] - a[2]) : [];
    return below.length > 0 && h("ul", {}, below.map(([b, i, of]) => h("li", { "--share": of }, box(b, [...at, i]), inner(b, [...at, i], part * of, rows - 1))));
  };
  const rows = (depth) => {
    const at = path.slice(0, depth), f = boxAt(p, at);
    return h("li", { "--share": 1 }, box(f, at, depth === path.length), depth < path.length ? h("ul", {}, rows(depth + 1)) : inner(f, at, 1, deep));
  };
  return h("ul", { class: "flame", "aria-label": `${measures[by]}, by what called what`, onkeydown: walk }, rows(0));
}

// walk moves the focus to a neighbouring box.
function walk(e) {
  const item = e.target.closest("li");
  const to = { ArrowDown: item.querySelector("li"), ArrowUp: item.parentElement.closest("li"), ArrowRight: item.nextElementSibling, ArrowLeft: item.previousElementSibling }[e.key];
  if (to === undefined) return;
  e.preventDefault();
  e.stopPropagation();
  to?.firstChild.focus();
}

// table lists the lines, and the API functions, with the most expensive first.
function table(p, by, look, redraw) {
  const all = p.lines.toSorted((a, b) => b[by] - a[by]), list = p.every ? all : all.slice(0, few);
  const row = (l) => h("tr", { "data-tip": figures(l) }, h("th", { scope: "row" }, l.name, " ", l.where && link(l.where, look)),
    h("td", {}, share(l.fuel, p.root.fuel)), h("td", {}, share(l.own.fuel, p.root.fuel)), h("td", {}, share(l.time, p.root.time)), h("td", {}, whole(l.calls)));
  return [h("table", { class: "lines" },
    h("thead", {}, h("tr", {}, ["Line", "Fuel", "By itself", "Time", "API calls"].map((t) => h("th", { scope: "col" }, t)))),
    h("tbody", {}, list.map(row))),
  all.length > few && h("button", { class: "plain", "data-key": "every line", onclick: () => redraw({ every: !p.every }) }, p.every ? "Fewer lines" : `All ${all.length} lines`),
  h("p", { class: "quiet" }, "Orange is Lua, blue the API. A line’s figures include what it called. The fuel of a block is shown at its first line; the scripts of bots are not counted.")];
}

function download(file) {
  const bytes = Uint8Array.from(atob(file), (c) => c.charCodeAt(0));
  const a = h("a", { href: URL.createObjectURL(new Blob([bytes], { type: "application/gzip" })), download: "sleight.pb.gz" });
  a.click();
  URL.revokeObjectURL(a.href);
}
