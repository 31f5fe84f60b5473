package sim

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// bots lists all bots that play the bazaar.
var bots = []string{"random", "greedy", "mcts:30", "sleeper"}

// market returns a plan that plays the bazaar with every bot, compared with the
// first and the second.
func market(t *testing.T) Plan {
	t.Helper()
	p := Plan{Game: bazaar.ID, Seed: 7, N: 12, MaxCommands: 20, Workers: 2}
	c := bazaar.Build(t, bazaar.Tree(t))
	for i, bot := range bots {
		p.Variants = append(p.Variants, Variant{Name: "by " + bot, Content: c, Bot: bot, Against: i / 2})
	}
	return p
}

// playedMarket is what the games of market give, for all tests that need it.
var playedMarket *Result

// playMarket returns the plan of market and its result, which callers must not
// change.
func playMarket(t *testing.T) (Plan, *Result) {
	t.Helper()
	p := market(t)
	if playedMarket == nil {
		r, err := Run(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		playedMarket = r
	}
	return p, playedMarket
}

// indented writes a value as JSON.
func indented(t *testing.T, v any) string {
	t.Helper()
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// TestWholeReports checks every number of every report of a plan. Of the fuel,
// which changes when costs change, it checks only that it adds up.
func TestWholeReports(t *testing.T) {
	p, r := playMarket(t)
	reports := r.Reports(p)
	for i := range reports {
		got, v := &reports[i], r.Variants[i]
		if got.FuelPerGame*float64(v.Games) != float64(v.Fuel) || math.Abs(got.FuelPerCommand*float64(v.Commands)-float64(v.Fuel)) > 0.01 || v.Fuel < 100*v.Commands {
			t.Errorf("%d games of %d commands burn %d: %v a game, %v a command", v.Games, v.Commands, v.Fuel, got.FuelPerGame, got.FuelPerCommand)
		}
		got.FuelPerGame, got.FuelPerCommand = 0, 0
	}
	golden.Check(t, "testdata/reports.golden", indented(t, reports))

	p.Variants = p.Variants[:1]
	p.Players = 3
	r, err := Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	one := r.Reports(p)[0]
	if one.Variant != "" || one.Difference != nil || one.Players != 3 || one.Game != bazaar.ID || one.Bot != "random" {
		t.Errorf("alone it is reported as %+v", one)
	}
	if none := (&Result{Metrics: r.Metrics, Variants: []Tally{{Counts: r.Variants[0].Counts}}}).Reports(p)[0]; none.FuelPerGame != 0 || none.WinRateInterval != (Interval{0, 1}) {
		t.Errorf("no game is reported as %+v", none)
	}
}

// TestWholeGames checks every command that each bot gives in two games, and how
// these end. This shows that a search plays the best command it found, and no
// other.
func TestWholeGames(t *testing.T) {
	p := market(t)
	p.MaxCommands = 0
	var out strings.Builder
	for v, variant := range p.Variants {
		for number := range 3 {
			s, g, err := Replay(t.Context(), p, v, number)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "# %s, game %d: %s after %d commands, %v", variant.Bot, g.Number, g.Outcome, g.Length, g.Values)
			if g.Problem != nil {
				fmt.Fprintf(&out, ", %q: %s %s", g.Failing, g.Problem.Code, g.Problem.Place)
			}
			out.WriteString("\n")
			for _, e := range s.Log()[1:] {
				fmt.Fprintf(&out, "%d %s\n", e.Player, e.Text)
			}
		}
	}
	golden.Check(t, "testdata/games.golden", out.String())
}

// TestMergingLosesNothing checks that the counts of a plan played at once equal
// those of its parts merged in any order, including every fault.
func TestMergingLosesNothing(t *testing.T) {
	p, whole := playMarket(t)
	merged, err := newResult(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []int{8, 0, 4} {
		part := p
		part.First, part.N = first, 4
		r, err := Run(t.Context(), part)
		if err != nil {
			t.Fatal(err)
		}
		var read Result // as received from another machine
		if err := json.Unmarshal([]byte(indented(t, r)), &read); err != nil {
			t.Fatal(err)
		}
		merged.Merge(&read)
	}
	if diff := cmp.Diff(indented(t, whole), indented(t, merged)); diff != "" {
		t.Errorf("the parts give something else (-whole +parts):\n%s", diff)
	}
	if whole.Played.N() != 12 || len(whole.Faults) == 0 || len(whole.Faults) > keptFaults {
		t.Errorf("%d games are played, with %d faults", whole.Played.N(), len(whole.Faults))
	}
}

// mishaps is a game that goes wrong in every possible way.
const mishaps = `
kind: game
id: mishaps
variables: {step: {start: 0, min: 0, max: 6}}
actions: {go: {requires: [{that: 'vars.step < 3', else: No further.}]}, fall: {}, stay: {}}
phases: {play: {actions: [go, fall]}, last: {actions: [go]}, still: {actions: [stay]}}
heuristic: vars.step
metrics: {steps: {value: 6 / vars.step}, lost: {value: vars.step, of: lost}}
lua: |
  return {
    do_go = function() vars.step = vars.step + 1 if vars.step == 3 then enter_phase("last") end end,
    do_stay = function() end,
    do_fall = function()
      if vars.step == 0 then enter_phase("still") elseif vars.step == 1 then vars.step = 9 else lose("Fallen.") end
    end,
  }
---
{kind: bot, id: walker, lua: 'return {choose = function() return "go" end}'}
---
{kind: bot, id: faller, lua: 'return {choose = function() return "fall" end}'}
---
{kind: bot, id: idler, lua: 'return {choose = function() if phase() == "still" then return "stay" end return "fall" end}'}
---
{kind: bot, id: broken, lua: 'return {choose = function() return nil + 1 end}'}
`

// TestWholeFaults checks the record of games that fail: the game, the bot, the
// commands, and the problem with its place.
func TestWholeFaults(t *testing.T) {
	c := bazaar.Build(t, fstest.MapFS{"content/mishaps/game.yaml": {Data: []byte(mishaps)}})
	p := Plan{Game: "mishaps", Seed: 3, N: 9, MaxCommands: 5, Workers: 1}
	for _, bot := range []string{"random", "walker", "faller", "idler", "broken", "greedy", "mcts:9"} {
		p.Variants = append(p.Variants, Variant{Name: bot, Content: c, Bot: bot})
	}
	p.Variants = append(p.Variants, Variant{Name: "given", Content: c, Bot: "faller", Given: func(s *session.Session) error {
		if r := s.Run("lua vars.step = 1"); !r.OK() {
			return r.Problem
		}
		return nil
	}})
	r, err := Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Faults {
		r.Faults[i].Game.Fuel = 0
		if p := r.Faults[i].Game.Problem; p != nil { // its wording is not the simulator's
			p.Message, p.Hint = diag.Sentencef("…"), diag.Sentence{}
		}
	}
	for i := range r.Variants {
		r.Variants[i].Fuel = 0
	}
	var lines []FailedGame
	for _, report := range r.Reports(p) {
		lines = append(lines, report.Faults...)
	}
	golden.Check(t, "testdata/faults.golden", indented(t, r)+indented(t, lines))

	p.Variants[7].Given = func(*session.Session) error { return fmt.Errorf("nothing is given") }
	if r, err := Run(t.Context(), p); r != nil || err == nil || err.Error() != "nothing is given" {
		t.Errorf("a game that cannot begin gives %v, %v", r, err)
	}
}

// TestFaultsAreKeptOnce checks that only the first fault of each kind is kept,
// and no more than fifty in all.
func TestFaultsAreKeptOnce(t *testing.T) {
	r := &Result{}
	for n := 199; n >= 0; n-- {
		problem := diag.New("game/bounds", diag.Place{File: "f", Line: n % 70}, "")
		r.Faults = append(r.Faults, Fault{0, Game{Number: n, Outcome: Faulty, Problem: &problem}})
	}
	r.trim()
	if len(r.Faults) != 50 || r.Faults[0].Game.Number != 0 || r.Faults[49].Game.Number != 49 {
		t.Errorf("%d are kept, the last is %+v", len(r.Faults), r.Faults[len(r.Faults)-1])
	}
	r.Faults = []Fault{{1, Game{Number: 4, Outcome: Stuck}}, {0, Game{Number: 4, Outcome: Stuck}}, {0, Game{Number: 3, Outcome: Endless}}, {0, Game{Number: 5, Outcome: Stuck}}}
	r.trim()
	want := []Fault{{0, Game{Number: 3, Outcome: Endless}}, {0, Game{Number: 4, Outcome: Stuck}}, {1, Game{Number: 4, Outcome: Stuck}}}
	if diff := cmp.Diff(want, r.Faults); diff != "" {
		t.Errorf("kept are (-want +got):\n%s", diff)
	}
}

// TestPlansThatCannotBePlayed checks the errors of plans that cannot be played.
func TestPlansThatCannotBePlayed(t *testing.T) {
	c := bazaar.Build(t, bazaar.Tree(t))
	for want, change := range map[string]func(p *Plan){
		"nothing to play":      func(p *Plan) { p.Variants = nil },
		`unknown game "chess"`: func(p *Plan) { p.Game = "chess" },
		"b cannot be compared with c, which is played later":                                   func(p *Plan) { p.Variants[1].Against = 2 },
		`bazaar has no bot "gredy"; did you mean "greedy"?`:                                    func(p *Plan) { p.Variants[2].Bot = "gredy" },
		`bazaar has no bot "xyzzy"; there are random, greedy, mcts, sleeper`:                   func(p *Plan) { p.Variants[2].Bot = "xyzzy" },
		"mcts:0: expected a number of searches, as in mcts:1000, or a time, as in mcts:50ms":   func(p *Plan) { p.Variants[2].Bot = "mcts:0" },
		"mcts:0ms: expected a number of searches, as in mcts:1000, or a time, as in mcts:50ms": func(p *Plan) { p.Variants[2].Bot = "mcts:0ms" },
	} {
		p := Plan{Game: bazaar.ID, N: 2, MaxCommands: 3}
		for _, name := range []string{"a", "b", "c"} {
			p.Variants = append(p.Variants, Variant{Name: name, Content: c, Bot: "random"})
		}
		change(&p)
		if _, err := Run(t.Context(), p); err == nil || err.Error() != want {
			t.Errorf("expected %q, got %v", want, err)
		}
	}
	g, _ := c.Game(bazaar.ID)
	for name, want := range map[string]mcts{"mcts": {iterations: 200}, "mcts:1": {iterations: 1}, "mcts:1ns": {time: 1}} {
		if b, err := NewBot(g, name); err != nil || b.(*mcts).iterations != want.iterations || b.(*mcts).time != want.time {
			t.Errorf("%s is %+v, %v", name, b, err)
		}
	}
}

// TestProgressCountsUp checks that the reported progress never goes backwards
// and includes the last game.
func TestProgressCountsUp(t *testing.T) {
	p := market(t)
	p.Variants, p.N = p.Variants[3:], 300
	p.Variants[0].Against = 0
	var reported []int
	p.Progress = func(done int) { reported = append(reported, done) }
	if _, err := Run(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if len(reported) == 0 || len(reported) > 100 || reported[len(reported)-1] != 300 {
		t.Errorf("progress reports were %v", reported)
	}
}

// TestCounts checks every statistic of some counts.
func TestCounts(t *testing.T) {
	c := Counts{}
	for _, v := range []float64{999_999, 1_000_000, 1_234_567, 0.123456, -0.5, math.Copysign(0, -1), math.NaN(), math.Inf(1), -1_000_001, -999_999} {
		c.Add(v, 1)
	}
	want := Counts{999_999: 1, 1_000_000: 1, 1_235_000: 1, 0.1235: 1, -0.5: 1, 0: 3, -1_000_000: 1, -999_999: 1}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
	if text := indented(t, Counts{0: 2, -1: 1}); text != "[\n [\n  -1,\n  1\n ],\n [\n  0,\n  2\n ]\n]\n" {
		t.Errorf("written %s", text)
	}
	var read Counts
	if err := json.Unmarshal([]byte("[[2, 1], [2, 3]]"), &read); err != nil || !maps.Equal(read, Counts{2: 4}) {
		t.Errorf("read %v, %v", read, err)
	}
	if err := json.Unmarshal([]byte(`{"2": 1}`), &read); err == nil {
		t.Error("an object is read")
	}
	if math.Signbit(rounded(math.Copysign(0, -1))) {
		t.Error("zero has a sign")
	}
	if q := (Counts{}).Quantile(0.5); q != 0 {
		t.Errorf("the middle of nothing is %v", q)
	}
}

// TestSummaries checks every figure of summaries, and the bars of histograms.
func TestSummaries(t *testing.T) {
	var out strings.Builder
	for _, c := range []Counts{
		{},
		{5: 1},
		{5: 3},
		{0: 1, 1: 1},
		{0: 1, 24: 1},
		{0: 1, 25: 2},
		{-7: 1, 48: 3, 49: 1},
		{0.25: 1, 0.5: 1, 7: 4},
		{0: 1, 1000: 1},
		{1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1, 10: 1, 11: 1, 12: 1, 13: 1, 14: 1, 15: 1, 16: 1, 17: 1, 18: 1, 19: 1, 20: 1},
		{0.1: 1, 0.3: 1, 2.5: 1},
	} {
		text, _ := json.Marshal(c)
		fmt.Fprintf(&out, "# %s\n", text)
		for _, s := range []Summary{Summarize(c), Summarize(c).Negated()} {
			bars := s.Histogram
			if bars == nil {
				t.Errorf("%s has no list of bars", text)
			}
			s.Histogram = []Bar{}
			line, _ := json.Marshal(s)
			fmt.Fprintf(&out, "%s\n", line)
			for _, b := range bars {
				fmt.Fprintf(&out, "  %v to %v: %d\n", b.From, b.To, b.Count)
			}
		}
	}
	for _, x := range [][2]int{{0, 0}, {0, 10}, {10, 10}, {1, 3}, {50, 100}} {
		rate, interval := Rate(x[0], x[1])
		fmt.Fprintf(&out, "%d of %d: %v in %v\n", x[0], x[1], rate, interval)
	}
	for _, w := range []float64{0, -1, 0.1, 0.11, 1, 1.1, 2, 3, 5, 5.1, 9.9, 10, 20.000000000001, 1e-7} {
		fmt.Fprintf(&out, "bars of %v are %v wide\n", w, niceWidth(w))
	}
	golden.Check(t, "testdata/summaries.golden", out.String())
}

// TestRanges compares Ranges with plain sets of numbers as random ranges are
// added.
func TestRanges(t *testing.T) {
	for seed := range 200 {
		var r Ranges
		has := map[int]bool{}
		z := seedOf(uint64(seed), 0)
		for range 6 {
			z = seedOf(z, 1)
			from := int(z % 12)
			x := Range{from, from + 1 + int(z>>20%3)}
			any, left := false, map[int]bool{}
			for n := x[0]; n < x[1]; n++ {
				any = any || has[n]
				left[n] = !has[n]
			}
			if r.Has(x) != any {
				t.Fatalf("%v has %v: %v", r, x, !any)
			}
			without := r.Without(x)
			for n := range 20 {
				if without.Has(Range{n, n + 1}) != left[n] {
					t.Fatalf("%v without %v is %v", x, r, without)
				}
			}
			for _, y := range without {
				r = r.add(y)
				for n := y[0]; n < y[1]; n++ {
					has[n] = true
				}
			}
			for i, y := range r {
				if y[0] >= y[1] || i > 0 && r[i-1][1] >= y[0] {
					t.Fatalf("%v overlap or touch", r)
				}
			}
			if r.N() != len(has) {
				t.Fatalf("%v are %d, expected %d", r, r.N(), len(has))
			}
		}
	}
}

// TestMetricsThatDoNotApply checks that only numbers and booleans are counted.
func TestMetricsThatDoNotApply(t *testing.T) {
	g := Game{Length: 4, Values: []state.Value{{Type: state.Number, Num: 2}, state.Truth(true), state.Str("x"), {}}}
	var got []string
	for m := range 6 {
		v, ok := g.metric(m)
		got = append(got, fmt.Sprint(v, ok))
	}
	if want := []string{"4 true", "2 true", "1 true", "0 false", "0 false", "0 false"}; !cmp.Equal(got, want) {
		t.Errorf("the metrics are %q", got)
	}
}
