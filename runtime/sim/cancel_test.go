package sim

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"sleight/runtime/game/session"
	"sleight/tests/clock"
	"sleight/tests/shipped"
)

// prompt is how much processor time a run may use after its context has ended.
const prompt = 100 * time.Millisecond

// TestEveryBotStopsPromptly checks that each bot with its largest budget, in
// each shipped game, stops within 100 ms of processor time after the end of its
// context, 95 times in 100.
func TestEveryBotStopsPromptly(t *testing.T) {
	c := shipped.Content(t)
	runs := 1
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		runs = 40
	}
	var took []time.Duration
	for _, g := range c.Games() {
		for _, bot := range append(g.StandaloneIDs("bot"), greedyBot, fmt.Sprintf("mcts:%d", maxIterations), "mcts:1m") {
			for i := range runs {
				took = append(took, cancelled(t, Plan{
					Game: g.ID(), Seed: uint64(i + 1), N: 1 << 40, Workers: 1,
					Variants: []Variant{{Name: bot, Content: c, Bot: bot}},
				}, time.Duration(5+i)*time.Millisecond))
			}
		}
	}
	slices.Sort(took)
	p95 := took[len(took)*95/100]
	t.Logf("of %d runs, half stopped within %s, 95 %% within %s, all within %s", len(took), took[len(took)/2], p95, took[len(took)-1])
	if p95 > prompt {
		t.Errorf("95 %% of the runs stop within %s, expected %s", p95, prompt)
	}
}

// cancelled returns how much processor time a run uses after its context has
// ended.
func cancelled(t *testing.T, p Plan, after time.Duration) time.Duration {
	t.Helper()
	return clock.Within(prompt, func() time.Duration {
		late, ok := clock.Late(t.Context(), after, func(ctx context.Context) {
			if _, err := Run(ctx, p); err != nil {
				t.Fatal(err)
			}
		})
		if !ok {
			t.Fatalf("%s: the run ended by itself", p.Variants[0].Bot)
		}
		return late
	})
}

// TestBudgetsOfBotsAreCapped checks that a budget over the cap is refused with
// an error that names the cap, and that the cap itself is allowed.
func TestBudgetsOfBotsAreCapped(t *testing.T) {
	g := shipped.Content(t).Games()[0]
	for budget, want := range map[string]string{
		"100000": "", "1m": "", "1ms": "",
		"100001":               "mcts:100001: a command gets at most 100000 searches (mcts:100000) or 1m0s of thinking (mcts:1m0s)",
		"999999999":            "mcts:999999999: a command gets at most 100000 searches (mcts:100000) or 1m0s of thinking (mcts:1m0s)",
		"99999999999999999999": "mcts:99999999999999999999: a command gets at most 100000 searches (mcts:100000) or 1m0s of thinking (mcts:1m0s)",
		"60000000001ns":        "mcts:60000000001ns: a command gets at most 100000 searches (mcts:100000) or 1m0s of thinking (mcts:1m0s)",
		"61s":                  "mcts:61s: a command gets at most 100000 searches (mcts:100000) or 1m0s of thinking (mcts:1m0s)",
		"0":                    "mcts:0: expected a number of searches, as in mcts:1000, or a time, as in mcts:50ms",
		"-5s":                  "mcts:-5s: expected a number of searches, as in mcts:1000, or a time, as in mcts:50ms",
	} {
		got := ""
		if _, err := NewBot(g, "mcts:"+budget); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("mcts:%s gives %q, expected %q", budget, got, want)
		}
	}
}

// TestAPanicEndsTheRunOnly checks that an engine panic in a worker becomes an
// error of the run and does not end the program.
func TestAPanicEndsTheRunOnly(t *testing.T) {
	c := shipped.Content(t)
	_, err := Run(t.Context(), Plan{Game: c.Games()[0].ID(), N: 4, Variants: []Variant{{
		Content: c, Bot: randomBot, Given: func(*session.Session) error { panic("broken") },
	}}})
	if p, ok := err.(*Panic); !ok || p.Cause != "broken" || len(p.Stack) == 0 {
		t.Errorf("got %v", err)
	}
}
