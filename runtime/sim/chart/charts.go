package chart

import (
	"fmt"
	"math"
	"strings"

	"sleight/runtime/diag/render"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// row is one row of a chart: a figure with its interval.
type row struct {
	label    string
	note     string // follows the figure
	mean     float64
	interval sim.Interval
}

// title returns the title of a figure.
func title(a *experiment.Answer, by string) string {
	for _, m := range a.Metrics {
		if m.Name == by {
			return m.Title
		}
	}
	return "Won"
}

// formatFigure formats a value of a figure.
func formatFigure(by string, v float64) string {
	if by == experiment.WinRate {
		return percent(v)
	}
	return number(v)
}

// formatDifference formats the difference between two values of a figure.
func formatDifference(by string, v float64) string {
	if by == experiment.WinRate {
		return fmt.Sprintf("%+.1f", 100*v)
	}
	return signed(v)
}

// figureOf returns a figure of a report.
func figureOf(r *sim.Report, by string) (mean float64, interval sim.Interval) {
	if by == experiment.WinRate {
		return r.WinRate, r.WinRateInterval
	}
	m := r.Metrics[by]
	return m.Mean, m.Interval
}

// sweep draws a curve on its side, with its confidence band.
func (t *text) sweep() {
	a := t.answer
	q := a.Question
	now := q.Now()
	t.line("%s by %s: %s = %s, %s each, seed %d", q.Game, q.Variants[0].Bot, q.About, span(a), counted(a.Reports[0].N, "game"), q.Seed)
	t.line("")
	t.line("%s, with 95 %% confidence intervals", title(a, t.By))
	var rows []row
	for _, i := range a.Curve() {
		mean, interval := figureOf(&a.Reports[i], t.By)
		r := row{label: q.Variants[i].Name, mean: mean, interval: interval, note: formatFigure(t.By, mean)}
		switch d := a.Reports[i].Difference; {
		case i == now:
			r.note += "  now"
		case d != nil && t.By == experiment.WinRate:
			r.note += "  " + formatDifference(t.By, d.WinRate) + zeroMark(d.WinRateInterval)
		case d != nil:
			r.note += "  " + formatDifference(t.By, d.Metrics[t.By].Mean) + zeroMark(d.Metrics[t.By].Interval)
		}
		rows = append(rows, r)
	}
	t.chart(rows, false)
	for i := range a.Reports {
		if faults(&a.Reports[i]) > 0 {
			t.line("")
			t.line("At %s:", q.Variants[i].Name)
			t.faults(&a.Reports[i])
		}
	}
}

// span formats the range of a sweep.
func span(a *experiment.Answer) string {
	order := a.Curve()
	v := a.Question.Variants
	return v[order[0]].Name + ".." + v[order[len(order)-1]].Name
}

func faults(r *sim.Report) int {
	return r.Outcomes[sim.Stuck] + r.Outcomes[sim.Endless] + r.Outcomes[sim.Faulty]
}

// zeroMark marks a difference that may be zero.
func zeroMark(i sim.Interval) string {
	if i[0] <= 0 && i[1] >= 0 {
		return "?"
	}
	return ""
}

// impact draws the worth of each definition, highest first.
func (t *text) impact() {
	a := t.answer
	q := a.Question
	now := &a.Reports[q.Now()]
	mean, interval := figureOf(now, t.By)
	t.line("%s by %s: what each definition is worth, %s each, seed %d", q.Game, now.Bot, counted(now.N, "game"), q.Seed)
	t.line("%s now %s   95 %% between %s and %s", title(a, t.By), formatFigure(t.By, mean), formatFigure(t.By, interval[0]), formatFigure(t.By, interval[1]))
	t.line("")
	unit := ""
	if t.By == experiment.WinRate {
		unit = " in points"
	}
	t.line("%s with it, less without it,%s on the same seeds", title(a, t.By), unit)
	var rows []row
	wrong := 0
	for _, w := range a.Impacts(t.By) {
		mean, interval := w.Figure(t.By)
		r := row{label: w.ID, mean: mean, interval: interval, note: formatDifference(t.By, mean) + zeroMark(interval)}
		if w.Added {
			r.label = "+ " + w.ID
		}
		if w.NoEffect {
			r.note = "no game differs"
		}
		if w.Faulty > 0 {
			r.note += fmt.Sprintf("  (%s went wrong)", counted(w.Faulty, "game"))
			wrong++
		}
		rows = append(rows, r)
	}
	t.chart(rows, true)
	t.line("")
	t.line("+ it is given at the start; all others are part of the game, and were removed.")
	t.line("? may be chance.")
	if wrong > 0 {
		t.line("Where games went wrong, the rules relied on what was removed.")
	}
}

// chart draws rows on one scale: an interval as a line, a figure as a point on
// it. With zero, the scale includes 0 and marks it.
func (t *text) chart(rows []row, zero bool) {
	low, high, label, note := math.Inf(1), math.Inf(-1), 0, 0
	for _, r := range rows {
		low, high = min(low, r.interval[0]), max(high, r.interval[1])
		label, note = max(label, render.Width(r.label)), max(note, render.Width(r.note))
	}
	if zero {
		low, high = min(low, 0), max(high, 0)
	}
	room := max(10, t.Width-label-note-6)
	at := func(v float64) int {
		if high <= low {
			return room / 2
		}
		return int(math.Round((v - low) / (high - low) * float64(room-1)))
	}
	line, point, axis := "─", "●", "│"
	if t.ASCII {
		line, point, axis = "-", "o", "|"
	}
	for _, r := range rows {
		cells := make([]string, room)
		for i := range cells {
			cells[i] = " "
		}
		if zero {
			cells[at(0)] = axis
		}
		for i := at(r.interval[0]); i <= at(r.interval[1]); i++ {
			cells[i] = line
		}
		cells[at(r.mean)] = point
		pad := strings.Repeat(" ", label-render.Width(r.label))
		t.line("  %s%s  %s  %s", pad, r.label, strings.Join(cells, ""), r.note)
	}
}
