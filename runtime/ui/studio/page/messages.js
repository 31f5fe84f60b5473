// What the game says: a few messages over the header, and many in one box, which
// stays until they can have been read.
import { $, fill, h, toast } from "./dom.js";
import { say } from "./words.js";

const few = 2, most = 40; // messages over the header, and in the box
const longest = 60_000; // milliseconds until the box closes
let lines = [], until = 0, later;

// tell shows messages. More of them join those that are still in the box. The studio
// has no box, which would cover its panels: one of them lists all messages.
export function tell(messages) {
  if ($("panel") || !lines.length && messages.length <= few) return messages.forEach((m) => toast(m.text, m.warning ? "refused" : ""));
  if (!messages.length) return;
  lines = [...lines, ...messages].slice(-most);
  fill($("told"), h("button", { class: "plain", "data-key": "close messages", "aria-label": say("Close"), onclick: close }, "✕"),
    h("ul", {}, lines.map((m) => h("li", { class: m.warning ? "refused" : "" }, m.text))));
  const now = Date.now();
  until = Math.min(now + longest, Math.max(until, now + 2500) + messages.reduce((sum, m) => sum + 500 + 40 * m.text.length, 0));
  clearTimeout(later);
  wait();
}

// wait closes the box once it is time, and nobody points at it.
const wait = () => (later = setTimeout(() => ($("told").matches(":hover, :focus-within") ? wait() : close()), Math.max(1000, until - Date.now())));

// close closes the box.
export function close() {
  clearTimeout(later);
  lines = [];
  until = 0;
  fill($("told"));
}
