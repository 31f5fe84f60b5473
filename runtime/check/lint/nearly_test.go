package lint_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/tests/golden"
)

// nearly lists lines of Lua for the action of the harbour, nearly all of them in
// pairs: what is wrong, and the same done right.
var nearly = []string{
	`local function both() return boat, 1 end emit("sailed", both())`,
	`emit("sailed", boat, 1, 2)`,
	`local pier, berth = "a", "b" emit("docked", pier, berth)`,
	`local pier, berth = "a", "b" emit("docked", berth, pier)`,
	`local pier = "a" emit("docked", pier, pier)`,
	`local berth = "a" emit("docked", berth, "x")`,
	`local berth = "a" emit("docked", berth, berth)`,
	`emit(boat.id, "sailed")`,
	`emit(boat.id, "nothing")`,
	`vars.gold = modify(1, "fare")`,
	`vars.gold = modify("fare", 1)`,
	`local zone = boat.id if zone == "nowhere" then say("x") end`,
	`if boat.zone == "nowhere" then say("x") end`,
	`if boat.zone ~= "baots" then say("x") end`,
	`if boat.kind == "relics" then say("x") end`,
	`local kind = boat.id if kind == "relics" then say("x") end`,
	`if phase() == "prot" then say("x") end`,
	`if phase() ~= "port" then say("x") end`,
	`if vars.depth < 0 then say("x") end`,
	`if vars.depth <= 0 then say("x") end`,
	`if vars.depth > 9 then say("x") end`,
	`if vars.depth >= 9 then say("x") end`,
	`if vars.depth == 9 then say("x") end`,
	`if vars.depth == 10 then say("x") end`,
	`if vars.depth == -1 then say("x") end`,
	`if vars.depth == 2.5 then say("x") end`,
	`if vars.weight == 2.5 then say("x") end`,
	`if vars.limit < 0 then say("x") end`,
	`if vars.limit == "3" then say("x") end`,
	`if vars.mate == "sloop" then say("x") end`,
	`if vars.weather == "fuol" then say("x") end`,
	`if vars.weather ~= "fuol" then say("x") end`,
	`if vars.weather == 3 then say("x") end`,
	`if vars.weather > "fair" then say("x") end`,
	`if vars.flag == "x" then say("x") end`,
	`if vars.open == "true" then say("x") end`,
	`if vars.open ~= 1 then say("x") end`,
	`if vars.record == "3" then say("x") end`,
	`if 1 == 2 then say("x") end`,
	`if boat.id == "sloop" and nil == 1 then say("x") end`,
	`vars.weather = "fuol"`,
	`vars.weather = "foul"`,
	`vars.weather = 3`,
	`vars.depth = 10`,
	`vars.depth = 9`,
	`vars.depth = "3"`,
	`vars.open = "true"`,
	`vars.flag = lanes`,
	`vars.mate = "sloop"`,
	`vars.mate = boat`,
	`vars.mate = nil`,
	`set(vars, "depth", 3)`,
	`say(boat.length)`,
	`say(boat.move_to("boats"))`,
	`say(boat.nothing)`,
	`say(boat.hpp)`,
	`say(boat.forEach)`,
	`say(self.lanes)`,
	`say("" .. lanes % "2")`,
	`say("%d boats" % lanes)`,
	`say(boat % 2)`,
	`say(string.rep(list, 2))`,
	`say(string.rep("x", list))`,
	`say(string.rep("x", "2"))`,
	`say(list .. "x")`,
	`say(lanes .. lanes)`,
	`say(lanes .. "x" .. lanes)`,
	`for i = list, 3 do say("" .. i) end`,
	`for i = 1, list do say("" .. i) end`,
	`for i = 1, "3" do say("" .. i) end`,
	`for i = 1, boat do say("" .. i) end`,
	`for _, x in lanes do say("" .. x) end`,
	`for _, x in ipairs(lanes) do say("" .. x) end`,
	`for _, x in pairs("boats") do say("" .. x) end`,
	`for x, y in each("boats") do say(x.name) say(y.name) end`,
	`for x in each("boats") do say(x.name) end`,
	`for i, x in ipairs(list) do say(i) say(x) end`,
	`for i, x in ipairs({boat}) do say(i.name) say(x.name) end`,
	`if list > 2 then say("x") end`,
	`if 2 < list then say("x") end`,
	`if lanes < "3" then say("x") end`,
	`if boat.name < lanes then say("x") end`,
	`if boat > boat then say("x") end`,
	`if list == boat then say("x") end`,
	`if list ~= {} then say("x") end`,
	`if game.data.worth == list then say("x") end`,
	`if lanes == nil then say("x") end`,
	`if nil == 3 then say("x") end`,
	`if boat.name == "a boat" then say("x") end`,
	`if boat.id == "boaty" then say("x") end`,
	`if boat.id ~= "slop" then say("x") end`,
	`if boat.id == "" then say("x") end`,
	`if type(boat) == "tabel" then say("x") end`,
	`if game.data.ports[1] == "nroth" then say("x") end`,
	`if game.data.ports[1] == "nroth" or list[1] == "nroth" then say("x") end`,
	`if list[1] == "ports" then say("x") end`,
	`if list[1] == "por" .. "ts" then say("x") end`,
	`local made = {windy = 1} if list[1] == "windy" then say("" .. made.windy) end`,
	`lanes.x = 3`,
	`say(lanes.x)`,
	`say(lanes[1])`,
	`say(boat.id.x)`,
	`lanes()`,
	`list()`,
	`boat()`,
	`say(#lanes)`,
	`say("" .. #boat)`,
	`say("" .. #"boats")`,
	`say("" .. -boat)`,
	`damage(boat, "3")`,
	`damage("e1", 3)`,
	`move_to(boat, boat)`,
	`move_to("boats", boat)`,
	`enter_phase(3)`,
	`win(3)`,
	`add(boat, "boats")`,
	`local t = {sloop = 1, ketch = 2, yaul = 3} say("" .. t.sloop .. t.yaul)`,
	`local t = {sloop = 1, ketch = 2, yaul = 3} say("" .. t.sloop) say("yaul")`,
	`local t = {sloop = 1, ketch = 2, yaul = 3} say("" .. t["ya" .. "ul"])`,
	`local t = {sloop = 1, kecht = 2, yaul = 3} say("" .. t.sloop)`,
	`for _, id in ipairs({"sloop", "ketch", "yaul"}) do add(id, "boats") say("yaul") end`,
	`local function act() return "sil" end say(act())`,
	`local function act() return "saill" end say(act())`,
	`local function act() return "sial" end say(act())`,
	`local function act() return "sald" end say(act())`,
	`local function act() return "sxal" end say(act())`,
	`local function act() return "sixl" end say(act())`,
	`local function act() return "siaxl" end say(act())`,
	`local function act() return "Zail" end say(act())`,
	`if list[1] == "Zulu2" then say("x") end`,
	`if boat.id == "slooP" then say("x") end`,
	`local function act() return "ssil" end say(act())`,
	`local function act() return "saib" end say(act())`,
	`local function act() return "sail" end say(act())`,
	`local function act() return "sa" end say(act())`,
	`local function act() return "Sial" end say(act())`,
	`local function act() if boat then return "sial" end return "sial" end say(act())`,
	`vars.gold = require("tides").high()`,
	`vars.gold = require("tides").hihg()`,
	`local t = require("tides") vars.gold = t.low() + t.nothing`,
	`vars.gold = require("loose").anything()`,
	`say(self.params)`,
	`say(game.params.lanes)`,
	`say(game.lnaes)`,
	`say("" .. vars.glod)`,
	`vars.gold = game.data.max_load`,
	`local w = game.data["worth"] say("" .. w.sloop)`,
	`random("wind", 1, 3)`,
	`local x = random("wind", 1, 3)`,
	`local b = nothing_here`,
	`if lanes then say("x") end`,
	`if not boat then say("x") end`,
	`if boat == boat then say("x") end`,
	`emit("nothing")`,
	`if vars.hp > game.data.worth then say("x") end`,
	`for _, x in game.data.worth do say("" .. x) end`,
	`for _, b in each(game.data.worth) do say(b.name) end`,
	`say(#game.data.worth)`,
	`local t = {} t.high = 1 say("" .. t.hihg)`,
	`local t = {low = 1} t.low = 2`,
	`if list[1] == "windward" then say("x") end say("wind" .. lanes)`,
	`if self and self.index == 3 then say("x") end`,
	`if boat.name < "3" then say("x") end`,
	`if vars.hp < nil then say("x") end`,
	`if vars.flag < vars.hp then say("x") end`,
	`if vars.hp == vars.flag then say("x") end`,
	`if vars.open == nil then say("x") end`,
	`if vars.open then say("x") end`,
	`vars.gold = vars.open`,
	`vars.gold = boat and 2 or "3"`,
	`vars.gold = tostring(3)`,
	`vars.flag = tostring(3)`,
	`boat.index = "3"`,
	`boat.name = "x"`,
	`local n = 3 if n then n = "x" end say(n)`,
	`local function nothing() end say(nothing())`,
	`local function nothing() end vars.gold = nothing() + 1`,
	`local function two() return 1, "x" end local a, b = two() say(b) vars.gold = a`,
	`local all = definitions("relic") say(all[1].name)`,
	`local all = definitions("rleic") say(all[1].name)`,
	`for i = #list, 1 do say(list[i]) end`,
	`for i = #list, 1, -1 do say(list[i]) end`,
	`for i = 3, 1 do say("" .. i) end`,
	`if boat.id == boat.kind then say("x") end`,
	`if #list == "2" then say("x") end`,
	`if vars.gold == 1 and vars.gold == 2 then say("x") end`,
	`while true do say("x") end`,
	`return say("x")`,
	`local lanes = 3 say("x")`,
	`local boats = "boats" for _, b in each("boats") do say(b.name) end`,
	`emit("sailed", boat, "one")`,
	`emit("sailed", "sloop", 1)`,
	`say("It costs " .. vars.gold + 1 .. " gold.")`,
	`say("a" + "b")`,
	`say(vars.gold .. 1)`,
	`vars.gold = "1" + 2`,
	`vars.gold = -"1"`,
	`local x = list[1] or list[2] x = 3 say("" .. x)`,
}

