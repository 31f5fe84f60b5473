package load

import (
	"testing"
)

// TestSettlingDuplicateDefinitions checks that the definition of the named pack
// wins among two with one id, in both directions.
func TestSettlingDuplicateDefinitions(t *testing.T) {
	coin := func(price string) string { return "kind: relic\nid: penny\nname: P\nprice: " + price + "\n" }
	for settle, want := range map[string]map[string]float64{
		"":                                {"a": 1, "b": 2},
		"settle: {'a:relic/penny': b}":    {"b": 2},
		"settle: {'b:relic/penny': a}":    {"a": 1},
		"settle: {'b:relic/penny': base}": {"a": 1, "b": 2}, // base has none
	} {
		files := with(
			"content/a/pack.yaml", saying("a", "requires: {base: ^1.0}\n"), "content/a/p.yaml", coin("1"),
			"content/b/pack.yaml", saying("b", "requires: {base: ^1.0}\n"), "content/b/p.yaml", coin("2"),
			"sleight.yaml", "kind: workspace\nformat: 1\n"+settle+"\n")
		c, faults := NewLoader(Root{FS: newWorkspace(files)}).Load()
		if c == nil {
			t.Fatal(faults)
		}
		got := map[string]float64{}
		for _, d := range c.Kind("relic") {
			if d.ID == "penny" {
				got[d.Pack] = d.Data.NumberOr("price", 0)
			}
		}
		if len(got) != len(want) || got["a"] != want["a"] || got["b"] != want["b"] {
			t.Errorf("%q: %v, want %v", settle, got, want)
		}
	}
}

// TestGamesExcludeItemsOfOtherGames checks that a pack for one game that
// depends on a pack for another game does not include the latter's items.
func TestGamesExcludeItemsOfOtherGames(t *testing.T) {
	game := func(id string) string { return "kind: game\nid: " + id + "\nphases: {play: {}}\n" }
	relic := "kind: relic\nname: R\nid: "
	files := map[string]string{
		"content/one/g.yaml":       game("one"),
		"content/two/g.yaml":       game("two"),
		"content/common/pack.yaml": saying("common", ""), "content/common/r.yaml": relic + "shared\n",
		"content/for_two/pack.yaml": saying("for_two", "games: [two]\nrequires: {common: ^1.0}\n"), "content/for_two/r.yaml": relic + "theirs\n",
		"content/for_one/pack.yaml": saying("for_one", "games: [one]\nrequires: {for_two: ^1.0}\n"), "content/for_one/r.yaml": relic + "ours\n",
	}
	c, faults := NewLoader(Root{FS: newWorkspace(files)}).Load()
	if c == nil {
		t.Fatal(faults)
	}
	for id, want := range map[string]string{"one": "ours shared", "two": "shared theirs"} {
		got := ""
		for _, d := range c.Seen(c.Definition(id, "game", id)).Kind("relic") {
			got += " " + d.ID
		}
		if got != " "+want {
			t.Errorf("%s sees%s, want %s", id, got, want)
		}
	}
}
