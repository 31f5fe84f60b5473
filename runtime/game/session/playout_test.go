package session_test

import (
	"slices"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// TestPlayoutsAreOrdinaryPlay checks that what searches use in place of Fork, Imagine,
// Sample, Do, Legal and Format does the same.
func TestPlayoutsAreOrdinaryPlay(t *testing.T) {
	for seed := range uint64(20) {
		s := bazaar.New(t, seed)
		var from session.Imagining
		s.Imagining(&from)
		slow, fast := s.Fork(nil), s.Fork(nil)
		var memory []session.Command
		for again := range uint64(3) {
			slowLuck, fastLuck := random.New(again, "playout"), random.New(again, "playout")
			slow = s.Fork(slow)
			guessed, problem := slow.Imagine(&slowLuck)
			again, repeated := fast.ImagineFrom(&from, &fastLuck)
			if guessed != again || problem != nil || repeated != nil || slow.Hash() != fast.Hash() || slowLuck != fastLuck {
				t.Fatalf("seed %d: another situation is imagined: %v %v %v %v", seed, guessed, again, problem, repeated)
			}
			for range 60 {
				want, _ := slow.Legal(0)
				memory, _ = fast.LegalIn(memory, 0)
				if !slices.EqualFunc(want, memory, func(a, b session.Command) bool {
					return slow.Format(a) == string(fast.AppendCommand(nil, &b))
				}) {
					t.Fatalf("seed %d: %v and %v are legal", seed, want, memory)
				}
				c, ok, problem := slow.Sample(&slowLuck)
				if ok && problem == nil {
					problem = slow.Do(c).Problem
				}
				done, failed := fast.DoSample(&fastLuck)
				if done != ok || (problem == nil) != (failed == nil) || slow.Hash() != fast.Hash() || slowLuck != fastLuck {
					t.Fatalf("seed %d: %q was done in one, not in the other: %v %v %v %v", seed, slow.Format(c), ok, done, problem, failed)
				}
			}
		}
	}
}

// TestCostsComeBeforeConditions checks that no script is asked about an action that
// cannot be paid, unless somebody wants to know the reason.
func TestCostsComeBeforeConditions(t *testing.T) {
	const game = `kind: game
id: shop
variables: {gold: {start: 0, min: 0}}
actions:
  buy: {cost: {gold: 2}, requires: [{that: vars.gold + nil > 1, else: Sold out}]}
  work: {}
phases: {play: {actions: [buy, work]}}
lua: |
  return { do_buy = function() end, do_work = function() change(vars, "gold", 1) end }
`
	s := opened(t, bazaar.Written(t, "shop", game), "shop", 1)
	luck := random.New(1, "shop")
	for gold, fails := range []bool{false, false, true} {
		commands, problem := s.Legal(0)
		if len(commands) != 1 || (problem != nil) != fails {
			t.Errorf("with %d gold, %d commands are legal: %v", gold, len(commands), problem)
		}
		if _, problem := s.Offers(); problem == nil {
			t.Errorf("with %d gold, no reason is looked for", gold)
		}
		failed := false
		for range 20 {
			_, _, problem := s.Sample(&luck)
			failed = failed || problem != nil
		}
		if failed != fails {
			t.Errorf("with %d gold, sampling fails: %v", gold, failed)
		}
		run(t, s, "work")
	}
}
