package rules

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// TestNamesAreCollectedOnce checks that a build goes through all definitions a fixed
// number of times to look up tags, hooks and fields, however many scripts name them.
func TestNamesAreCollectedOnce(t *testing.T) {
	const cards = 60
	files := fstest.MapFS{"content/g/game.yaml": {Data: []byte(`kind: game
id: g
variables: {n: {start: 0}}
zones: {hand: {of: card, label: h}}
phases: {play: {use: [hand]}}
lua: "return {start = function() add(definitions('card')[1], 'hand') end}"
`)}}
	for i := range cards {
		files[fmt.Sprintf("content/g/cards/c%02d.yaml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, `kind: card
id: c%02d
tags: [t%02d]
value: 1
use: {}
lua: |
  return {
    use = function(self)
      if tagged(self, "t%02d") then
        vars.n = sum("hand", "value")
        call_hook(self, "score", 1)
      end
    end,
    score = function(self, n) vars.n = n end,
  }
`, i, i, cards-1-i)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
	if problems.Failed() {
		t.Fatal(problems)
	}
	c, problems := Build(catalog, nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	g, _ := c.Game("g")
	if got := g.rules.known.walks; got != 3 {
		t.Errorf("%d scripts went through all definitions %d times, expected 3: for tags, hooks and the field value", cards, got)
	}
}

// TestEqualMistakesAreExplainedOnce checks that the ids near an unknown one are
// searched once for all scripts that name it, and that each is reported at its place.
func TestEqualMistakesAreExplainedOnce(t *testing.T) {
	const cards = 40
	files := fstest.MapFS{"content/g/game.yaml": {Data: []byte("kind: game\nid: g\nzones: {hand: {of: card, label: h}}\nphases: {play: {use: [hand]}}\n")}}
	for i := range cards {
		files[fmt.Sprintf("content/g/cards/card_%02d.yaml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, `kind: card
id: card_%02d
use: {}
lua: |
  return {use = function() add("card_2x", "hand") add("hand_00", "hand") end}
`, i)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
	if problems.Failed() {
		t.Fatal(problems)
	}
	visible := catalog.VisibleTo(catalog.Definition("g", "game", "g"))
	b := &builder{catalog: visible}
	b.known = &known{builder: b}
	for i := range cards {
		r := analysis.Reference{Call: "add", Text: "card_2x", Place: diag.Place{File: fmt.Sprint(i)}}
		d := b.known.unknownID(r)
		if d.Place != r.Place || !strings.Contains(d.Error(), `did you mean "card_20"?`) {
			t.Errorf("%v", d)
		}
		for _, e := range d.Edits {
			if e.Place != r.Place {
				t.Errorf("the fix of %v is at %v", d.Place, e.Place)
			}
		}
	}
	if b.known.walks != 1 {
		t.Errorf("%d searches for one name", b.known.walks)
	}
	if _, problems := Build(catalog, nil); len(problems) < 2*cards {
		t.Errorf("%d problems of %d", len(problems), 2*cards)
	}
}
