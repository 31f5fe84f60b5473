// The curtain between players who share one screen in a game with secrets: it hides
// the board until the next player is at the screen.
import { $, fill, h } from "./dom.js";
import * as messages from "./messages.js";
import { say } from "./words.js";

const stage = ["header", "#layout", "#bar", "#picker", "#hint"];

export class Curtain {
  // showBoard shows the board of the player who is now at the screen.
  constructor(showBoard) {
    Object.assign(this, { showBoard, down: false, seat: 0, session: "", later: [], lifted: false });
  }

  // lowerFor lowers the curtain if a view is that of a player who is not at the screen,
  // and otherwise raises it. It reports whether the curtain is down.
  lowerFor(view, { session, hello }) {
    const secret = !$("panel") && view.players > 1 && hello.games.find((g) => g.id === view.game)?.secrets;
    if (session !== this.session) {
      messages.close();
      const [of, seat] = (sessionStorage.getItem("seat") ?? "").split(" ");
      Object.assign(this, { session, later: [], seat: of === session ? Number(seat) : view.turn ? 0 : view.acting });
      this.storeSeat();
    }
    this.draw(secret && !view.ending && view.acting !== this.seat ? view : null);
    return this.down;
  }

  storeSeat() {
    sessionStorage.setItem("seat", `${this.session} ${this.seat}`);
  }

  draw(view) {
    this.lifted ||= this.down && !view;
    this.down = !!view;
    $("curtain").hidden = !view;
    for (const part of stage) document.querySelector(part).inert = !!view;
    if (!view) return;
    messages.close();
    for (const id of ["board", "bar", "toasts"]) fill($(id)); // nothing stays that a search of the page would find
    fill($("curtain"), h("h2", { id: "pass" }, say("Pass the device to player {player}.", { player: view.acting })),
      h("button", { class: "main", "aria-describedby": "pass", onclick: () => this.lift(view.acting) }, say("Show my cards")));
    $("curtain").querySelector("button").focus();
  }

  lift(seat) {
    this.seat = seat;
    this.storeSeat();
    this.draw(null);
    this.showBoard();
    $("board").focus({ preventScroll: true });
    this.showMessages(this.later.splice(0));
  }

  // showMessages shows messages, or keeps them until the player who may read them is at
  // the screen.
  showMessages(list) {
    const [later, now] = [true, false].map((wait) => list.filter((m) => (this.down || Boolean(m.to && m.to !== this.seat)) === wait));
    this.later.push(...later);
    messages.tell(now);
  }

  // takeLifted reports whether the curtain was lifted since the last call: the board is
  // then drawn for another player than before.
  takeLifted() {
    const lifted = this.lifted;
    this.lifted = false;
    return lifted;
  }
}
