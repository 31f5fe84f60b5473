package lint_test

import (
	"strings"
	"testing"

	"sleight/tests/golden"
)

// coincidences lists Lua for the action of the harbour with data for the game, in
// pairs: what is probably wrong, and a use elsewhere after which it is not.
var coincidences = [][2]string{
	{`say("" .. game.data.max_sail)`, `maxSail: 3`},
	{`say("" .. game.data.max_sail .. game.data.maxSail)`, `maxSail: 3`},
	{`say("" .. game.data.max_sail) say("maxSail")`, `maxSail: 3`},
	{``, `first: slopo`},
	{`say("slopo")`, `first: slopo`},
	{`local t = {} t.slopo = 1 say("" .. t.slopo)`, `first: slopo`},
	{`local t = {slopo = 1} say(tostring(t))`, `first: slopo`},
	{`say("slo" .. lanes)`, `first: slopo`},
	{`say(lanes .. "opo")`, `first: slopo`},
	{`say("slopo" .. lanes)`, `first: slopo`},
	{`say("s" .. lanes)`, `first: slopo`},
	{``, `stops: [Sloop, 3, {is: ketch}]`},
	{`say("Sloop")`, `stops: [Sloop]`},
	{`say(game.data.nothing + 1)`, `nothing: null`},
	{`for _, x in ipairs(game.data.word) do say(x) end`, `word: north`},
	{`say(game.data.word[1])`, `word: north`},
	{`say(table.concat(game.data.word))`, `word: north`},
	{`for _, x in pairs(game.name) do say(x) end`, ``},
	{`for _, x in game.name do say(x) end`, ``},
	{`for _, x in ipairs(vars.flag) do say(x) end`, ``},
	{`for _, x in ipairs("boats") do say(x) end`, ``},
	{`say(vars.flag[1])`, ``},
	{`say(("x")[1])`, ``},
	{`say(boat.name[1])`, ``},
	{`require("tides").extra = 1 say("" .. require("tides").extra)`, ``},
	{`require("tides").high = 1`, ``},
	{`game.params = 1`, ``},
	{`local n = nil say("" .. n + 1)`, ``},
	{`say("" .. nil + 1)`, ``},
	{`local n = nil if n == "zephyr" then say("x") end`, ``},
	{`if list == "zephyr" then say("x") end`, ``},
	{`if list[1] == "zephyr" then say("x") end`, ``},
	{`if list[1] ~= "zephyr" then say("x") end`, ``},
	{`if list[1] == "zephyr" then say("zephyr") end`, ``},
	{`if list[1] == "zephyr" then say("a zephyr blows") end`, ``},
	{`if list[1] == "a zephyr" then say("x") end`, ``},
	{`local t = {zephyr = 1} if list[1] == "zephyr" then say(tostring(t)) end`, ``},
	{`local t = {} t.zephyr = 1 if list[1] == "zephyr" then say("" .. t.zephyr) end`, ``},
	{`if list[1] == "zephyr" then say("zeph" .. lanes) end`, ``},
	{`if list[1] == "zephyr" then say("x") end`, `winds: [zephyr]`},
	{`if list[1] == "zephyr" then say("x") end`, `winds: {zephyr: 3}`},
	{`if list[1] == "harbour" or list[1] == "game" or list[1] == "yawl" or list[1] == "max_depth" or list[1] == "fare" then say("x") end`, ``},
	{`if boat.text == "zephyr" or boat.name == "zephyr" then say("x") end`, ``},
	{`if type(list[1]) == "zephyr" then say("x") end`, ``},
	{`list[0] = "c" say(list[0])`, ``},
	{`say(list[0])`, ``},
	{`local other = {} other[0] = 1 say(list[0])`, ``},
	{`move_to("a" .. lanes, "boats")`, ``},
	{`damage(boat, "a" .. lanes)`, ``},
	{`local total = "a" .. lanes + 1 say(total)`, ``},
	{`if "a" .. lanes > 3 then say("x") end`, ``},
	{`if lanes < list then say("x") end`, ``},
	{`if lanes < boat then say("x") end`, ``},
	{`if vars.flag < list then say("x") end`, ``},
	{`if vars.open < list then say("x") end`, ``},
	{`if list < nil then say("x") end`, ``},
	{`if nil < list then say("x") end`, ``},
	{`if first < lanes then say("x") end`, ``},
	{`if list[1] < "3" then say("x") end`, ``},
	{`if vars.flag < "3" then say("x") end`, ``},
	{`if nil == "zephyr" then say("x") end`, ``},
	{`if list == game.data.worth then say("x") end`, ``},
	{`if list == boat or first == lanes then say("x") end`, ``},
	{`vars.gold = first`, ``},
	{`vars.gold = list`, ``},
	{`vars.flag = list`, ``},
	{`vars.mate = "yawl"`, ``},
	{`vars.weather = "fairr"`, ``},
	{`vars.depth = -1`, ``},
	{`boat.tags = 3`, ``},
	{`say(boat.name())`, ``},
	{`say(game.name())`, ``},
	{`say(game.data.worth())`, ``},
	{`say(boat.name()) local t = {name = first} say(tostring(t))`, ``},
	{`boat.name = "x" say(boat.name())`, ``},
	{`emit("sailed", nil, 1)`, ``},
	{`emit("sailed", boat, boat)`, ``},
	{`local lane = 1 emit("sailed", boat, "lane")`, ``},
	{`local lane = 1 emit("sailed", boat, "lane") say("" .. lane)`, ``},
	{`local lane = 1 emit("docked", "lane", "b") say("" .. lane)`, ``},
	{`local lane = 1 emit("sailed", boat, 1, "lane") say("" .. lane)`, ``},
	{`local lane = 1 say("lane") say("" .. lane) emit("docked", "a", "lane")`, ``},
	{`local fresh = 1 say("fresh") say("" .. fresh)`, ``},
	{`local fresh = 1 say("fresh") say("fresh") say("" .. fresh)`, ``},
	{`local fresh = 1 say("fresh")`, ``},
	{`local gold = 1 say("gold")`, ``},
	{`local ketch = 1 say("ketch")`, ``},
	{`local relic = 1 say("relic")`, ``},
	{`local north = 1 say("north")`, ``},
	{`local function act() return "yalw" end say(act())`, ``},
	{`local function act() return "yalw" end say(act()) say("yalw")`, ``},
	{`local function act() return "kecht" end say(act())`, ``},
	{`local function act() return "harbuor" end say(act())`, ``},
	{`local function act() return "raletive" end say(act())`, `relative: 1`},
	{`local t = {sloop = 1, ketch = 2, yaul = 3, yalw = 4} say(tostring(t))`, ``},
	{`for _, x in ipairs({"sloop", "ketch", "yaul", "yalw"}) do say(x) end`, ``},
	{`for _, x in ipairs({"sloop", "ketch", "xyzzy"}) do say(x) end`, ``},
	{`local function two() return nil end say("" .. two() + 1)`, ``},
	{`local t = lanes > 2 and "3" or 3 say(tostring(t))`, ``},
	{`local t = lanes > 2 and "x" or 3 say(tostring(t))`, ``},
	{`for i = 1, #list do list[i] = nil end`, ``},
}

