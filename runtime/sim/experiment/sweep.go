package experiment

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/engine"
)

const (
	usualPoints = 11  // of a sweep that does not say how far they are apart
	wholePoints = 21  // as many whole numbers are tried one by one
	mostPoints  = 200 // of any sweep
)

// Sweep asks what a parameter does: text is NAME=A..B, NAME=A..B..STEP or
// NAME=A,B,C. Every value is compared with the one that content has now.
func (q Question) Sweep(c *engine.Content, text, bot string, params map[string]float64) (Question, error) {
	name, values, ok := strings.Cut(text, "=")
	points, err := points(values)
	if !ok || err != nil {
		return q, fmt.Errorf("%q is no sweep: expected PARAM=FROM..TO, PARAM=FROM..TO..STEP or PARAM=VALUE,VALUE…", text)
	}
	p, full, err := Param(c, q.Game, name)
	if err != nil {
		return q, err
	}
	if len(points) > mostPoints {
		return q, fmt.Errorf("%s: %d values are too many; %d are tried at most", text, len(points), mostPoints)
	}
	now, set := params[full]
	if !set {
		now = p.Default
	}
	q.Kind, q.About = Sweep, full
	q.Variants = []Variant{{Name: shown(now), Bot: bot, Params: params, Value: now, Now: true}}
	for _, value := range points {
		if value == now {
			continue
		}
		with := map[string]float64{full: value}
		for other, v := range params {
			if other != full {
				with[other] = v
			}
		}
		q.Variants = append(q.Variants, Variant{Name: shown(value), Bot: bot, Params: with, Value: value})
	}
	return q, nil
}

func shown(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// points reads the values of a sweep, lowest first.
func points(text string) ([]float64, error) {
	if !strings.Contains(text, "..") {
		var out []float64
		for part := range strings.SplitSeq(text, ",") {
			v, err := finite(part)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		slices.Sort(out)
		return slices.Compact(out), nil
	}
	var ends []float64
	for part := range strings.SplitSeq(text, "..") {
		v, err := finite(part)
		if err != nil {
			return nil, err
		}
		ends = append(ends, v)
	}
	if len(ends) < 2 || len(ends) > 3 || ends[1] <= ends[0] || len(ends) == 3 && ends[2] <= 0 {
		return nil, fmt.Errorf("no range")
	}
	step := stepOf(ends)
	n := int(math.Floor((ends[1]-ends[0])/step + 1e-9))
	if n >= mostPoints {
		return make([]float64, n+1), nil
	}
	var out []float64
	for i := range n + 1 {
		// Rounded, so that 0.1 + 0.2 is 0.3.
		v, _ := strconv.ParseFloat(strconv.FormatFloat(ends[0]+float64(i)*step, 'g', 12, 64), 64)
		out = append(out, v)
	}
	return out, nil
}

// stepOf returns how far points are apart.
func stepOf(ends []float64) float64 {
	if len(ends) == 3 {
		return ends[2]
	}
	width := ends[1] - ends[0]
	if ends[0] == math.Trunc(ends[0]) && ends[1] == math.Trunc(ends[1]) {
		if width < wholePoints {
			return 1
		}
		return math.Ceil(width / (usualPoints - 1))
	}
	return width / (usualPoints - 1)
}

func finite(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return 0, fmt.Errorf("no number")
	}
	return v, err
}
