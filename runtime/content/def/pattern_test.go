package def

import (
	"strings"
	"testing"
)

func TestPatterns(t *testing.T) {
	text := func(s string) *Node { return NewText(Position{}, s) }
	entry := func(id string) *Node {
		return NewMap(Position{}, []Field{{Key: "id", Value: text(id)}, {Key: "weight", Value: NewNumber(Position{}, 0)}})
	}
	root := NewMap(Position{}, []Field{
		{Key: "shop_price_a", Value: text("x")},
		{Key: "shop_price_b", Value: text("x")},
		{Key: "shop_size", Value: text("x")},
		{Key: "a*b", Value: text("x")},
		{Key: "axb", Value: text("x")},
		{Key: "entries", Value: NewList(Position{}, []*Node{entry("gold"), entry("gem"), entry("gold"), NewNumber(Position{}, 0)})},
		{Key: "n", Value: NewNumber(Position{}, 0)},
	})
	for pattern, want := range map[string]string{
		"shop_price_*":       "shop_price_a shop_price_b",
		"*_p*_a":             "shop_price_a",
		"*size":              "shop_size",
		"s*_*_*_*":           "",
		"a*b":                "a*b", // exists literally
		"entries[g*].weight": "entries[gold].weight entries[gem].weight entries[2].weight",
		"entries[*]":         "entries[gold] entries[gem] entries[2] entries[3]",
		"entries[gold].*":    "entries[gold].id entries[gold].weight",
		"entries[ge*].new":   "entries[gem].new",
		"n.*":                "",
		"nothing.*":          "",
		"*.x*":               "",
		"plain":              "plain",
	} {
		w, ok := ParsePath(pattern)
		var got []string
		for _, e := range w.Expand(root) {
			got = append(got, e.String())
		}
		if !ok || strings.Join(got, " ") != want {
			t.Errorf("%s stands for %v, want %s", pattern, got, want)
		}
	}
}
