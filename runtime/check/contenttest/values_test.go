package contenttest

import (
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/game/state"
)

// TestNumbersAreComparedUpToRounding checks that a test may expect the result
// that a person would compute, without the rounding errors of fractions.
func TestNumbersAreComparedUpToRounding(t *testing.T) {
	tenth, fifth := 0.1, 0.2
	for _, c := range []struct {
		got, want float64
		same      bool
	}{
		{tenth + fifth, 0.3, true},
		{0.3001, 0.3, false},
		{3, 3, true},
		{3, 4, false},
		{1e15 + 1, 1e15, false},
		{3 - 1e-15, 3, true},
		{0, 1e-15, true},
	} {
		want := def.NewNumber(def.Position{}, c.want)
		if same := (&test{}).same(state.Num(c.got), want); same != c.same {
			t.Errorf("%v for %v: %v, expected %v", c.got, c.want, same, c.same)
		}
	}
}
