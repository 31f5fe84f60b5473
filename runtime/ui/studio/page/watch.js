// Watching the odds: after each save, and for each tried value, a bot plays the
// same games again, and the strip shows how many are won now: first of a few games, so
// that even a busy machine answers soon, and then of all.
import { h } from "./dom.js";
import { format, includesZero, points, read } from "./charts.js";
import { remember, remembered } from "./memory.js";

const fewest = 20, least = 100, most = 2000; // games
const soon = 700, share = 1 / 4; // the target duration of all games in milliseconds, and the share of the few

export class Watch {
  constructor(panel) {
    Object.assign(this, { panel, on: remembered("watch", false), held: null });
  }

  // setOn starts and stops watching.
  setOn(on) {
    this.on = on;
    remember("watch", on);
    this.before = this.now = null;
    if (on) this.playAgain();
    this.panel.state.strip?.draw();
  }

  // playAgain plays the current game. For a game that was not watched yet, it first
  // measures how many games fit in the target duration.
  async playAgain() {
    const { panel } = this, game = panel.game()?.id;
    if (!this.on || !game) return;
    if (this.simulation) panel.call("simulate/cancel", { simulation: this.simulation }).catch(() => {});
    const bot = panel.bot(), of = `${game} ${bot}`, mine = (this.asked = {});
    if (this.of !== of) Object.assign(this, { of, sizes: null, reports: new Map(), before: null, now: null });
    if (!this.sizes && !(await this.measure(game, bot, mine))) return;
    const fresh = new Map();
    for (const games of this.sizes) {
      const report = await this.play(game, bot, games), before = this.reports.get(games); // the same games each time
      if (mine !== this.asked || !report) return;
      fresh.set(games, report);
      if (!before && games !== this.sizes.at(-1)) continue; // nothing to compare with: wait for the better answer
      Object.assign(this, { before, now: report });
      panel.state.strip?.draw();
    }
    this.reports = fresh;
  }

  // measure sets the numbers of games. The first games take longer than others, so it
  // plays more unless these are slow.
  async measure(game, bot, mine) {
    let fit;
    for (const games of [fewest, least]) {
      const began = performance.now();
      if (!(await this.play(game, bot, games)) || mine !== this.asked) return false;
      fit = (soon / (performance.now() - began)) * games;
      if (fit < least) break;
    }
    const whole = (n, by) => Math.round(n / by) * by;
    this.sizes = [Math.max(fewest, whole(Math.min(fit, most) * share, fewest)), Math.max(least, whole(Math.min(fit, most), least))];
    return true;
  }

  // play returns the result of some games on fixed seeds, or nothing if they were
  // stopped or could not be played.
  async play(game, bot, games) {
    const { panel } = this, held = (this.held = []);
    try {
      const { simulation } = await panel.call("simulate", { game, bot, games, seed: "1", players: panel.state.view.players, params: { ...panel.triedValues() } });
      const ended = new Promise((resolve) => Object.assign(this, { simulation, resolve }));
      this.held = null;
      held.forEach((p) => this.progress(p));
      return (await ended)?.now;
    } catch {
      this.held = null;
      return undefined; // the error in the content is shown elsewhere
    }
  }

  // progress receives the progress of a simulation. It may arrive before the reply
  // to the call that began it.
  progress(p) {
    this.held?.push(p);
    if (p.simulation !== this.simulation || !(p.answer || p.problem || p.cancelled)) return;
    this.simulation = null;
    this.resolve(p.cancelled ? undefined : p.answer);
  }

  // chip is the element in the strip: the games won now, and the effect of the last
  // change.
  chip() {
    if (!this.on || !this.now) return null;
    const now = read(this.now, "win_rate"), was = this.before && read(this.before, "win_rate");
    const half = ({ interval: [low, high] }) => (high - low) / 2, by = was ? now.mean - was.mean : 0, error = was ? Math.hypot(half(now), half(was)) : 0;
    return h("span", { id: "odds", class: "chip", "data-tip": `${this.now.n} games by ${this.now.bot}, the same seeds each time; 95 % between ${format("win_rate", now.interval[0])} and ${format("win_rate", now.interval[1])}` },
      was && `${format("win_rate", was.mean)} → `, h("strong", {}, format("win_rate", now.mean)), " won", was && ` (${points("win_rate", by)}${includesZero([by - error, by + error]) ? " ?" : ""})`);
  }
}
