// The studio: one session on the board, with its time and content beside it.
import { $, afterwards, fill, h, toast, tooltips } from "./dom.js";
import { call, listen, on } from "./rpc.js";
import * as board from "./board.js";
import { dock } from "./dock.js";
import * as keys from "./keys.js";
import * as motion from "./motion.js";
import * as messages from "./messages.js";
import * as picker from "./picker.js";
import * as resume from "./resume.js";
import * as sound from "./sounds.js";
import { Curtain } from "./curtain.js";
import { languageName, say, setLanguage } from "./words.js";

const state = { session: "", view: null, version: 0, hello: null, tab: "time", busy: 0, started: 0, messages: [] };
const panels = {};

// The player's page is only the table; the studio has panels beside it, which are
// loaded once the board is drawn.
let panelModule, panelsLoaded;
const loadPanels = () => (panelsLoaded ??= $("panel") ? import("./panels.js").then(place).catch(panelsFailed) : Promise.resolve());

function panelsFailed(e) {
  panelsLoaded = undefined; // a later use tries again
  throw e;
}

function place(all) {
  panelModule = all;
  Object.assign(panels, panelModule.make($("panel"), context));
  state.strip = new panelModule.Strip(context);
  state.strip.draw();
  panels[state.tab].show();
}

// play holds the actions of clicks and keys.
const play = {
  begin: (command, label) => (label ? beginAndPick(command, label) : act("choice/begin", { command })),
  pick: (option) => act("choice/pick", { option }),
  confirm: () => act("choice/confirm"),
  cancel: () => (state.view?.choice.open ? act("choice/cancel") : picker.hide()),
  again: () => start(String(Math.floor(Math.random() * 1e9))),
  undo: () => travelTo("undo"),
  redo: () => travelTo("redo"),
  travel: (turn) => travelTo("goto", { turn }),
  messages: () => state.messages,
  refused: (reason) => toast(reason, "refused"),
  menu: (at, actions, label) => picker.menu(at, actions, (a) => { picker.hide(); play.begin(a.command, label); }),
};

// act calls a method of the session and shows the result.
async function act(method, params = {}, quiet = false) {
  state.busy++;
  try {
    const reply = await call(method, { session: state.session, ...params });
    if (reply.done) state.messages = (reply.said ?? []).map((m) => m.text).slice(-4);
    show(reply.view, reply.version, reply.steps);
    if (reply.refusal && !quiet) toast(reply.refusal, "refused");
    if (reply.problem) showProblems([reply.problem], say("Nothing has changed."));
    curtain.showMessages(reply.said ?? []);
    return reply;
  } catch (e) {
    reportFailure(e);
    if (e.code === -32001) start();
  } finally {
    state.busy--;
  }
}

// travelTo travels to another moment, and reports it if this dropped an open choice.
async function travelTo(method, params) {
  const { choice } = state.view, reply = await act(method, params);
  if (choice.open && !choice.asked && reply && !reply.view.choice.open) toast(say("The open choice is gone; nothing was spent."));
}

// beginAndPick begins a command and picks its first target in one click. If the command
// needs no more, one call does it.
async function beginAndPick(command, label) {
  const offer = state.view.offers.find((o) => o.command === command);
  if (offer.targets === 1 && !offer.warning) return act("do", { command: `${command} ${label}` });
  state.busy++;
  const reply = await act("choice/begin", { command });
  if (reply?.view.choice.open && reply.view.choice.options?.some((o) => o.label === label)) {
    const picked = await act("choice/pick", { option: label });
    if (picked?.refusal) await act("choice/cancel", {}, true);
  }
  state.busy--;
}

function show(view, version, steps) {
  if (version < state.version || (version === state.version && state.shown === state.session)) return; // already shown
  const before = state.shown === state.session ? state.view : null;
  state.shown = state.session;
  state.view = view;
  state.version = version;
  if (!curtain.lowerFor(view, state)) board.show(view, curtain.takeLifted() ? null : before, play, steps);
  $("title").textContent = view.title;
  document.title = view.title + " – Sleight";
  $("undo").disabled = !view.undo;
  $("redo").disabled = !view.redo;
  if (!before || before.turn !== view.turn || before.redo !== view.redo) {
    afterwards(() => panels[state.tab]?.changed?.());
    state.debugging?.findStop();
  }
  refreshTooltip();
  resume.keep(state.session);
}

