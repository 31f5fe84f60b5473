package experiment

import (
	"context"
	"fmt"
	"math"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/number"
	"sleight/runtime/sim"
)

// Verdict is the result of an expectation.
type Verdict struct {
	Expectation Expectation
	Answer      *Answer
	Findings    []Finding
}

// Finding is the result of a goal.
type Finding struct {
	Goal     Goal
	Title    string
	Mean     float64
	Interval sim.Interval
	Holds    bool
	// Imprecise means that there were too few games to measure the figure as
	// precisely as the goal requires.
	Imprecise bool
}

// Judge plays an expectation's games and returns the verdict.
func (e *Expectation) Judge(ctx context.Context, c *rules.Content, effort RunOptions) (*Verdict, error) {
	q := e.Question
	result, err := q.Run(ctx, Content{New: c}, sim.Range{0, q.N}, effort)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Expectation: *e, Answer: q.Answer(result)}
	for _, g := range e.Goals {
		f := Finding{Goal: g, Title: "Won"}
		r := &v.Answer.Reports[0]
		f.Mean, f.Interval = r.WinRate, r.WinRateInterval
		for _, m := range v.Answer.Metrics {
			if m.Name == g.Figure {
				f.Title, f.Mean, f.Interval = m.Title, r.Metrics[m.Name].Mean, r.Metrics[m.Name].Interval
			}
		}
		f.Holds = g.Holds(f.Mean)
		f.Imprecise = f.Interval[1]-f.Interval[0] > 2*g.Tolerance
		v.Findings = append(v.Findings, f)
	}
	return v, nil
}

// Problems returns a problem for each goal that is not met.
func (v *Verdict) Problems() diag.List {
	var out diag.List
	for _, f := range v.Findings {
		if f.Holds {
			continue
		}
		q := v.Expectation.Question
		d := diag.New("balance/missed", f.Goal.Place, "%s by %s is %s (95 %% between %s and %s) in %d games, expected %s",
			f.Goal.Figure, q.Variants[0].Bot, rounded(f.Mean), rounded(f.Interval[0]), rounded(f.Interval[1]), v.Answer.Reports[0].N, f.Goal.String())
		if v.Expectation.Text != "" {
			d = d.WithHint("it is expected because: %s", v.Expectation.Text)
		}
		out = append(out, d)
	}
	return out
}

// rounded formats a figure with four significant digits, but at most four
// decimals.
func rounded(v float64) string {
	digits := 4
	if v != 0 {
		digits = max(0, 3-int(math.Floor(number.Log10(math.Abs(v)))))
	}
	return fmt.Sprintf("%.*f", min(digits, 4), v)
}

// CheckBalance plays the games of the expectations declared under balance and
// reports those that are not met.
func CheckBalance(ctx context.Context, c *rules.Content) (diag.List, error) {
	problems := LintBalance(c)
	if problems.Failed() {
		return problems, nil
	}
	for _, g := range c.Games() {
		expectations, _ := Expectations(c, g)
		for _, e := range expectations {
			v, err := e.Judge(ctx, c, RunOptions{})
			if err != nil {
				return problems, err
			}
			problems = append(problems, v.Problems()...)
		}
	}
	return problems, nil
}
