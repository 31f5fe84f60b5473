package session

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// resolved represents, among the events that reveal commands, the moment when
// all players have chosen. No event can have this name.
const resolved = "(all have chosen)"

// simultaneousPhase returns the current phase if all players choose in it before anything
// is resolved, or nil.
func (s *Session) simultaneousPhase() *rules.Phase {
	if s.game.VarChosen == 0 {
		return nil
	}
	if p := s.Phase(); p != nil && p.Together != nil && !s.Over() {
		return p
	}
	return nil
}

// chosenSlot is the slot of the variable that says whether a player has chosen.
func (s *Session) chosenSlot(player int) int {
	return s.apiGame.Layout.VarSlot(s.game.VarChosen, player)
}

// decided reports whether a player has chosen in a phase in which all do.
func (s *Session) decided(player int) bool { return s.state.Var(s.chosenSlot(player)).True() }

// Waiting lists the players who have yet to choose, in a phase in which all
// choose before anything is resolved; it is nil in other phases. The first of them
// is the acting player, unless one answers a question; the others may act as well.
func (s *Session) Waiting() (players []int) {
	if s.simultaneousPhase() == nil {
		return nil
	}
	players = []int{}
	for player := 1; player <= s.Players(); player++ {
		if !s.decided(player) {
			players = append(players, player)
		}
	}
	return players
}

// MayAct reports whether a player, counted from 1, may give a command now.
func (s *Session) MayAct(player int) bool {
	if player == s.Player() {
		return true
	}
	return s.state.Pending() == nil && s.simultaneousPhase() != nil && player >= 1 && player <= s.Players() && !s.decided(player)
}

// actors returns the players who may give a command now.
func (s *Session) actors() audience {
	actor := s.Player()
	may := audience(1) << actor
	if s.state.Pending() == nil && s.simultaneousPhase() != nil {
		for player := 1; player <= s.Players(); player++ {
			if player != actor && !s.decided(player) {
				may |= 1 << player
			}
		}
	}
	return may
}

// nameless reports whether an entity can be named by its label only: it is
// concealed, and the session is seen from a seat.
func (s *Session) nameless(id state.ID) bool { return s.seated && s.Concealed(id) }

// As runs a job with the session as seen from a seat: its player, who may act,
// counts as the acting one, and concealed entities have no names.
func (s *Session) As(player int, job func()) {
	was := s.seated
	s.seated = true
	defer func() { s.seated = was }()
	actor := s.state.Var(rules.VarActor)
	if player == s.Player() || !s.MayAct(player) {
		job()
		return
	}
	s.state.OverwriteVar(rules.VarActor, state.Num(float64(player)))
	job()
	s.state.OverwriteVar(rules.VarActor, actor)
	s.sampler.found = false
}

// SampleAs is Sample for any player who may act.
func (s *Session) SampleAs(player int, luck *random.Stream) (c Command, ok bool, problem *diag.Diagnostic) {
	s.As(player, func() { c, ok, problem = s.Sample(luck) })
	return c, ok, problem
}

// addressed splits the player off a command that begins with @PLAYER, as those
// do that are given before the acting player has chosen; 0 is the acting player.
func addressed(words []word) (player int, rest []word) {
	if number, ok := strings.CutPrefix(words[0].text, "@"); ok && !words[0].inQuotes {
		if n, err := strconv.Atoi(number); err == nil && n > 0 {
			return n, words[1:]
		}
	}
	return 0, words
}

// Addressee returns the player, counted from 1, whose command a text is if it
// begins with @PLAYER, and otherwise 0.
func Addressee(text string) int {
	if !strings.HasPrefix(strings.TrimSpace(text), "@") {
		return 0
	}
	player, _ := addressed(split(text))
	return player
}

// IsCommand reports whether a text begins like a command of the game, perhaps with
// @PLAYER before it.
func (s *Session) IsCommand(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || Addressee(text) > 0 {
		return len(words) > 0
	}
	return words[0] == "use" || words[0] == "lua" || words[0] == rules.Answer && s.PendingQuestion() != nil ||
		slices.Contains(s.game.CommandNames(), words[0])
}

// giveRefusal returns the refusal of commands addressed to this player, or nil; 0 is
// the acting player. A seat looks as its own player only: what another could do is
// hidden from it.
func (s *Session) giveRefusal(player int) *diag.Message {
	if player > 0 && (!s.MayAct(player) || s.seated && player != s.Player()) {
		return rules.Refuse("other-turn", s.Player())
	}
	return nil
}

// readOnlyAs is readOnly, seen as by the player who gives a command; 0 is the acting
// player.
func (s *Session) readOnlyAs(player int, job func()) (problem *diag.Diagnostic) {
	if player == 0 {
		return s.readOnly(job)
	}
	s.As(player, func() { problem = s.readOnly(job) })
	return problem
}

// address returns what begins the text of a command of a player who is not the
// acting one.
func address(player int) string { return "@" + strconv.Itoa(player) + " " }

// takeTurn makes the player who gives the running command the acting one, if
// that player may act, and reports whether the acting player was another.
func (s *Session) takeTurn(player int) bool {
	if player == 0 || player == s.Player() || !s.MayAct(player) {
		return false
	}
	s.setVar(rules.VarActor, state.Num(float64(player)))
	s.host.Acting = player
	return true
}

// beginSimultaneous begins a simultaneous phase: no participant has chosen yet, and the
// first of them acts.
func (s *Session) beginSimultaneous(p *rules.Phase) {
	for player := 1; player <= s.Players(); player++ {
		s.host.Acting = player
		out := !s.callReadOnly(p.Together, s.self(), nil).True()
		s.setVar(s.chosenSlot(player), state.Truth(out))
	}
	s.nextChooser(p)
}

// recordChoice records that the player who has just acted has chosen in a phase in
// which all do. It does nothing if the command has left the phase, or only answered
// a question or reacted to something: the command that led there counts, and the
// next player chooses when nothing is pending any more.
func (s *Session) recordChoice(p *rules.Phase, player int, interrupted bool) {
	if p == nil || s.Over() || s.running.next != nil {
		return
	}
	if !interrupted {
		s.setVar(s.chosenSlot(player), state.Truth(true))
	}
	s.running.choosing = p
}

// nextChooser makes the next player who has yet to choose the acting one. When all have,
// the phase is resolved.
func (s *Session) nextChooser(p *rules.Phase) {
	for player := 1; player <= s.Players(); player++ {
		if !s.decided(player) {
			s.setVar(rules.VarActor, state.Num(float64(player)))
			s.host.Acting = player
			return
		}
	}
	s.setVar(rules.VarActor, state.Num(1))
	s.host.Acting = 1
	s.running.resolved = true
	s.call(p.Resolve, s.self(), nil)
	if s.running.next == nil {
		s.running.next = p // everyone chooses again
	}
}
