package dap

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-dap"

	"sleight/runtime/sleight/workspace"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestStepBackSkipsCalls checks that a step back skips the call of a function, and
// that only a step back into it reaches the function's last statement.
func TestStepBackSkipsCalls(t *testing.T) {
	c := connect(t)
	c.launch(object{"game": "mine", "commands": []string{"dig 1"}}, map[string][]object{"scripts/mine/game.lua": {{"line": 15}}})
	c.expect("breakpoint | game/mine do_dig game.lua:15 | command 1: dig 1")
	c.same(c.evaluate(1, "repl", "back to gold at 1"), "back at "+c.dir+"/content/mine/things.yaml:11")
	c.expect("step | relic/lamp on_struck of r1 things.yaml:11 | strike() game.lua:3 | game/mine do_dig game.lua:13 | command 1: dig 1")
	c.same(c.evaluate(1, "repl", "back to 1"), "back at "+c.dir+"/scripts/mine/game.lua:10")
	c.expect("step | game/mine do_dig game.lua:10 | command 1: dig 1")
	c.next("continue")
	c.expect("breakpoint | game/mine do_dig game.lua:15 | command 1: dig 1")
	for _, line := range []int{13, 12, 11, 10} {
		c.next("stepBack")
		c.expect(fmt.Sprintf("step | game/mine do_dig game.lua:%d | command 1: dig 1", line))
	}
	for text, want := range map[string]string{
		"back to d1.value at 1": "d1.value at 1 has not changed",
		"back to 9":             "error: there is no command 9: the last one is 1",
		"back to gold at noon":  `error: "noon" is not the number of a command`,
		"back to silver":        `error: unknown variable "silver"`,
	} {
		c.same(c.evaluate(1, "repl", text), want)
	}
}

// TestEmptyListsAreNotNull checks that empty values are empty lists, as the
// protocol requires, and not null.
func TestEmptyListsAreNotNull(t *testing.T) {
	c := connect(t)
	c.launch(object{"game": "mine"}, nil)
	c.expect("pause | between two commands")
	if all := c.set("scripts/mine/game.lua"); all == nil {
		t.Error("no breakpoints of lines are null")
	}
	if all := must[*dap.SetFunctionBreakpointsResponse](c, "setFunctionBreakpoints", object{}).Body.Breakpoints; all == nil {
		t.Error("no breakpoints of events are null")
	}
	if all := must[*dap.SetDataBreakpointsResponse](c, "setDataBreakpoints", object{}).Body.Breakpoints; all == nil {
		t.Error("no breakpoints of changes are null")
	}
	if all := must[*dap.BreakpointLocationsResponse](c, "breakpointLocations", nil).Body.Breakpoints; all == nil || len(all) > 0 {
		t.Errorf("nowhere are the locations %v", all)
	}
	if all := must[*dap.BreakpointLocationsResponse](c, "breakpointLocations", object{"source": object{"path": "none.lua"}, "line": 1}).Body.Breakpoints; all == nil || len(all) > 0 {
		t.Errorf("in no file are the locations %v", all)
	}
}

// TestSteppingContinuesIntoTheNextCommand checks that a step from the end of a
// command stops in the next launched one, and that a step from the end of the
// last command does not stop commands typed afterwards.
func TestSteppingContinuesIntoTheNextCommand(t *testing.T) {
	for _, step := range []string{"next", "stepIn", "stepOut"} {
		c := connect(t)
		c.launch(object{"game": "mine", "seed": 1, "commands": []string{"dig 1", "dig 2"}}, map[string][]object{
			"scripts/mine/game.lua": {{"line": 15}},
		})
		c.expect("breakpoint | game/mine do_dig game.lua:15 | command 1: dig 1")
		c.next(step)
		c.expect("step | game/mine do_dig game.lua:10 | command 2: dig 2")
		c.next("continue")
		c.expect("breakpoint | game/mine do_dig game.lua:15 | command 2: dig 2")
		c.next(step)
		c.expect("pause | between two commands")
		c.set("scripts/mine/game.lua")
		c.same(c.evaluate(0, "repl", "dig 1"), "")
		c.expect("pause | between two commands")
		must[*dap.DisconnectResponse](c, "disconnect", object{})
		if err := <-c.served; err != nil {
			t.Error(err)
		}
	}
}

// TestLaunchPrefersTheWorkspacesGame checks which game is launched if none is
// named: one of the workspace before a shipped one.
func TestLaunchPrefersTheWorkspacesGame(t *testing.T) {
	dir, shipped := connect(t).dir, bazaar.Tree(t)
	for _, own := range []bool{true, false} {
		c := edits(t, dir, Options{Open: func(dir string) (*workspace.Workspace, error) {
			if !own {
				return workspace.New(workspace.FS(workspace.Embedded, shipped))
			}
			return workspace.New(workspace.FS(workspace.Embedded, shipped), workspace.Folder(dir))
		}})
		c.launch(object{}, nil)
		c.same(must[*dap.ThreadsResponse](c, "threads", nil).Body.Threads[0].Name, map[bool]string{true: "mine", false: "bazaar"}[own])
	}
}

// TestVerdictsArePrinted checks the console output for passing and failing
// tests.
func TestVerdictsArePrinted(t *testing.T) {
	c := connect(t)
	file := filepath.Join(c.dir, "content", "mine", "things.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(text, "  - {name: a strike pays more, do: dig 1, expect: {gold: 6}}\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	c.launch(object{"test": "relic/lamp"}, nil)
	var out string
	for !strings.Contains(out, "expected 6") {
		e := await[*dap.OutputEvent](c)
		out += e.Body.Category + ": " + e.Body.Output
	}
	golden.Check(t, "testdata/verdicts.golden", strings.ReplaceAll(out, filepath.ToSlash(c.dir), "DIR"))
}
