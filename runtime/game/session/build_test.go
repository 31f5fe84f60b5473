package session_test

import (
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

// TestABrokenScriptIsOneProblem checks that an error in a script is reported
// once, without further problems about missing hooks or modules.
func TestABrokenScriptIsOneProblem(t *testing.T) {
	game := `
kind: game
id: small
script: game.lua
variables: {gold: {start: 0}}
zones: {items: {of: consumable, label: c, start: [coin]}}
actions: {wait: {}}
phases: {play: {actions: [wait], use: [items]}}
---
kind: consumable
id: coin
use: {cost: {gold: "require('bank').price()"}}
script: coin.lua
`
	scripts := map[string]string{
		"game": "local bank = require('bank') return { do_wait = function(self) emit('used', 1) end }",
		"coin": "local bank = require('bank') return { use = function(self) vars.gold = 1 end }",
		"bank": "return { price = function() return 1 end }",
	}
	for broken := range scripts {
		for _, mistake := range []struct{ text, code string }{
			{"local x = = 1 ", "script/syntax"}, {"emitt() ", "script/unknown-global"},
		} {
			files := fstest.MapFS{"content/small/game.yaml": {Data: []byte(game)}}
			for name, text := range scripts {
				if name == broken {
					text = mistake.text + text
				}
				files["scripts/small/"+name+".lua"] = &fstest.MapFile{Data: []byte(text)}
			}
			catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
			if catalog == nil {
				t.Fatal(problems)
			}
			_, problems = rules.Build(catalog, nil)
			if len(problems) != 1 || problems[0].Code != mistake.code || problems[0].Place.File != "scripts/small/"+broken+".lua" {
				t.Errorf("%s in %s gives\n%v", mistake.code, broken, problems)
			}
		}
	}
}

// TestAnExpressionIsFaultyAtItsCharacter checks that an error in an expression
// is reported at its line and column, however the text is written in YAML.
func TestAnExpressionIsFaultyAtItsCharacter(t *testing.T) {
	for written, want := range map[string][2]int{
		"  total: {value: 1 + conut}":                      {4, 22},
		"  total: {value: \"1 + conut\"}":                  {4, 23},
		"  total: {value: '1 + conut'}":                    {4, 23},
		"  total: {value: '=1 + conut'}":                   {4, 24},
		"  total:\n    value: |\n      1 +\n        conut": {7, 9},
	} {
		game := "kind: game\nid: small\nviews:\n" + written + "\nphases: {play: {}}\n"
		catalog, problems := load.NewLoader(load.Root{FS: fstest.MapFS{"content/small/game.yaml": {Data: []byte(game)}}}).Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		_, problems = rules.Build(catalog, nil)
		if len(problems) != 1 || problems[0].Code != "script/unknown-global" ||
			problems[0].Place.Line != want[0] || problems[0].Place.Column != want[1] {
			t.Errorf("%s\nis expected to be faulty at %v and gives\n%v", written, want, problems)
		}
	}
}

// TestAMisspeltHookOfAnActionIsReportedAtItsPlace checks that a misspelt hook is
// reported at the script, and a missing script at the action.
func TestAMisspeltHookOfAnActionIsReportedAtItsPlace(t *testing.T) {
	for script, want := range map[string]string{
		"return { do_wiat = function() end, do_stay = function() end }": "scripts/small/game.lua",
		"return { do_stay = function() end }":                           "content/small/game.yaml",
	} {
		files := fstest.MapFS{
			"content/small/game.yaml": {Data: []byte("{kind: game, id: small, script: game.lua, actions: {wait: {}, stay: {}}, phases: {play: {actions: [wait, stay]}}}")},
			"scripts/small/game.lua":  {Data: []byte(script)},
		}
		catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		_, problems = rules.Build(catalog, nil)
		if len(problems) != 1 || problems[0].Code != "script/unknown-hook" || problems[0].Place.File != want {
			t.Errorf("%s gives\n%v", script, problems)
		}
	}
}
