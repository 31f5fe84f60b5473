// The picker: options that are not things on the board, beside the last pick;
// warnings to be confirmed; and actions for one thing.
import { $, fill, h } from "./dom.js";
import { hueOf } from "./pictures.js";
import { contentsOf } from "./things.js";
import { meanings, plain } from "./texts.js";
import { say } from "./words.js";

export function hide() {
  if ($("picker").hidden) return;
  $("picker").hidden = true;
  fill($("picker")); // keys must not reach its elements
}

// mayCancel reports whether an open choice can be cancelled: a question of the game
// cannot, but its picks can.
export const mayCancel = (choice) => !choice.asked || choice.picked?.length > 0;

// question is what a choice asks, with how many may be picked if it takes several.
export const question = (choice) => (choice.limits ? `${choice.prompt} (${choice.limits})` : choice.prompt);

// pick shows the options of a choice that are not on the board. findThing finds a thing
// on the table by its label, even if it is scrolled out of view.
export function pick(choice, play, findThing) {
  const options = choice.options ?? [];
  const plain = options.filter((o) => !o.thing);
  const seen = new Set([...document.querySelectorAll("#board [data-label]")].map((e) => e.dataset.label));
  const unseen = options.filter((o) => o.thing && !seen.has(o.label));
  if (!choice.open || (options.length && !plain.length && !unseen.length)) return hide();
  const body = [];
  if (choice.warning) body.push(h("p", { class: "warning" }, choice.warning));
  if (options.length) {
    body.push(h("p", {}, question(choice)), h("div", { class: "options" }, [...plain, ...unseen.map((o) => ({ ...o, shows: o.shows ?? findThing(o.label) }))].map((o, i) => option(o, i, () => play.pick(o.label), play, choice.command))));
  } else {
    body.push(h("div", { class: "options" }, h("button", { id: "confirm", "data-key": "confirm", onclick: () => play.confirm() }, say("Continue"))));
  }
  if (mayCancel(choice)) body.push(h("button", { class: "plain", "data-key": "give up", onclick: () => play.cancel() }, say("Cancel")));
  show(body, question(choice) || say("Continue?"), anchor(choice));
}

// menu offers several actions for one thing.
export function menu(at, actions, choose) {
  show([h("div", { class: "options" }, actions.map((a, i) => option({ label: a.title, title: a.title }, i, () => choose(a)))),
    h("button", { class: "plain", onclick: hide }, say("Cancel"))], say("What to do"), at);
}

function option(o, i, take, play, command) {
  const title = o.title === o.label ? o.label : o.title;
  const card = o.shows && !o.shows.hidden && !o.shows.die && { ...o.shows, text: o.text, spans: o.spans, label: "" };
  return h("button", { ...(card && { "--kind": hueOf(card.kind) }),
    "data-option": o.label, "data-key": "option " + o.label, "aria-disabled": o.reason ? "true" : null, class: [card && `thing card can hot ${card.rarity ?? ""}`, o.reason && "no"].filter(Boolean).join(" "),
    "data-tip": o.reason || [!card && plain(o), meanings(o)].filter(Boolean).join(" — "), "data-preview": !o.reason && command, "data-pick": o.label, onclick: () => (o.reason ? play?.refused(o.reason) : take()), "aria-description": o.reason || null,
  }, card ? contentsOf(card, "card", {}) : title);
}

const anchor = (choice) => {
  const last = [...(choice.picked ?? [])].reverse().map((label) => document.querySelector(`#board [data-label="${CSS.escape(label)}"]`)).find(Boolean);
  return last ?? $("bar");
};

function show(body, label, at) {
  const picker = $("picker");
  fill(picker, body);
  picker.setAttribute("aria-label", label);
  picker.hidden = false;
  const box = at.getBoundingClientRect();
  const x = Math.min(Math.max(8, box.left + box.width / 2 - picker.offsetWidth / 2), innerWidth - picker.offsetWidth - 8);
  const below = box.bottom + 8 + picker.offsetHeight < innerHeight;
  picker.style.left = x + "px";
  picker.style.top = Math.max(8, below ? box.bottom + 8 : box.top - picker.offsetHeight - 8) + "px";
  picker.querySelector("button:not([aria-disabled])")?.focus({ preventScroll: true });
}
