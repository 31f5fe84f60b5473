// The board: groups of figures and zones at their places on the table, clickable
// things, and the bar with the available actions.
import { $, h, lazy, patch } from "./dom.js";
import { drawDie } from "./dice.js";
import { fit, heightOf, refit, scaleOf } from "./fit.js";
import * as keys from "./keys.js";
import * as motion from "./motion.js";
import { inspect, ranking, refresh, seats } from "./others.js";
import * as picker from "./picker.js";
import { cardback, icon, sign, tone } from "./pictures.js";
import { bar, contentsOf, costOf, formOf, propsOf } from "./things.js";
import { explained, meanings, plain } from "./texts.js";
import { say } from "./words.js";

// show shows a view: the board, the options, and the steps that led to it, animated
// from the previous positions. before is the view shown last, play handles clicks.
// The page is changed before it is measured, and the steps are animated last, so that
// the browser lays out the page once.
export function show(view, before, play, steps) {
  shown = view;
  const places = steps?.length ? motion.places() : null;
  if (places) motion.skip(); // things that still move would delay the measuring
  draw(view, before, play, !places);
  document.body.classList.toggle("targeting", view.choice.open);
  fit(view);
  reveal(view, before);
  if (view.choice.open) picker.pick(view.choice, play, (label) => things(view).find((t) => t.label === label));
  else picker.hide();
  keys.settle();
  if (places) motion.play(steps, places);
}

let shown = null;
new ResizeObserver(() => refit(shown)).observe($("board"));

// draw draws the board and the bar. With roll, changed dice move, unless something
// else animates them.
function draw(view, before, play, roll) {
  const now = new Table(view, before, play);
  document.documentElement.style.setProperty("--hue", tone(view.game));
  patch($("board"), now.table());
  patch($("bar"), now.bar());
  refresh();
  if (roll) now.roll();
}

// reveal scrolls to the end of the game when it appears, and to the first option if
// none is visible.
function reveal(view, before) {
  if (view.ending && before && !before.ending) document.querySelector(".ending")?.scrollIntoView({ block: "start" });
  if (!view.choice.open) return;
  const hot = [...document.querySelectorAll("#board .hot")], bottom = $("bar").getBoundingClientRect().top;
  const seen = (box) => box.top >= 0 && box.bottom <= bottom && box.left >= 0 && box.right <= innerWidth;
  if (hot.length && !hot.some((e) => seen(e.getBoundingClientRect()))) hot[0].scrollIntoView({ block: "center", inline: "center" });
}

// preview describes in a few lines what a command would do: its certain effects, the next
// pick, and the odds of the other effects. It marks them on the board too. ask returns
// the answer, which is dropped if the version has changed in the meantime.
export async function preview(version, ask) {
  const few = 6, of = version(), short = (texts) => texts.slice(0, few).concat(texts.length > few ? "…" : []);
  try {
    const { changes, chance, odds = [], steps, next } = await ask();
    if (of !== version()) return [];
    markEffects(steps, odds);
    const lines = short(changes.map((c) => c.text ?? c));
    if (next) lines.push(`${next.prompt} ${short(next.options).join(" · ")}`);
    else if (odds.length) lines.push(...short(odds.map((o) => say("{what}: about {mean}, mostly {low} to {high}", { what: o.title, mean: round(o.mean), low: round(o.low), high: round(o.high) }))));
    else if (chance) lines.push(lines.length ? say("The rest is uncertain.") : say("The outcome is uncertain."));
    return lines;
  } catch {
    return []; // the session is unavailable or its content has errors; running the command will report it
  }
}

const round = (number) => String(Number(number.toFixed(Math.abs(number) < 20 ? 1 : 0)));

// markEffects marks the coming changes on the board: figures, hit points and dice with
// their future values, tracks with the new place, and zones with the number of
// things to come.
function markEffects(steps, odds) {
  const figure = (name) => document.querySelector(`#board [data-figure="${CSS.escape(name)}"] dd`), coming = new Map();
  for (const s of steps ?? []) if (s.op === "move" && s.to) coming.set(s.to, (coming.get(s.to) ?? 0) + 1);
  for (const [zone, n] of coming) {
    const of = document.querySelector(`#board [data-zone="${CSS.escape(zone)}"] > .heading`);
    if (of) of.dataset.after = "+" + n;
  }
  for (const o of odds) {
    const of = o.figure ? figure(o.figure) : document.querySelector(`#board [data-id="${o.id}"] .life`);
    if (of) of.dataset.after = "≈ " + round(o.mean);
  }
  for (const s of steps ?? []) {
    if (s.op === "move") continue;
    const of = s.op === "var" ? figure(s.name)
      : document.querySelector(`#board [data-id="${s.id}"] ${s.name === "hp" ? ".life" : s.name === "value" ? ".label" : ".none"}`);
    const to = s.is ?? s.to;
    if (of && to !== undefined && to !== "") of.dataset.after = "→ " + to;
    const goal = of?.querySelectorAll(".track i")[to - 1];
    if (goal) goal.dataset.after = "";
  }
}

