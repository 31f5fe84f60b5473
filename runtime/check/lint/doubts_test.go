package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/tests/golden"
)

// harbour is a game with a place for Lua and one for YAML.
var harbour = map[string]string{
	"content/harbour/game.yaml": `
kind: game
id: harbour
name: Harbour
text: Sail.
script: game.lua
params: {lanes: {default: 3, text: Lanes.}, max_depth: {default: 9, text: Depth.}}
variables: {gold: {start: 0}, hp: {start: 3}}
zones: {boats: {of: relic, label: b, listens: true, start: [sloop, ketch]}}
events: {sailed: {args: [boat, lane]}}
values: {fare: {args: [boat]}}
phases: {port: {actions: [sail]}}
actions: {sail: {name: Sail}}
data: {ports: [north, south], worth: {sloop: 3, ketch: 4, yawl: 5}, DATA}
views: {fare: {value: 'modify("fare", game.lanes, top("boats"))'}}
`,
	"content/harbour/boats.yaml": `
kind: relic
id: sloop
name: Sloop
script: sloop.lua
---
{kind: relic, id: ketch, name: Ketch}
---
{kind: relic, id: yawl, name: Yawl}
`,
	"scripts/harbour/sloop.lua": `return {
  on_sailed = function(self, boat, lane) vars.gold = vars.gold + lane + boat.index + vars.hp + game.max_depth end,
  modify_fare = function(self, n, boat) return n + self.index + boat.index end,
}`,
	"scripts/harbour/game.lua": `
local function first(boat) return boat.name end
local function longest(list) for _, b in ipairs(list) do say(b) end return #list > 0 end
local function name_of(word) if word == "none" then return "" end return word.name end
return {
  start = function() enter_phase("port") end,
  do_sail = function()
    local boat, lanes, list = top("boats"), game.lanes, {"a", "b"}
    if boat and longest(list) then
      say(first(boat) .. lanes .. name_of("none") .. game.data.ports[1] .. game.data.worth.sloop)
      emit("sailed", boat, lanes)
      add("yawl", "boats")
      win()
    end
    LUA
  end,
}`,
}

