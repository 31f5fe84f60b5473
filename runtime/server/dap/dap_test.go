package dap

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"

	"sleight/runtime/game/session"
	"sleight/runtime/sleight/workspace"
)

// mine is a game whose command goes from a script through the engine to another
// script and back.
var mine = map[string]string{
	"content/mine/game.yaml": `kind: game
id: mine
script: game.lua
variables: {gold: {start: 3, min: 0}}
zones:
  dice: {of: die, label: d, start: [{d6: 2}]}
  relics: {of: relic, label: r, listens: true, start: [lamp]}
events: {struck: {args: [n]}}
actions:
  dig: {targets: [{name: n, from: [1, 2, 3]}]}
  fail: {}
  leave: {}
phases: {main: {actions: [dig, fail, leave]}}
`,
	"content/mine/things.yaml": `kind: die
id: d6
sides: 6
---
kind: relic
id: lamp
lua: |
  return {
    on_struck = function(self, n)
      local bonus = n * 2
      vars.gold = vars.gold + bonus
    end,
  }
tests:
  - name: a strike pays
    do: dig 1
    expect: {gold: 5}
`,
	"scripts/mine/game.lua": `local function strike(n)
  local before = vars.gold
  emit("struck", n)
  return vars.gold - before
end

return {
  start = function() roll_dice("dice") end,
  do_dig = function(self, n)
    local list = { n, pick = "axe" }
    local total = 0
    for i = 1, n do
      total = total + strike(i)
    end
    list[1] = total
  end,
  do_fail = function() error("the roof came down") end,
  do_leave = function() win("Daylight.") end,
}
`,
}

const (
	lampStack = " | relic/lamp on_struck of r1 things.yaml:%d | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 1: dig 2"
	digStack  = " | game/mine do_dig game.lua:%d | command 1: dig 2"
)

// TestAnEditorDebugsAGame drives the server as an editor does: it stops in Lua
// inside YAML, inspects the stack, unfolds values, changes them, steps forward
// and back, and gives commands in the console.
func TestAnEditorDebugsAGame(t *testing.T) {
	c := connect(t)
	c.launch(object{"game": "mine", "seed": 1, "commands": []string{"dig 2"}}, map[string][]object{
		"content/mine/things.yaml": {{"line": 8, "condition": "n == 2"}},
	})
	c.expect("breakpoint" + fmt.Sprintf(lampStack, 10))
	values, _ := c.scope(1, "Locals")
	c.same(values, "self=r1 n=2")
	values, locals := c.scope(3, "Locals")
	c.same(values, `self=content data n=2 list={2, pick = "axe"} total=2 i=2`)
	for _, v := range must[*dap.VariablesResponse](c, "variables", object{"variablesReference": locals}).Body.Variables {
		if v.Name == "list" {
			c.same(c.unfold(v.VariablesReference), `1=2 pick="axe"`)
		}
	}
	values, _ = c.scope(3, "Captured")
	c.same(values, "strike=function")
	values, _ = c.scope(1, "Variables of the game")
	c.same(values, "gold=5")
	c.same(c.evaluate(3, "watch", "total + list[1]"), "4")
	c.same(c.evaluate(1, "hover", "vars.gold"), "5")
	c.same(c.evaluate(1, "watch", "vars.gold = 7"), "error: nothing can be changed here, only read")

	c.next("stepBack")
	c.expect("step | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 1: dig 2")
	c.next("next")
	c.expect("breakpoint" + fmt.Sprintf(lampStack, 10))
	c.next("stepIn")
	c.expect("step" + fmt.Sprintf(lampStack, 11))
	_, locals = c.scope(1, "Locals")
	c.same(must[*dap.SetVariableResponse](c, "setVariable", object{"variablesReference": locals, "name": "bonus", "value": "n * 50"}).Body.Value, "100")
	_, game := c.scope(1, "Variables of the game")
	c.same(must[*dap.SetVariableResponse](c, "setVariable", object{"variablesReference": game, "name": "gold", "value": "1"}).Body.Value, "1")
	c.next("stepOut")
	c.expect("step | strike() game.lua:4 | game/mine do_dig game.lua:13 | command 1: dig 2")
	c.same(c.evaluate(1, "watch", "vars.gold"), "101")
	c.next("next")
	c.expect("step" + fmt.Sprintf(digStack, 15))
	c.same(c.evaluate(1, "repl", "back to gold"), "back at "+filepath.ToSlash(c.dir)+"/content/mine/things.yaml:11")
	c.expect("step" + fmt.Sprintf(lampStack, 11))
	c.next("reverseContinue")
	c.expect("breakpoint" + fmt.Sprintf(lampStack, 10))
	c.set("content/mine/things.yaml")
	c.next("continue")
	c.expect("step" + fmt.Sprintf(digStack, 15)) // the present
	c.next("continue")
	c.expect("pause | between two commands")
	c.same(c.evaluate(0, "watch", "vars.gold"), "101")
	c.same(c.evaluate(0, "repl", "dig 1"), "")
	c.expect("pause | between two commands")
	c.same(c.evaluate(0, "watch", "vars.gold"), "103")
	c.next("stepBack")
	c.expect("step | game/mine do_dig game.lua:15 | command 2: dig 1")
	must[*dap.DisconnectResponse](c, "disconnect", object{})
	if err := <-c.served; err != nil {
		t.Error(err)
	}
}

