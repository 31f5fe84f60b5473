package state_test

import (
	"testing"

	"pgregory.net/rapid"

	"sleight/runtime/game/state"
)

// retuned is the test game with other numbers: new entities have other start
// values, and gold has another bound.
func retuned(most float64) *table {
	w := newTable()
	w.layout.Vars[varGold].Max = most
	w.die.Start = []state.Value{state.Num(5), state.Truth(true)}
	return w
}

// TestUndoAndRedoAcrossRebind rebinds a state
// between random changes and checks undo and redo.
func TestUndoAndRedoAcrossRebind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newTable()
		s := state.New(w.layout, 7)
		hashes, positions := []string{s.Hash()}, []int{0}
		play := func(w *table) {
			for range rapid.IntRange(0, 8).Draw(t, "commands") {
				s.Begin()
				for range rapid.IntRange(1, 4).Draw(t, "changes") {
					_ = act(t, w, s) // a refused change changes nothing
				}
				s.Commit()
				hashes, positions = append(hashes, s.Hash()), append(positions, s.Position())
			}
		}
		play(w)
		next := retuned(1000)
		if !s.Fits(next.layout, next.prototype) {
			t.Fatal("wider bounds do not fit")
		}
		s.Rebind(next.layout, next.prototype)
		play(next)
		for range 2 {
			for i := range positions {
				i = len(positions) - 1 - i
				if s.Travel(positions[i]); s.Hash() != hashes[i] {
					t.Fatalf("undone to %d it is another state", i)
				}
			}
			for i := range positions {
				if s.Travel(positions[i]); s.Hash() != hashes[i] {
					t.Fatalf("redone to %d it is another state", i)
				}
			}
		}
	})
}

func TestRebindChecksPastValues(t *testing.T) {
	w := newTable()
	s := state.New(w.layout, 1)
	write := func(n float64) {
		s.Begin()
		if problem := s.SetVar(varGold, state.Num(n), state.Until{}); problem != nil {
			t.Fatal(problem)
		}
		s.Commit()
	}
	fits := func(most float64) bool {
		next := retuned(most)
		return s.Fits(next.layout, next.prototype)
	}
	write(8)
	if !fits(8) || fits(7) {
		t.Error("8 gold fits where at most 7 are allowed, or not where 8 are")
	}
	write(2)
	if fits(7) {
		t.Error("8 gold was there, can come back by undoing, and yet fits")
	}
	s.Forget()
	if !fits(7) {
		t.Error("2 gold does not fit")
	}
	s.Begin()
	id, problem := s.Create(w.die, zoneRow, -1, state.Until{})
	if problem == nil {
		problem = s.SetProp(id, 0, state.Num(18), state.Until{})
	}
	if problem == nil {
		problem = s.Remove(id, state.Until{})
	}
	s.Commit()
	next := newTable()
	next.die.Kind.Props[0].Max = 17
	if problem != nil || s.Fits(next.layout, next.prototype) {
		t.Errorf("a die that showed 18 and is gone fits where 17 is the most: %v", problem)
	}
}
