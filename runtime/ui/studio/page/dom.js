// Making elements. Texts always become text, never markup.

// h makes an element: h("button", {class: "x", onclick: f, "data-tip": "…"}, children…).
export function h(tag, props = {}, ...children) {
  const element = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) element.style.setProperty(key, value);
    else if (key === "value" || key === "checked") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((c) => c !== undefined && c !== null && c !== false && c !== ""));
  return element;
}

export const $ = (id) => document.getElementById(id);

// fill replaces what is in an element, and gives the focus back to what has the
// same data-key as what had it.
export function fill(element, ...children) {
  const key = element.contains(document.activeElement) && document.activeElement.dataset.key;
  const top = element.scrollTop;
  element.replaceChildren(...children.flat(9).filter(Boolean));
  element.scrollTop = top;
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

// toast shows a message for a while.
export function toast(text, kind = "") {
  const t = h("div", { class: "toast " + kind }, text);
  $("toasts").append(t);
  while ($("toasts").children.length > 3) $("toasts").firstChild.remove();
  setTimeout(() => t.remove(), 2500 + 40 * text.length);
}

// tooltips shows the data-tip of what is pointed at or has the focus, and below
// it what ask answers to its data-preview.
export function tooltips(ask) {
  const tip = $("tip");
  let waiting;
  const show = (event) => {
    const of = event.target.closest?.("[data-tip]");
    clearTimeout(waiting);
    for (const e of document.querySelectorAll("[data-foreseen]")) delete e.dataset.foreseen;
    tip.hidden = !of || !(of.dataset.tip || of.dataset.preview);
    if (tip.hidden) return;
    tip.textContent = of.dataset.tip;
    place(of);
    if (of.dataset.preview) waiting = setTimeout(() => preview(of), 120);
    else tip.hidden = !of.dataset.tip;
  };
  const preview = async (of) => {
    const lines = await ask(of.dataset.preview);
    if (!lines?.length || !of.isConnected || !of.matches(":hover, :focus")) return;
    tip.replaceChildren(of.dataset.tip, h("ul", { class: "preview" }, lines.map((text) => h("li", {}, text))));
    place(of);
  };
  const place = (of) => {
    tip.hidden = !tip.textContent;
    const box = of.getBoundingClientRect();
    const x = Math.min(Math.max(8, box.left + box.width / 2 - tip.offsetWidth / 2), innerWidth - tip.offsetWidth - 8);
    const above = box.top - tip.offsetHeight - 8;
    tip.style.left = x + "px";
    tip.style.top = (above > 4 ? above : box.bottom + 8) + "px";
  };
  document.addEventListener("mouseover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("scroll", () => (tip.hidden = true), true);
  document.addEventListener("pointerdown", () => (tip.hidden = true));
}
