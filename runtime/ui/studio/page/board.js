// The board: figures and zones in groups, things that can be clicked, and the
// bar with what may be done.
import { $, fill, h } from "./dom.js";
import { drawDie, tint, told } from "./dice.js";
import { say } from "./words.js";

// draw shows a view. before is the one shown last, play what clicks do.
export function draw(view, before, play) {
  const now = new Table(view, before, play);
  fill($("board"), now.ending(), view.groups.map((g) => now.group(g)));
  fill($("bar"), now.bar());
  now.roll();
}

class Table {
  constructor(view, before, play) {
    Object.assign(this, { view, play });
    this.was = new Map(); // what lay there before, by id
    for (const t of things(before)) if (t.id) this.was.set(t.id, t);
    this.fresh = before && before.game === view.game;
    this.options = new Map(view.choice.options?.filter((o) => o.thing).map((o) => [o.label, o]));
    this.offers = new Map(view.offers.filter((o) => o.item).map((o) => [o.item, o]));
    this.figures = new Map((before?.groups ?? []).flatMap((g) => g.figures).map((f) => [f.name, f.value]));
  }

  ending() {
    const end = this.view.ending;
    return end && h("p", { class: "ending " + end.outcome, role: "status" },
      h("strong", {}, say(end.outcome === "won" ? "Won." : "Lost.") + " "), end.text);
  }

  group(g) {
    const zones = g.zones.filter((z) => z.count || z.usable || z.limit > 1 || this.asked(z));
    if (!zones.length && !g.figures.length) return null;
    return h("section", { class: "group" },
      g.title && h("h2", {}, g.title),
      g.figures.length > 0 && h("dl", { class: "figures" }, this.merged(g.figures).map((list) => this.figure(list[0], list))),
      zones.length > 0 && h("div", { class: "zones" }, zones.map((z) => this.zone(z))));
  }

  asked(zone) {
    return zone.things.some((t) => this.options.has(t.label));
  }

  // merged puts figures together of which each player has one.
  merged(figures) {
    const out = [];
    for (const f of figures) {
      if (f.owner && out.at(-1)?.[0].common === f.common) out.at(-1).push(f);
      else out.push([f]);
    }
    return out;
  }

  figure(f, all) {
    const changed = all.some((f) => this.fresh && this.figures.has(f.name) && this.figures.get(f.name) !== f.value);
    return h("div", { class: `figure as-${f.show} ${f.failed ? "failed" : ""} ${changed ? "changed" : ""}`, "data-figure": f.name, "data-tip": f.text },
      h("dt", {}, f.icon && h("span", { class: "icon", "aria-hidden": "true" }, f.icon), f.common ?? f.title),
      all.map((f) => h("dd", { class: f.owner === this.view.acting ? "acting" : "" }, f.owner && h("span", { class: "owner" }, say("player {player}", { player: f.owner })), measure(f))));
  }

  zone(z) {
    const hidden = z.things.filter((t) => t.hidden).length;
    const many = hidden > 6 && hidden === z.things.length && !this.asked(z);
    const head = h("h3", { "data-tip": z.text }, z.icon && h("span", { class: "icon", "aria-hidden": "true" }, z.icon), z.title,
      (z.limit > 0 || many || z.pile) && h("span", { class: "count" }, z.limit > 0 ? `${z.count}/${z.limit}` : z.count));
    const list = many || (z.pile && !this.asked(z))
      ? h("p", { class: "names" }, many ? say("face down") : names(z.things))
      : h("ul", { class: "things" }, z.things.map((t) => h("li", {}, this.thing(t, z))));
    const dice = z.things.some((t) => t.die);
    return h("div", { class: `zone ${dice ? "ofdice" : ""} ${this.asked(z) ? "asked" : ""}`, "data-zone": z.name, role: "group", "aria-label": z.title }, head, list);
  }

  // thing draws what lies in a zone as a button if it can be clicked, which it
  // can if it can be picked, used, or chosen for an action.
  thing(t, z) {
    const { does, reason, hot, cost } = this.clickable(t, z);
    const picked = this.view.choice.picked?.includes(t.label);
    const classes = ["thing", t.hidden ? "back" : "", t.die ? "isdie" : "", hot ? "hot" : "",
      picked ? "picked" : "", t.temporary ? "temporary" : "", reason ? "no" : ""];
    if (t.die?.held) classes.push("held");
    if (t.die?.locked) classes.push("locked");
    const props = {
      class: classes.join(" "), "data-key": "thing " + t.label, "data-label": t.label, "data-id": t.id, "data-definition": t.key || null,
      "data-tip": [t.die && t.text, reason].filter(Boolean).join(" — "), "--tint": tint(t.die?.color) || null,
      "aria-description": reason || null,
    };
    if (does || reason) {
      return h("button", { ...props, type: "button", "aria-disabled": reason && !does ? "true" : null, "aria-pressed": t.die ? String(!!t.die.held) : null,
        onclick: (e) => (does ? does(e) : this.play.refused(reason)) }, this.inside(t, cost));
    }
    return h("div", { ...props, "aria-description": null }, this.inside(t, cost));
  }

  // clickable tells what a click on a thing does, or why it does nothing.
  clickable(t, z) {
    if (this.view.choice.open) {
      const option = this.options.get(t.label);
      if (!option) return {};
      return option.reason ? { reason: option.reason } : { does: () => this.play.pick(t.label), hot: true };
    }
    const own = this.offers.get(t.label);
    if (own) return own.reason ? { reason: own.reason, cost: own } : { does: () => this.play.begin(own.command), cost: own };
    const actions = this.view.offers.filter((o) => !o.item && o.from === z.name && !o.reason);
    if (actions.length === 0) return {};
    if (actions.length === 1) return { does: () => this.play.begin(actions[0].command, t.label) };
    return { does: (e) => this.play.menu(e.currentTarget, actions, t.label) };
  }

