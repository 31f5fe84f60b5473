// The other players: a seat for each, with what may be seen of it in the small, and a
// sheet that shows all of that large, or the contents of a pile.
import { $, fill, h, patch } from "./dom.js";
import { drawDie, spoken } from "./dice.js";
import { icon, sign } from "./pictures.js";
import { propsOf } from "./things.js";
import { say } from "./words.js";

const most = 12; // the kinds of cards, or dice, that a seat shows of a zone

let now; // the table that was drawn last
let open = 0; // the player, or the name of the pile, whose sheet is open

// seats draws the seats of the others, if there are others.
export function seats(table) {
  now = table;
  const { players, viewer } = table.view;
  if (players < 2) return null;
  const others = Array.from({ length: players }, (_, i) => i + 1).filter((p) => p !== viewer);
  return h("div", { key: "seats", class: "seats" }, others.map((p) => h("section", { key: p, class: "seat" + (acts(p) ? " acting" : ""), "data-seat": p, "aria-label": say("player {player}", { player: p }), onclick: (e) => !e.target.closest("button") && inspect(p) },
    h("h2", {}, h("button", { type: "button", class: "plain opener", "data-key": "seat " + p, "aria-haspopup": "dialog", "data-tip": say("Show everything that can be seen of this player."), onclick: () => inspect(p) }, icon("person"), say("player {player}", { player: p })), state(p)),
    h("dl", { class: "figures" }, figuresOf(p).map((f) => table.figure(f))),
    h("div", { class: "zones" }, zonesOf(p).map((z) => small(table, z))))));
}

const figuresOf = (p) => now.view.groups.flatMap((g) => g.figures).filter((f) => f.owner === p && !f.idle);
const zonesOf = (p) => now.view.groups.flatMap((g) => g.zones).filter((z) => z.owner === p && (z.count || now.asked(z)));
const acts = (p) => !now.view.ending && (now.view.waiting ?? [now.view.acting]).includes(p); // several in a simultaneous phase
const state = (p) => acts(p) && h("span", { class: "chip" }, icon("turn"), h("span", {}, say("to act")));

// small draws a zone in a seat: piles and hidden things as a stack, dice with what
// they show, and other things by name.
function small(table, z) {
  if (table.asked(z)) return table.zone(z);
  if (z.as === "stack" || !z.things.some((t) => !t.hidden)) return table.zone({ ...z, as: "stack" });
  const dice = z.things.every((t) => t.die), all = dice ? z.things : grouped(z.things), more = all.length - most;
  return h("div", { key: "zone " + z.name, class: "zone brief" + (dice ? " faces" : ""), "data-zone": z.name, role: "group", "aria-label": z.title },
    h("h3", { class: "heading", "data-tip": z.text }, sign(z), z.common ?? z.title, !dice && h("span", { class: "count" }, z.count)),
    h("ul", { class: "contents" }, all.slice(0, most).map(dice ? die : kind), more > 0 && h("li", { class: "quiet" }, say("and {n} more", { n: more }))));
}

const die = (t) => h("li", { key: t.id ?? t.label, class: "thing", ...propsOf(t, "isdie"), "data-tip": spoken(t.die) }, t.hidden ? say("face down") : drawDie(t.die),
  t.hidden || h("span", { class: t.die.word ? "word" : "visually-hidden" }, spoken(t.die)));

const kind = ({ thing, n }) => h("li", { key: titleOf(thing) }, n > 1 && h("b", {}, `${n} × `), !thing.hidden && icon(thing.drawing), titleOf(thing));

// titleOf names a thing, with its hit points or what it shows.
const titleOf = (t) => (t.hidden ? say("face down") : [t.name, t.life && `${t.life.left}/${t.life.most}`, t.die && spoken(t.die)].filter(Boolean).join(" "));

