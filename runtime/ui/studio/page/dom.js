// Making elements. Text never becomes markup.

// h makes an element: h("button", {class: "x", onclick: f, "data-tip": "…"}, children…).
export function h(tag, props = {}, ...children) {
  const element = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) handle(element, key.slice(2), value);
    else if (key.startsWith("--")) element.style.setProperty(key, value);
    else if (key === "key" || key === "fresh") element[key] = value;
    else if (key === "value" || key === "checked") [element[key], element.stateful] = [value, true];
    else element.setAttribute(key, value === true ? "" : value);
  }
  return append(element, children);
}

// append appends children. An element is stateful if it, or a descendant, has more
// state than its attributes and texts show.
function append(element, children) {
  for (const child of children.flat(9)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    if (child.stateful || child.handlers || child.fresh || child.build) element.stateful = true;
    element.append(child);
  }
  return element;
}

// lazy makes an element for patch whose children are built only if their
// dependencies differ from those of the children on the page.
export function lazy(tag, props, from, build) {
  return Object.assign(h(tag, props), { from: JSON.stringify(from), build });
}

// finish builds the children of lazy elements.
function finish(element) {
  if (element.build) append(element, [element.build()]);
  if (element.stateful) for (const child of element.children) finish(child);
}

// handle calls a function on an event. patch may replace the function.
function handle(element, event, handler) {
  (element.handlers ??= {})[event] = handler;
  element.addEventListener(event, (e) => element.handlers[event](e));
}

export const $ = (id) => document.getElementById(id);

// fill replaces the content of an element. The focus moves to the new element
// with the same data-key.
export function fill(element, ...children) {
  const key = focused(element), top = element.firstChild ? element.scrollTop : 0;
  element.replaceChildren(...children.flat(9).filter(Boolean));
  if (top > 0) element.scrollTop = top; // forces a layout, so only where needed
  refocus(element, key);
}

const focused = (element) => element.contains(document.activeElement) && document.activeElement.dataset.key;

function refocus(element, key) {
  if (key && !element.contains(document.activeElement)) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

// patch is like fill, for content that is redrawn after every command. It keeps the
// elements that are still the same, so that the browser lays out and paints only
// what has changed. Elements with the same key correspond to each other, and
// others by their order; those that are "fresh" are always replaced.
export function patch(element, ...children) {
  const key = focused(element);
  patchChildren(element, children.flat(9).filter(Boolean));
  refocus(element, key);
}

function patchChildren(element, children) {
  const loose = [], keyed = new Map();
  for (const old of element.childNodes) old.key === undefined ? loose.push(old) : keyed.set(old.key, old);
  let next = 0;
  const kept = new Map(); // the old nodes that stay, by the nodes that they become
  for (const child of children) {
    const old = child.key === undefined ? loose[next++] : keyed.get(child.key);
    keyed.delete(child.key);
    if (old && alike(old, child)) kept.set(child, old);
  }
  const stay = new Set(kept.values());
  for (const old of [...element.childNodes]) if (!stay.has(old)) old.remove();
  let at = element.firstChild;
  for (const child of children) {
    const old = kept.get(child);
    old ? become(old, child) : finish(child);
    if (old && old === at) at = at.nextSibling;
    else element.insertBefore(old ?? child, at);
  }
}

const events = (element) => Object.keys(element.handlers ?? {}).join();

// alike reports whether an element can become another one.
const alike = (old, child) => old === child || (old.nodeName === child.nodeName && !child.fresh && events(old) === events(child));

// become makes an element and its descendants equal to another one. Most are equal
// already, which the browser finds out much faster than our code does.
function become(old, child) {
  if (old === child) return;
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== child.data) old.data = child.data;
    return;
  }
  if (!child.stateful && !child.handlers && !child.build && old.isEqualNode(child)) return;
  if (child.handlers) old.handlers = child.handlers;
  for (const name of old.getAttributeNames()) if (!child.hasAttribute(name)) old.removeAttribute(name);
  for (const name of child.getAttributeNames()) {
    const value = child.getAttribute(name);
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = child.style.cssText; // the content security policy forbids style attributes
    else old.setAttribute(name, value);
  }
  if (old.nodeName === "INPUT" && child.type === "range") old.value = child.value;
  if (child.build && child.from === old.from) return;
  if (child.build) [old.from] = [child.from, finish(child)];
  patchChildren(old, [...child.childNodes]);
}

