package sleight

import (
	"context"
	"fmt"

	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

// Simulation configures a simulation.
type Simulation struct {
	Game    string
	Players int // 0 means as few as the game allows
	// Bot is the bot that plays: random, greedy, mcts, or a bot of the content.
	// Empty means random.
	Bot string
	// Games is the number of games, at least 1, and Seed determines all their
	// randomness.
	Games int
	Seed  uint64
	// Progress, if not nil, is called about 30 times a second with the number of
	// finished games, never concurrently.
	Progress func(done int)
}

// Report is the result of a simulation: how often the game was won, with a
// confidence interval, and the metrics that the game declares.
type Report = sim.Report

// Simulate plays games on all processors. If the context ends early, the report
// covers the games played until then. Equal simulations of equal content give
// equal reports on every machine. It uses the same content as NewSession.
func (c *Content) Simulate(ctx context.Context, s Simulation) (*Report, error) {
	if s.Games < 1 {
		return nil, fmt.Errorf("a simulation of %d games; set Games to at least 1", s.Games)
	}
	live, err := c.live()
	if err != nil {
		return nil, err
	}
	if _, problem := session.New(live, s.Game, session.Options{Players: s.Players}); problem != nil {
		return nil, failed(problem)
	}
	if s.Bot == "" {
		s.Bot = "random"
	}
	p := sim.Plan{
		Game: s.Game, Players: s.Players, Seed: s.Seed, N: s.Games, Progress: s.Progress,
		Variants: []sim.Variant{{Content: live, Bot: s.Bot}},
	}
	r, err := sim.Run(ctx, p)
	if err != nil {
		return nil, err
	}
	return &r.Reports(p)[0], nil
}