// found lints the harbour with Lua in its place, other data, and other texts.
func found(t *testing.T, code, data string, edits ...string) string {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range harbour {
		text = strings.NewReplacer(append([]string{"LUA", code, ", DATA", data}, edits...)...).Replace(text)
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return golden.Report(lint.Run(content(t, load.NewLoader(load.Root{FS: tree}), nil), sources(tree)))
}

// TestDoubtfulLua writes mistakes into a script, each beside the right way to
// say it, which are not reported.
func TestDoubtfulLua(t *testing.T) {
	var all strings.Builder
	for _, c := range []struct{ wrong, right, want string }{
		{`emit("sailed", boat)`, `emit("sailed", boat, 1)`, `fewer than its arguments`},
		{`local lane = 1 emit("sailed", lane, boat)`, `local lane = 1 emit("sailed", boat, lane)`, `in another order`},
		{`emit(boat, "sailed")`, `local what = "sailed" emit(what, boat, 1)`, `"sailed" is the second argument`},
		{`say(list[0])`, `say(list[1])`, `list[0] is always nil`},
		{`say(game.data.ports[0])`, `say(game.data.ports[1])`, `nothing is ever stored at game.data.ports[0]`},
		{`say(list[#list + 1])`, `list[#list + 1] = "c" say(list[#list])`, `past the last item of list`},
		{`for i = 1, #list + 1 do say(list[i]) end`, `for i = 1, #list - 1 do say(list[i + 1]) end`, `one position past the last`},
		{`for i = #list, 1 do say(list[i]) end`, `for i = #list, 1, -1 do say(list[i]) end`, `counts up, not from #list down to 1`},
		{`for i = count("boats"), 1 do say("" .. i) end`, `for i = count("boats"), 10 do say("" .. i) end`, `counts up, not from count(…) down to 1`},
		{`for i = 3, 1 do say("" .. i) end`, `for i = 1, 1 do say("" .. i) end`, `counts up, not from 3 down to 1`},
		{`for i = 0, #list do say(list[i]) end`, `for i = 0, #list - 1 do say(list[i + 1]) end`, `begins at 0`},
		{`for _ = 0, 3 do say("x") end`, `for _ = 1, 3 do say("x") end`, `one time too many (not 3 times)`},
		{`local t = {sloop = 1, ketch = 2} say("" .. #t .. t.sloop)`, `local t = {sloop = 1, 2} say("" .. #t .. t.sloop)`, `#t is always 0`},
		{`local t = {sloop = 1} for i = 1, #t do say("" .. t[i]) end`, `local t = {sloop = 1} say("" .. #t) t[1] = 3`, `#t is always 0`},
		{`local t = {sloop = 1} for _, n in ipairs(t) do say("" .. n) end`, `local t = {sloop = 1} table.insert(t, 2) for _, n in ipairs(t) do say("" .. n) end`, `ipairs(t) finds nothing`},
		{`say("" .. #{sloop = 1})`, `say("" .. #{"sloop"})`, `#{…} is always 0`},
		{`for lane = 0, game.lanes do say("" .. lane) end`, `for depth = 0, game.max_depth do say("" .. depth) end`, `one time too many (not game.lanes times)`},
		{`for n = 0, 1 do set_player(n) end`, `for n = 0, 3 do say("" .. n) end`, `set_player counts from 1`},
		{`local n = 3 say("" .. count(n))`, `local n = {boat} say("" .. count(n))`, `n is a number, but count needs a zone or list of entities for from`},
		{`say("" .. sum(boat, "index"))`, `say("" .. sum({boat}, "index"))`, `boat is an entity, but sum needs a zone or list of entities for from`},
		{`say("" .. sum({boat, lanes}, "index"))`, `say("" .. sum({boat, top("boats")}, "index"))`, `lanes is a number, but sum needs an entity for element 2`},
		{`say("" .. count(list))`, `say("" .. #list .. count(all("boats")))`, `an item of list is a text, but count needs an entity for each item`},
		{`say("" .. run(range(1, 6)))`, `say("" .. run(all("boats"), "index"))`, `an item of range(…) is a number, but run needs an entity for each item`},
		{`local function all_of(from) return #from == count(from) end say(all_of(lanes) and "x" or "y")`, `local function all_of(from) return from[1] and #from == count(from) end say(all_of({boat}) and "x" or "y")`, `lanes is a number, but all_of needs a zone or list of entities for from`},
		{`local function each_of(from) for _, b in ipairs(from) do say(b.id) end return count(from) end say("" .. each_of("boats"))`, `local function each_of(from) for _, b in ipairs(from) do say(b.id) end return count(from) end say("" .. each_of({boat}))`, `"boats" is a text, but each_of needs a table for from`},
		{`say(pick("x", lanes))`, `say(pick("x", list))`, `lanes is a number, but pick needs a list or zone for from`},
		{`say(first("sloop"))`, `say(first(boat))`, `first needs an entity or a table for boat`},
		{`say(first(lanes))`, `say(first({name = "x"}))`, `first needs an entity or a table for boat`},
		{`local unseen = 1 say("unseen")`, `local unseen = "x" say(unseen)`, `the local unseen is never used`},
		{`for item in list do say(item) end`, `for _, item in ipairs(list) do say(item) end`, `iterates over`},
		{`for item in ipairs({boat}) do say(first(item)) end`, `for i in ipairs({boat}) do say("" .. i) end`, `used as the item at that position`},
		{`for _, p in each(game.data.ports) do say(p.name) end`, `for _, p in ipairs(game.data.ports) do say(p) end`, `each needs a text for zone`},
		{`local n = 1 n = n .. vars.gold say("" .. n)`, `local n = "" n = n .. vars.gold say("" .. n)`, `to add numbers, write +`},
		{`local s = "" s = s + 1 say(s)`, `local n = 0 n = n + 1 say("" .. n)`, `s is a text`},
		{`vars.gold = vars.gold + "1"`, `vars.gold = vars.gold + 1`, `remove the quotes: 1`},
		{`local poor say(poor.name)`, `local poor = boat say(poor.name)`, `poor is always nil`},
		{`if boat.name == lanes then say("x") end`, `if boat.name == "Any Name" or boat.name == "Galleon" then say("x") end`, `boat.name is a text`},
		{`say(list.length)`, `say("" .. #list)`, `its length is #list`},
		{`first(boat)`, `say(first(boat))`, `first only returns a value`},
		{`if boat.id == "sloop" and vars.hp > 0 or "ketch" then say("x") end`, `if boat.id == "sloop" and vars.hp > 0 or boat.id == "ketch" then say("x") end`, `is not compared with anything`},
		{`vars.gold = vars.gold > 1 and "2" or 1`, `vars.gold = vars.gold > 1 and 2 or 1`, `the other possible value is a number`},
		{`local n = random("wind", 1, 3) vars.gold = n > 1 and n or "0"`, `local n = random("wind", 1, 3) say(n > 1 and "more" or "0")`, `remove the quotes: 0`},
		{`vars.gold = vars.hp or "0"`, `say(boat.name or "0")`, `remove the quotes: 0`},
		{`local function two() if boat then return 2 end return "3" end vars.gold = two()`, `local function two() if boat then return 2 end return 3 end vars.gold = two()`, `otherwise returns numbers`},
		{`local free = longest say("" .. #free(list)) local more, least = longest if more or least then say("x") end`, `local free = longest if free(list) then say("x") end`, `to call it, write longest()`},
		{`local free = longest if free then say("x") end`, `local act = boat and longest or first say(act(list) and "x" or "y")`, `longest is a function, but the value that it returns is needed`},
		{`if boat and not longest then say("x") end`, `if boat and not longest(list) then say("x") end`, `this is always false`},
		{`local all = game.data["po" .. "rts"] say(all[random("wind", 1, all)])`, `local all = game.data["po" .. "rts"] say(all[random("wind", 1, #all)])`, `its length is #all`},
		{`local all = game.data["po" .. "rts"] say(all[all.length])`, `local all = game.data["po" .. "rts"] say(all[#all])`, `its length is #all`},
		{`say(list[random("wind", #list, 1)])`, `say(list[random("wind", 1, #list)])`, `random("wind", 1, #list)`},
		{`for b in each("boats") do say(b.name) b = boat say(b.name) end`, `for _, b in each("boats") do say(b.name) b = boat say(b.name) end`, `used as the item at that position`},
		{`local lark = "x" say(lark) table.insert(list, "lark")`, `local sloop = "x" say(sloop) table.insert(list, "sloop")`, `remove the quotes: lark`},
		{`if vars.hp > game.data.ports then say("x") end`, `if vars.hp > #game.data.ports then say("x") end`, `#game.data.ports`},
		{`emit("sailed", boat, longest)`, `emit("sailed", boat, longest(list) and 1 or 2)`, `emit passes on values only`},
		{`if boat and longest then say("x") end`, `if boat and longest(list) then say("x") end`, `this is always true`},
		{`local worth = {1, 2, "3"} say(worth[1])`, `local worth = {1, 2, "x"} say(worth[3])`, `the other values of this table are numbers`},
		{`local best = "0" for n = 1, 3 do best = n end vars.gold = best`, `local best = 0 for n = 1, 3 do best = n end vars.gold = best`, `best is otherwise given numbers`},
		{`if boat.id == "sloop" or "ketch" and vars.hp > 0 then say("x") end`, `if boat.id == "sloop" or vars.hp > 0 and boat.id == "ketch" then say("x") end`, `"ketch" after 'or' is not compared with anything`},
		{`local best = "0" for _, b in each("boats") do local w = game.data["wo" .. "rth"][b.id] if w > best then best = w end end say("" .. best)`, `local best = 0 for _, b in each("boats") do local w = game.data["wo" .. "rth"][b.id] if w > best then best = w end end say("" .. best)`, `best is used as a number`},
		{`if game.data["wo" .. "rth"].sloop > "3" then say("x") end`, `if game.data["wo" .. "rth"].sloop > 3 then say("x") end`, `remove the quotes: 3`},
		{`say(list[list])`, `say(list[#list])`, `list is used as its own key`},
		{`local function go(a) for _, b in each(a) do say(b.name) end return a[1] end say(go({boat}).name)`, `local function go(a) for _, b in ipairs(a) do say(b.name) end return a[1] end say(go({boat}).name)`, `write ipairs(a)`},
		{`local t = {sloop = 1, ketch = 2, yaul = 3} say("" .. t[boat.id])`, `local t = {sloop = 1, ketch = 2, captain = 3} say("" .. t[boat.id])`, `the other keys of this table are names`},
		{`for _, id in ipairs({"sloop", "ketch", "yaul"}) do add(id, "boats") end`, `for _, id in ipairs({"sloop", "ketch", "yawl"}) do add(id, "boats") end`, `did you mean "yawl"?`},
		{`local function act() return "sial" end say(act())`, `local function act() return "silent" end say(act())`, `nothing else is called "sial"`},
		{`local function tide(lane) return random("lane", 1, 3) end say("" .. tide(2))`, `local function tide(lane) return random(lane, 1, 3) end say("" .. tide("wind"))`, `the local lane is never used`},
		{`local function tide(lane) return modify("fare", "lane", boat) end say("" .. tide(2))`, `local function tide(relic) return definitions("relic") end say(tide(2)[1])`, `the local lane is never used`},
		{`say(self.params.lanes)`, `say("" .. self.lanes)`, `parameters are fields of self`},
	} {
		right := strings.ReplaceAll(c.right, "self.lanes", "game.lanes")
		if got := found(t, right, ""); got != "" {
			t.Errorf("the report on %s is:\n%s", c.right, got)
		}
		edits := []string{}
		if strings.Contains(c.wrong, "self.") {
			edits = []string{"do_sail = function()", "do_sail = function(self)"}
		}
		if got := found(t, c.wrong, "", edits...); strings.Count(got, "]") == 0 || !strings.Contains(got, c.want) {
			t.Errorf("the report on %s lacks %q:\n%s", c.wrong, c.want, got)
		} else {
			fmt.Fprintf(&all, "> %s\n%s", c.wrong, got)
		}
	}
	golden.Check(t, "testdata/doubtful_lua.golden", all.String())
}

// TestHookArgumentsHaveTheSentTypes checks that the arguments of hooks have the types of
// what scripts emit and modify.
func TestHookArgumentsHaveTheSentTypes(t *testing.T) {
	for wrong, want := range map[string][2]string{
		"return n + self.index":                              {"return n .. self.index", "to add numbers, write +"},
		"(self, n, boat) return n + self.index + boat.index": {"(self, boat) return 1 + boat.index", "write: modify_fare = function(self, value, boat)"},
		"vars.gold + lane + boat":                            {"vars.gold + boat + boat", "boat is an entity, but + needs a number"},
	} {
		if got := found(t, "", "", wrong, want[0]); !strings.Contains(got, want[1]) {
			t.Errorf("%s: expected %q in\n%s", want[0], want[1], got)
		}
	}
	if got := found(t, `local what = "sailed" emit(what, "x", "y")`, "", "vars.gold + lane + boat", "vars.gold + boat + boat"); got != "" {
		t.Errorf("events of computed names may have any arguments:\n%s", got)
	}
}

// TestDoubtfulData writes mistakes into data and texts.
func TestDoubtfulData(t *testing.T) {
	var all strings.Builder
	for _, c := range []struct {
		data  string
		edits []string
		want  string
	}{
		{data: ", first: slopo", want: `nothing else is called "slopo"`},
		{data: ", prices: {sloop: 3, ketch: many, yawl: 5}", want: "the 2 other values here are numbers"},
		{data: ", tides: [{high: 3}, {high: \"4\"}]", want: "remove the quotes: high: 4"},
		{data: "", edits: []string{"text: Sail.", "text: Sail to port #1."}, want: "the text ends here"},
		{data: "", edits: []string{"text: Sail.", `text: Sail to port."`}, want: "does not begin with one"},
		{data: "", edits: []string{"text: Lanes.", `safe: [2, 4], breaks: "<3: none. >4: too many", text: Lanes.`}, want: "breaks says <3"},
		{data: "", edits: []string{"text: Lanes.", `safe: [2, 4], breaks: "<2: none. >4: too many", text: Lanes.`}},
		{data: "", edits: []string{"text: Sail.", "text: Sail,"}, want: "the , at the end is part of this text"},
		{data: "", edits: []string{"text: Sail.", `text: "Sail,"`}},
		{data: "", edits: []string{"text: Sail.", "text: Sail. # to a port"}},
		{data: "", edits: []string{"text: Sail.", `text: "Sail to port #1."`}},
		{data: ", route: [north, north, south, [east]]", want: "the 3 other items here are words"},
		{data: ", route: [north, north, south, {to: east}]", want: "write the word alone: east"},
		{data: ", route: [westward, westward, wetsward, south]", want: `did you mean "westward"?`},
		{data: ", crew: {sloop: 1, ketch: 2, yaul: 3}", want: `nothing is called "yaul", but the other keys here are ids`},
		{data: ", crew: {sloop: 1, ketch: 2, captain: 3}, route: [east, west, [north, east]]"},
		{data: ", stops: [Sloop, ketch]", want: `did you mean "sloop"?`},
		{data: ", tides: [{high: 3}, {high: 2}, {high: 1}, {high: 4m}]", want: "high is a text here, but a number in 3 other places"},
		{data: ", tides: [{high: 3}, {high: 2}, {high: 1}, {high: 4m}, {high: none}]"},
		{data: "", edits: []string{"top(\"boats\"))'}}", "top(\"boats\"))'}}\ntests:\n  - name: a fare\n    expect:\n      that:\n        vars.gold == 0\n        - vars.hp == 3"}, want: "the line below begins with a dash"},
		{data: "", edits: []string{"text: Sail.", "text: Sail - or wait -\n  for the tide."}},
		{data: "", edits: []string{"text: Sail.", "text: \"Sail\n  - or wait.\""}},
		{data: ", depths: [3, 4,5, 6]", want: "write a point for a decimal comma"},
		{data: ", depths: [3,4,5], tides: [3, 4], sizes: [1.5,2, 3,4]"},
		{data: "", edits: []string{"top(\"boats\"))'}}", "top(\"boats\"))'}}\ntests: [{name: a fare, do: sail, expect: {fare: 3 gold}}]"}, want: "the view fare is a number, not a text"},
		{data: "", edits: []string{"top(\"boats\"))'}}", "top(\"boats\"))'}}\ntests: [{name: a fare, do: sail, expect: {fare: 3}}]"}},
		{data: ", prices: {sloop: 3, ketch: 4, icon: wolf}, tides: [{high: 3}, {high: many}], first: sloop, other: westward"},
	} {
		got := found(t, "", c.data, c.edits...)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s %q: expected %q in\n%s", c.data, c.edits, c.want, got)
		}
		fmt.Fprintf(&all, "> %s %q\n%s", c.data, c.edits, got)
	}
	golden.Check(t, "testdata/doubtful_data.golden", all.String())
}

