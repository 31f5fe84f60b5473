// Motion: the events of a command are animated on the board in order, over the
// result, so that nothing has to wait. Any key or click ends the animation.
import { h } from "./dom.js";
import * as sound from "./sounds.js";
import { contentsOf, propsOf } from "./things.js";

const quiet = matchMedia("(prefers-reduced-motion: reduce)");
const maxDuration = 2600; // the maximum duration of all animations in milliseconds
const layer = h("div", { id: "motion", "aria-hidden": "true" });
const running = new Set();
const begun = []; // animations that have not begun yet

// places remembers the positions of things, zones and figures before they are
// redrawn.
export function places() {
  const at = new Map();
  if (quiet.matches) return at;
  for (const e of document.querySelectorAll("#board [data-id], #board [data-zone], #board [data-figure]")) {
    const { id, zone, figure } = e.dataset;
    at.set(id ? "id " + id : zone ? "zone " + zone : "figure " + figure, (zone ? e.querySelector(".stack, .things") ?? e : e).getBoundingClientRect());
  }
  return at;
}

// skip ends all animations.
export function skip() {
  sound.stop();
  for (const a of running) a.cancel();
  running.clear();
  layer.replaceChildren();
}

// still calls a function while everything is at its final position, since moving
// things would distort the sizes that the function measures.
export function still(measure) {
  const moved = [...running].map(({ effect }) => [effect, effect.target]);
  for (const [effect] of moved) effect.target = null;
  try {
    measure();
  } finally {
    for (const [effect, target] of moved) effect.target = target;
  }
}

// play animates the steps of a command, starting at the previous positions.
export function play(steps, before) {
  skip();
  if (!steps?.length || document.hidden) return;
  if (quiet.matches) return sound.play(steps.map((step) => ({ step, at: 0 })));
  if (!layer.isConnected) document.body.append(layer);
  const now = places(), total = steps.reduce((n, s) => n + durationOf(s), 0), pace = Math.min(1, maxDuration / Math.max(1, total));
  const scene = { now, before, at: (key) => now.get(key) ?? before.get(key) };
  let start = 0;
  const cues = [];
  for (const step of steps) {
    animations[step.op]?.(step, scene, start, pace);
    cues.push({ step, at: start });
    start += durationOf(step) * pace;
  }
  sound.play(cues);
  for (const begin of begun.splice(0)) begin();
}

// durationOf is the time of a step before the next begins, in milliseconds.
function durationOf(s) {
  if (s.tally) return 260 * s.tally.length + 420;
  if (s.op === "event") return s.show === "strong" ? 420 : 250;
  if (s.op === "turn") return 800;
  if (s.op === "move") return s.to ? 130 : 260;
  return s.op === "set" && s.name === "value" ? 70 : s.name === "hp" ? 380 : 110;
}

const animations = { move, turn, set, var: count, event };

