package fuzz

import (
	"context"
	"strings"
	"testing"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/tests/bazaar"
)

// sound is a game without faults. Each case below breaks one part of it that no
// command needs.
const sound = `
kind: game
id: walk
lua: |
  return {
    start = function() enter_phase("walk") end,
    do_step = function()
      vars.steps = vars.steps + 1
      if vars.steps == 6 then
        win()
      end
    end,
  }
variables: {steps: {start: 0}}
zones: {gates: {of: die, label: g}}
actions:
  step: {targets: [{name: foot, from: [1, 2], title: TITLE}]}
phases: {walk: {actions: [step]}}
views: {view: {value: VIEW}}
metrics: {metric: {value: METRIC}}
heuristic: HEURISTIC
tests:
  - name: a step
    do: step 1
    expect: {steps: 1}
  - name: all steps
    do: [step 1, step 1, step 1, step 1, step 1, step 1]
    expect: {over: won}
---
{kind: die, id: d6, sides: 6}
---
{kind: bot, id: walker, lua: 'return {choose = function() return "step", BOT end}'}
`

func mended(broken, with string) string {
	text := sound
	for _, part := range []string{"TITLE", "VIEW", "METRIC", "HEURISTIC", "BOT"} {
		value := "vars.steps"
		if part == "BOT" {
			value = "1"
		}
		if part == broken {
			value = with
		}
		text = strings.ReplaceAll(text, part, value)
	}
	return text
}

// TestValuesThatNoCommandUsesAreEvaluated checks that content tests, simulations,
// fuzzing and validate --run all report a failing view, heuristic, metric,
// title or bot with its line, although every command succeeds.
func TestValuesThatNoCommandUsesAreEvaluated(t *testing.T) {
	const fails = `top("gates").value`
	for part, line := range map[string]int{"TITLE": 17, "VIEW": 19, "METRIC": 20, "HEURISTIC": 21, "BOT": 32} {
		c := bazaar.Written(t, "walk", mended(part, fails))
		found := map[string][]int{
			"fuzz":           {},
			"validate --run": {},
			"sim":            {},
		}
		findings, err := Fuzz(t.Context(), c, FuzzOptions{Game: "walk", Seed: 1, Games: 24})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range findings {
			found["fuzz"] = append(found["fuzz"], x.Problem.Place.Line)
		}
		for _, p := range Run(t.Context(), c, Options{Seed: 1, Games: 20}) {
			found["validate --run"] = append(found["validate --run"], p.Place.Line)
		}
		bot := "random"
		if part == "BOT" {
			bot = "walker"
		}
		found["sim"] = simulated(t, c, bot)
		if part != "BOT" { // content tests do not play
			found["test"] = tested(t.Context(), c)
		}
		for by, lines := range found {
			if len(lines) != 1 || lines[0] != line {
				t.Errorf("%s fails in line %d; %s reports lines %v", part, line, by, lines)
			}
		}
	}
}

func simulated(t *testing.T, c *rules.Content, bot string) (lines []int) {
	p := sim.Plan{Game: "walk", Seed: 1, N: 20, Variants: []sim.Variant{{Content: c, Bot: bot}}}
	result, err := sim.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Faults {
		lines = append(lines, f.Game.Problem.Place.Line)
	}
	return lines
}

func tested(ctx context.Context, c *rules.Content) (lines []int) {
	for _, p := range contenttest.Failures(contenttest.Run(ctx, c, contenttest.Options{})) {
		lines = append(lines, p.Place.Line)
	}
	return lines
}

// TestAValidGameHasNoFindings is the control for the test above.
func TestAValidGameHasNoFindings(t *testing.T) {
	c := bazaar.Written(t, "walk", mended("", ""))
	findings, err := Fuzz(t.Context(), c, FuzzOptions{Game: "walk", Seed: 1, Games: 24})
	if err != nil || len(findings) > 0 {
		t.Errorf("fuzz: %v, %+v", err, findings)
	}
	if found := Run(t.Context(), c, Options{Seed: 1, Games: 20}); len(found) > 0 {
		t.Errorf("validate --run: %v", found)
	}
	if lines := append(simulated(t, c, "walker"), tested(t.Context(), c)...); len(lines) > 0 {
		t.Errorf("sim and test report lines %v", lines)
	}
}

// TestCommandsToAFailingViewAreShortened checks that the commands that
// lead to a failing view are shortened like those of a failing hook.
func TestCommandsToAFailingViewAreShortened(t *testing.T) {
	c := bazaar.Written(t, "walk", mended("VIEW", `vars.steps == 3 and top("gates").value`))
	findings, err := Fuzz(t.Context(), c, FuzzOptions{Game: "walk", Seed: 1, Games: 24})
	if err != nil || len(findings) != 1 || len(findings[0].Commands) != 3 {
		t.Errorf("got %v, %+v", err, findings)
	}
	found := Run(t.Context(), c, Options{Seed: 1, Games: 40})
	if len(found) != 1 || !strings.Contains(found[0].Notes[len(found[0].Notes)-1].Message.String(), "then: step") {
		t.Errorf("got %v", found)
	}
}
