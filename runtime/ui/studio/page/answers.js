// Drawing the answers to questions: numbers, charts, and links to the content that
// they are about.
import { h } from "./dom.js";
import { bars, curve, format, histogram, includesZero, isRate, points, read } from "./charts.js";

// drawAnswer draws an answer. before is an older answer about the same bot to compare it
// with, panel the panel that it is in, tools the buttons for it.
export function drawAnswer(a, panel, before, tools) {
  const draw = { play, sweep, grid, impact, compare }[a.kind];
  const values = Object.entries(a.params).map(([name, value]) => `, ${name.split("/")[1]} = ${value}`);
  return h("article", { class: "report", "data-kind": a.kind },
    a.name && h("h3", {}, a.name),
    h(a.name ? "p" : "h3", {}, `${a.now.n} games ${a.kind === "play" ? "" : "each "}by ${a.now.bot}`, values),
    a.cut > 0 && h("p", { class: "bad" }, `Stopped after ${a.now.n} of ${a.cut} games.`),
    draw(a, panel, before), tools);
}

export const titleOf = (a, name) => a.figures.find((f) => f.name === name)?.title ?? name;

// chooser is the field that selects another figure of the same games.
function chooser(a, panel) {
  a.figure ??= a.leading;
  return h("label", { class: "row" }, "Figure ", h("select", { "data-key": "figure " + a.id, onchange: (e) => { a.figure = e.target.value; panel.draw(); } },
    a.figures.map((f) => h("option", { value: f.name, selected: f.name === a.figure }, f.title))));
}

function play(a, panel, before) {
  const r = a.now;
  const [low, high] = r.win_rate_interval;
  const change = before ? r.win_rate - before.now.win_rate : 0;
  const wrong = ["stuck", "endless", "faulty"].filter((o) => r.outcomes[o]);
  return [
    h("p", {}, h("strong", {}, format("win_rate", r.win_rate)), ` won, 95 % between ${format("win_rate", low)} and ${format("win_rate", high)}`, change ? `; ${points("win_rate", change)} points since the run before` : ""),
    h("div", { class: "interval", "aria-hidden": "true" }, h("span", { "--low": low, "--high": high }), h("i", { "--at": r.win_rate })),
    wrong.length > 0 && h("p", { class: "bad" }, wrong.map((o) => `${r.outcomes[o]} ${o}`).join(", "), ": ", r.faults?.[0]?.problem ?? "games that were neither won nor lost"),
    a.profile && profile(a, panel),
    a.figures.filter((f) => r.metrics[f.name]?.n > 0).map((f) => histogram(f.title, r.metrics[f.name])),
  ];
}

// profile shows where scripts spent fuel, once its module is loaded.
function profile(a, panel) {
  const at = h("section", { class: "profile", "aria-label": "Cost of the scripts" });
  import("./profile.js").then(({ draw }) => draw(at, a.profile, panel.look));
  return at;
}

function sweep(a, panel) {
  const of = panel.can.params.find((p) => p.full === a.param);
  const name = a.param.split("/")[1];
  const values = h("details", {}, h("summary", {}, "As a table"), h("table", {},
    h("thead", {}, h("tr", {}, [of?.name.replaceAll("_", " ") ?? name, titleOf(a, a.figure ?? a.leading), "95 %", "from now", ""].map((t) => h("th", { scope: "col" }, t || h("span", { class: "visually-hidden" }, "Try it"))))),
    h("tbody", {}, a.sweep.map((p) => row(a, p, panel, of)))));
  return [h("p", {}, chooser(a, panel)), curve(a.sweep, a.figure, name, of?.low !== undefined && [of.low, of.high]),
    h("p", { class: "quiet" }, "The band holds the true curve 95 times in 100 at each point.", of?.low !== undefined && " The safe range is lighter."), values];
}

// grid is a heat map: the share of wins at each pair of values.
function grid(a) {
  const all = a.rows.flatMap((r) => r.sweep.map((c) => c.win_rate)), low = Math.min(...all), high = Math.max(...all), name = (full) => full.split("/")[1];
  return [h("p", { class: "quiet" }, `Games won, ${name(a.across)} across and ${name(a.down)} down; ${format("win_rate", low)} to ${format("win_rate", high)}.`),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Heat map" }, h("table", { class: "heat" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, `${name(a.down)} \\ ${name(a.across)}`), a.rows[0].sweep.map((c) => h("th", { scope: "col" }, c.value)))),
      h("tbody", {}, a.rows.map((r) => h("tr", {}, h("th", { scope: "row" }, r.value),
        r.sweep.map((c) => h("td", { "--heat": high > low ? (c.win_rate - low) / (high - low) : 0.5, "data-tip": `95 % between ${format("win_rate", c.win_rate_interval[0])} and ${format("win_rate", c.win_rate_interval[1])}` }, format("win_rate", c.win_rate))))))))];
}

