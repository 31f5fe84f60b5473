package seat

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
)

// Choose describes the next choice for a command of the seat, given its text so
// far and the picks. If nothing is left to choose, complete is the text of the
// whole command; the choice is then open only if it has a warning to confirm.
// The game does not change, so other players neither notice nor wait.
func (s *Seat) Choose(text string, picks []string) (c board.Choice, complete string, refusal *diag.Message, problem *diag.Diagnostic) {
	if refusal = s.turnRefusal(); refusal != nil {
		return c, "", refusal, nil
	}
	s.session.As(s.player, func() {
		refusal, problem = s.session.WithChoice(text, picks, func(whole string) {
			complete, c = whole, s.viewer().Choice()
		})
	})
	return c, complete, refusal, problem
}
