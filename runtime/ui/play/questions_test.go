package play

import (
	"testing"

	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// chest is a game with questions: one for up to two cards, which may be skipped,
// a warning to confirm, and a command with two targets.
const chest = `
kind: game
id: chest
name: Chest
variables: {gold: {start: 0}}
zones:
  hand: {of: card, label: h, start: [ruby, pearl, amber]}
  open: {of: card, label: o, as: stack, start: [pearl, ruby]}
  shut: {of: card, label: s, as: stack, visible: none, start: [amber]}
actions:
  take: {}
  risk: {warning: {when: "true", text: It may break.}}
  give: {targets: [{name: first, from: hand}, {name: second, from: hand}]}
phases: {day: {prompt: "What now?", actions: [take, risk, give]}}
lua: |
  return {
    start = function() enter_phase("day") end,
    do_take = function() ask("found", {from = {"card/ruby", "card/pearl", "card/amber"}, min = 0, max = 2}) end,
    chosen_found = function(_, found) for _, id in ipairs(found) do add(id, "hand") end end,
    do_risk = function() warn("It breaks.") end,
    do_give = function(_, first, second) remove(first) end,
  }
---
{kind: card, id: ruby, name: Ruby, text: It is red.}
---
{kind: card, id: pearl, name: Pearl}
---
{kind: card, id: amber, name: Amber}
`

var questions = []dialogue{
	{"several cards", "chest", "", 64, 18, []string{"a", "esc", "a", "esc", "b", "esc", "u", "r"}},
	{"no card", "chest", "", 40, 14, []string{"a", "d", "a", "c", "l", "up", "x", "c"}},
	{"a warning", "chest", "", 64, 18, []string{"b", "enter", "u", "b", "esc"}},
	{"two targets", "chest", "", 100, 24, []string{"c", "a", "esc", "c", "a", "b", "size:24x10", "c"}},
}

// TestQuestions checks every screen of a game that asks questions.
func TestQuestions(t *testing.T) {
	golden.Check(t, "testdata/questions.txt", screens(t, bazaar.Written(t, "chest", chest), questions))
}
