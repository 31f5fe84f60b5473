package random

import (
	"testing"

	"pgregory.net/rapid"
)

// TestNumbersAreGolden checks that a seed gives the same numbers on every
// machine. A change of these numbers breaks every save and replay.
func TestNumbersAreGolden(t *testing.T) {
	s := New(7, "dice")
	want := []int64{6, 6, 1, 4, 6, 4, 3, 1}
	for i, w := range want {
		if got := s.Between(1, 6); got != w {
			t.Errorf("roll %d: got %d, want %d", i, got, w)
		}
	}
}

func TestStreamsAreIndependent(t *testing.T) {
	a, b := New(7, "dice"), New(7, "loot")
	if a == b {
		t.Error("two names gave one stream")
	}
	before := b
	a.Unit()
	if b != before {
		t.Error("drawing from one stream moved another")
	}
}

func TestEveryFaceIsEquallyLikely(t *testing.T) {
	s := New(1, "faces")
	const rolls = 60_000
	var count [7]int
	for range rolls {
		count[s.Between(1, 6)]++
	}
	// Chi-squared with 5 degrees of freedom exceeds 20.5 once in 1,000 runs.
	chi := 0.0
	for _, c := range count[1:] {
		d := float64(c) - rolls/6
		chi += d * d / (rolls / 6)
	}
	if chi > 20.5 {
		t.Errorf("chi-squared %.1f: %v", chi, count[1:])
	}
}

func TestSavedStreamsContinue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New(rapid.Uint64().Draw(t, "seed"), rapid.String().Draw(t, "name"))
		for range rapid.IntRange(0, 20).Draw(t, "draws") {
			s.Unit()
		}
		text, err := s.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Stream
		if err := back.UnmarshalText(text); err != nil {
			t.Fatal(err)
		}
		if back != s || back.Below(1<<40) != s.Below(1<<40) {
			t.Fatal("the restored stream differs")
		}
	})
}

func TestBetweenStaysInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New(rapid.Uint64().Draw(t, "seed"), "range")
		low := rapid.Int64Range(-1<<53, 1<<53).Draw(t, "low")
		high := rapid.Int64Range(low, 1<<53).Draw(t, "high")
		if n := s.Between(low, high); n < low || n > high {
			t.Fatalf("%d is outside %d..%d", n, low, high)
		}
	})
}
