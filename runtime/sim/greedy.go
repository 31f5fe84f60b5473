package sim

import (
	"cmp"
	"context"
	"math"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// imagined is the number of samples that greedy draws of the hidden
// information.
const imagined = 4

// greedy looks one command ahead: it chooses the command that leads to the best
// situation by the game's heuristic, averaged over what it cannot know. It does
// not return to a situation while there is something else to do.
type greedy struct {
	fork    *session.Session
	from    session.Imagining
	samples [imagined]sample
	ahead   []prospect
	memory  memory
}

// sample is one possibility of what greedy cannot know.
type sample struct {
	state   state.State
	drawn   bool
	guessed bool // see Imagine
}

// prospect is a command with the value of the situation it leads to.
type prospect struct {
	command session.Command
	worth   float64
	order   uint64 // breaks ties
}

func (b *greedy) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	commands, problem := s.Legal(0)
	if problem != nil || len(commands) == 0 {
		return session.Command{}, false, problem
	}
	b.fork, b.ahead = s.Fork(b.fork), b.ahead[:0]
	s.Imagining(&b.from)
	for i := range b.samples {
		b.samples[i].drawn = false
	}
	seed := luck.Below(1 << 63)
	for _, c := range commands {
		if ctx.Err() != nil {
			return c, false, nil
		}
		worth, problem := b.try(c, s.Player(), seed)
		if problem != nil {
			return c, false, problem
		}
		b.ahead = append(b.ahead, prospect{c, worth, luck.Below(1 << 63)})
	}
	slices.SortFunc(b.ahead, func(x, y prospect) int {
		return cmp.Or(cmp.Compare(y.worth, x.worth), cmp.Compare(x.order, y.order))
	})
	best, problem := b.memory.first(s, b.fork, &b.from, luck, len(b.ahead), func(i int) session.Command { return b.ahead[i].command })
	return b.ahead[best].command, problem == nil, problem
}

// try returns the total value of the situations that a command leads to, which is
// minus infinity if it is not possible in any. Every command is tried in the same
// imagined situations.
func (b *greedy) try(c session.Command, player int, seed uint64) (total float64, problem *diag.Diagnostic) {
	possible := false
	for i := range b.samples {
		if problem := b.imagine(i, seed); problem != nil {
			return total, problem
		}
		if r := b.fork.Do(c); r.Problem != nil {
			if b.samples[i].guessed {
				continue
			}
			return total, r.Problem
		} else if r.Refusal != nil {
			continue // a card imagined in this sample forbids it
		}
		worth, problem := worthTo(b.fork, player)
		if problem != nil {
			return total, problem
		}
		possible, total = true, total+worth
	}
	if !possible {
		return math.Inf(-1), nil
	}
	return total, nil
}

// imagine puts the fork into an imagined situation, which is drawn for the first
// command.
func (b *greedy) imagine(i int, seed uint64) (problem *diag.Diagnostic) {
	sample := &b.samples[i]
	if sample.drawn {
		b.fork.Return(&sample.state)
		return nil
	}
	luck := random.New(seed+uint64(i), "imagine")
	if sample.guessed, problem = b.fork.ImagineFrom(&b.from, &luck); problem == nil {
		b.fork.State().CopyTo(&sample.state)
		sample.drawn = true
	}
	return problem
}

// decided is the value of a decided game, greater than any heuristic.
const decided = 1e12

// worthTo returns the value of a situation for a player; a won game has the
// highest. With several players, the heuristic decides who has won.
func worthTo(s *session.Session, player int) (float64, *diag.Diagnostic) {
	worth, problem := s.HeuristicValue(player)
	if problem != nil || !s.Over() {
		return worth, problem
	}
	share, problem := victory(s, player)
	return worth + float64((2*share-1)*decided), problem
}

// victory returns a player's share in the victory at the end of a game, from 0
// to 1.
func victory(s *session.Session, player int) (float64, *diag.Diagnostic) {
	outcome, _ := s.Outcome()
	if outcome != rules.Won {
		return 0, nil
	}
	if s.Players() == 1 {
		return 1, nil
	}
	own, problem := s.HeuristicValue(player)
	equals := 1
	for other := 1; other <= s.Players() && problem == nil; other++ {
		if other == player {
			continue
		}
		var worth float64
		if worth, problem = s.HeuristicValue(other); worth > own {
			return 0, problem
		} else if worth == own {
			equals++
		}
	}
	return 1 / float64(equals), problem
}
