package load

import (
	"fmt"
	"testing"

	"sleight/runtime/diag"
)

// TestSettlingDuplicateDefinitions checks that the definition of the named pack
// wins among two with one id, in both directions.
func TestSettlingDuplicateDefinitions(t *testing.T) {
	coin := func(price string) string { return "kind: relic\nid: penny\nname: P\nprice: " + price + "\n" }
	for settle, want := range map[string]map[string]float64{
		"":                                {"a": 1, "b": 2},
		"settle: {'a:relic/penny': b}":    {"b": 2},
		"settle: {'a:relic/penny': a}":    {"a": 1, "b": 2},
		"settle: {'b:relic/penny': a}":    {"a": 1},
		"settle: {'b:relic/penny': base}": {"a": 1, "b": 2}, // base has none
	} {
		files := with(
			"content/a/pack.yaml", saying("a", "requires: {base: ^1.0}\n"), "content/a/p.yaml", coin("1"),
			"content/b/pack.yaml", saying("b", "requires: {base: ^1.0}\n"), "content/b/p.yaml", coin("2"),
			"sleight.yaml", "kind: workspace\nformat: 1\n"+settle+"\n")
		c, problems := NewLoader(Root{FS: newWorkspace(files)}).Load()
		if c == nil {
			t.Fatal(problems)
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
	c, problems := NewLoader(Root{FS: newWorkspace(files)}).Load()
	if c == nil {
		t.Fatal(problems)
	}
	for id, want := range map[string]string{"one": "ours shared", "two": "shared theirs"} {
		got := ""
		for _, d := range c.VisibleTo(c.Definition(id, "game", id)).Kind("relic") {
			got += " " + d.ID
		}
		if got != " "+want {
			t.Errorf("%s sees%s, want %s", id, got, want)
		}
	}
}

// TestDefinitionsInTwoPacks checks which problems say that two packs have the same
// definition, and what is known of it.
func TestDefinitionsInTwoPacks(t *testing.T) {
	l, _ := loadMap(map[string]string{
		"content/a/r.yaml": "kind: relic\nid: coin\nname: A Coin\n---\nkind: relic\nid: gem\n", "content/b/r.yaml": "kind: relic\nid: gem\n---\nkind: relic\nid: coin\n",
		"content/b/text.yaml": "kind: relic\nid: [\n",
	})
	at := func(file string, line, column, length int) diag.Place {
		return diag.Place{File: file, Line: line, Column: column, Length: length, Path: "id"}
	}
	first, second := at("content/a/r.yaml", 2, 5, 4), at("content/b/r.yaml", 5, 5, 4)
	clash := func(one, other diag.Place) diag.Diagnostic {
		return diag.New("content/duplicate-id", other, "x").WithNote(one, "y")
	}
	another := clash(first, second)
	another.Code = "content/reference"
	for name, x := range map[string]struct {
		problem diag.Diagnostic
		want    string
	}{
		"two packs":       {clash(first, second), "b:relic/coin [a b] [A Coin coin] content/a/r.yaml:2:5 content/b/r.yaml:5:5 true"},
		"the other way":   {clash(second, first), "a:relic/coin [b a] [coin A Coin] content/b/r.yaml:5:5 content/a/r.yaml:2:5 true"},
		"one pack":        {clash(at("content/a/r.yaml", 6, 5, 3), first), ""},
		"another problem": {another, ""},
		"no note":         {diag.New("content/duplicate-id", second, "x"), ""},
		"no pack":         {clash(at("sleight.yaml", 1, 1, 0), second), ""},
		"no file":         {clash(at("content/a/none.yaml", 2, 5, 4), second), ""},
		"another place":   {clash(at("content/a/r.yaml", 1, 7, 5), at("content/b/r.yaml", 1, 7, 5)), ""},
	} {
		c, ok := l.Dependencies().DuplicateID(x.problem)
		got := fmt.Sprint(c.Key, " ", c.Packs, " ", c.Values, " ", c.Places[0], " ", c.Places[1], " ", c.IsDefinition)
		if ok != (x.want != "") || ok && got != x.want {
			t.Errorf("%s: %v %s, want %s", name, ok, got, x.want)
		}
	}
}
