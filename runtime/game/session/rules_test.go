package session_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/session"
)

// TestForbiddenCallsAreReportedWithTheirPlace makes every mistake that is
// possible in the tiny game and checks the reported place. Each hook first
// changes something, which must be undone.
func TestForbiddenCallsAreReportedWithTheirPlace(t *testing.T) {
	s := play(t)
	s.SetFuel(enough)
	for how, want := range map[string]struct{ code, says, file string }{
		"error":   {"script/runtime", "it broke", "helper.lua"},
		"zone":    {"game/zone", `zone "full" is full: it holds at most 1`, "helper.lua"},
		"bounds":  {"game/bounds", "gold cannot be -1; it is at least 0", "helper.lua"},
		"forever": {"script/fuel", "more than the 50000 units of work", "helper.lua"},
		"gone":    {"game/gone", "the die is no longer in play", "helper.lua"},
		"loop":    {"game/phase-loop", "phases entered each other 100 times in one command", "game.yaml"},
		"cycle":   {"script/event-depth", "ping → pong → ping → pong", "game.lua"},
		"word":    {"game/bounds", "gold must be a number, not the string many", "helper.lua"},
		"modify":  {"script/read-only", "nothing can be changed here", "things.yaml"},
	} {
		before := now(s)
		r := s.Run("fail " + how)
		if r.Problem == nil || r.Problem.Code != want.code || !strings.Contains(r.Problem.Message.String(), want.says) ||
			!strings.HasSuffix(r.Problem.Place.File, want.file) || r.Problem.Place.Line == 0 {
			t.Errorf("fail %s: refused %q, problem %v", how, r.Refusal, r.Problem)
		}
		if now(s) != before {
			t.Errorf("fail %s left something behind", how)
		}
	}
	before := now(s)
	if r := s.Run("fail refuse"); r.Refusal.String() != "I would rather not." || r.Problem != nil || now(s) != before {
		t.Errorf("refused %q, problem %v", r.Refusal, r.Problem)
	}
}

func TestListenerOrder(t *testing.T) {
	s := play(t)
	r := run(t, s, "ring 2")
	if got := look(t, s, "vars.heard"); got != "horn game ear in first ear in relics " {
		t.Errorf("heard %q", got)
	}
	if len(r.Events) != 1 || r.Events[0].Event != "rang" || r.Events[0].Args[0].Num != 2 {
		t.Errorf("events are %v", r.Events)
	}
	if len(r.Messages) != 1 || r.Messages[0].Text != "rang 2" {
		t.Errorf("said %v", r.Messages)
	}
}

func TestCosts(t *testing.T) {
	s := play(t)
	for range 5 {
		run(t, s, "ring 1")
	}
	if r := s.Run("ring 1"); r.Refusal.String() != "Not enough gold." {
		t.Errorf("refused %q", r.Refusal)
	}
}

// TestCommandRefusals checks the code of each refusal, or a part of its words if the
// content or a hint says them.
func TestCommandRefusals(t *testing.T) {
	s := play(t)
	run(t, s, "lock d1")
	for text, want := range map[string]string{
		"":             "no-command",
		"rol":          "There is no action rol. Did you mean roll?",
		"timeout":      "unknown-action",
		"wake":         "wrong-phase",
		"lock":         "Which die?",
		"lock d1":      "It is locked",
		"lock d9":      "target-unknown",
		"lock d2 d3":   "takes-one-target",
		"swap d1 d1":   "Not the same",
		"use":          "no-item",
		"use spoon":    "unknown-item",
		"use bom":      "Did you mean bomb?",
		"use ear":      "item-wrong-phase",
		"ring 7":       "target-unknown",
		"roll d1":      "takes-no-target",
		"use bomb d99": "target-unknown",
	} {
		before := now(s)
		r := s.Run(text)
		if r.Problem != nil || r.Refusal == nil || r.Refusal.Code != want && !strings.Contains(r.Refusal.String(), want) || now(s) != before {
			t.Errorf("%q: refused %q, problem %v, expected %q", text, r.Refusal, r.Problem, want)
		}
	}
}

