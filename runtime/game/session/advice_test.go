package session_test

import (
	"slices"
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

// TestABotFollowsTheRulesOfTypedCommands checks that a bot may omit whatever a
// typed command may omit, and name entities by their labels, but still must
// name what a player would be asked for.
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

// TestABotMayLeaveTheChoiceToChance checks that "any" stands for every legal
// command, unless the game has an action of that name.
func TestABotMayLeaveTheChoiceToChance(t *testing.T) {
	const wide = `
kind: game
id: wide
actions:
  hop: {targets: [{name: n, from: [1, 2, 3], where: n < 3}]}
  rest: {}
  never: {requires: [{that: "false", else: Never.}]}
phases: {day: {actions: [hop, rest, never]}}
lua: return {do_hop = function() end, do_rest = function() end, do_never = function() end}
---
{kind: bot, id: drifter, lua: 'return { choose = function() return "any" end }'}
`
	for game, want := range map[string][]string{wide: {"hop 1", "hop 2", "rest"}, strings.ReplaceAll(strings.ReplaceAll(wide, "rest", "any"), "do_rest", "do_any"): {"any"}} {
		s, problem := session.New(build(t, map[string]string{"content/wide/game.yaml": game}), "wide", session.Options{Seed: 1})
		if problem != nil {
			t.Fatal(problem)
		}
		luck := random.New(1, "bot")
		var got []string
		for range 60 {
			c, problem := s.Advice("bot/drifter", &luck)
			if problem != nil {
				t.Fatal(problem)
			}
			got = append(got, s.Format(c))
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("the bot chose %q, expected %q", got, want)
		}
	}
}

// TestBotsAnswerInThePlayersWords checks that a bot may name the options of a
// question as a player would type them.
func TestBotsAnswerInThePlayersWords(t *testing.T) {
	const finds = `
kind: game
id: finds
variables: {got: {start: ""}}
zones: {hand: {of: card, label: h, start: [ace, king]}}
actions: {seek: {}}
phases: {day: {actions: [seek]}}
lua: |
  return {
    start = function() enter_phase("day") end,
    do_seek = function() ask("find", {from = {"card/ace", "card/king", at("hand", 2), 7}, min = 0, max = 2}) end,
    chosen_find = function(_, found)
      local words = {}
      for i, it in ipairs(found) do words[i] = type(it) == "entity" and it.id or tostring(it) end
      vars.got = table.concat(words, " ")
    end,
  }
---
{kind: card, id: ace}
---
{kind: card, id: king}
---
{kind: bot, id: seeker, lua: 'return { choose = function() return "seek" end, answer = function() return RETURNS end }'}
`
	for returns, want := range map[string]string{
		`"card/ace"`:       "card/ace",
		`"ace"`:            "card/ace",
		`"h2", "ace"`:      "card/ace king",
		`at("hand", 2), 7`: "king 7",
		`"7"`:              "7",
		`"done"`:           "",
		`nil`:              "",
		`{"h2", "ace"}`:    "card/ace king",
		`{at("hand", 2)}`:  "king",
		`choices()`:        "card/ace card/king",
		`{}`:               "",
		`{{"ace"}}`:        "problem",
		`{"ace", "queen"}`: "refused",
		`"queen"`:          "refused",
		`"h1"`:             "refused",
	} {
		text := strings.Replace(finds, "RETURNS", returns, 1)
		s, problem := session.New(build(t, map[string]string{"content/finds/game.yaml": text}), "finds", session.Options{Seed: 1})
		if problem != nil {
			t.Fatal(problem)
		}
		luck := random.New(1, "bot")
		got := "refused"
		for range 2 { // to ask, and to answer
			c, problem := s.Advice("bot/seeker", &luck)
			if problem != nil {
				got = "problem"
				break
			}
			if r := s.Do(c); r.Problem != nil {
				t.Errorf("%s: %v", returns, r.Problem)
			}
		}
		if s.PendingQuestion() == nil {
			slot, _ := s.Variable("got")
			got = s.State().Var(slot).Str
		}
		if got != want {
			t.Errorf("%s: %q, expected %q", returns, got, want)
		}
	}
}
