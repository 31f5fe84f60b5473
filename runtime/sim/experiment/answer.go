package experiment

import (
	"cmp"
	"context"
	"slices"

	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

// Answer is the result of playing a question's games.
type Answer struct {
	Question Question
	// Played holds the numbers of the games played: fewer than requested if the
	// run was interrupted or parts are missing.
	Played  sim.Ranges
	Metrics []sim.Metric
	// Reports holds a report for each variant of the question, in order.
	Reports []sim.Report
}

// Answer returns the answer to the question, given the results of its games.
func (q *Question) Answer(r *sim.Result) *Answer {
	p := sim.Plan{Game: q.Game, Players: q.Players, Seed: q.Seed}
	for _, v := range q.Variants {
		p.Variants = append(p.Variants, sim.Variant{Name: v.Name, Bot: v.Bot, Against: v.Against})
	}
	return &Answer{Question: *q, Played: r.Played, Metrics: r.Metrics, Reports: r.Reports(p)}
}

// RunOptions says how to run the games. It does not affect the results.
type RunOptions struct {
	Workers  int            // see sim.Plan
	Progress func(done int) // see sim.Plan
	// NewProbe is as in sim.Plan.
	NewProbe func() *session.Probe
}

// Run plays the games of a question whose numbers are in the range; it stops
// early if the context ends.
func (q *Question) Run(ctx context.Context, c Content, games sim.Range, e RunOptions) (*sim.Result, error) {
	p, err := q.Plan(ctx, c)
	if err != nil {
		return nil, err
	}
	p.First, p.N = games[0], games[1]-games[0]
	p.Workers, p.Progress, p.NewProbe = e.Workers, e.Progress, e.NewProbe
	return sim.Run(ctx, p)
}

// Curve returns the indexes of a sweep's variants, lowest value first.
func (a *Answer) Curve() []int {
	var order []int
	for i := range a.Question.Variants {
		order = append(order, i)
	}
	v := a.Question.Variants
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(v[x].Value, v[y].Value) })
	return order
}
