// The log of a hosted table: what happened, as far as the seat may know.
import { $, fill, h, patch } from "./dom.js";
import { heading } from "./others.js";
import { say } from "./words.js";

const few = 60; // the commands listed at first

export class Log {
  constructor(seat) {
    Object.assign(this, { seat, titles: new Map(), open: false });
  }

  // see remembers how actions and things are called, and lists what is new if the log is
  // open.
  see(news) {
    for (const t of news.view.groups.flatMap((g) => g.zones).flatMap((z) => z.things)) if (t.key) this.titles.set("use " + t.key.split("/")[1], t.name);
    for (const o of news.view.offers) if (!o.item) this.titles.set(o.command, o.title);
    this.turn = news.view.turn;
    if (this.open) this.draw();
  }

  async show() {
    Object.assign(this, { open: true, all: false });
    const at = $("sheet");
    at.setAttribute("aria-label", say("Log"));
    patch(at, heading(say("Log")), h("div", { class: "sheet", tabindex: 0 }));
    at.onclose = () => {
      this.open = false;
      fill(at);
    };
    at.showModal();
    await this.draw();
  }

  // draw lists the commands, the last one first.
  async draw() {
    if (this.drawing) return (this.again = true);
    this.drawing = true;
    const entries = await this.seat.log(this.all ? 0 : Math.max(0, this.turn - few)).catch(() => null); // the page reports that
    const at = $("sheet").querySelector(".sheet");
    if (this.open && entries && at) {
      patch(at, h("ol", { class: "told" }, [...entries].reverse().map((e) => this.entry(e))),
        entries[0]?.turn > 0 && h("button", { class: "plain", "data-key": "all", onclick: () => { this.all = true; this.draw(); } }, say("Show earlier commands")));
    }
    this.drawing = false;
    if (!this.again) return;
    this.again = false;
    this.draw();
  }

  entry({ turn, player, command, said = [], changes = [] }) {
    const mine = player && player === this.seat.player, all = grouped(changes);
    const listed = all.length > 0 && h("ul", { class: "quiet" }, all.map((c) => h("li", {}, c)));
    return h("li", { key: turn, class: mine ? "mine" : "" },
      h("p", {}, player > 0 && h("strong", {}, mine ? say("You, player {player}", { player }) : say("player {player}", { player })), " ", this.titleOf(command, turn)),
      said.map((m) => h("p", { class: m.warning ? "said bad" : "said" }, m.text)),
      all.length > 2 ? h("details", {}, h("summary", { class: "quiet" }, say("Changes: {n}", { n: changes.length })), listed) : listed);
  }

  titleOf(command, turn) {
    if (!turn) return say("The game begins.");
    if (command === "timeout") return h("span", { class: "bad" }, say("Time ran out."));
    const words = command.replace(/^@\d+ |#\d+/g, "").split(" "); // without who gave it, and which of equal things it uses
    for (let n = words.length; n > 0; n--) {
      const title = this.titles.get(words.slice(0, n).join(" "));
      if (title) return [title, ...words.slice(n).filter((w) => !/^[a-z]+\d+(@\d+)?$/.test(w))].join(" "); // labels are other things' by now
    }
    return words.join(" ").replaceAll("_", " ");
  }
}

// grouped counts equal lines.
function grouped(lines) {
  const all = new Map();
  for (const line of lines) all.set(line, (all.get(line) ?? 0) + 1);
  return [...all].map(([line, n]) => (n > 1 ? `${n} × ${line}` : line));
}