// TestBreakpointsOfEveryKind stops at an event, a change, a fault, the second
// hit, and writes a log point.
func TestBreakpointsOfEveryKind(t *testing.T) {
	c := connect(t)
	must[*dap.InitializeResponse](c, "initialize", object{})
	if _, err := ask[*dap.ThreadsResponse](c, "threads", nil); err == nil {
		t.Error("there are threads before the launch")
	}
	must[*dap.LaunchResponse](c, "launch", object{"workspace": c.dir, "commands": []string{"dig 2", "fail"}})
	points := c.set("scripts/mine/game.lua", object{"line": 9, "hitCondition": "1"}, object{"line": 13, "logMessage": "round {i} of {n}"}, object{"line": 99}, object{"line": 12, "condition": "n =="})
	for i, want := range []string{"true 10", "true 13", "false 99", "false 12"} {
		c.same(fmt.Sprint(points[i].Verified, points[i].Line), want)
	}
	events := must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{"breakpoints": []object{{"name": "struck", "hitCondition": "2"}, {"name": "struk"}}})
	c.same(events.Body.Breakpoints[1].Message, `unknown event "struk"; did you mean struck?`)
	changes := must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{"breakpoints": []object{{"dataId": "gold", "condition": "new > 8"}}})
	c.same(fmt.Sprint(changes.Body.Breakpoints[0].Verified), "true")
	must[*dap.SetExceptionBreakpointsResponse](c, "setExceptionBreakpoints", object{"filters": []string{"faults", "refusals"}})
	must[*dap.ConfigurationDoneResponse](c, "configurationDone", object{})
	c.expect("breakpoint" + fmt.Sprintf(digStack, 10))
	c.next("continue")
	for _, want := range []string{"round 1 of 2", "round 2 of 2"} {
		for {
			if text := strings.TrimSpace(await[*dap.OutputEvent](c).Body.Output); text == want {
				break
			}
		}
	}
	c.expect("function breakpoint | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 1: dig 2")
	c.next("continue")
	c.expect("data breakpoint | strike() game.lua:4 | game/mine do_dig game.lua:13 | command 1: dig 2")
	info := must[*dap.DataBreakpointInfoResponse](c, "dataBreakpointInfo", object{"name": "gold"})
	c.same(fmt.Sprint(info.Body.DataId), "gold")
	c.next("continue")
	c.expect("exception | game/mine do_fail game.lua:17 | command 2: fail")
	c.same(must[*dap.ExceptionInfoResponse](c, "exceptionInfo", object{"threadId": 1}).Body.Description, "the roof came down")
	c.next("reverseContinue")
	c.expect("data breakpoint | strike() game.lua:4 | game/mine do_dig game.lua:13 | command 1: dig 2")
	must[*dap.DisconnectResponse](c, "disconnect", object{})
	if err := <-c.served; err != nil {
		t.Error(err)
	}
}

// TestATestIsDebugged stops in a content test, and reports its result.
func TestATestIsDebugged(t *testing.T) {
	c := connect(t)
	c.launch(object{"test": "lamp"}, map[string][]object{"content/mine/things.yaml": {{"line": 11}}})
	c.expect("breakpoint | relic/lamp on_struck of r1 things.yaml:11 | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 1: dig 1")
	c.same(c.evaluate(1, "hover", "bonus"), "2")
	c.next("continue")
	for {
		if text := strings.TrimSpace(await[*dap.OutputEvent](c).Body.Output); text == "pass relic/lamp: a strike pays" {
			break
		}
	}
	await[*dap.TerminatedEvent](c)
}

