// Coloring Lua and YAML: text becomes spans, never markup.
import { h } from "./dom.js";

const lua = /(--[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\b(and|break|do|else|elseif|end|false|for|function|if|in|local|nil|not|or|repeat|return|then|true|until|while)\b|\b(\d+(?:\.\d+)?)\b/g;
const yaml = /(#[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')|(?:^|(?<=[\s{,-]))([A-Za-z_]\w*:)(?=\s|$)|\b(\d+(?:\.\d+)?)\b/gm;
const classes = ["comment", "string", "word", "number"];

export const colorLua = (text, ...at) => color(text, lua, ...at);
export const colorYaml = (text, ...at) => color(text, yaml, ...at);

// color numbers the lines, starting with first, and marks one.
function color(text, pattern, first = 1, marked = 0) {
  const lines = text.replace(/\n$/, "").split("\n").length;

  const out = [];
  let at = 0;
  for (const m of text.matchAll(pattern)) {
    const i = m.slice(1).findIndex((x) => x !== undefined);
    out.push(text.slice(at, m.index), h("span", { class: classes[i] }, m[0]));
    at = m.index + m[0].length;
  }
  out.push(text.slice(at));
  return h("pre", { class: "code", tabindex: 0, "--digits": String(first + lines - 1).length },
    h("span", { class: "gutter", "aria-hidden": "true" }, Array.from({ length: lines }, (_, i) => first + i).join("\n")),
    marked > 0 && h("span", { class: "marked", "aria-hidden": "true", "--line": marked - first }), h("code", {}, out));
}
