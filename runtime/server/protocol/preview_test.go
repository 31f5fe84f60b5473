package protocol_test

import (
	"fmt"
	"testing"

	"sleight/tests/golden"
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

// previews are the commands of a player who previews them before acting.
const previews = `
ann session/new {"game": "cellar", "players": 2, "seed": 6}
ann preview {"session": "1", "command": "pay"}
ann preview {"session": "1", "command": "dear"}
ann preview {"session": "1", "command": "roll"}
ann preview {"session": "1", "command": "draw"}
ann preview {"session": "1", "command": "peek"}
ann preview {"session": "1", "command": "bet"}
ann preview {"session": "1", "command": "risk"}
ann preview {"session": "1", "command": "fly"}
ann preview {"session": "1", "command": "pay", "player": 1}
ann preview {"session": "1", "command": "pay", "player": 2}
ann preview {"session": "1", "command": "pay", "player": 3}
ann preview {"session": "1", "command": "lua vars.gold = 1"}
ann session/new {"game": "quarry", "seed": 6}
ann preview {"session": "2", "command": "cut"}
ann preview {"session": "2", "command": "cut", "picks": ["left"]}
ann preview {"session": "2", "command": "cut left", "picks": ["marble"]}
ann preview {"session": "2", "command": "cut", "picks": ["right"]}
ann preview {"session": "2", "command": "cut", "picks": ["left", "basalt"]}
ann preview {"session": "2", "command": "dig", "picks": []}
ann preview {"session": "2", "command": "dig", "picks": ["3"]}
ann preview {"session": "2", "command": "survey"}
ann preview {"session": "2", "command": "cut left granite granite"}
ann preview {"session": "2", "command": "try"}
ann preview {"session": "2", "command": "try", "picks": ["2"]}
ann preview {"session": "2", "command": "wager"}
ann preview {"session": "2", "command": "crack"}
ann session/new {"game": "quarry", "seed": 6}
ann choice/begin {"session": "3", "command": "cut"}
ann session/tune {"session": "3", "params": {"game/quarry.price": 3}}
ann session/tune {"session": "3", "params": {"game/quarry.price": 9}}
ann preview {"session": "3", "command": "cut"}
`

// TestPreviews compares previews with a golden file: certain effects, but
// neither the future nor face-down cards; and, while targets are left to pick,
// the effects that are the same for every pick, and the next pick. The sessions
// stay as they are.
func TestPreviews(t *testing.T) {
	s, _ := serverOf(t, map[string]string{"content/cellar/game.yaml": cellar, "content/quarry/game.yaml": quarry})
	c := newTalker(t, s, true)
	out := converse(t, map[string]*talker{"ann": c}, previews, nil)
	for id, game := range []string{"cellar", "quarry"} {
		players := 2 - id
		fresh := c.call("session/new", fmt.Sprintf(`{"game": "%s", "players": %d, "seed": 6}`, game, players))
		if played := c.call("view", fmt.Sprintf(`{"session": "%d"}`, id+1)); fmt.Sprint(played["view"]) != fmt.Sprint(fresh["view"]) {
			t.Errorf("previews change the session: now %v, before %v", played["view"], fresh["view"])
		}
	}
	golden.Check(t, "testdata/previews.golden", out)
}

const quarry = `
kind: game
id: quarry
name: Quarry
players: {min: 1, max: 1}
params: {price: {default: 2, safe: [1, 9]}}
variables: {gold: {start: 5, min: 0}, stone: {start: 0}}
actions:
  cut:
    cost: {gold: game.price}
    targets:
      - {name: side, from: [left, right], prompt: "Which side?"}
      - {name: stone, when: side == "left", from: [granite, marble, basalt], where: stone ~= "basalt", else: You have no basalt, prompt: "Which stone?"}
  dig: {cost: {gold: 1}, targets: [{name: depth, from: [1, 2, 3, 4, 5, 6, 7, 8, 9], prompt: "How deep?"}]}
  try: {targets: [{name: way, from: [1, 2, 3], where: way ~= 3, prompt: "Which way?"}]}
  wager: {targets: [{name: stake, from: [1, 2], prompt: "How much?"}]}
  crack: {targets: [{name: side, from: [left, right], prompt: "Which side?"}]}
  survey: {targets: [{name: place, from: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20], prompt: "Where?"}]}
phases: {turn: {actions: [cut, dig, survey, try, wager, crack]}}
lua: |
  return {
    do_cut = function(_, side, stone) vars.stone = side == "right" and 9 or #stone - 4 end,
    do_dig = function(_, depth) vars.stone = depth end,
    do_try = function(_, way) if way == 2 then refuse("No way.") end vars.gold, vars.stone = 4, way end,
    do_wager = function(_, stake) vars.gold = 1 vars.stone = stake * random("luck", 1, 6) end,
    do_crack = function(_, side) if side == "left" then error("It cracked.") end end,
    do_survey = function() vars.gold = 0 end,
  }
`
