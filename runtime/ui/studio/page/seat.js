// The page of a seat at a hosted table: the board, and what the seat may do.
// Choices are made here and sent as complete commands, so nobody has to wait for a
// page that is closed during a choice.
import { $, fill, h, toast, tooltips } from "./dom.js";
import { Log } from "./log.js";
import { Seat } from "./seatclient.js";
import * as board from "./board.js";
import * as keys from "./keys.js";
import * as messages from "./messages.js";
import * as motion from "./motion.js";
import * as picker from "./picker.js";
import { Countdown } from "./countdown.js";
import { say, setLanguage } from "./words.js";

// The token is kept out of the address bar, and survives a reload.
const base = location.pathname;
if (location.hash.length > 1) {
  sessionStorage.setItem("token " + base, location.hash.slice(1));
  history.replaceState(null, "", base);
}
const token = sessionStorage.getItem("token " + base) ?? "";
const seat = new Seat(new URL(base, location.href).href, token, { language: navigator.language });

const state = { news: null, open: null, busy: 0, presence: null }; // open is the command that is being completed

const play = {
  begin: (command, label) => choose(command, label ? [label] : []),
  pick: (option) => choose(state.open?.command ?? state.news.view.choice.command ?? "choose", [...(state.open?.picked ?? []), option]),
  confirm: () => act(state.open.complete),
  cancel: () => (state.open ? close() : picker.hide()),
  seat: () => seat.player,
  refused: (reason) => toast(reason, "refused"),
  menu: (at, actions, label) => picker.menu(at, actions, (a) => { picker.hide(); play.begin(a.command, label); }),
};

const log = new Log(seat);
const countdown = new Countdown(() => seat.clocks());

// work runs a call, and reports its failure.
async function work(call) {
  state.busy++;
  try {
    return await call();
  } catch (e) {
    toast(e instanceof TypeError ? say("The table cannot be reached; trying again.") : e.message, "refused"); // so fetch reports a lost connection
  } finally {
    state.busy--;
  }
}

const choose = (command, picked, again) => work(async () => {
  const { choice, complete, refusal } = await seat.choose(command, picked);
  if (refusal) {
    if (!again) toast(refusal, "refused");
    return again && close();
  }
  // A player who has picked a target has seen the warning.
  if (complete && (!choice.open || picked.length) && !again) return act(complete);
  state.open = { command, picked, choice, complete };
  draw();
});

const act = (command) => work(async () => {
  state.open = null;
  picker.hide();
  const { refusal } = await seat.act(command);
  if (refusal) {
    toast(refusal, "refused");
    draw();
  }
});

function close() {
  state.open = null;
  draw();
}

// seen is the content of the board: the view of the table, with the choice that is
// made here.
const seen = () => ({ ...state.news.view, choice: state.open?.choice ?? state.news.view.choice });

function draw(before, steps) {
  const view = seen();
  board.show(view, before ?? view, play, steps);
  countdown.show(view, seat.player);
  $("title").textContent = view.title;
  document.title = view.title + " – Sleight";
  refreshTooltip();
}

function show(news) {
  if (state.news && news.version < state.news.version) return;
  const before = state.news?.view;
  state.news = news;
  log.see(news);
  messages.tell((news.told ?? []).flatMap((t) => [...late(t), ...(t.said ?? [])]));
  const open = state.open;
  state.open = null;
  draw(before, (news.told ?? []).flatMap((t) => t.steps ?? []));
  if (open && news.acts) choose(open.command, open.picked, true);
}

// late tells this player that their time ran out, and what was then done.
const late = ({ command, player, changes = [] }) => (command === "timeout" && player === seat.player ? [{ text: [say("Your time ran out."), ...changes].join(" "), warning: true }] : []);

function present(presence) {
  state.presence = presence;
  fill($("present"), presence.seats.map((s) => {
    const mine = s.player === seat.player;
    const note = s.bot ? say("bot {bot}", { bot: s.bot }) : s.here ? "" : say("away");
    return h("li", { class: [s.here && "here", mine && "mine"].filter(Boolean).join(" "), "data-player": s.player },
      mine ? say("You, player {player}", { player: s.player }) : say("player {player}", { player: s.player }), note && h("span", { class: "note" }, note), h("span", { class: "clock", "data-clock": s.player }));
  }));
  countdown.tick();
}

function showMessage(text) {
  $("trouble").hidden = !text;
  fill($("trouble"), text && h("p", {}, text));
}

function press(e) {
  motion.skip();
  if (e.target.closest("dialog")) return;
  if (e.key === "Escape") return messages.close(), play.cancel();
  if (!state.news || e.target.closest("input, select, textarea") || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "?") return help();
  if (e.key === "l") return log.show();
  keys.press(e);
}

const help = () => keys.help([["l", say("show the log")]]);

seat.on("hello", (hello) => {
  setLanguage(hello);
  document.documentElement.lang = hello.language ?? "en";
});
seat.on("joined", () => showMessage(""));
seat.on("news", show);
seat.on("presence", present);
seat.on("lost", () => showMessage(say("The table cannot be reached; trying again.")));
seat.on("gone", ({ reason }) => showMessage(reason));

// For programs that drive the page from outside, such as its tests.
window.table = Object.assign(state, { seat });

$("log").onclick = () => log.show();
$("help").onclick = help;
document.addEventListener("keydown", press);
document.addEventListener("pointerdown", motion.skip);
const refreshTooltip = tooltips(({ preview, pick }) => board.preview(() => state.news.version, () => seat.preview(preview, pick === undefined ? [] : [pick])));
seat.join().catch(() => {}); // the page reports the error
