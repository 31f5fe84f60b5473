// Things on the table: dice, cards, opponents, tokens, lines of a list, and
// face-down things.
import { h } from "./dom.js";
import { badges, drawDie, tint, spoken } from "./dice.js";
import { cardback, hueOf, icon, picture, sign } from "./pictures.js";
import { explained, textOf } from "./texts.js";
import { say } from "./words.js";

// formOf is the form in which a thing in a zone is drawn.
export function formOf(t, zone) {
  if (t.hidden) return "back";
  if (t.die) return "isdie";
  if (t.life) return "foe";
  if (zone.as === "tokens") return "token";
  return zone.as === "list" ? "line" : "card";
}

// propsOf are the attributes of the element of a thing.
export function propsOf(t, form) {
  return {
    "data-key": "thing " + t.label, "data-label": t.label, "data-id": t.id, "data-definition": t.key || null,
    "--tint": tint(t.die?.color) || null, "--kind": form === "back" || t.die ? null : hueOf(t.kind),
  };
}

// contentsOf draws the contents of a thing's element. of is further context: the
// offer to use it, its option, and the coming harm.
export function contentsOf(t, form, of) {
  return { back, isdie: die, foe, token, line, card }[form](t, of);
}

const label = (t) => h("span", { class: "label" }, t.label);

function back(t, { option, cover }) {
  return [cardback(cover), label(t), h("span", { class: "visually-hidden" }, " " + say("face down")),
    option && option.title !== t.label && h("span", { class: "text" }, option.title)];
}

function die(t, { option }) {
  const marks = [t.die.held && say("held"), t.die.locked && say("locked"), t.temporary && say("for now"), ...(t.marks ?? []), ...(t.traits ?? []).filter((x) => !x.drawing).map((x) => (isNaN(x.value) ? x.value : `${x.name} ${x.value}`))];
  return [drawDie(t.die), badges(t), t.die.word?.length > 6 && h("span", { class: "word", "aria-hidden": "true" }, t.die.word), h("span", { class: "label" }, t.label, t.die.sides !== 6 && !t.die.word && [" ", h("b", {}, say("d{sides}", { sides: t.die.sides }))]),
    h("span", { class: "visually-hidden" }, ` ${say("{thing} shows {value}", { thing: t.name, value: spoken(t.die) })} `),
    option && option.title !== t.label && h("span", { class: "visually-hidden" }, option.title),
    drawnTraits(t), h("span", { class: "marks" }, marks.filter(Boolean).join(", "))];
}

// drawnTraits are the effects of a die, each with its icon.
function drawnTraits(t) {
  const drawn = (t.traits ?? []).filter((x) => x.drawing);
  return drawn.length > 0 && h("span", { class: "chips" }, drawn.map((x) => h("span", { class: "chip" }, icon(x.drawing), h("span", { class: "visually-hidden" }, x.name + " "), x.value)));
}

function foe(t, { harm }) {
  const named = (t.traits ?? []).filter((x) => x.drawing);
  return [h("span", { class: "portrait" }, picture(t)),
    h("span", { class: "about" },
      h("span", { class: "title" }, h("span", { class: "name" }, t.name), named.map((x) => h("span", { class: "intent" }, icon(x.drawing), h("span", { class: "visually-hidden" }, x.name + " "), x.value))),
      h("span", { class: "life" }, bar(t.life.left, t.life.most, harm), h("span", { class: "amount", "data-amount": t.life.left }, `${t.life.left} / ${t.life.most}`), harm > 0 && h("span", { class: "coming" }, `−${harm}`)),
      chips(t, (t.traits ?? []).filter((x) => !x.drawing)),
      textOf(t), label(t))];
}

function token(t) {
  return [h("span", { class: "medal" }, picture(t)), h("span", { class: "name" }, t.name), h("span", { class: "visually-hidden" }, " ", explained(t)), chips(t), label(t)];
}

function line(t, { offer }) {
  return [h("span", { class: "name" }, t.name), chips(t), textOf(t), costOf(offer), label(t)];
}

const rarities = ["common", "uncommon", "rare", "legendary"];

function card(t, { offer }) {
  const rank = rarities.indexOf(t.rarity);
  return [
    h("span", { class: "title" }, h("span", { class: "name" }, t.name), costOf(offer)),
    h("span", { class: "art" }, picture(t)),
    textOf(t),
    h("span", { class: "foot" }, chips(t), rank > 0 && h("span", { class: "rarity", "data-rank": rank }, Array.from({ length: rank }, () => icon("diamond")), h("span", { class: "visually-hidden" }, say(t.rarity))), label(t)),
  ];
}

// chips are the status and the effects of a thing.
function chips(t, traits = t.traits ?? []) {
  const all = [t.temporary && [icon("hourglass"), say("for now")], ...(t.marks ?? []), ...traits.map((x) => [x.drawing ? icon(x.drawing) : x.name + " ", x.drawing && h("span", { class: "visually-hidden" }, x.name + " "), x.value])].filter(Boolean);
  return all.length > 0 && h("span", { class: "chips" }, all.map((c) => h("span", { class: "chip" }, c)));
}

// costOf draws the cost of an offer.
export function costOf(offer) {
  return offer?.costs?.some((c) => c.amount || c.depends || c.all) && h("span", { class: "cost" }, costs(offer));
}

// costs describes the cost of an offer: "1 ◆" where there is an icon, else "Gold
// −15", with the amount last, so that the name needs no plural, and which part
// depends on choices.
function costs(o) {
  const known = o.costs.filter((c) => !c.depends && (c.amount || c.all)).map((c) => {
    const amount = c.all ? "X" : String(c.amount);
    return h("span", {}, sign(c) ? [amount, " ", sign(c), h("span", { class: "visually-hidden" }, c.title)] : `${c.title} −${amount}`);
  });
  const open = o.costs.filter((c) => c.depends);
  const only = open.length === 1 && open[0];
  if (open.length) known.push(h("span", {}, only && (sign(only) || only.title), h("span", { "aria-hidden": "true" }, only && !sign(only) ? " −?" : " ?"), h("span", { class: "visually-hidden" }, " ", say("as chosen"))));
  return known;
}

// bar shows a share; the coming loss is marked at its end.
export function bar(left, most, harm = 0) {
  const share = (v) => (most > 0 ? Math.max(0, Math.min(1, v / most)) : 0);
  const class_ = share(left) > 0.5 ? "bar" : share(left) > 0.25 ? "bar half" : "bar low";
  return h("span", { class: class_, "aria-hidden": "true" }, h("span", { class: "left", "--share": share(left) }),
    harm > 0 && h("span", { class: "loss", "--from": share(left - harm), "--share": share(left) - share(left - harm) }));
}
