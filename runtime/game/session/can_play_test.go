package session_test

import (
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

const duel = `
kind: game
id: duel
variables: {energy: {start: 2, min: 0}, out: {start: ""}}
zones:
  hand: {of: card, label: h, start: [blow, feint, rest]}
  foes: {of: enemy, label: e, start: [rat, rat]}
actions: {wait: {}}
phases: {fight: {actions: [wait], use: [hand]}}
lua: |
  return { do_wait = function() end, use = function() end }
---
{kind: enemy, id: rat, hp: 3}
---
{kind: card, id: blow, use: {cost: {energy: 2}, targets: [{name: foe, from: foes, requires: [{that: foe.hp > 1, else: It is weak}], none: Nobody}]}}
---
{kind: card, id: feint, use: {requires: [{that: 'count("foes") == 2', else: Two are needed}]}}
---
{kind: card, id: rest}
`

// TestCanPlaySaysWhatPlayWouldSay checks that can_play changes nothing and agrees with
// play, apart from targets that are left out.
func TestCanPlaySaysWhatPlayWouldSay(t *testing.T) {
	for _, c := range []struct{ before, call, want string }{
		{"", `at("hand", 1)`, "true"},
		{"", `at("hand", 1), at("foes", 2)`, "true"},
		{"", `at("hand", 1), at("foes", 2), nil`, "true"},
		{"", `at("hand", 1), at("foes", 2), 1`, "false, The number of targets is 1, not 2."},
		{"", `at("hand", 1), at("hand", 2)`, "false, h2 is not one of the options."},
		{`vars.energy = 1`, `at("hand", 1)`, "false, Not enough energy."},
		{`at("foes", 2).hp = 1`, `at("hand", 1)`, "true"},
		{`at("foes", 2).hp = 1`, `at("hand", 1), at("foes", 2)`, "false, It is weak"},
		{`clear("foes")`, `at("hand", 1)`, "false, Nobody"},
		{"", `at("hand", 2)`, "true"},
		{`clear("foes")`, `at("hand", 2)`, "false, Two are needed"},
	} {
		s, problem := session.New(bazaar.Written(t, "duel", duel), "duel", session.Options{Seed: 1})
		if problem != nil {
			t.Fatal(problem)
		}
		s.Run("lua " + c.before)
		before := s.Hash()
		if _, problem := s.Evaluate("can_play(" + c.call + ")"); problem != nil || s.Hash() != before {
			t.Errorf("%s: can_play(%s) changes the game: %v", c.before, c.call, problem)
		}
		if r := s.Run("lua local ok, why = can_play(" + c.call + `) vars.out = tostring(ok) .. (why and ", " .. why or "")`); !r.OK() {
			t.Error(r.Problem)
		} else if got, _ := s.Evaluate("vars.out"); got != c.want {
			t.Errorf("%s: can_play(%s) gives %q, expected %q", c.before, c.call, got, c.want)
		}
	}
	s, _ := session.New(bazaar.Written(t, "duel", duel), "duel", session.Options{Seed: 1})
	if _, problem := s.Evaluate(`can_play(at("hand", 3))`); problem == nil || problem.Code != "script/arguments" {
		t.Errorf("an entity without a use: %v", problem)
	}
}