// data lists values for data: of the harbour, with what is nearly wrong in them.
var data = []string{
	`open: "true"`, `open: "false"`, `open: true`,
	`worths: {sloop: 3, ketch: 4, yawl: many}`, `worths: {sloop: 3, ketch: 4, yawl: null}`,
	`worths: {sloop: 3, ketch: 4, yawl: [1]}`, `worths: {sloop: 3, ketch: 4, yawl: "=game.lanes"}`,
	`worths: {sloop: 3, ketch: many, yawl: none}`, `worths: [3, 4, many]`, `worths: {sloop: 3, ketch: many}`,
	`tides: [{high: 3}, {high: "=game.lanes"}]`, `tides: [{high: 3}, {high: "4"}]`, `tides: [[{high: "4"}]]`, `tides: [{high: "4"}, {low: 3}]`,
	`tides: [{high: 3}, {high: 3}, {high: 3}, {high: 4m}]`, `tides: [{high: 3}, {high: 3}, {high: 4m}]`,
	`maxLoad: 3`, `max_load: 3`, `maxSail: 3`, `portName: north`,
	`crew: {sloop: 1, ketch: 2, Yawl: 3}`, `crew: {sloop: 1, ketch: 2, yaul: 3}`, `crew: {sloop: 1, yaul: 3}`, `crew: {sloop: 1, ketch: 2, north: 3}`,
	`crew: {sloop: 1, ketch: 2, xports: 3}`, `crew: {sloop: 1, ketch: 2, tide_one: 3}`, `crew: {sloop: 1, ketch: 2, lanes: 3}`, `crew: {sloop: 1, ketc: 2, yaul: 3}`,
	`stops: [Sloop, ketch]`, `stops: [Galleon, ketch]`, `stops: [Barge, ketch]`, `stops: [{a: [Sloop]}]`, `stops: {one: Sloop}`,
	`first: slopo`, `first: sail`, `first: slopo, second: slopo`, `first: slo`, `first: Slopo`, `first: tide_noe`, `first: lnaes`, `first: laden`, `name: slopo`,
	`route: [westward, westward, wetsward]`, `route: [westward, wetsward]`, `route: [[3, 3], westward, wetsward, westward]`, `route: {one: westward, two: westward, three: wetsward}`,
	`route: [a1, a2, a3, [b1]]`, `route: [a1, a2, [b1]]`, `route: [a1, a2, a3, [b1, b2]]`, `route: [a1, a2, a3, [3]]`, `route: [a1, a2, a3, {to: b1}]`, `route: [a1, a2, a3, {to: b1, by: sea}]`,
	`route: [a1, a2, a3, 4]`, `route: [a1, a2, a3, [b1], [c1]]`,
	`depths: [3, 4,5, 6]`, `depths: [3,4]`, `depths: [3, 4,5]`, `depths: [3, 1.5,2]`, `depths: [3, 1e3,5]`, `depths: [3, a,5]`, `depths: [3, 4,a]`, `depths: [3, 4,5,6]`, `depths: {a: {b: [3, 4,5]}}`, `depths: [[3, 4,5]]`,
	`depths: [4,5, 6, 7]`, `depths: [1.5,2, 3, 4]`, `depths: [3, 4,5, 6,7]`, `depths: [3, 4.5, 6,7]`, `depths: [3,  4, 5,6]`,
	`route: [3, 3, westward, wetsward]`, `worths: {sloop: 3, ketch: 4, boat: many}`, `worths: {}`, `crew: {sloop: 1, ketch: 2, laden: 3}`,
	`tides: {one: {high: 3}, two: {high: "4"}}`, `open: "True"`, `a: {b: "false"}`, `first: westward, a: {b: [westward]}`,
	"depths: [3, 4,\n5]", "depths: [3, 12,5]", `depths: [-3, -12,5]`,
}

