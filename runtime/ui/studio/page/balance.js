// Balance: asking questions about the game that a bot answers by playing many
// games.
import { fill, h } from "./dom.js";
import { numberIn } from "./content.js";
import { Results } from "./results.js";
import { Watch } from "./watch.js";

// The questions, with the default number of games for each variant.
const questions = {
  play: { title: "How it goes", games: 1000 },
  sweep: { title: "A number", games: 300 },
  grid: { title: "Two numbers", games: 100 },
  impact: { title: "Each definition", games: 300 },
  compare: { title: "What I changed", games: 1000 },
};

// bounds are the range of a parameter and about that many steps.
function bounds(p, steps) {
  const from = p.low ?? Math.min(0, p.value), to = p.high ?? Math.max(1, 2 * Math.abs(p.value)), step = (to - from) / steps;
  return { full: p.full, from, to, step: Number.isInteger(p.value) ? Math.max(1, Math.round(step)) : step };
}

const steps = 40; // the most steps on each side of a grid

// The bots that every game has; content declares its own.
const bots = {
  random: "Plays any legal command at random: fast, but no measure of how hard a game is.",
  greedy: "Looks one command ahead, which is slower.",
  mcts: "Simulates what follows each command, which is slow: play few games.",
};

export class Balance {
  constructor(at, context) {
    Object.assign(this, { at, ...context, chosen: {}, ask: "play", games: {}, sweep: {}, kind: "all", older: "", results: new Results(this), watch: new Watch(this), held: null });
  }

  game() {
    return this.state.hello?.games.find((g) => g.id === this.state.view?.game);
  }

  // bot returns the bot chosen for the game; by default, the last bot of the game.
  bot() {
    const game = this.game();
    return this.chosen[game.id] ?? game.bots.findLast((b) => !(b in bots)) ?? "random";
  }

  async show() {
    const game = this.game();
    if (!game) return;
    let can;
    try {
      can = await this.call("simulate/options", { game: game.id });
    } catch (e) {
      return this.reportFailure(e);
    }
    if (this.state.tab !== "balance" || game !== this.game()) return;
    this.can = can;
    this.draw();
  }

  reloaded() {
    this.watch.playAgain();
    if (this.state.tab === "balance") this.show();
  }

