package sim

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
)

// memory records the situations that a bot has chosen in its game, so that it
// does not repeat them.
type memory struct {
	seen map[string]bool // situations it has chosen
	seed uint64          // of the game
}

// first returns the index of the first of n commands, best first, that leads to
// a situation not chosen before, or 0 if there is none. The fork imagines the situation.
func (m *memory) first(s, fork *session.Session, from *session.Imagining, luck *random.Stream, n int, command func(int) session.Command) (int, *diag.Diagnostic) {
	if m.seen == nil || m.seed != s.State().Seed {
		m.seen, m.seed = map[string]bool{}, s.State().Seed
	}
	for i := range n {
		if _, problem := fork.ImagineFrom(from, luck); problem != nil {
			return 0, problem
		}
		fork.Do(command(i))
		if situation := fork.SituationOf(s.Player()); !m.seen[situation] {
			m.seen[situation] = true
			return i, nil
		}
	}
	return 0, nil
}

// unlessGuessed returns the problem of a game that a bot imagines, or nil if
// hidden values were guessed: the rules may not allow such a game.
func unlessGuessed(guessed bool, problem *diag.Diagnostic) *diag.Diagnostic {
	if guessed {
		return nil
	}
	return problem
}
