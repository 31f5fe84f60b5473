package rules

import (
	"fmt"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
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
