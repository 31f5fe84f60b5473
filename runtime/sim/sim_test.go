package sim

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

func reportOf(t *testing.T, p Plan) string {
	t.Helper()
	r, err := Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r.Reports(p))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// planOf returns a plan of n short games for each bot of a game.
func planOf(c *rules.Content, game string, n int) Plan {
	p := Plan{Game: game, Seed: 7, N: n, MaxCommands: 15}
	g, _ := c.Game(game)
	for _, bot := range Bots(g) {
		if bot == mctsBot {
			bot = "mcts:2" // enough to search
		}
		p.Variants = append(p.Variants, Variant{Name: bot, Content: c, Bot: bot})
	}
	return p
}

// TestTheReportDoesNotDependOnWorkers checks promise 3 for simulations: the
// same seed gives the same report, however many games are played at a time.
func TestTheReportDoesNotDependOnWorkers(t *testing.T) {
	c := shipped.Content(t)
	for i, g := range c.Games() {
		if testing.Short() && i%3 > 0 {
			continue
		}
		p := planOf(c, g.ID(), 10)
		if i > 0 { // bots that look ahead are slow, and one game is enough
			p.Variants = slices.DeleteFunc(p.Variants, func(v Variant) bool { return v.Bot == greedyBot || v.Bot == "mcts:2" })
		}
		p.Workers = 1
		one := reportOf(t, p)
		p.Workers = 8
		if eight := reportOf(t, p); eight != one {
			t.Errorf("%s: 8 workers report\n%s\nand one\n%s", g.ID(), eight, one)
		}
	}
}

// TestMergedShardsEqualOneRun checks that playing a plan in parts and merging
// them, in any order, gives the same result as playing it at once.
func TestMergedShardsEqualOneRun(t *testing.T) {
	c := shipped.Content(t)
	whole := planOf(c, c.Games()[0].ID(), 20)
	merged, err := newResult(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []int{15, 0, 5} {
		part := whole
		part.First, part.N = first, map[int]int{0: 5, 5: 10, 15: 5}[first]
		r, err := Run(t.Context(), part)
		if err != nil {
			t.Fatal(err)
		}
		merged.Merge(r)
	}
	text, err := json.Marshal(merged.Reports(whole))
	if err != nil {
		t.Fatal(err)
	}
	if want := reportOf(t, whole); string(text) != want {
		t.Errorf("merged shards give\n%s\nand the whole\n%s", text, want)
	}
}

// TestInterruptedRunsKeepTheirGames checks that ending the context ends the
// run without an error and keeps the games played so far.
func TestInterruptedRunsKeepTheirGames(t *testing.T) {
	c := shipped.Content(t)
	ctx, cancel := context.WithCancel(t.Context())
	p := planOf(c, c.Games()[0].ID(), 1<<20)
	p.Variants = p.Variants[:1]
	p.Workers = 2
	p.Progress = func(done int) {
		if done >= 50 {
			cancel()
		}
	}
	r, err := Run(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if n := r.Variants[0].Games; n < 50 || n >= p.N {
		t.Errorf("%d games were kept", n)
	}
}

// TestAGameCanBePlayedAgain checks that Replay ends in the same state as the
// plan's game.
func TestAGameCanBePlayedAgain(t *testing.T) {
	c := shipped.Content(t)
	for _, g := range c.Games() {
		p := planOf(c, g.ID(), 1)
		for v := range p.Variants {
			w, err := newWorker(p)
			if err != nil {
				t.Fatal(err)
			}
			// Games played earlier on the same session leave no trace.
			for _, number := range []int{5, 9, 3} {
				if err := w.sessions[v].game(t.Context(), p, number, &w.played[v]); err != nil {
					t.Fatal(err)
				}
			}
			s, again, err := Replay(t.Context(), p, v, 3)
			if err != nil {
				t.Fatal(err)
			}
			if w.sessions[v].session.Hash() != s.Hash() || again.Length != w.played[v].Length {
				t.Errorf("%s by %s: game 3 ends elsewhere when it is played again", g.ID(), p.Variants[v].Bot)
			}
		}
	}
}

// TestRandomPlayReachesEveryCommand checks that Sample returns only legal
// commands, and eventually all of them.
func TestRandomPlayReachesEveryCommand(t *testing.T) {
	c := shipped.Content(t)
	for _, g := range c.Games() {
		s, problem := session.New(c, g.ID(), session.Options{Seed: 3})
		if problem != nil {
			t.Fatal(problem)
		}
		luck := random.New(1, "test")
		for range 20 {
			if s.Over() {
				break
			}
			legal, problem := s.Legal(0)
			if problem != nil {
				t.Fatal(problem)
			}
			left := map[string]bool{}
			for _, c := range legal {
				left[s.Format(c)] = true
			}
			for range 60 * len(left) {
				c, ok, problem := s.Sample(&luck)
				if problem != nil {
					t.Fatal(problem)
				}
				text := s.Format(c)
				if _, known := left[text]; ok && !known {
					t.Fatalf("%s: %q is chosen and not legal", g.ID(), text)
				}
				left[text] = false
			}
			for text, never := range left {
				if never {
					t.Errorf("%s: %q is legal and never chosen", g.ID(), text)
				}
			}
			c, ok, _ := s.Sample(&luck)
			if !ok {
				break
			}
			if r := s.Do(c); !r.OK() {
				t.Fatalf("%s: %q: %s %v", g.ID(), s.Format(c), r.Refusal, r.Problem)
			}
		}
	}
}

func TestStatistics(t *testing.T) {
	c := Counts{}
	for v, n := range map[float64]int{1: 2, 2: 3, 4: 5} {
		c.Add(v, n)
	}
	s := Summarize(c)
	if s.N != 10 || s.Mean != 2.8 || math.Abs(s.Deviation-1.3165611772) > 1e-9 || s.Quantiles["p50"] != 2 || s.Quantiles["p95"] != 4 {
		t.Errorf("1 1 2 2 2 4 4 4 4 4 are summed up as %+v", s)
	}
	total := 0
	for _, b := range s.Histogram {
		total += b.Count
	}
	if total != s.N {
		t.Errorf("the histogram holds %d of %d", total, s.N)
	}
	rate, interval := Rate(604, 1000)
	if rate != 0.604 || math.Abs(interval[0]-0.5734) > 1e-4 || math.Abs(interval[1]-0.6338) > 1e-4 {
		t.Errorf("604 of 1000 are %v within %v", rate, interval)
	}
}
