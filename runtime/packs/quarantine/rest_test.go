package quarantine_test

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/packs/quarantine"
)

// shop is a sound game.
var shop = map[string]string{
	"content/shop/game.yaml": `kind: game
id: shop
script: game.lua
variables: {gold: {start: 3}}
zones:
  dice: {of: die, label: d, start: [d6]}
  shelf: {of: relic, listens: true, start: [lamp]}
events: {rung: {}}
phases: {main: {}}
`,
	"content/shop/dice.yaml": "kind: die\nid: d6\nsides: 6\n",
	"content/shop/lamp.yaml": `kind: relic
id: lamp
params: {pay: 2}
lua: |
  return { on_rung = function(self) change(vars, "gold", self.pay) end }
`,
	"scripts/shop/game.lua": "return { start = function() roll_dice(\"dice\") emit(\"rung\") end }\n",
}

// TestIntactPartsAreChecked plants faults that make content impossible to
// build, and further mistakes elsewhere. These are reported, but not the
// consequences of the faults.
func TestIntactPartsAreChecked(t *testing.T) {
	for name, x := range map[string]struct {
		edits []string // FILE, old, new
		want  []string
	}{
		"an unknown name beside a schema error": {
			[]string{"dice.yaml", "sides: 6", "sides: many", "game.lua", "dice\")", "dcie\")"},
			[]string{"dice.yaml:3:8 content/type", "game.lua:1:40 script/unknown-name"},
		},
		"a section indented into another": {
			[]string{"game.yaml", "events:", "  events:"},
			[]string{"game.yaml:8:3 content/unknown-key"},
		},
		"a section indented into data, where anything may be": {
			[]string{"game.yaml", "variables:", "data:\n  text: 3\n  variables:"},
			[]string{"game.yaml:6:3 content/unknown-key"},
		},
		"names whose section is missing, from a game with an error": {
			[]string{"game.yaml", "variables: {gold: {start: 3}}\n", "", "game.yaml", "main: {}", "main: {nxt: main}", "lamp.yaml", "pay)", "pya)"},
			[]string{"game.yaml:8:17 content/unknown-key", "lamp.yaml:5:63 script/unknown-name"},
		},
		"names whose section is missing, and nothing else": {
			[]string{"game.yaml", "variables: {gold: {start: 3}}\n", ""},
			[]string{"lamp.yaml:5:51 script/unknown-name"},
		},
		"what a script would have that a game with an error lacks": {
			[]string{"game.yaml", "script: game.lua\n", "", "game.yaml", "phases: {main: {}}\n", "actions: {deal: {}}\nphases: {}\n"},
			[]string{"game.yaml:1:1 content/rule"},
		},
		"what a zone takes": {
			[]string{"lamp.yaml", `change(vars, "gold", self.pay)`, `add("d6", "shelf")`},
			[]string{"lamp.yaml:5:48 script/arguments"},
		},
		"what a zone takes, from a game with an error": {
			[]string{"game.yaml", "main: {}", "main: {nxt: main}", "lamp.yaml", `change(vars, "gold", self.pay)`, `add("d6", "shelf")`},
			[]string{"game.yaml:9:17 content/unknown-key"},
		},
		"what a zone takes, beside a die with an error": {
			[]string{"dice.yaml", "sides: 6", "sides: many", "lamp.yaml", `change(vars, "gold", self.pay)`, `add("d6", "shelf")`},
			[]string{"dice.yaml:3:8 content/type"},
		},
		"a parameter that another definition of the same script has": {
			[]string{"game.yaml", "script: game.lua", "script: game.lua\nparams: {pay: 1}", "game.lua", "emit(\"rung\") end", "emit(\"rung\") end, on_rung = function(self) change(vars, \"gold\", self.pay) end", "lamp.yaml", "lua: |\n  return { on_rung = function(self) change(vars, \"gold\", self.pay) end }\n", "script: game.lua\n---\nkind: relic\nid: lens\nscript: game.lua\n"},
			[]string{"game.lua:1:10 script/unknown-hook", "game.lua:1:116 script/unknown-name"},
		},
		"a parameter that another definition of the same script, with an error, has": {
			[]string{"game.yaml", "script: game.lua", "script: game.lua\nparams: {pay: 1}", "game.lua", "emit(\"rung\") end", "emit(\"rung\") end, on_rung = function(self) change(vars, \"gold\", self.pay) end", "lamp.yaml", "lua: |\n  return { on_rung = function(self) change(vars, \"gold\", self.pay) end }\n", "rarity: big\nscript: game.lua\n---\nkind: relic\nid: lens\nscript: game.lua\n"},
			[]string{"lamp.yaml:4:9 content/enum"},
		},
		"in the same definition": {
			[]string{"lamp.yaml", "params:", "rarity: big\nparams:", "lamp.yaml", "self.pay", "self.pya"},
			[]string{"lamp.yaml:3:9 content/enum", "lamp.yaml:6:63 script/unknown-name"},
		},
		"beside a file that cannot be parsed": {
			[]string{"dice.yaml", "sides: 6", "sides: [6", "lamp.yaml", "vars, \"gold\"", "vars, \"glod\"", "game.lua", "rung", "rnug"},
			[]string{"dice.yaml:3:8 content/yaml", "lamp.yaml:5:51 script/unknown-name", "game.lua:1:53 script/unknown-name"},
		},
		"a start item beside a script that does not compile": {
			[]string{"game.lua", "\"dice\")", "\"dice\"", "game.yaml", "[d6]", "[d66]"},
			[]string{"game.yaml:6:37 script/unknown-name", "game.lua:1:59 script/syntax"},
		},
		"a name in a script beside another that does not compile": {
			[]string{"game.lua", "\"dice\")", "\"dice\"", "lamp.yaml", "gold", "glod"},
			[]string{"lamp.yaml:5:51 script/unknown-name", "game.lua:1:59 script/syntax"},
		},
		"a script beside a schema error": {
			[]string{"dice.yaml", "sides: 6", "sides: many", "lamp.yaml", "self.pay) end", "self.pay)"},
			[]string{"dice.yaml:3:8 content/type", "lamp.yaml:5:68 script/syntax"},
		},
		"a definition that cannot be parsed still has its name": {
			[]string{"dice.yaml", "sides: 6", "sides: [6"}, []string{"dice.yaml:3:8 content/yaml"},
		},
		"so do the variables of a game": {
			[]string{"game.yaml", "variables:", "variabels:"}, []string{"game.yaml:4:1 content/unknown-key"},
		},
		"and its events": {
			[]string{"game.yaml", "{rung: {}}", "[rung]"}, []string{"game.yaml:8:9 content/type"},
		},
		"hooks may be in a script that does not compile": {
			[]string{"game.lua", "\"dice\")", "\"dice\"", "lamp.yaml", "on_rung", "on_bell"}, []string{"game.lua:1:59 script/syntax"},
		},
		"parameters may be in what a definition extends": {
			[]string{"lamp.yaml", "params: {pay: 2}", "extends: lmap"}, []string{"lamp.yaml:3:10 content/extends"},
		},
	} {
		files := maps.Clone(shop)
		for i := 0; i < len(x.edits); i += 3 {
			for file, text := range files {
				if strings.HasSuffix(file, "/"+x.edits[i]) {
					files[file] = strings.ReplaceAll(text, x.edits[i+1], x.edits[i+2])
				}
			}
		}
		tree := fstest.MapFS{}
		for file, text := range files {
			tree[file] = &fstest.MapFile{Data: []byte(text)}
		}
		_, problems := quarantine.Build(load.NewLoader(load.Root{FS: tree}), nil, nil)
		var got []string
		for _, d := range problems {
			got = append(got, d.Place.String()[strings.LastIndex(d.Place.String(), "/")+1:]+" "+d.Code)
		}
		if strings.Join(got, "; ") != strings.Join(x.want, "; ") {
			t.Errorf("%s:\n got %s\nwant %s\n%v", name, strings.Join(got, "; "), strings.Join(x.want, "; "), problems)
		}
	}
}