// written lists edits of the harbour's files.
var written = [][]string{
	{"modify_fare = function(self, n, boat) return n + self.index + boat.index", "modify_fare = function(self, boat, n) return n + self.index + boat.index"},
	{"modify_fare = function(self, n, boat) return n + self.index + boat.index", "modify_fare = function(self, boat) return boat + self.index"},
	{"modify_fare = function(self, n, boat) return n + self.index + boat.index", "modify_fare = function(n, self, boat) return n + self.index + boat.index"},
	{"return n + self.index + boat.index end", "return n + self.index + boat.index end, on_docked = function(self, berth, pier) say(berth .. pier) end"},
	{"return n + self.index + boat.index end", "return n + self.index + boat.index end, on_docked = function(self, berth, x) say(berth .. x) end"},
	{"return n + self.index + boat.index end", "return n + self.index + boat.index end, on_docked = function(self, berth) say(berth) end"},
	{"return n + self.index + boat.index end", "return n + self.index + boat.index end, on_docked = function(pier, self) say(pier .. self.id) end"},
	{"return n + self.index + boat.index end", "return n + self.index + boat.index end, on_docked = function(self, pier, berth) say(pier + berth) end"},
	{"return n + self.index + boat.index end", "return n + self.index + boat.index end, on_nothing = function(self) say(self.id) end"},
	{"text: Sail.", "text: \"Sail.\u202a\""},
	{"text: Sail.", "text: \"Sail.\u2069\""},
	{"text: Sail.", "text: \"Sail.\u2065\u206a\u202f\""},
	{"text: Sail.", "text: Sail to port #1."},
	{"text: Sail.", "text: Sail to \"port\"."},
	{"text: Sail.", "text: Sail to port\";"},
	{"text: Sail.", "text: Sail;"},
	{"text: Sail.", "text: |\n  Sail to\n  port\""},
	{"text: Sail.", "text:\n  Sail\n  - or wait"},
	{"text: Sail.", "text: Sail\n  - or wait"},
	{"text: Sail.", "text: Sail - or\n  wait - or not"},
	{"text: Lanes.", `safe: [2, 4], breaks: "<3: none. >4: too many", text: Lanes.`},
	{"text: Lanes.", `safe: [2, 4], breaks: "<2: none. >5.5: too many", text: Lanes.`},
	{"text: Lanes.", `safe: [2, 4], breaks: "few below 3", text: Lanes.`},
	{"text: Lanes.", `breaks: "<3: none", text: Lanes.`},
	{"actions: {sail: {name: Sail}}", "actions: {sail: {name: Sail, targets: [{name: b, from: boats, where: false}], warning: {when: nil, text: Mind.}, requires: [{that: 'false', else: Not now}]}}"},
	{"actions: {sail: {name: Sail}}", "actions: {sail: {name: Sail, targets: [{name: b, from: boats, where: true, when: 'nil', requires: [{that: false, else: Not now}]}], warning: {when: 'true', text: Mind.}, requires: [{that: vars.hp > 0, else: Not now}]}}"},
	{"actions: {sail: {name: Sail}}", "actions: {sail: {name: Sail}, sink: {name: Sink, hook: do_sail}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: Carries 3 knots., params: {knots: 4, crew: {default: 2, unit: knot}}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: Carries four knots., params: {knots: 4}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: 'Carries three knots, or {knots}.', params: {knots: 4}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: Carries Three men and ten sails., params: {crew: {default: 4, unit: man}, rig: {default: 9, unit: sail}}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: Carries 3 sails., params: {rig: {default: 9, unit: sail}, spare: {default: 1, unit: sail}}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "id: ketch\nkind: relic\nname: Ketch"},
	{"{kind: relic, id: ketch, name: Ketch}", "kind: relic\nid: ketch\ntests: []\n# its name\nname: Ketch\n..."},
	{"{kind: relic, id: ketch, name: Ketch}", "kind: relic\nid: ketch\ntests: []\nname: Ketch\nlua: return {}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, tests: [], name: Ketch}"},
	{"{kind: relic, id: ketch, name: Ketch}", "kind: relic\nid: ketch\n{name: Ketch}"},
	{"{kind: relic, id: yawl, name: Yawl}", "kind: relic\nid: yawl\ntests: []\nname: Yawl"},
	{"{kind: relic, id: yawl, name: Yawl}\n", "kind: relic\nid: yawl\ntests: []\nname: Yawl"},
	{"{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, extends: sloop, params: {sails: 2, oars: 3}}", "name: Sloop", "name: Sloop\nparams: {sails: 1, masts: 1}\ntext: It has {sails}."},
	{"{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, script: sloop.lua, params: {sails: 2}}", "lane + boat.index", "lane + boat.index + self.sails"},
	{"{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, params: {sails: 2}}", "lane + boat.index", "lane + boat.index + self.sails"},
	{"variables: {", "variables: {spare: {start: 0}, seen: {start: 0, show: false}, told: {start: 0, show: false}, ", "LUA", "vars.seen = 1 vars.told = vars.told + 1 LUA"},
	{"zones: {", "zones: {hold: {of: relic}, dock: {of: relic, start: [yawl]}, "},
	{"zones: {", "zones: {hold: {of: relic}, ", "LUA", "give(\"yawl\") LUA"},
	{"zones: {", "properties: {relic: {rust: {start: 0}, index: {start: 0}}}\nzones: {"},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sail]}}"},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sail]}}", "LUA", "local where = \"sea\" enter_phase(where) LUA"},
	{"phases: {port: {actions: [sail]}}", "phases: {dawn: {actions: [sail]}, port: {actions: [sail]}}", "start = function() enter_phase(\"port\") end,", "enter_dawn = function() enter_phase(\"port\") end,"},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sail]}}", "do_sail = ", "enter_sea = function() enter_phase(\"sea\") end, do_sail = "},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sail]}}", "do_sail = ", "helper = function() enter_phase(\"sea\") end, do_sail = "},
	{"win()", "say(\"x\")"},
	{"{kind: relic, id: yawl, name: Yawl}", "kind: relic\nid: yawl\nname: Yawl # a boat\ntext: Sail to port #1.\nlua: |\n  return {} -- port #1"},
	{"id: yawl, name: Yawl", "id: lugger, name: Yawl", ", DATA", ", first: lugger, second: lugegr", "yawl", "lugger"},
	{", DATA", ", first: slopo", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, data: {next: slopo}}"},
	{", DATA", ", first: slopo", "{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl, tests: [{name: slopo}]}"},
	{"{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl}\n---\n{kind: relic, id: brig}"},
	{"{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl}\n---\n{kind: relic, id: brig}", "LUA", "local all = definitions(\"relic\") say(all[1].name) LUA"},
	{"{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl}\n---\n{kind: relic, id: brig}\n---\n{kind: relic, id: bark, extends: brig}"},
	{"{kind: relic, id: yawl, name: Yawl}", "{kind: relic, id: yawl, name: Yawl}\n---\n{kind: bot, id: lazy, lua: 'return { choose = function() return \"sail\" end }'}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: Carries 5 s or 3 men., params: {knots: 4, men: {default: 3, unit: men}}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: 'Carries twenty-3 knots, .4 knots, {3 knots.', params: {knots: 4}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: Carries three knots., params: {knots: {default: 4, unit: knot}}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, text: Carries one knot. It has ONE., params: {knots: {default: 4, unit: knot}}}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, params: {knots: 4, sails: 2}}\n---\n{kind: relic, id: bark, name: Bark, extends: ketch, text: 'It has {=self.knots + 1} knots and {sails}.'}"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch}\n---\n{kind: enemy, id: rat, name: Rat, hp: 3, moves: {bite: {harm: '3'}}}\n---\n{kind: enemy, id: bat, name: Bat, hp: 3, moves: {claw: {harm: 2}}}", "zones: {", "zones: {foes: {of: enemy, label: e, start: [rat, bat]}, ", "do_sail = function", "move = function() end, do_sail = function", "vars.gold = vars.gold + lane", "vars.gold = vars.gold + lane + top(\"foes\").moves.bite.harm"},
	{"{kind: relic, id: ketch, name: Ketch}", "{kind: relic, id: ketch, name: Ketch, script: ketch.lua}"},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sink]}}\nafter: [again]", "actions: {", "actions: {sink: {}, again: {}, idle: {}, ", "do_sail = ", "do_sink = function() enter_phase(\"sea\") end, do_again = function() end, do_idle = function() end, do_sail = "},
	{"phases: {port: {actions: [sail]}}", "phases: {port: {actions: [sail]}, sea: {actions: [sail]}}\nwindows: {stop: {before: [sail], skip: true, actions: [halt]}, go: {after: [sailed], skip: true, use: [boats]}}", "actions: {", "actions: {halt: {targets: [{name: b, from: boats}]}, ", "do_sail = ", "do_halt = function() enter_phase(\"sea\") end, do_sail = "},
	{"win()", "say(\"x\")", "do_sail = ", "enter_sea = function() win() end, do_sail = "},
	{"views: {", "tests: [{name: a, do: sail, expect: {fare: {is: 3 gold}}}, {name: b, steps: [{do: sail, expect: {late: 'yes', fare@1: x, first: 3, fare: '=3', boats: [sloop]}}]}]\nviews: {late: {value: vars.hp > 1}, first: {value: '\"x\" .. vars.hp'}, fixed: {value: vars.hp}, "},
}

// busier is the harbour with more declarations, all of them used.
func busier() map[string]string {
	declare := strings.NewReplacer(
		"variables: {", "variables: {depth: {start: 0, min: 0, max: 9}, weight: {start: 0, whole: false}, limit: {start: 3, min: '=game.lanes'}, mate: {type: entity}, weather: {start: fair, one_of: [fair, foul]}, flag: {start: red}, open: {start: false}, ",
		"views: {", "profile: {record: {start: 0}}\nviews: {",
		"events: {", "events: {docked: {args: [pier, berth]}, ",
		"local boat, lanes", "emit(\"docked\", \"a\", \"b\") look({vars.depth, vars.weight, vars.limit, vars.mate, vars.weather, vars.flag, vars.open, vars.record, require(\"tides\").low, require(\"loose\").x1})\n    local boat, lanes",
		"local function first", "local function look(all) for _, x in ipairs(all) do say(tostring(x)) end end\nlocal function first",
	)
	out := map[string]string{
		"scripts/harbour/tides.lua": `return { hihg = function() return 2 end, low = function() return 1 end }`,
		"scripts/harbour/loose.lua": `local t = {} for i = 1, 2 do t["x" .. i] = i end return t`,
	}
	for name, text := range harbour {
		out[name] = declare.Replace(text)
	}
	return out
}

// TestBorderlineCases states every report about code, data and files
// that are right or wrong by little.
func TestBorderlineCases(t *testing.T) {
	files := busier()
	var parts []string
	n := 0
	report := func(what, code, data string, edits ...string) {
		if n++; testing.Short() && n%3 != 1 {
			return
		}
		var out strings.Builder
		reportOn(&out, files, what, code, data, edits...)
		parts = append(parts, out.String())
	}
	report("as it is", "", "")
	for _, code := range nearly {
		report(code, code, "")
	}
	for _, d := range data {
		report(d, `say("Barge") say("tide_" .. lanes .. game.data.ports[1]) local made = {laden = 1} say("" .. made.laden)`, ", "+d)
	}
	for _, edits := range written {
		report(strings.Join(edits, "\n| "), "", "", edits...)
	}
	files["content/harbour/locales/de.yaml"] = `
kind: locale
id: de
texts:
  game/harbour:
    name: {from: Harbour, to: Hafen}
    text: {from: Sail, to: Segle.}
    variables.glod.name: {from: Gold, to: Gold}
  relic/sloop: {name: {from: Sloop, to: Slup}}
says:
  - {from: Sold, to: Verkauft}
  - {from: "{n} boats", to: "{n} Boote"}
  - {from: a, to: ein}
`
	report("translated", `say("Sold.") tell(0, "Sold") warn(lanes .. " boats") emit("docked", "Sold", "Verkauft")`, "")
	golden.CheckParts(t, "testdata/nearly.golden", parts)
}

// reportOn writes the report on a harbour with Lua in its place, other data, and
// other texts.
func reportOn(out *strings.Builder, files map[string]string, what, code, data string, edits ...string) {
	tree := fstest.MapFS{}
	for name, text := range files {
		text = strings.NewReplacer(edits...).Replace(text)
		text = strings.NewReplacer("LUA", code, ", DATA", data).Replace(text)
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	fmt.Fprintf(out, "> %s\n", what)
	catalog, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if !problems.Failed() {
		c, more := rules.Build(catalog, nil)
		if problems = more; !problems.Failed() {
			problems = lint.Run(c, sources(tree))
		}
	}
	out.WriteString(strings.ReplaceAll(golden.Report(problems), "scripts/harbour/game.lua:", "game.lua:"))
}