class Table {
  constructor(view, before, play) {
    Object.assign(this, { view, play });
    this.was = new Map(); // the things shown before, by id
    for (const t of things(before)) if (t.id) this.was.set(t.id, t);
    this.fresh = before && before.game === view.game;
    this.options = new Map(view.choice.options?.filter((o) => o.thing).map((o) => [o.label, o]));
    this.offers = new Map(view.offers.filter((o) => o.item).map((o) => [o.item, o]));
    this.figures = new Map((before?.groups ?? []).flatMap((g) => g.figures).map((f) => [f.name, f.value]));
    this.harms = new Map(); // coming losses, by the name of the figure or the label of the thing
    for (const f of view.groups.flatMap((g) => g.figures)) if (f.harms && f.number > 0) this.harms.set(f.harms, f.number + (this.harms.get(f.harms) ?? 0));
  }

  table() {
    const at = { head: [], far: [], middle: [], near: [], side: [] };
    const others = seats(this);
    for (const g of this.view.groups) at[g.place]?.push(this.group(g));
    if (others) at.far.unshift(others);
    at.head.unshift(this.ending());
    const places = Object.entries(at).map(([place, groups]) => [place, groups.filter(Boolean)]).filter(([, groups]) => groups.length);
    return h("div", { class: "table" }, places.map(([place, groups]) => h("div", { key: place, class: "room " + place, "data-place": place, "--high": heightOf(place) },
      h("div", { key: place, class: "place " + place, "--fit": scaleOf(place) }, groups))));
  }

  // ending reports the result of the game and its decisive figures, and offers
  // another.
  ending() {
    const end = this.view.ending;
    if (!end) return null;
    const me = this.play.seat?.() ?? this.view.viewer, { winners = [] } = end; // watchers have seat 0
    const won = this.play.seat && me && winners.length ? winners.includes(me) : end.outcome === "won", many = this.view.players > 1 && end.text; // then only the text says for whom
    const head = this.view.groups.filter((g) => g.place === "head").flatMap((g) => g.figures).filter((f) => f.show !== "picture");
    return h("section", { key: "ending", class: "ending " + (won ? "won" : "lost"), "aria-label": say("The game is over.") },
      won && h("div", { class: "confetti", "aria-hidden": "true" }, Array.from({ length: 36 }, (_, i) => h("i", { "--i": i }))),
      h("span", { class: "seal" }, icon(won ? "trophy" : "skull", "big")),
      h("div", { role: "status" }, h("strong", {}, (many ? say("The game is over.") : won ? say("Won.") : say("Lost.")) + " "), end.text,
        (this.play.messages?.() ?? []).map((text) => h("p", { class: "quiet" }, text))),
      h("button", { class: "main", "data-key": "again", id: "again", onclick: () => this.play.again() }, icon("reroll"), say("Again")),
      ranking(this.view, head, me) ?? this.decisive(head));
  }

  // decisive lists the figures that matter most.
  decisive(head) {
    const few = 6, best = [...head.filter((f) => f.number > 0), ...head.filter((f) => !(f.number > 0) && !f.idle)].slice(0, this.view.players > 1 ? 0 : few);
    return h("dl", {}, h("div", {}, h("dt", {}, say("Commands")), h("dd", {}, this.view.turn)), best.map((f) => h("div", {}, h("dt", {}, sign(f), f.common ?? f.title), h("dd", {}, f.value))));
  }

  group(g) {
    const zones = g.zones.filter((z) => this.isMine(z) && (z.count || z.usable || z.limit > 1 || this.asked(z)));
    const figures = g.figures.filter((f) => this.isMine(f) && !f.idle);
    if (!zones.length && !figures.length) return null;
    return h("section", { key: "group " + (g.title || [...zones, ...figures].map((x) => x.name)), class: "group" },
      (g.title || figures.length > 0) && h("div", { class: "caption" }, g.title && h("h2", {}, g.title),
        figures.length > 0 && h("dl", { class: "figures" }, figures.map((f) => this.figure(f)))),
      zones.length > 0 && h("div", { class: "zones" + (zones.length === 1 && g.title ? " single" : "") }, zones.map((z) => this.zone(z, !!g.title))));
  }

