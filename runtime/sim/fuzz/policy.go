package fuzz

import (
	"context"
	"fmt"
	"math"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

// policies lists the ways to play, used in turn.
var policies = []func() sim.Bot{
	func() sim.Bot { return randomPolicy{} },
	func() sim.Bot { return &rarestPolicy{done: map[string]int{}} },
	func() sim.Bot { return extremePolicy{last: false} },
	func() sim.Bot { return extremePolicy{last: true} },
	func() sim.Bot { return &worstPolicy{} },
}

// randomPolicy plays a random legal command.
type randomPolicy struct{}

func (randomPolicy) Choose(_ context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	return s.Sample(luck)
}

// strayInterval makes a policy with preferences play one random command in this many,
// so that it does not repeat itself forever.
const strayInterval = 4

// choose returns the legal command with the lowest cost, or sometimes a random
// one (see strayInterval).
func choose(ctx context.Context, s *session.Session, luck *random.Stream, cost func(i int, c session.Command) float64) (session.Command, bool, *diag.Diagnostic) {
	if luck.Below(strayInterval) == 0 {
		return s.Sample(luck)
	}
	legal, problem := s.Legal(maxLegal)
	if problem != nil || len(legal) == 0 {
		return session.Command{}, false, problem
	}
	best, least := 0, math.Inf(1)
	for i, c := range legal {
		if ctx.Err() != nil {
			return session.Command{}, false, nil
		}
		if x := cost(i, c); x < least {
			best, least = i, x
		}
	}
	return legal[best], true, nil
}

// maxLegal is the maximum number of legal commands that a policy chooses from.
const maxLegal = 200

// extremePolicy plays the first or the last legal command, so that hands are
// emptied, limits are reached and the same command is repeated many times.
type extremePolicy struct{ last bool }

func (e extremePolicy) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	return choose(ctx, s, luck, func(i int, _ session.Command) float64 {
		if e.last {
			return float64(-i)
		}
		return float64(i)
	})
}

// rarestPolicy plays whatever it has played least often, so that every action
// and item is tried.
type rarestPolicy struct{ done map[string]int }

func (r *rarestPolicy) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	c, ok, problem := choose(ctx, s, luck, func(_ int, c session.Command) float64 {
		return float64(r.done[subjectOf(s, c)]) + luck.Unit()
	})
	if ok {
		r.done[subjectOf(s, c)]++
	}
	return c, ok, problem
}

// subjectOf returns what a command is about: its action, or the item used.
func subjectOf(s *session.Session, c session.Command) string {
	if c.Action == "" {
		return s.Definition(c.Item).Key()
	}
	return c.Action
}

// worstPolicy plays the command that leads to the worst situation by the game's
// heuristic, so that everything is wasted and nothing is left.
type worstPolicy struct{ fork *session.Session }

func (p *worstPolicy) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	var failed *diag.Diagnostic
	c, ok, problem := choose(ctx, s, luck, func(_ int, c session.Command) float64 {
		p.fork = s.Fork(p.fork)
		if r := p.fork.Do(c); !r.OK() {
			return math.Inf(-1) // playing the command reports the problem
		}
		if p.fork.Over() {
			return math.MaxFloat64 // a game that goes on may show more faults
		}
		worth, problem := p.fork.HeuristicValue(s.Player())
		if problem != nil {
			failed = problem
		}
		return worth
	})
	if failed != nil {
		return c, false, failed
	}
	return c, ok, problem
}

// nonsenseInterval makes the fuzzer try a nonsensical command once in this many.
const nonsenseInterval = 12

// tryNonsense tries a randomly assembled command. It returns the problem, if any,
// and the command. A command that succeeds is not undone.
func (f *fuzzer) tryNonsense(s *session.Session, luck *random.Stream) (*diag.Diagnostic, string) {
	text := f.randomCommand(s, luck)
	before := s.Hash()
	r := s.Run(text)
	switch {
	case r.Problem != nil:
		return r.Problem, text
	case r.Refusal != nil && s.Hash() != before:
		return f.violation("a refused command, %q, changes something", text), text
	}
	return nil, text
}

// randomCommand assembles a random command from words that occur in commands.
func (f *fuzzer) randomCommand(s *session.Session, luck *random.Stream) string {
	words := []string{"use"}
	if actions := f.explorer.game.ActionNames(); luck.Below(2) == 0 && len(actions) > 0 {
		words = []string{actions[luck.Below(uint64(len(actions)))]}
	}
	labels := []string{"0", "-1", "999999999", "1.5", "none", `""`}
	layout := s.State().Layout
	for i := range layout.Zones {
		labels = append(labels, fmt.Sprint(layout.Zones[i].Label, 1+luck.Below(4)))
	}
	for range luck.Below(4) {
		words = append(words, labels[luck.Below(uint64(len(labels)))])
	}
	return strings.Join(words, " ")
}

// plantSome puts some definitions into play, each in a zone where it can act.
func (f *fuzzer) plantSome(s *session.Session, luck *random.Stream) {
	all := f.explorer.items
	for range plantedItems {
		if len(all) == 0 {
			return
		}
		item := all[luck.Below(uint64(len(all)))]
		if zone := homeZone(s.State().Layout, item.Kind); zone != "" {
			s.Run(fmt.Sprintf(plantPrefix+"%q, %q)", item.ID, zone)) // a full zone refuses it
		}
	}
}
