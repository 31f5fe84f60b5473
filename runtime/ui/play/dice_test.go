package play

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/board"
	"sleight/tests/shipped"
)

// TestDiceHaveRoomForTheirWords checks that a die is as wide as the word on it, and that
// a word that is wider than any die ends with a mark, whatever is omitted.
func TestDiceHaveRoomForTheirWords(t *testing.T) {
	m := screen(t, shipped.Content(t), "manipulation", 1, 0, 80, 24)
	die := func(word string) board.Entity {
		return board.Entity{Label: "z9", Die: &board.Die{Sides: 6, Value: 2, Word: word, Color: "black"}}
	}
	for m.density = grand; m.density <= tight; m.density++ {
		for word, want := range map[string]string{"schwarz": "schwarz", "Unterwasserwelt": "…"} {
			boxes := m.boxes([]board.Entity{die("red"), die(word)})
			if got := ansi.Strip(strings.Join(boxes[1].lines, "\n")); !strings.Contains(got, want) || boxes[0].width() != boxes[1].width() || boxes[1].width() > widestDie {
				t.Errorf("density %d: %q is\n%s", m.density, word, got)
			}
		}
	}
}
