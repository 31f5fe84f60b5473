package profiler

import (
	"cmp"
	"slices"

	"sleight/runtime/diag"
)

// Line is a line of a hook or function, or an API function, with its cost in
// all games, whatever called it.
type Line struct {
	Name  string
	Place diag.Place // zero for API functions
	// Own is the cost of the line itself; All adds what it called. A recursive
	// call is part of the All of the first one.
	Own, All Cost
}

// Lines returns all lines below a frame, the most fuel first.
func (f *Frame) Lines() []Line {
	sums := map[place]*Line{}
	running := map[place]bool{}
	var visit func(f *Frame)
	visit = func(f *Frame) {
		at := place{f.Name, f.Place.File, f.Place.Line}
		line := sums[at]
		if line == nil {
			line = &Line{Name: f.Name, Place: f.Place}
			sums[at] = line
		}
		line.Own.add(f.Own)
		first := !running[at]
		if first {
			line.All.add(f.All)
			running[at] = true
		}
		for _, b := range f.Below {
			visit(b)
		}
		if first {
			running[at] = false
		}
	}
	for _, b := range f.Below {
		visit(b)
	}
	out := make([]Line, 0, len(sums))
	for _, l := range sums {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Line) int {
		return cmp.Or(cmp.Compare(b.All.Fuel, a.All.Fuel), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line))
	})
	return out
}
