// The remaining time where a clock runs: beside the prompt for this player's
// choice, and in the list of players for those of everyone.
import { $, h } from "./dom.js";
import { say } from "./words.js";

const hurry = 10; // seconds below which the clock is highlighted

export class Countdown {
  // ask returns the remaining time according to the table.
  constructor(ask) {
    Object.assign(this, { ask, ends: new Map(), clocks: [] });
    this.own = h("span", { id: "clock", role: "timer", hidden: true });
  }

  // show shows the clocks of a view. Only the table knows when they run out: one may
  // have been running for long when a page is opened.
  async show({ clocks = [], ending }, player) {
    this.clocks = ending ? [] : clocks;
    this.player = player;
    $("prompt").after(this.own);
    const now = performance.now(), unknown = this.clocks.some((c) => !this.ends.has(key(c)));
    this.tick();
    if (!unknown) return;
    const left = await this.ask().catch(() => null); // the table is unavailable, and the page reports that
    for (const c of left?.clocks ?? []) this.ends.set(key(c), now + 1000 * c.seconds);
    this.tick();
  }

  // tick writes the remaining time and repeats itself.
  tick() {
    clearTimeout(this.later);
    const left = new Map();
    for (const c of this.clocks) {
      const end = this.ends.get(key(c));
      if (end) left.set(c.player, { seconds: Math.max(0, Math.ceil((end - performance.now()) / 1000)), share: Math.min(1, Math.max(0, (end - performance.now()) / 1000 / c.seconds)) });
    }
    const write = (element, at) => {
      element.hidden = !at;
      element.classList.toggle("pressing", !!at && at.seconds <= hurry);
      if (!at) return element.replaceChildren();
      element.style.setProperty("--share", at.share);
      element.textContent = at.seconds;
      element.ariaLabel = say("Seconds left: {seconds}", { seconds: at.seconds });
    };
    write(this.own, left.get(this.player));
    for (const element of document.querySelectorAll("[data-clock]")) write(element, left.get(Number(element.dataset.clock)));
    if (left.size) this.later = setTimeout(() => this.tick(), 250);
    else if (!this.clocks.length) this.ends.clear();
  }
}

const key = ({ player, since }) => `${player} ${since}`;
