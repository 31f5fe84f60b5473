package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
)

// contentOf builds a game that is written in one file.
func contentOf(t *testing.T, game string) *rules.Content {
	t.Helper()
	return bazaar.Build(t, fstest.MapFS{"content/small/game.yaml": {Data: []byte(game)}})
}

// smallPlan returns a plan of n games of one variant of the small game, by a bot
// that plays anything.
func smallPlan(c *rules.Content, n int) Plan {
	return Plan{Game: "small", Seed: 7, N: n, MaxCommands: 3, Variants: []Variant{{Content: c, Bot: randomBot}}}
}

// TestWorkers counts the workers of plans, each of which asks for a probe.
func TestWorkers(t *testing.T) {
	c := contentOf(t, with())
	most := runtime.GOMAXPROCS(0)
	for _, x := range []struct{ n, workers, want int }{
		{40, 3, 3}, {3, 8, 3}, {1, 8, 1}, {1, 0, 1}, {40, 0, most}, {40, -1, most}, {0, 8, 1}, {2000, 5000, maxWorkers},
	} {
		var asked atomic.Int64
		p := smallPlan(c, x.n)
		p.Workers = x.workers
		p.NewProbe = func() *session.Probe { asked.Add(1); return nil }
		r, err := Run(t.Context(), p)
		if err != nil || r.Variants[0].Games != x.n || int(asked.Load()) != x.want {
			t.Errorf("%d games by %d workers: %d by %d: %v", x.n, x.workers, r.Variants[0].Games, asked.Load(), err)
		}
	}
	p := smallPlan(c, 0)
	p.Variants[0].Bot = "nobody"
	if _, err := Run(t.Context(), p); err == nil {
		t.Error("a plan without games accepts an unknown bot")
	}
}

// TestAGameThatCannotBeginEndsThePlan checks that the other workers stop, too.
func TestAGameThatCannotBeginEndsThePlan(t *testing.T) {
	p := smallPlan(contentOf(t, with()), 1<<40)
	p.Workers = 2
	var begun atomic.Int64
	failure := errors.New("no dice")
	p.Variants[0].Given = func(*session.Session) error {
		if begun.Add(1) == 100 {
			return failure
		}
		return nil
	}
	if r, err := Run(t.Context(), p); r != nil || !errors.Is(err, failure) {
		t.Errorf("the result is %v, %v", r, err)
	}
}

// TestOnlyWholeGamesAreCounted ends the context while a game begins, and checks that
// neither that game nor a later one is counted or reported as done.
func TestOnlyWholeGamesAreCounted(t *testing.T) {
	c := contentOf(t, with())
	for variant := range 2 {
		for _, last := range []int{0, 4, 5} {
			ctx, cancel := context.WithCancel(t.Context())
			p := smallPlan(c, 12)
			p.Variants = append(p.Variants, Variant{Name: "again", Content: c, Bot: randomBot, Against: 1})
			begun := 0
			p.Variants[variant].Given = func(*session.Session) error {
				if begun++; begun > last {
					cancel()
				}
				return nil
			}
			w, err := newWorker(p)
			if err != nil {
				t.Fatal(err)
			}
			var next atomic.Int64
			done := 0
			if err := w.play(ctx, &next, 5, func(n int) { done += n }); err != nil {
				t.Fatal(err)
			}
			if begun != last+1 || done != last || w.result.Played.N() != last || w.result.Variants[0].Games != last || w.result.Variants[1].Games != last {
				t.Errorf("variant %d is interrupted in game %d: %d begun, %d done, %+v", variant, last, begun, done, w.result.Played)
			}
			cancel()
		}
	}
}

// TestEveryGameIsDoneOnce checks which games workers take.
func TestEveryGameIsDoneOnce(t *testing.T) {
	c := contentOf(t, with())
	for _, chunk := range []int{1, 5, 12, 16} {
		p := smallPlan(c, 12)
		p.First = 100
		w, err := newWorker(p)
		if err != nil {
			t.Fatal(err)
		}
		var next atomic.Int64
		done := 0
		if err := w.play(t.Context(), &next, chunk, func(n int) { done += n }); err != nil || done != 12 || !slices.Equal(w.result.Played, Ranges{{100, 112}}) {
			t.Errorf("in chunks of %d: %d games are done, %v: %v", chunk, done, w.result.Played, err)
		}
	}
}

// TestTheLengthOfGamesIsBounded checks after how many commands games are stopped.
func TestTheLengthOfGamesIsBounded(t *testing.T) {
	c := contentOf(t, endless)
	for most, want := range map[int]int{1: 1, 2: 2, 0: 10_000, -1: 10_000} {
		p := smallPlan(c, 1)
		p.MaxCommands = most
		r, err := Run(t.Context(), p)
		if err != nil || len(r.Faults) != 1 || r.Faults[0].Game.Outcome != Endless || r.Faults[0].Game.Length != want {
			t.Errorf("at most %d commands: %+v, %v", most, r.Faults, err)
		}
		if report := r.Reports(p)[0]; report.FuelPerGame <= 0 || report.FuelPerCommand <= 0 || report.FuelPerGame != float64(r.Variants[0].Fuel) {
			t.Errorf("one game is reported as %+v", report)
		}
	}
}

