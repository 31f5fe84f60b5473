// Debugging: inspecting something in play and the origin of its values,
// breakpoints, and a walk through a command, statement by statement. The command
// runs again in a copy of the session, so nothing ever waits here.
import { fill, h } from "./dom.js";
import { colorLua, colorYaml } from "./lua.js";
import { link } from "./places.js";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const textOf = (b) => (b.kind === "line" ? `${b.file.split("/").at(-1)}:${b.line}` : b.kind === "event" ? `on ${b.name}` : `${b.name} changes`);

export class Debugger {
  constructor(context) {
    Object.assign(this, context, { breaks: [], found: null, walk: null });
  }

  // inspected describes a thing or a variable.
  async inspected(of) {
    const x = await this.call("debug/inspect", { session: this.state.session, of });
    const about = [x.zone && `place ${x.index} in ${x.zone}`, x.temporary && "here temporarily", x.tags?.length && `tags ${x.tags.join(", ")}`].filter(Boolean).join("; ");
    return h("section", { class: "inspected", "aria-label": `${of} in play` },
      h("div", { class: "row" }, h("h3", {}, "In play"), this.inspectSelector(of)), about && h("p", { class: "quiet" }, about),
      h("ul", {}, x.values.map((v) => this.value(v))));
  }

  // inspectSelector is the field that selects what to inspect.
  inspectSelector(of) {
    const groups = this.state.view.groups, things = groups.flatMap((g) => g.zones).flatMap((z) => z.things ?? []).filter((t) => t.key);
    const names = groups.flatMap((g) => g.figures).filter((f) => !f.view);
    return h("select", { "aria-label": "Inspect", "data-key": "inspect", onchange: (e) => { const t = things.find((t) => t.label === e.target.value); this.definition(t?.key ?? `game/${this.state.view.game}`, e.target.value); } },
      [...new Set([of, ...things.map((t) => t.label), ...names.map((f) => f.name)])].map((name) => h("option", { value: name, selected: name === of }, [name, things.find((t) => t.label === name)?.name ?? names.find((f) => f.name === name)?.title].filter(Boolean).join(" "))));
  }

  value(v) {
    const on = { kind: "change", name: v.name }, set = this.has(on);
    return h("li", {}, h("span", {}, v.title, " ", h("strong", {}, v.value), v.start && h("span", { class: "quiet" }, ` (at first ${v.start})`)),
      h("button", { "data-key": "break " + v.name, "aria-pressed": String(set), onclick: () => this.toggle(on) }, set ? "Stops at changes" : "Stop at changes"),
      v.history.length > 0 && h("ol", { class: "history" }, v.history.map((w) => h("li", {},
        h("button", { class: "plain", "data-key": `walk ${v.name} ${w.turn}`, "data-tip": "Stop at the statement that did this", onclick: () => this.walkThrough(w.turn, { of: v.name }) }, `${w.turn} ${w.command}`), ` ${w.from} → ${w.to}`, w.by && h("span", { class: "quiet" }, ` by ${w.by}`)))));
  }

  has(b) {
    return this.breaks.some((x) => same(x, b));
  }

  // toggle sets or removes a breakpoint, and finds where it stops the last command.
  async toggle(b) {
    this.breaks = this.has(b) ? this.breaks.filter((x) => !same(x, b)) : [...this.breaks, b];
    await this.findStop();
    await this.state.panels[this.state.tab].show();
  }

  // findStop finds the place where a breakpoint stops the last command.
  async findStop() {
    const { session, view } = this.state, { turn } = view;
    this.found = null;
    if (this.breaks.length && turn > 0) {
      const r = await this.call("debug/replay", { session, turn, breaks: this.breaks });
      if (r.refused) {
        this.toast(r.refused.join(" "), "refused");
        this.breaks = this.breaks.filter((b) => !r.refused.some((text) => text.includes(b.name ?? `${b.file}:${b.line}`)));
      }
      if (turn === this.state.view.turn && r.stops.length) this.found = { turn, ...r, at: 0, frame: 0 };
    }
    this.state.strip.draw();
  }

