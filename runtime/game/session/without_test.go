package session_test

import (
	"slices"
	"testing"

	"sleight/runtime/game/rules"
)

// TestGamesWithoutADefinition checks that a definition removed from content
// is in no zone at the start, drawn from no table, and in no list, and that the
// original content still has it.
func TestGamesWithoutADefinition(t *testing.T) {
	c := build(t, map[string]string{"content/box/game.yaml": `
kind: game
id: box
lua: |
  return {
    do_look = function()
      say(table.concat(definitions("card"), " "))
      say(weighted("loot", "prizes"))
    end,
  }
zones: {cards: {of: card, label: c, start: [{ace: 2}, king]}}
actions: {look: {}}
phases: {play: {actions: [look]}}
---
{kind: card, id: ace}
---
{kind: card, id: king}
---
{kind: table, id: prizes, entries: [{id: ace, weight: 1000000}, {id: king, weight: 1}]}
`})
	said := func(c *rules.Content) []string {
		s := opened(t, c, "box", 1)
		slot, _ := s.Zone("cards")
		var out []string
		for _, id := range s.State().Zone(slot) {
			out = append(out, s.Definition(id).ID)
		}
		for _, m := range run(t, s, "look").Messages {
			out = append(out, m.Text)
		}
		return out
	}
	without, problems := c.Without("card/ace")
	if problems.Failed() {
		t.Fatal(problems)
	}
	if got := said(without); !slices.Equal(got, []string{"king", "king", "king"}) {
		t.Errorf("without the ace: %q", got)
	}
	if got := said(c); !slices.Equal(got, []string{"ace", "ace", "king", "ace king", "ace"}) {
		t.Errorf("with it: %q", got)
	}
	if without.Catalog.Digest == c.Catalog.Digest {
		t.Error("both count as the same content")
	}
	if _, problems := c.Without("card/joker"); !problems.Failed() {
		t.Error("what there is not can be taken out")
	}
}
