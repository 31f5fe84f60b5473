// The texts of things, with changed numbers marked and keywords explained.
import { h } from "./dom.js";
import { say } from "./words.js";

// wording draws a text with its live numbers marked.
export const wording = (t) => t.spans?.map((s) => (s.printed ? h("mark", { class: "live", "data-printed": s.printed }, s.text, h("span", { class: "heard" }, ` (${say("printed: {value}", { value: s.printed })})`)) : s.text)) ?? t.text;

// plain returns the same as plain text.
export const plain = (t) => t.spans?.map((s) => (s.printed ? `${s.printed}→${s.text}` : s.text)).join("") ?? t.text;

// meanings returns the explanations of a text's keywords on one line.
export const meanings = (t) => (t.keywords ?? []).map((k) => `${k.name}: ${k.text}`).join(" — ");

// explained draws a text followed by the explanations of its keywords.
export const explained = (t) => [wording(t), (t.keywords ?? []).map((k) => h("span", { class: "keyword" }, " ", h("strong", {}, k.name), ": ", k.text))];

// textOf draws the text on a thing. The explanations of its keywords appear on
// hovering, and are read by screen readers.
export const textOf = (t) => t.text && h("span", { class: "text" }, wording(t), t.keywords && h("span", { class: "heard" }, " ", meanings(t)));