// previewEffects returns the effects of a command.
const previewEffects = ({ preview, pick }) => board.preview(() => state.version,
  () => call("preview", { session: state.session, command: preview, picks: pick === undefined ? [] : [pick] }));

// showProblems shows problems of content above the board.
function showProblems(list, note) {
  const at = $("trouble");
  at.hidden = !list.length && !note;
  fill(at, list.slice(0, 5).map((p) => (panelModule ? panelModule.problem(p, look, list) : h("p", {}, `${p.where}: ${p.message}`))),
    h("p", { class: "foot" }, list.length > 5 && h("span", {}, say("and {n} more", { n: list.length - 5 })), note && h("span", {}, note),
      list.length > 0 && h("button", { class: "plain", onclick: () => (at.hidden = true) }, say("Hide"))));
}

// open shows a session: at once if it is a new one, which came with its view.
async function open(session, created) {
  state.session = session;
  state.version = 0; // the old view stays until there is a new one
  const watched = call("session/watch", { session }), o = created ?? (await watched);
  if (state.session !== session) return; // another was opened in the meantime
  sessionStorage.setItem("session", session);
  localStorage.setItem("session", session); // a second tab opens the same session
  $("games").value = o.view.game;
  state.seed = o.seed ?? ""; // clients that may not debug do not get it
  if (state.seed) $("seed").value = state.seed;
  seats();
  show(o.view, o.version);
  panels[state.tab]?.show();
  afterwards(offerLanguages);
  const now = await watched;
  if (state.session === session) show(now.view, now.version); // it may have changed before it was watched
}

async function start(seed) {
  const mine = ++state.started;
  try {
    const players = Number($("players").value) || undefined;
    const opened = await call("session/new", { game: $("games").value, seed: typeof seed === "string" ? seed : $("seed").value.trim() || "1", players });
    if (mine !== state.started) return call("session/close", { session: opened.session }); // another was requested
    if (state.session) call("session/unwatch", { session: state.session });
    await open(opened.session, opened);
  } catch (e) {
    reportFailure(e);
    if (state.view) $("games").value = state.view.game;
  }
}

// curtain hides each player's view from the others on the player's page. The
// studio shows everything anyway.
const curtain = new Curtain(() => board.show(state.view, null, play));

// reportFailure reports why a call failed: content may have errors.
function reportFailure(e) {
  if (e.data?.length) showProblems(e.data, "");
  else toast(e.message, "refused");
}

// offerLanguages offers the languages that the game has. Browsers take a while to look up
// their names.
function offerLanguages() {
  const { language = "en", games } = state.hello, { languages = [] } = games.find((g) => g.id === $("games").value) ?? {};
  const tags = [...new Set(["en", ...languages, language])];
  fill($("language"), tags.map((tag) => h("option", { value: tag }, languageName(tag))));
  $("language").value = language;
  $("language-field").hidden = tags.length < 2;
}

function changeLanguage() {
  localStorage.setItem("language", $("language").value);
  ready();
}

function seats() {
  const game = state.hello.games.find((g) => g.id === $("games").value);
  const at = $("players");
  const was = at.value;
  fill(at, Array.from({ length: game.maxPlayers - game.minPlayers + 1 }, (_, i) => h("option", {}, String(game.minPlayers + i))));
  if ([...at.options].some((o) => o.value === was)) at.value = was;
  $("seats").hidden = game.maxPlayers === game.minPlayers;
}

async function tab(name, focus) {
  state.tab = name;
  for (const b of $("tabs").children) {
    const chosen = b.id === "tab-" + name;
    b.setAttribute("aria-selected", chosen);
    b.tabIndex = chosen ? 0 : -1;
    if (chosen && focus) b.focus();
  }
  $("panel").setAttribute("aria-labelledby", "tab-" + name);
  await loadPanels();
  panels[name].show();
}

