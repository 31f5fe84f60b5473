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
	{`say("" .. game.data.slopo)`, `first: slopo`},
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
	// What a hook gets: the same from everywhere, or nobody knows.
	{"emit(\"sailed\", boat, lanes)", "emit(\"sailed\", boat, \"x\")"},
	{"emit(\"sailed\", boat, lanes)", "emit(\"sailed\", boat, \"x\")", "LUA", "emit(\"sailed\", boat, boat.none or boat)"},
	{"emit(\"sailed\", boat, lanes)", "emit(\"sailed\", boat, boat.none or boat)", "LUA", "emit(\"sailed\", boat, \"x\")"},
	{"emit(\"sailed\", boat, lanes)", "emit(\"sailed\", boat, \"x\")", "LUA", "emit(\"sailed\", boat, \"y\") emit(\"docked\", 1, 2)"},
	{"emit(\"sailed\", boat, lanes)", "emit(\"sailed\", boat, \"x\")", "LUA", "emit(\"sailed\", boat, nil)"},
	{"emit(\"sailed\", boat, lanes)", "emit(\"sailed\", boat, \"x\")", "LUA", "emit(\"sailed\", boat)"},
	{"emit(\"sailed\", boat, lanes)", "emit(\"sailed\", boat, \"x\")", "LUA", "emit(boat.id, boat, 1)"},
	{"emit(\"sailed\", boat, lanes)", "emit(\"sailed\", boat, \"x\")", "LUA", "vars.gold = modify(boat.id, 1)"},
	{"modify(\"fare\", game.lanes, top(\"boats\"))", "modify(\"fare\", \"x\", top(\"boats\"))"},
	{"modify(\"fare\", game.lanes, top(\"boats\"))", "modify(\"fare\", \"x\", top(\"boats\"))", "LUA", "vars.gold = modify(boat.id, 1)"},
	{"modify(\"fare\", game.lanes, top(\"boats\"))", "modify(\"fare\", \"x\", top(\"boats\"))", "LUA", "emit(boat.id, boat, 1)"},
	{"function(self, boat, lane) vars.gold = vars.gold + lane", "function(self, boat, lane) boat() lane() self() vars.gold = vars.gold + self + lane"},
	{"function(self, boat, lane) vars.gold = vars.gold + lane", "function(self, boat, lane, more) vars.gold = vars.gold + more + lane"},
	{"function(self, n, boat) return n", "function(self, boat, n) return boat.index"},
	{"function(self, n, boat) return n", "function(self, boat) return boat.index"},
	// Data and moves that are inherited from another file, which has their problems.
	{"top(\"boats\"))'}}", "top(\"boats\"))'}}\n---\n{kind: relic, id: hull, abstract: true, data: {worth: {sloop: 3, ketch: 4, yawl: x}, on: 'true', to: slopo, all: [Sloop]}}", ketch, "{kind: relic, id: ketch, name: Ketch, extends: hull}"},
	{"top(\"boats\"))'}}", "top(\"boats\"))'}}\n---\n{kind: relic, id: hull, name: Hull, data: {worth: {sloop: 3, ketch: 4, yawl: x}, on: 'true', to: slopo, all: [Sloop]}}", ketch, "{kind: relic, id: ketch, name: Ketch, extends: hull}"},
	{"top(\"boats\"))'}}", "top(\"boats\"))'}}\n---\n{kind: relic, id: hull, abstract: true, data: {worth: {sloop: 3, ketch: 4}, on: 'true'}}", ketch, "{kind: relic, id: ketch, name: Ketch, extends: hull, data: {worth: {yawl: x}, off: 'false', too: slopo}}"},
	{"top(\"boats\"))'}}", "top(\"boats\"))'}}\n---\n{kind: relic, id: hull, name: Hull, data: {speed: 3, sepeed: 4}}", ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}\n---\n{kind: relic, id: bark, name: Bark, extends: hull}", "LUA", "say(\"\" .. boat.data.speed)"},
	{"top(\"boats\"))'}}", "top(\"boats\"))'}}\n---\n{kind: relic, id: hull, name: Hull, data: {speed: 3, wake: 4}}", ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}\n---\n{kind: relic, id: bark, name: Bark, extends: hull, data: {spede: 5}}", "LUA", "say(\"\" .. boat.data.speed .. boat.data.wake)"},
	{"top(\"boats\"))'}}", "top(\"boats\"))'}}\n---\n{kind: enemy, id: shark, abstract: true, hp: 3, moves: {bite: {harm: '3', naem: Bite}, wait: {harm: 2, on: 'true'}}}", yawl, yawl + "\n---\n{kind: enemy, id: pike, name: Pike, extends: shark}\n---\n{kind: enemy, id: eel, name: Eel, hp: 2, moves: {bite: {harm: 1}}}", "zones: {", "zones: {foes: {of: enemy, label: e, start: [pike, eel]}, ", "do_sail = function", "move = function() end, do_sail = function", "LUA", "vars.gold = top(\"foes\").moves.bite.harm"},
	{"top(\"boats\"))'}}", "top(\"boats\"))'}}\n---\n{kind: enemy, id: shark, name: Shark, hp: 3, moves: {bite: {harm: '3', naem: Bite}, wait: {harm: 2, on: 'true'}}}", yawl, yawl + "\n---\n{kind: enemy, id: pike, name: Pike, extends: shark}\n---\n{kind: enemy, id: eel, name: Eel, hp: 2, moves: {bite: {harm: 1}}}", "zones: {", "zones: {foes: {of: enemy, label: e, start: [pike, eel, shark]}, ", "do_sail = function", "move = function() end, do_sail = function", "LUA", "vars.gold = top(\"foes\").moves.bite.harm"},
	// Parameters that scripts of others read as self.NAME.
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", "{value: 'modify", "{value: '(top(\"boats\").knots or 1) + modify"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", yawl, "{kind: relic, id: yawl, name: Yawl, params: {knots: 3}, text: '{knots}'}"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", yawl, "{kind: relic, id: yawl, name: Yawl, extends: sloop, params: {knots: 3}, text: '{=self.knots}'}"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", yawl, "{kind: relic, id: yawl, name: Yawl, text: 'Of {=game.knots}, {=game.lane8}', params: {lane8: 3}}", "max_depth: {default: 9, text: Depth.}", "max_depth: {default: 9, text: Depth.}, knots: 3, lane8: 4, lane9: 5"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, script: sloop.lua, params: {wind: 1}}\n---\n{kind: relic, id: bark, name: Bark, params: {wind: 2}}", "name: Sloop", "name: Sloop\nparams: {wind: 3}", "lane + boat.index", "lane + boat.index + self.wind"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {wind: 1}}", "zones: {", "properties: {relic: {rust: {start: '=self.wind'}}}\nzones: {", "name: Sloop", "name: Sloop\nparams: {wind: 3}", yawl, "{kind: relic, id: yawl, name: Yawl, params: {wind: 2}}", "LUA", "boat.rust = 2"},
	// Fields that are called like functions.
	{"LUA", "say(boat.name()) say(boat.none()) say(game.lanes()) say(boat.text())"},
	{"LUA", "local x = {name = first} say(boat.name()) say(x.name(boat))"},
	{"LUA", "local x = {} x.name = first say(boat.name()) say(x.name(boat))"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {modify_fare: 1, on_docked: 2, none: {}, list: [1]}}", "LUA", "say(boat.data.modify_fare()) say(boat.data.on_docked()) say(boat.data.none()) say(game.data.ports()) say(boat.data.list())"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, rarity: rare}", "function(self, n, boat) return n", "function(self, n, boat) self.rarity() boat.name() return n"},
	// A hook that has the argument in another local, or other parameters.
	{"function(self, n, boat) return n", "function(self, boat) local b = boat return b.index"},
	{"function(self, n, boat) return n + self.index + boat.index", "function(self, n) return n.index"},
	{"function(self, n, boat) return n", "function() end, modify_fare = function(self, boat) return boat.index"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, lua: 'return { use = function(self, target) target() vars.gold = target + 1 end }'}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, lua: 'return { on_used = function(self, what) what() vars.gold = what + 1 end }'}"},
	// Moves that others have, or scripts name.
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch}\n---\n{kind: enemy, id: rat, name: Rat, hp: 3, moves: {bite: {harm: 3, hram: 2}}}\n---\n{kind: enemy, id: bat, name: Bat, hp: 3, moves: {claw: {harm: 2}}}", "zones: {", "zones: {foes: {of: enemy, label: e, start: [rat, bat]}, ", "do_sail = function", "move = function() end, do_sail = function", "LUA", "vars.gold = top(\"foes\").moves.bite.harm"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch}\n---\n{kind: enemy, id: rat, name: Rat, hp: 3, moves: {bite: {harm: 3, hram: 2}}}\n---\n{kind: enemy, id: bat, name: Bat, hp: 3, moves: {claw: {harm: 2}}}", "zones: {", "zones: {foes: {of: enemy, label: e, start: [rat, bat]}, ", "do_sail = function", "move = function() end, do_sail = function", "LUA", "vars.gold = top(\"foes\").moves.bite.harm say(\"hram\")"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch}\n---\n{kind: enemy, id: rat, name: Rat, hp: 3, moves: {bite: {harm: 3, hram: 2}}}\n---\n{kind: enemy, id: bat, name: Bat, hp: 3, moves: {claw: {harm: 2}}}", "zones: {", "zones: {foes: {of: enemy, label: e, start: [rat, bat]}, ", "do_sail = function", "move = function() end, do_sail = function", "LUA", "vars.gold = top(\"foes\").moves.bite.harm say(\"hr\" .. lanes)"},
	// Ids that are not in the order of their kinds.
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: bot, id: zander, lua: 'return { choose = function(self, all) return all[1] end }'}\n---\n{kind: relic, id: ketch, name: Ketch, data: {all: [Zander, zander], worth: {zander: 1, sloop: 2, ketch: x}, best: zander}}"},
	// Definitions that only tests name.
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: bark, name: Bark, tests: [{name: bark}]}\n---\n{kind: relic, id: ketch, name: Ketch, tests: [{name: bark}]}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: bark, name: Bark, tests: [{name: bark}]}\n---\n{kind: relic, id: ketch, name: Ketch}"},
	// Names with digits, and parameters by name.
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, params: {lane9: 2, lane0: 3, lane: 4}}", "LUA", "say(\"lane9\") say(\"lane0\")"},
	{"max_depth: {default: 9, text: Depth.}", "max_depth: {default: 9, text: Depth.}, lane9: 5, lane8: 4", "variables: {", "variables: {cap: {start: 0, most: lane9}, ", "LUA", "vars.cap = 1"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", "variables: {", "variables: {knots: {start: 0}, ", "LUA", "say(\"\" .. vars.knots)"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, params: {wind: 1}}", "low = function()", "low = function(self) vars.gold = self.wind"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, params: {knots: 3}, lua: 'return { on_sailed = function(self) vars.gold = self.knots end }'}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}}", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, extends: sloop, params: {knots: 3}, lua: 'return { on_sailed = function(self) vars.gold = self.knots end }'}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, extends: sloop, params: {knots: 4}}", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, params: {knots: 3}, lua: 'return { on_sailed = function(self) vars.gold = self.knots end }'}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, extends: sloop, params: {knots: 4}}", "{kind: relic, id: yawl, name: Yawl}", "{kind: bot, id: yawl, name: Yawl, params: {knots: 3}, lua: 'return { choose = function(self, all) return all[self.knots] end }'}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, extends: hull}\n---\n{kind: relic, id: bark, name: Bark, extends: hull}\n---\n{kind: relic, id: hull, abstract: true, params: {knots: 4}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: bark, name: Bark, extends: hull}\n---\n{kind: relic, id: ketch, name: Ketch, extends: hull}\n---\n{kind: relic, id: hull, abstract: true, params: {knots: 4}}"},
	// What enters phases.
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sail]}}", "start = function() enter_phase(\"port\") end,", "", "low = function()", "start = function() enter_phase(\"sea\") end, low = function()"},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sail]}}", "low = function()", "enter_sea = function() enter_phase(\"sea\") end, low = function()"},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sink]}}\nwindows: {stop: {before: [sail], actions: [halt]}}", "actions: {sail", "actions: {sink: {}, halt: {}, sail", "do_sail = ", "do_sink = function() enter_phase(\"sea\") end,\n    do_halt = function() end,\n    do_sail = "},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sink]}}\nwindows: {stop: {before: [sail], actions: [sink]}}", "actions: {sail", "actions: {sink: {}, sail", "do_sail = ", "do_sink = function() enter_phase(\"sea\") end,\n    do_sail = "},
	// Windows that skip, with several zones.
	{"phases: {", "windows: {stop: {before: [sail], skip: true, actions: [halt]}}\nphases: {", "actions: {sail", "actions: {halt: {targets: [{name: a, from: [boats, hold]}]}, sail", "do_sail = ", "do_halt = function() end, do_sail = ", "zones: {", "zones: {hold: {of: relic, label: o, visible: owner, per: player, start: [yawl]}, "},
	// Texts that end oddly, or hold a dash.
	{"\n{kind: relic, id: yawl, name: Yawl}\n", "\nkind: relic\nid: yawl\nname: Yawl\ntext: Sail - or - wait"},
	{"{kind: relic, id: yawl, name: Yawl}", "kind: relic\nid: yawl\nname: Yawl\ntests:\n- name: a - b\n- name: c - d"},
	{"text: Sail.", "text: |-\n  A 'sailor\n  (and)'"},
	{"text: Sail.", "text: |-\n  A sailor\n  (and)'"},
	{"text: Sail.", "text: |-\n  A \"sailor\"\n  sails\""},
	{", DATA", ", costs: [1,5, 2,\n  3, 4], more: [1, 2,\n  3,5]"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: Sail to port}\n---\n{kind: relic, id: bark, name: Bark}\n---\nkind: relic\nid: brig\nname: Brig #2"},
	// Fields of several types, or of none.
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, params: {rarity: 3}, text: '{rarity}'}", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, rarity: rare}", "LUA", "say(boat.rarity + 1) say(boat.rarity())"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, rarity: rare}", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, params: {rarity: 3}, text: '{rarity}'}", "LUA", "local t = {} t.rarity = first say(boat.rarity()) say(t.rarity(boat))"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, rarity: rare}", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, params: {rarity: 3}, text: '{rarity}'}", "low = function()", "rarity = function() end, low = function()", "LUA", "say(boat.rarity())"},
	{", DATA", ", formula: '=1', first: slopo", "LUA", "say(game.data.formula()) local f = boat.data f() list[1]() vars.limit()"},
	{"zones: {", "properties: {card: {rust: {start: a}, mark: {start: 1}}, relic: {rust: {start: 0}, mark: {start: a}}}\nzones: {hold: {of: card, label: o}, ", "vars.gold = vars.gold + lane", "self.rust = self.rust + 1 self.mark = self.mark + 1 vars.gold = vars.gold + lane"},
	{"zones: {", "properties: {relic: {owner: {start: 0}, spare: {start: 0}}}\nzones: {"},
	{"variables: {", "variables: {cap: {start: game.lanes}, ", "LUA", "vars.cap = vars.cap + 1"},
	{"then return \"\" end", "then return \"x\" end", "LUA", "if boat.id == \"\" then say(\"x\") end"},
	{"LUA", "local lane = 1 emit(boat.id, \"lane\") say(\"\" .. lane)"},
	{"LUA", "if boat.name == game.data.first then say(\"x\") end if list == boat.none or lanes == name_of(\"x\") then say(\"x\") end"},
	// Events that scripts name, and emit or not.
	{"events: {", "events: {lost: {args: []}, ", "LUA", "say(\"lost\")"},
	{"events: {", "events: {lost: {args: []}, ", "LUA", "local what = \"lost\" emit(what)"},
	{"events: {", "events: {lost: {args: []}, ", "LUA", "emit(boat.id)"},
	// Names that just one thing knows.
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch}\n---\n{kind: enemy, id: rat, name: Rat, hp: 3, moves: {bite: {harm: 3, hram: 2}}}\n---\n{kind: enemy, id: bat, name: Bat, hp: 3, moves: {claw: {harm: 2}}}", "zones: {", "zones: {foes: {of: enemy, label: e, start: [rat, bat]}, ", "do_sail = function", "move = function() end, do_sail = function", "LUA", "vars.gold = top(\"foes\").moves.bite.harm + top(\"foes\").moves.bite.hram"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch}\n---\n{kind: enemy, id: rat, name: Rat, hp: 3, moves: {bite: {harm: 3, hram: 2, text: 'Bites {hram}.'}}}\n---\n{kind: enemy, id: bat, name: Bat, hp: 3, moves: {claw: {harm: 2}}}", "zones: {", "zones: {foes: {of: enemy, label: e, start: [rat, bat]}, ", "do_sail = function", "move = function() end, do_sail = function", "LUA", "vars.gold = top(\"foes\").moves.bite.harm"},
	{"function(self, n, boat) return n + self.index + boat.index", "function(self, n) local boat = n return boat.index"},
	{"LUA", "say(tostring(boat.on_sailed)) say(tostring(boat.low))"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}, use: {requires: [{that: self.knots > 1, else: No.}]}, lua: 'return { use = function(self) end }'}"},
	{"LUA", "if list[1] == \"3x\" or list[1] == \"Aloop\" or list[1] == \"Zloop\" or list[1] == \"azoop\" or list[1] == \"zloop\" or list[1] == \"x9\" or list[1] == \"x0\" then say(\"x\") end"},
	{"LUA", "local t = {relic = 1, game = 2, yaul = 3} say(\"\" .. t.relic)"},
	{"LUA", "local lane = 1 local function f(...) return ... end say(tostring(f(\"on_sailed\", \"lane\"))) say(\"\" .. lane)"},
	{"LUA", "local lane = 1 local function f(...) return ... end say(tostring(f(\"on_sailed\", boat, \"lane\"))) say(\"\" .. lane)"},
	// Tags that are inherited, or declared.
	{"top(\"boats\"))'}}", "top(\"boats\"))'}}\n---\n{kind: relic, id: hull, abstract: true, tags: [swfit]}", "{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, extends: hull}", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swift]"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, tags: [swift]}", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, tags: [swift]}", "name: Sloop", "name: Sloop\ntags: [swfit]", "zones: {", "properties: {relic: {swfit: {start: 0}}}\nzones: {"},
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
	// Fields of the same name, on the same line or not.
	{"LUA", "say(list.length) say(boat.length)\nsay(boat.length)\nsay(list.size .. lanes.index)\nsay(lanes.x)\nsay(lanes.y)\nsay(boat.y)"},
	{"LUA", "say(list.length) say(list.push) say(boat.size) say(lanes.x) say(boat.y) say(lanes.id)"},
	// Keys of tests, and of data called tests.
	{ketch, "{kind: relic, id: ketch, name: Ketch, tests: [{name: a, steps: [{do: sail, expect: {fare: 7}}]}]}", "LUA", "say(boat.steps) say(boat.expect)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {tests: [{steps: 3}]}}", "LUA", "say(boat.steps)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, tests: [{name: 'sail\"', do: sail}, {name: b, do: sail}]}"},
	// Words of data that something else has.
	{", DATA", ", crew: {sloop: 1, ketch: 2, yaul: 3}", "LUA", "say(\"\" .. game.data.crew.yaul)"},
	{", DATA", ", depths: [a,5, 6, 7], more: [5,a, 6, 7]"},
	{", DATA", ", first: slopo, slopo: 3"},
	{"zones: {", "zones: {hold: {of: relic}, hatch: {of: relic}, deck: {of: relic}, quay: {of: relic}, ", ", DATA", ", hatch: 3, text: deck", "LUA", "say(\"quay:hold@2\")"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {huge: 4, small: 2, wide: 3}, data: {a: '=self.huge', most: small}, text: 'Has 3 huge sails, or xself.wide.'}"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4}, text: 'Has 3 knots.', lua: 'return { on_sailed = function(self) vars.gold = self.knots say(\"{knots}\") end }'}"},
	{ketch, "id: ketch\nkind: relic"},
	// Declared types, without a start or with one word.
	{"variables: {", "variables: {spare: {type: number}, bare: {type: string}, flag2: {type: boolean}, who: {type: entity}, one: {start: a, one_of: [a]}, ", "LUA", "if vars.spare == \"x\" or vars.bare == 3 or vars.flag2 == 1 or vars.who == 3 or vars.one == \"b\" then say(\"x\") end"},
	{"vars.gold = vars.gold + lane", "if self.zone == \"nowhere\" or self.kind == \"boat\" or self.rust == \"x\" or self.name == \"zephyr\" then vars.gold = 1 end vars.gold = vars.gold + lane", "zones: {", "properties: {relic: {rust: {start: 0}}}\nzones: {"},
	// Hooks without a parameter for the value, and one that causes itself.
	{ketch, "{kind: relic, id: ketch, name: Ketch, lua: 'return { modify_fare = function(self, boat) return boat.index end }'}"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, lua: 'return { modify_fare = function(self) end, modify_fare = function(self, boat) return boat.index end }'}"},
	{"return n + self.index + boat.index end", "return n + self.index + boat.index end, on_docked = function(self, pier, berth) emit(\"docked\", berth, pier) say(pier + berth) end"},
	// What functions of the script need.
	{"LUA", "local function call(f, x) return f(x) end local function size(all) return #all end local function double(n) return n * 2 end local function gone(e) return remove(e) end\nsay(call(lanes, 1))\nsay(\"\" .. size(lanes))\nsay(\"\" .. double(\"x\"))\nsay(\"\" .. size(boat))\ngone(\"x\")"},
	// Arguments in another order, and functions of modules that are called like hooks.
	{"LUA", "local pier = \"a\" emit(\"docked\", \"x\", pier)"},
	{"low = function()", "on_docked = function(self, berth, pier) return berth .. pier end, low = function()"},
	// Phases and hooks of one name.
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, start: {actions: [sail]}}", "start = function() enter_phase(\"port\") end,", "start = function() enter_phase(\"start\") end,", "LUA", "enter_phase(\"port\")"},
	// Views of entities, and fields that are not the same everywhere.
	{"views: {", "tests: [{name: a, do: sail, expect: {who: 3, fare: x}}]\nviews: {who: {value: 'top(\"boats\").id'}, "},
	{"zones: {", "properties: {relic: {rust: {start: 0, max: 3}, owner: {start: a}}, card: {rust: {start: a}}}\nzones: {hold: {of: card, label: o}, ", "LUA", "say(string.upper(boat.rust)) say(\"\" .. (boat.rust + 1)) say(string.upper(boat.owner)) say(\"\" .. (boat.owner + 1))"},
	{"vars.gold = vars.gold + lane", "self.rust = 9 self.rust = 2 vars.gold = vars.gold + lane", "zones: {", "properties: {relic: {rust: {start: 0, max: 3}}}\nzones: {"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, rarity: rare}", "LUA", "local function fill(t) t.rarity = first end local x = {} fill(x) say(boat.rarity())"},
	{"LUA", "if boat < \"3\" or lanes < \"3\" then say(\"x\") end local other = {} other[0] = 1 say(game.data.ports[0])"},
	{", DATA", ", text: abc", "LUA", "if game.data.text == \"zephyr\" then say(\"x\") end"},
	// Keys that are read once, and parameters that a heir reads.
	{ketch, "{kind: relic, id: ketch, name: Ketch, data: {speed: 3}}", "name: Sloop", "name: Sloop\ndata: {sepeed: 2}", "LUA", "say(\"\" .. boat.data.speed .. boat.data.sepeed)"},
	{ketch, "{kind: relic, id: ketch, name: Ketch, params: {knots: 4, oars: 2}}\n---\n{kind: relic, id: bark, name: Bark, extends: ketch, data: {a: '=self.knots'}}"},
	// Variables that only tests read or use.
	{"variables: {", "variables: {tally: {start: 0, show: false}, idle: {start: 0}, ", "LUA", "vars.tally = 3", "views: {", "tests: [{name: a, do: sail, expect: {tally: 3, idle: 0}}]\nviews: {"},
	{"text: Sail.", "text: \"Sail\n  - or wait\n  now.\""},
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
	files["content/harbour/hulls.yaml"] = "kind: relic\nid: hull\nname: Hull\n\n\n\n\n\nparams:\n  knots: 4\n"
	reportOn(&out, files, "inherited from another file", "", "", ketch, "{kind: relic, id: ketch, name: Ketch, extends: hull}")
	golden.Check(t, "testdata/coincidences.golden", strings.ReplaceAll(out.String(), strings.Repeat("0", 320), "0…0"))
}
