package session_test

import (
	"reflect"
	"slices"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
)

// TestResultsDoNotDependOnTheHistory checks that a session without history
// gives the same results as one with it, except for the log.
func TestResultsDoNotDependOnTheHistory(t *testing.T) {
	c := build(t, tiny)
	kept := opened(t, c, "tiny", 1)
	bare, problem := session.New(c, "tiny", session.Options{Seed: 1, NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	events, said := 0, 0
	for i, text := range []string{"ring 2", "roll", "use coin", "ring 1", "roll"} {
		a, b := run(t, kept, text), run(t, bare, text)
		if len(a.Events) != len(b.Events) || len(a.Events) > 0 && !reflect.DeepEqual(a.Events, b.Events) || !slices.Equal(a.Messages, b.Messages) || a.Fuel != b.Fuel {
			t.Errorf("%s: with history\n%+v\nand without\n%+v", text, a, b)
		}
		events, said = events+len(b.Events), said+len(b.Messages)
		if kept.Turn() != i+1 || bare.Turn() != i+1 {
			t.Errorf("after %d commands it is turn %d, and without history %d", i+1, kept.Turn(), bare.Turn())
		}
	}
	if events == 0 {
		t.Error("nothing has happened that this could compare")
	}
	if fresh := kept.Fork(nil); fresh.Turn() != kept.Turn() {
		t.Errorf("a fork of turn %d is at turn %d", kept.Turn(), fresh.Turn())
	}
}

// TestASampledCommandDoesNotChangeLater checks that a sampled command stays
// unchanged while more commands are sampled and done.
func TestASampledCommandDoesNotChangeLater(t *testing.T) {
	s := play(t)
	luck := random.New(3, "sample")
	var given, copies []session.Command
	for range 200 {
		c, ok, problem := s.Sample(&luck)
		if problem != nil || !ok {
			t.Fatal(problem)
		}
		copied := c
		copied.Targets = slices.Clone(c.Targets)
		given, copies = append(given, c), append(copies, copied)
	}
	for i := range given {
		if !slices.Equal(given[i].Targets, copies[i].Targets) {
			t.Fatalf("sample %d was %v and is now %v", i, copies[i].Targets, given[i].Targets)
		}
	}
}