  // marks are the elements in the strip: the breakpoints, and where they stopped the last
  // command.
  marks() {
    const n = this.found?.stops.length;
    return [n > 0 && h("button", { "data-key": "stopped", onclick: () => this.show(this.found) }, `Stopped ${n === 1 ? "once" : `${n}${this.found.more ? "+" : ""} times`} in command ${this.found.turn}`),
      this.breaks.map((b) => h("span", { class: "chip break" }, "● ", textOf(b), h("button", { class: "plain", "data-key": "unbreak " + textOf(b), "aria-label": `Remove the breakpoint: ${textOf(b)}`, onclick: () => this.toggle(b) }, "✕")))];
  }

  // walkThrough walks through a command statement by statement: from its first one, or
  // from the one that changed a value (of) or made a change of the log.
  async walkThrough(turn, aim = {}) {
    try {
      const r = await this.call("debug/replay", { session: this.state.session, turn, every: true, ...aim });
      if (r.gone) return this.toast("The history does not reach back to this command.", "refused");
      if (!r.stops.length) return this.toast("No script runs in this command.", "refused");
      await this.show({ turn, ...r, at: r.at ?? 0, frame: 0 });
    } catch (e) {
      this.toast(e.message, "refused");
    }
  }

  async show(walk) {
    this.walk = walk;
    this.go("time");
  }

  // draw shows a stop: the source, the calls, their locals, and the changes so far.
  async draw(at) {
    const walk = this.walk, stop = walk.stops[walk.at], frame = stop.stack[walk.frame] ?? stop.stack[0];
    const [, file, line] = frame.place?.match(/^(.*?):(\d+)/) ?? [];
    const source = file && (await this.call("content/source", { file }).catch(() => null));
    if (this.walk !== walk || this.state.tab !== "time") return;
    const to = (i) => { walk.at = Math.min(walk.stops.length - 1, Math.max(0, i)); walk.frame = 0; this.draw(at); };
    fill(at,
      h("div", { class: "row" }, h("button", { class: "plain", "data-key": "end walk", onclick: () => { this.walk = null; this.state.panels.time.show(); } }, "← Time"),
        h("button", { "data-key": "step back", disabled: walk.at === 0, onclick: () => to(walk.at - 1) }, "‹ Back"), h("button", { "data-key": "step", disabled: walk.at === walk.stops.length - 1, onclick: () => to(walk.at + 1) }, "Step ›")),
      h("div", { class: "row" }, h("input", { type: "range", min: 1, max: walk.stops.length, value: walk.at + 1, "aria-label": "Stop", "data-key": "stop", oninput: (e) => to(Number(e.target.value) - 1) }), h("output", {}, `${walk.at + 1 + (walk.earlier ?? 0)} / ${walk.stops.length + (walk.earlier ?? 0)}${walk.more ? "+" : ""}`)),
      h("p", {}, h("strong", {}, stop.stack.at(-1).name), stop.text && [": ", stop.text]),
      h("ol", { class: "calls", "aria-label": "Calls" }, stop.stack.slice(0, -1).map((f, i) => h("li", {}, h("button", { class: "plain", "data-key": "call " + i, "aria-current": i === walk.frame ? "true" : null, onclick: () => { walk.frame = i; this.draw(at); } }, f.name), f.place && link(f.place, this.look)))),
      frame.locals.length > 0 && h("dl", { class: "locals" }, frame.locals.map((l) => [h("dt", {}, h("code", {}, l.name)), h("dd", {}, l.value)])),
      source && (file.endsWith(".lua") ? colorLua : colorYaml)(source.text, 1, Number(line)),
      h("h3", {}, "Changed so far"), stop.changes.length ? h("ul", { class: "far" }, stop.changes.map((c) => h("li", {}, c))) : h("p", { class: "quiet" }, "Nothing yet."));
    const marked = at.querySelector("pre.code .marked");
    if (marked) marked.parentElement.scrollTop = marked.offsetTop - marked.parentElement.clientHeight / 2; // keep the buttons visible
  }
}
