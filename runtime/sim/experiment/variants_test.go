package experiment_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/tests/bazaar"
)

// TestBotsPlayVariants checks that a bot of a game also plays the games that extend it, which
// inherit its balance, and that a problem in that balance names the game that inherits it.
func TestBotsPlayVariants(t *testing.T) {
	lint := func(bot string) string {
		c := bazaar.Build(t, fstest.MapFS{
			"content/walk/game.yaml": {Data: []byte(`
kind: game
id: walk
lua: 'return { start = function() enter_phase("walk") end, do_step = function() win() end }'
phases: {walk: {actions: [step]}}
actions: {step: {}}
players: {min: 1, max: 2}
balance:
  - {bot: "` + bot + `", games: 10, win_rate: 1 ± 0.1}
`)[1:]},
			"content/walk/long.yaml":   {Data: []byte("{kind: game, id: long_walk, extends: walk}\n---\n{kind: game, id: longer_walk, extends: long_walk}\n")},
			"content/walk/other.yaml":  {Data: []byte("{kind: game, id: other, lua: 'return { start = function() win() end }', phases: {p: {}}}\n")},
			"content/walk/walker.yaml": {Data: []byte("kind: bot\nid: walker\ngame: walk\nlua: 'return { choose = function() return \"step\" end }'\n")},
		})
		for _, g := range c.Games() {
			if _, err := sim.NewBot(g, "walker"); (err == nil) != (g.ID() != "other") {
				t.Errorf("%s: %v", g.ID(), err)
			}
		}
		var all []string
		for _, p := range experiment.LintBalance(c) {
			all = append(all, fmt.Sprintf("%s: %s (%s)", p.Place.File, p.Message, p.Hint))
			for _, n := range p.Notes {
				all = append(all, fmt.Sprintf("  %s: %s", n.Place.File, n.Message))
			}
		}
		return strings.Join(all, "\n")
	}
	for _, bot := range []string{"walker", "1=walker"} {
		if got := lint(bot); got != "" {
			t.Errorf("%s: %s", bot, got)
		}
	}
	for _, bot := range []string{"runner", "1=runner"} {
		const file, long, known = "content/walk/game.yaml: ", "\n  content/walk/long.yaml: ", ` has no bot "runner" (known: greedy, mcts, random, walker)`
		var want []string
		for _, id := range []string{"long_walk", "longer_walk", "walk"} {
			line := file + id + known
			if id != "walk" {
				line += long + id + " inherits it; give that game its own balance:"
			}
			want = append(want, line)
		}
		if got := lint(bot); got != strings.Join(want, "\n") {
			t.Errorf("%s: got\n%s", bot, got)
		}
	}
}
