package dap

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-dap"

	"sleight/tests/golden"
)

// harbor is a game with features that the others lack: things that leave while
// scripts and variables still refer to them, a table that is too long for
// editors, a question to a player, and an end.
var harbor = map[string]string{
	"content/harbor/game.yaml": `kind: game
id: harbor
script: game.lua
variables:
  gold: {start: 3, min: 0, max: 9}
  best: {type: entity}
  other: {type: entity}
zones:
  pile: {of: die, label: d, start: [{d6: 3}]}
properties: {die: {mate: {type: entity}}}
actions:
  drop: {}
  fill: {}
  ask: {}
  fail: {}
  sail: {}
phases: {main: {actions: [drop, fill, ask, fail, sail]}}
---
kind: die
id: d6
sides: 6
tests: [{name: nothing happens, expect: {gold: 3}}]
---
kind: relic
id: rope
name: Rope
`,
	"scripts/harbor/game.lua": `return {
  start = function()
    say("Ahoy.")
    at("pile", 1).mate = at("pile", 2)
    enter_phase("main")
  end,
  do_drop = function()
    local gone, kept = at("pile", 2), at("pile", 1)
    vars.best, vars.other = gone, kept
    remove(gone)
    vars.gold = 1
  end,
  do_fill = function()
    local many, none, few = {}, {}, {["two words"] = {deep = {1}}}
    for i = 1, 501 do many[i] = i end
    vars.gold = 2
  end,
  do_ask = function()
    ask("number", {from = {4, 5, 6}, prompt = "Which?"})
  end,
  chosen_number = function(_, n) vars.gold = n end,
  do_fail = function() error("a leak") end,
  do_sail = function() win("Land.") end,
}
`,
}

// TestHarborTranscript debugs a game in which things leave, which asks
// a question and ends, and compares all output with a golden file.
func TestHarborTranscript(t *testing.T) {
	c := bazaarConversation(t)
	c.write(harbor)
	script := object{"path": filepath.Join(c.dir, "scripts", "harbor", "game.lua")}
	console := func(text string) { c.say("evaluate", object{"context": "repl", "frameId": 1, "expression": text}) }
	file, err := filepath.Abs("testdata/harbor.golden")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(c.dir, "content")) // the default is the working folder
	c.say("initialize", object{})
	c.say("launch", nil)
	c.say("launch", object{"workspace": c.dir, "test": "relic/rope"})
	c.say("launch", object{"workspace": c.dir})
	c.say("threads", nil) // the first game of several
	c.say("launch", object{"workspace": c.dir, "test": "ward"})
	c.say("launch", object{"workspace": c.dir, "game": "harbor", "commands": []string{"drop"}})
	c.say("setBreakpoints", object{"source": script, "breakpoints": []object{{"line": 11}}})
	c.say("breakpointLocations", object{"source": script, "line": 9, "endLine": 11})
	c.say("configurationDone", object{})
	c.open()
	console("kept = nil")
	console("kept")
	console("kept = 1 +")
	console("nobody = 1")
	console("kept == nil")
	c.say("pause", object{"threadId": 1}) // it has stopped already
	c.say("continue", object{"threadId": 1})
	c.say("pause", object{"threadId": 1})
	console("answer 5")
	console("choose 5")
	c.say("scopes", object{"frameId": 0})
	set := func(name, value string) {
		c.say("setVariable", object{"variablesReference": c.named["Variables of the game"], "name": name, "value": value})
	}
	set("gold", "4")
	set("gold", "1 +")
	set("gold", "nobody()")
	set("gold", `refuse("Not that.")`)
	set("best", "at('pile', 1)")
	console("gold = 5")
	console("ask")
	c.say("scopes", object{"frameId": 0})
	set("gold", "5") // nothing runs while a question is open
	c.say("continue", object{"threadId": 1})
	console("choose 5")
	console("fail")
	console("sail")
	c.say("continue", object{"threadId": 1})
	c.say("scopes", object{"frameId": 0})
	c.say("stepBack", object{"threadId": 1})
	c.say("variables", object{"variablesReference": 1}) // of another moment
	c.finish(file)
}

// open unfolds the innermost call of a game that has stopped, and the game's
// variables and zones.
func (c *conversation) open() {
	c.t.Helper()
	c.seen = map[int]bool{}
	c.say("stackTrace", object{"threadId": 1})
	c.say("scopes", object{"frameId": 1})
	for _, name := range []string{"Locals", "Variables of the game", "Zones"} {
		c.say("variables", object{"variablesReference": c.named[name]})
	}
}

// finish ends the conversation, and compares all of it with a golden file.
func (c *conversation) finish(file string) {
	c.t.Helper()
	c.say("disconnect", object{})
	if err := <-c.served; err != nil {
		c.t.Error(err)
	}
	for m := range c.in {
		fmt.Fprintf(&c.events, "%s\n", c.shown(m))
	}
	golden.Check(c.t, file, c.answers.String()+"\nEvents:\n"+c.events.String())
}

// TestLongTablesAreTruncated checks that an editor is sent the first items of a long
// table, each with the expression that a person would type for it.
func TestLongTablesAreTruncated(t *testing.T) {
	c := connect(t)
	c.write(harbor)
	c.launch(object{"game": "harbor", "commands": []string{"fill"}}, map[string][]object{"scripts/harbor/game.lua": {{"line": 16}}})
	c.expect("breakpoint | game/harbor do_fill game.lua:16 | command 1: fill")
	_, locals := c.scope(1, "Locals")
	all := must[*dap.VariablesResponse](c, "variables", object{"variablesReference": locals}).Body.Variables
	if len(all) != 3 || all[1].Name != "none" || all[1].Value != "{}" || all[1].VariablesReference != 0 {
		t.Fatalf("the locals are %+v", all)
	}
	for i, last := range map[int]string{0: "many[500]=500 500", 2: `few["two words"]["deep"]={1} {1}`} {
		items := must[*dap.VariablesResponse](c, "variables", object{"variablesReference": all[i].VariablesReference}).Body.Variables
		if i == 0 && len(items) != 500 {
			t.Errorf("%d items are sent", len(items))
		}
		if i == 2 {
			items = must[*dap.VariablesResponse](c, "variables", object{"variablesReference": items[0].VariablesReference}).Body.Variables
		}
		item := items[len(items)-1]
		c.same(item.EvaluateName+"="+item.Value+" "+c.evaluate(1, "watch", item.EvaluateName), last)
	}
}
