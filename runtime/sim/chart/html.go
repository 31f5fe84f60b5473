package chart

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/runtime/sim/profiler"
)

//go:embed report.html
var pageText string

// page is the data of the page template.
type page struct {
	Title, Subtitle, Foot string
	Tiles                 []tile
	Sections              []section
	Columns               []string
	Rows                  [][]string
	Warnings              []string
}

// tile is a figure shown large.
type tile struct{ Name, Value, Note string }

// section is a heading with charts below it.
type section struct {
	Title, Words string
	Charts       []template.HTML
}

// HTML writes an answer as a self-contained page without scripts or network
// access. It follows the reader's light or dark colour scheme.
// where, if not nil, is drawn as a flame graph.
func HTML(w io.Writer, a *experiment.Answer, by string, where *profiler.Frame) error {
	t, err := template.New("report").Parse(pageText)
	if err != nil {
		return err
	}
	if by == "" {
		by = a.Leading()
	}
	q := a.Question
	now := &a.Reports[q.Now()]
	p := &page{
		Title:    name(q),
		Subtitle: fmt.Sprintf("%s, played by %s", counted(now.N, "game"), now.Bot),
		Foot:     fmt.Sprintf("Seed %d. Intervals hold the true value 95 times in 100. The same content and seed give the same page.", q.Seed),
	}
	p.tiles(a, now)
	switch q.Kind {
	case experiment.Sweep:
		p.sweep(a, by)
	case experiment.Impact:
		p.impact(a, by)
	case experiment.Compare:
		p.compare(a)
	default:
		p.play(a)
	}
	p.flame(where)
	p.table(a)
	p.warn(a)
	return t.Execute(w, p)
}

// tiles shows the figures of the current content.
func (p *page) tiles(a *experiment.Answer, now *sim.Report) {
	p.Tiles = append(p.Tiles, tile{"Won", percent(now.WinRate), fmt.Sprintf("%s to %s", percent(now.WinRateInterval[0]), percent(now.WinRateInterval[1]))})
	for _, m := range a.Metrics {
		if s := now.Metrics[m.Name]; s.N > 0 && len(p.Tiles) < 6 {
			p.Tiles = append(p.Tiles, tile{m.Title, number(s.Mean), "± " + number(s.Deviation) + " in single games"})
		}
	}
}

