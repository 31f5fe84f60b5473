package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Clock is the time that a player has for the current choice. A session reads no
// clock: the program that runs the game does, and calls Timeout.
type Clock struct {
	// Player is whose time it is, counted from 1.
	Player int `json:"player"`
	// Seconds is the time for the whole choice.
	Seconds float64 `json:"seconds"`
	// Since is the number of the command after which the choice began. As long as
	// it is the same, so is the choice.
	Since int `json:"since"`
}

// clock returns the time limit of the current choice, or nil.
func (s *Session) clock() *rules.Clock {
	if s.game.VarSince == 0 || s.Over() {
		return nil
	}
	if d, _ := s.Window(); d != nil {
		return d.Clock
	}
	if p := s.Phase(); p != nil {
		return p.Clock
	}
	return nil
}

// Clocks lists the players who may act now and have limited time for it.
func (s *Session) Clocks() (out []Clock) {
	c, may := s.clock(), s.playersWithClock()
	for player := 1; player <= s.Players(); player++ {
		if may.has(player) {
			out = append(out, Clock{player, c.Seconds, int(s.state.Var(s.sinceSlot(player)).Num)})
		}
	}
	return out
}

// Timeout ends a choice whose time has run out, in the way the content says. It
// is refused unless c is one of Clocks.
func (s *Session) Timeout(c Clock) Result {
	if !slices.Contains(s.Clocks(), c) {
		return Result{Refusal: rules.Refuse("no-clock")}
	}
	s.choice = nil // nobody completes it in time
	return s.Do(Command{Player: c.Player, Action: rules.Timeout})
}

// sinceSlot is the slot of the variable that says when a player's choice began.
func (s *Session) sinceSlot(player int) int {
	return s.apiGame.Layout.VarSlot(s.game.VarSince, player)
}

// playersWithClock returns the players who have a clock.
func (s *Session) playersWithClock() (players audience) {
	if s.clock() != nil {
		players = s.actors()
	}
	return players
}

// startClocks starts the clocks of the choices that begin after a command. The
// clock of a player who could already act, and has not, keeps running unless a
// phase has been entered.
func (s *Session) startClocks(acted int, could audience) {
	may := s.playersWithClock()
	for player := 1; may != 0 && player <= s.Players(); player++ {
		if may.has(player) && (!could.has(player) || player == acted || s.running.entered > 0) {
			s.setVar(s.sinceSlot(player), s.state.Var(rules.VarTurn))
		}
	}
}

// isTimeout reports whether a command is a timeout.
func (s *Session) isTimeout(c *Command) bool {
	return c.Action == rules.Timeout && c.Item == state.None && s.game.VarSince != 0
}

// timeoutCommand returns the command for the acting player when the time has run out:
// the first legal answer to a question; or the one that the content declares,
// by a hook or an action; or a pass in a window; or the first legal command.
func (s *Session) timeoutCommand() (a *rules.Action, c *Command, reason *diag.Message) {
	clock := s.clock()
	if clock == nil || !s.MayAct(s.running.command.Player) && s.running.command.Player != 0 {
		return nil, nil, rules.Refuse("no-clock")
	}
	if clock.Hook != nil && s.PendingQuestion() == nil {
		return &rules.Action{Name: rules.Timeout, Hook: clock.Hook}, &Command{}, nil
	}
	var legal []Command
	first := func(a *rules.Action, begin Command) bool {
		s.complete(a, s.selfOf(&begin), begin, 1, &legal)
		return len(legal) > 0
	}
	if a = clock.Action; a != nil && s.PendingQuestion() == nil && first(a, Command{Action: a.Name}) {
		return a, &legal[0], nil
	}
	if d := s.window(); d != nil {
		return d.Offered[len(d.Actions)], &Command{}, nil
	}
	for _, a = range s.availableActions() {
		if first(a, Command{Action: a.Name}) {
			return a, &legal[0], nil
		}
	}
	for id := range s.usable {
		if a = s.item(id).Use; a != nil && first(a, Command{Item: id}) {
			return a, &legal[0], nil
		}
	}
	return nil, nil, rules.Refuse("no-way-out")
}
