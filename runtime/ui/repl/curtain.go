package repl

import (
	"strconv"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// seatFirst puts the player who acts first at a shared screen. A game without secrets, or
// for one player, needs no curtain.
func (r *REPL) seatFirst() {
	r.seat, r.curtainDown = 0, false
	if r.Curtain && r.session.Game().Private && r.session.Players() > 1 {
		r.seat = r.session.Player()
	}
}

// lowerCurtain lowers the curtain if another player is to act, and reports whether it
// did.
func (r *REPL) lowerCurtain() bool {
	r.curtainDown = r.seat > 0 && r.seat != r.session.Player() && !r.session.Over()
	return r.curtainDown
}

// refuseOthers refuses a command for a player who is not at the screen, and returns
// true: its effects would show what only that player may know.
func (r *REPL) refuseOthers(line string) bool {
	to := session.Addressee(line)
	if r.seat == 0 || to == 0 || to == r.seat {
		return false
	}
	r.refuse("%s", r.translator.Message(rules.Refuse("other-turn", r.seat)))
	return true
}

// curtainText returns the text of the curtain.
func (r *REPL) curtainText() string {
	return r.translator.Translate("Pass the device to player {player}, then press Enter.", strconv.Itoa(r.session.Player()))
}

// liftCurtain lifts the curtain: it shows the acting player the events since their
// last turn, as far as they may know them, and the game.
func (r *REPL) liftCurtain() {
	r.curtainDown = false
	r.seat = r.session.Player()
	r.wipe()
	log := r.session.Log()
	first := len(log) - 1
	for first > 1 && log[first-1].Player != r.seat {
		first--
	}
	for turn := max(1, first); turn < len(log); turn++ {
		r.text(r.dim("("+strconv.Itoa(log[turn].Player)+") "), r.session.CommandSeenBy(turn, r.seat))
		for _, m := range log[turn].Messages {
			r.showMessage(m)
		}
	}
	r.state("")
}

// showMessage prints a message, unless it is for a player who is not at the screen.
func (r *REPL) showMessage(m session.Message) {
	if r.seat == 0 || m.For(r.seat) {
		r.printMessage(m)
	}
}
