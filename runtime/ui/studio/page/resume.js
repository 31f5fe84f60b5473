// Survives the server: a copy of the game in the browser, to continue when the
// server was restarted and no longer knows the session.
import { call } from "./rpc.js";

const pause = 300; // milliseconds from a command to the copy
let copy = JSON.parse(sessionStorage.getItem("copy") ?? "null");
let later;

// keep schedules a copy of a session. Without the right to save there is no copy.
export function keep(session) {
  clearTimeout(later);
  later = setTimeout(async () => {
    try {
      const { save } = await call("session/save", { session });
      copy = { session, save };
      sessionStorage.setItem("copy", JSON.stringify(copy));
    } catch {
      // storage is full or the call failed: the previous copy stays
    }
  }, pause);
}

// find returns the session of the server that continues the page's game. If none
// does, it loads the copy; without a copy it returns "". One of several tabs
// loads the copy, and the others find the session.
export async function find(session) {
  const sessions = await call("session/list"); // listed again because another tab may have just loaded its copy
  if (copy?.session !== session) return sessions.some((s) => s.session === session) ? session : "";
  for (const id of new Set([session, localStorage.getItem("session")])) if (sessions.some((s) => s.session === id && s.game === copy.save.game) && (await same(id))) return id;
  const loaded = await call("session/load", { save: copy.save });
  localStorage.setItem("session", loaded.session); // read by other tabs
  return loaded.session;
}

// same reports whether a session is the copied game, before or after the copy was
// made.
async function same(session) {
  const { save } = await call("session/save", { session }), one = save.commands ?? [], other = copy.save.commands ?? []; // null before the first command
  const common = Math.min(one.length, other.length);
  return save.seed === copy.save.seed && save.players === copy.save.players && one.slice(0, common).join("\n") === other.slice(0, common).join("\n");
}
