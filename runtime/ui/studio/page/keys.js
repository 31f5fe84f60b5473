// Keys at the table: numbers and arrows choose, and the focus follows what can be
// chosen.
import { $, fill, h } from "./dom.js";
import { say } from "./words.js";

const options = ".thing.hot, #picker .options button", actions = "#bar .actions button", enabled = ':not([aria-disabled="true"])';
const open = () => document.body.classList.contains("targeting");
const numbered = () => [...document.querySelectorAll(open() || !$("picker").hidden ? options : actions)].slice(0, 9);

// inUse records whether the player uses keys; options then show their numbers.
const inUse = (yes) => document.body.classList.toggle("keyed", yes);
document.addEventListener("pointerdown", () => inUse(false));

// press acts on a number or an arrow, and reports whether the key was one.
export function press(e) {
  if (/^[1-9]$/.test(e.key)) {
    inUse(true);
    if (!e.repeat) numbered()[Number(e.key) - 1]?.click(); // a key that is held must not choose twice
    return true;
  }
  if (!e.key.startsWith("Arrow") || e.target.closest("#panel")) return false; // there they scroll
  inUse(true);
  moveFocus(e);
  return true;
}

// moveFocus moves between what can be clicked on the board.
function moveFocus(e) {
  const all = [...document.querySelectorAll("#board button, #bar button, #picker:not([hidden]) button")];
  const spots = open() ? all.filter((b) => b.matches(".hot, #picker button, #bar button")) : all;
  if (!spots.length) return;
  const i = spots.indexOf(document.activeElement);
  const step = e.key === "ArrowRight" || e.key === "ArrowDown" ? 1 : -1;
  spots[i < 0 ? 0 : (i + step + spots.length) % spots.length].focus();
  e.preventDefault();
}

// settle numbers the options of a table that was just drawn. If nothing has the focus,
// perhaps because what had it is gone, the first option gets it.
export function settle() {
  numbered().forEach((e, i) => open() && (e.dataset.number = i + 1));
  if (document.activeElement !== document.body || !document.body.classList.contains("keyed")) return;
  const first = open() ? options.split(", ").map((o) => o + enabled).join() : actions + enabled;
  (document.querySelector(first) ?? $("board")).focus({ preventScroll: true });
}

// help shows the keys; extra are those that only this page has.
export function help(extra) {
  const rows = [["1 … 9", say("take the action or the option with this number")], [say("Arrows"), say("go to the next thing that can be clicked")],
    [say("Enter"), say("click it")], [say("Esc, right click"), say("cancel a choice; nothing has been spent")], ...extra, [say("any key"), say("end the animation")], ["?", say("show these keys")]];
  fill($("keys"), h("h2", {}, say("Keys")), h("dl", {}, rows.filter(Boolean).map(([k, t]) => [h("dt", {}, h("kbd", {}, k)), h("dd", {}, t)])),
    h("form", { method: "dialog" }, h("button", {}, say("Close"))));
  $("keys").showModal();
}
