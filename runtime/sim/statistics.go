package sim

import (
	"math"

	"sleight/runtime/lua/number"
)

// z is the half-width of an interval in standard errors: 95 of 100 such
// intervals contain the true value.
const z = 1.959963984540054

// Interval is a 95 % confidence interval.
type Interval [2]float64

// Summary holds the statistics of counts.
type Summary struct {
	N         int      `json:"n"`
	Mean      float64  `json:"mean"`
	Interval  Interval `json:"interval"`
	Deviation float64  `json:"deviation"`
	Min       float64  `json:"min"`
	Max       float64  `json:"max"`
	// Quantiles holds the 5th, 25th, 50th, 75th and 95th percentiles.
	Quantiles map[string]float64 `json:"quantiles"`
	Histogram []Bar              `json:"histogram"`
}

// Bar is one bar of a histogram: values from From (inclusive) to To (exclusive,
// except in the last bar).
type Bar struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Count int     `json:"count"`
}

// quantiles lists the quantiles that are reported.
var quantiles = [...]struct {
	name string
	part float64
}{{"p5", 0.05}, {"p25", 0.25}, {"p50", 0.5}, {"p75", 0.75}, {"p95", 0.95}}

// Summarize computes the statistics of counts.
func Summarize(c Counts) Summary {
	s := Summary{N: c.N(), Quantiles: map[string]float64{}, Histogram: []Bar{}}
	if s.N == 0 {
		return s
	}
	s.Mean, s.Deviation = c.moments()
	half := float64(z*s.Deviation) / math.Sqrt(float64(s.N))
	s.Interval = Interval{s.Mean - half, s.Mean + half}
	values := c.Values()
	s.Min, s.Max = values[0], values[len(values)-1]
	for _, q := range quantiles {
		s.Quantiles[q.name] = c.Quantile(q.part)
	}
	s.Histogram = histogram(c, values)
	return s
}

// maxBars is the maximum number of bars in a histogram.
const maxBars = 24

// histogram divides values into bars of equal width, which is 1, 2 or 5 times a
// power of ten.
func histogram(c Counts, values []float64) []Bar {
	low, high := values[0], values[len(values)-1]
	width := niceWidth((high - low) / maxBars)
	if whole(values) {
		width = math.Max(1, width)
	}
	first := math.Floor(low / width)
	bars := make([]Bar, int(math.Floor(high/width)-first)+1)
	for i := range bars {
		bars[i].From, bars[i].To = (first+float64(i))*width, (first+float64(i)+1)*width
	}
	for _, v := range values {
		i := min(max(int(math.Floor(v/width)-first), 0), len(bars)-1)
		bars[i].Count += c[v]
	}
	return bars
}

func whole(values []float64) bool {
	for _, v := range values {
		if v != math.Trunc(v) {
			return false
		}
	}
	return true
}

// niceWidth returns the least number of the form 1, 2 or 5 times a power of ten
// that is at least w.
func niceWidth(w float64) float64 {
	if w <= 0 {
		return 1
	}
	power := number.Pow(10, math.Floor(number.Log10(w)))
	for _, step := range []float64{1, 2, 5} {
		if step*power >= w*(1-1e-12) {
			return step * power
		}
	}
	return 10 * power
}

// Rate returns a share of games with its Wilson interval, which also holds near
// 0 and 1.
func Rate(k, n int) (rate float64, interval Interval) {
	if n == 0 {
		return 0, Interval{0, 1}
	}
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := float64(z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m)))
	return p, Interval{math.Max(0, middle-half), math.Min(1, middle+half)}
}

// Negated returns the summary of the negated values, without quantiles and
// bars.
func (s Summary) Negated() Summary {
	return Summary{
		// Subtracting from 0 avoids negative zero.
		N: s.N, Mean: 0 - s.Mean, Interval: Interval{0 - s.Interval[1], 0 - s.Interval[0]}, Deviation: s.Deviation,
		Min: 0 - s.Max, Max: 0 - s.Min, Quantiles: map[string]float64{}, Histogram: []Bar{},
	}
}
