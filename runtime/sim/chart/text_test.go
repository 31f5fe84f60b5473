package chart

import (
	"strings"
	"testing"

	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
)

// wins summarizes how often a seat won.
func wins(won, lost int) sim.Summary { return sim.Summarize(counts(map[float64]int{1: won, 0: lost})) }

func counts(of map[float64]int) sim.Counts {
	out := sim.Counts{}
	for v, n := range of {
		out.Add(v, n)
	}
	return out
}

// wantText compares an answer as text with the lines expected.
func wantText(t *testing.T, a *experiment.Answer, o Options, want string) {
	t.Helper()
	var out strings.Builder
	if err := Text(&out, a, o); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}

// TestTournamentsAsText states the standings of a tournament and its pairings.
func TestTournamentsAsText(t *testing.T) {
	a := &experiment.Answer{
		Question: experiment.Question{
			Kind: experiment.Tournament, Game: "duel", Players: 2, N: 30, Seed: 12,
			Variants: []experiment.Variant{
				{Lead: "greedy", Other: "zufällig", Seat: 1},
				{Lead: "greedy", Other: "zufällig", Seat: 2},
				{Lead: "zufällig", Other: "greedy", Seat: 1},
				{Lead: "zufällig", Other: "greedy", Seat: 2},
			},
		},
		Played: sim.Ranges{{0, 29}},
	}
	for i, won := range []int{20, 18, 9, 11} {
		seat := sim.AtSeat(sim.Wins, 1+i%2)
		a.Reports = append(a.Reports, sim.Report{N: 29, Metrics: map[string]sim.Summary{seat: wins(won, 29-won)}})
	}
	a.Reports[2].Outcomes = map[string]int{sim.Faulty: 1}
	a.Reports[2].Faults = []sim.FailedGame{{Game: 3, Seed: 77, Outcome: "faulty", After: 1, Problem: "it broke"}}
	wantText(t, a, Options{}, `
duel, 2 players, each bot in each seat against each other: 30 games a pairing, seed 12
greedy    wins 65.5 % of 58 games   95 % between 52.7 % and 76.4 %
zufällig  wins 34.5 % of 58 games   95 % between 23.6 % and 47.3 %

greedy    in seat 1 against zufällig  69.0 %   95 % between 50.8 % and 82.7 %
greedy    in seat 2 against zufällig  62.1 %   95 % between 44.0 % and 77.3 %
zufällig  in seat 1 against greedy    31.0 %   95 % between 17.3 % and 49.2 %
zufällig  in seat 2 against greedy    37.9 %   95 % between 22.7 % and 56.0 %
Faulty     1 game of 29
  game 4 (seed 77) after 1 command: faulty it broke

1 game of 30 is missing.
`)
	a.Question.Variants = a.Question.Variants[:1]
	a.Question.Variants[0].Lead, a.Question.Variants[0].Other = "a", "b"
	wantText(t, a, Options{}, `
duel, 2 players, each bot in each seat against each other: 30 games a pairing, seed 12
a    wins 69.0 % of 29 games   95 % between 50.8 % and 82.7 %

a    in seat 1 against b    69.0 %   95 % between 50.8 % and 82.7 %
Faulty     1 game of 29
  game 4 (seed 77) after 1 command: faulty it broke

1 game of 30 is missing.
`)
}

