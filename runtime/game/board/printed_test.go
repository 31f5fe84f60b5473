package board_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/game/board"
)

// TestDefinitionsOfDiceAndCreatures checks how definitions without entities are
// shown: a die with its last side up, or an entity with hit points.
func TestDefinitionsOfDiceAndCreatures(t *testing.T) {
	c, problems := mustLoad(t, `
kind: game
id: heap
zones: {heap: {of: [die, enemy, card]}}
phases: {play: {actions: [stop]}}
actions: {stop: {}}
lua: 'return {do_stop = function(self) end}'
---
{kind: die, id: d8, sides: 8, color: red, material: metal}
---
{kind: die, id: even, faces: [2, 2, 4, 4, 6, 6]}
---
{kind: die, id: odd, faces: [1, 9, 2]}
---
{kind: die, id: elements, faces: [fire, ice, blue]}
---
{kind: enemy, id: wolf, hp: 12}
---
{kind: card, id: ace}
`)
	if c == nil {
		t.Fatal(problems)
	}
	type drawn struct {
		Die  *board.Die
		Life *board.HitPoints
	}
	got := map[string]drawn{}
	for _, d := range c.Catalog.All() {
		got[d.ID] = drawn{board.DieOf(d), board.LifeOf(d)}
	}
	want := map[string]drawn{
		"heap":     {},
		"d8":       {Die: &board.Die{Sides: 8, Value: 8, Color: "red", Material: "metal"}},
		"even":     {Die: &board.Die{Sides: 6, Value: 6}},
		"odd":      {Die: &board.Die{Sides: 9, Value: 2}},
		"elements": {Die: &board.Die{Sides: 3, Value: 3, Word: "blue", Color: "blue"}},
		"wolf":     {Life: &board.HitPoints{Left: 12, Most: 12}},
		"ace":      {},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
