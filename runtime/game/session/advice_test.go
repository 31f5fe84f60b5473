package session_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
)

// court is a game whose action has a target that is skipped unless the first is
// 2, one that is picked automatically, and one that offers entities.
const court = `
kind: game
id: court
lua: |
  return {
    start = function() enter_phase("day") end,
    do_go = function(_, n, why, die, word)
      vars.did = n .. " " .. tostring(why) .. " " .. die.value .. " " .. word
    end,
  }
variables: {did: {start: ""}}
zones:
  lone: {of: die, label: l, start: [d6]}
actions:
  go:
    targets:
      - {name: n, from: [1, 2]}
      - {name: why, from: [a, b], when: n == 2}
      - {name: die, from: lone, auto: true}
      - {name: word, from: [aye, nay]}
phases: {day: {actions: [go]}}
---
{kind: die, id: d6, sides: 6}
---
{kind: bot, id: judge, lua: 'return { choose = function() return RETURNS end }'}
`

// TestABotFollowsTheRulesOfTypedCommands checks that a bot may leave out what a
// typed command may leave out, and name entities by their labels, but still
// must name what a player would be asked for.
func TestABotFollowsTheRulesOfTypedCommands(t *testing.T) {
	for returns, want := range map[string]string{
		`"go", 1, "aye"`:                             "1 nil 0 aye",
		`"go", 1, nil, top("lone"), "aye"`:           "1 nil 0 aye",
		`"go", 1, nil, nil, "aye"`:                   "1 nil 0 aye",
		`"go", 1, top("lone"), "aye"`:                "1 nil 0 aye",
		`"go", 1, "l1", "aye"`:                       "1 nil 0 aye",
		`"go", 2, "b", "nay"`:                        "2 b 0 nay",
		`"go", 2, "aye"`:                             "refused",
		`"go", 2`:                                    "refused",
		`"go", 1`:                                    "refused",
		`"go", 1, "aye", "nay"`:                      "refused",
		`"go", 3, "aye"`:                             "refused",
		`"go", nil, nil, nil, "aye"`:                 "refused",
		`"go", 1, nil, top("lone"), "aye", "or", 12`: "refused",
	} {
		text := strings.Replace(court, "RETURNS", strings.ReplaceAll(returns, "'", "''"), 1)
		s, problem := session.New(build(t, map[string]string{"content/court/game.yaml": text}), "court", session.Options{Seed: 1})
		if problem != nil {
			t.Fatal(problem)
		}
		luck := random.New(1, "bot")
		c, problem := s.Advice("bot/judge", &luck)
		if problem != nil {
			t.Fatal(problem)
		}
		got := "refused"
		if r := s.Do(c); r.OK() {
			slot, _ := s.Variable("did")
			got = s.State().Var(slot).Str
		} else if r.Refusal == nil {
			t.Errorf("%s: %v", returns, r.Problem)
		}
		if got != want {
			t.Errorf("%s: %s, expected %s", returns, got, want)
		}
	}
}
