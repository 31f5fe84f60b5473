// Surviving a server restart: a copy of the game in the page, to continue when the
// server has been restarted and no longer knows the session.
import { call } from "./rpc.js";

const pause = 300; // milliseconds between a command and its copy
let copy = JSON.parse(sessionStorage.getItem("copy") ?? "null");
let later;

// keep copies a session soon. If the server does not allow saves, the page has no
// copy.
export function keep(session) {
  clearTimeout(later);
  later = setTimeout(async () => {
    try {
      const { save } = await call("session/save", { session });
      copy = { session, save };
      sessionStorage.setItem("copy", JSON.stringify(copy));
    } catch {
      // if the storage is full or the server does not answer, the old copy stays
    }
  }, pause);
}

// find returns the server's session that continues the game shown by the page,
// after loading the copy if there is none; "" without a copy. One of several tabs
// loads it, and the others find it.
export async function find(session) {
  const sessions = await call("session/list"); // a new list, since another tab may just have loaded its copy
  if (copy?.session !== session) return sessions.some((s) => s.session === session) ? session : "";
  for (const id of new Set([session, localStorage.getItem("session")])) if (sessions.some((s) => s.session === id && s.game === copy.save.game) && (await same(id))) return id;
  const loaded = await call("session/load", { save: copy.save });
  localStorage.setItem("session", loaded.session); // other tabs look for it there
  return loaded.session;
}

// same reports whether a session is the game of the copy, before or after the
// moment of the copy.
async function same(session) {
  const { save } = await call("session/save", { session }), one = save.commands ?? [], other = copy.save.commands ?? []; // null before the first
  const common = Math.min(one.length, other.length);
  return save.seed === copy.save.seed && save.players === copy.save.players && one.slice(0, common).join("\n") === other.slice(0, common).join("\n");
}