// play shows the metrics and compares the bots.
func (p *page) play(a *experiment.Answer) {
	if len(a.Reports) > 1 {
		var rows []row
		for i := range a.Reports {
			r := &a.Reports[i]
			rows = append(rows, row{label: r.Variant, note: percent(r.WinRate), mean: r.WinRate, interval: r.WinRateInterval})
		}
		p.Sections = append(p.Sections, section{"Won", "How often each wins on the same seeds.", []template.HTML{
			chart(forestSVG("Won", rows, false, func(v float64) string { return tickOf(experiment.WinRate, v) })),
		}})
	}
	for _, m := range a.Metrics {
		s := section{Title: m.Title, Words: m.Text}
		for i := range a.Reports {
			r := &a.Reports[i]
			if sum := r.Metrics[m.Name]; len(sum.Histogram) > 1 {
				if len(a.Reports) > 1 {
					s.Charts = append(s.Charts, chart("<h3>"+template.HTMLEscapeString(r.Variant)+"</h3>"))
				}
				s.Charts = append(s.Charts, chart(histogramSVG(m, sum)))
			}
		}
		if len(s.Charts) > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
}

// sweep shows the curve of the chosen figure large and the others small.
func (p *page) sweep(a *experiment.Answer, by string) {
	q := a.Question
	p.Title = name(q) + ": " + about(q)
	p.Subtitle = fmt.Sprintf("from %s, %s each, played by %s", span(a), counted(a.Reports[0].N, "game"), q.Variants[0].Bot)
	p.Sections = append(p.Sections, section{title(a, by), "The band holds the true curve 95 times in 100 at each point.", []template.HTML{chart(curveSVG(a, by, 300))}})
	names := []string{experiment.WinRate}
	for _, m := range a.Metrics {
		names = append(names, m.Name)
	}
	for _, name := range names {
		if name != by {
			p.Sections = append(p.Sections, section{Title: title(a, name), Charts: []template.HTML{chart(curveSVG(a, name, 200))}})
		}
	}
}

// impact shows the worth of each definition.
func (p *page) impact(a *experiment.Answer, by string) {
	p.Subtitle = fmt.Sprintf("what each definition is worth to %s, %s each", a.Reports[0].Bot, counted(a.Reports[0].N, "game"))
	var rows []row
	worths := a.Impacts(by)
	named := map[string]int{}
	for _, w := range worths {
		named[w.Title]++
	}
	for _, w := range worths {
		mean, interval := w.Figure(by)
		r := row{label: w.Title, mean: mean, interval: interval, note: formatDifference(by, mean)}
		if named[w.Title] != 1 || w.Title == "" {
			r.label = w.ID
		}
		if w.Added {
			r.label = "+ " + r.label
		}
		if w.NoEffect {
			r.note = "no game differs"
		}
		rows = append(rows, r)
	}
	words := "By how much games with it differ from games without it, on the same seeds. What is pale may be chance. " +
		"+ marks what was given at the start; all others are part of the game, and were removed."
	p.Sections = append(p.Sections, section{title(a, by), words, []template.HTML{
		chart(forestSVG("What each definition is worth", rows, true, func(v float64) string { return worthTick(by, v) })),
	}})
}

func worthTick(by string, v float64) string {
	if by == experiment.WinRate {
		return tick(v * 100)
	}
	return tick(v)
}

// compare shows the change in each figure in standard deviations between games,
// so that all changes fit on one scale.
func (p *page) compare(a *experiment.Answer) {
	p.Subtitle = fmt.Sprintf("before (%s) and after, %s each on the same seeds", a.Question.Old, counted(a.Reports[0].N, "game"))
	for i := range a.Reports {
		d := a.Reports[i].Difference
		if d == nil {
			continue
		}
		rows := []row{{label: "Won", mean: d.WinRate, interval: d.WinRateInterval, note: fmt.Sprintf("%+.1f points", 100*d.WinRate)}}
		for _, m := range a.Metrics {
			s, whole := d.Metrics[m.Name], a.Reports[i].Metrics[m.Name]
			if s.N == 0 || whole.Deviation == 0 {
				continue
			}
			by := whole.Deviation
			rows = append(rows, row{label: m.Title, note: signed(s.Mean), mean: s.Mean / by, interval: sim.Interval{s.Interval[0] / by, s.Interval[1] / by}})
		}
		p.Sections = append(p.Sections, section{"What changed: " + a.Reports[i].Variant, "Wins as a share of games, metrics in deviations from game to game. What is pale may be chance.", []template.HTML{
			chart(forestSVG("What changed", rows, true, tick)),
		}})
	}
	p.play(a)
}

// table lists every figure of every variant.
func (p *page) table(a *experiment.Answer) {
	p.Columns = []string{"Variant", "Figure", "Games", "Mean", "95 %", "Deviation", "5 %", "Half", "95 %", "Difference"}
	for i := range a.Reports {
		r := &a.Reports[i]
		name := a.Question.Variants[i].Name
		changed := ""
		if d := r.Difference; d != nil {
			changed = fmt.Sprintf("%+.1f%s", 100*d.WinRate, zeroMark(d.WinRateInterval))
		}
		p.Rows = append(p.Rows, []string{
			name, "Won", fmt.Sprint(r.N), percent(r.WinRate),
			percent(r.WinRateInterval[0]) + " to " + percent(r.WinRateInterval[1]), "", "", "", "", changed,
		})
		for _, m := range a.Metrics {
			s := r.Metrics[m.Name]
			if s.N == 0 {
				continue
			}
			changed := ""
			if d := r.Difference; d != nil && d.Metrics[m.Name].N > 0 {
				changed = signed(d.Metrics[m.Name].Mean) + zeroMark(d.Metrics[m.Name].Interval)
			}
			p.Rows = append(p.Rows, []string{
				"", m.Title, fmt.Sprint(s.N), number(s.Mean), number(s.Interval[0]) + " to " + number(s.Interval[1]),
				number(s.Deviation), number(s.Quantiles["p5"]), number(s.Quantiles["p50"]), number(s.Quantiles["p95"]), changed,
			})
		}
	}
}

// warn adds warnings about missing and failed games.
func (p *page) warn(a *experiment.Answer) {
	if n := a.Question.N - a.Played.N(); n > 0 {
		p.Warnings = append(p.Warnings, missing(n, a.Question.N))
	}
	for i := range a.Reports {
		if n := faults(&a.Reports[i]); n > 0 {
			p.Warnings = append(p.Warnings, fmt.Sprintf("%s: %s went wrong.", a.Question.Variants[i].Name, counted(n, "game")))
		}
	}
}

// name returns the name of the game.
func name(q experiment.Question) string {
	if q.Title != "" {
		return q.Title
	}
	return q.Game
}

// about returns the parameter of a sweep, as shown to people.
func about(q experiment.Question) string {
	return strings.TrimPrefix(q.About, "game/"+q.Game+".")
}

// chart marks markup made by this package as safe; its texts are already
// escaped.
func chart(markup string) template.HTML { return template.HTML(markup) }
