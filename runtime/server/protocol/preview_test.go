package protocol_test

import (
	"fmt"
	"strings"
	"testing"
)

const cellar = `
kind: game
id: cellar
name: Cellar
players: {min: 1, max: 2}
variables: {gold: {start: 5, min: 0}, bonus: {start: 0}}
zones:
  deck: {of: card, label: k, visible: none, start: [{ace: 2}, {king: 2}, {queen: 2}]}
  hand: {of: card, label: c, per: player, visible: owner}
  dice: {of: die, label: d, start: [d6]}
actions:
  pay: {cost: {gold: 2}}
  dear: {cost: {gold: 9}}
  roll: {}
  draw: {}
  peek: {}
  bet: {cost: {gold: 2}}
  risk: {}
phases: {turn: {actions: [pay, dear, roll, draw, peek, bet, risk]}}
lua: |
  return {
    start = function() shuffle("deck") end,
    do_pay = function() end, do_dear = function() end,
    do_roll = function() roll_dice("dice") end,
    do_draw = function() move_to(top("deck"), "hand") end,
    do_bet = function() vars.bonus = 3 roll_dice("dice") vars.bonus = vars.bonus + 1 end,
    do_risk = function() vars.gold = 4 roll_dice("dice") vars.bonus = at("dice", 1).value end,
    do_peek = function() vars.bonus = #top("deck").name end,
  }
---
{kind: card, id: ace, name: Ace}
---
{kind: card, id: king, name: Kingly}
---
{kind: card, id: queen, name: A lady in waiting}
---
{kind: die, id: d6, name: d6, sides: 6}
`

// TestPreview checks what a preview shows: what is certain, and neither the
// future nor what is face down. The session stays as it is.
func TestPreview(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/cellar/game.yaml": cellar})
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "cellar", "players": 2}`)
	before := fmt.Sprint(c.call("view", `{"session": "1"}`))
	for command, want := range map[string]string{
		"pay":  "[Gold 5 → 3] <nil> <nil>",
		"dear": "[] <nil> Not enough gold",
		"roll": "[] true <nil>",
		"draw": "[] true <nil>",
		"peek": "[] true <nil>",
		"bet":  "[Gold 5 → 3] true <nil>", // the bonus changes again
		"risk": "[Gold 5 → 4] true <nil>",
		"fly":  "[] <nil> There is no action fly.",
	} {
		r := c.call("preview", `{"session": "1", "command": "`+command+`"}`)
		texts := []string{}
		for _, change := range r["changes"].([]any) {
			texts = append(texts, change.(map[string]any)["text"].(string))
		}
		steps := map[string]string{"pay": "3", "bet": "3", "risk": "4"}[command]
		if steps != "" {
			steps = "[map[is:" + steps + " name:gold op:var was:5]]"
		}
		if got, marked := r["steps"].([]any); marked != (steps != "") || marked && fmt.Sprint(got) != steps {
			t.Errorf("%s: steps %v", command, r["steps"])
		}
		if got := fmt.Sprintf("%v %v %v", texts, r["chance"], r["refusal"]); strings.TrimSuffix(got, ".") != strings.TrimSuffix(want, ".") {
			t.Errorf("%s: got %s, want %s", command, got, want)
		}
	}
	if r := c.call("preview", `{"session": "1", "command": "pay", "player": 2}`); r["refusal"] == nil {
		t.Errorf("a player who does not act gets a preview: %v", r)
	}
	c.fails("preview", `{"session": "1", "command": "lua vars.gold = 1"}`)
	if after := fmt.Sprint(c.call("view", `{"session": "1"}`)); after != before {
		t.Errorf("a preview changes the session: before %s, after %s", before, after)
	}
}