// TestWhichSituationsAreExamined checks the situations that a plan examines.
func TestWhichSituationsAreExamined(t *testing.T) {
	for _, c := range []struct {
		examine, number, commands int
		want                      bool
	}{
		{0, 0, 1, true},
		{0, 3, 77, true},
		{0, 4, 0, false},
		{0, 4, 899, false},
		{0, 4, 900, true}, // 4 * 31 + 900
		{0, 4, 901, false},
		{0, 4, 900 + 1024, true},
		{-5, 5, 869, true},
		{1, 4, 17, true},
		{2, 4, 1, false},
		{2, 4, 2, true},
		{2, 5, 1, true},
		{7, 6, 3, true}, // 6 * 31 + 3
	} {
		p := Plan{Examine: c.examine}
		if got := p.examines(c.number, c.commands); got != c.want {
			t.Errorf("one in %d, game %d after %d commands: %v", c.examine, c.number, c.commands, got)
		}
	}
}

// TestFailuresAtTheEdgesOfGames checks games that fail at their start, in their
// winner and their metrics, and in what only an examination asks for.
func TestFailuresAtTheEdgesOfGames(t *testing.T) {
	for _, c := range []struct{ name, game string }{
		{"the winner", strings.Replace(with(), "heuristic", "winner: nil + 1\nheuristic", 1)},
		{"a metric", strings.Replace(with(), "heuristic", "metrics: {m: {value: nil + 1}}\nheuristic", 1)},
		{"a heuristic that is only examined", with("HEURISTIC", "'vars.turns == 0 and nil + 1 or 1'")},
	} {
		p := smallPlan(contentOf(t, c.game), 3)
		r, err := Run(t.Context(), p)
		if err != nil || r.Variants[0].Outcomes[Faulty] != 3 || len(r.Faults) != 1 || r.Faults[0].Game.Problem == nil {
			t.Errorf("%s: %v, %v, %v", c.name, r.Variants[0].Outcomes, r.Faults, err)
		}
	}
	start := with("IMAGINE", `start = function() if chance("rain", 0.5) then error("it rains") end end,`)
	p := smallPlan(contentOf(t, start), 40)
	for p.Seed = 0; ; p.Seed++ { // until the game of the plan's own seed begins
		if _, problem := session.New(p.Variants[0].Content, "small", session.Options{Seed: p.Seed}); problem == nil {
			break
		}
	}
	r, err := Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	rainy := r.Variants[0].Outcomes[Faulty]
	if rainy < 5 || r.Variants[0].Outcomes[rules.Lost] != 40-rainy || r.Variants[0].Commands != int64(40-rainy) {
		t.Errorf("the outcomes are %v", r.Variants[0].Outcomes)
	}
	failed := 0
	for number := range 40 {
		if _, g, err := Replay(t.Context(), p, 0, number); err != nil {
			failed++
		} else if g.Outcome != rules.Lost {
			t.Errorf("game %d ends as %s when it is played again", number, g.Outcome)
		}
	}
	if failed != rainy {
		t.Errorf("%d games cannot be played again, and %d failed", failed, rainy)
	}
}

// TestMetricsThatAllVariantsHave checks that only the metrics which all variants have
// are counted and compared.
func TestMetricsThatAllVariantsHave(t *testing.T) {
	both := strings.Replace(with(), "heuristic", "metrics: {a: {value: vars.at}, b: {value: vars.turns}}\nheuristic", 1)
	second := strings.Replace(with(), "heuristic", "metrics: {c: {value: \"7\"}, b: {value: vars.turns}}\nheuristic", 1)
	p := smallPlan(contentOf(t, both), 5)
	p.Variants = append(p.Variants, Variant{Name: "second", Content: contentOf(t, second), Bot: randomBot})
	r, err := Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range r.Metrics {
		names = append(names, m.Name)
	}
	if !slices.Equal(names, []string{"length", "b"}) {
		t.Errorf("counted are %q", names)
	}
	for _, report := range r.Reports(p) {
		if b := report.Metrics["b"]; len(report.Metrics) != 2 || b.N != 5 || b.Mean != 1 {
			t.Errorf("%s has the metrics %+v", report.Variant, report.Metrics)
		}
	}
}

