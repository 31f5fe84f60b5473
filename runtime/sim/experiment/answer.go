package experiment

import (
	"cmp"
	"context"
	"slices"

	"sleight/runtime/sim"
)

// Answer is what games said to a question.
type Answer struct {
	Question Question
	// Played are the numbers of the games that were played; fewer than were
	// asked for when it was interrupted, or parts are missing.
	Played  sim.Ranges
	Metrics []sim.Metric
	// Reports describe the variants of the question, in their order.
	Reports []sim.Report
}

// Answer describes what came of the question's games.
func (q *Question) Answer(r *sim.Result) *Answer {
	p := sim.Plan{Game: q.Game, Players: q.Players, Seed: q.Seed}
	for _, v := range q.Variants {
		p.Variants = append(p.Variants, sim.Variant{Name: v.Name, Bot: v.Bot, Against: v.Against})
	}
	return &Answer{Question: *q, Played: r.Played, Metrics: r.Metrics, Reports: r.Reports(p)}
}

// Effort is how to play: nothing of it changes what comes of it.
type Effort struct {
	Workers  int            // see sim.Plan
	Progress func(done int) // see sim.Plan
}

// Run plays games of a question: those of a range of numbers, or fewer when the
// context ends.
func (q *Question) Run(ctx context.Context, c Content, games sim.Range, e Effort) (*sim.Result, error) {
	p, err := q.Plan(ctx, c)
	if err != nil {
		return nil, err
	}
	p.First, p.N = games[0], games[1]-games[0]
	p.Workers, p.Progress = e.Workers, e.Progress
	return sim.Run(ctx, p)
}

// Curve returns the variants of a sweep, by their numbers, lowest value first.
func (a *Answer) Curve() []int {
	var order []int
	for i := range a.Question.Variants {
		order = append(order, i)
	}
	v := a.Question.Variants
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(v[x].Value, v[y].Value) })
	return order
}
