package api_test

import (
	"slices"
	"testing"

	"sleight/runtime/game/api"
	"sleight/tests/bazaar"
)

// faces has a die of each sort: with words, with numbers, with both and with
// neither.
const faces = `
{kind: game, id: faces, players: {min: 1, max: 1}, actions: {wait: {}}, phases: {play: {actions: [wait]}}, lua: 'return { do_wait = function() end }'}
---
{kind: die, id: coin, faces: [heads, tails, heads]}
---
{kind: die, id: odd, faces: [1, 3, 5]}
---
{kind: die, id: plain, sides: 6}
`

// TestWordsOfDice checks the word on each side of a die, and the first side with
// a word, also for dice without words and where there is no die.
func TestWordsOfDice(t *testing.T) {
	c := bazaar.Written(t, "faces", faces)
	for name, want := range map[string][]string{"coin": {"", "heads", "tails", "heads", ""}, "odd": {"", "", "", "", ""}, "plain": {"", "", "", "", ""}, "none": {"", "", "", "", ""}} {
		die, _ := c.Catalog.Get("die/" + name)
		var got []string
		for value := range 5 {
			word, ok := api.FaceWord(die, float64(value))
			if got = append(got, word); ok != (word != "") {
				t.Errorf("%s: side %d has the word %q: %v", name, value, word, ok)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		for word, side := range map[string]float64{"heads": 1, "tails": 2, "edge": 0, "": 0} {
			if name != "coin" {
				side = 0
			}
			if value, ok := api.SideOf(die, word); value != side && ok || ok != (side > 0) {
				t.Errorf("%s: %q is on side %v: %v", name, word, value, ok)
			}
		}
	}
}
