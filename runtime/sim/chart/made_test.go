package chart

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/runtime/sim/profiler"
	"sleight/tests/golden"
)

// tree is where the fuel of a made-up run goes: boxes wide and narrow, with and
// without a place, and deeper than is drawn.
func tree() *profiler.Frame {
	frame := func(name, file string, line int, own, all, calls int64, below ...*profiler.Frame) *profiler.Frame {
		return &profiler.Frame{
			Name: name, Place: diag.Place{File: file, Line: line}, Below: below,
			Own: profiler.Cost{Fuel: own}, All: profiler.Cost{Fuel: all, Calls: calls},
		}
	}
	deep := frame("deepest", "", 0, 1, 40, 1)
	for i := range 30 {
		deep = frame(fmt.Sprint("level ", i), "scripts/mine/deep.lua", i+1, 0, 40, 1, deep)
	}
	return frame("engine", "", 0, 10, 1000, 12,
		frame("use of <card>", "scripts/mine/cards/a_card_with_a_long_name.lua", 12, 200, 600, 7, frame("draw", "", 0, 400, 400, 3)),
		deep, frame("narrow", "x.lua", 1, 33, 33, 1), frame("narrower", "x.lua", 1, 32, 32, 0),
		frame("too narrow", "x.lua", 2, 1, 1, 1), frame("edge", "x.lua", 3, 2, 2, 1))
}

// TestUnusualAnswers compares unusual answers, in every form, with golden
// files: games that failed or are missing, differences on either side of zero,
// names with markup.
func TestUnusualAnswers(t *testing.T) {
	for _, a := range answers() {
		kind := a.Question.Kind
		one, two := a.Reports[1], a.Reports[1]
		one.Variant, two.Variant = "3", "4"
		better, worse := *one.Difference, *two.Difference
		better.WinRate, better.WinRateInterval = 0.3, sim.Interval{0.1, 0.4}
		worse.WinRate, worse.WinRateInterval = -0.3, sim.Interval{-0.4, -0.1}
		one.Difference, two.Difference = &better, &worse
		two.N, two.Outcomes = 60, map[string]int{"won": 10, "lost": 50}
		one.Faults = []sim.FailedGame{{Game: 4, Seed: 77, Outcome: "faulty", After: 1, Problem: "it broke"}, {Game: 5, Seed: 78, Outcome: "faulty", After: 9, Problem: "it broke again"}}
		one.FuelPerGame, one.FuelPerCommand = 1234.56, 0.123
		a.Reports = append(a.Reports, one, two)
		a.Question.Players = 2
		a.Question.Variants = append(a.Question.Variants,
			experiment.Variant{Name: "3", Bot: "third", Value: 3, With: "relic/lamp", Title: "Lamp", Against: 1},
			experiment.Variant{Name: "4", Bot: "fourth", Value: 4, Without: "card/lamp", Title: "Lamp"})
		var out strings.Builder
		for _, o := range []Options{{}, {Width: 60, ASCII: true}, {By: "length", Width: 70}} {
			fmt.Fprintf(&out, "# text by %q, %d columns\n", o.By, o.Width)
			if err := Text(&out, a, o); err != nil {
				t.Fatal(err)
			}
		}
		if kind == experiment.Impact || kind == experiment.Sweep {
			var page strings.Builder
			if err := HTML(&page, a, "", tree()); err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(page.String(), "</style>")
			out.WriteString("# page, below its style\n" + body)
		}
		out.WriteString("# table\n")
		if err := CSV(&out, a); err != nil {
			t.Fatal(err)
		}
		out.WriteString("# JSON\n")
		if err := JSON(&out, a, "length"); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, fmt.Sprintf("testdata/made_%s.golden", kind), out.String())
		full := &narrow{}
		for n, write := range []func() error{
			func() error { return Text(full, a, Options{}) }, func() error { return HTML(full, a, "", nil) },
			func() error { return CSV(full, a) }, func() error { return JSON(full, a, "") },
		} {
			if err := write(); !errors.Is(err, errFull) {
				t.Errorf("%s in form %d cannot be written, and the error is %v", kind, n, err)
			}
		}
	}
}

var errFull = errors.New("the disk is full")

// narrow is a writer that accepts nothing.
type narrow struct{}

func (*narrow) Write([]byte) (int, error) { return 0, errFull }

// TestNumbersAreReadable compares how numbers, differences and scales are
// written, at the edges of each form.
func TestNumbersAreReadable(t *testing.T) {
	var out strings.Builder
	for _, n := range []float64{0, 1, -1, 12, 999_999_999, 1e9, 1e9 + 1, 0.5, 0.123456, 0.999, 1.005, 99.999, 100.04, 100, 12345.678, -0.25, -3.14159, 1e-5} {
		fmt.Fprintf(&out, "%v: %s, %s, %s, %s, tick %s, step %v\n", n, number(n), signed(n), percent(n), points(n), tick(n), niceStep(n))
	}
	for _, s := range []scale{{0, 1, 0, 100}, {0, 10, 20, 120}, {-3, 7, 0, 600}, {5, 5, 0, 10}, {0, 0.003, 0, 1}, {1e6, 3e6, 0, 100}, {0.1, 0.7, 0, 10}} {
		fmt.Fprintf(&out, "%v: ticks %v and %v, %v at %v\n", s, s.ticks(5), s.ticks(3), s.low, s.at(s.low))
	}
	for _, x := range []float64{0, chartWidth * 0.5, chartWidth * 0.8, chartWidth*0.8 + 1, chartWidth} {
		fmt.Fprintf(&out, "%v: %s %v\n", x, anchorAt(x), offsetAt(x))
	}
	for _, i := range []sim.Interval{{-1, 1}, {0, 1}, {-1, 0}, {1, 2}, {-2, -1}, {0, 0}} {
		fmt.Fprintf(&out, "%v:%s|%s\n", i, chanceRemark(i), zeroMark(i))
	}
	for n, want := range []string{"0 games", "1 game", "2 games"} {
		if got := counted(n, "game"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	golden.Check(t, "testdata/numbers.golden", out.String())
}
