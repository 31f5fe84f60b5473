package load

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestGamesAreLookedUp checks which games use a pack, with an index that is made once
// and in which 200 patches of one definition count once.
func TestGamesAreLookedUp(t *testing.T) {
	l := NewLoader(Root{FS: newWorkspace(map[string]string{
		"content/one/pack.yaml": saying("one", ""), "content/one/game.yaml": "kind: game\nid: one\n---\nkind: relic\nid: coin\n",
		"content/two/pack.yaml": saying("two", ""), "content/two/game.yaml": "kind: game\nid: two\n---\nkind: joker\nid: fool\n",
		"content/a/pack.yaml": saying("a", "requires: {one: ^1.0}\n"),
		"content/a/all.yaml":  strings.Repeat("---\nkind: patch\nof: relic/coin\nadd: {price: 1}\n", 200),
		"content/b/pack.yaml": saying("b", "requires: {two: ^1.0}\n"),
		"content/b/all.yaml":  "kind: patch\nof: joker/unknown\nset: {name: Fool}\n",
		"content/c/pack.yaml": saying("c", "requires: {one: ^1.0, two: ^1.0}\n"),
		"content/c/all.yaml":  "kind: patch\nof: two:joker/fool\nset: {name: Fool}\n",
	})})
	l.Load()
	deps := l.Dependencies()
	index := deps.documents()
	for pack, want := range map[string]string{"one": "[one]", "a": "[one]", "b": "[two]", "c": "[two]", "none": "[]"} {
		if got := fmt.Sprint(deps.Games([]string{pack})); got != want {
			t.Errorf("games that use %s: %s, expected %s", pack, got, want)
		}
	}
	if deps.documents() != index {
		t.Error("the index is made again")
	}
	if changed := index.patches["a"]; !slices.Equal(changed, []string{"relic/coin"}) {
		t.Errorf("a changes %v", changed)
	}
}