  inside(t, cost) {
    const label = h("span", { class: "label" }, t.label);
    const option = this.options.get(t.label);
    if (t.hidden) {
      return [h("span", { class: "cardback", "aria-hidden": "true" }, "✦"), label, h("span", { class: "heard" }, " " + say("face down")),
        option && option.title !== t.label && h("span", { class: "text" }, option.title)];
    }
    if (t.die) {
      const marks = [t.die.held && say("held"), t.die.locked && say("locked"), t.temporary && say("for now"), ...(t.marks ?? []), ...(t.traits ?? []).map((x) => (isNaN(x.value) ? x.value : `${x.name} ${x.value}`))];
      return [drawDie(t.die), h("span", { class: "label" }, t.label, t.die.sides !== 6 && !t.die.word && [" ", h("b", {}, say("d{sides}", { sides: t.die.sides }))]),
        h("span", { class: "heard" }, ` ${say("{thing} shows {value}", { thing: t.name, value: told(t.die) })} `),
        h("span", { class: "marks" }, marks.filter(Boolean).join(", "))];
    }
    return [
      h("span", { class: "name" }, t.icon && h("span", { class: "icon", "aria-hidden": "true" }, t.icon), t.name),
      t.life && h("span", { class: "life" }, bar(t.life.left, t.life.most), `${t.life.left} / ${t.life.most}`),
      (t.traits?.length || t.marks?.length) && h("span", { class: "traits" }, [...(t.marks ?? []), ...(t.traits ?? []).map((x) => `${x.name} ${x.value}`)].join(" · ")),
      t.text && h("span", { class: "text" }, t.text),
      cost?.costs?.length && h("span", { class: "cost" }, costs(cost)),
      t.temporary && h("span", { class: "marks" }, say("for now")),
      label,
    ];
  }

  // bar asks for what is to be chosen, or offers what may be done.
  bar() {
    const { choice, phase, offers, ending } = this.view;
    const prompt = h("p", { id: "prompt", class: choice.open ? "asking" : "", role: "status", "data-state": choice.state },
      !choice.open && phase.title && h("strong", {}, phase.title + " "), choice.prompt || (ending ? say("The game is over.") : ""));
    if (choice.open) return [prompt, h("button", { "data-key": "cancel", id: "cancel", onclick: () => this.play.cancel(), "data-tip": say("Nothing was spent (Esc)") }, say("Cancel"))];
    return [prompt, h("div", { class: "actions" }, offers.filter((o) => !o.item).map((o, i) => this.action(o, i)))];
  }

  action(o, i) {
    const key = i < 9 ? String(i + 1) : null;
    return h("button", {
      "data-key": "offer " + o.command, "data-command": o.command, "aria-disabled": o.reason ? "true" : null, "aria-keyshortcuts": key,
      "data-tip": [o.reason, o.text, o.warning].filter(Boolean).join(" — "), "aria-description": o.reason || o.text || null,
      class: o.reason ? "no" : "", onclick: () => (o.reason ? this.play.refused(o.reason) : this.play.begin(o.command)),
    }, key && h("kbd", { "aria-hidden": "true" }, key), o.title, o.costs?.length ? h("span", { class: "cost" }, costs(o)) : null);
  }

  // roll lets dice that show something else tumble, one after another.
  roll() {
    if (!this.fresh) return;
    let n = 0;
    for (const t of things(this.view)) {
      const was = t.id && this.was.get(t.id);
      const element = t.id && document.querySelector(`[data-id="${t.id}"]`);
      if (!element) continue;
      if (!was) element.classList.add("new");
      else if (t.die && was.die && (t.die.value !== was.die.value || t.die.sides !== was.die.sides)) {
        element.style.setProperty("--turn", n++);
        element.classList.add("rolled");
      }
    }
  }
}

const things = (view) => (view?.groups ?? []).flatMap((g) => g.zones).flatMap((z) => z.things);

// names lists things, the same ones together.
function names(list) {
  const counts = new Map();
  for (const t of list) counts.set(t.name ?? say("face down"), (counts.get(t.name ?? say("face down")) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(", ");
}

function bar(left, most) {
  return h("span", { class: "bar", "aria-hidden": "true" }, h("span", { "--share": most > 0 ? Math.max(0, Math.min(1, left / most)) : 0 }));
}

function measure(f) {
  if (f.show === "picture") return h("pre", {}, f.value);
  if (f.show === "dots" && f.most <= 20) {
    const most = Math.max(f.most, f.number);
    return [h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: most }, (_, i) => h("i", { class: i < f.number ? "on" : "" }))),
      h("span", { class: "said" }, say("{n} of {most}", { n: f.number, most: f.most }))];
  }
  if (f.show === "bar") return [bar(f.number, f.most), `${f.value} / ${f.most}`];
  return f.most !== undefined && f.show !== "number" ? `${f.value} / ${f.most}` : f.value;
}

// costs says what an offer takes: "1 ◆" where there is an icon, else "−15 gold",
// and what of it depends on what will be chosen.
function costs(o) {
  const known = o.costs.filter((c) => !c.depends && c.amount).map((c) => (c.icon ? `${c.amount} ${c.icon}` : `−${c.amount} ${c.title.toLowerCase()}`));
  const open = o.costs.filter((c) => c.depends);
  if (open.length) known.push(`${open.length === 1 ? (open[0].icon ?? open[0].title.toLowerCase()) + " " : ""}as chosen`);
  return known.join(", ");
}
