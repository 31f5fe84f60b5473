package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
)

// reusable is a game whose cards differ in what later builds may reuse: a script, a
// start that another card computes, hooks of another pack only.
var reusable = map[string]string{
	"content/one/pack.yaml": "{kind: pack, format: 1, id: one, version: 1.0.0, title: One}",
	"content/one/game.yaml": `kind: game
id: one
variables: {gold: {start: 0}}
zones: {hand: {of: card, label: h, start: [ace, king]}, bag: {of: relic, label: b, start: [lamp]}}
properties: {card: {cost: {start: "=definition('king').data.worth"}}}
events: {dawn: {}}
phases: {day: {use: [hand]}}
lua: |
  local help = require("help")
  return { start = function() vars.gold = help.n() emit("dawn") end }
`,
	"content/one/ace.yaml":  "{kind: card, id: ace, data: {worth: 3}, use: {}, lua: 'return { use = function(self) vars.gold = 1 end, on_dawn = function(self) vars.gold = 2 end }'}",
	"content/one/king.yaml": "{kind: card, id: king, data: {worth: 5}}",
	"content/one/lamp.yaml": "{kind: relic, id: lamp}",
	"content/ext/lamp.yaml": "{kind: patch, of: relic/lamp, hooks: {when_dawn: add}, script: lamp.lua}",
	"scripts/ext/lamp.lua":  "return { when_dawn = function(self) vars.gold = 9 end }",
	"scripts/one/help.lua":  "return { n = function() return 1 end }",
	"content/ext/pack.yaml": "{kind: pack, format: 1, id: ext, version: 1.0.0, title: Ext, games: [one], requires: {one: ^1.0}, capabilities: [hooks]}",
	"content/ext/king.yaml": "{kind: patch, of: card/king, hooks: {when_dawn: add, chosen_which: add}, script: king.lua}",
	"scripts/ext/king.lua":  "return { when_dawn = function(self) vars.gold = 3 ask(\"which\", {from = {1}}) end, chosen_which = function(self, it) end }",
}

// hooksIn lists the hooks of a card with their numbers.
func hooksIn(g *rules.Game, key string) string {
	var out []string
	for _, h := range g.Item(key).Hooks {
		text := fmt.Sprintf("%s %d", h.Name, h.Index)
		if h.Under != nil || h.Mode != "" {
			text += " upon another"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// TestHooksKeepTheirNumbers states the numbers of hooks over several edits: a hook
// keeps its own while its definition and script are the same, any other gets a number
// that none has had, and games of earlier builds keep what they began with.
func TestHooksKeepTheirNumbers(t *testing.T) {
	tree := fstest.MapFS{}
	for file, text := range reusable {
		tree[file] = &fstest.MapFile{Data: []byte(text)}
	}
	loader := load.NewLoader(load.Root{FS: tree})
	before, problems := rebuilt(loader, nil)
	if before == nil {
		t.Fatal(problems)
	}
	var out strings.Builder
	tell := func(what string, c *rules.Content) {
		g, _ := c.Game("one")
		table := g.Table(1)
		fmt.Fprintf(&out, "%s: ace %s, king %s, lamp %s, starts %v and %v\n", what, hooksIn(g, "card/ace"), hooksIn(g, "card/king"), hooksIn(g, "relic/lamp"),
			table.Prototypes["card/ace"].Start, table.Prototypes["card/king"].Start)
	}
	tell("at first", before)
	first := before
	for _, e := range []struct{ file, from, to string }{
		{"content/one/ace.yaml", "worth: 3", "worth: 4"},
		{"content/one/king.yaml", "worth: 5", "worth: 6"},
		{"content/one/ace.yaml", "on_dawn", "when_dawn"},
		{"scripts/one/help.lua", "return 1", "return 2"},
		{"scripts/ext/king.lua", "gold = 3", "gold = 4"},
		{"content/one/ace.yaml", "when_dawn", "on_dawn"},
		{"content/one/game.yaml", "dawn: {}", "dawn: {}, dusk: {}"},
	} {
		old := tree[e.file].Data
		tree[e.file] = &fstest.MapFile{Data: []byte(strings.Replace(string(old), e.from, e.to, 1))}
		after, problems := reloaded(loader, e.file, before)
		if after == nil {
			t.Fatal(problems)
		}
		tell(e.to, after)
		before = after
	}
	tell("the first build", first)
	const want = `
at first: ace use 1, on_dawn 2, king when_dawn 4, chosen_which 5, lamp when_dawn 6, starts [false 5] and [false 5]
worth: 4: ace use 7, on_dawn 8, king when_dawn 4, chosen_which 5, lamp when_dawn 6, starts [false 5] and [false 5]
worth: 6: ace use 7, on_dawn 8, king when_dawn 10, chosen_which 11, lamp when_dawn 12, starts [false 6] and [false 6]
when_dawn: ace use 13, when_dawn 14, king when_dawn 10, chosen_which 11, lamp when_dawn 12, starts [false 6] and [false 6]
return 2: ace use 13, when_dawn 14, king when_dawn 17, chosen_which 18, lamp when_dawn 19, starts [false 6] and [false 6]
gold = 4: ace use 13, when_dawn 14, king when_dawn 20, chosen_which 21, lamp when_dawn 22, starts [false 6] and [false 6]
on_dawn: ace use 23, on_dawn 24, king when_dawn 20, chosen_which 21, lamp when_dawn 22, starts [false 6] and [false 6]
dawn: {}, dusk: {}: ace use 23, on_dawn 24, king when_dawn 20, chosen_which 21, lamp when_dawn 22, starts [false 6] and [false 6]
the first build: ace use 1, on_dawn 2, king when_dawn 4, chosen_which 5, lamp when_dawn 6, starts [false 5] and [false 5]
`
	if got := out.String(); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}

// TestEditedModulesReachTheScriptsThatRequireThem checks that no script goes on
// with a module that has been edited, although its own file has not.
func TestEditedModulesReachTheScriptsThatRequireThem(t *testing.T) {
	tree := fstest.MapFS{}
	for file, text := range reusable {
		tree[file] = &fstest.MapFile{Data: []byte(text)}
	}
	loader := load.NewLoader(load.Root{FS: tree})
	before, problems := rebuilt(loader, nil)
	if before == nil {
		t.Fatal(problems)
	}
	tree["scripts/one/help.lua"] = &fstest.MapFile{Data: []byte("return { n = function() return 2 end }")}
	after, problems := reloaded(loader, "scripts/one/help.lua", before)
	if after == nil {
		t.Fatal(problems)
	}
	script := func(c *rules.Content) any {
		g, _ := c.Game("one")
		return g.Script.Hooks[0].Program
	}
	if script(after) == script(before) {
		t.Error("the game's script still requires the old module")
	}
	if before, after := hooked(before), hooked(after); before != after {
		t.Error("a script that does not require the module was compiled again")
	}
	tree["scripts/one/help.lua"] = &fstest.MapFile{Data: []byte("return { m = function() return 2 end ")}
	if c, problems := reloaded(loader, "scripts/one/help.lua", after); c != nil || len(problems) == 0 {
		t.Error("a faulty module is not noticed")
	}
}

// hooked returns the program of a card's script.
func hooked(c *rules.Content) any {
	g, _ := c.Game("one")
	return g.Item("card/ace").Hooks[0].Program
}
