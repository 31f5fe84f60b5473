// Time: the commands and their effects; travel, branch, copy as a test.
import { fill, h, patch } from "./dom.js";
import { link } from "./places.js";

// few is the number of commands listed at first.
const few = 40;

export class Time {
  constructor(at, context) {
    Object.assign(this, { at, ...context, list: h("ol", { class: "log", reversed: true }) });
  }

  show() {
    if (this.state.debugging?.walk) return this.state.debugging.draw(this.at);
    this.all = false;
    this.changed();
  }

  async changed() {
    const session = this.state.session;
    if (this.state.debugging?.walk) return;
    if (!session || this.busy) return (this.again = true);
    this.busy = true;
    try {
      this.log = (await this.continued(this.log)) ?? { ...(await this.call("log", { session, from: this.first() })), of: this.subject() };
      if (this.state.tab === "time") this.draw(this.log);
    } catch (e) {
      this.toast(e.message, "refused");
    }
    this.busy = false;
    if (this.again) {
      this.again = false;
      this.changed();
    }
  }

  // first is the first command to list, and subject what a log is about: only if both
  // stay the same can it be continued.
  first() {
    return this.all ? 0 : Math.max(0, this.state.view.turn - few);
  }

  subject() {
    return [this.state.session, this.state.hello.language, this.all].join();
  }

  // continued adds the last commands to a log, or returns nothing if that is not all
  // that has happened since: if its last entry differs, commands have been undone.
  async continued(log) {
    const { session, view } = this.state;
    if (log?.of !== this.subject() || log.turn !== log.last || view.redo || view.turn <= log.turn) return;
    const { entries: [same, ...entries], ...now } = await this.call("log", { session, from: log.turn });
    if (JSON.stringify(same) !== JSON.stringify(log.entries.at(-1)) || now.turn !== now.last) return;
    const first = this.first();
    return { ...log, ...now, entries: [...log.entries, ...entries].filter((e) => e.turn >= first) };
  }

  draw(log) {
    const slider = h("input", {
      type: "range", min: 0, max: log.last, value: log.turn, "aria-label": "Travel to a moment", "data-key": "travel",
      oninput: (e) => this.travel(Number(e.target.value)),
    });
    patch(this.list, this.rows(log)); // apart from the rest, since rows that stay must not leave the page
    patch(this.at,
      h("div", { key: "travel", class: "row" }, slider, h("output", {}, `${log.turn} / ${log.last}`)),
      h("div", { key: "tools", class: "row" },
        h("button", { "data-key": "branch", onclick: () => this.branch(), "data-tip": "Continue from here in another session; this one stays as it is" }, "Branch"),
        h("button", { "data-key": "copy", onclick: () => this.copy(), "data-tip": "The commands so far, as a test to paste into content" }, "Copy as test"),
        this.state.hello.debug && h("label", { class: "quiet" }, "Stop on ", h("input", { type: "text", size: 10, placeholder: "event", "data-key": "break on event", spellcheck: "false", onchange: (e) => { const name = e.target.value.trim(); e.target.value = ""; if (name) this.debug().then((d) => d.toggle({ kind: "event", name })); } }))),
      this.list,
      log.last === 0 && h("p", { class: "quiet" }, "Your commands are listed here, with what they changed and which script did that."),
      log.entries[0]?.turn > 0 && h("button", { class: "plain", "data-key": "all", onclick: () => { this.all = true; this.changed(); } }, "Show earlier commands"));
  }

  // rows are the commands, the last one first. The row of a command is redrawn only
  // if it has changed.
  rows(log) {
    const drawn = new Map(), context = [this.state.session, this.state.hello.debug, this.state.view.players > 1].join();
    const rows = [...log.entries].reverse().map((e) => {
      const now = e.turn === log.turn, shows = context + now + JSON.stringify(e), was = this.drawn?.get(e.turn);
      const row = was?.shows === shows ? was.row : this.entry(e, log.turn);
      drawn.set(e.turn, { shows, row });
      return row;
    });
    this.drawn = drawn;
    return rows;
  }

  entry(e, now) {
    return h("li", { key: e.turn, fresh: true, class: (e.undone ? "undone " : "") + (e.turn === now ? "now" : "") },
      h("button", { class: "plain command", "data-key": "turn " + e.turn, "aria-current": e.turn === now ? "step" : null, onclick: () => this.play.travel(e.turn) },
        h("span", { class: "turn" }, e.turn), this.state.view.players > 1 && e.player ? `(${e.player}) ` : "", e.command),
      this.state.hello.debug && !e.undone && h("button", { class: "plain walk", "data-key": "walk " + e.turn, "aria-label": `Step through command ${e.turn}`, "data-tip": "Step through it, statement by statement", onclick: () => this.debug().then((d) => d.walkThrough(e.turn)) }, "⇥"),
      e.said?.map((m) => h("p", { class: "said" }, m.text)),
      byCause(e.changes ?? []).map(([cause, all]) => h("ul", {}, all.map((c) => h("li", {}, this.change(e, c))), cause && h("li", { class: "cause" }, all[0].place ? link(all[0].place, this.look, cause) : cause))));
  }

  // change is a change, in the studio a button that stops at the statement that
  // made it.
  change(e, c) {
    if (!this.state.hello.debug || e.undone || !c.cause) return c.text;
    const change = e.changes.indexOf(c) + 1;
    return h("button", { class: "plain made", "data-key": `made ${e.turn} ${change}`, "data-tip": "Stop at the statement that did this", onclick: () => this.debug().then((d) => d.walkThrough(e.turn, { change })) }, c.text);
  }

  // travel goes to the position of the slider, one request at a time.
  async travel(turn) {
    this.goal = turn;
    if (this.travelling) return;
    this.travelling = true;
    while (this.goal !== undefined) {
      const to = this.goal;
      this.goal = undefined;
      await this.play.travel(to);
    }
    this.travelling = false;
  }

  async branch() {
    const o = await this.call("session/branch", { session: this.state.session });
    await this.open(o.session);
    this.toast(`Branched: this is session ${o.session} now.`, "good");
  }

  async copy() {
    const { view, session } = this.state;
    const log = await this.call("log", { session });
    const given = [this.state.seed && `seed: ${this.state.seed}`, view.players > 1 && `players: ${view.players}`].filter(Boolean).join(", ");
    const steps = log.entries.slice(1, log.turn + 1).map((e) => JSON.stringify(e.command));
    const expect = view.groups.flatMap((g) => g.figures)
      .filter((f) => !f.failed && !f.name.includes("@") && ["number", "boolean", "string"].includes(f.type))
      .map((f) => `${f.name}: ${f.number ?? (f.type === "boolean" ? f.value === "yes" : JSON.stringify(f.value))}`);
    const text = `  - name: as played\n    given: {${given}}\n` + (steps.length ? `    do: [${steps.join(", ")}]\n` : "") + `    expect: {${expect.join(", ")}}\n`;
    try {
      await navigator.clipboard.writeText(text);
      this.toast("Copied. Paste it below tests: of a definition.", "good");
    } catch {
      fill(this.at, h("textarea", { rows: 12, "aria-label": "The test", readonly: true, value: text }), h("button", { onclick: () => this.show() }, "Back"));
    }
    this.copied = text;
  }
}

// byCause groups consecutive changes with the same cause.
function byCause(changes) {
  const out = [];
  for (const c of changes) {
    if (out.length && out.at(-1)[0] === c.cause) out.at(-1)[1].push(c);
    else out.push([c.cause, [c]]);
  }
  return out;
}
