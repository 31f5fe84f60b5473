package fuzz

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"sleight/runtime/diag"
	"sleight/tests/bazaar"
	"sleight/tests/clock"
)

func fuzz(t *testing.T, text string) []Finding {
	t.Helper()
	found, err := Fuzz(t.Context(), bazaar.Written(t, "walk", text), FuzzOptions{Game: "walk", Seed: 1, Games: 60})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func codes(found []Finding) (out []string) {
	for _, x := range found {
		out = append(out, x.Problem.Code)
	}
	return out
}

// TestFuzzShortensFindings checks that each failing hook is found once, even
// in definitions that never occur by themselves, and that no needless command
// precedes it.
func TestFuzzShortensFindings(t *testing.T) {
	found := fuzz(t, faulty)
	ways := map[int]string{}
	for _, x := range found {
		ways[x.Problem.Place.Line] = strings.Join(x.Commands, "; ")
	}
	if len(found) != 2 || ways[12] != "step; step; step" || ways[35] != `lua add("charm", "charms"); step` {
		t.Errorf("got %v", ways)
	}
}

// TestFuzzFindsStuckAndEndlessGames checks that a game without legal commands
// and a game that never ends are reported.
func TestFuzzFindsStuckAndEndlessGames(t *testing.T) {
	sound := faulty[:strings.Index(faulty, "---\nkind: relic")]
	stuck := strings.Replace(sound, "actions: {step: {}, look: {}}", "actions: {step: {requires: [{that: vars.steps < 2, else: Enough}]}, look: {requires: [{that: vars.steps < 1, else: Enough}]}}", 1)
	found := fuzz(t, stuck)
	if !slices.Equal(codes(found), []string{"game/stuck"}) || !slices.Equal(found[0].Commands, []string{"step", "step"}) {
		t.Errorf("got %+v", found)
	}
	endless := strings.Replace(sound, "vars.steps = vars.steps + 1", "", 1)
	if found := fuzz(t, endless); !slices.Equal(codes(found), []string{"game/endless"}) {
		t.Errorf("got %+v", found)
	}
}

// TestRefusedCommandsAreNotFindings checks that a refused command is not a
// finding.
func TestRefusedCommandsAreNotFindings(t *testing.T) {
	c := bazaar.Written(t, "walk", faulty)
	g, _ := c.Game("walk")
	f := &fuzzer{content: c, options: FuzzOptions{Game: "walk"}, explorer: &explorer{content: c, game: g}}
	for _, way := range [][]string{{"step"}, {"jump"}, {"look", "step 3"}, {"jump", "step", "step", "step"}, {"step", "step", "step", "look"}} {
		if problem := f.retrace(t.Context(), 1, way); problem != nil {
			t.Errorf("%v: %v", way, problem)
		}
	}
	if problem := f.retrace(t.Context(), 1, []string{"step", "step", "step"}); problem == nil || problem.Severity != diag.Error {
		t.Errorf("got %v", problem)
	}
}

// TestFuzzDetectsInconsistentSessions checks that a session whose state does not result
// from its commands is detected.
func TestFuzzDetectsInconsistentSessions(t *testing.T) {
	c := bazaar.Written(t, "walk", faulty)
	g, _ := c.Game("walk")
	f := &fuzzer{content: c, options: FuzzOptions{Game: "walk"}, explorer: &explorer{content: c, game: g}}
	s, problem := f.session(1)
	if problem != nil {
		t.Fatal(problem)
	}
	s.Run("step")
	if problem := f.checkInvariants(t.Context(), s); problem != nil {
		t.Fatal(problem)
	}
	s.State().Reseed(5)
	if problem := f.checkInvariants(t.Context(), s); problem == nil || problem.Code != "engine/internal" {
		t.Errorf("got %v", problem)
	}
}

// TestFuzzingStopsPromptly checks that fuzzing ends soon after its context,
// even while it shortens a finding, and that an interrupted game is not a
// finding.
func TestFuzzingStopsPromptly(t *testing.T) {
	c := bazaar.Written(t, "walk", faulty)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := Fuzz(ended, c, FuzzOptions{Game: "walk", Seed: 1, Games: 1 << 40}); err != nil || len(found) > 0 {
		t.Errorf("got %v and %v", found, err)
	}
	for _, after := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
		late := clock.Within(200*time.Millisecond, func() time.Duration {
			late, ok := clock.Late(t.Context(), after, func(ctx context.Context) {
				if found, err := Fuzz(ctx, c, FuzzOptions{Game: "walk", Seed: 1, Games: 1 << 40}); err != nil {
					t.Errorf("got %v and %v", found, err)
				}
			})
			if !ok {
				t.Fatal("fuzzing ended by itself")
			}
			return late
		})
		if late > 200*time.Millisecond {
			t.Errorf("fuzzing goes on for %s of processor time", late)
		}
	}
}

// TestReplaysConfirmWarnings checks that the commands written for the REPL
// confirm warnings, as it requires.
func TestReplaysConfirmWarnings(t *testing.T) {
	text := strings.Replace(faulty[:strings.Index(faulty, "---\nkind: relic")], "step: {}", "step: {warning: {text: Mind the gap}}", 1)
	found := fuzz(t, text)
	if len(found) != 1 || !strings.HasSuffix(found[0].Replay(), "step\nconfirm\nstep\nconfirm\nstep\nconfirm\n") {
		t.Errorf("got %+v", found)
	}
}
