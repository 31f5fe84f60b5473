package board

import (
	"testing"

	"sleight/runtime/game/state"
)

// TestNumbersDistinguishEqualNames checks that an entity's number distinguishes it
// from others with the same name.
func TestNumbersDistinguishEqualNames(t *testing.T) {
	for _, c := range []struct {
		value state.Value
		want  string
	}{
		{state.Num(7), "Gem 7"},
		{state.Num(0.30000000000000004), "Gem 0.3"},
		{state.Num(0), "Gem"},
		{state.Str("red"), "Gem"},
	} {
		if got := withNumber("Gem", &state.KindDecl{}, c.value); got != c.want {
			t.Errorf("with %s it is called %q, expected %q", c.value, got, c.want)
		}
	}
}
