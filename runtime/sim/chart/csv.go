package chart

import (
	"encoding/csv"
	"io"
	"strconv"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// columns are the columns of the CSV table.
var columns = []string{
	"game", "variant", "bot", "seed", "metric", "n", "mean", "low", "high", "deviation",
	"min", "p5", "p25", "p50", "p75", "p95", "max",
	"from", "difference", "difference_low", "difference_high",
}

// CSV writes an answer as a table with one row per variant and figure.
// Intervals are 95 % confidence intervals.
func CSV(w io.Writer, a *experiment.Answer) error {
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	for i := range a.Reports {
		r := &a.Reports[i]
		if err := out.Write(csvRow(a, i, experiment.WinRate, winRate(r), nil)); err != nil {
			return err
		}
		for _, m := range a.Metrics {
			s := r.Metrics[m.Name]
			if err := out.Write(csvRow(a, i, m.Name, s, &s)); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// winRate summarizes the win rate as if it were a metric.
func winRate(r *sim.Report) sim.Summary {
	return sim.Summary{N: r.N, Mean: r.WinRate, Interval: r.WinRateInterval}
}

// csvRow returns one row of the table; whole is nil for figures without
// quantiles.
func csvRow(a *experiment.Answer, i int, name string, s sim.Summary, whole *sim.Summary) []string {
	r, q := &a.Reports[i], a.Question
	cells := []string{r.Game, q.Variants[i].Name, r.Bot, strconv.FormatUint(q.Seed, 10), name, strconv.Itoa(s.N)}
	more := func(values ...float64) {
		for _, v := range values {
			cells = append(cells, strconv.FormatFloat(v, 'g', -1, 64))
		}
	}
	empty := func(n int) { cells = append(cells, make([]string, n)...) }
	switch {
	case s.N == 0:
		empty(11)
	case whole == nil:
		more(s.Mean, s.Interval[0], s.Interval[1])
		empty(8)
	default:
		more(s.Mean, s.Interval[0], s.Interval[1], s.Deviation, s.Min)
		more(s.Quantiles["p5"], s.Quantiles["p25"], s.Quantiles["p50"], s.Quantiles["p75"], s.Quantiles["p95"], s.Max)
	}
	d := r.Difference
	switch {
	case d == nil:
		empty(4)
	case name == experiment.WinRate:
		cells = append(cells, d.From)
		more(d.WinRate, d.WinRateInterval[0], d.WinRateInterval[1])
	case d.Metrics[name].N == 0:
		empty(4)
	default:
		cells = append(cells, d.From)
		more(d.Metrics[name].Mean, d.Metrics[name].Interval[0], d.Metrics[name].Interval[1])
	}
	return cells
}
