package chart

import (
	"encoding/json"
	"io"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// point is the result for one value of a sweep.
type point struct {
	Value float64 `json:"value"`
	Now   bool    `json:"now,omitempty"`
	sim.Report
}

// JSON writes an answer as one object: the report of a single variant as is,
// several reports under variants, those of a sweep with their values under
// sweep, and the worth of definitions under impact.
func JSON(w io.Writer, a *experiment.Answer, by string) error {
	if by == "" {
		by = a.Leading()
	}
	q := a.Question
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	switch now := a.Reports[q.Now()]; {
	case q.Kind == experiment.Sweep:
		var points []point
		for _, i := range a.Curve() {
			points = append(points, point{q.Variants[i].Value, q.Variants[i].Now, a.Reports[i]})
		}
		return e.Encode(struct {
			Game  string  `json:"game"`
			Bot   string  `json:"bot"`
			N     int     `json:"n"`
			Seed  uint64  `json:"seed"`
			Param string  `json:"param"`
			Sweep []point `json:"sweep"`
		}{q.Game, now.Bot, now.N, q.Seed, q.About, points})
	case q.Kind == experiment.Impact:
		now.Variant = ""
		return e.Encode(struct {
			sim.Report
			Impact []experiment.DefinitionImpact `json:"impact"`
		}{now, a.Impacts(by)})
	case len(a.Reports) == 1:
		return e.Encode(now)
	}
	return e.Encode(struct {
		Game     string       `json:"game"`
		Old      string       `json:"compared_with,omitempty"`
		N        int          `json:"n"`
		Seed     uint64       `json:"seed"`
		Variants []sim.Report `json:"variants"`
	}{q.Game, q.Old, a.Reports[0].N, q.Seed, a.Reports})
}
