package sim

import (
	"sleight/runtime/game/session"
)

// memory is what a bot knows of the game it plays, so as not to go in circles.
type memory struct {
	seen map[string]bool // the situations that it chose
	seed uint64          // of the game
}

// first returns which of n commands, the best first, leads to a situation that
// was not chosen before; the best when all were.
func (m *memory) first(s, fork *session.Session, n int, command func(int) session.Command) int {
	if m.seen == nil || m.seed != s.State().Seed {
		m.seen, m.seed = map[string]bool{}, s.State().Seed
	}
	for i := range n {
		s.Fork(fork)
		fork.Do(command(i))
		if situation := fork.Situation(); !m.seen[situation] {
			m.seen[situation] = true
			return i
		}
	}
	return 0
}
