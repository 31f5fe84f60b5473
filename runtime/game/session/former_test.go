package session_test

import (
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// graveyard is a game in which creatures die while scripts still hold them.
const graveyard = `
kind: game
id: graveyard
variables: {last: {type: entity}, out: {start: ""}}
zones: {yard: {of: card, label: y, start: [ghoul, bat]}, dice: {of: die, label: d, start: [coin]}}
properties: {card: {power: {start: "=self.strength"}, undead: {tag: true}, on: {type: entity}}}
actions: {wait: {}}
phases: {night: {actions: [wait]}}
lua: |
  return { do_wait = function() end }
---
{kind: card, id: ghoul, tags: [undead, ground], params: {strength: 3, bite: 2}}
---
{kind: card, id: bat, tags: [flying], params: {strength: 1}}
---
{kind: die, id: coin, faces: [heads, tails]}
`

// TestEntitiesCanBeReadAfterTheirEnd checks that what a command has removed can still be
// read in it, as it was at the end, and neither changed nor read by a later command.
func TestEntitiesCanBeReadAfterTheirEnd(t *testing.T) {
	s, problem := session.New(bazaar.Written(t, "graveyard", graveyard), "graveyard", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	const kill = `local c = top("yard") c.power = 7 c.on = at("yard", 2) remove(c) `
	for script, want := range map[string]string{
		`vars.out = c.id .. c.kind .. c.name .. c.key`:                                "ghoulcardGhoulcard/ghoul",
		`vars.out = c.power .. c.strength .. c.bite .. c.index .. c.owner .. c.on.id`: "73200bat",
		`vars.out = tostring(c.zone) .. tostring(c.temporary) .. tostring(c.art)`:     "nilfalsenil",
		`vars.out = tostring(tagged(c, "undead")) .. tostring(tagged(c, "ground"))`:   "truetrue",
		`vars.out = tostring(tagged(c, "flying")) .. tostring(in_play(c))`:            "falsefalse",
		`local d = top("dice") d.value = 2 remove(d) vars.out = d.face .. d.sides`:    "tails2",
		`add("bat", "yard") vars.out = c.id .. count("yard")`:                         "ghoul2", // its slot is used again
		`clear("yard") vars.out = c.id .. c.on.id`:                                    "ghoulbat",
	} {
		if r := s.Run("lua " + kill + script); !r.OK() {
			t.Errorf("%s: %v", script, r.Problem)
		} else if v, _ := s.Evaluate("vars.out"); v != want {
			t.Errorf("%s gives %q, expected %q", script, v, want)
		}
		s.Undo(1)
	}
	for script, code := range map[string]string{
		`c.power = 1`: "game/gone", `move_to(c, "yard")`: "game/gone", `change(c, "power", 1)`: "game/gone", `copy(c)`: "game/gone",
		`vars.out = c.claws`: "script/unknown-name", `vars.out = c[1]`: "script/runtime",
	} {
		if r := s.Run("lua " + kill + script); r.Problem == nil || r.Problem.Code != code {
			t.Errorf("%s: %v, expected %s", script, r.Problem, code)
		}
	}
	for _, command := range []string{`lua vars.last = top("yard")`, "lua remove(vars.last)"} {
		if r := s.Run(command); !r.OK() {
			t.Fatal(r.Problem)
		}
	}
	if r := s.Run("lua vars.out = vars.last.id"); r.Problem == nil {
		t.Error("a later command reads it")
	}
}

// TestParametersOfOthersAreNil checks that a parameter that only other definitions of the
// kind have is nil, and that one of another kind is unknown.
func TestParametersOfOthersAreNil(t *testing.T) {
	s, problem := session.New(bazaar.Written(t, "graveyard", graveyard), "graveyard", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	if r := s.Run(`lua for _, c in each("yard") do vars.out = vars.out .. (c.bite or "-") end`); !r.OK() {
		t.Fatal(r.Problem)
	}
	if v, _ := s.Evaluate("vars.out"); v != "2-" {
		t.Errorf("the bites are %q", v)
	}
	if r := s.Run(`lua vars.out = top("dice").bite`); r.Problem == nil || r.Problem.Code != "script/unknown-name" {
		t.Errorf("a die's bite: %v", r.Problem)
	}
}
