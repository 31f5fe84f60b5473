// Watching the odds: after each save, and for each tried value, a bot plays the
// same games again, and the strip shows how many are won now.
import { h } from "./dom.js";
import { points, read, shown, unsure } from "./charts.js";
import { remember, remembered } from "./memory.js";

const least = 100, most = 2000, soon = 700; // games, and the target duration in milliseconds

export class Watch {
  constructor(panel) {
    Object.assign(this, { panel, on: remembered("watch", false), held: null });
  }

  // turn starts and stops watching.
  turn(on) {
    this.on = on;
    remember("watch", on);
    this.before = this.now = null;
    if (on) this.again();
    this.panel.state.strip?.draw();
  }

  // again plays the current game. For a game that was not watched yet, it first
  // measures how many games fit in the target duration.
  async again() {
    const { panel } = this, game = panel.game()?.id;
    if (!this.on || !game) return;
    if (this.simulation) panel.call("simulate/cancel", { simulation: this.simulation }).catch(() => {});
    const bot = panel.bot(), of = `${game} ${bot}`, mine = (this.asked = {});
    if (this.of !== of) Object.assign(this, { of, games: 0, before: null, now: null });
    const began = performance.now(), first = await this.play(game, bot, this.games || least);
    if (mine !== this.asked || !first) return;
    let report = first;
    if (!this.games) {
      this.games = Math.max(least, Math.min(most, Math.round((soon / (performance.now() - began)) * least / 100) * 100));
      if (this.games > least) report = await this.play(game, bot, this.games);
      if (mine !== this.asked || !report) return;
    }
    Object.assign(this, { before: this.now, now: report });
    panel.state.strip?.draw();
  }

  // play returns the result of some games on fixed seeds, or nothing if they were
  // stopped or could not be played.
  async play(game, bot, games) {
    const { panel } = this, held = (this.held = []);
    try {
      const { simulation } = await panel.call("simulate", { game, bot, games, seed: "1", players: panel.state.view.players, params: { ...panel.tried() } });
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

  // mark is the text in the strip: the games won now, and the effect of the last
  // change.
  mark() {
    if (!this.on || !this.now) return null;
    const now = read(this.now, "win_rate"), was = this.before && read(this.before, "win_rate");
    const half = ({ interval: [low, high] }) => (high - low) / 2, by = was ? now.mean - was.mean : 0, error = was ? Math.hypot(half(now), half(was)) : 0;
    return h("span", { id: "odds", class: "chip", "data-tip": `${this.now.n} games by ${this.now.bot}, the same seeds each time; 95 % between ${shown("win_rate", now.interval[0])} and ${shown("win_rate", now.interval[1])}` },
      was && `${shown("win_rate", was.mean)} → `, h("strong", {}, shown("win_rate", now.mean)), " won", was && ` (${points("win_rate", by)}${unsure([by - error, by + error]) ? " ?" : ""})`);
  }
}
