// Watching the odds: after each save, and for each value that is tried, a bot
// plays the same games again, and the strip says how many are won now.
import { h } from "./dom.js";
import { points, read, shown, unsure } from "./charts.js";
import { remember, remembered } from "./memory.js";

const least = 100, most = 2000, soon = 700; // games, and milliseconds in which they are to be played

export class Watch {
  constructor(panel) {
    Object.assign(this, { panel, on: remembered("watch", false), held: null });
  }

  // turn begins and ends the watching.
  turn(on) {
    this.on = on;
    remember("watch", on);
    this.before = this.now = null;
    if (on) this.again();
    this.panel.state.strip?.draw();
  }

  // again plays what the game is now. Of a game that was not watched yet it
  // first finds out how many games can be played soon.
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

  // play returns what came of some games on the seeds that are always the same,
  // or nothing if they were stopped or could not be played.
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
      return undefined; // the content is at fault, which is said elsewhere
    }
  }

  // progress takes in how far a simulation is. It may be told before the call
  // that began it is answered.
  progress(p) {
    this.held?.push(p);
    if (p.simulation !== this.simulation || !(p.answer || p.problem || p.cancelled)) return;
    this.simulation = null;
    this.resolve(p.cancelled ? undefined : p.answer);
  }

  // mark is what the strip says: the games won now, and what the last change did.
  mark() {
    if (!this.on || !this.now) return null;
    const now = read(this.now, "win_rate"), was = this.before && read(this.before, "win_rate");
    const half = ({ interval: [low, high] }) => (high - low) / 2, by = was ? now.mean - was.mean : 0, error = was ? Math.hypot(half(now), half(was)) : 0;
    return h("span", { id: "odds", class: "chip", "data-tip": `${this.now.n} games by ${this.now.bot}, the same seeds each time; 95 % between ${shown("win_rate", now.interval[0])} and ${shown("win_rate", now.interval[1])}` },
      was && `${shown("win_rate", was.mean)} → `, h("strong", {}, shown("win_rate", now.mean)), " won", was && ` (${points("win_rate", by)}${unsure([by - error, by + error]) ? " ?" : ""})`);
  }
}
