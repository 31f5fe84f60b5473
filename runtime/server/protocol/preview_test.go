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

// TestPreviewOfPart checks what a preview shows while targets are left to pick:
// what happens whichever are picked, and what the next pick is between.
func TestPreviewOfPart(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/quarry/game.yaml": quarry})
	c := newTalker(t, s, true)
	c.call("session/new", `{"game": "quarry"}`)
	before := fmt.Sprint(c.call("view", `{"session": "1"}`))
	for params, want := range map[string]string{
		`"command": "cut"`:                              "[Gold 5 → 3] Which side? [left right]",
		`"command": "cut", "picks": ["left"]`:           "[Gold 5 → 3] Which stone? [granite marble]",
		`"command": "cut left", "picks": ["marble"]`:    "[Gold 5 → 3; Stone 0 → 2] <nil>",
		`"command": "cut", "picks": ["right"]`:          "[Gold 5 → 3; Stone 0 → 9] <nil>", // asks for no stone
		`"command": "cut", "picks": ["left", "basalt"]`: "[] <nil> You have no basalt",
		`"command": "dig", "picks": []`:                 "[Gold 5 → 4] How deep? [1 2 3 4 5 6 7 8 9]",
		`"command": "dig", "picks": ["3"]`:              "[Gold 5 → 4; Stone 0 → 3] <nil>",
		`"command": "survey"`:                           "[] Where? [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20]", // too many to try
		`"command": "cut left granite granite"`:         "[] <nil> Cut takes 2 targets",
	} {
		r := c.call("preview", `{"session": "1", `+params+`}`)
		texts := []string{}
		for _, change := range r["changes"].([]any) {
			texts = append(texts, change.(map[string]any)["text"].(string))
		}
		got := "[" + strings.Join(texts, "; ") + "] <nil>"
		if next, ok := r["next"].(map[string]any); ok {
			got = fmt.Sprintf("[%s] %v %v", strings.Join(texts, "; "), next["prompt"], next["options"])
		}
		if r["refusal"] != nil {
			got += fmt.Sprint(" ", r["refusal"])
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %s, want %s", params, got, want)
		}
	}
	if after := fmt.Sprint(c.call("view", `{"session": "1"}`)); after != before {
		t.Errorf("a preview changes the session: before %s, after %s", before, after)
	}
}

const quarry = `
kind: game
id: quarry
name: Quarry
players: {min: 1, max: 1}
variables: {gold: {start: 5, min: 0}, stone: {start: 0}}
actions:
  cut:
    cost: {gold: 2}
    targets:
      - {name: side, from: [left, right], prompt: "Which side?"}
      - {name: stone, when: side == "left", from: [granite, marble, basalt], where: stone ~= "basalt", else: You have no basalt, prompt: "Which stone?"}
  dig: {cost: {gold: 1}, targets: [{name: depth, from: [1, 2, 3, 4, 5, 6, 7, 8, 9], prompt: "How deep?"}]}
  survey: {targets: [{name: place, from: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], prompt: "Where?"}]}
phases: {turn: {actions: [cut, dig, survey]}}
lua: |
  return {
    do_cut = function(_, side, stone) vars.stone = side == "right" and 9 or #stone - 4 end,
    do_dig = function(_, depth) vars.stone = depth end,
    do_survey = function() vars.gold = 0 end,
  }
`
