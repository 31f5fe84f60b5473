package experiment

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/rules"
)

const (
	defaultPoints = 11  // in a sweep without a step
	wholePoints   = 21  // up to this many whole numbers are tried one by one
	maxPoints     = 200 // in any sweep
)

// Sweep asks for the effect of a parameter: text is NAME=A..B, NAME=A..B..STEP
// or NAME=A,B,C. Every value is compared with the current one.
func (q Question) Sweep(c *rules.Content, text, bot string, params map[string]float64) (Question, error) {
	name, values, ok := strings.Cut(text, "=")
	points, err := parsePoints(values)
	if errors.Is(err, errTooMany) {
		return q, fmt.Errorf("%.80s: too many values; a sweep tries at most %d", text, maxPoints)
	}
	if !ok || err != nil {
		return q, fmt.Errorf("%.80q is not a sweep: expected PARAM=FROM..TO, PARAM=FROM..TO..STEP or PARAM=VALUE,VALUE…", text)
	}
	p, full, err := Param(c, q.Game, name)
	if err != nil {
		return q, err
	}
	now, set := params[full]
	if !set {
		now = p.Default
	}
	q.Kind, q.About = Sweep, full
	q.Variants = []Variant{{Name: formatNumber(now), Bot: bot, Params: params, Value: now, Now: true}}
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
		q.Variants = append(q.Variants, Variant{Name: formatNumber(value), Bot: bot, Params: with, Value: value})
	}
	return q, nil
}

func formatNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// errNoRange is the error for FROM..TO without any value between the two.
var errNoRange = errors.New("not a range")

// errTooMany is the error for a sweep of more than maxPoints values.
var errTooMany = errors.New("too many values")

// parsePoints returns the values of a sweep, lowest first. It counts them before it
// allocates memory for them.
func parsePoints(text string) ([]float64, error) {
	if !strings.Contains(text, "..") {
		if strings.Count(text, ",") >= maxPoints {
			return nil, errTooMany
		}
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
	if strings.Count(text, "..") > 2 {
		return nil, errNoRange
	}
	var ends []float64
	for part := range strings.SplitSeq(text, "..") {
		v, err := finite(part)
		if err != nil {
			return nil, err
		}
		ends = append(ends, v)
	}
	if ends[1] <= ends[0] || len(ends) == 3 && ends[2] <= 0 {
		return nil, errNoRange
	}
	step := stepOf(ends)
	n := math.Floor((ends[1]-ends[0])/step + 1e-9)
	switch {
	case math.IsInf(ends[1]-ends[0], 0):
		return nil, errNoRange
	case n >= maxPoints:
		return nil, errTooMany
	}
	var out []float64
	for i := range int(n) + 1 {
		// Rounded, so that 0.1 + 0.2 is 0.3.
		v, _ := strconv.ParseFloat(strconv.FormatFloat(ends[0]+float64(float64(i)*step), 'g', 12, 64), 64)
		out = append(out, v)
	}
	return slices.Compact(out), nil
}

// stepOf returns the distance between points.
func stepOf(ends []float64) float64 {
	if len(ends) == 3 {
		return ends[2]
	}
	width := ends[1] - ends[0]
	if ends[0] == math.Trunc(ends[0]) && ends[1] == math.Trunc(ends[1]) {
		if width < wholePoints {
			return 1
		}
		return math.Ceil(width / (defaultPoints - 1))
	}
	return width / (defaultPoints - 1)
}

func finite(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return 0, errors.New("not a finite number")
	}
	return v, err
}
