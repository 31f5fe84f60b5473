// The texts of things: numbers that differ from the printed ones are marked, and
// keywords are explained.
import { h } from "./dom.js";
import { say } from "./words.js";

// wording returns a text whose live numbers are marked.
export const wording = (t) => t.spans?.map((s) => (s.printed ? h("mark", { class: "live", "data-printed": s.printed }, s.text, h("span", { class: "visually-hidden" }, ` (${say("printed: {value}", { value: s.printed })})`)) : s.text)) ?? t.text;

// plain returns it as a line of text.
export const plain = (t) => t.spans?.map((s) => (s.printed ? `${s.printed}→${s.text}` : s.text)).join("") ?? t.text;

// meanings explain the keywords of a text on one line.
export const meanings = (t) => (t.keywords ?? []).map((k) => `${k.name}: ${k.text}`).join(" — ");

// explained is a text with its keywords explained beside it.
export const explained = (t) => [wording(t), (t.keywords ?? []).map((k) => h("span", { class: "keyword" }, " ", h("strong", {}, k.name), ": ", k.text))];

// textOf is the text on a thing. Its keywords are explained on hover and for screen
// readers.
export const textOf = (t) => t.text && h("span", { class: "text" }, wording(t), t.keywords && h("span", { class: "visually-hidden" }, " ", meanings(t)));
