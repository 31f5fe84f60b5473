package lint_test

import (
	"strings"
	"testing"
)

// TestMistakesOfAuthors checks, for mistakes that an author made, that each is reported once
// and at its place, and that the same done right is not reported.
func TestMistakesOfAuthors(t *testing.T) {
	const sloop, view, names = "on_sailed = function(self, boat, lane)", `views: {fare: {value: 'modify("fare", game.lanes, top("boats"))'}}`, "{kind: relic, id: yawl, name: Yawl}"
	for _, c := range []struct {
		lua         string // for the action of the game
		edits       []string
		right       string // what replaces the last edit, or else the Lua
		place, says string
	}{
		{
			lua: `local t = {a = 1, b = 2, a = 3} say(t.a)`, right: `local t = {a = 1, b = 2, c = 3} say(t.a)`,
			place: "game.lua:15:30", says: "script/doubt] this table has the key a more than once",
		},
		{
			lua: `call_hook(boat, "on_sailed", {1, 2})`, right: `call_hook(boat, "on_sailed", 1, 2)`,
			place: "game.lua:15:", says: "script/doubt] {…} is a table, but call_hook passes on only numbers",
		},
		{
			lua: `call_hook(boat, "on_sailed", list)`, right: `call_hook(boat, "on_sailed", list[1])`,
			place: "game.lua:15:", says: "script/doubt] list is a table, but call_hook passes on only numbers",
		},
		{
			lua: `local by = {} by[lanes] = {boat} local own = by[lanes] call_hook(own[1], "on_sailed", own)`, right: `local by = {} by[lanes] = boat local own = by[lanes] call_hook(own, "on_sailed", own, own[lanes])`,
			place: "game.lua:15:", says: "script/doubt] own is a table, but call_hook passes on only numbers",
		},
		{
			lua: `emit("sailed", boat, list)`, right: `emit("sailed", boat, #list)`,
			place: "game.lua:15:", says: "script/doubt] list is a table, but emit passes on only numbers",
		},
		{
			lua: `local knots = 3`, right: `local _ = 3`,
			place: "game.lua:15:11", says: "unused/local] nothing uses the local knots",
		},
		{
			lua: `if player == boat.owner then say("x") end`, right: `if player() == boat.owner then say("x") end`,
			place: "game.lua:15:8", says: "script/doubt] this is always false: player is a function",
		},
		{
			edits: []string{sloop, "on_sailed = function(self, boat, lane, wind)"}, right: sloop,
			place: "sloop.lua:2:3", says: "script/doubt] in on_sailed, wind is always nil",
		},
		{
			edits: []string{sloop, "when_sailed = function(self, boat, lane, wind)"}, right: strings.Replace(sloop, "on_", "when_", 1),
			place: "sloop.lua:2:3", says: "script/doubt] in when_sailed, wind is always nil",
		},
		{
			edits: []string{"return n + self.index", "vars.gold = 1 return n + self.index"}, right: "return n + self.index",
			place: "sloop.lua:3:", says: "script/read-only] this assigns to vars.gold, but modify_fare",
		},
		{
			edits: []string{"return n + self.index", `change(vars, "gold", 1) return n + self.index`}, right: "return n + self.index",
			place: "sloop.lua:3:", says: "script/read-only] change changes the game, but modify_fare",
		},
		{
			edits: []string{view, `views: {fare: {value: 'modify("fare", 1, add("yawl", "boats"))'}}`}, right: view,
			place: "game.yaml:15:", says: "script/read-only] add changes the game, but an expression",
		},
		{
			edits: []string{names, names + `
---
{kind: bot, id: mate, lua: 'return { choose = function(self, all) change(vars, "gold", 1) return all[random("luck", 1, #all)] end }'}`},
			right: names + `
---
{kind: bot, id: mate, lua: 'return { choose = function(self, all) return all[random("luck", 1, #all)] end }'}`,
			place: "boats.yaml", says: "script/read-only] change changes the game, but a bot",
		},
		{
			edits: []string{view, strings.Replace(view, "fare:", "gold: {value: game.lanes}, fare:", 1)}, right: view,
			place: "game.yaml:15:9", says: "content/doubt] this view has the name of a variable",
		},
		{
			edits: []string{view, strings.Replace(view, "fare:", "boats: {value: game.lanes}, fare:", 1)}, right: view,
			place: "game.yaml:15:9", says: "content/doubt] this view has the name of a zone",
		},
		{
			edits: []string{view, view + "\nmetrics: {oops: {name: Oops, value: '\"much\"'}}"}, right: view + "\nmetrics: {oops: {name: Oops, value: 'vars.gold > 1'}}",
			place: "game.yaml:16:", says: "script/type] the metric oops is a text",
		},
		{
			edits: []string{view, view + "\nwinner: 'vars.gold > 1'"}, right: view + "\nwinner: 'vars.gold > 1 and 1 or nil'",
			place: "game.yaml:16:", says: "script/type] winner is true or false",
		},
		{
			edits: []string{view, view + "\nranks: vars.gold"}, right: view + "\nranks: '{1}'",
			place: "game.yaml:16:", says: "script/type] ranks is a number",
		},
		{
			edits: []string{view, view + "\nheuristic: player"}, right: view + "\nheuristic: player()",
			place: "game.yaml:16:", says: "script/doubt] player is a function",
		},
		{
			edits: []string{"return {\n  on_sailed", "return {\n  use = function(self) say(\"x\") end,\n  on_sailed"}, right: "return {\n  on_sailed",
			place: "sloop.lua:2:3", says: "unused/hook] use never runs: relic/sloop has no use:",
		},
	} {
		got := found(t, c.lua, "", c.edits...)
		if strings.Count(got, c.says) != 1 || !strings.Contains(got, c.place) {
			t.Errorf("%q %q: got\n%s\nwant once %s, at %s", c.lua, c.edits, got, c.says, c.place)
		}
		lua, edits := c.right, c.edits
		if edits != nil {
			lua, edits = c.lua, []string{edits[0], c.right}
		}
		_, message, _ := strings.Cut(c.says, "] ")
		if got := found(t, lua, "", edits...); strings.Contains(got, message[:12]) {
			t.Errorf("%q %q: got\n%s", lua, edits, got)
		}
	}
}
