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

// TestInspect checks that values are described with their changes, and who
// made them, and that what is not there is refused.
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