// TestMetricsOfEverySeat lists the metrics of games with one and several players.
func TestMetricsOfEverySeat(t *testing.T) {
	game := strings.Replace(with(), "actions:", "players: {min: 1, max: 3}\nwinner: \"1\"\nmetrics: {m: {value: \"2\"}, each: {value: vars.at, per: player}}\nactions:", 1)
	g, _ := contentOf(t, game).Game("small")
	for players, want := range map[int]string{
		0: "length m each@1",
		1: "length m each@1",
		2: "length m each@1 each@2 wins@1 wins@2",
		3: "length m each@1 each@2 each@3 wins@1 wins@2 wins@3",
	} {
		if got := strings.Join(MetricNames(g, players), " "); got != want {
			t.Errorf("%d players: %s, expected %s", players, got, want)
		}
	}
	two := strings.Replace(game, "min: 1", "min: 2", 1)
	g, _ = contentOf(t, two).Game("small")
	if got, want := MetricNames(g, 0), MetricNames(g, 2); !slices.Equal(got, want) {
		t.Errorf("as few players as possible have %q, and two %q", got, want)
	}
}

// TestNamesOfBots checks which names of bots are refused, and how.
func TestNamesOfBots(t *testing.T) {
	game := strings.Replace(with(), "actions:", "players: {min: 2, max: 3}\nactions:", 1)
	g, _ := contentOf(t, game).Game("small")
	const seats = `small: expected SEAT=BOT with a seat from 1 to 3, not `
	for name, want := range map[string]string{
		"random:5":                   `small has no bot "random:5"`,
		"greedy:20ms":                `small has no bot "greedy:20ms"`,
		"mcts:":                      "mcts:: expected a number of searches",
		"mcts:x":                     "mcts:x: expected a number of searches",
		"mcts:-99999999999999999999": "mcts:-99999999999999999999: expected a number of searches",
		"1=random,2":                 seats + `"2"`,
		"0=random":                   seats + `"0=random"`,
		"-1=random":                  seats + `"-1=random"`,
		"4=random":                   seats + `"4=random"`,
		"99999999999999999999=mcts":  seats + `"99999999999999999999=mcts"`,
		"x=random":                   seats + `"x=random"`,
		"1=random:5":                 `small has no bot "random:5"`,
	} {
		if _, err := NewBot(g, name); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", name, err, want)
		}
	}
	for _, name := range []string{" 1 = mcts:5 , 3 = greedy", "mcts:1s", "2=random"} {
		if _, err := NewBot(g, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBoundsOfShares checks that intervals of shares stay between 0 and 1, and the
// advantage of a player who wins the only game.
func TestBoundsOfShares(t *testing.T) {
	for n := 1; n <= 2000; n++ {
		_, all := Rate(n, n)
		_, none := Rate(0, n)
		if all[1] > 1 || all[0] >= 1 || none[0] < 0 || none[1] <= 0 {
			t.Errorf("of %d games, all are within %v and none within %v", n, all, none)
		}
	}
	one := []Summary{Summarize(Counts{1: 1}), Summarize(Counts{0: 1})}
	if got, within := Advantage(one); got != 0.5 || within != (Interval{0.5, 0.5}) {
		t.Errorf("the advantage is %v within %v", got, within)
	}
	if got, within := Advantage([]Summary{{}, {}}); got != 0 || math.IsNaN(within[0]) || math.IsNaN(within[1]) {
		t.Errorf("without games, the advantage is %v within %v", got, within)
	}
}

// TestFaultsAreBoundedWhileCounting checks that counting keeps one fault of each kind.
func TestFaultsAreBoundedWhileCounting(t *testing.T) {
	c := contentOf(t, with())
	r, err := newResult(smallPlan(c, 300))
	if err != nil {
		t.Fatal(err)
	}
	for number := range 300 {
		r.count(number, []Game{{Number: number, Outcome: fmt.Sprint("outcome ", number%200)}})
		if len(r.Faults) > min(number+1, keptFaults) {
			t.Fatalf("%d faults are kept after %d games", len(r.Faults), number+1)
		}
	}
}

// TestPartsWithoutGames checks exactly what remains of ranges of games.
func TestPartsWithoutGames(t *testing.T) {
	played := Ranges{{2, 4}, {6, 7}, {9, 12}}
	for _, c := range []struct {
		x    Range
		want Ranges
	}{
		{Range{0, 2}, Ranges{{0, 2}}},
		{Range{0, 3}, Ranges{{0, 2}}},
		{Range{2, 4}, nil},
		{Range{2, 6}, Ranges{{4, 6}}},
		{Range{3, 10}, Ranges{{4, 6}, {7, 9}}},
		{Range{4, 6}, Ranges{{4, 6}}},
		{Range{0, 14}, Ranges{{0, 2}, {4, 6}, {7, 9}, {12, 14}}},
		{Range{12, 13}, Ranges{{12, 13}}},
		{Range{6, 7}, nil},
	} {
		if got := played.Without(c.x); !slices.Equal(got, c.want) {
			t.Errorf("%v without %v is %v, expected %v", c.x, played, got, c.want)
		}
	}
}
