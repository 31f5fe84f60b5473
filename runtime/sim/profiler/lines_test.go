package profiler_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	. "sleight/runtime/sim/profiler"
)

// TestLinesAddUpAllCalls checks that a line that several hooks reach is listed
// once, and that recursion is not counted twice.
func TestLinesAddUpAllCalls(t *testing.T) {
	frame := func(name string, line int, own int64, below ...*Frame) *Frame {
		f := &Frame{Name: name, Own: Cost{Fuel: own, Calls: 1}, Below: below}
		if line > 0 {
			f.Place = diag.Place{File: "a.lua", Line: line}
		}
		f.All = f.Own
		for _, b := range below {
			f.All.Fuel += b.All.Fuel
			f.All.Calls += b.All.Calls
		}
		return f
	}
	root := frame("engine", 0, 100,
		frame("use", 1, 1, frame("roll", 0, 10), frame("again", 7, 2, frame("again", 7, 3, frame("roll", 0, 20)))),
		frame("score", 4, 5, frame("again", 7, 4)))
	got := root.Lines()
	at := func(line int) diag.Place { return diag.Place{File: "a.lua", Line: line} }
	want := []Line{
		{Name: "use", Place: at(1), Own: Cost{Fuel: 1, Calls: 1}, All: Cost{Fuel: 36, Calls: 5}},
		{Name: "roll", Own: Cost{Fuel: 30, Calls: 2}, All: Cost{Fuel: 30, Calls: 2}},
		{Name: "again", Place: at(7), Own: Cost{Fuel: 9, Calls: 3}, All: Cost{Fuel: 29, Calls: 4}},
		{Name: "score", Place: at(4), Own: Cost{Fuel: 5, Calls: 1}, All: Cost{Fuel: 9, Calls: 2}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
