package session

import (
	"fmt"
	"strconv"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// Undo undoes up to n commands and returns how many it undid.
func (s *Session) Undo(n int) int {
	n = max(0, min(n, s.done-s.undoLimit))
	s.travel(s.done - n)
	return n
}

// Redo redoes up to n undone commands and returns how many it redid.
func (s *Session) Redo(n int) int {
	n = max(0, min(n, len(s.log)-s.done))
	s.travel(s.done + n)
	return n
}

// Goto undoes or redoes commands up to the state after command number turn (0
// is the start), as far as the history reaches, and reports whether it reached
// that state.
func (s *Session) Goto(turn int) bool {
	to := max(s.undoLimit, min(turn+1, len(s.log)))
	s.travel(to)
	return to == turn+1
}

func (s *Session) travel(to int) {
	s.choice, s.sampler.found = nil, false
	s.done = to
	position := 0
	if to > 0 {
		position = s.log[to-1].to
	}
	s.state.Travel(position)
}

// History returns how many commands can be undone and redone.
func (s *Session) History() (undo, redo int) { return s.done - s.undoLimit, len(s.log) - s.done }

// Commands returns the texts of the commands done so far, without the start, as
// Replay takes them.
func (s *Session) Commands() []string {
	var out []string
	for _, e := range s.log[min(1, s.done):s.done] {
		out = append(out, e.Text)
	}
	return out
}

// Replay plays the commands on a new session. It calls each, if not nil, after
// every command with its number (0 for the start). It stops at the first
// command that cannot be done.
func Replay(c *rules.Content, game string, o Options, commands []string, each func(turn int, s *Session)) (*Session, *diag.Diagnostic) {
	s, problem := New(c, game, o)
	if problem != nil {
		return nil, problem
	}
	if each != nil {
		each(0, s)
	}
	for i, text := range commands {
		r := s.Run(text)
		if r.Problem != nil {
			return s, r.Problem
		}
		if r.Refusal != nil {
			d := diag.New("save/content", diag.Place{}, "command %d of the log (%s) is refused: %s", i+1, text, r.Refusal).
				WithHint("the log was made with different content")
			return s, &d
		}
		if each != nil {
			each(i+1, s)
		}
	}
	return s, nil
}

// String summarizes the state of a session for people.
func (s *Session) String() string {
	return fmt.Sprintf("%s, seed %d, after %s", s.game.ID(), s.setup.Seed, commands(max(0, s.Turn())))
}

func commands(n int) string {
	if n == 1 {
		return "1 command"
	}
	return strconv.Itoa(n) + " commands"
}
