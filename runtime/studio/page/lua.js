// Coloring of Lua and YAML: a text becomes spans, never markup.
import { h } from "./dom.js";

const lua = /(--[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\b(and|break|do|else|elseif|end|false|for|function|if|in|local|nil|not|or|repeat|return|then|true|until|while)\b|\b(\d+(?:\.\d+)?)\b/g;
const yaml = /(#[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')|(?:^|(?<=[\s{,-]))([A-Za-z_]\w*:)(?=\s|$)|\b(\d+(?:\.\d+)?)\b/gm;
const classes = ["comment", "string", "word", "number"];

export const colorLua = (text) => color(text, lua);
export const colorYaml = (text) => color(text, yaml);

function color(text, pattern) {
  const out = [];
  let at = 0;
  for (const m of text.matchAll(pattern)) {
    const i = m.slice(1).findIndex((x) => x !== undefined);
    out.push(text.slice(at, m.index), h("span", { class: classes[i] }, m[0]));
    at = m.index + m[0].length;
  }
  out.push(text.slice(at));
  return h("pre", { class: "code", tabindex: 0 }, out);
}