  // isMine reports whether a zone or figure is the viewer's, or everybody's.
  isMine({ owner }) {
    return this.view.players < 2 || !owner || owner === this.view.viewer;
  }

  asked(zone) {
    return zone.things.some((t) => this.options.has(t.label));
  }

  figure(f) {
    const changed = this.fresh && this.figures.has(f.name) && this.figures.get(f.name) !== f.value;
    return h("div", { key: "figure " + f.name, fresh: changed, class: `figure as-${f.show} ${f.failed ? "failed" : ""} ${changed ? "changed" : ""}`, "data-figure": f.name, "data-view": f.view ? "" : null, "data-tip": f.text },
      h("dt", {}, sign(f), f.common ?? f.title), h("dd", {}, measure(f, this.harms.get(f.name) ?? 0)));
  }

  zone(z, under = true) {
    const asked = this.asked(z);
    const as = z.as === "stack" && (asked || z.usable) ? "row" : z.as;
    const head = h(under ? "h3" : "h2", { class: "heading", "data-tip": z.text }, sign(z), z.common ?? z.title, (z.limit > 1 || as === "stack") && h("span", { class: "count" }, z.limit > 1 ? `${z.count}/${z.limit}` : z.count));
    const dice = z.things.some((t) => t.die);
    return h("div", { key: "zone " + z.name, class: `zone as-${as} ${dice && as === "row" ? "ofdice" : ""} ${asked ? "asked" : ""} ${z.count ? "" : "empty"}`, "data-zone": z.name, role: "group", "aria-label": z.title },
      head, as === "stack" ? this.stack(z) : as === "map" && z.map ? this.map(z) : h("ul", { class: "things" + (z.count > 7 ? " many" : "") }, z.things.map((t) => h("li", { key: t.id ?? t.label }, this.thing(t, { ...z, as }))), this.slots(z)));
  }