// Keys that work everywhere except in text fields.
function press(e) {
  motion.skip();
  if (curtain.down || e.target.closest("dialog")) return;
  if (e.key === "Escape" && !e.target.closest(".editor")) return messages.close(), play.cancel();
  if (e.target.closest("input, select, textarea, .editor") || e.ctrlKey || e.metaKey || e.altKey) return;
  const tabs = [...($("tabs")?.children ?? [])];
  if (e.target.role === "tab" && (e.key === "ArrowRight" || e.key === "ArrowLeft")) {
    const i = (tabs.indexOf(e.target) + (e.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length;
    return tab(tabs[i].id.slice(4), true);
  }
  if (e.key === "u") return play.undo();
  if (e.key === "r") return play.redo();
  if (e.key === "e" && $("panel") && e.target.dataset.definition) return definition(e.target.dataset.definition, e.target.dataset.label);
  if (e.key === "m") return toggleSound();
  if (e.key === "?") return help();
  keys.press(e);
}

// toggleSound switches the sounds, and showSound shows whether they are on.
function toggleSound() {
  sound.setOn(!sound.isOn());
  showSound();
}

function showSound() {
  $("sound").setAttribute("aria-pressed", sound.isOn());
}

const help = () => keys.help([$("panel") && ["e, right click", "inspect a thing: its values, who changed them, its definition"], ["u, r", say("undo, redo")], ["m", say("turn sounds on or off")]]);

// ready restores the state of the page, also after the server was unavailable.
async function ready() {
  const language = localStorage.getItem("language") ?? undefined;
  const [hello, wrong, sessions] = await Promise.all([call("hello", { language }), call("content/problems"), call("session/list")]);
  state.hello = hello;
  setLanguage(hello);
  for (const id of ["title", "board", "bar", "picker", "toasts", "curtain"]) $(id).lang = hello.language ?? "en";
  if (!$("panel")) document.documentElement.lang = hello.language ?? "en";
  const was = $("games").value;
  fill($("games"), state.hello.games.map((g) => h("option", { value: g.id }, g.title)));
  const wanted = was || new URL(location.href).searchParams.get("game") || state.hello.games[0].id;
  if (state.hello.games.some((g) => g.id === wanted)) $("games").value = wanted;
  seats();
  try {
    await proceed(sessions);
    await new Promise(afterwards);
  } finally {
    await loadPanels();
    problems(wrong);
  }
}

// proceed opens a session. This tab continues its own, whatever its game; a new tab
// continues the last session of the requested game.
async function proceed(sessions) {
  const own = state.session || sessionStorage.getItem("session"), last = localStorage.getItem("session");
  const before = state.session;
  const found = own && (await oneTabAtATime(() => resume.find(own)).catch(reportFailure));
  if (state.session !== before) return; // another was opened in the meantime
  if (found && found !== own) return reopen(found);
  if (found) return open(found);
  if (sessions.some((s) => s.session === last && s.game === $("games").value)) return open(last);
  return start();
}

// oneTabAtATime lets tabs run a function one after another, where browsers have locks.
const oneTabAtATime = (run) => (navigator.locks ? navigator.locks.request("sessions", run) : run());

// reopen opens a session that continues the game of a lost one.
async function reopen(session) {
  const { choice } = state.view ?? {}, { tried = {} } = panels.content ?? {};
  await open(session);
  if (Object.keys(tried).length) await act("session/tune", { params: tried });
  toast(say("The game continues where it was."), "good");
  if (choice?.open && !state.view.choice.open) toast(say("The open choice is gone; nothing was spent."));
}

// showLost reports that the server is unavailable until it is back. Meanwhile the board
// can be read but not used.
function showLost(lost) {
  document.body.classList.toggle("away", !!lost);
  if (!lost) return;
  picker.hide();
  for (const button of document.querySelectorAll("#board button, #bar button")) button.setAttribute("aria-disabled", "true");
  $("undo").disabled = $("redo").disabled = true;
  showProblems([], lost.closed ? say("The server no longer recognises this page: open the address that it printed.") : say("The server cannot be reached. The game continues when it is back."));
}

async function reconnected() {
  try {
    await ready(); // it shows the problems of content instead
    showLost(null);
  } catch (e) {
    reportFailure(e);
  }
}

// packOf returns the pack of a file: content/PACK/… or scripts/PACK/….
const packOf = (file) => file?.split("/")[1];

function problems(p) {
  const excluded = p.problems.filter((x) => x.code === "pack/excluded"), list = p.problems.filter((x) => x.severity === "error" || ($("panel") && excluded.includes(x)));
  state.excluded = new Set(excluded.flatMap((x) => [x.place, ...(x.notes ?? []).map((n) => n.place)].map((at) => packOf(at?.file))));
  showProblems(list, p.broken ? say("The game continues with the last good content.") : "");
  panels.content?.problems(p.problems);
}

// For programs that drive the page from outside, such as its tests.
window.studio = Object.assign(state, { panels, call });

// definition shows one beside the board; of is the instance to inspect with it: a
// thing by its label, or a variable.
async function definition(key, of) {
  await loadPanels();
  panels.content.choose(key, of);
  tab("content");
}

// debug returns the debugger, loading it on first use.
async function debug() {
  if (!state.debugging) {
    const { Debugger } = await import("./debugger.js");
    state.debugging ??= new Debugger(context);
  }
  return state.debugging;
}

// look shows a file of content at a line.
function look(file, line) {
  panels.content.source(file, line);
}

const context = { state, play, act, open, call, toast, definition, debug, look, reportFailure, go: tab, tryOut: (...values) => panels.content.attempt(...values) };
if ($("panel")) dock();

on("changed", (p) => {
  if (p.session !== state.session) return;
  if (p.closed) return start();
  if (p.version > state.version) show(p.view, p.version, p.steps);
});
on("reloaded", (p) => {
  // A pack that has come or gone is one item, instead of all its definitions.
  const packs = new Map((p.packs ?? []).map(({ pack, change }) => [pack, change === "new" && state.excluded?.has(pack) ? "back" : change]));
  const single = p.definitions.filter((d) => !packs.has(d.key.split(":")[0]));
  const names = [...[...packs].map(([pack, change]) => `pack ${pack} ${change}`), ...single.map((d) => `${d.key.split(":")[1]} ${d.change}`)];
  const isLeftOut = [...packs.values()].includes("left out") || p.files.some((file) => state.excluded?.has(packOf(file)) && packs.get(packOf(file)) !== "back");
  toast("Saved: " + (names.slice(0, 4).join(", ") || p.files.join(", ") + (isLeftOut ? ", in a pack that is left out" : "")) + ` (${Math.round(p.took)} ms)`, isLeftOut ? "refused" : "good");
  state.saved = p.definitions.map((d) => d.key);
  panels.content?.reloaded(p);
  panels.balance?.reloaded();
  panels.gallery?.reloaded();
});
on("debugger", ({ at }) => { state.halted = at; state.strip?.draw(); });
on("problems", problems);
on("tested", (p) => state.strip?.tested(p, state.saved?.length ? state.saved : null));
on("progress", (p) => panels.balance?.progress(p));
on("lost", showLost);

$("new").onclick = start;
$("games").onchange = () => { seats(); start(); };
$("seed").onchange = start;
$("players").onchange = start;
$("undo").onclick = play.undo;
$("redo").onclick = play.redo;
$("help").onclick = help;
$("sound").onclick = toggleSound;
showSound();
$("language").onchange = changeLanguage;
for (const b of $("tabs")?.children ?? []) b.onclick = () => tab(b.id.slice(4));
document.addEventListener("keydown", press);
document.addEventListener("pointerdown", motion.skip);
document.addEventListener("contextmenu", (e) => {
  const of = e.target.closest("[data-definition], #board [data-figure]:not([data-view])");
  if (!state.view?.choice.open && !(of && $("panel"))) return;
  e.preventDefault();
  if (state.view?.choice.open) play.cancel();
  else definition(of.dataset.definition ?? `game/${state.view.game}`, of.dataset.label ?? of.dataset.figure);
});
const refreshTooltip = tooltips(previewEffects);
on("connected", reconnected);
listen();
