//go:build !race

package sim

import (
	"runtime"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
	"sleight/tests/shipped"
)

// TestCountingAGameAllocatesNothing checks that the memory of a run does not
// grow with the number of games once every value has occurred.
func TestCountingAGameAllocatesNothing(t *testing.T) {
	c := shipped.Content(t)
	p := planOf(c, c.Games()[0].ID(), 1<<20)
	p.Variants = p.Variants[:2]
	p.Variants[1].Against = 0
	r, err := newResult(p)
	if err != nil {
		t.Fatal(err)
	}
	games := make([]Game, 2)
	for i := range games {
		games[i] = Game{Outcome: rules.Won, Length: 12 + i}
		for m := range r.Metrics {
			games[i].Values = append(games[i].Values, state.Num(float64(m+i)/3))
		}
	}
	number := 0
	count := func() {
		r.count(number, games)
		number++
	}
	count()
	if n := testing.AllocsPerRun(1000, count); n > 0 {
		t.Errorf("counting a game allocates %v times", n)
	}
}

// TestGamesAllocateLittle checks that shipped games reuse the memory of the games
// before: tables, texts, functions, and what questions and windows keep.
func TestGamesAllocateLittle(t *testing.T) {
	const (
		before, games = 60, 40
		most          = 40 // allocations a game, in the mean
	)
	c := shipped.Content(t)
	for i, g := range c.Games() {
		if testing.Short() && i%3 > 0 {
			continue
		}
		for _, bot := range append([]string{randomBot}, g.StandaloneIDs("bot")...) {
			p := Plan{Game: g.ID(), Seed: 1, N: 1 << 30, MaxCommands: 10_000, Variants: []Variant{{Name: bot, Content: c, Bot: bot}}}
			w, err := newWorker(p)
			if err != nil {
				t.Fatal(err)
			}
			var started, ended runtime.MemStats
			for n := range before + games {
				if n == before {
					runtime.ReadMemStats(&started)
				}
				if err := w.sessions[0].game(t.Context(), p, n, &w.played[0]); err != nil {
					t.Fatal(err)
				}
				if problem := w.played[0].Problem; problem != nil {
					t.Fatal(problem)
				}
			}
			runtime.ReadMemStats(&ended)
			n := float64(ended.Mallocs-started.Mallocs) / games
			t.Logf("%s by %s: %.1f allocations a game", g.ID(), bot, n)
			if n > most {
				t.Errorf("a game of %s by %s allocates %.1f times, more than %d", g.ID(), bot, n, most)
			}
		}
	}
}
