package fuzz

import (
	"slices"
	"strings"
	"testing"

	"sleight/tests/bazaar"
)

// faulty is a game whose faults show only in play: a charm that nobody can get,
// and a gate that breaks on the third step.
const faulty = `
kind: game
id: walk
lua: |
  return {
    start = function() enter_phase("walk") end,
    do_step = function()
      vars.steps = vars.steps + 1
      emit("stepped")
      if vars.steps == 3 then
        local gate = top("gates")
        gate.value = 1
      end
      if vars.steps == 6 then
        win()
      end
    end,
    do_look = function() end,
  }
variables: {steps: {start: 0}}
zones:
  charms: {of: relic, label: c, listens: true}
  gates: {of: die, label: g}
events: {stepped: {}}
actions: {step: {}, look: {}}
phases: {walk: {actions: [step, look]}}
---
{kind: die, id: d6, sides: 6}
---
kind: relic
id: charm
lua: |
  return {
    on_stepped = function(self)
      change(self, "value", 1)
    end,
  }
`

// TestFaultsAreFoundByPlaying checks that faults that show only in play are
// found, with their line, even in definitions that never occur by themselves,
// and that the commands to reach them are few.
func TestFaultsAreFoundByPlaying(t *testing.T) {
	problems := Run(t.Context(), bazaar.Written(t, "walk", faulty), Options{Seed: 1})
	want := map[int]string{12: "step; step; step", 35: `lua add("charm", "charms"); step`}
	for _, p := range problems {
		way, ok := want[p.Place.Line]
		if !ok {
			t.Errorf("unexpected: %v", p)
			continue
		}
		delete(want, p.Place.Line)
		if len(p.Notes) == 0 || !strings.HasSuffix(p.Notes[len(p.Notes)-1].Message.String(), ", then: "+way) {
			t.Errorf("line %d is reached by %+v, expected %s", p.Place.Line, p.Notes, way)
		}
	}
	for line := range want {
		t.Errorf("the fault in line %d was not found: %v", line, problems)
	}
}

// TestAStuckGameIsFound checks that a game without legal commands is reported.
func TestAStuckGameIsFound(t *testing.T) {
	text := strings.Replace(faulty, "actions: {step: {}, look: {}}", "actions: {step: {requires: [{that: vars.steps < 2, else: Enough}]}, look: {requires: [{that: vars.steps < 1, else: Enough}]}}", 1)
	text = text[:strings.Index(text, "---\nkind: relic")]
	problems := Run(t.Context(), bazaar.Written(t, "walk", text), Options{Seed: 1})
	if len(problems) != 1 || problems[0].Code != "game/stuck" || !strings.HasSuffix(problems[0].Notes[0].Message.String(), "step; step") {
		t.Errorf("got %+v", problems)
	}
}

// TestStuckGamesNeedNoDefinitionsPutIntoPlay checks that a game is not called stuck because of
// charms put into play, more than its rules deal, and that one that also gets stuck without
// them is.
func TestStuckGamesNeedNoDefinitionsPutIntoPlay(t *testing.T) {
	const free, stuck = "actions: {step: {}, look: {}}", "actions: {step: {requires: [{that: 'count(\"charms\") < LIMIT', else: Full}]}, look: {requires: [{that: 'count(\"charms\") < LIMIT', else: Full}]}}"
	for limit, want := range map[string]string{"1": "", "1 and vars.steps < 2": "step; step"} {
		text := strings.NewReplacer(free, strings.ReplaceAll(stuck, "LIMIT", limit), "change(self, \"value\", 1)", "", "vars.steps == 3", "vars.steps == 30").Replace(faulty)
		got := ""
		for _, p := range Run(t.Context(), bazaar.Written(t, "walk", text), Options{Seed: 1}) {
			got += p.Code + " " + p.Notes[0].Message.String()
		}
		if _, way, _ := strings.Cut(got, ", then: "); strings.Contains(got, "lua add") || !strings.HasSuffix(way, want) || (want == "") != (got == "") {
			t.Errorf("%s: got %q, want %q", limit, got, want)
		}
	}
}

// TestFindingsShowHowFaultsAreReached states how faults are reached that occur
// only with two players, after a dozen commands, and after more.
func TestFindingsShowHowFaultsAreReached(t *testing.T) {
	const steps = "step; step; step; step; step; step; step; step; step; step; step; step"
	for with, want := range map[string][]string{
		"vars.steps == 1 and players() == 2":   {"sleight repl walk --seed 10451216379200822465 --players 2, then: step"},
		"vars.steps == 12 and players() == 1":  {"sleight repl walk --seed 10451216379200822465 --players 1, then: " + steps},
		"vars.steps == 13 and players() == 1":  {"sleight repl walk --seed 10451216379200822465 --players 1, then: step; " + steps},
		"vars.steps == 101 and players() == 1": nil,
	} {
		text := faulty[:strings.Index(faulty, "---\nkind: relic")]
		text = strings.NewReplacer("id: walk\n", "id: walk\nplayers: {min: 1, max: 2}\n", "vars.steps == 3", with, "vars.steps == 6", "vars.steps == 20", "step: {}, look: {}", "step: {}", "[step, look]", "[step]", "do_look", "on_stepped").Replace(text)
		var got []string
		for _, p := range Run(t.Context(), bazaar.Written(t, "walk", text), Options{Games: 1, Seed: 1}) {
			got = append(got, strings.TrimPrefix(p.Notes[len(p.Notes)-1].Message.String(), "it is reached by "))
		}
		if !slices.Equal(got, want) {
			t.Errorf("if %s: %q", with, got)
		}
	}
}
