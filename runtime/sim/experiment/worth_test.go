package experiment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// TestTheLeadingFigure checks when the share of games won is the most informative
// figure, and when the first metric is.
func TestTheLeadingFigure(t *testing.T) {
	for _, x := range []struct {
		rate    float64
		metrics int
		want    string
	}{
		{0, 3, "first"}, {0.005, 3, "first"}, {0.006, 3, "win_rate"}, {0.5, 3, "win_rate"}, {0.994, 3, "win_rate"}, {0.995, 3, "first"}, {1, 2, "first"}, {1, 1, "win_rate"}, {0, 0, "win_rate"},
	} {
		a := experiment.Answer{
			Question: experiment.Question{Variants: []experiment.Variant{{}, {Now: true}}},
			Metrics:  []sim.Metric{{Name: "length"}, {Name: "first"}, {Name: "second"}}[:x.metrics],
			Reports:  []sim.Report{{WinRate: 0.5 - x.rate}, {WinRate: x.rate}},
		}
		if got := a.Leading(); got != x.want {
			t.Errorf("%v of games are won, %d metrics: %s, want %s", x.rate, x.metrics, got, x.want)
		}
	}
}

// TestWorthsOfReports compares the worths computed from reports, with their signs,
// order and faults.
func TestWorthsOfReports(t *testing.T) {
	report := func(rate float64, low, high float64, m sim.Summary, outcomes map[string]int) sim.Report {
		return sim.Report{Outcomes: outcomes, Difference: &sim.Difference{WinRate: rate, WinRateInterval: sim.Interval{low, high}, Metrics: map[string]sim.Summary{"gold": m}}}
	}
	same := sim.Summary{N: 4}
	a := experiment.Answer{
		Question: experiment.Question{Variants: []experiment.Variant{
			{Name: "now", Now: true},
			{Name: "without coat", Without: "relic/coat", Title: "Coat"},
			{Name: "without lamp", Without: "relic/lamp", Against: 2},
			{Name: "with lamp", With: "relic/lamp", Title: "Lamp", Against: 2},
			{Name: "with ape", With: "card/ape", Against: 2},
			{Name: "with bell", With: "card/bell", Against: 2},
			{Name: "with cow", With: "card/cow", Against: 2},
		}},
		Reports: []sim.Report{
			{Outcomes: map[string]int{sim.Faulty: 1, sim.Stuck: 2, sim.Endless: 4, "won": 100}},
			report(0.25, 0.125, 0.5, sim.Summary{N: 4, Mean: 2, Min: -1, Max: 3, Interval: sim.Interval{1, 3}}, map[string]int{sim.Stuck: 8}),
			{Outcomes: map[string]int{sim.Faulty: 16}},
			report(0, 0, 0, same, map[string]int{sim.Faulty: 32}),
			report(0, 0, 0, sim.Summary{N: 4, Max: 1}, nil),
			report(0, 0, 0, sim.Summary{N: 4, Min: -1}, nil),
			report(0, -0.125, 0.125, same, nil),
		},
	}
	worth := func(kind, id string, m sim.Summary) experiment.DefinitionImpact {
		return experiment.DefinitionImpact{Kind: kind, ID: id, Added: true, Metrics: map[string]sim.Summary{"gold": m}, Faulty: 16}
	}
	ape, bell, cow, lamp := worth("card", "ape", sim.Summary{N: 4, Max: 1}), worth("card", "bell", sim.Summary{N: 4, Min: -1}), worth("card", "cow", same), worth("relic", "lamp", same)
	cow.WinRateInterval = sim.Interval{-0.125, 0.125}
	lamp.Title, lamp.NoEffect, lamp.Faulty = "Lamp", true, 48
	coat := experiment.DefinitionImpact{
		Kind: "relic", ID: "coat", Title: "Coat", WinRate: -0.25, WinRateInterval: sim.Interval{-0.5, -0.125}, Faulty: 15,
		Metrics: map[string]sim.Summary{"gold": (&sim.Summary{N: 4, Mean: 2, Min: -1, Max: 3, Interval: sim.Interval{1, 3}}).Negated()},
	}
	for _, by := range []string{experiment.WinRate, "gold"} {
		if diff := cmp.Diff([]experiment.DefinitionImpact{ape, bell, cow, lamp, coat}, a.Impacts(by)); diff != "" {
			t.Errorf("by %s: %s", by, diff)
		}
	}
	if mean, interval := coat.Figure("gold"); mean != -2 || interval != (sim.Interval{-3, -1}) {
		t.Errorf("%v %v", mean, interval)
	}
}
