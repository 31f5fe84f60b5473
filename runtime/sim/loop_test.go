package sim_test

import (
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/sim"
)

// TestAnEndlessGameNamesItsLoop checks the last commands of games that do not
// end.
func TestAnEndlessGameNamesItsLoop(t *testing.T) {
	repeat := func(n int, commands ...string) (out []string) {
		for range n {
			out = append(out, commands...)
		}
		return out
	}
	for _, c := range []struct {
		last []string
		note string
	}{
		{repeat(240, "wait"), "its last commands repeat over and over: wait"},
		{append(repeat(5, "roll", "hold"), repeat(4, "use nap c1", "end_turn")...), "its last commands repeat 4 times: use nap c1; end_turn"},
		{append(repeat(2, "roll"), "hold", "roll", "use nap#2 c1", "use nap c2"), "its last 6 are roll (3), use nap (2), hold (1)"},
		{[]string{"use", "roll", "use"}, "its last 3 are use (2), roll (1)"},
		{repeat(3, strings.Fields("a b c d e f g h")...), "over and over: a; b; c; d; e; f; g; h"},
		{repeat(3, strings.Fields("a b c d e f g h i")...), "a; b; c; d; e; f; g; h; …"},
	} {
		d := sim.EndlessGame(diag.Place{}, 300, c.last)
		if !strings.Contains(d.Message.String(), "after 300 commands: ") || !strings.Contains(d.Message.String(), c.note) ||
			strings.Contains(d.Message.String(), "…") != strings.Contains(c.note, "…") {
			t.Errorf("%v gives %q, expected %q", c.last, d.Message, c.note)
		}
	}
	if d := sim.EndlessGame(diag.Place{}, 300, nil); d.Message.String() != "a game is not over after 300 commands" {
		t.Errorf("without commands it says %q", d.Message)
	}
}