func TestUnparsedCommandsAreChecked(t *testing.T) {
	s := play(t)
	good, _, _ := s.Parse("lock d1")
	bomb, _, _ := s.Parse("use bomb d1")
	for name, c := range map[string]session.Command{
		"no targets":     {Action: "lock"},
		"two of one":     {Action: "lock", Targets: append(good.Targets, good.Targets...)},
		"a die that lay": {Action: "lone", Targets: good.Targets},
		"no action":      {Action: "lick", Targets: good.Targets},
		"nobody's turn":  {Action: "lock", Targets: good.Targets, Player: 2},
		"nothing":        {},
		"no such item":   {Item: 12345, Targets: good.Targets},
		"not an item":    {Item: good.Targets[0].ID()},
	} {
		before := now(s)
		if r := s.Do(c); r.Refusal == nil || r.Problem != nil || now(s) != before {
			t.Errorf("%s: refused %q, problem %v", name, r.Refusal, r.Problem)
		}
	}
	if r := s.Do(bomb); !r.OK() {
		t.Fatal(r)
	}
	if r := s.Do(bomb); r.Refusal.String() != "That is no longer in play." {
		t.Errorf("used twice: refused %q", r.Refusal)
	}
}

// TestAChoiceSpendsNothingUntilItsLastPick cancels at every step.
func TestAChoiceSpendsNothingUntilItsLastPick(t *testing.T) {
	s := play(t)
	before := now(s)
	for steps := range 2 {
		if r := s.Begin("swap"); !r.OK() || !s.Choice().Open {
			t.Fatal(r)
		}
		for range steps {
			if r := s.Pick("d1"); !r.OK() {
				t.Fatal(r)
			}
		}
		if r := s.Do(session.Command{Action: "roll"}); r.Refusal.String() != "Finish or cancel the choice first." {
			t.Errorf("in the middle of a choice: refused %q", r.Refusal)
		}
		if !s.Cancel() || s.Choice().Open || s.Cancel() || now(s) != before {
			t.Fatalf("cancelled after %d picks, something is left", steps)
		}
	}
	run(t, s, "swap d1 d2")
}

func TestImpossibleOptionsGiveTheReason(t *testing.T) {
	s := play(t)
	run(t, s, "lock d2")
	s.Begin("lock")
	c := s.Choice()
	if c.State != "LOCKING" || c.Prompt.String() != "Which die?" || len(c.Options) != 3 {
		t.Fatalf("%+v", c)
	}
	for i, want := range []string{"", "It is locked", ""} {
		if c.Options[i].Reason.String() != want {
			t.Errorf("option %s: %q, expected %q", c.Options[i].Label, c.Options[i].Reason, want)
		}
	}
	if r := s.Pick("d2"); r.Refusal.String() != "It is locked" || !s.Choice().Open {
		t.Errorf("refused %q, or the choice is closed", r.Refusal)
	}
	if r := s.Pick("d3"); !r.OK() || r.Command != "lock d3" || s.Choice().Open {
		t.Errorf("%+v", r)
	}
	run(t, s, "lock d1")
	if r := s.Begin("lock"); r.Refusal.String() != "All dice are locked" {
		t.Errorf("refused %q", r.Refusal)
	}
}

func TestAWarningWaitsForConfirmation(t *testing.T) {
	s := play(t)
	before := now(s)
	if r := s.Begin("rest"); !r.OK() || s.Choice().Warning != "You still have gold." || now(s) != before {
		t.Fatal(r, s.Choice())
	}
	if r := s.Confirm(); !r.OK() || s.Phase().Name != "night" || s.Choice().State != "SLEEPING" {
		t.Error(r, s.Choice())
	}
}

// TestFailuresCloseTracedHooks checks that the next command
// is traced from its own beginning.
func TestFailuresCloseTracedHooks(t *testing.T) {
	s := play(t)
	var tracer session.Tracer
	s.Trace(&tracer)
	s.Run("fail error")
	tracer.Spans = nil
	run(t, s, "lua vars.gold = 7")
	run(t, s, "ring 1")
	if len(tracer.Spans) != 5 || tracer.Spans[0].Depth != 0 || tracer.Spans[0].Hook != "do_ring" || tracer.Spans[1].Depth != 1 {
		t.Errorf("%+v", tracer.Spans)
	}
}