const ketch, yawl = "{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: yawl, name: Yawl}"

// rewritten lists edits of the harbour's files, each of which makes a mistake, or
// nearly one.
var rewritten = [][]string{
	// Tags that only one definition has.
	{ketch, "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", yawl, "{kind: relic, id: yawl, name: Yawl, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit]"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", yawl, "{kind: relic, id: yawl, name: Yawl, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit, swift]"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", yawl, "{kind: relic, id: yawl, name: Yawl, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit]", "LUA", "if tagged(boat, \"swfit\") then say(\"x\") end"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", yawl, "{kind: relic, id: yawl, name: Yawl, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit]", "LUA", "if tagged(boat, \"swf\" .. lanes) then say(\"x\") end"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", yawl, "{kind: relic, id: yawl, name: Yawl, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit]", "LUA", "local t = {} t.swfit = 1 say(\"\" .. t.swfit)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", yawl, "{kind: relic, id: yawl, name: Yawl, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit]", "zones: {", "properties: {relic: {swfit: {start: 0}}}\nzones: {", "LUA", "boat.swfit = 1"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit]"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit]", "LUA", "if tagged(boat, \"swift\") then say(\"x\") end"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {names: [\"a\", \"a\u202eb\"]}}"},
	// Keys of data that only one definition has.
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}", yawl, "{kind: relic, id: yawl, name: Yawl, data: {speed: 3}}", "name: Sloop", "name: Sloop\ndata: {sepeed: 2}", "LUA", "say(\"\" .. boat.data.speed)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}", yawl, "{kind: relic, id: yawl, name: Yawl, data: {sepeed: 3}}", "name: Sloop", "name: Sloop\ndata: {sepeed: 2}", "LUA", "say(\"\" .. boat.data.speed)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}", "name: Sloop", "name: Sloop\ndata: {sepeed: 2, speed: 1}", "LUA", "say(\"\" .. boat.data.speed)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}", "name: Sloop", "name: Sloop\ndata: {sepeed: 2}", "LUA", "say(\"\" .. boat.data.speed) say(\"sep\" .. lanes)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}", "name: Sloop", "name: Sloop\ndata: {sepeed: 2}", "LUA", "say(\"\" .. boat.data.speed) local t = {sepeed = 1} say(tostring(t))"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}", "name: Sloop", "name: Sloop\nparams: {sepeed: 1}\ntext: Sails {sepeed} miles.\ndata: {sepeed: 2}", "LUA", "say(\"\" .. boat.data.speed)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3, sppeed: 4, speedy: 5}}", "name: Sloop", "name: Sloop\ndata: {sped: 2}", "LUA", "say(\"\" .. boat.data.speed .. boat.data.speedy .. boat.data.sppeed)"},
	// What views show, and tests expect of them.
	{"views: {", "views: {list: {value: '{1, 2}'}, table: {value: '{a = 1}'}, fixed: {value: '3'}, "},
	{"views: {", "tests: [{name: a, do: sail, expect: {fare: x}}, {name: b, do: sail, expect: {fare: x}}, {name: c, do: sail, expect: {fare: x}}]\nviews: {"},
	{"views: {", "tests: [{name: a, do: sail, expect: {fare: x}}, {name: b, do: sail, expect: {fare: true}}, {name: c, do: sail, expect: {fare: x}}, {name: d, do: sail, expect: {fare: x}}]\nviews: {"},
	{"views: {", "tests: [{name: a, do: sail, expect: {fare: {is: [1]}, boats: [sloop]}}]\nviews: {"},
	{"views: {", "layout: [{of: [gold, hp]}, {of: [hp, fare, fare]}, {of: gold}]\nviews: {"},
	// Exports of modules.
	{"LUA", `vars.gold = require("tides").high() + require("tides").high()`},
	{"LUA", `vars.gold = require("tides").high() + require("tides").high()`, "hihg = function() return 2 end", "hihg = 2"},
	{"LUA", `vars.gold = require("tides").high`, "hihg = function() return 2 end", "hihg = 2"},
	{"LUA", `vars.gold = require("tides").wide() + require("tides").wide()`},
	{"LUA", `local t = require("tides") t.high = 1 vars.gold = t.high + t.high`},
	// Parameters that others inherit, show or read.
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {lane9: 2, lane8: 3}, text: It has lane9.}", "LUA", "say(\"lane8\")"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}\n---\n{kind: relic, id: bark, name: Bark, extends: ketch, params: {knots: 5}, lua: 'return { on_sailed = function(self) vars.gold = self.knots end }'}"},
	{ketch, "{kind: relic, id: bark, name: Bark, extends: ketch, params: {sails: 5}}\n---\n{kind: relic, id: ketch, name: Ketch, params: {knots: 4, sails: 3}, lua: 'return { on_sailed = function(self) vars.gold = self.knots end }'}"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", "LUA", "vars.knots = 1", "variables: {", "variables: {knots: {start: 0}, "},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", "LUA", "vars.gold = boat.knots"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", "LUA", "boat.knots = 3"},
	{ketch, "{kind: relic, id: bark, name: Bark, extends: hull}\n---\n{kind: relic, id: hull, abstract: true, params: {knots: 4}}\n---\n{kind: relic, id: ketch, name: Ketch, extends: hull}"},
	{"max_depth: {default: 9, text: Depth.}", "max_depth: {default: 9, text: Depth.}, deep: 3", yawl, "{kind: relic, id: yawl, name: Yawl, text: 'Sinks {=game.deep} deep.'}"},
	// Hooks that are called like those of phases.
	{"actions: {sail: {name: Sail}}", "actions: {sail: {name: Sail, hook: enter_house}}", "do_sail = ", "enter_house = "},
	{"actions: {sail: {name: Sail}}", "actions: {sail: {name: Sail, hook: resolve_house}}", "do_sail = ", "resolve_house = "},
	// Texts without quotes.
	{"text: Sail.", "text: Sail\n  - or wait; but\n  - or go,"},
	{"text: Sail.", "text: Sail - or - wait"},
	{"text: Sail.", "text: Sail - wait\n  - wait"},
	{"text: Sail.", "text: The sailors'"},
	{"text: Sail.", "text: One ')' too few (')'"},
	{"text: Sail.", "text: A 'sailor (and)'"},
	{"text: Sail.", "text: A sailor (and)'"},
	{"text: Sail.", "text: |\n  A sailor\n  (and)'"},
	{"text: Sail.", "text: |\n  A \"sailor\n  sails\""},
	{"text: Sail.", "text: '\"'"},
	{"text: Sail.", "text: \"'\""},
	{"text: Lanes.", `safe: [2, 4], breaks: "<1` + strings.Repeat("0", 320) + `: none", text: Lanes.`},
	{ketch, "{kind: relic, id: ketch, name: Ketch, text: Carries 1" + strings.Repeat("0", 320) + " knots., params: {knots: 4}}"},
	// Keys out of order, beside keys that are elsewhere.
	{ketch, "kind: relic\nname: Bark\nid: bark\nextends: ketch\n---\nkind: relic\nid: ketch\nname: Ketch\ntext: A boat.\nrarity: common"},
	{ketch, "kind: relic\nid: ketch\ntests: []\nrarity: common\nname: Ketch\nicon: crown"},
	{ketch, "kind: relic\nid: ketch\nname: Ketch\nrarity: rare", yawl, "{kind: relic, id: yawl, name: Yawl, extends: ketch}", "LUA", "say(boat.rarity())"},
	{ketch, "kind: relic\nid: ketch\nname: Ketch\nrarity: rare", "LUA", "local t = {rarity = 1} say(tostring(t)) say(boat.rarity())"},
	{ketch, "kind: relic\nid: ketch\nname: Ketch\nrarity: rare\nlua: |\n  return { on_sailed = function(self) say(self.rarity()) end }"},
	{ketch, "kind: relic\nid: ketch\nname: Ketch\nlua: |\n  return { on_sailed = function(self) for _, x in ipairs(self.name) do say(x) end if self.name == \"zephyr\" or self.id == 3 then say(\"x\") end end }"},
	{"zones: {", "properties: {relic: {rust: {start: 0, max: 3}, mark: {start: a}}, card: {rust: {start: a}, mark: {start: b}}}\nzones: {hold: {of: card}, ", "LUA", "say(boat.rust + 1) say(boat.mark + 1) boat.rust = 1 boat.mark = \"x\""},
	{"tides.lua", "tides.lua", "low = function() return 1 end", "low = function(self) if self.rust == 9 or self.rust == \"x\" or self.none == 1 then self.rust = 5 end return self.rust + self.name + self.data.ports + self.data.worth.sloop end", "zones: {", "properties: {relic: {rust: {start: 0, max: 3}}}\nzones: {", "LUA", "vars.gold = require(\"tides\").low(boat)"},
	{"variables: {", "variables: {spare: {min: 0}, bare: {}, ", "LUA", "if vars.spare == \"x\" or vars.bare == \"x\" then vars.spare = 1 end"},
	{"id: yawl, name: Yawl", "id: merchantman, name: Yawl", "\"yawl\"", "\"merchantman\"", "yawl: 5", "merchantman: 5", "LUA", `local function act() if boat then return "merchnatman" end if lanes then return "merchentmen" end if list then return "mercantmann" end return "mrechantman" end say(act()) say("x")`},
	{"id: yawl, name: Yawl", "id: merchantman, name: Yawl", "\"yawl\"", "\"merchantman\"", "yawl: 5", "merchantman: 5", "LUA", `local function act() if boat then return "merchnatamn" end if lanes then return "merchantnam" end if list then return "merchxytman" end return "merchnatmxn" end say(act())`},
}

// TestCoincidencesAreNotReported compares the reports on mistakes, and on the same
// beside a use that shows it to be meant, with a golden file.
func TestCoincidencesAreNotReported(t *testing.T) {
	files := busier()
	var out strings.Builder
	for _, c := range coincidences {
		data := c[1]
		if data != "" {
			data = ", " + data
		}
		reportOn(&out, files, c[0]+" with "+c[1], c[0], data)
	}
	for _, edits := range rewritten {
		reportOn(&out, files, strings.Join(edits, "\n| "), "", "", edits...)
	}
	golden.Check(t, "testdata/coincidences.golden", strings.ReplaceAll(out.String(), strings.Repeat("0", 320), "0…0"))
}