// TestSeatsAsText states how often each player wins, what going first is worth,
// and that other figures of a player are metrics like any other.
func TestSeatsAsText(t *testing.T) {
	metrics := []sim.Metric{
		{Name: "length", Title: "Commands"},
		{Name: "gold@1", Title: "Gold, player 1", Seat: 1},
		{Name: "wins@1", Title: "Wins, player 1", Seat: 1},
		{Name: "wins@2", Title: "Wins, player 2", Seat: 2},
		{Name: "wins@3", Title: "Wins, player 3", Seat: 3},
	}
	figures := map[string]sim.Summary{
		"length": sim.Summarize(counts(map[float64]int{9: 40})), "gold@1": sim.Summarize(counts(map[float64]int{2: 10, 3: 30})),
		"wins@1": wins(20, 20), "wins@2": wins(12, 28),
	}
	report := func(bot string) sim.Report {
		return sim.Report{Game: "duel", Bot: bot, Variant: bot, N: 40, Seed: 12, WinRate: 0.5, WinRateInterval: sim.Interval{0.4, 0.6}, Metrics: figures}
	}
	a := &experiment.Answer{
		Question: experiment.Question{Kind: experiment.Play, Game: "duel", N: 40, Variants: make([]experiment.Variant, 2)},
		Played:   sim.Ranges{{0, 40}}, Metrics: metrics, Reports: []sim.Report{report("random"), report("1=random,2=greedy")},
	}
	wantText(t, a, Options{}, `
duel by random: 40 games, seed 12
Won        50.0 %   95 % between 40.0 % and 60.0 %
Player 1   50.0 %   95 % between 35.2 % and 64.8 %
Player 2   30.0 %   95 % between 18.1 % and 45.4 %
Going first is worth +10.0 percentage points, 95 % between -3.5 and +23.5 (may be chance)

Commands  mean 9   95 % between 9 and 9   deviation 0

Gold, player 1  mean 2.75   95 % between 2.61 and 2.89   deviation 0.439
  2 ██████████████████████ 25.0 %
  3 ███████████████████████████████████████████████████████████████████ 75.0 %

duel by 1=random,2=greedy: 40 games, seed 12
Won        50.0 %   95 % between 40.0 % and 60.0 %
Player 1   50.0 %   95 % between 35.2 % and 64.8 %
Player 2   30.0 %   95 % between 18.1 % and 45.4 %

Commands  mean 9   95 % between 9 and 9   deviation 0

Gold, player 1  mean 2.75   95 % between 2.61 and 2.89   deviation 0.439
  2 ██████████████████████ 25.0 %
  3 ███████████████████████████████████████████████████████████████████ 75.0 %
`)
	a.Metrics, a.Reports = metrics[2:3], a.Reports[:1]
	wantText(t, a, Options{}, `
duel by random: 40 games, seed 12
Won        50.0 %   95 % between 40.0 % and 60.0 %
Player 1   50.0 %   95 % between 35.2 % and 64.8 %
`)
}

// TestMetricsAsText states how a metric is written: which games it is about,
// its spread only if there is one, and bars that show even a single game.
func TestMetricsAsText(t *testing.T) {
	figures := map[string]sim.Summary{
		"none": {}, "some": sim.Summarize(counts(map[float64]int{1: 5, 3: 5})), "won": sim.Summarize(counts(map[float64]int{3: 1, 4: 1})),
		"rare": sim.Summarize(counts(map[float64]int{8: 198, 9: 0, 10: 3})),
	}
	figures["rare"].Histogram[2].Count = 1
	a := &experiment.Answer{
		Question: experiment.Question{Kind: experiment.Play, Game: "mine", N: 202, Variants: make([]experiment.Variant, 1)},
		Played:   sim.Ranges{{0, 201}},
		Metrics: []sim.Metric{
			{Name: "none", Title: "None"},
			{Name: "absent", Title: "Absent"},
			{Name: "some", Title: "Some"},
			{Name: "won", Title: "Of won", Of: "won"},
			{Name: "rare", Title: "Rare"},
		},
		Reports: []sim.Report{{
			Game: "mine", Bot: "random", N: 201, Seed: 12, WinRate: 0.25, WinRateInterval: sim.Interval{0.2, 0.3},
			Outcomes: map[string]int{sim.Stuck: 1, sim.Endless: 2}, Metrics: figures,
		}},
	}
	wantText(t, a, Options{Width: 40}, `
mine by random: 201 games, seed 12
Won        25.0 %   95 % between 20.0 % and 30.0 %
Stuck      1 game of 201
Endless    2 games of 201

Some (of 10 games)  mean 2   95 % between 1.35 and 2.65   deviation 1.05
  min 1   5 % 1   25 % 1   median 1   75 % 3   95 % 3   max 3
  1 ███████████████████████████ 50.0 %
  2
  3 ███████████████████████████ 50.0 %

Of won (of 2 games won)  mean 3.50   95 % between 2.52 and 4.48   deviation 0.707
  3 ███████████████████████████ 50.0 %
  4 ███████████████████████████ 50.0 %

Rare  mean 8.03   95 % between 8.00 and 8.06   deviation 0.243
  min 8   5 % 8   25 % 8   median 8   75 % 8   95 % 8   max 10
   8 ██████████████████████████ 98.5 %
   9
  10 ▏ 0.5 %

1 game of 202 is missing.
`)
	a.Metrics = a.Metrics[4:]
	wantText(t, a, Options{Width: 1, ASCII: true}, `
mine by random: 201 games, seed 12
Won        25.0 %   95 % between 20.0 % and 30.0 %
Stuck      1 game of 201
Endless    2 games of 201

Rare  mean 8.03   95 % between 8.00 and 8.06   deviation 0.243
  min 8   5 % 8   25 % 8   median 8   75 % 8   95 % 8   max 10
   8 ########## 98.5 %
   9
  10 . 0.5 %

1 game of 202 is missing.
`)
}