// afterwards calls a function once the browser has painted what was drawn.
export function afterwards(f) {
  if (document.hidden) setTimeout(f); // nothing is painted
  else requestAnimationFrame(() => setTimeout(f));
}

// toast shows a message for a while, beside the button that undoes what it is about,
// and ends earlier ones where several would cover the board.
export function toast(text, kind = "") {
  const t = h("div", { class: "toast " + kind }, text);
  const all = $("toasts"), board = $("board"), undo = $("undo");
  if (undo) all.style.width = undo.getBoundingClientRect().left + "px";
  all.append(t);
  while (all.children.length > 1 && all.getBoundingClientRect().bottom > board.getBoundingClientRect().top) all.firstChild.remove();
  setTimeout(() => t.remove(), 2500 + 40 * text.length);
}

// tooltips shows the data-tip of the element under the pointer or with the focus,
// and below it the answer of ask for its data-preview and data-pick. It returns a
// function that does so again for redrawn elements, once they are painted.
export function tooltips(ask) {
  const tip = $("tip");
  let waiting, last, touched = false; // last is the element that was pointed at or got the focus last
  const show = (event) => {
    const of = (last = event.target.closest?.("[data-tip]"));
    clearTimeout(waiting);
    for (const e of document.querySelectorAll("[data-after]")) delete e.dataset.after;
    tip.hidden = !of || !(of.dataset.tip || of.dataset.preview);
    if (tip.hidden) return;
    tip.textContent = of.dataset.tip;
    place(of);
    if (of.dataset.preview) waiting = setTimeout(() => preview(of), 120);
    else tip.hidden = !of.dataset.tip;
  };
  const preview = async (of) => {
    const lines = await ask(of.dataset);
    if (!lines?.length || !of.isConnected || !of.matches(":hover, :focus")) return;
    fill(tip, of.dataset.tip && h("p", {}, of.dataset.tip), h("ul", { class: "preview" }, lines.map((text) => h("li", {}, text))));
    place(of);
  };
  const place = (of) => {
    tip.hidden = !tip.textContent;
    const box = of.getBoundingClientRect(), around = of.closest("#picker")?.getBoundingClientRect() ?? box;
    const beside = around === box ? innerWidth : around.right + 8; // keep the picker visible
    const besides = beside + tip.offsetWidth < innerWidth - 8;
    const x = Math.min(Math.max(8, box.left + box.width / 2 - tip.offsetWidth / 2), innerWidth - tip.offsetWidth - 8);
    const above = around.top - tip.offsetHeight - 8;
    tip.style.left = (besides ? beside : x) + "px";
    tip.style.top = (besides ? Math.min(box.top, innerHeight - tip.offsetHeight - 8) : above > 4 ? above : around.bottom + 8) + "px";
  };
  // A redrawn element under a still pointer is not pointed at: that would end the
  // preview of the one with the focus.
  let where = "";
  const moved = (event) => where !== (where = [event.clientX, event.clientY].join());
  document.addEventListener("mouseover", (event) => moved(event) && show(event));
  document.addEventListener("mousemove", moved);
  document.addEventListener("focusin", show);
  document.addEventListener("scroll", () => (tip.hidden = true), true);
  document.addEventListener("pointerdown", (event) => {
    tip.hidden = true;
    touched = event.pointerType === "touch";
  });
  const meant = () => (last?.isConnected && last.matches(":hover, :focus") ? last : [...document.querySelectorAll("[data-tip]:is(:hover, :focus)")].at(-1));
  return () => afterwards(() => show({ target: (!touched && meant()) || document.body })); // no finger stays on what was touched
}
