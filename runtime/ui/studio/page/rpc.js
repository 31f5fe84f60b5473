// The connection to the server: calls are POSTs, notifications arrive as events.
import { say } from "./words.js";

const url = new URL(location.href);
const token = url.searchParams.get("token") ?? sessionStorage.getItem("token") ?? "";
if (url.searchParams.has("token")) {
  sessionStorage.setItem("token", token);
  url.searchParams.delete("token"); // keep it out of the address bar and the history
  history.replaceState(null, "", url);
}

// art is the address of a picture of a pack.
export const art = (path) => `art/${path}&token=${encodeURIComponent(token)}`;

let client = "";
let last = 0;
const listeners = {};

// on calls a function with the params of each notification of a name. "connected"
// is called whenever the event stream is established, at first and again.
export function on(name, f) {
  (listeners[name] ??= []).push(f);
}

const notify = (name, params) => listeners[name]?.forEach((f) => f(params));

let events, gone = false;

function connect() {
  if (events) return;
  events = new EventSource("events?token=" + encodeURIComponent(token));
  events.addEventListener("client", (e) => {
    client = e.data;
    gone = false;
    notify("connected");
  });
  events.onmessage = (e) => {
    const { method, params } = JSON.parse(e.data);
    notify(method, params);
  };
  events.onerror = () => {
    const closed = events.readyState === EventSource.CLOSED; // by a refusal, not by a lost connection
    if (closed) setTimeout(again, 5000);
    client = "";
    if (!gone || closed) notify("lost", { closed });
    gone = true;
  };
}

// reconnect replaces a connection that may be dead.
function reconnect() {
  leave();
  connect();
}

function leave() {
  events?.close();
  events = undefined;
  client = "";
}

// A browser allows few connections per server for all its pages, so a hidden page
// closes its own after a while.
const hiddenTimeout = 60_000;

// A machine has slept if a timer of seconds fires after this many milliseconds.
const sleepGap = 30_000;

// listen receives notifications as long as the page is visible.
export function listen() {
  let leaving;
  addEventListener("pagehide", leave);
  addEventListener("pageshow", connect);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(leave, hiddenTimeout);
    else connect();
  });
  connect();
  let awake = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - awake > sleepGap && events) reconnect(); // connections may have died silently
    awake = now;
  }, 5000);
}

// call calls a method; an error reply is thrown as an Error.
export async function call(method, params = {}) {
  const response = await fetch("rpc?token=" + encodeURIComponent(token), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(client && { "Sleight-Client": client }) },
    body: JSON.stringify({ jsonrpc: "2.0", id: ++last, method, params }),
  }).catch(() => {
    throw new Error(say("The server does not answer."));
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  const answer = await response.json();
  if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer.result;
}