function row(a, p, panel, of) {
  const { mean, interval, n } = read(p.report, a.figure);
  const d = p.report.difference && read(p.report.difference, a.figure);
  return h("tr", { class: p.now ? "now" : "" }, h("th", { scope: "row" }, String(p.value)),
    h("td", {}, n > 0 ? format(a.figure, mean) : "–"), h("td", {}, n > 0 ? `${format(a.figure, interval[0])} to ${format(a.figure, interval[1])}` : "–"),
    h("td", { class: d?.interval && includesZero(d.interval) ? "quiet" : "" }, p.now ? "now" : d?.interval ? points(a.figure, d.mean) + (includesZero(d.interval) ? " ?" : "") : "–"),
    h("td", {}, of && panel.state.hello.debug && h("button", { class: "plain", "data-key": `try ${a.id} ${p.value}`, "data-tip": "Try it in the running game", onclick: () => panel.tryOut(a.param, p.value, of.value) }, "Try")));
}

function impact(a, panel) {
  a.figure ??= a.leading;
  const figure = (w) => (isRate(a.figure) ? { mean: w.win_rate, interval: w.win_rate_interval } : w.metrics[a.figure] ?? { mean: 0, interval: [0, 0] });
  const names = new Map();
  for (const w of a.impact) names.set(w.name, (names.get(w.name) ?? 0) + 1);
  const rows = a.impact.map((w) => {
    const { mean, interval } = figure(w);
    const title = !w.name || names.get(w.name) > 1 ? w.id : w.name;
    return {
      label: (w.given_at_start ? "+ " : "") + title, mean, interval, pale: includesZero(interval), open: () => panel.definition(`${w.kind}/${w.id}`),
      note: w.idle ? "no game differs" : points(a.figure, mean) + (includesZero(interval) ? " ?" : "") + (w.faulty ? " !" : ""),
      tip: `${w.kind}/${w.id}: 95 % between ${points(a.figure, interval[0])} and ${points(a.figure, interval[1])}` + (w.faulty ? `; ${w.faulty} games went wrong` : ""),
    };
  }).sort((x, y) => y.mean - x.mean);
  return [h("p", {}, chooser(a, panel)),
    h("p", { class: "quiet" }, `${titleOf(a, a.figure)} with it, less without it${isRate(a.figure) ? ", in points" : ""}. ${format(a.figure, read(a.now, a.figure).mean ?? 0)} now.`),
    bars(rows),
    h("p", { class: "quiet" }, "+ marks what was given at the start; everything else is part of the game, and was removed. Pale bars may be due to chance.", a.impact.some((w) => w.faulty) && " ! marks removals after which games went wrong, because rules rely on the definition.")];
}

// compare shows by how much each figure changed, relative to how much single games
// differ, so that all fit on one scale.
function compare(a) {
  const rows = a.figures.map((f) => {
    const d = read(a.now.difference, f.name), now = read(a.now, f.name), was = read(a.before, f.name);
    const scale = isRate(f.name) ? 1 : now.deviation;
    if (!d?.interval || !scale || !was.n) return null;
    return {
      label: f.title, mean: d.mean / scale, interval: d.interval.map((v) => v / scale), pale: includesZero(d.interval),
      note: `${points(f.name, d.mean)}${isRate(f.name) ? " points" : ""}${includesZero(d.interval) ? " ?" : ""}`,
      tip: `${format(f.name, was.mean)} before, ${format(f.name, now.mean)} now`, was: was.mean, is: now.mean, name: f.name,
    };
  }).filter(Boolean);
  const won = a.now.difference;
  return [
    h("p", {}, `Now against ${a.old}: `, h("strong", {}, points("win_rate", won.win_rate) + " points"), ` won, ${format("win_rate", a.before.win_rate)} before and ${format("win_rate", a.now.win_rate)} now; 95 % between ${points("win_rate", won.win_rate_interval[0])} and ${points("win_rate", won.win_rate_interval[1])}.`,
      includesZero(won.win_rate_interval) && " It may be chance."),
    bars(rows),
    h("details", {}, h("summary", {}, "As a table"), h("table", {},
      h("thead", {}, h("tr", {}, ["Figure", "before", "now", "change"].map((t) => h("th", { scope: "col" }, t)))),
      h("tbody", {}, rows.map((r) => h("tr", {}, h("th", { scope: "row" }, r.label), h("td", {}, format(r.name, r.was)), h("td", {}, format(r.name, r.is)), h("td", { class: r.pale ? "quiet" : "" }, r.note)))))),
    h("p", { class: "quiet" }, "Games are paired by seed. Bars are in standard deviations between games; pale bars may be chance."),
  ];
}
