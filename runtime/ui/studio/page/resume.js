// What outlasts the server: a copy of the game on the page, to go on with when
// the server has been started again and does not know the session any more.
import { call } from "./rpc.js";

const pause = 300; // milliseconds after a command before its copy is made
let copy = JSON.parse(sessionStorage.getItem("copy") ?? "null");
let later;

// keep copies a session soon. A server that gives no saves to this page leaves
// it without a copy.
export function keep(session) {
  clearTimeout(later);
  later = setTimeout(async () => {
    try {
      const { save } = await call("session/save", { session });
      copy = { session, save };
      sessionStorage.setItem("copy", JSON.stringify(copy));
    } catch {
      // there is no room for it, or no answer: the copy before stays
    }
  }, pause);
}

// find returns which session of the server goes on with the game that the
// page showed, after loading the copy of it if none does; "" if it has no copy.
// Of several tabs one loads it, and the others find it.
export async function find(session) {
  const sessions = await call("session/list"); // now, since another tab may just have loaded its copy
  if (copy?.session !== session) return sessions.some((s) => s.session === session) ? session : "";
  for (const id of new Set([session, localStorage.getItem("session")])) if (sessions.some((s) => s.session === id && s.game === copy.save.game) && (await same(id))) return id;
  const loaded = await call("session/load", { save: copy.save });
  localStorage.setItem("session", loaded.session); // where other tabs look for it
  return loaded.session;
}

// same reports whether a session is the game of the copy, before or after the
// moment of the copy.
async function same(session) {
  const { save } = await call("session/save", { session }), one = save.commands ?? [], other = copy.save.commands ?? []; // null before the first
  const common = Math.min(one.length, other.length);
  return save.seed === copy.save.seed && save.players === copy.save.players && one.slice(0, common).join("\n") === other.slice(0, common).join("\n");
}
