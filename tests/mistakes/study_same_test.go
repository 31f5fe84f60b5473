package mistakes

import (
	"slices"
	"testing"

	"sleight/runtime/content/def"
)

// sameTests reports whether two catalogs have the same tests, apart from the order of keys
// and the brackets around a single item, which mean nothing in a test.
func sameTests(old, now *def.Catalog) bool {
	return !slices.ContainsFunc(def.Diff(old, now), func(d def.Difference) bool {
		return d.Old == nil || d.New == nil || !sameTest(d.Old.Data.Get("tests"), d.New.Data.Get("tests"))
	})
}

func sameTest(a, b *def.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Type() != b.Type() {
		return len(a.Items()) == 1 && sameTest(a.Items()[0], b) || len(b.Items()) == 1 && sameTest(a, b.Items()[0])
	}
	return a.Bool() == b.Bool() && a.Number() == b.Number() && a.Text() == b.Text() && slices.EqualFunc(a.Items(), b.Items(), sameTest) &&
		len(a.Fields()) == len(b.Fields()) && !slices.ContainsFunc(a.Fields(), func(f def.Field) bool {
		return b.Get(f.Key) == nil || !sameTest(f.Value, b.Get(f.Key))
	})
}

// TestTheOrderOfKeysIsNotReported compares tests that are written in another
// way, and tests that differ.
func TestTheOrderOfKeysIsNotReported(t *testing.T) {
	word := func(text string) *def.Node { return def.NewText(def.Position{}, text) }
	list := func(items ...*def.Node) *def.Node { return def.NewList(def.Position{}, items) }
	step := func(fields ...def.Field) *def.Node { return def.NewMap(def.Position{}, fields) }
	do, expect := def.Field{Key: "do", Value: word("roll")}, def.Field{Key: "expect", Value: word("six")}
	for _, c := range []struct {
		a, b *def.Node
		same bool
	}{
		{step(do, expect), step(expect, do), true},
		{step(do), step(def.Field{Key: "do", Value: list(word("roll"))}), true},
		{step(do, expect), step(do), false},
		{step(do), step(expect), false},
		{list(word("a"), word("b")), list(word("b"), word("a")), false},
		{list(word("a"), word("b")), word("a"), false},
		{nil, step(do), false},
	} {
		if sameTest(c.a, c.b) != c.same {
			t.Errorf("%v and %v: the same: %v", c.a, c.b, !c.same)
		}
	}
}
