package sim

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/game/random"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// climb is a game in which a bot climbs step by step. The values that searches
// need can be made to fail at a height.
const climb = `kind: game
id: climb
name: Climb
variables: {height: {start: 0}, rope: {start: 2, min: 0}}
actions: {up: {cost: {rope: "vars.height > 90 and 1 or 0"}}, rest: {}, jump: {targets: [{name: n, from: [1, 2, 3], where: WHERE}]}}
phases: {rock: {actions: [up, rest, jump]}}
heuristic: HEURISTIC
metrics: {height: {value: METRIC}}
lua: |
  return {
    start = function() START end,
    do_up = function() vars.height = vars.height + 1 UP end,
    do_rest = function() vars.rope = vars.rope + 1 end,
    do_jump = function(self, n)
      vars.height = vars.height + (chance("jump", 0.5) and n or -n)
      if vars.height > 5 then win("You are up.") end
      if vars.height < -3 then lose("You fell.") end
    end,
  }
`

// TestFaultyGamesAreCounted compares the counts and reports of games in which
// something fails: while a bot searches, at the start, in a metric.
func TestFaultyGamesAreCounted(t *testing.T) {
	fail := func(when string) string { return "'" + when + " and nil + 1 or vars.height'" }
	var out strings.Builder
	for _, c := range []struct {
		name                                string
		where, heuristic, metric, start, up string
	}{
		{"nothing", "'true'", "vars.height", "vars.height", "", ""},
		{"a heuristic", "'true'", fail("vars.height > 1"), "vars.height", "", ""},
		{"a heuristic at once", "'true'", fail("true"), "vars.height", "", ""},
		{"a condition", `'vars.height < 2 or error("too high")'`, "vars.height", "vars.height", "", ""},
		{"a metric", "'true'", "vars.height", fail("vars.height < 0"), "", ""},
		{"the start", "'true'", "vars.height", "vars.height", `error("it rains")`, ""},
		{"an action", "'true'", "vars.height", "vars.height", "", `if vars.height == 3 then error("the rope tore") end`},
		{"a refusal", "'true'", "vars.height", "vars.height", "", `if vars.height == 3 then refuse("Too high.") end`},
		{"a victory", "'true'", "vars.height", "vars.height", "", `if vars.height == 3 then win() end`},
	} {
		text := strings.NewReplacer("WHERE", c.where, "HEURISTIC", c.heuristic, "METRIC", c.metric, "START", c.start, "UP", c.up).Replace(climb)
		content := bazaar.Build(t, fstest.MapFS{"content/climb/game.yaml": {Data: []byte(text)}})
		for _, bot := range []string{"random", "greedy", "mcts:12"} {
			p := Plan{Game: "climb", Seed: 3, N: 4, MaxCommands: 40, Workers: 1, Variants: []Variant{{Content: content, Bot: bot}}}
			result, err := Run(t.Context(), p)
			if err != nil {
				fmt.Fprintf(&out, "%s, %s: error: %v\n", c.name, bot, err)
				continue
			}
			tally := result.Variants[0]
			fmt.Fprintf(&out, "%s, %s: %v, %d commands\n", c.name, bot, tally.Outcomes, tally.Commands)
			report, err := json.Marshal(result.Reports(p)[0])
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "  %s\n", report)
			for _, f := range result.Faults {
				fmt.Fprintf(&out, "  game %d, %s after %d, %v, failing %q: %v\n", f.Game.Number, f.Game.Outcome, f.Game.Length, f.Game.Values, f.Game.Failing, f.Game.Problem)
				s, again, err := Replay(t.Context(), p, 0, f.Game.Number)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&out, "    again: %s after %q, hash %s\n", again.Outcome, s.Commands(), s.Hash())
			}
		}
	}
	golden.Check(t, "testdata/faulty.golden", out.String())
}

// TestBotsAvoidRepeatedSituations checks that a bot prefers a situation that is
// new in this game, and otherwise plays the best command; and that a bot
// chooses nothing once its time is up.
func TestBotsAvoidRepeatedSituations(t *testing.T) {
	c := bazaar.Build(t, fstest.MapFS{"content/lamp/game.yaml": {Data: []byte(`kind: game
id: lamp
variables: {light: {start: 0}}
actions: {dark: {}, low: {}, high: {}}
phases: {night: {actions: [dark, low, high]}}
heuristic: vars.light
lua: |
  return {
    do_dark = function() vars.light = 0 end,
    do_low = function() vars.light = 1 end,
    do_high = function() vars.light = 2 end,
  }
`)}})
	p := Plan{Game: "lamp", Seed: 3, N: 1, MaxCommands: 7, Variants: []Variant{{Content: c, Bot: greedyBot}}}
	s, _, err := Replay(t.Context(), p, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(s.Commands(), " "); got != "high low dark high high high high" {
		t.Errorf("it plays %s", got)
	}
	for _, bot := range []string{greedyBot, "mcts:40"} {
		b, err := NewBot(c.Games()[0], bot)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		luck := random.New(1, "bot")
		if chosen, ok, problem := b.Choose(ctx, s, &luck); ok || problem != nil {
			t.Errorf("%s chooses %v, %v when its time is up", bot, chosen, problem)
		}
	}
}