// swept returns the answer of a sweep over some values, of which the first is
// the current one.
func swept(values ...string) *experiment.Answer {
	a := &experiment.Answer{
		Question: experiment.Question{Kind: experiment.Sweep, Game: "mine", Title: "Mine", About: "game/mine.depth", N: 40, Seed: 12},
		Played:   sim.Ranges{{0, 40}},
	}
	for i, v := range values {
		at := float64(i)
		a.Question.Variants = append(a.Question.Variants, experiment.Variant{Name: v, Bot: "random", Value: at, Now: i == 0})
		a.Reports = append(a.Reports, sim.Report{N: 40, Bot: "random", WinRate: 0.5 + at/10, WinRateInterval: sim.Interval{0.4 + at/10, 0.7 + at/10}})
	}
	return a
}

// TestSweepsAsText states the chart of sweeps over one value, over one that was
// not compared, and with games that failed.
func TestSweepsAsText(t *testing.T) {
	one := swept("3")
	one.Reports[0].Outcomes = map[string]int{sim.Endless: 1}
	wantText(t, one, Options{Width: 50}, `
mine by random: game/mine.depth = 3..3, 40 games each, seed 12

Won, with 95 % confidence intervals
  3  ──────────●─────────────────────  50.0 %  now

At 3:
Endless    1 game of 40
`)
	three := swept("3", "4", "5")
	three.Reports[2].Difference = &sim.Difference{WinRate: 0.2, WinRateInterval: sim.Interval{-0.1, 0.5}}
	wantText(t, three, Options{Width: 50}, `
mine by random: game/mine.depth = 3..5, 40 games each, seed 12

Won, with 95 % confidence intervals
  3  ──────●───────────             50.0 %  now
  4        ─────●───────────        60.0 %
  5             ──────●───────────  70.0 %  +20.0?
`)
}

// worth returns the answer about two definitions, whose games all but one went well.
func worth() *experiment.Answer {
	report := func(bot string, n int, rate float64, interval sim.Interval) sim.Report {
		return sim.Report{Bot: bot, N: n, WinRate: 0.5, WinRateInterval: sim.Interval{0.4, 0.6}, Difference: &sim.Difference{WinRate: rate, WinRateInterval: interval}}
	}
	a := &experiment.Answer{
		Question: experiment.Question{Kind: experiment.Impact, Game: "mine", N: 41, Seed: 12, Variants: []experiment.Variant{
			{Name: "now", Bot: "random", Now: true},
			{Name: "with lamp", Bot: "random", With: "relic/lamp", Title: "Lamp"},
			{Name: "without rope", Bot: "random", Without: "card/rope"},
			{Name: "without idol", Bot: "random", Without: "card/idol", Title: "Idol"},
		}},
		Played: sim.Ranges{{0, 40}},
		Reports: []sim.Report{
			report("random", 40, 0, sim.Interval{}), report("other", 39, 0.2, sim.Interval{0.1, 0.3}),
			report("other", 39, -0.1, sim.Interval{-0.2, -0.05}), report("other", 39, 0, sim.Interval{}),
		},
	}
	a.Reports[0].Difference = nil
	a.Reports[2].Outcomes = map[string]int{sim.Faulty: 1}
	return a
}

