package chart

import (
	"fmt"
	"strings"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// Verdict formats the result of an expectation for people.
func Verdict(v *experiment.Verdict, ascii bool) string {
	var b strings.Builder
	q := v.Expectation.Question
	fmt.Fprintf(&b, "%s by %s", q.Game, q.Variants[0].Bot)
	if q.Players > 0 {
		fmt.Fprintf(&b, ", %s", counted(q.Players, "player"))
	}
	fmt.Fprintf(&b, ", %s\n", counted(v.Answer.Reports[0].N, "game"))
	yes, no, about := "✓", "✗", "±"
	if ascii {
		yes, no, about = "ok", "NO", "+-"
	}
	for _, f := range v.Findings {
		mark, off := yes, f.Interval[1]-f.Interval[0]
		if !f.Holds {
			mark = no
		}
		fmt.Fprintf(&b, "  %s %-24s %9s %s %-8s expected %s %s %s", mark, f.Title,
			formatFigure(f.Goal.Figure, f.Mean), about, formatFigure(f.Goal.Figure, off/2), formatFigure(f.Goal.Figure, f.Goal.Value), about, formatFigure(f.Goal.Figure, f.Goal.Tolerance))
		if f.Imprecise {
			b.WriteString("  (too few games to be sure)")
		}
		b.WriteString("\n")
	}
	if n := faults(&v.Answer.Reports[0]); n > 0 {
		fmt.Fprintf(&b, "  %s went wrong: sleight sim %s --bot %s shows how\n", counted(n, "game"), q.Game, q.Variants[0].Bot)
	}
	return b.String()
}

// verdict is the result of a goal, for programs.
type verdict struct {
	Game      string       `json:"game"`
	Bot       string       `json:"bot"`
	Players   int          `json:"players,omitempty"`
	N         int          `json:"n"`
	Seed      uint64       `json:"seed"`
	Figure    string       `json:"figure"`
	Mean      float64      `json:"mean"`
	Interval  sim.Interval `json:"interval"`
	Expected  float64      `json:"expected"`
	Tolerance float64      `json:"tolerance"`
	Holds     bool         `json:"holds"`
}

// Verdicts returns the results of expectations, one value per goal, to be
// encoded as JSON.
func Verdicts(all []*experiment.Verdict) any {
	out := []verdict{}
	for _, v := range all {
		q := v.Expectation.Question
		for _, f := range v.Findings {
			out = append(out, verdict{
				Game: q.Game, Bot: q.Variants[0].Bot, Players: q.Players, N: v.Answer.Reports[0].N, Seed: q.Seed,
				Figure: f.Goal.Figure, Mean: f.Mean, Interval: f.Interval,
				Expected: f.Goal.Value, Tolerance: f.Goal.Tolerance, Holds: f.Holds,
			})
		}
	}
	return out
}
