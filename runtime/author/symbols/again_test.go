package symbols_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/schemas"
)

// TestIncrementalIndexAfterEachChange makes each change that may give names
// another meaning in unchanged files, and reverts it. An Indexer must return
// the same as a new one, and read files again only where necessary.
func TestIncrementalIndexAfterEachChange(t *testing.T) {
	original := copied(t, os.DirFS("testdata/odd"))
	original["scripts/odd/spare.lua"] = &fstest.MapFile{Data: []byte(`return { use = function(self) vars.gold = self.gold end }`)}
	original["content/odd/locales/de.yaml"] = &fstest.MapFile{Data: []byte("kind: locale\nid: de\ntexts:\n  card/ace: {name: {from: \"Ace of {worth}\", to: \"Ass {worth}\"}}\n")}
	original["content/stray/locales/es.yaml"] = &fstest.MapFile{Data: []byte("kind: locale\nid: es\ntexts:\n  card/ace: {name: {from: Another Ace, to: As}}\n")}
	const alien = "content/alien/game.yaml" // loading makes definitions anew that packs patch
	const pack, cards, game = "content/more/pack.yaml", "content/odd/cards.yaml", "content/odd/game.yaml"
	changes := map[string]struct {
		file, old, new string
		same           string // a file that is not read again
	}{
		"nothing":                           {file: game, same: alien},
		"a comment in a file":               {file: game, old: "# Nothing reads", new: "# Really, nothing reads", same: alien},
		"a line more, above everything":     {file: cards, old: "# The cards.", new: "# The\n# cards.", same: "scripts/alien/help.lua"},
		"a pack uses one more":              {file: pack, old: `requires: {odd: "*"}`, new: `requires: {odd: "*", alien: "*"}`},
		"a pack is made for a game":         {file: "content/stray/pack.yaml", old: "title: Stray", new: "title: Stray, games: [odd], requires: {odd: \"*\"}"},
		"a definition has another id":       {file: "content/more/cards.yaml", old: "id: heir", new: "id: zebra"},
		"a definition comes":                {file: "content/more/cards.yaml", old: "id: heir", new: "id: sloth\n---\nkind: card\nid: heir"},
		"a definition has another kind":     {file: "content/odd/more.yaml", old: "{kind: card, id: pay", new: "{kind: relic, id: pay"},
		"a parameter that others set comes": {file: cards, old: "params: {coins: 3}\ntext: >-", new: "params: {coins: 3, worth: 1}\ntext: >-"},
		"a pack uses another":               {file: "content/stray/pack.yaml", old: "title: Stray", new: "title: Stray, requires: {odd: \"*\"}"},
		"a parameter comes":                 {file: cards, old: "{worth: {default: 5}}", new: "{worth: {default: 5}, gold: 2}"},
		"a parameter goes":                  {file: cards, old: "params: {coins: 3}\ntext: >-\n  Costs {coins|coin|coins}\n  or {=self.coins + game", new: "text: >-\n  Costs {=game"},
		"a parameter of a bot comes":        {file: cards, old: "params: {keep: 3}", new: "params: {keep: 3, purse: 1}"},
		"a variable comes":                  {file: game, old: "  data: {start: king}", new: "  data: {start: king}\n  first: {start: 1}"},
		"a zone has another name":           {file: game, old: "zones:\n", new: "zones:\n  spare: {of: card, label: u}\n"},
		"a script is removed":               {file: "scripts/odd/spare.lua"},
		"a file of translations is removed": {file: "content/odd/locales/de.yaml"},
		"a pack is removed":                 {file: "content/stray/cards.yaml"},
		"a module becomes a script":         {file: "content/odd/more.yaml", old: "{kind: card, id: pay, name: Pay}", new: "{kind: card, id: pay, name: Pay, script: spare.lua}"},
	}
	for i, what := range slices.Sorted(maps.Keys(changes)) {
		if testing.Short() && i%3 > 0 {
			continue
		}
		c := changes[what]
		files, read := maps.Clone(original), builtIn()
		l := load.NewLoader(load.Root{FS: files})
		var last *rules.Content
		var again symbols.Indexer
		index := func(step string) *symbols.Index {
			t.Helper()
			catalog, problems := l.Load()
			if catalog == nil {
				t.Fatal(what, step, problems)
			}
			c, problems := rules.Build(catalog, last)
			if c == nil {
				t.Fatal(what, step, problems)
			}
			last = c
			sources := symbols.Sources{Content: c, Schemas: read, Files: l.Files(), Text: l.Source}
			got, want := again.Build(sources), symbols.Build(sources)
			for name := range original {
				if !slices.Equal(got.In(name), want.In(name)) {
					t.Errorf("%s, %s: %s has\n%s\nwant\n%s", what, step, name, shownUses(got.In(name)), shownUses(want.In(name)))
				}
			}
			return got
		}
		before := index("at first")
		text := string(original[c.file].Data)
		switch {
		case c.old != "" && !strings.Contains(text, c.old):
			t.Errorf("%s: %q is not in %s", what, c.old, c.file)
		case c.old == "" && c.same == "":
			delete(files, c.file)
		default:
			files[c.file] = &fstest.MapFile{Data: []byte(strings.Replace(text, c.old, c.new, 1))}
		}
		after := index("changed")
		if c.same != "" && &before.In(c.same)[0] != &after.In(c.same)[0] {
			t.Errorf("%s: %s is read again", what, c.same)
		}
		files[c.file] = original[c.file]
		if back := index("as before"); c.same != "" && &before.In(c.same)[0] != &back.In(c.same)[0] {
			t.Errorf("%s: %s is read again when the change is taken back", what, c.same)
		}
		// Newly read schemas may describe names differently.
		read = symbols.ReadSchemas(schemas.Files, fstest.MapFS{"card.schema.json": &fstest.MapFile{Data: []byte(`{"properties": {"name": {"names": "zone"}}}`)}})
		index("with other schemas")
	}
}
