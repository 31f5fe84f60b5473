package session_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// TestAnExhaustedBudgetNamesTheHooksThatSpentIt checks that when the budget of a command runs
// out, the problem reports how much each hook spent, adding up to the whole
// budget.
func TestAnExhaustedBudgetNamesTheHooksThatSpentIt(t *testing.T) {
	files := fstest.MapFS{
		"content/trap/game.yaml": {Data: []byte(`kind: game
id: trap
events: {snap: {}}
zones: {hand: {of: card, label: c, listens: true, start: [bait, bait]}}
actions: {go: {text: Step on it.}}
phases: {play: {actions: [go]}}
lua: |
  return { do_go = function() for _ = 1, 1000 do emit("snap") end end }
---
kind: card
id: bait
lua: |
  return { on_snap = function() for _ = 1, 3000 do end end }
`)},
	}
	catalog, problems := load.NewLoader(load.Root{FS: files}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	s, problem := session.New(c, "trap", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	for range 2 { // nothing spent by the first try counts for the second
		r := s.Run("go")
		if r.Problem == nil || r.Problem.Code != "script/fuel" || len(r.Problem.Notes) < 2 {
			t.Fatalf("got %v", r.Problem)
		}
		var listener, action int64
		if _, err := fmt.Sscanf(r.Problem.Notes[0].Message.String(), "on_snap of card/bait took %d units", &listener); err != nil {
			t.Error(r.Problem.Notes[0].Message, err)
		}
		if _, err := fmt.Sscanf(r.Problem.Notes[1].Message.String(), "do_go of game/trap took %d units", &action); err != nil {
			t.Error(r.Problem.Notes[1].Message, err)
		}
		if sum := listener + action; sum < 2_000_000 || sum > 2_001_000 || action > listener/100 {
			t.Errorf("%d and %d units are not all of the budget", listener, action)
		}
	}
}

// TestTypedCodeMayExhaustTheBudgetBesideHooks checks that a statement at the prompt,
// which belongs to no definition, may exhaust the budget together with hooks of
// definitions.
func TestTypedCodeMayExhaustTheBudgetBesideHooks(t *testing.T) {
	s := play(t)
	r := s.Run("lua emit('rang', 1) while true do end")
	if r.Problem == nil || r.Problem.Code != "script/fuel" {
		t.Fatal(r.Problem)
	}
}
