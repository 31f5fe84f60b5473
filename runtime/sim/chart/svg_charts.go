package chart

import (
	"fmt"
	"math"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

const chartWidth = 720

// histogramSVG draws the histogram of a metric.
func histogramSVG(m sim.Metric, s sim.Summary) string {
	const height, left, right, top, bottom = 200.0, 44.0, 12.0, 24.0, 26.0
	c := newSVG(chartWidth, height, m.Title)
	most := 0
	for _, b := range s.Histogram {
		most = max(most, b.Count)
	}
	first, last := s.Histogram[0], s.Histogram[len(s.Histogram)-1]
	x := scale{first.From, last.To, left, chartWidth - right}
	y := scale{0, float64(most) / float64(s.N), height - bottom, top}
	for _, v := range y.ticks(3) {
		c.line("grid", left, y.at(v), chartWidth-right, y.at(v))
		c.text("tick", "end", left-6, y.at(v)+4, tickOf(experiment.WinRate, v))
	}
	single := first.To-first.From == 1 && s.Min == math.Trunc(s.Min)
	for _, b := range s.Histogram {
		if b.Count == 0 {
			continue
		}
		name := number(b.From)
		if !single {
			name += " to " + number(b.To)
		}
		gap := min(2, (x.at(b.To)-x.at(b.From))/4)
		c.bar("bar", x.at(b.From)+float64(gap/2), y.at(float64(b.Count)/float64(s.N)), x.at(b.To)-x.at(b.From)-gap, y.at(0),
			fmt.Sprintf("%s: %s of games (%d)", name, share(b.Count, s.N), b.Count))
	}
	c.line("axis", left, y.at(0), chartWidth-right, y.at(0))
	shift := 0.0
	if single { // each column is centred above its number
		shift = 0.5
	}
	for _, v := range x.ticks(10) {
		if between := single && v != math.Trunc(v); !between && v+shift <= x.high {
			c.text("tick", "middle", x.at(v+shift), height-8, tick(v))
		}
	}
	mean := x.at(min(s.Mean+shift, x.high))
	c.line("mean", mean, 4, mean, y.at(0))
	c.text("note", anchorAt(mean), mean+offsetAt(mean), 14, "mean "+number(s.Mean))
	return c.done()
}

func anchorAt(x float64) string {
	if x > chartWidth*0.8 {
		return "end"
	}
	return "start"
}

func offsetAt(x float64) float64 {
	if x > chartWidth*0.8 {
		return -5
	}
	return 5
}

// curveSVG draws a figure over the values of a sweep, with its band.
func curveSVG(a *experiment.Answer, by string, height float64) string {
	const left, right, top, bottom = 56.0, 20.0, 16.0, 40.0
	q := a.Question
	order := a.Curve()
	c := newSVG(chartWidth, height, title(a, by)+" over "+about(q))
	x := scale{q.Variants[order[0]].Value, q.Variants[order[len(order)-1]].Value, left + 10, chartWidth - right - 10}
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range order {
		_, interval := figureOf(&a.Reports[i], by)
		low, high = min(low, interval[0]), max(high, interval[1])
	}
	pad := float64((high - low) * 0.06)
	y := scale{low - pad, high + pad, height - bottom, top}
	for _, v := range y.ticks(4) {
		c.line("grid", left, y.at(v), chartWidth-right, y.at(v))
		c.text("tick", "end", left-6, y.at(v)+4, tickOf(by, v))
	}
	var upper, lower, middle [][2]float64
	for _, i := range order {
		mean, interval := figureOf(&a.Reports[i], by)
		at := x.at(q.Variants[i].Value)
		middle = append(middle, [2]float64{at, y.at(mean)})
		upper = append(upper, [2]float64{at, y.at(interval[1])})
		lower = append([][2]float64{{at, y.at(interval[0])}}, lower...)
	}
	now := x.at(q.Variants[q.Now()].Value)
	c.line("now", now, top-4, now, y.from)
	c.text("note", anchorAt(now), now+offsetAt(now), top+6, "now "+q.Variants[q.Now()].Name)
	c.path("band", append(upper, lower...), true)
	c.path("curve", middle, false)
	for k, i := range order {
		mean, interval := figureOf(&a.Reports[i], by)
		c.dot("point", middle[k][0], middle[k][1], 4, fmt.Sprintf("%s: %s (%s to %s)", q.Variants[i].Name, formatFigure(by, mean), formatFigure(by, interval[0]), formatFigure(by, interval[1])))
	}
	c.line("axis", left, y.from, chartWidth-right, y.from)
	for _, v := range x.ticks(10) {
		c.text("tick", "middle", x.at(v), height-bottom+17, tick(v))
	}
	c.text("tick", "middle", (left+chartWidth-right)/2, height-6, about(q))
	return c.done()
}

// forestSVG draws rows on one scale, each as a point on the line of its
// interval. With zero, 0 is marked and intervals that include it are pale.
func forestSVG(label string, rows []row, zero bool, write func(float64) string) string {
	const left, right, top, each = 190.0, 120.0, 8.0, 24.0
	height := top + float64(each*float64(len(rows))) + 26
	c := newSVG(chartWidth, height, label)
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		low, high = min(low, r.interval[0]), max(high, r.interval[1])
	}
	if zero {
		low, high = min(low, 0), max(high, 0)
	}
	pad := float64((high - low) * 0.03)
	x := scale{low - pad, high + pad, left, chartWidth - right}
	base := height - 24
	for _, v := range x.ticks(5) {
		c.line("grid", x.at(v), top, x.at(v), base)
		c.text("tick", "middle", x.at(v), height-8, write(v))
	}
	if zero {
		c.line("zero", x.at(0), top, x.at(0), base)
	}
	for i, r := range rows {
		at := top + float64(each*(float64(i)+0.5))
		class := "plain"
		switch {
		case zero && r.interval[0] <= 0 && r.interval[1] >= 0:
			class = "unsure"
		case zero && r.mean < 0:
			class = "minus"
		case zero:
			class = "plus"
		}
		c.text("label", "end", left-12, at+4, r.label)
		c.line("span "+class, x.at(r.interval[0]), at, x.at(r.interval[1]), at)
		c.dot("point "+class, x.at(r.mean), at, 5, fmt.Sprintf("%s: %s (%s to %s)", r.label, write(r.mean), write(r.interval[0]), write(r.interval[1])))
		c.text("value", "start", chartWidth-right+10, at+4, r.note)
	}
	return c.done()
}
