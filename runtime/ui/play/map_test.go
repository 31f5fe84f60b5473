package play

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/board"
)

// TestAMapShowsItsPlacesAndWays checks the drawing of ranks of different sizes,
// of names in full or in two letters, of paths up, down, across each other and
// level, of the player's position, and of the part ahead if the screen is too
// narrow.
func TestAMapShowsItsPlacesAndWays(t *testing.T) {
	var things []board.Entity
	for _, name := range []string{"Cave", "Hill", "Cave", "Lake", "Wood", "Moor", "Gate"} {
		things = append(things, board.Entity{Label: "m" + string(rune('1'+len(things))), Name: name})
	}
	z := board.Zone{Title: "World", Count: len(things), Limit: -1, Entities: things, Map: &board.Map{
		Across: 2, Here: "m3", Paths: [][2]string{{"m1", "m3"}, {"m1", "m4"}, {"m2", "m3"}, {"m3", "m5"}, {"m4", "m6"}, {"m5", "m7"}},
	}}
	for name, c := range map[string]struct {
		width   int
		want    string
		density densityLevel
		ascii   bool
	}{
		"names": {40, "World\n Cave ──[Cave]── Wood\n      ╳                  Gate\n Hill    Lake ── Moor", airy, false},
		"whole": {24, "World\n Ca ──[Ca]── Wo\n    ╳              Ga\n Hi    La ── Mo\nCa Cave  Hi Hill\nLa Lake  Wo Wood\nMo Moor  Ga Gate", airy, false},
		"ascii": {24, "World\n Ca --[Ca]-- Wo\n    X              Ga\n Hi    La -- Mo\nCa Cave  Hi Hill\nLa Lake  Wo Wood\nMo Moor  Ga Gate", airy, true},
		"ahead": {17, "World\n Ca ──[Ca]── Wo\n    ╳\n Hi    La ── Mo", airy, false},
		"small": {12, "", airy, false},
		"dense": {40, "", boxed, false},
	} {
		m := &Model{signs: unicodeSigns, focus: -1}
		if c.ascii {
			m.signs = asciiSigns
		}
		p := &sheet{width: c.width}
		drawn := m.drawMap(p, z, c.density)
		got := regexp.MustCompile(`(?m) +$`).ReplaceAllString(ansi.Strip(strings.Join(p.lines, "\n")), "")
		if name == "ahead" {
			got = strings.Join(strings.Split(got, "\n")[:min(4, len(p.lines))], "\n")
		}
		if drawn != (c.want != "") || got != c.want {
			t.Errorf("%s: drawn %v\n%s\nexpected\n%s", name, drawn, got, c.want)
		}
	}
}
