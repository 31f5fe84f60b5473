package sleight

import (
	"context"

	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

// Simulation says what games to play.
type Simulation struct {
	Game    string
	Players int // 0 means as few as the game allows
	// Bot is who plays: random, greedy, mcts, or a bot of the content. Empty means
	// random.
	Bot string
	// Games is how many are played, and Seed decides all their chance.
	Games int
	Seed  uint64
	// Progress, if not nil, is called some 30 times a second with how many games
	// are done, from one goroutine at a time.
	Progress func(done int)
}

// Report is what came of a simulation: how often the game was won, with a
// confidence interval, and the metrics that the game declares.
type Report = sim.Report

// Simulate plays games on all processors. Games that were played when the context
// ends are in the report. Equal simulations of equal content give equal reports,
// on every machine.
func (c *Content) Simulate(ctx context.Context, s Simulation) (*Report, error) {
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