// animate begins once everything that will move has been measured, since measuring
// between animations would lay out the page for each.
function animate(element, frames, options, ended = () => {}) {
  begun.push(() => {
    const a = element.animate(frames, { easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards", ...options });
    running.add(a);
    a.finished.then(() => running.delete(a), () => {}).then(ended);
  });
}

// overlay puts an element over the board for a while.
function overlay(element, box, delay, duration, frames) {
  element.style.left = box.left + "px";
  element.style.top = box.top + "px";
  begun.push(() => layer.append(element));
  animate(element, frames, { delay, duration, fill: "both" }, () => element.remove());
}

const element = (id) => document.querySelector(`#board [data-id="${id}"]`);

// move makes a thing fly to its new position. A hidden or removed thing flies as a
// card.
function move(s, scene, start, pace) {
  const to = scene.now.get("id " + s.id) ?? scene.at("zone " + s.to);
  const from = scene.before.get("id " + s.id) ?? scene.at("zone " + s.from);
  const there = element(s.id), duration = 480 * pace;
  if (there && from) {
    const box = there.getBoundingClientRect(), scale = box.width / there.offsetWidth || 1; // of its place
    const share = Math.max(0.3, Math.min(1, from.width / box.width)), far = scene.before.has("id " + s.id) ? 0 : -7;
    animate(there, [{ transform: `translate(${(from.left - box.left) / scale}px, ${(from.top - box.top) / scale}px) scale(${share}) rotate(${far}deg)`, transformOrigin: "0 0", zIndex: 3 }, { transform: "none", transformOrigin: "0 0", zIndex: 3 }], { delay: start, duration });
  } else if (there) {
    animate(there, [{ opacity: 0, transform: "scale(.6)" }, { opacity: 1 }], { delay: start, duration });
  } else if (from && s.thing) {
    const end = s.to && to ? `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(.45)` : "translateY(-40px) scale(.9)";
    overlay(ghost(s.thing), from, start, duration + 250, [{ transform: "none", opacity: 1 }, { transform: "none", opacity: 1, offset: 0.35 }, { transform: end, opacity: s.to ? 0.9 : 0 }]);
  }
}

// turn shows the face of a card at its old position, long enough to be read.
function turn(s, scene, start, pace) {
  const there = element(s.id), box = scene.before.get("id " + s.id) ?? scene.at("id " + s.id) ?? scene.at("zone " + s.from);
  if (there) animate(there, [{ transform: "rotateY(90deg)" }, { transform: "none" }], { delay: start, duration: 450 * pace });
  else if (box && s.thing) overlay(ghost(s.thing), box, start, 1100 * pace, [{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none", offset: 0.3 }, { transform: "none" }]);
}

const ghost = (thing) => {
  const form = thing.kind === "die" ? "token" : "card";
  const { "data-id": id, "data-key": key, "data-label": label, ...props } = propsOf(thing, form);
  return h("div", { ...props, class: `thing ghost ${form}` }, contentsOf({ ...thing, label: "" }, form, {}));
};

// set makes dice tumble, and numbers fly off things that lose or gain.
function set(s, scene, start, pace) {
  const there = element(s.id);
  if (s.name === "value" && there?.querySelector(".drawn")) {
    animate(there.querySelector(".drawn"), [{ transform: "rotate(-300deg) translateY(-1.4rem) scale(.55)", opacity: 0.25 }, { transform: "rotate(16deg) translateY(-.4rem)", offset: 0.65 }, { transform: "none" }], { delay: start, duration: 560 * pace });
    return;
  }
  const box = scene.at("id " + s.id);
  if (s.was === undefined || s.is === undefined || !box) return;
  floatDifference(s.is - s.was, box, start, pace);
  if (there && s.is < s.was) animate(there, [{ transform: "none" }, { transform: "translateX(-7px)" }, { transform: "translateX(7px)" }, { transform: "none" }], { delay: start, duration: 260 * pace });
  const left = there?.querySelector(".life .left");
  if (left && s.name === "hp") {
    const whole = Number(left.style.getPropertyValue("--share")) / (Number(there.querySelector(".amount").dataset.amount) || 1);
    tick(there.querySelector(".life .amount"), s.was, s.is, start, pace);
    if (whole) animate(left, [{ width: `${100 * Math.min(1, whole * s.was)}%` }, { width: `${100 * Math.min(1, whole * s.is)}%` }], { delay: start, duration: 420 * pace });
  }
}

// count makes a figure count, and the difference fly off.
function count(s, scene, start, pace) {
  const box = scene.at("figure " + s.name);
  if (!box || s.was === undefined || s.is === undefined) return;
  floatDifference(s.is - s.was, box, start, pace);
  const figure = document.querySelector(`#board [data-figure="${CSS.escape(s.name)}"]`);
  if (!figure) return;
  animate(figure, [{ transform: "scale(1.14)" }, { transform: "none" }], { delay: start, duration: 380 * pace });
  tick(figure.querySelector(".amount"), s.was, s.is, start, pace);
}

// tick makes a number run from its old to its new value. The real number is already
// the new one, and is covered meanwhile.
function tick(amount, was, is, start, pace) {
  if (!amount || !amount.textContent.startsWith(String(is))) return;
  const rest = amount.textContent.slice(String(is).length), whole = Number.isInteger(was) && Number.isInteger(is);
  const box = amount.getBoundingClientRect(), { fontSize, fontWeight, lineHeight, color } = getComputedStyle(amount);
  const cover = h("span", { class: "ticking" }, was + rest), duration = Math.min(700, 180 + 25 * Math.abs(is - was)) * pace;
  Object.assign(cover.style, { fontSize, fontWeight, lineHeight, color });
  animate(amount, [{ opacity: 0 }, { opacity: 0 }], { delay: start, duration });
  overlay(cover, box, 0, start + duration, [{ opacity: 1 }, { opacity: 1 }]);
  const begin = performance.now() + start;
  const run = (now) => {
    if (!cover.isConnected) return; // skipped
    const share = Math.min(1, Math.max(0, (now - begin) / duration)), value = was + (is - was) * (1 - (1 - share) ** 2);
    const text = (whole ? Math.round(value) : Math.round(value * 100) / 100) + rest;
    if (cover.textContent !== text) cover.textContent = text; // the same text would be laid out again
    if (share < 1) requestAnimationFrame(run);
  };
  requestAnimationFrame(run);
}

// tally counts up the value of an event in the middle of the board: its name, the
// numbers one after another, and the result.
function tally(s, start, pace) {
  const board = document.querySelector("#board").getBoundingClientRect(), gap = 260 * pace;
  const numbers = s.tally.filter((part) => !isNaN(part)).map(Number), last = numbers.length - 1;
  const exact = numbers.slice(0, -1).reduce((a, b) => a * b, 1) === numbers[last];
  let n = 0;
  const parts = s.tally.map((part) => {
    if (isNaN(part)) return [h("span", { class: "what" }, part)];
    const sign = n === 0 ? "" : n < last ? "×" : exact ? "=" : "→";
    return [sign && h("span", { class: "sign" }, sign), h("b", { class: n++ === last ? "sum" : "factor" }, part)];
  });
  const row = h("div", { class: "tally" }, parts.flat());
  overlay(row, { left: board.left + board.width / 2, top: board.top + board.height * 0.36 }, start, gap * s.tally.length + 900 * pace,
    [{ opacity: 0 }, { opacity: 1, offset: 0.06 }, { opacity: 1, offset: 0.86 }, { opacity: 0 }]);
  let at = start;
  parts.forEach((group, i) => {
    for (const e of group.filter(Boolean)) {
      animate(e, [{ opacity: 0, transform: "translateY(12px) scale(.4)" }, { opacity: 1, transform: `scale(${i === parts.length - 1 ? 1.35 : 1.15})`, offset: 0.6 }, { opacity: 1, transform: "none" }], { delay: at, duration: 300 * pace });
    }
    at += gap;
  });
}

function floatDifference(by, box, start, pace) {
  const by_ = Math.round(by * 100) / 100;
  if (!by_) return;
  const text = (by_ > 0 ? "+" : "−") + Math.abs(by_);
  overlay(h("b", { class: "float " + (by_ > 0 ? "good" : "bad") }, text), { left: box.left + box.width / 2, top: box.top + box.height / 3 }, start, 900 * pace + 250,
    [{ transform: "translate(-50%, 0) scale(.5)", opacity: 0 }, { transform: "translate(-50%, -14px) scale(1.25)", opacity: 1, offset: 0.25 }, { transform: "translate(-50%, -22px)", opacity: 1, offset: 0.7 }, { transform: "translate(-50%, -48px)", opacity: 0 }]);
}

function event(s, scene, start, pace) {
  if (s.tally) tally(s, start, pace);
  const table = document.querySelector("#board .table");
  if (s.show === "strong" && table) animate(table, [{ transform: "none" }, { transform: "scale(1.012)" }, { transform: "none" }], { delay: start, duration: 380 * pace });
}
