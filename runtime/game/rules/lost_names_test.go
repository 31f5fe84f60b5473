package rules_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/load"
	"sleight/tests/bazaar"
)

// referring is a game whose scripts and cards refer to each other by every sort
// of name.
const referring = `kind: game
id: one
params: {most: 3}
variables: {gold: {start: 0}}
zones: {hand: {of: card, label: h, start: [ace]}, bag: {of: relic, label: b}}
properties: {card: {worth: {start: "=self.data.worth"}, plain: {tag: true}}, relic: {worth: {start: 0}}}
events: {dawn: {}}
values: {price: {}}
phases: {day: {use: [hand]}}
lua: |
  return {
    start = function(self)
      for _, c in ipairs(each("hand")) do
        if tagged(c, "shiny") or tagged(c, "rare") then vars.gold = c.worth + game.most end
      end
      weighted("luck", "hoard")
      modify("price", vars.gold)
      emit("dawn")
    end,
    imagine = function() return definition("king").data.worth end,
  }
`

// cards are the other definitions of the game, each in a file of its own.
var cards = map[string]string{
	"ace":   "{kind: card, id: ace, tags: [shiny, plain], data: {worth: 3}, params: {gain: 2}, use: {}, lua: 'return { use = function(self) vars.gold = self.gain + self.worth end }'}",
	"king":  "{kind: card, id: king, extends: ace, data: {worth: 5}}",
	"lamp":  "{kind: relic, id: lamp, lua: 'return { on_dawn = function(self) vars.gold = self.worth end, modify_price = function(self, x) return x + 1 end }'}",
	"hoard": "{kind: table, id: hoard, entries: [{id: ace, weight: 1}, {id: king, weight: 2}]}",
	"more":  "{kind: card, id: more, tags: [rare], data: {worth: 1}, lua: 'return { on_dawn = function(self) add(\"lamp\", \"bag\") end }'}",
}

// TestLostDefinitionsAreMissedElsewhere checks the same for files that are deleted
// and come back.
func TestLostDefinitionsAreMissedElsewhere(t *testing.T) {
	tree := fstest.MapFS{"content/one/game.yaml": {Data: []byte(referring)}}
	for name, text := range cards {
		tree["content/one/"+name+".yaml"] = &fstest.MapFile{Data: []byte(text + "\n")}
	}
	loader := load.NewLoader(load.Root{FS: tree})
	before := bazaar.Build(t, tree)
	for _, name := range slices.Sorted(maps.Keys(cards)) {
		file := "content/one/" + name + ".yaml"
		original := tree[file]
		for _, there := range []bool{false, true} {
			if delete(tree, file); there {
				tree[file] = original
			}
			reused, problems := reloaded(loader, file, before)
			fresh, want := rebuilt(load.NewLoader(load.Root{FS: tree}), nil)
			if diff := cmp.Diff(listed(want), listed(problems)); diff != "" || there != (len(problems) == 0) && name != "more" {
				t.Errorf("problems with %s there %v: %s %s", name, there, problems, diff)
			}
			if reused != nil {
				if diff := cmp.Diff(wholly(fresh), wholly(reused)); diff != "" {
					t.Errorf("with %s there %v: %s", name, there, diff)
				}
				before = reused
			}
		}
	}
}

// TestLostNamesAreMissedElsewhere checks that files whose definitions are reused
// are checked again if a name that they use is gone, and that the content equals
// content that is built from nothing.
func TestLostNamesAreMissedElsewhere(t *testing.T) {
	tree := fstest.MapFS{"content/one/game.yaml": {Data: []byte(referring)}}
	for name, text := range cards {
		tree["content/one/"+name+".yaml"] = &fstest.MapFile{Data: []byte(text + "\n")}
	}
	loader := load.NewLoader(load.Root{FS: tree})
	before := bazaar.Build(t, tree)
	for _, step := range []struct{ file, from, to, want string }{
		{"ace", "[shiny, plain]", "[shiny]", ""},
		{"more", "[rare]", "[dull]", `content/one/game.yaml:14:45 script/unknown-name unknown tag "rare" known: dull, plain, shiny`},
		{"ace", "params: {gain", "params: {gian", `content/one/ace.yaml:1:144 script/unknown-name unknown property or field of card/ace "gain" did you mean "gian"?`},
		{"ace", "worth: 3", "worht: 3", `content/one/game.yaml:6:36 game/bounds worth must be a number, not nil`},
		{"king", "id: king", "id: knig", `content/one/game.yaml:20:45 script/unknown-name unknown definition "king" did you mean "knig"?`},
		{"lamp", "kind: relic", "kind: card", `content/one/game.yaml:6:38 script/runtime nil has no field 'worth' something before .worth is missing; check it with: if x then … end
content/one/more.yaml:1:109 script/arguments the zone bag takes no card, but "lamp" is one it takes: relic`},
		{"lamp", "self.worth", "self.wroth", `content/one/lamp.yaml:1:82 script/unknown-name unknown property or field of relic/lamp "wroth" did you mean "worth"?`},
		{"lamp", "modify_price", "modify_prize", `content/one/lamp.yaml:1:93 script/unknown-hook nothing calls the hook modify_prize did you mean "modify_price"?`},
		{"hoard", "kind: table", "kind: card", `content/one/hoard.yaml:1:25 content/unknown-key unknown key "entries"`},
		{"hoard", "id: ace", "id: aec", ""},
		{"game", "values: {price: {}}", "values: {cost: {}}", `content/one/game.yaml:17:15 script/unknown-name unknown value "price" known: cost
content/one/lamp.yaml:1:93 script/unknown-hook nothing calls the hook modify_price known: modify_cost, on_dawn, on_entered, on_used, use, when_dawn, when_entered, when_used`},
		{"game", "params: {most: 3}", "params: {least: 3}", `content/one/game.yaml:14:84 script/unknown-name unknown parameter or field of the game "most"`},
		{"game", "bag: {of: relic", "bag: {of: [relic, card]", ""},
		{"game", "worth: {start: 0}", "value: {start: 0}", `content/one/lamp.yaml:1:82 script/unknown-name unknown property or field of relic/lamp "worth"`},
	} {
		file := "content/one/" + step.file + ".yaml"
		original := tree[file]
		edited := strings.Replace(string(original.Data), step.from, step.to, 1)
		if edited == string(original.Data) {
			t.Fatalf("%q is not in %s", step.from, file)
		}
		tree[file] = &fstest.MapFile{Data: []byte(edited)}
		for _, text := range []*fstest.MapFile{tree[file], original} {
			tree[file] = text
			reused, problems := reloaded(loader, file, before)
			fresh, want := rebuilt(load.NewLoader(load.Root{FS: tree}), nil)
			if diff := cmp.Diff(listed(want), listed(problems)); diff != "" {
				t.Errorf("problems after %q became %q: %s", step.from, step.to, diff)
			}
			if reused != nil {
				if diff := cmp.Diff(wholly(fresh), wholly(reused)); diff != "" {
					t.Errorf("after %q became %q: %s", step.from, step.to, diff)
				}
				before = reused
			}
			if text != original {
				if got := strings.TrimSpace(strings.Join(listed(problems), "\n")); got != step.want {
					t.Errorf("%s: %q\n got %s", step.file, step.to, got)
				}
			} else if len(problems) > 0 {
				t.Errorf("after the edit %q of %s is taken back: %s", step.to, step.file, problems)
			}
		}
	}
}
