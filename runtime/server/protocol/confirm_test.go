package protocol_test

import (
	"fmt"
	"testing"
)

// TestACommandWithAWarningWaitsToBeConfirmed checks that a complete command
// with a warning asks for confirmation, unless the client has confirmed it, and
// that nothing is spent until then.
func TestACommandWithAWarningWaitsToBeConfirmed(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/pairs/game.yaml": `
kind: game
id: pairs
variables: {coins: {start: 2, min: 0}}
actions:
  risk: {cost: {coins: 1}, warning: {when: vars.coins < 3, text: This may fail.}, targets: [{name: n, from: [1, 2]}]}
  rest: {}
phases: {day: {actions: [risk, rest]}}
lua: 'return {start = function() enter_phase("day") end, do_risk = function(_, n) if n == 2 then win() end end, do_rest = function() vars.coins = 9 end}'
`})
	c := newTalker(t, s, false)
	c.call("session/new", `{"game": "pairs"}`)
	turn := func() string {
		seen := c.call("view", `{"session": "1"}`)
		return fmt.Sprint(seen["view"].(map[string]any)["turn"])
	}
	r := c.call("do", `{"session": "1", "command": "risk 1"}`)
	choice := r["view"].(map[string]any)["choice"].(map[string]any)
	if r["done"] != false || r["refusal"] != nil || r["warning"] != "This may fail." || choice["warning"] != "This may fail." || choice["open"] != true || turn() != "0" {
		t.Errorf("a command with a warning: %v, %v", r["done"], choice)
	}
	if r := c.call("choice/cancel", `{"session": "1"}`); r["done"] != true || turn() != "0" {
		t.Errorf("cancelled: %v", r)
	}
	c.call("do", `{"session": "1", "command": "risk 1"}`)
	if r := c.call("choice/confirm", `{"session": "1"}`); r["done"] != true || r["command"] != "risk 1" || turn() != "1" {
		t.Errorf("confirmed: %v", r)
	}
	if r := c.call("do", `{"session": "1", "command": "risk 3", "confirmed": true}`); r["refusal"] == nil || turn() != "1" {
		t.Errorf("confirmed and wrong: %v", r)
	}
	if r := c.call("do", `{"session": "1", "command": "risk 1", "confirmed": true}`); r["done"] != true || r["command"] != "risk 1" || turn() != "2" {
		t.Errorf("confirmed beforehand: %v", r)
	}
	c.call("do", `{"session": "1", "command": "rest"}`)
	if r := c.call("do", `{"session": "1", "command": "risk 2"}`); r["done"] != true || r["command"] != "risk 2" {
		t.Errorf("a command whose warning does not apply: %v", r)
	}
}
