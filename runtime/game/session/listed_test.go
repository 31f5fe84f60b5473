package session_test

import (
	"cmp"
	"slices"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/shipped"
)

// TestListingsFollowTheirZones checks that unordered zones are listed as they are now,
// whatever has changed them: commands, undoing, copying, and imagining what is hidden.
func TestListingsFollowTheirZones(t *testing.T) {
	listed := 0
	check := func(s *session.Session, after string) {
		l := s.State().Layout
		for slot := range l.ZoneSlots() {
			d, _ := l.ZoneDecl(slot)
			if !d.Unordered || s.HiddenFrom(slot, 1) {
				continue
			}
			key := func(id state.ID) string { return s.State().Prototype(id).Key }
			want := slices.SortedFunc(slices.Values(s.State().Zone(slot)), func(a, b state.ID) int {
				return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a, b))
			})
			if got := s.ListedFor(slot, 1); !slices.Equal(got, want) {
				t.Fatalf("after %s, %s is listed as %v, not %v", after, d.Name, got, want)
			}
			listed += len(want)
		}
	}
	s, problem := session.New(shipped.Content(t), "spring_tide", session.Options{Seed: 4})
	if problem != nil {
		t.Fatal(problem)
	}
	luck := random.New(5, "listed")
	var fork *session.Session
	for i := range 400 {
		c, ok, problem := s.Sample(&luck)
		if problem != nil {
			t.Fatal(problem)
		}
		if !ok {
			if problem := s.Restart(uint64(i)); problem != nil {
				t.Fatal(problem)
			}
			check(s, "a restart")
			continue
		}
		if r := s.Do(c); !r.OK() {
			t.Fatal(r.Problem, r.Refusal)
		}
		check(s, s.Format(c))
		if i%5 == 0 {
			s.Undo(1)
			check(s, "undoing it")
		}
		fork = s.Fork(fork)
		check(fork, "a fork")
		if _, problem := fork.Imagine(&luck); problem != nil {
			t.Fatal(problem)
		}
		check(fork, "imagining")
		fork.Resample(1, &luck)
		check(fork, "sampling again")
	}
	if listed == 0 {
		t.Error("nothing was listed")
	}
}
