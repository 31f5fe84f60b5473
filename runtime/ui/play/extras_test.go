package play

import (
	"fmt"
	"strings"
	"testing"

	"sleight/tests/shipped"
)

// TestSpareLinesShowWhatPlayersNeed checks that a small screen shows costs, the
// beginnings of texts, a legend and pips without a key, and that moving the focus to
// a long description changes nothing else.
func TestSpareLinesShowWhatPlayersNeed(t *testing.T) {
	for _, x := range []struct {
		game string
		keys []string
		want []string
	}{
		{"spring_tide", nil, []string{"Chart 1: ×1", "Fathom: × fight, ! elite"}},
		{"spring_tide", []string{"a", "a", "a"}, []string{
			"Hand (Breath):\n", "b) Hold fast (1): Gain 5 block.", "d) Lee shore (1): Gain 11→3 block", "f) Boathook (1): Deal 6 damage.",
		}},
		{"manipulation", nil, []string{"Dice: ╭─d1────╮", "│   6   │", "e) Nudge (1): Change a die by 1"}},
		{"never_die_guy", nil, []string{"╰─d10───╯ ╰─d8────╯", "fire      death"}},
		{"mana_draw", nil, []string{"│◆ gold │", "d) Mana Prism (Red mana −?): Turn one"}},
	} {
		m := screen(t, shipped.Content(t), x.game, 1, 0, 80, 24)
		press(m, x.keys...)
		got := text(m)
		for _, want := range x.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s after %v: %q is missing:\n%s", x.game, x.keys, want, got)
			}
		}
		before := fmt.Sprint(m.page.foot, " lines, extras ", m.extras)
		for range m.spots {
			press(m, "right")
			if after := fmt.Sprint(m.page.foot, " lines, extras ", m.extras); after != before {
				t.Fatalf("%s after %v: %s become %s with the focus on %s:\n%s", x.game, x.keys, before, after, m.focused().title, text(m))
			}
		}
	}
}