  // map draws places in ranks from left to right, with their connections. A rank
  // with fewer places than others is centered.
  map(z) {
    const { across, here, ways = [] } = z.map, ranks = Math.ceil(z.things.length / across);
    const spots = new Map(z.things.map((t, i) => {
      const rank = Math.floor(i / across), many = Math.min(across, z.things.length - rank * across);
      return [t.label, { x: rank * 10 + 5, y: (i % across) * 10 + 5 + (across - many) * 5, rank }];
    }));
    const line = ([from, to]) => {
      const a = spots.get(from), b = spots.get(to);
      return h("svg:line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: from === here ? "ahead" : null });
    };
    const now = spots.get(here)?.rank ?? -1;
    return h("div", { class: "chart", "--ranks": ranks, "--across": across },
      lazy("svg:svg", { viewBox: `0 0 ${ranks * 10} ${across * 10}`, preserveAspectRatio: "none", "aria-hidden": "true" }, [ways, here, z.things.map((t) => t.label)], () => ways.map(line)),
      h("ul", {}, z.things.map((t) => {
        const { x, y, rank } = spots.get(t.label);
        return h("li", { key: t.id ?? t.label, class: [t.label === here && "here", rank < now && "past"].filter(Boolean).join(" "), "--x": x / (ranks * 10), "--y": y / (across * 10) },
          this.thing(t, { ...z, as: "tokens" }), t.label === here && h("span", { class: "visually-hidden" }, say("You are here.")));
      })));
  }

  // slots are the free places in a zone with a small limit.
  slots(z) {
    const free = z.limit > 0 && z.limit <= 8 ? Math.min(z.limit - z.count, 8) : 0;
    return free > 0 && h("li", { key: "slots", class: "slots", "aria-hidden": "true" }, Array.from({ length: free }, () => h("i", {})));
  }

  // stack draws a deck or a pile: as thick as its number of cards, with its top
  // face up if the player may know it. Unless it is part of a player's seat, it opens
  // its contents.
  stack(z) {
    if (z.dice) return h("div", { class: "dice-pile" }, [20, 6, 8].slice(0, z.count).map((sides) => drawDie({ sides, word: " " })), h("span", { class: "visually-hidden names" }, say("face down")));
    const top = z.unordered ? null : z.things[0];
    const face = top && !top.hidden && h("span", { class: "face" }, h("span", { class: "name" }, top.name));
    const props = { class: "stack" + (face ? " open" : ""), "--thick": Math.min(10, Math.ceil(z.count / 2)), "data-tip": names(z.things) };
    const opens = z.count > 0 && !this.calm && this.isMine(z) && { type: "button", "data-key": "pile " + z.name, "aria-haspopup": "dialog", onclick: () => inspect(z.name) };
    return h(opens ? "button" : "div", { ...props, ...opens },
      z.count > 0 && (face || cardback(z.back)), h("span", { class: "visually-hidden names" }, z.hidden ? say("face down") : names(z.things)));
  }

  // thing draws a thing in a zone, as a button if it can be picked, used, or chosen
  // for an action.
  thing(t, z) {
    const { onClick, reason, hot, offer, command, pick } = this.clickable(t, z);
    const option = this.options.get(t.label), form = formOf(t, z);
    const picked = this.view.choice.picked?.includes(t.label);
    const classes = ["thing", form, hot ? "hot" : "", picked ? "picked" : "", t.temporary ? "temporary" : "", reason ? "no" : "", t.rarity ?? "", form === "card" && t.text?.length > 85 ? "wide" : "", t.die?.held ? "held" : "", t.die?.locked ? "locked" : "", onClick ? "can" : ""];
    const tip = [(t.die || form === "token") && [form === "token" && t.name, plain(t)].filter(Boolean).join(": "), t.die && (t.traits ?? []).filter((x) => x.drawing).map((x) => `${x.name} ${x.value}`).join(", "), meanings(t), option && option.title !== t.label && option.title, reason];
    const props = { ...propsOf(t, form), class: classes.filter(Boolean).join(" "), "data-tip": tip.filter(Boolean).join(" — ") };
    const of = { offer, option, cover: z.back, harm: this.harms.get(t.label) ?? 0 };
    const mine = "@" + this.view.viewer, drawn = !option && t.label.endsWith(mine) ? { ...t, label: t.label.slice(0, -mine.length) } : t; // the same label as on one's turn
    const make = (tag, props) => lazy(tag, props, [drawn, form, { ...of, offer: offer?.costs, option: option?.title }, $("board").lang], () => contentsOf(drawn, form, of));
    if (onClick || reason) {
      return make("button", { ...props, type: "button", "data-preview": (!reason && command) || null, "data-pick": pick, "aria-description": reason || null, "aria-disabled": reason && !onClick ? "true" : null, "aria-pressed": t.die ? String(!!t.die.held) : null,
        onclick: (e) => (onClick ? onClick(e) : this.play.refused(reason)) });
    }
    return make("div", { ...props, tabindex: form === "token" ? 0 : null });
  }

  // clickable returns what a click on a thing does, or why it does nothing.
  clickable(t, z) {
    const own = this.offers.get(t.label);
    if (this.view.choice.open) {
      const option = this.options.get(t.label), offer = own; // cards keep their costs
      if (!option) return { offer };
      return option.reason ? { reason: option.reason, offer } : { onClick: () => this.play.pick(t.label), hot: true, command: this.view.choice.command, pick: t.label, offer };
    }
    if (own) return own.reason ? { reason: own.reason, offer: own } : { onClick: () => this.play.begin(own.command), offer: own, command: own.command };
    const actions = this.view.offers.filter((o) => !o.item && o.from === z.name && !o.reason);
    if (actions.length === 0) return {};
    if (actions.length === 1) return { onClick: () => this.play.begin(actions[0].command, t.label), command: actions[0].command, pick: t.label };
    return { onClick: (e) => this.play.menu(e.currentTarget, actions, t.label) };
  }

  // bar shows the prompt of the open choice, or the available actions.
  bar() {
    const { choice, phase, window: reaction, offers, ending, players, acting } = this.view, part = reaction?.title ?? phase.title;
    const prompt = h("p", { key: "prompt", id: "prompt", class: choice.open ? "asking" : "", role: "status", "data-state": choice.state },
      players > 1 && !ending && h("span", { class: "chip" }, icon("person"), say("player {player}", { player: acting })),
      ending ? say("The game is over.") : [!choice.open && part && h("strong", {}, part + " "), picker.question(choice)]);
    const about = reaction && !ending && this.reaction(reaction);
    if (choice.open) return [prompt, about, this.using(choice), picker.mayCancel(choice) && h("button", { key: "cancel", "data-key": "cancel", id: "cancel", onclick: () => this.play.cancel(), "data-tip": choice.asked ? say("Take the picks back; the question stays open (Esc)") : say("Nothing was spent (Esc)") }, icon("cross"), say("Cancel"))];
    const actions = offers.filter((o) => !o.item);
    return [prompt, about, h("div", { key: "actions", class: "actions" }, actions.map((o, i) => this.action(o, i)))];
  }

  // reaction names what can be reacted to, and who has yet to answer.
  reaction({ by, item, text, waiting }) {
    const thing = item && things(this.view).find((t) => t.label === item), others = waiting.filter((p) => p !== this.view.acting);
    return h("p", { class: "using reaction" }, thing && [sign(thing), h("strong", {}, say("Player {player}:", { player: by }) + " " + thing.name), " "], text,
      others.length > 0 && [" ", h("span", { class: "chip" }, say("Then: {players}", { players: others.map((p) => say("player {player}", { player: p })).join(", ") }))]);
  }

  // using shows the item or action whose targets are being chosen, with its text.
  using(choice) {
    const item = this.view.offers.find((o) => o.command === choice.command);
    const thing = item?.item && things(this.view).find((t) => t.label === item.item);
    return item && h("p", { class: "using" }, thing && sign(thing), h("strong", {}, item.title), " ", explained(item));
  }

  action(o, i) {
    const key = i < 9 ? String(i + 1) : null;
    return h("button", {
      key: o.command, "data-key": "offer " + o.command, "data-command": o.command, "aria-disabled": o.reason ? "true" : null, "aria-keyshortcuts": key, "data-preview": o.reason ? null : o.command,
      "data-tip": [o.reason, plain(o), meanings(o), o.warning].filter(Boolean).join(" — "), "aria-description": o.reason || plain(o) || null,
      class: o.reason ? "no" : "", onclick: () => (o.reason ? this.play.refused(o.reason) : this.play.begin(o.command)),
    }, key && h("kbd", { "aria-hidden": "true" }, key), o.drawing && icon(o.drawing), o.title, costOf(o));
  }

  // roll makes changed dice tumble, one after another.
  roll() {
    if (!this.fresh) return;
    const rolled = [];
    for (const t of things(this.view)) {
      const was = t.id && this.was.get(t.id);
      const element = t.id && document.querySelector(`[data-id="${t.id}"]`);
      if (!element) continue;
      if (!was) element.classList.add("new");
      else if (t.die && was.die && (t.die.value !== was.die.value || t.die.sides !== was.die.sides)) rolled.push(element);
    }
    if (rolled.length) void $("board").offsetWidth; // ends their last animation, so that a new one can begin
    rolled.forEach((element, n) => {
      element.style.setProperty("--turn", n);
      element.classList.add("rolled");
    });
  }
}

const things = (view) => (view?.groups ?? []).flatMap((g) => g.zones).flatMap((z) => z.things);

// names lists things and groups equal ones.
function names(list) {
  const counts = new Map();
  for (const t of list) counts.set(t.name ?? say("face down"), (counts.get(t.name ?? say("face down")) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n > 1 ? `${n} × ${name}` : name)).join(", ");
}

function measure(f, harm) {
  if (f.show === "picture") return h("pre", {}, f.value);
  if ((f.show === "dots" || f.show === "track") && f.most <= 20) {
    const most = Math.max(f.most, f.number);
    const mark = (on, now) => h("i", { class: (on ? "on" : "") + (now ? " now" : "") }, f.show === "dots" && f.drawing && icon(f.drawing));
    return [h("span", { class: f.show + (f.drawing && f.show === "dots" ? " drawn-dots" : ""), "aria-hidden": "true" }, Array.from({ length: most }, (_, i) => mark(i < f.number, i + 1 === f.number))),
      h("span", { class: "said" }, say("{n} of {most}", { n: f.number, most: f.most }))];
  }
  if (f.show === "bar") return [bar(f.number, f.most, harm), h("span", { class: "amount" }, `${f.value} / ${f.most}`), harm > 0 && h("span", { class: "coming" }, `−${harm}`)];
  return [h("span", { class: "amount" }, f.most !== undefined && f.show !== "number" && f.show !== "status" ? `${f.value} / ${f.most}` : f.value), harm > 0 && h("span", { class: "coming" }, ` −${harm}`)];
}
