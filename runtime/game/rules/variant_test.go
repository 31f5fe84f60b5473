package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/game/rules"
)

// TestVariantsShareUnchangedGames compares content with a changed number, or
// without a definition, with the same catalog built from nothing: the games and
// all code are equal. Only games that see the change are built.
func TestVariantsShareUnchangedGames(t *testing.T) {
	c := world(t)
	shared, rebuilt := 0, 0
	check := func(what, key string, variant *rules.Content) {
		fresh, problems := rules.Build(variant.Catalog, nil)
		if fresh == nil {
			t.Fatal(what, problems)
		}
		if diff := cmp.Diff(codeOf(fresh), codeOf(variant)); diff != "" {
			t.Errorf("%s: other code:\n%s", what, diff)
		}
		for _, g := range variant.Games() {
			was, _ := c.Game(g.ID())
			_, sees := was.Catalog().Get(key)
			if sees == (g == was) {
				t.Errorf("%s: %s sees it: %v, is shared: %v", what, g.ID(), sees, g == was)
			}
			if sees {
				rebuilt++
			} else {
				shared++
			}
			anew, _ := fresh.Game(g.ID())
			if a, b := dumped(anew), dumped(g); a != b || anew.Digest() != g.Digest() {
				t.Errorf("%s: %s is another game: %s", what, g.ID(), cmp.Diff(a, b))
			}
		}
	}
	for _, d := range c.Catalog.All() {
		for _, p := range d.Params {
			variant, _ := c.With(map[string]float64{d.Key() + "." + p.Name: p.Default + 1})
			if variant == nil { // it is out of bounds then
				continue
			}
			check(d.Key()+"."+p.Name, d.Pack+":"+d.Key(), variant)
		}
	}
	for _, key := range []string{"card/ace", "enemy/tree"} {
		variant, problems := c.Without(key)
		if variant == nil {
			t.Fatal(problems)
		}
		check("without "+key, key, variant)
	}
	if shared == 0 || rebuilt == 0 {
		t.Errorf("%d games shared, %d built", shared, rebuilt)
	}
}

// codeOf describes the code of content, sorted.
func codeOf(c *rules.Content) (out []string) {
	for _, code := range c.Code() {
		owner := ""
		if code.Owner != nil {
			owner = code.Owner.Pack + ":" + code.Owner.Key()
		}
		out = append(out, fmt.Sprintf("%s %s %s %v %s", code.Pack, owner, code.Module, code.Expression, code.Program.Place()))
	}
	slices.Sort(out)
	return out
}
