package session_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
)

// hostile is a game whose ids, texts and lists are as hard to distinguish from
// one another, and from labels, numbers and quotes, as content can make them.
var hostile = map[string]string{
	"content/h/game.yaml": `
kind: game
id: h
name: H
variables: {told: {start: ""}, n: {start: 0}}
zones:
  dice: {of: die, label: d, start: [{d6: 4}]}
  cards: {of: card, label: c, start: [{end: 2}, {use_: 1}]}
  bag: {of: consumable, label: b, start: [{lua_: 3}, {roll: 2}, {self: 1}]}
actions:
  roll: {}
  start: {targets: [{name: a, from: dice}, {name: b, from: cards, where: "true"}]}
  mixed:
    targets:
      - {name: x, from: anything()}
      - {name: y, from: anything()}
  literal:
    targets:
      - {name: x, from: [1, 2, "1", "2", "true", "d1", "c2@1", "#2", "end#2", "a b", " a", "ä ö", "\u00a0", "\"", "+1", "roll", "nil", "日本", "\t", ""], labels: {"1": "2", "2": "1", roll: "d2"}}
      - {name: y, from: dice, when: vars.n % 2 == 0}
      - {name: z, from: [d1], auto: true}
phases:
  p: {actions: [roll, start, mixed, literal], use: [bag]}
lua: |
  local function tell(...)
    local text = ""
    for i = 1, select("#", ...) do
      local v = (select(i, ...))
      if type(v) == "entity" then v = v.zone .. v.index end
      text = text .. type(v) .. tostring(v) .. "|"
    end
    vars.told, vars.n = text, vars.n + 1
  end
  return {
    start = function() end,
    do_roll = function() roll_dice("dice") end,
    do_start = function(_, a, b) tell(a, b) end,
    do_mixed = function(_, x, y) tell(x, y) end,
    do_literal = function(_, x, y, z) tell(x, y, z) end,
  }
`,
	"scripts/h/anything.lua": `
return {
  all = function()
    local list = { "d2", "d1", 1, "1", true, "true", "#2", "end", "end#2", "c1", "roll", "use", " x ", "+1", "x\"y", "d1@1", "é" }
    for _, die in each("dice") do list[#list + 1] = die end
    for _, card in each("cards") do list[#list + 1] = card end
    return list
  end,
}
`,
}

// hostileFiles are the files of the hostile game.
func hostileFiles() map[string]string {
	files := map[string]string{}
	for name, text := range hostile {
		files[name] = strings.ReplaceAll(text, "anything()", "'require(\"anything\").all()'")
	}
	item := func(kind, id string) {
		files["content/h/"+kind+"_"+id+".yaml"] = fmt.Sprintf("kind: %s\nid: %s\nname: %s\n", kind, id, id)
	}
	item("card", "end")
	item("card", "use_")
	for _, id := range []string{"lua_", "roll", "self"} {
		files["content/h/"+id+".yaml"] = "kind: consumable\nid: " + id + "\nname: N\nuse: {targets: [{name: what, from: 'require(\"anything\").all()'}]}\nlua: |\n  return { use = function(self, what) vars.told, vars.n = self.id .. self.index .. tostring(what), vars.n + 1 end }\n"
	}
	files["content/h/d6.yaml"] = "kind: die\nid: d6\nname: D6\nsides: 6\n"
	return files
}

// TestTheLogMatchesTheCommands checks that the log line of every command
// repeats it: running a command, and formatting, parsing and running it again,
// lead to the same state.
func TestTheLogMatchesTheCommands(t *testing.T) {
	games, commands := 12, 60
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		games = 2000
	}
	c := build(t, hostileFiles())
	told := map[string]bool{}
	for seed := range games {
		s, again := opened(t, c, "h", uint64(seed)), opened(t, c, "h", uint64(seed))
		luck := random.New(uint64(seed), "log")
		for range commands {
			command, ok, problem := s.Sample(&luck)
			if problem != nil || !ok {
				t.Fatalf("nothing to do: %v", problem)
			}
			text := s.Format(command)
			if r := s.Do(command); !r.OK() || r.Command != text {
				t.Fatalf("%q, logged as %q: refused %v, problem %v", text, r.Command, r.Refusal, r.Problem)
			}
			if r := again.Run(text); !r.OK() || r.Command != text {
				t.Fatalf("%q is read as %q: refused %v, problem %v", text, r.Command, r.Refusal, r.Problem)
			}
			if s.Hash() != again.Hash() {
				t.Fatalf("%q is read as something else: %s and not %s", text, look(t, again, "vars.told"), look(t, s, "vars.told"))
			}
			told[text] = true
		}
		replayed, problem := session.Replay(c, "h", session.Options{Seed: uint64(seed)}, s.Commands(), nil)
		if problem != nil || replayed.Hash() != s.Hash() {
			t.Fatalf("the log is another game: %v", problem)
		}
	}
	if len(told) < 100 {
		t.Errorf("only %d different commands were tried", len(told))
	}
}

// TestNamesThatCommandsCannotDistinguishAreRefused checks that names that
// commands could confuse are reported at their place.
func TestNamesThatCommandsCannotDistinguishAreRefused(t *testing.T) {
	for _, c := range []struct{ name, file, old, text, place string }{
		{"an id like a label", "content/h/self.yaml", "id: self", "id: b2", "content/h/self.yaml:2:5"},
		{"an action named use", "content/h/game.yaml", "  roll: {}\n", "  roll: {}\n  use: {}\n", "content/h/game.yaml:12:3"},
		{"an action named lua", "content/h/game.yaml", "  roll: {}\n", "  roll: {}\n  lua: {}\n", "content/h/game.yaml:12:3"},
		{"a label that ends in a digit", "content/h/game.yaml", "  bag: ", "  d1: {of: die}\n  bag: ", "content/h/game.yaml:9:3"},
	} {
		files := hostileFiles()
		files[c.file] = strings.Replace(files[c.file], c.old, c.text, 1)
		if c.name == "an id like a label" {
			files["content/h/game.yaml"] = strings.Replace(files["content/h/game.yaml"], "{self: 1}", "{b2: 1}", 1)
		}
		_, problems := mustLoad(files, nil)
		if !problems.Failed() || !strings.Contains(fmt.Sprint(problems), c.place+": error: ") || problems[0].Hint.String() == "" {
			t.Errorf("%s: got %v, want an error at %s", c.name, problems, c.place)
		}
	}
}
