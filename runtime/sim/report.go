package sim

import (
	"sleight/runtime/game/rules"
)

// Report summarizes the results of a variant for people and programs.
type Report struct {
	Game string `json:"game"`
	// Variant is set if the plan has several variants.
	Variant string `json:"variant,omitempty"`
	Bot     string `json:"bot"`
	Players int    `json:"players,omitempty"`
	// N is the number of games played; Seed decided all their random numbers.
	N    int    `json:"n"`
	Seed uint64 `json:"seed"`
	// WinRate is the share of games won, from 0 to 1.
	WinRate         float64            `json:"win_rate"`
	WinRateInterval Interval           `json:"win_rate_interval"`
	Outcomes        map[string]int     `json:"outcomes"`
	Metrics         map[string]Summary `json:"metrics"`
	// FuelPerGame and FuelPerCommand are the average script cost per game and
	// per command.
	FuelPerGame    float64 `json:"fuel_per_game"`
	FuelPerCommand float64 `json:"fuel_per_command"`
	// Difference compares this variant with another one, game by game on the
	// same seeds.
	Difference *Difference  `json:"difference,omitempty"`
	Faults     []FailedGame `json:"faults,omitempty"`
}

// Difference is how much a variant differs from another one.
type Difference struct {
	// From is the name of the other variant.
	From            string             `json:"from"`
	WinRate         float64            `json:"win_rate"`
	WinRateInterval Interval           `json:"win_rate_interval"`
	Metrics         map[string]Summary `json:"metrics"`
}

// FailedGame describes a game that was neither won nor lost.
type FailedGame struct {
	Game    int    `json:"game"`
	Seed    uint64 `json:"seed"`
	Outcome string `json:"outcome"`
	After   int    `json:"after_commands"`
	Problem string `json:"problem,omitempty"`
}

// Reports returns a report for each variant of a plan.
func (r *Result) Reports(p Plan) []Report {
	var out []Report
	for i := range r.Variants {
		t := &r.Variants[i]
		rep := Report{
			Game: p.Game, Bot: p.Variants[i].Bot, Players: p.Players, N: t.Games, Seed: p.Seed,
			Outcomes: t.Outcomes, Metrics: r.summaries(t.Counts),
		}
		if len(r.Variants) > 1 {
			rep.Variant = t.Name
		}
		rep.WinRate, rep.WinRateInterval = Rate(t.Outcomes[rules.Won], t.Games)
		if t.Games > 0 {
			rep.FuelPerGame = float64(t.Fuel) / float64(t.Games)
			rep.FuelPerCommand = float64(t.Fuel) / float64(max(1, t.Commands))
		}
		if against := p.Variants[i].Against; against != i {
			wins := Summarize(t.Wins)
			rep.Difference = &Difference{r.Variants[against].Name, wins.Mean, wins.Interval, r.summaries(t.Differences)}
		}
		for _, f := range r.Faults {
			if f.Variant == i {
				rep.Faults = append(rep.Faults, f.line())
			}
		}
		out = append(out, rep)
	}
	return out
}

// summaries returns the statistics of counts, by the name of the metric.
func (r *Result) summaries(counts []Counts) map[string]Summary {
	out := map[string]Summary{}
	for i, m := range r.Metrics {
		out[m.Name] = Summarize(counts[i])
	}
	return out
}

func (f *Fault) line() FailedGame {
	l := FailedGame{Game: f.Game.Number, Seed: f.Game.Seed, Outcome: f.Game.Outcome, After: f.Game.Length}
	if f.Game.Problem != nil {
		l.Problem = f.Game.Problem.Error()
	}
	return l
}
