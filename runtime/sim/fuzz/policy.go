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

// policies are the ways to play, one after another.
var policies = []func() sim.Bot{
	func() sim.Bot { return chance{} },
	func() sim.Bot { return &rare{done: map[string]int{}} },
	func() sim.Bot { return edge{last: false} },
	func() sim.Bot { return edge{last: true} },
	func() sim.Bot { return &spoiler{} },
}

// chance does anything.
type chance struct{}

func (chance) Choose(_ context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	return s.Sample(luck)
}

// strays is how often a policy with a will of its own does anything: once in so
// many commands, so that it does not go in circles for ever.
const strays = 4

// choose lets a policy prefer among what is legal: the least wins.
func choose(ctx context.Context, s *session.Session, luck *random.Stream, cost func(i int, c session.Command) float64) (session.Command, bool, *diag.Diagnostic) {
	if luck.Below(strays) == 0 {
		return s.Sample(luck)
	}
	legal, problem := s.Legal(mostLegal)
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

// mostLegal is among how many legal commands a policy chooses.
const mostLegal = 200

// edge does what is listed first, or last: hands are emptied, limits reached,
// the same thing done again and again.
type edge struct{ last bool }

func (e edge) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	return choose(ctx, s, luck, func(i int, _ session.Command) float64 {
		if e.last {
			return float64(-i)
		}
		return float64(i)
	})
}

// rare does what it has seldom done, so that every action and item has its
// turn.
type rare struct{ done map[string]int }

func (r *rare) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	c, ok, problem := choose(ctx, s, luck, func(_ int, c session.Command) float64 {
		return float64(r.done[sort(s, c)]) + luck.Unit()
	})
	if ok {
		r.done[sort(s, c)]++
	}
	return c, ok, problem
}

// sort names what a command does: its action, or what is used.
func sort(s *session.Session, c session.Command) string {
	if c.Action == "" {
		return s.Definition(c.Item).Key()
	}
	return c.Action
}

// spoiler does what leads to the worst situation by the game's heuristic:
// nothing is left, and everything is wasted.
type spoiler struct{ fork *session.Session }

func (p *spoiler) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	var fault *diag.Diagnostic
	c, ok, problem := choose(ctx, s, luck, func(_ int, c session.Command) float64 {
		p.fork = s.Fork(p.fork)
		if r := p.fork.Do(c); !r.OK() {
			return math.Inf(-1) // the game itself will say what is wrong
		}
		if p.fork.Over() {
			return math.MaxFloat64 // there is more to find in a game that goes on
		}
		worth, problem := p.fork.Worth(s.Player())
		if problem != nil {
			fault = problem
		}
		return worth
	})
	if fault != nil {
		return c, false, fault
	}
	return c, ok, problem
}

// nonsense is how often a command is tried that nobody would give: once in so
// many.
const nonsense = 12

// nonsense tries a command put together by chance. It returns what is wrong,
// and the command; one that can be done stays done.
func (f *fuzzer) nonsense(s *session.Session, luck *random.Stream) (*diag.Diagnostic, string) {
	text := f.babble(s, luck)
	before := s.Hash()
	r := s.Run(text)
	switch {
	case r.Problem != nil:
		return r.Problem, text
	case r.Refusal != nil && s.Hash() != before:
		return f.broken("a refused command, %q, changes something", text), text
	}
	s.Cancel()
	return nil, text
}

// babble puts a command together from what commands are made of.
func (f *fuzzer) babble(s *session.Session, luck *random.Stream) string {
	words := []string{"use"}
	if actions := f.drill.game.ActionNames(); luck.Below(2) == 0 && len(actions) > 0 {
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

// plantSome puts some definitions into play, each where it can act.
func (f *fuzzer) plantSome(s *session.Session, luck *random.Stream) {
	all := f.drill.items
	for range planted {
		if len(all) == 0 {
			return
		}
		item := all[luck.Below(uint64(len(all)))]
		if zone := home(s.State().Layout, item.Kind); zone != "" {
			s.Run(fmt.Sprintf("lua add(%q, %q)", item.ID, zone)) // a full zone refuses it
		}
	}
}
