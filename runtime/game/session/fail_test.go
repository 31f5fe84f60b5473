package session_test

import (
	"testing"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// moment is everything that a failed command must leave unchanged.
type moment struct {
	hash     string
	turn     int
	undo     int
	redo     int
	outcome  string
	position int
}

func now(s *session.Session) moment {
	undo, redo := s.History()
	outcome, _ := s.Outcome()
	return moment{s.Hash(), s.Turn(), undo, redo, outcome, s.State().Position()}
}

// sameViews checks that no view still shows the effects of a failed command.
func sameViews(t *testing.T, s *session.Session, after string) {
	t.Helper()
	fresh := s.Fork(nil)
	for i, v := range s.Game().Views {
		got, _ := s.View(v)
		if want, _ := fresh.View(fresh.Game().Views[i]); got != want {
			t.Fatalf("after %s view %s shows %s instead of %s", after, v.Name, got, want)
		}
	}
}

// often is the number of attempts to break a command, each with different
// targets.
const often = 2

// everywhere plays n random legal commands of every game. Before each action
// and use that has been tried less than often, it calls fail, which tries to
// break the command. The command must then lead to the same state as in a game
// where nothing was tried.
func everywhere(t *testing.T, n int, fail func(t *testing.T, s *session.Session, c session.Command)) {
	tried := map[string]int{}
	games(t, n, func(t *testing.T, played *session.Session, hashes []string, o session.Options) {
		s := opened(t, played.Content(), played.Game().ID(), o.Seed)
		for turn, text := range played.Commands() {
			s.SetFuel(o.Fuel)
			c, refusal, problem := s.Parse(text)
			if refusal != nil || problem != nil {
				t.Fatalf("%q: %s %v", text, refusal, problem)
			}
			what := t.Name() + " " + c.Action
			if c.Item != state.None {
				what += s.Definition(c.Item).ID
			}
			if tried[what]++; tried[what] <= often {
				fail(t, s, c)
				s.SetFuel(o.Fuel)
				sameViews(t, s, "trying "+text)
			}
			if r := s.Do(c); !r.OK() || s.Hash() != hashes[turn+1] {
				t.Fatalf("after failures %q leads elsewhere: refused %q, problem %v", text, r.Refusal, r.Problem)
			}
		}
	})
	t.Logf("%d commands were tried", len(tried))
}

// counted returns how many API calls a command makes.
func counted(s *session.Session, c session.Command) (n int) {
	fork := s.Fork(nil)
	fork.CountCalls(&n)
	fork.Do(c)
	return n
}

func TestAHookThatFailsAtAnyAPICallLeavesTheGameUntouched(t *testing.T) {
	calls := 0
	everywhere(t, 1500, func(t *testing.T, s *session.Session, c session.Command) {
		before, text := now(s), s.Format(c)
		for n := range counted(s, c) {
			calls++
			s.FailAt(n + 1)
			r := s.Do(c)
			if r.Problem == nil || r.Problem.Code != "script/runtime" || r.Problem.Place.Line == 0 {
				t.Fatalf("%q with call %d failing: refused %q, problem %v", text, n, r.Refusal, r.Problem)
			}
			if r.Changes != nil || r.Messages != nil || r.Events != nil || now(s) != before {
				t.Fatalf("%q failed at call %d (%v) and left something behind", text, n, r.Problem)
			}
		}
	})
	t.Logf("%d calls were made to fail", calls)
}

func TestACommandThatRunsOutOfFuelAnywhereLeavesTheGameUntouched(t *testing.T) {
	cuts := 0
	choose := lucky(5)
	everywhere(t, 1500, func(t *testing.T, s *session.Session, c session.Command) {
		before, text, takes := now(s), s.Format(c), s.Fork(nil).Do(c).Fuel
		// A long command is cut off at some points only.
		for fuel := int64(1); fuel < takes; fuel += 1 + choose.Int64N(1+takes/25) {
			cuts++
			s.SetFuel(fuel)
			r := s.Do(c)
			if r.Problem == nil || r.Problem.Code != "script/fuel" || r.Problem.Place.Line == 0 {
				t.Fatalf("%q with %d units of fuel: refused %q, problem %v", text, fuel, r.Refusal, r.Problem)
			}
			if now(s) != before {
				t.Fatalf("%q was cut after %d units (%v) and left something behind", text, fuel, r.Problem)
			}
		}
		fork := s.Fork(nil)
		fork.SetFuel(takes)
		if r := fork.Do(c); !r.OK() || r.Fuel != takes {
			t.Fatalf("%q with just enough fuel, %d units: takes %d, problem %v", text, takes, r.Fuel, r.Problem)
		}
	})
	t.Logf("%d commands were cut", cuts)
}

func TestAStartThatRunsOutOfFuelFails(t *testing.T) {
	c := build(t, tiny)
	for fuel := int64(1); fuel < 2000; fuel++ {
		s, problem := session.New(c, "tiny", session.Options{Seed: 1, Fuel: fuel})
		if (s == nil) == (problem == nil) {
			t.Fatalf("with %d units of fuel there are a game %v and a problem %v", fuel, s, problem)
		}
		if s != nil {
			if fuel < 5 || s.Hash() != play(t).Hash() {
				t.Fatalf("it starts with %d units of fuel, or otherwise", fuel)
			}
			return
		}
		if problem.Code != "script/fuel" {
			t.Fatal(problem)
		}
	}
	t.Fatal("it never starts")
}
