// Balance: a bot plays many games; what came of it is shown as numbers and bars.
import { fill, h } from "./dom.js";

export class Balance {
  constructor(at, context) {
    Object.assign(this, { at, ...context, bot: "", games: 1000, runs: [] });
  }

  show() {
    const game = this.state.hello?.games.find((g) => g.id === this.state.view?.game);
    if (!game) return;
    if (!game.bots.includes(this.bot)) this.bot = game.bots.at(-1);
    fill(this.at,
      h("div", { class: "row" },
        h("label", {}, "Bot ", h("select", { "data-key": "bot", onchange: (e) => (this.bot = e.target.value), value: this.bot }, game.bots.map((b) => h("option", { selected: b === this.bot }, b)))),
        h("label", {}, "Games ", h("input", { type: "number", min: 1, max: 100000, value: this.games, "data-key": "games", onchange: (e) => (this.games = Number(e.target.value)) })),
        this.running ? h("button", { "data-key": "run", onclick: () => this.stop() }, "Stop") : h("button", { "data-key": "run", id: "simulate", onclick: () => this.start(game.id) }, "Play them")),
      this.running && h("progress", { max: this.running.of, value: this.running.done, "aria-label": "Games played" }),
      this.runs.filter((r) => r.game === game.id).map((r, i, all) => this.report(r, all[i + 1])));
  }

  async start(game) {
    try {
      const params = { ...this.state.panels.content.tried };
      const { simulation } = await this.call("simulate", { game, bot: this.bot, games: this.games, seed: this.state.view.seed, players: this.state.view.players, params });
      this.params = params;
      this.running ??= { simulation, done: 0, of: this.games };
    } catch (e) {
      this.toast(e.message, "refused");
    }
    this.show();
  }

  stop() {
    this.call("simulate/cancel", { simulation: this.running.simulation });
  }

  progress(p) {
    const ended = p.report || p.problem || p.cancelled;
    this.running = ended ? null : p;
    if (p.problem) this.toast(p.problem, "refused");
    if (p.report) this.runs.unshift({ ...p.report, params: this.params });
    this.runs.splice(10);
    if (this.state.tab === "balance") this.show();
  }

  report(r, before) {
    const percent = (x) => (100 * x).toFixed(1) + " %";
    const [low, high] = r.win_rate_interval;
    const change = before && before.bot === r.bot ? r.win_rate - before.win_rate : 0;
    return h("article", { class: "report" }, h("h3", {}, `${r.n} games by ${r.bot}`, Object.entries(r.params).map(([name, value]) => `, ${name.split("/")[1]} = ${value}`)),
      h("p", {}, h("strong", {}, percent(r.win_rate)), ` won, 95 % between ${percent(low)} and ${percent(high)}`, change ? `; ${change > 0 ? "+" : "−"}${percent(Math.abs(change))} since the run before` : ""),
      h("div", { class: "interval", "aria-hidden": "true" }, h("span", { "--low": low, "--high": high }), h("i", { "--at": r.win_rate })),
      Object.entries(r.metrics).filter(([, m]) => m.n > 0).map(([name, m]) => figure(name, m)));
  }
}

const round = (x) => String(Math.round(100 * x) / 100);

// figure shows how a figure was spread over the games.
function figure(name, m) {
  const top = Math.max(1, ...m.histogram.map((b) => b.count));
  return h("figure", {},
    h("figcaption", {}, name.replaceAll("_", " "), ": ", h("strong", {}, round(m.mean)), ` ± ${round(m.deviation)}, from ${round(m.min)} to ${round(m.max)}`),
    m.max > m.min && h("div", { class: "histogram", "aria-hidden": "true" }, m.histogram.map((b) =>
      h("span", { "--share": b.count / top, "data-tip": `${round(b.from)} to ${round(b.to)}: ${b.count}` }))));
}
