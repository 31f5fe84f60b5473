package session_test

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// tiny is a game that uses every feature, for tests.
var tiny = map[string]string{
	"content/tiny/game.yaml": `
kind: game
id: tiny
name: Tiny
script: game.lua
params: {pay: 2, purse: 5}
variables:
  gold: {start: "=game.purse", min: 0}
  round: {start: 0, min: 0}
  heard: {start: "", show: false}
  friend: {type: entity}
  luck: {start: 0, min: -3, max: 3, clamp: true}
zones:
  dice: {of: die, label: d, start: [{d6: 3}], default: d6}
  items: {of: consumable, label: c, single_use: true, start: [bomb, coin, coin]}
  first: {of: relic, label: f, listens: true, start: [ear]}
  relics: {of: relic, label: r, listens: true, start: [ear, horn]}
  full: {of: die, label: x, limit: 1, start: [d6]}
properties:
  relic: {count: {start: 0, min: 0}}
events:
  rang: {args: [n]}
  ended: {}
  ping: {}
  pong: {}
values:
  price: {args: [what]}
actions:
  roll: {text: Roll all dice.}
  ring: {cost: {gold: 1}, targets: [{name: n, from: [1, 2, 3], labels: {"1": one}}]}
  lock:
    requires: [{that: vars.luck > -3, else: You are out of luck}]
    targets: [{name: die, from: dice, where: not die.locked, else: It is locked, none: All dice are locked, prompt: "Which die?", state: LOCKING}]
  swap:
    targets:
      - {name: a, from: dice, prompt: "Which?"}
      - {name: b, from: dice, where: b ~= a, else: Not the same, prompt: "With which?"}
  lone: {targets: [{name: only, from: full, auto: true}]}
  rest: {warning: {when: vars.gold > 0, text: You still have gold.}}
  fail: {targets: [{name: how, from: [error, zone, bounds, forever, gone, refuse, loop, cycle, word, modify]}]}
  wake: {}
  quit: {}
phases:
  main: {prompt: Your move., actions: [roll, ring, lock, swap, lone, rest, fail, quit], use: [items]}
  night: {state: SLEEPING, actions: [wake]}
  spin: {}
  spun: {}
views:
  total: {value: 'sum("dice") + modify("price", 0, "view")'}
  broken: {value: vars.gold.x}
`,
	"scripts/tiny/game.lua": `
local helper = require("helper")
return {
  start = function()
    roll_dice("dice")
    enter_phase("main")
  end,
  enter_night = function() vars.luck = vars.luck - 1 end,
  enter_spin = function() enter_phase("spun") end,
  enter_spun = function() enter_phase("spin") end,
  do_roll = function()
    if count("dice") < 3 then add_die("d6", "dice", "ended", 3) end
    roll_dice("dice")
    change(vars, "round", 1)
    emit("rang", vars.round)
  end,
  do_ring = function(_, n)
    vars.heard = ""
    emit("rang", n)
    say("rang " .. n)
  end,
  do_lock = function(_, die)
    lock_die(die, "ended", 2)
    vars.friend = die
  end,
  do_swap = function(_, a, b)
    local x = a.value
    copy_die(b, a)
    set_die_value(b, x, "ended")
    set(a, "held", true, "ended")
  end,
  do_lone = function(_, die) roll_die(die, "lone") end,
  do_rest = function()
    emit("ended")
    enter_phase("night")
  end,
  do_wake = function()
    change(vars, "gold", 3)
    if vars.luck < 0 then vars.luck = 3 end
    enter_phase("main")
  end,
  do_fail = function(_, how)
    change(vars, "gold", 1)
    add_die("d6", "dice")
    helper[how]()
  end,
  do_quit = function() lose("You quit.") end,
  on_rang = function(_, n) vars.heard = vars.heard .. "game " end,
  on_ping = function() emit("pong") end,
  on_pong = function() emit("ping") end,
}
`,
	"scripts/tiny/helper.lua": `
return {
  error = function() error("it broke") end,
  zone = function() add_die("d6", "full") end,
  bounds = function() vars.gold = -1 end,
  forever = function() while true do end end,
  gone = function()
    local die = at("dice", 1)
    remove_die(die)
    flip_die(die)
  end,
  refuse = function() refuse("I would rather not.") end,
  loop = function() enter_phase("spin") end,
  cycle = function() emit("ping") end,
  word = function() set(vars, "gold", "many") end,
  modify = function() modify("price", 1, "write") end,
}
`,
	"content/tiny/things.yaml": `
{kind: die, id: d6, sides: 6}
---
kind: consumable
id: bomb
use: {targets: [{name: die, from: dice, none: There is no die}]}
lua: |
  return { use = function(self, die)
    remove_die(die, "ended")
    change(vars, "luck", -1)
  end }
---
kind: consumable
id: coin
params: {worth: 2}
use: {}
lua: |
  return { use = function(self) change(vars, "gold", self.worth) end }
---
kind: relic
id: ear
lua: |
  return { on_rang = function(self, n)
    vars.heard = vars.heard .. "ear in " .. self.zone .. " "
    change(self, "count", n)
  end }
---
kind: relic
id: horn
priority: 5
lua: |
  return {
    on_rang = function(self, n) vars.heard = vars.heard .. "horn " end,
    modify_price = function(self, x, what)
      if what == "write" then vars.gold = 0 end
      if what == "view" then return x + self.count end
    end,
    on_used = function(self, item) change(self, "count", 1) end,
  }
`,
}

// edited returns the files of tiny with replacements in one file: pairs of old
// and new text.
func edited(t testing.TB, file string, pairs ...string) map[string]string {
	t.Helper()
	files := maps.Clone(tiny)
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(files[file], pairs[i]) {
			t.Fatalf("%s does not contain %q", file, pairs[i])
		}
		files[file] = strings.ReplaceAll(files[file], pairs[i], pairs[i+1])
	}
	return files
}

func mustLoad(files map[string]string, previous *rules.Content) (*rules.Content, diag.List) {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: fs}).Load()
	if catalog == nil {
		return nil, problems
	}
	c, more := rules.Build(catalog, previous)
	return c, append(problems, more...)
}

func build(t testing.TB, files map[string]string) *rules.Content {
	t.Helper()
	c, problems := mustLoad(files, nil)
	if c == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	return c
}

func opened(t testing.TB, c *rules.Content, game string, seed uint64) *session.Session {
	t.Helper()
	s, problem := session.New(c, game, session.Options{Seed: seed})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// play starts tiny.
func play(t testing.TB) *session.Session {
	t.Helper()
	return opened(t, build(t, tiny), "tiny", 1)
}

// run does a command that must succeed.
func run(t testing.TB, s *session.Session, text string) session.Result {
	t.Helper()
	r := s.Run(text)
	if !r.OK() {
		t.Fatalf("%s: refused %q, problem %v", text, r.Refusal, r.Problem)
	}
	return r
}

// look evaluates an expression that must succeed.
func look(t testing.TB, s *session.Session, source string) string {
	t.Helper()
	text, problem := s.Evaluate(source)
	if problem != nil {
		t.Fatalf("%s: %v", source, problem)
	}
	return text
}
