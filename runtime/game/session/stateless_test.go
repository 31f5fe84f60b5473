package session_test

import (
	"fmt"
	"os"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// came returns the whole result of a command as text.
func came(s *session.Session, r session.Result) string {
	text := fmt.Sprint(s.Hash(), r.Refusal, r.Problem, r.Messages, r.Fuel, len(r.Changes))
	for _, c := range r.Changes {
		text += fmt.Sprint(c.Op, c.Slot, c.From, c.To, ";")
	}
	for _, e := range r.Events {
		text += fmt.Sprint(e.Event, e.Args, ";")
	}
	return text
}

// use plays random commands, so that a VM has loaded and run many scripts in an
// order of its own.
func use(t *testing.T, s *session.Session, commands int, luck *random.Stream) {
	t.Helper()
	for range commands {
		c, ok, problem := s.Sample(luck)
		if problem != nil {
			t.Fatal(problem)
		}
		if !ok {
			return
		}
		s.Do(c)
	}
}

// TestCommandsDependOnlyOnTheState checks that a command gives the same
// state, changes, texts, events and fuel on a new VM, on one that has run a
// hundred commands, on one that has loaded the scripts in another order, and
// after undo and redo.
func TestCommandsDependOnlyOnTheState(t *testing.T) {
	n := 40
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		n = 3000
	}
	c, tried := shipped.Content(t), 0
	for _, g := range c.Games() {
		s := opened(t, c, g.ID(), 5)
		luck, other := random.New(6, g.ID()), random.New(7, g.ID())
		used, shuffled := s.Fork(nil), s.Fork(nil)
		use(t, used, 100, &other)
		for i := range n {
			command, ok, problem := s.Sample(&luck)
			if problem != nil {
				t.Fatal(problem)
			}
			if !ok {
				s = opened(t, c, g.ID(), uint64(100+i))
				used, shuffled = s.Fork(nil), s.Fork(nil)
				use(t, used, 100, &other)
				continue
			}
			text := s.Format(command)
			fresh := s.Fork(nil)
			want := came(fresh, fresh.Do(command))
			s.Fork(used) // keeps its VM
			use(t, shuffled, 3, &other)
			s.Fork(shuffled)
			got := map[string]string{"after a hundred commands": came(used, used.Do(command)), "loaded in another order": came(shuffled, shuffled.Do(command))}
			before := s.Hash()
			result := s.Do(command)
			got["in its session"] = came(s, result)
			after := s.Hash()
			if s.Undo(1) != 1 || s.Hash() != before || s.Redo(1) != 1 || s.Hash() != after || s.Undo(1) != 1 {
				t.Fatalf("%s: %q is not undone and redone", g.ID(), text)
			}
			got["after it was undone"] = came(s, s.Do(command))
			for how, came := range got {
				if came != want {
					t.Fatalf("%s: %q comes to\n%s\non a fresh VM, and %s to\n%s", g.ID(), text, want, how, came)
				}
			}
			tried++
		}
	}
	if tried < 3*n {
		t.Errorf("only %d commands were tried", tried)
	}
}
