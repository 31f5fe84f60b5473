// Places in files, and reports about them: problems, and origins of values. A click
// on a place shows the file there.
import { h } from "./dom.js";

// The page sets these: state is its state, repair fixes a problem.
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

// Editors that open files by URL, by the name of the setting.
const addresses = {
  vscode: ["VS Code", "vscode://file{path}:{line}:{column}"],
  vscodium: ["VSCodium", "vscodium://file{path}:{line}:{column}"],
  cursor: ["Cursor", "cursor://file{path}:{line}:{column}"],
  zed: ["Zed", "zed://file{path}:{line}:{column}"],
  idea: ["IntelliJ IDEA", "idea://open?file={path}&line={line}&column={column}"],
};

// editorLink links to a place in the user's editor, if one is chosen and the file is
// in the workspace.
export function editorLink(place, text = "↗") {
  const [name, address] = addresses[localStorage.getItem("editor")] ?? [], [, file, line = 1, column = 1] = place.match(/^(.*?)(?::(\d+))?(?::(\d+))?$/);
  if (!name || !state?.hello.root || file.startsWith("embedded/")) return null;
  const path = new URL(file.split("/").map(encodeURIComponent).join("/"), state.hello.root + "/").pathname;
  const href = address.replace("{path}", path).replace("{line}", line).replace("{column}", column);
  return h("a", { class: "outside", href, "data-key": "outside " + place, "data-tip": `Open in ${name}`, "aria-label": `${text === "↗" ? "Open" : text}: ${place}, in ${name}` }, text);
}

// chooser is the field that selects the user's editor.
export function chooser(changed) {
  const now = localStorage.getItem("editor") ?? "";
  return h("label", { class: "row quiet" }, "Also open files in ", h("select", { "data-key": "own editor", onchange: (e) => { localStorage.setItem("editor", e.target.value); changed(); } },
    h("option", { value: "" }, "no other editor"), Object.entries(addresses).map(([key, [name]]) => h("option", { value: key, selected: key === now }, name))));
}

// link links to a place, FILE:LINE:COLUMN, and shows a text or its short form.
export function link(place, look, text) {
  const [, file, line] = place.match(/^(.*?)(?::(\d+))?(?::\d+)?$/);
  return [h("button", { type: "button", class: "plain place", "data-key": "place " + place, "data-tip": text === place ? "Look at it" : place, onclick: () => look(file, Number(line) || 1) },
    text ?? file.split("/").at(-1) + (line ? ":" + line : "")), editorLink(place)];
}

// fixes are buttons that fix a problem, and all of its kind if there are more.
function fixes(p, all) {
  if (!p.edits?.length || !state?.hello.debug) return null;
  const [{ old, new: to }] = p.edits, same = all?.filter((q) => q.code === p.code && q.edits?.length).length ?? 0;
  const what = p.edits.length === 1 && old && to && !to.includes("\n") ? `${old} → ${to}` : "";
  return h("span", { class: "fixes" }, h("button", { type: "button", "data-key": "fix " + p.where, onclick: () => repair(p) }, what ? `Fix: ${what}` : "Fix"),
    same > 1 && h("button", { type: "button", class: "plain", "data-key": "fix all " + p.where, onclick: () => repair(p, true) }, `Fix all ${same} of this kind`));
}

export const placeOf = (p) => [p.file, p.line, p.column].filter(Boolean).join(":");

// problem shows the message, the place, the hint, and the packs that may have
// caused it; all is the list that contains the problem.
export function problem(p, look, all) {
  return h("div", { class: "problem " + p.severity },
    p.place?.file ? link(p.where, look, p.where) : h("strong", {}, p.where), " ", p.message, p.hint && h("em", {}, " " + p.hint),
    p.snippet && h("pre", {}, p.snippet.trim()), fixes(p, all),
    p.notes?.length > 0 && h("ul", { class: "notes" }, p.notes.map((n) => h("li", {}, n.message, n.place.file && [" at ", link(placeOf(n.place), look, placeOf(n.place))]))));
}

// stages lists the history of a value or a definition, oldest first.
export function stages(list, path, look) {
  return h("ol", { class: "stages" }, list.map((s, i) => h("li", {},
    h("strong", {}, s.pack), " ", describeStage(s, path), " ", link(s.place, look), s.text && s.text !== list[i + 1]?.text && h("p", { class: "quiet" }, s.text))));
}

// describeStage describes a stage in words; a change of the value at path itself without its
// path.
function describeStage(s, path) {
  const of = s.path === path ? "" : s.path.replace(/^hooks\./, "") + ": ";
  if (!s.op) return s.value ? `writes ${s.value}` : "writes it";
  if (!s.before && !s.value) return `${s.op} ${s.path.replace(/^hooks\./, "")}`;
  if (!s.before) return `${of}${s.value}, which was not there`;
  if (!s.value) return `${of}gone, was ${s.before}`;
  return `${of}${s.before} → ${s.value}`;
}