  draw() {
    const game = this.game();
    if (!this.can || !game) return;
    fill(this.at,
      h("fieldset", { class: "ask" }, h("legend", {}, "Play games with a bot"),
        h("div", { class: "pills" }, Object.entries(questions).map(([name, q]) => h("label", {},
          h("input", { type: "radio", name: "ask", checked: name === this.ask, "data-key": "ask " + name, onchange: () => { this.ask = name; this.draw(); } }), h("span", {}, q.title)))),
        this[this.ask + "Fields"](),
        h("div", { class: "row" },
          h("label", {}, "Bot ", h("select", { "data-key": "bot", onchange: (e) => { this.chosen[game.id] = e.target.value; this.draw(); } }, game.bots.map((b) => h("option", { selected: b === this.bot() }, b)))),
          h("label", {}, this.ask === "play" ? "Games " : "Games each ", h("input", { type: "number", min: 1, max: 100000, value: this.gamesPerVariant(), "data-key": "games", onchange: (e) => (this.games[this.ask] = Number(e.target.value)) })),
          this.running
            ? h("button", { "data-key": "run", onclick: () => this.stop() }, "Stop")
            : h("button", { "data-key": "run", id: "simulate", class: "main", onclick: () => this.start() }, "Play them")),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: this.watch.on, "data-key": "watch", onchange: (e) => this.watch.setOn(e.target.checked) }), "Watch the games won: play again after each save"),
        bots[this.bot()] && h("p", { class: "quiet" }, bots[this.bot()])),
      this.triedNote(),
      h("div", { id: "progress" }, this.bar()),
      this.results.draw(game.id));
  }

  gamesPerVariant() {
    return this.games[this.ask] || questions[this.ask].games;
  }

  playFields() {
    return [h("p", { class: "quiet" }, "How many games are won, and the distribution of every metric."),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: this.profile, "data-key": "profile", onchange: (e) => (this.profile = e.target.checked) }), "Profile the scripts: where fuel, time and API calls go")];
  }

  // sweepFields select a parameter and its range.
  sweepFields() {
    const list = this.can.params;
    if (!list.length) return h("p", { class: "quiet" }, "This game has no parameters to try.");
    const p = list.find((p) => p.full === this.sweep.full) ?? list[0];
    if (this.sweep.full !== p.full) this.choose(p.full);
    const number = (name, title) => h("label", {}, title + " ", h("input", { type: "number", step: "any", value: this.sweep[name], placeholder: name === "step" ? "auto" : "", "data-key": "sweep " + name, onchange: (e) => (this.sweep[name] = e.target.value === "" ? "" : Number(e.target.value)) }));
    const groups = [...new Set(list.map((p) => p.of))];
    return [
      h("p", { class: "quiet" }, "The effect of a number: each value is played on the same seeds."),
      h("div", { class: "row" }, h("label", { class: "grow" }, "Number ", h("select", { "data-key": "sweep of", onchange: (e) => { this.choose(e.target.value); this.draw(); } },
        groups.map((of) => h("optgroup", { label: of }, list.filter((p) => p.of === of).map((p) => h("option", { value: p.full, selected: p.full === this.sweep.full }, `${p.name.replaceAll("_", " ")}, now ${p.value}`))))))),
      h("div", { class: "row" }, number("from", "From"), number("to", "To"), number("step", "Step")),
      p.low !== undefined && h("p", { class: "quiet" }, `Safe from ${p.low} to ${p.high}. ${p.breaks ?? ""}`),
    ];
  }

  // gridFields select two parameters, each with its range and step.
  gridFields() {
    const list = this.can.params;
    if (list.length < 2) return h("p", { class: "quiet" }, "This question needs a game with two parameters.");
    this.grid ??= {};
    for (const [i, side] of ["across", "down"].entries()) {
      if (!list.some((p) => p.full === this.grid[side]?.full)) this.grid[side] = bounds(list[i], 5);
    }
    const row = (side, title) => h("div", { class: "row" },
      h("label", { class: "grow" }, title + " ", h("select", { "data-key": "grid " + side, onchange: (e) => { this.grid[side] = bounds(list.find((p) => p.full === e.target.value), 5); this.draw(); } },
        list.map((p) => h("option", { value: p.full, selected: p.full === this.grid[side].full }, `${p.full.split("/")[1]}, now ${p.value}`)))),
      ["from", "to", "step"].map((name) => h("label", {}, name + " ", h("input", { type: "number", step: "any", value: this.grid[side][name], "data-key": `grid ${side} ${name}`, onchange: (e) => (this.grid[side][name] = numberIn(e.target)) }))));
    return [h("p", { class: "quiet" }, "How often each pair of values wins: each pair is played on the same seeds."), row("across", "Across"), row("down", "Down")];
  }

  // sweepGrid asks for one row of pairs after another.
  async sweepGrid(game, message) {
    const { across, down } = this.grid, rows = [];
    if (across.full === down.full) return this.toast("Choose two different numbers.", "refused");
    for (const side of [across, down]) {
      if (!(side.step > 0)) return this.toast("A step must be above 0.", "refused");
      if (!((side.to - side.from) / side.step <= steps && side.to >= side.from)) return this.toast(`From must be below To, with at most ${steps} steps between them.`, "refused");
    }
    for (let v = down.from; v <= down.to + 1e-9; v += down.step) {
      const value = Number(v.toFixed(6));
      const answer = await this.answerTo({ ...message, params: { ...message.params, [down.full]: value }, sweep: `${across.full}=${across.from}..${across.to}..${across.step}` });
      if (!answer) break;
      rows.push({ value, sweep: answer.sweep.map(({ value, report: { win_rate, win_rate_interval } }) => ({ value, win_rate, win_rate_interval })) });
    }
    if (rows.length) this.results.add({ kind: "grid", game, params: message.params, began: performance.now(), across: across.full, down: down.full, rows, now: { n: message.games, bot: message.bot } });
    this.present();
  }

  // present draws a new result and scrolls it into view.
  present() {
    this.draw();
    document.querySelector("#panel .report:not(.versus .report)")?.scrollIntoView({ block: "nearest" });
  }

  // answerTo plays all games and returns the answer, or nothing if it was stopped.
  answerTo(message) {
    return new Promise((resolve) => {
      this.resolveAnswer = resolve;
      this.begin(message, { game: message.game, params: message.params, began: performance.now(), each: true }).then((begun) => begun || resolve());
    });
  }

  choose(full) {
    const p = this.can.params.find((p) => p.full === full);
    this.sweep = { full, from: p.low ?? Math.min(0, p.value), to: p.high ?? Math.max(1, 2 * Math.abs(p.value)), step: "" };
  }

  impactFields() {
    return [
      h("p", { class: "quiet" }, "What each definition is worth: games with it against games without, on the same seeds."),
      h("div", { class: "row" }, h("label", {}, "Kind ", h("select", { "data-key": "kind", onchange: (e) => (this.kind = e.target.value) },
        ["all", ...this.can.kinds].map((k) => h("option", { selected: k === this.kind }, k))))),
    ];
  }

  // compareFields select what to compare with: first the closest version that
  // differs.
  compareFields() {
    const differs = (o) => !o.same || Object.keys(this.triedValues()).length > 0;
    const all = this.can.older;
    if (!all.some((o) => o.name === this.older && differs(o))) this.older = (all.find(differs) ?? all[0]).name;
    return [
      h("p", { class: "quiet" }, "The current game, with the values you are trying, compared with older content on the same seeds."),
      h("div", { class: "row" }, h("label", {}, "Compare with ", h("select", { "data-key": "older", onchange: (e) => (this.older = e.target.value) },
        all.map((o) => h("option", { value: o.name, selected: o.name === this.older, disabled: !differs(o) }, o.title + (differs(o) ? "" : " (no difference)")))))),
      !all.some(differs) && h("p", {}, "Nothing differs yet: try a value on the tab Content, or save a change."),
    ];
  }

  triedValues() {
    return this.state.panels.content.tried;
  }

  triedNote() {
    const list = Object.entries(this.triedValues());
    return list.length > 0 && h("p", { class: "quiet" }, "Being tried: " + list.map(([name, value]) => `${name.split("/")[1]} = ${value}`).join(", ") + ".");
  }

  async start() {
    const game = this.game().id, { players } = this.state.view, seed = this.state.seed || undefined;
    const message = { game, bot: this.bot(), games: this.gamesPerVariant(), seed, players, params: { ...this.triedValues() } };
    if (this.ask === "play" && this.profile) message.profile = true;
    if (this.ask === "grid") return this.sweepGrid(game, message);
    if (this.ask === "sweep") message.sweep = `${this.sweep.full}=${this.sweep.from}..${this.sweep.to}` + (this.sweep.step === "" ? "" : `..${this.sweep.step}`);
    if (this.ask === "impact") message.impact = [this.kind];
    if (this.ask === "compare") message.compare = this.older;
    await this.begin(message, { game, params: message.params, began: performance.now(), each: this.ask !== "play" });
  }

  async begin(message, asked) {
    const held = (this.held = []);
    let begun = false;
    try {
      const { simulation } = await this.call("simulate", message);
      this.running = { ...asked, simulation, done: 0, of: message.games };
      begun = true;
    } catch (e) {
      this.reportFailure(e);
    }
    this.held = null;
    this.draw();
    held.forEach((p) => this.progress(p));
    return begun;
  }

  stop() {
    this.call("simulate/cancel", { simulation: this.running.simulation }).catch(() => {});
  }

  // progress receives the progress of the simulation, and finally its result. It
  // may arrive before the reply to the call that began it.
  progress(p) {
    this.watch.progress(p);
    if (this.held) return this.held.push(p);
    if (p.simulation !== this.running?.simulation) return;
    const asked = this.running;
    const ended = p.answer || p.problem || p.cancelled;
    this.running = ended ? null : { ...asked, ...p };
    if (p.problem) this.toast(p.problem, "refused");
    if (p.cancelled && !p.answer) this.toast("Stopped before every variant had played a game.", "refused");
    if (ended && this.resolveAnswer) {
      const resolve = this.resolveAnswer;
      this.resolveAnswer = null;
      return resolve(p.cancelled || p.problem ? undefined : p.answer);
    }
    if (p.answer) this.results.add({ ...asked, ...p.answer, cut: p.done < p.of ? p.of : 0 });
    if (this.state.tab !== "balance") return p.answer && this.toast("The bot’s games have been played: see Balance.", "good");
    if (p.answer) this.present();
    else if (ended) this.draw();
    else fill(document.getElementById("progress"), this.bar());
  }

  bar() {
    if (!this.running) return null;
    const { done, of, began, each } = this.running;
    const gone = (performance.now() - began) / 1000;
    const left = done > 0 ? (gone * (of - done)) / done : 0;
    return [h("progress", { max: of, value: done, "aria-label": "Games played" }),
      h("p", { class: "quiet" }, `${done} of ${of} games` + (each ? " of each variant" : "") + (left > 1 ? `, about ${Math.ceil(left)} s left` : ""))];
  }
}
