package sim

import (
	"runtime"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// BenchmarkPlay plays every shipped game with every bot that does not look
// ahead, on one core. One operation is one command; the cost per game is
// reported beside it.
func BenchmarkPlay(b *testing.B) {
	c := shipped.Content(b)
	for _, g := range c.Games() {
		for _, bot := range append([]string{randomBot}, g.StandaloneIDs("bot")...) {
			b.Run(g.ID()+"/"+bot, func(b *testing.B) {
				p := Plan{Game: g.ID(), Seed: 1, N: 1 << 30, MaxCommands: 10_000, Variants: []Variant{{Name: bot, Content: c, Bot: bot}}}
				w, err := newWorker(p)
				if err != nil {
					b.Fatal(err)
				}
				var commands, games int
				var fuel int64
				b.ReportAllocs()
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				calls := w.sessions[0].session.Calls()
				for commands < b.N {
					g := &w.played[0]
					if err := w.sessions[0].game(b.Context(), p, games, g); err != nil {
						b.Fatal(err)
					}
					if g.Problem != nil {
						b.Fatal(g.Problem)
					}
					commands += g.Length
					fuel += g.Fuel
					games++
				}
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(games), "allocs/game")
				b.ReportMetric(float64(w.sessions[0].session.Calls()-calls)/float64(games), "calls/game")
				b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
				b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
				b.ReportMetric(float64(fuel)/float64(games), "fuel/game")
			})
		}
	}
}

// BenchmarkSearch measures how long the bots that look ahead take to choose the
// first command of every shipped game; mcts plays 100 games to the end to do
// so.
func BenchmarkSearch(b *testing.B) {
	c := shipped.Content(b)
	for _, g := range c.Games() {
		s, problem := session.New(c, g.ID(), session.Options{Seed: 1})
		if problem != nil {
			b.Fatal(problem)
		}
		for _, name := range []string{greedyBot, "mcts:100"} {
			b.Run(g.ID()+"/"+name, func(b *testing.B) {
				bot, err := NewBot(g, name)
				if err != nil {
					b.Fatal(err)
				}
				luck := random.New(1, "bot")
				b.ReportAllocs()
				for b.Loop() {
					if _, _, problem := bot.Choose(b.Context(), s, &luck); problem != nil {
						b.Fatal(problem)
					}
				}
			})
		}
		b.Run(g.ID()+"/fork", func(b *testing.B) {
			fork := s.Fork(nil)
			b.ReportAllocs()
			for b.Loop() {
				s.Fork(fork)
			}
		})
	}
}