// TestDoubtfulMoves writes mistakes into the moves of an enemy.
func TestDoubtfulMoves(t *testing.T) {
	var all strings.Builder
	for _, c := range [][2]string{
		{"bite: {in_row: 2, harm: 2}, claw: {in_row: 1, harm: 3}, rest: {harm: 4}, spit: {harm: 1}", ""},
		{"bite: {in_rwo: 2, harm: 2}, claw: {harm: 3}", `did you mean "in_row"?`},
		{"bite: {harm: 2}, claw: {harm: 3}, rest: {harm: 4}, spit: {harm: 1hp}", "harm is a text here, but a number in 3 other places"},
		{"bite: {harm: 2}, claw: {harm: 3}, rest: {harm: 4}, spit: {harm: many}, nip: {harm: a lot}", ""},
		{`bite: {harm: 2}, claw: {harm: "3"}`, "remove the quotes: harm: 3"},
		{`bite: {harm: 2}, claw: {harm: 3, text: "Claws for {harm} and {fury}.", fury: 3}`, ""},
		{"bite: {in_rwo: 2, harm: 2}, claw: {in_rwo: 1, harm: 3}", ""},
		{"bite: {wieght: 2, harm: 2}, claw: {Name: x, harm: 3}", `did you mean "weight"?`},
		{"bite: {inRow: 2, harm: 2}, claw: {when: true, then: bite, harm: 3}", `did you mean "in_row"?`},
		{"bite: {harm: 2}, claw: {harm: \"=game.lanes\"}, rest: {harm: 2}, spit: {harm: 1}", ""},
	} {
		moves, want := c[0], c[1]
		got := found(t, "", "", "{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch}\n---\n{kind: enemy, id: rat, name: Rat, hp: 3, moves: {"+moves+"}}",
			"zones: {", "zones: {foes: {of: enemy, label: e, start: [rat]}, ", "vars.gold = vars.gold + lane", "vars.gold = vars.gold + lane + top(\"foes\").moves.bite.harm", "do_sail = function", "move = function() end, do_sail = function")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: expected %q in\n%s", moves, want, got)
		}
		fmt.Fprintf(&all, "> %s\n%s", moves, got)
	}
	golden.Check(t, "testdata/doubtful_moves.golden", all.String())
}

// TestAMisspeltExportIsReportedOnce checks that a name that a module returns
// misspelt is reported where the module returns it, and that a use of a name that
// it does not return is reported there if it is the only one.
func TestAMisspeltExportIsReportedOnce(t *testing.T) {
	harbour["scripts/harbour/tides.lua"] = `return { hihg = function() return 2 end, low = function() return 1 end }`
	defer delete(harbour, "scripts/harbour/tides.lua")
	const low = `vars.gold = require("tides").low() `
	const high = `vars.gold = require("tides").high() `
	for code, want := range map[string]string{
		low + high + high: `scripts/harbour/tides.lua:1:10: error [script/unknown-name] nothing reads hihg, and the module tides returns nothing called "high"`,
		low + high:        `it returns hihg, which nothing reads`,
	} {
		if got := found(t, code, ""); strings.Count(got, "]") != 1 || !strings.Contains(got, want) {
			t.Errorf("the report on %s is:\n%s", code, got)
		}
	}
}