// grouped counts equal things.
function grouped(things) {
  const all = new Map();
  for (const t of things) {
    const of = all.get(titleOf(t));
    of ? of.n++ : all.set(titleOf(t), { thing: t, n: 1 });
  }
  return [...all.values()];
}

// inspect opens the sheet of a player, or of a pile by its name.
export function inspect(of) {
  open = of;
  refresh();
  $("sheet").onclose = () => {
    open = 0;
    fill($("sheet"));
  };
  $("sheet").showModal();
}

// ranking compares the players at the end by what everybody may know: by their ranks if
// the rules give any, or else the most of the first figure on top, which need not say
// who has won. me is the player who reads it.
export function ranking({ players, ending: { ranks, winners = [] } }, figures, me) {
  const few = 4, of = Map.groupBy(figures.filter((f) => f.owner), (f) => f.common ?? f.title);
  const open = [...of.values()].filter((all) => all.length === players && all.every((f) => f.number !== undefined) && all.some((f) => f.number > 0)).slice(0, few);
  if (players < 2 || !(open.length || winners.length || ranks)) return null;
  const valueOf = (all, p) => all.find((f) => f.owner === p), rank = (p) => ranks?.[p - 1] ?? (winners.includes(p) ? 0 : 1);
  const order = Array.from({ length: players }, (_, i) => i + 1).sort((a, b) => rank(a) - rank(b) || (open.map((all) => valueOf(all, b).number - valueOf(all, a).number).find(Boolean) ?? a - b));
  const name = (p) => [ranks && `${rank(p)}. `, p === me ? say("You, player {player}", { player: p }) : say("player {player}", { player: p }),
    winners.includes(p) && [" ", icon("trophy"), h("span", { class: "visually-hidden" }, say("has won"))]];
  return h("table", { class: "ranking" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("Player")), open.map(([f]) => h("th", { scope: "col" }, sign(f), f.common ?? f.title)))),
    h("tbody", {}, order.map((p) => h("tr", { class: p === me ? "mine" : "" }, h("th", { scope: "row" }, name(p)), open.map((all) => h("td", {}, valueOf(all, p).value))))));
}

// heading is the head of a sheet, with the button that closes it.
export const heading = (...title) => h("form", { method: "dialog" }, h("h2", {}, title), h("button", { "data-key": "close sheet" }, say("Close")));

// refresh draws the open sheet again: the board as it is now, large, with nothing to
// click.
export function refresh() {
  if (!open) return;
  const calm = Object.assign(Object.create(now), { calm: true, view: { ...now.view, choice: { open: false }, offers: [] }, options: new Map(), offers: new Map() });
  const [label, title, content] = typeof open === "string" ? contentsOf(calm) : everythingOf(calm);
  $("sheet").setAttribute("aria-label", label);
  patch($("sheet"), heading(title), h("div", { class: "sheet", tabindex: 0, "data-key": "sheet" }, content));
}

const everythingOf = (calm) => [say("player {player}", { player: open }), [icon("person"), say("player {player}", { player: open }), state(open)],
  [h("dl", { class: "figures" }, figuresOf(open).map((f) => calm.figure(f))),
    zonesOf(open).map((z) => calm.zone(z.hidden || z.as === "map" ? z : { ...z, as: z.as === "stack" ? "row" : z.as }))]];

// contentsOf shows the cards of a pile, and counts those that are face down.
function contentsOf(calm) {
  const z = now.view.groups.flatMap((g) => g.zones).find((z) => z.name === open) ?? { title: open, count: 0, things: [] }, seen = z.things.filter((t) => !t.hidden), closed = z.count - seen.length;
  return [z.title, [sign(z), z.title, h("span", { class: "count" }, z.count)],
    [z.text && h("p", { class: "quiet" }, z.text), closed > 0 && h("p", {}, `${closed} × ${say("face down")}`),
      h("ul", { class: "things" }, seen.map((t) => h("li", { key: t.id }, calm.thing(t, { ...z, as: "row" }))))]];
}
