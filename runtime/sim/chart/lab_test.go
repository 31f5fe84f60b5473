package chart

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

const evil = `<script>alert("x")</script>`

// answers returns a made-up answer of each kind, with names that contain
// markup.
func answers() []*experiment.Answer {
	metrics := []sim.Metric{{Name: "length", Title: "Commands"}, {Name: "gold", Title: evil, Text: evil}}
	counts := sim.Counts{}
	for v := range 40 {
		counts.Add(float64(v), v+1)
	}
	none := sim.Summarize(sim.Counts{})
	report := func(variant string, against bool) sim.Report {
		r := sim.Report{
			Game: "mine", Variant: variant, Bot: evil, N: 100, Seed: 3, WinRate: 0.4, WinRateInterval: sim.Interval{0.3, 0.5},
			Outcomes: map[string]int{sim.Stuck: 2}, Metrics: map[string]sim.Summary{"length": sim.Summarize(counts), "gold": none},
		}
		if against {
			r.Difference = &sim.Difference{From: evil, WinRate: -0.1, WinRateInterval: sim.Interval{-0.2, 0}, Metrics: r.Metrics}
		}
		return r
	}
	var out []*experiment.Answer
	for _, kind := range []experiment.Kind{experiment.Play, experiment.Sweep, experiment.Impact, experiment.Compare} {
		out = append(out, &experiment.Answer{
			Question: experiment.Question{Kind: kind, Game: "mine", Title: evil, N: 120, About: "game/mine." + evil, Old: evil, Variants: []experiment.Variant{
				{Name: "1", Bot: evil, Value: 1, Now: true},
				{Name: evil, Bot: evil, Value: 2, Without: "relic/" + evil, Title: evil},
			}},
			Played:  sim.Ranges{{0, 100}},
			Metrics: metrics,
			Reports: []sim.Report{report("1", false), report(evil, true)},
		})
	}
	return out
}

// TestReportsAreSelfContained checks that a report is one file without scripts
// or addresses, whatever names content uses.
func TestReportsAreSelfContained(t *testing.T) {
	for _, a := range answers() {
		var b strings.Builder
		if err := HTML(&b, a, "", nil); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		for _, never := range []string{"<script", "http:", "https:", "<link", "url(", "NaN", "Inf"} {
			if strings.Contains(page, never) {
				t.Errorf("the page of %s holds %s", a.Question.Kind, never)
			}
		}
		if strings.Count(page, "<svg") == 0 || strings.Count(page, "<svg") != strings.Count(page, "</svg>") {
			t.Errorf("the page of %s has %d charts", a.Question.Kind, strings.Count(page, "<svg"))
		}
		if !strings.Contains(page, "20 games of 120 are missing") || !strings.Contains(page, "2 games went wrong") {
			t.Errorf("the page of %s does not warn", a.Question.Kind)
		}
	}
}

// TestEveryFormatIsComplete checks that table rows have equal length,
// JSON is valid, and lines fit the width.
func TestEveryFormatIsComplete(t *testing.T) {
	for _, a := range answers() {
		var table, object, lines strings.Builder
		if err := CSV(&table, a); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(table.String())).ReadAll()
		if err != nil || len(rows) != 1+2*3 {
			t.Errorf("%s: %d rows, %v", a.Question.Kind, len(rows), err)
		}
		if err := JSON(&object, a, ""); err != nil || !json.Valid([]byte(object.String())) {
			t.Errorf("%s: %v\n%s", a.Question.Kind, err, object.String())
		}
		for _, o := range []Options{{Width: 60}, {Width: 100, ASCII: true}} {
			lines.Reset()
			if err := Text(&lines, a, o); err != nil {
				t.Fatal(err)
			}
			if o.ASCII && strings.ContainsAny(lines.String(), "█●─│") {
				t.Errorf("%s is not plain:\n%s", a.Question.Kind, lines.String())
			}
		}
	}
}
