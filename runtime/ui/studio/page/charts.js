// Charts of results: a curve with its band, bars with intervals, and the
// distribution of a figure. Each has a text alternative.
import { h } from "./dom.js";

const round = (x, digits = 2) => String(Math.round(x * 10 ** digits) / 10 ** digits).replace("-", "−");

// For a figure: its value and interval in a report, and the format of its values.
export const isRate = (name) => name === "win_rate";
export const read = (report, name) => isRate(name)
  ? { mean: report.win_rate, interval: report.win_rate_interval, n: report.n }
  : report.metrics[name] ?? { n: 0 };
export const format = (name, x) => (isRate(name) ? (100 * x).toFixed(1) + "\u00a0%" : round(x, Math.abs(x) < 10 ? 2 : 1));
export const points = (name, x) => (x > 0 ? "+" : "") + (isRate(name) ? round(100 * x, 1) : round(x));
export const includesZero = (interval) => interval[0] <= 0 && interval[1] >= 0;

// ticks returns about four round numbers from low to high; whole numbers if whole
// is set.
function ticks(low, high, whole) {
  const rough = (high - low) / 4 || 1;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(whole ? 1 : 0, [1, 2, whole && unit < 10 ? 5 : 2.5, 5, 10].map((n) => n * unit).find((s) => s >= rough));
  const out = [];
  for (let v = Math.ceil(low / step - 1e-9) * step; v <= high + step * 1e-9; v += step) out.push(Math.abs(v) < step / 1e6 ? 0 : v);
  return out;
}

const [wide, tall, left, right, top, bottom] = [420, 230, 46, 12, 12, 34];

// curve draws the points of a sweep: a line through the means, the band of their
// intervals, the current value, and the safe range.
export function curve(sweep, name, param, safe) {
  const known = sweep.map((p) => ({ x: p.value, now: p.now, ...read(p.report, name) })).filter((p) => p.n > 0);
  if (!known.length) return h("p", { class: "quiet" }, "No game had this value.");
  const xs = [known[0].x, known.at(-1).x];
  const low = Math.min(...known.map((p) => p.interval[0])), high = Math.max(...known.map((p) => p.interval[1]));
  const room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
  const ys = [isRate(name) ? Math.max(0, low - room) : low - room, isRate(name) ? Math.min(1, high + room) : high + room];
  const x = (v) => (xs[1] > xs[0] ? left + ((v - xs[0]) / (xs[1] - xs[0])) * (wide - left - right) : (wide + left - right) / 2);
  const y = (v) => tall - bottom - ((v - ys[0]) / (ys[1] - ys[0])) * (tall - top - bottom);
  const at = (p, v) => `${x(p.x).toFixed(1)},${y(v).toFixed(1)}`;
  const now = known.find((p) => p.now);
  const from = safe && Math.max(safe[0], xs[0]), to = safe && Math.min(safe[1], xs[1]);
  const words = `${param}: ${format(name, known[0].mean)} at ${known[0].x} to ${format(name, known.at(-1).mean)} at ${known.at(-1).x}` + (now ? `; ${format(name, now.mean)} now, at ${now.x}` : "");
  return h("svg:svg", { viewBox: `0 0 ${wide} ${tall}`, class: "curve", role: "img", "aria-label": words },
    safe && to > from && h("svg:rect", { class: "safe", x: x(from), y: top, width: x(to) - x(from), height: tall - top - bottom }),
    ticks(...ys).map((v) => [h("svg:line", { class: "grid", x1: left, x2: wide - right, y1: y(v), y2: y(v) }),
      h("svg:text", { class: "tick", x: left - 6, y: y(v) + 4, "text-anchor": "end" }, isRate(name) ? round(100 * v, 1) + "\u00a0%" : round(v, 4))]),
    ticks(...xs, known.every((p) => Number.isInteger(p.x))).map((v) => h("svg:text", { class: "tick", x: x(v), y: tall - bottom + 16, "text-anchor": "middle" }, round(v, 4))),
    now && [h("svg:line", { class: "now", x1: x(now.x), x2: x(now.x), y1: top, y2: tall - bottom }),
      h("svg:text", { class: "tick", x: Math.min(x(now.x) + 4, wide - right - 24), y: tall - bottom - 5 }, "now")],
    h("svg:polygon", { class: "band", points: [...known.map((p) => at(p, p.interval[1])), ...known.toReversed().map((p) => at(p, p.interval[0]))].join(" ") }),
    h("svg:polyline", { class: "line", points: known.map((p) => at(p, p.mean)).join(" ") }),
    known.map((p) => h("svg:circle", { class: "dot" + (p.now ? " is" : ""), cx: x(p.x), cy: y(p.mean), r: p.now ? 5 : 3.5 })),
    known.map((p) => h("svg:circle", { class: "target", cx: x(p.x), cy: y(p.mean), r: 12, "data-tip": `${p.x}: ${format(name, p.mean)}, 95 % between ${format(name, p.interval[0])} and ${format(name, p.interval[1])}` })),
    h("svg:text", { class: "tick", x: (wide + left - right) / 2, y: tall - 4, "text-anchor": "middle" }, param));
}

// bars draws rows, each {label, mean, interval, note, tip, pale, open}, on one
// scale that includes zero.
export function bars(rows) {
  const low = Math.min(0, ...rows.map((r) => r.interval[0])), high = Math.max(0, ...rows.map((r) => r.interval[1]));
  const at = (v) => (high > low ? (v - low) / (high - low) : 0.5);
  return h("ul", { class: "bars", "--zero": at(0) }, rows.map((r) => h("li", { class: (r.pale ? "pale " : "") + (r.mean < 0 ? "less" : "more"), "data-tip": r.tip },
    r.open ? h("button", { class: "plain", "data-key": "bar " + r.label, onclick: r.open }, r.label) : h("span", {}, r.label),
    h("span", { class: "scale", "aria-hidden": "true" },
      h("i", { class: "bulk", "--from": at(Math.min(0, r.mean)), "--to": at(Math.max(0, r.mean)) }),
      h("i", { class: "whisker", "--from": at(r.interval[0]), "--to": at(r.interval[1]) })),
    h("span", { class: "note" }, r.note))));
}

// histogram draws the distribution of a figure over the games.
export function histogram(title, m) {
  const most = Math.max(1, ...m.histogram.map((b) => b.count));
  return h("figure", {},
    h("figcaption", {}, title, ": ", h("strong", {}, round(m.mean)), ` ± ${round(m.deviation)}, from ${round(m.min)} to ${round(m.max)}`),
    m.max > m.min && h("div", { class: "histogram", "aria-hidden": "true" }, m.histogram.map((b) =>
      h("span", { "--share": b.count / most, "data-tip": `${round(b.from)} to ${round(b.to)}: ${b.count}` }))));
}
