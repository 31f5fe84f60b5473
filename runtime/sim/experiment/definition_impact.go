package experiment

import (
	"cmp"
	"slices"
	"strings"

	"sleight/runtime/sim"
)

// WinRate is the name of the figure for the share of games won.
const WinRate = "win_rate"

// DefinitionImpact is the impact of a definition: the difference between games
// with it and games without it.
type DefinitionImpact struct {
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Title string `json:"name"`
	// Added means that the definition was given at the start; otherwise it was
	// removed.
	Added bool `json:"given_at_start"`
	// WinRate and Metrics are differences between games on the same seeds.
	WinRate         float64                `json:"win_rate"`
	WinRateInterval sim.Interval           `json:"win_rate_interval"`
	Metrics         map[string]sim.Summary `json:"metrics"`
	// NoEffect means that all games with and without it have the same figures:
	// either it never mattered, or the rules bring it into play anyway.
	NoEffect bool `json:"idle,omitempty"`
	// Faulty is the number of games, with or without it, that went wrong.
	Faulty int `json:"faulty,omitempty"`
}

// Figure returns a difference with its interval; name is the name of a metric
// or WinRate.
func (w *DefinitionImpact) Figure(name string) (float64, sim.Interval) {
	if name == WinRate {
		return w.WinRate, w.WinRateInterval
	}
	m := w.Metrics[name]
	return m.Mean, m.Interval
}

// Leading returns the most informative figure: the win rate, or the game's
// first metric if nearly all games end alike.
func (a *Answer) Leading() string {
	now := a.Reports[a.Question.Now()]
	if now.WinRate > 0.005 && now.WinRate < 0.995 || len(a.Metrics) < 2 {
		return WinRate
	}
	return a.Metrics[1].Name // index 0 is the length
}

// Impacts returns the worth of each definition, sorted by a figure, highest
// first.
func (a *Answer) Impacts(by string) []DefinitionImpact {
	var out []DefinitionImpact
	for i, v := range a.Question.Variants {
		r := &a.Reports[i]
		if r.Difference == nil {
			continue
		}
		w := DefinitionImpact{Title: v.Title, Added: v.With != "", WinRate: r.Difference.WinRate, WinRateInterval: r.Difference.WinRateInterval}
		w.Kind, w.ID, _ = strings.Cut(v.With+v.Without, "/")
		w.Metrics = map[string]sim.Summary{}
		w.NoEffect = w.WinRateInterval == sim.Interval{}
		for name, m := range r.Difference.Metrics {
			w.NoEffect = w.NoEffect && m.Min == 0 && m.Max == 0
			if !w.Added {
				m = m.Negated()
			}
			w.Metrics[name] = m
		}
		if !w.Added {
			w.WinRate, w.WinRateInterval = 0-w.WinRate, sim.Interval{0 - w.WinRateInterval[1], 0 - w.WinRateInterval[0]}
		}
		for _, r := range []*sim.Report{r, &a.Reports[v.Against]} {
			w.Faulty += r.Outcomes[sim.Faulty] + r.Outcomes[sim.Stuck] + r.Outcomes[sim.Endless]
		}
		out = append(out, w)
	}
	slices.SortStableFunc(out, func(x, y DefinitionImpact) int {
		p, _ := x.Figure(by)
		q, _ := y.Figure(by)
		return cmp.Or(cmp.Compare(q, p), cmp.Compare(x.ID, y.ID))
	})
	return out
}
