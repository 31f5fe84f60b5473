package protocol_test

import (
	"fmt"
	"strings"
	"testing"
)

const mint = `
kind: game
id: mint
name: Mint
variables: {gold: {start: 5, min: 0, name: Gold}}
events: {paid: {args: [n]}}
zones: {dice: {of: die, label: d, start: [d6]}}
actions: {pay: {name: Pay}, wait: {name: Wait}}
phases: {turn: {actions: [pay, wait]}}
script: game.lua
---
{kind: die, id: d6, name: d6, sides: 6}
`

const mintScript = `return {
  do_wait = function() end,
  do_pay = function()
    local price = vars.gold - 3
    vars.gold = vars.gold - price
    emit("paid", price)
    set_die_value(at("dice", 1), price)
  end,
}
`

// TestInspect checks that values are described with their changes and the
// authors of these, and that unknown names are refused.
func TestInspect(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/mint/game.yaml": mint, "scripts/mint/game.lua": mintScript})
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "mint"}`)
	c.call("do", `{"session": "1", "command": "pay"}`)
	die := fmt.Sprint(c.call("debug/inspect", `{"session": "1", "of": "d1"}`))
	for _, want := range []string{"key:mint:die/d6", "name:d1.value", "value:2", "start:0", "turn:1", "command:pay", "by:game/mint do_pay", "index:1"} {
		if !strings.Contains(die, want) {
			t.Errorf("no %s in %s", want, die)
		}
	}
	if gold := fmt.Sprint(c.call("debug/inspect", `{"session": "1", "of": "gold"}`)); !strings.Contains(gold, "from:5") || !strings.Contains(gold, "to:3") {
		t.Error(gold)
	}
	if got := c.errorOf("debug/inspect", `{"session": "1", "of": "nobody"}`); !strings.Contains(got, "nobody") {
		t.Error(got)
	}
}

// TestReplay checks that a command stops at lines, changes and events, or at
// every statement, with its locals and what it has changed so far, and that the
// session stays as it is.
func TestReplay(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/mint/game.yaml": mint, "scripts/mint/game.lua": mintScript})
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "mint"}`)
	for _, command := range []string{"wait", "pay", "wait"} {
		c.call("do", `{"session": "1", "command": "`+command+`"}`)
	}
	before := fmt.Sprint(c.call("view", `{"session": "1"}`))
	for breaks, want := range map[string][]string{
		`"every": true`: {"place:scripts/mint/game.lua:4", "place:scripts/mint/game.lua:7", "[map[name:price value:2]]", "changes:[Gold 5 → 3]"},
		`"breaks": [{"kind": "line", "file": "scripts/mint/game.lua", "line": 6}]`:                           {"reason:breakpoint", "game.lua:6]", "changes:[Gold 5 → 3]"},
		`"breaks": [{"kind": "line", "file": "scripts/mint/game.lua", "line": 6, "if": "price > 2"}]`:        {"stops:[]"},
		`"breaks": [{"kind": "change", "name": "gold"}]`:                                                     {"reason:change", "game.lua:6]"},
		`"breaks": [{"kind": "event", "name": "paid"}]`:                                                      {"reason:event", "paid"},
		`"breaks": [{"kind": "event", "name": "payed"}, {"kind": "line", "file": "nowhere.lua", "line": 1}]`: {"refused:[", `unknown event "payed"`, "nowhere.lua"},
	} {
		got := fmt.Sprint(c.call("debug/replay", `{"session": "1", "turn": 2, `+breaks+`}`))
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: no %s in\n%s", breaks, part, got)
			}
		}
	}
	for _, params := range []string{`"turn": 9`, `"turn": -1`, `"turn": 1, "breaks": [{"kind": "pause"}]`} {
		if got := c.errorOf("debug/replay", `{"session": "1", `+params+`}`); got == "" {
			t.Errorf("%s is accepted", params)
		}
	}
	if after := fmt.Sprint(c.call("view", `{"session": "1"}`)); after != before {
		t.Errorf("the session was\n%s and is\n%s", before, after)
	}
}

// TestReplayStopsAtEachChange checks that the walk through a command
// begins at the statement that changed a value, or made a change that the log
// lists, even in the midst of a thousand statements.
func TestReplayStopsAtEachChange(t *testing.T) {
	long := strings.Replace(mintScript, "do_wait = function() end", `do_wait = function()
    for i = 1, 300 do
      local n = i
      if n == 200 then vars.gold = 9 end
    end
  end`, 1)
	s, _ := serverOf(t, map[string]string{"content/mint/game.yaml": mint, "scripts/mint/game.lua": long})
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "mint"}`)
	for _, command := range []string{"pay", "wait"} {
		c.call("do", `{"session": "1", "command": "`+command+`"}`)
	}
	log := c.call("log", `{"session": "1", "from": 1}`)["entries"].([]any)[0].(map[string]any)["changes"].([]any)
	at := func(params string) string {
		got := c.call("debug/replay", `{"session": "1", "every": true, `+params+`}`)
		index, _ := got["at"].(float64)
		stops := got["stops"].([]any)
		if len(stops) == 0 {
			return "nowhere"
		}
		stop := stops[int(index)].(map[string]any)
		return fmt.Sprint(stop["stack"].([]any)[0].(map[string]any)["place"], " earlier ", got["earlier"], " more ", got["more"], " of ", len(stops), " ", stop["changes"])
	}
	for i, change := range log {
		want := map[string]string{
			"d1 d6: value 0 → 2": "scripts/mint/game.lua:12 earlier <nil> more <nil> of 4 [Gold 5 → 3]",
			"Gold 5 → 3":         "scripts/mint/game.lua:10 earlier <nil> more <nil> of 4 []",
		}[change.(map[string]any)["text"].(string)]
		if got := at(fmt.Sprintf(`"turn": 1, "change": %d`, i+1)); got != want {
			t.Errorf("%v: %s", change, got)
		}
	}
	for params, want := range map[string]string{
		`"turn": 1, "of": "gold"`:     "scripts/mint/game.lua:10 earlier <nil> more <nil> of 4 []",
		`"turn": 1, "of": "d1.value"`: "scripts/mint/game.lua:12 earlier <nil> more <nil> of 4 [Gold 5 → 3]",
		`"turn": 2, "of": "gold"`:     "scripts/mint/game.lua:5 earlier 351 more true of 100 []",
		`"turn": 1`:                   "scripts/mint/game.lua:9 earlier <nil> more <nil> of 4 []",
		`"turn": 2`:                   "scripts/mint/game.lua:3 earlier <nil> more true of 100 []",
	} {
		if got := at(params); got != want {
			t.Errorf("%s: %s", params, got)
		}
	}
	for params, want := range map[string]string{
		`"turn": 2, "of": "d1.value"`: "command 2 has not changed d1.value",
		`"turn": 2, "of": "silver"`:   `unknown variable "silver"`,
		`"turn": 1, "change": 3`:      "the log lists 2 changes for command 1; there is no number 3",
		`"turn": 1, "change": -1`:     "the log lists 2 changes for command 1; there is no number -1",
	} {
		if got := c.errorOf("debug/replay", `{"session": "1", "every": true, `+params+`}`); !strings.Contains(got, want) {
			t.Errorf("%s: %s", params, got)
		}
	}
}