// TestWorthAsText states what definitions are worth that help, do nothing, or
// are needed by the rules.
func TestWorthAsText(t *testing.T) {
	wantText(t, worth(), Options{Width: 60}, `
mine by random: what each definition is worth, 40 games each, seed 12
Won now 50.0 %   95 % between 40.0 % and 60.0 %

Won with it, less without it, in points on the same seeds
  + lamp  │      ───────●───────  +20.0
    rope  │   ───●───────         +10.0  (1 game went wrong)
    idol  ●                       no game differs

+ it is given at the start; all others are part of the game, and were removed.
? may be chance.
Where games went wrong, the rules relied on what was removed.

1 game of 41 is missing.
`)
}

// TestRowsShareAScale states charts of rows on either side of zero, of a single
// value, and without room.
func TestRowsShareAScale(t *testing.T) {
	for _, c := range []struct {
		zero bool
		rows []row
		want string
	}{
		{true, []row{{"gain", "+3", 3, sim.Interval{2, 4}}, {"more", "+9", 9, sim.Interval{8, 10}}}, `
  gain  │   ──●──             +3
  more  │              ──●──  +9
`},
		{true, []row{{"loss", "-3", -3, sim.Interval{-4, -2}}, {"more", "-9", -9, sim.Interval{-10, -8}}}, `
  loss             ──●──   │  -3
  more  ──●──              │  -9
`},
		{false, []row{{"gain", "+3", 3, sim.Interval{2, 4}}, {"more", "+9", 9, sim.Interval{8, 10}}}, `
  gain  ──●───                +3
  more                ───●──  +9
`},
		{false, []row{{mean: 3, interval: sim.Interval{2, 4}}, {mean: 9, interval: sim.Interval{8, 10}}}, `
    ───●───
                       ───●───
`},
		{true, []row{{"nothing", "0", 0, sim.Interval{}}}, `
  nothing           ●          0
`},
		{false, []row{{"a long label for so few columns", "7", 7, sim.Interval{6, 8}}}, `
  a long label for so few columns  ─────●────  7
`},
	} {
		drawn := &text{Options: Options{Width: 32}}
		drawn.chart(c.rows, c.zero)
		if got := drawn.out.String(); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("got\n%s\nwant%s", got, c.want)
		}
	}
}

// TestVerdictsAsText states a verdict on games of which one went wrong.
func TestVerdictsAsText(t *testing.T) {
	v := &experiment.Verdict{
		Expectation: experiment.Expectation{Question: experiment.Question{Game: "mine", Players: 1, Variants: []experiment.Variant{{Bot: "random"}}}},
		Answer:      &experiment.Answer{Reports: []sim.Report{{N: 40, Outcomes: map[string]int{sim.Stuck: 1}}}},
		Findings: []experiment.Finding{
			{Goal: experiment.Goal{Figure: "gold", Value: 3, Tolerance: 1}, Title: "Gold", Mean: 3.5, Interval: sim.Interval{3.25, 3.75}, Holds: true},
			{Goal: experiment.Goal{Figure: experiment.WinRate, Value: 0.5, Tolerance: 0.1}, Title: "Won", Mean: 0.3, Interval: sim.Interval{0.1, 0.5}, Imprecise: true},
		},
	}
	const want = `
mine by random, 1 player, 40 games
  ok Gold                          3.50 +- 0.25     expected 3 +- 1
  NO Won                         30.0 % +- 20.0 %   expected 50.0 % +- 10.0 %  (too few games to be sure)
  1 game went wrong: sleight sim mine --bot random shows how
`
	if got := Verdict(v, true); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}
