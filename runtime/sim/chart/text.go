// Package chart renders the answers of experiments for terminals, spreadsheets,
// programs and browsers.
//
// Layer sim. It turns answers into text. It plays nothing and does not know any
// game.
package chart

import (
	"fmt"
	"io"
	"math"
	"strings"

	"sleight/runtime/diag/render"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// Options controls the drawing.
type Options struct {
	// Width is the number of columns; 0 means 80.
	Width int
	// ASCII restricts output to ASCII characters.
	ASCII bool
	// By is the figure that charts show: the name of a metric, or
	// experiment.WinRate; empty for the leading one (see
	// experiment.Answer.Leading).
	By string
}

// Text writes an answer for a terminal.
func Text(w io.Writer, a *experiment.Answer, o Options) error {
	if o.Width <= 0 {
		o.Width = 80
	}
	if o.By == "" {
		o.By = a.Leading()
	}
	t := &text{Options: o, answer: a}
	switch a.Question.Kind {
	case experiment.Sweep:
		t.sweep()
	case experiment.Impact:
		t.impact()
	case experiment.Tournament:
		t.tournament()
	default:
		for i := range a.Reports {
			if i > 0 {
				t.line("")
			}
			t.report(&a.Reports[i])
		}
	}
	if n := a.Question.N - a.Played.N(); n > 0 {
		t.line("")
		t.line("%s", missing(n, a.Question.N))
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

type text struct {
	Options
	answer *experiment.Answer
	out    strings.Builder
}

func (t *text) line(format string, args ...any) {
	t.out.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

func (t *text) report(r *sim.Report) {
	who := r.Bot
	if r.Variant != "" && r.Variant != r.Bot {
		who = r.Variant + " (" + r.Bot + ")"
	}
	t.line("%s by %s: %s, seed %d", r.Game, who, counted(r.N, "game"), r.Seed)
	t.line("Won        %s   95 %% between %s and %s", percent(r.WinRate), percent(r.WinRateInterval[0]), percent(r.WinRateInterval[1]))
	if d := r.Difference; d != nil {
		t.line("           %s than %s, 95 %% between %+.1f and %+.1f points%s", points(d.WinRate), d.From,
			100*d.WinRateInterval[0], 100*d.WinRateInterval[1], chanceRemark(d.WinRateInterval))
	}
	t.faults(r)
	t.seats(r)
	for _, m := range t.answer.Metrics {
		if m.Seat == 0 || !strings.HasPrefix(m.Name, sim.Wins+"@") {
			t.metric(m, r)
		}
	}
}

// tournament writes how often each bot wins, against all others and in each
// pairing.
func (t *text) tournament() {
	totals, pairings := t.answer.Standings()
	q := &t.answer.Question
	width := len("bot")
	for _, s := range totals {
		width = max(width, render.Width(s.Bot))
	}
	t.line("%s, %s, each bot in each seat against each other: %s a pairing, seed %d", q.Game, counted(q.Players, "player"), counted(q.N, "game"), q.Seed)
	for _, s := range totals {
		t.line("%-*s  wins %s of %s   95 %% between %s and %s", width, s.Bot, percent(s.Rate), counted(s.Games, "game"), percent(s.Interval[0]), percent(s.Interval[1]))
	}
	t.line("")
	for _, s := range pairings {
		t.line("%-*s  in seat %d against %-*s  %s   95 %% between %s and %s", width, s.Bot, s.Seat, width, s.Other, percent(s.Rate), percent(s.Interval[0]), percent(s.Interval[1]))
	}
	for i := range t.answer.Reports {
		t.faults(&t.answer.Reports[i])
	}
}

// seats writes how often each seat wins, and the advantage of going first.
func (t *text) seats(r *sim.Report) {
	var wins []sim.Summary
	for _, m := range t.answer.Metrics {
		if s, ok := r.Metrics[m.Name]; ok && m.Seat > 0 && m.Name == sim.AtSeat(sim.Wins, m.Seat) {
			rate, within := sim.Rate(int(math.Round(s.Mean*float64(s.N))), s.N)
			t.line("Player %-3d %s   95 %% between %s and %s", m.Seat, percent(rate), percent(within[0]), percent(within[1]))
			wins = append(wins, s)
		}
	}
	if len(wins) < 2 || strings.Contains(r.Bot, "=") { // bots that differ by seat hide the effect of the seat
		return
	}
	advantage, within := sim.Advantage(wins)
	t.line("Going first is worth %+.1f percentage points, 95 %% between %+.1f and %+.1f%s", 100*advantage, 100*within[0], 100*within[1], chanceRemark(within))
}

// faults lists the games that were neither won nor lost.
func (t *text) faults(r *sim.Report) {
	for _, outcome := range []string{sim.Stuck, sim.Endless, sim.Faulty} {
		if n := r.Outcomes[outcome]; n > 0 {
			t.line("%-10s %s of %d", capitalized(outcome), counted(n, "game"), r.N)
		}
	}
	for _, f := range r.Faults {
		t.line("  game %d (seed %d) after %s: %s", f.Game+1, f.Seed, counted(f.After, "command"), strings.TrimSpace(f.Outcome+" "+f.Problem))
	}
}

// metric draws a metric's statistics and histogram.
func (t *text) metric(m sim.Metric, r *sim.Report) {
	s, ok := r.Metrics[m.Name]
	if !ok || s.N == 0 {
		return
	}
	t.line("")
	of := ""
	switch {
	case m.Of != "":
		of = fmt.Sprintf(" (of %s %s)", counted(s.N, "game"), m.Of)
	case s.N < r.N:
		of = fmt.Sprintf(" (of %s)", counted(s.N, "game"))
	}
	t.line("%s%s  mean %s   95 %% between %s and %s   deviation %s", m.Title, of,
		number(s.Mean), number(s.Interval[0]), number(s.Interval[1]), number(s.Deviation))
	if s.Max-s.Min > 1 {
		q := s.Quantiles
		t.line("  min %s   5 %% %s   25 %% %s   median %s   75 %% %s   95 %% %s   max %s",
			number(s.Min), number(q["p5"]), number(q["p25"]), number(q["p50"]), number(q["p75"]), number(q["p95"]), number(s.Max))
	}
	if r.Difference != nil {
		if d := r.Difference.Metrics[m.Name]; d.N > 0 {
			t.line("  %s on the same seeds, 95 %% between %s and %s%s", signed(d.Mean), signed(d.Interval[0]), signed(d.Interval[1]), chanceRemark(d.Interval))
		}
	}
	t.bars(s)
}

func (t *text) bars(s sim.Summary) {
	if len(s.Histogram) < 2 {
		return
	}
	most, label := 0, 0
	for _, b := range s.Histogram {
		most = max(most, b.Count)
		label = max(label, render.Width(number(b.From)))
	}
	full := "█"
	if t.ASCII {
		full = "#"
	}
	room := max(10, t.Width-label-12)
	for _, b := range s.Histogram {
		bar := strings.Repeat(full, int(math.Round(float64(b.Count)/float64(most)*float64(room))))
		if bar == "" && b.Count > 0 {
			bar = t.smallestBar()
		}
		t.line("  %*s %s %s", label, number(b.From), bar, share(b.Count, s.N))
	}
}

// smallestBar returns the smallest bar, narrower than a column.
func (t *text) smallestBar() string {
	if t.ASCII {
		return "."
	}
	return "▏"
}

func share(n, of int) string {
	if n == 0 {
		return ""
	}
	return percent(float64(n) / float64(of))
}

// missing says that games have not been played.
func missing(n, of int) string {
	if n == 1 {
		return fmt.Sprintf("1 game of %d is missing.", of)
	}
	return fmt.Sprintf("%d games of %d are missing.", n, of)
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func capitalized(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func percent(p float64) string { return fmt.Sprintf("%.1f %%", 100*p) }

func points(p float64) string {
	if p < 0 {
		return fmt.Sprintf("%.1f points less often", -100*p)
	}
	return fmt.Sprintf("%.1f points more often", 100*p)
}

// chanceRemark returns a remark if the difference may be zero.
func chanceRemark(i sim.Interval) string {
	if i[0] <= 0 && i[1] >= 0 {
		return " (may be chance)"
	}
	return ""
}

// number formats a number with as many digits as are useful.
func number(n float64) string {
	switch size := math.Abs(n); {
	case n == math.Trunc(n) && size < 1e9:
		return fmt.Sprintf("%.0f", n)
	case size >= 100:
		return fmt.Sprintf("%.1f", n)
	case size >= 1:
		return fmt.Sprintf("%.2f", n)
	}
	return fmt.Sprintf("%.3g", n)
}

func signed(n float64) string {
	if n >= 0 {
		return "+" + number(n)
	}
	return number(n)
}
