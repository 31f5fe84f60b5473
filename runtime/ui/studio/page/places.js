// Places in files, and what is told with them: problems, and where values
// come from. A place can be clicked to see the file there.
import { h } from "./dom.js";

// link leads to a place, FILE:LINE:COLUMN, and shows a text or its short form.
export function link(place, look, text) {
  const [, file, line] = place.match(/^(.*?)(?::(\d+))?(?::\d+)?$/);
  return h("button", { type: "button", class: "plain place", "data-key": "place " + place, "data-tip": text === place ? "Look at it" : place, onclick: () => look(file, Number(line) || 1) },
    text ?? file.split("/").at(-1) + (line ? ":" + line : ""));
}

export const placeOf = (p) => [p.file, p.line, p.column].filter(Boolean).join(":");

// problem shows what is wrong, where, what to do, and which packs may be to
// blame.
export function problem(p, look) {
  return h("div", { class: "problem " + p.severity },
    p.place?.file ? link(p.where, look, p.where) : h("strong", {}, p.where), " ", p.message, p.hint && h("em", {}, " " + p.hint),
    p.snippet && h("pre", {}, p.snippet.trim()),
    p.notes?.length > 0 && h("ul", { class: "notes" }, p.notes.map((n) => h("li", {}, n.message, n.place.file && [" at ", link(placeOf(n.place), look, placeOf(n.place))]))));
}

// stages lists what became of a value or a definition, oldest first.
export function stages(list, path, look) {
  return h("ol", { class: "stages" }, list.map((s, i) => h("li", {},
    h("strong", {}, s.pack), " ", said(s, path), " ", link(s.place, look), s.text && s.text !== list[i + 1]?.text && h("p", { class: "quiet" }, s.text))));
}

// said tells a stage in words; of the value at path itself without its path.
function said(s, path) {
  const of = s.path === path ? "" : s.path.replace(/^hooks\./, "") + ": ";
  if (!s.op) return s.value ? `writes ${s.value}` : "writes it";
  if (!s.before && !s.value) return `${s.op} ${s.path.replace(/^hooks\./, "")}`;
  if (!s.before) return `${of}${s.value}, which was not there`;
  if (!s.value) return `${of}gone, was ${s.before}`;
  return `${of}${s.before} → ${s.value}`;
}
