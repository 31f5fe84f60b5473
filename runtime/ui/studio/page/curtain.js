// The curtain between players who share one screen in a game with secrets: it hides
// the board until the next player is at the screen.
import { $, fill, h, toast } from "./dom.js";
import { say } from "./words.js";

const stage = ["header", "#layout", "#bar", "#picker", "#hint"];

export class Curtain {
  // lift shows the board of the player who is now at the screen.
  constructor(lift) {
    Object.assign(this, { lift, down: false, seat: 0, session: "", later: [], fresh: false });
  }

  // falls reports whether a view is hidden because it is another player's than the
  // one at the screen, and draws the curtain.
  falls(view, { session, hello }) {
    const secret = !$("panel") && view.players > 1 && hello.games.find((g) => g.id === view.game)?.secrets;
    if (session !== this.session) {
      const [of, seat] = (sessionStorage.getItem("seat") ?? "").split(" ");
      Object.assign(this, { session, later: [], seat: of === session ? Number(seat) : view.turn ? 0 : view.acting });
      this.keep();
    }
    this.draw(secret && !view.ending && view.acting !== this.seat ? view : null);
    return this.down;
  }

  keep() {
    sessionStorage.setItem("seat", `${this.session} ${this.seat}`);
  }

  draw(view) {
    this.fresh ||= this.down && !view;
    this.down = !!view;
    $("curtain").hidden = !view;
    for (const part of stage) document.querySelector(part).inert = !!view;
    if (!view) return;
    for (const id of ["board", "bar", "toasts"]) fill($(id)); // nothing stays that a search of the page would find
    fill($("curtain"), h("h2", { id: "pass" }, say("Pass the device to player {player}.", { player: view.acting })),
      h("button", { class: "main", "aria-describedby": "pass", onclick: () => this.rise(view.acting) }, say("Show my cards")));
    $("curtain").querySelector("button").focus();
  }

  rise(seat) {
    this.seat = seat;
    this.keep();
    this.draw(null);
    this.lift();
    $("board").focus({ preventScroll: true });
    this.tell(this.later.splice(0));
  }

  // tell shows messages, or keeps them for the player who may read them.
  tell(messages) {
    for (const m of messages) {
      if (this.down || (m.to && m.to !== this.seat)) this.later.push(m);
      else toast(m.text, m.warning ? "refused" : "");
    }
  }

  // rose reports, once, that the board is drawn for another player than before.
  rose() {
    const fresh = this.fresh;
    this.fresh = false;
    return fresh;
  }
}
