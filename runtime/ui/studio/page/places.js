// Places in files and what is shown with them: problems, and the origin of
// values. Clicking a place shows the file there.
import { h } from "./dom.js";

// Set by each page: look shows a file at a line, root is the folder of all files,
// and repair fixes a problem.
let state, repair;

export function configure(context) {
  ({ state } = context);
  repair = async (p, every) => {
    try {
      const { fixed } = await context.call("content/fix", { code: p.code, where: every ? undefined : p.where });
      context.toast(fixed === 1 ? "Fixed." : `${fixed} problems fixed.`, "good");
    } catch (e) {
      context.toast(e.message, "refused");
    }
  };
}

// The URL forms of editors, by the name of the setting.
const addresses = {
  vscode: ["VS Code", "vscode://file{path}:{line}:{column}"],
  vscodium: ["VSCodium", "vscodium://file{path}:{line}:{column}"],
  cursor: ["Cursor", "cursor://file{path}:{line}:{column}"],
  zed: ["Zed", "zed://file{path}:{line}:{column}"],
  idea: ["IntelliJ IDEA", "idea://open?file={path}&line={line}&column={column}"],
};

// outside links to a place in the user's own editor, if one is chosen and the
// file is in the workspace.
export function outside(place, text = "↗") {
  const [name, address] = addresses[localStorage.getItem("editor")] ?? [], [, file, line = 1, column = 1] = place.match(/^(.*?)(?::(\d+))?(?::(\d+))?$/);
  if (!name || !state?.hello.root || file.startsWith("embedded/")) return null;
  const path = new URL(file.split("/").map(encodeURIComponent).join("/"), state.hello.root + "/").pathname;
  const href = address.replace("{path}", path).replace("{line}", line).replace("{column}", column);
  return h("a", { class: "outside", href, "data-key": "outside " + place, "data-tip": `Open in ${name}`, "aria-label": `${text === "↗" ? "Open" : text}: ${place}, in ${name}` }, text);
}

// chooser draws the choice of that editor.
export function chooser(changed) {
  const now = localStorage.getItem("editor") ?? "";
  return h("label", { class: "row quiet" }, "Also open files in ", h("select", { "data-key": "own editor", onchange: (e) => { localStorage.setItem("editor", e.target.value); changed(); } },
    h("option", { value: "" }, "no other editor"), Object.entries(addresses).map(([key, [name]]) => h("option", { value: key, selected: key === now }, name))));
}

// link links to a place, FILE:LINE:COLUMN, with a text or the short form of the
// place.
export function link(place, look, text) {
  const [, file, line] = place.match(/^(.*?)(?::(\d+))?(?::\d+)?$/);
  return [h("button", { type: "button", class: "plain place", "data-key": "place " + place, "data-tip": text === place ? "Look at it" : place, onclick: () => look(file, Number(line) || 1) },
    text ?? file.split("/").at(-1) + (line ? ":" + line : "")), outside(place)];
}

// fixes draws buttons that repair a problem, or all problems of its sort if there
// are more.
function fixes(p, all) {
  if (!p.edits?.length || !state?.hello.debug) return null;
  const [{ old, new: to }] = p.edits, same = all?.filter((q) => q.code === p.code && q.edits?.length).length ?? 0;
  const what = p.edits.length === 1 && old && to && !to.includes("\n") ? `${old} → ${to}` : "";
  return h("span", { class: "fixes" }, h("button", { type: "button", "data-key": "fix " + p.where, onclick: () => repair(p) }, what ? `Fix: ${what}` : "Fix"),
    same > 1 && h("button", { type: "button", class: "plain", "data-key": "fix all " + p.where, onclick: () => repair(p, true) }, `Fix all ${same} of this sort`));
}

export const placeOf = (p) => [p.file, p.line, p.column].filter(Boolean).join(":");

// problem draws a problem with its place, remedy, and the packs that may have
// caused it; all are the problems listed with it.
export function problem(p, look, all) {
  return h("div", { class: "problem " + p.severity },
    p.place?.file ? link(p.where, look, p.where) : h("strong", {}, p.where), " ", p.message, p.hint && h("em", {}, " " + p.hint),
    p.snippet && h("pre", {}, p.snippet.trim()), fixes(p, all),
    p.notes?.length > 0 && h("ul", { class: "notes" }, p.notes.map((n) => h("li", {}, n.message, n.place.file && [" at ", link(placeOf(n.place), look, placeOf(n.place))]))));
}

// stages draws the history of a value or a definition, oldest first.
export function stages(list, path, look) {
  return h("ol", { class: "stages" }, list.map((s, i) => h("li", {},
    h("strong", {}, s.pack), " ", said(s, path), " ", link(s.place, look), s.text && s.text !== list[i + 1]?.text && h("p", { class: "quiet" }, s.text))));
}

// said describes a stage in words. The path is left out for the value itself.
function said(s, path) {
  const of = s.path === path ? "" : s.path.replace(/^hooks\./, "") + ": ";
  if (!s.op) return s.value ? `writes ${s.value}` : "writes it";
  if (!s.before && !s.value) return `${s.op} ${s.path.replace(/^hooks\./, "")}`;
  if (!s.before) return `${of}${s.value}, which was not there`;
  if (!s.value) return `${of}gone, was ${s.before}`;
  return `${of}${s.before} → ${s.value}`;
}