// TestFaultsStopOnlyIfTheirConditionHolds enforces that breakpoints on exceptions
// obey their conditions.
func TestFaultsStopOnlyIfTheirConditionHolds(t *testing.T) {
	for condition, want := range map[string]string{"vars.gold > 99": "pause | between two commands", "vars.gold < 99": "exception | game/mine do_fail game.lua:17 | command 1: fail"} {
		c := connect(t)
		must[*dap.InitializeResponse](c, "initialize", object{})
		must[*dap.LaunchResponse](c, "launch", object{"workspace": c.dir, "game": "mine", "commands": []string{"fail"}})
		must[*dap.SetExceptionBreakpointsResponse](c, "setExceptionBreakpoints", object{"filterOptions": []object{{"filterId": "faults", "condition": condition}}})
		must[*dap.ConfigurationDoneResponse](c, "configurationDone", object{})
		c.expect(want)
	}
}

// TestLaunchFindingsSavesAndBots launches a finding, a save, a bot's game, and
// invalid configurations.
func TestLaunchFindingsSavesAndBots(t *testing.T) {
	finding := connect(t)
	file := filepath.Join(finding.dir, "mine-1.txt")
	if err := os.WriteFile(file, []byte("# it fails\n# To see it: sleight repl mine --seed 4 --no-watch < this file\ndig 1\nfail\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	must[*dap.InitializeResponse](finding, "initialize", object{})
	must[*dap.LaunchResponse](finding, "launch", object{"workspace": finding.dir, "file": file})
	must[*dap.SetExceptionBreakpointsResponse](finding, "setExceptionBreakpoints", object{"filters": []string{"faults"}})
	must[*dap.ConfigurationDoneResponse](finding, "configurationDone", object{})
	finding.expect("exception | game/mine do_fail game.lua:17 | command 2: fail")
	finding.next("stepBack")
	finding.expect("step | game/mine do_fail game.lua:17 | command 2: fail") // before the statement
	finding.next("stepBack")
	finding.expect("step | game/mine do_dig game.lua:15 | command 1: dig 1")

	saved := connect(t)
	w, err := workspace.New(workspace.Folder(saved.dir))
	if err != nil {
		t.Fatal(err)
	}
	content, problems := w.Build()
	if content == nil {
		t.Fatal(problems)
	}
	played, problem := session.New(content, "mine", session.Options{Seed: 9})
	if problem != nil {
		t.Fatal(problem)
	}
	played.Run("dig 3")
	file = filepath.Join(saved.dir, "game.json")
	out, err := os.Create(file)
	if err := errors.Join(err, played.Save(out), out.Close()); err != nil {
		t.Fatal(err)
	}
	saved.launch(object{"save": file}, nil)
	saved.expect("pause | between two commands")
	saved.same(saved.evaluate(0, "watch", "vars.gold .. ' ' .. sum('dice')"), fmt.Sprint("15 ", played.State().Prop(played.State().Zone(0)[0], 0).Num+played.State().Prop(played.State().Zone(0)[1], 0).Num))

	bot := connect(t)
	bot.launch(object{"bot": "random", "seed": 1}, map[string][]object{"scripts/mine/game.lua": {{"line": 18}}})
	if at := bot.stopped(); !strings.HasPrefix(at, "breakpoint | game/mine do_leave game.lua:18 | command ") {
		t.Error(at)
	}

	none := connect(t)
	for configuration, want := range map[string]string{
		`{"test": "lmap"}`:        `no definition with tests is called "lmap"; did you mean lamp?`,
		`{"game": "mein"}`:        `unknown game "mein"`,
		`{"seed": "many"}`:        "the launch configuration cannot be read",
		`{"save": "nowhere"}`:     "no such file",
		`{"bot": "clever"}`:       "clever",
		`{"workspace": "/never"}`: "",
	} {
		var arguments object
		if err := json.Unmarshal([]byte(configuration), &arguments); err != nil {
			t.Fatal(err)
		}
		if arguments["workspace"] == nil {
			arguments["workspace"] = none.dir
		}
		if _, err := ask[*dap.LaunchResponse](none, "launch", arguments); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", configuration, err)
		}
	}
}
