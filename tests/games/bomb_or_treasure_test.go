package games_test

import (
	"fmt"
	"math"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/engine"
	"sleight/runtime/state"
)

// draws is how many games each frequency is measured over. A frequency passes
// when it lies within four standard errors of its probability: by chance one
// such test in 15,000 would fail, and the seeds are fixed.
const draws = 8_000

// flips deals the first two cards for many seeds, arranged as given, flips the
// left one, and counts what holds afterwards.
func flips(t *testing.T, given map[string]float64, slots []string, count func(s *engine.Session) (name string)) map[string]int {
	t.Helper()
	s, problem := shipped(t).NewSession("bomb_or_treasure", engine.Options{NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	zone, _ := s.State().Layout.Zone("slots", 1)
	counts := map[string]int{}
	for seed := range uint64(draws) {
		if problem := s.Restart(seed); problem != nil {
			t.Fatal(problem)
		}
		r := s.Arrange(func(a engine.Arrangement) *diag.Diagnostic {
			for name, value := range given {
				if problem := a.Variable(name, state.Num(value)); problem != nil {
					return problem
				}
			}
			if problem := a.Clear(zone); problem != nil {
				return problem
			}
			for _, id := range slots {
				if _, problem := a.Add(zone, id); problem != nil {
					return problem
				}
			}
			return nil
		})
		if r.Problem != nil {
			t.Fatal(r.Problem)
		}
		if r := s.Run("flip_left"); !r.OK() {
			t.Fatal(r.Refusal, r.Problem)
		}
		counts[count(s)]++
	}
	return counts
}

// frequent holds that something happened as often as its probability says.
func frequent(t *testing.T, what string, times, of int, probability float64) {
	t.Helper()
	got := float64(times) / float64(of)
	bound := 4 * math.Sqrt(probability*(1-probability)/float64(of))
	t.Logf("%-28s %.4f, expected %.4f ± %.4f", what, got, probability, bound)
	if math.Abs(got-probability) > bound {
		t.Errorf("%s: %.4f of %d, expected %.4f within %.4f", what, got, of, probability, bound)
	}
}

// bombAt tells where the bomb of the turn lies.
func bombAt(s *engine.Session) string {
	zone, _ := s.State().Layout.Zone("slots", 1)
	for i, id := range s.State().Zone(zone) {
		if s.Definition(id).ID == "bomb" {
			return [...]string{"left", "right"}[i]
		}
	}
	return "none"
}

// TestBombOrTreasureCurve holds the chance of a bomb along the whole curve, the
// end of it, and that a bomb lies left as often as right. The flip before raises
// the streak by one.
func TestBombOrTreasureCurve(t *testing.T) {
	for streak, want := range []float64{1: 0.26, 2: 0.32, 3: 0.38, 4: 0.44, 5: 0.5, 6: 0.56, 7: 0.56, 12: 0.56} {
		if want == 0 {
			continue
		}
		counts := flips(t, map[string]float64{"streak": float64(streak - 1)}, []string{"treasure", "treasure"}, func(s *engine.Session) string {
			if number := variable(t, s, "streak"); int(number) != streak {
				t.Fatalf("the streak is %v, expected %d", number, streak)
			}
			return bombAt(s)
		})
		bombs := counts["left"] + counts["right"]
		frequent(t, fmt.Sprintf("a bomb at streak %d", streak), bombs, draws, want)
		frequent(t, "the bomb lies left", counts["left"], bombs, 0.5)
	}
}

// TestBombOrTreasureFirstTurn holds the start of the curve: after a bomb the
// next run begins at 0.20.
func TestBombOrTreasureFirstTurn(t *testing.T) {
	counts := flips(t, map[string]float64{"streak": 9}, []string{"bomb", "treasure"}, bombAt)
	frequent(t, "a bomb in a new run", draws-counts["none"], draws, 0.20)
}

// TestBombOrTreasureLoot holds that loot is a joker with 0.15, each of the three
// as likely, and else a number, each of the seven as likely.
func TestBombOrTreasureLoot(t *testing.T) {
	counts := flips(t, nil, []string{"treasure", "treasure"}, func(s *engine.Session) string {
		zone, _ := s.State().Layout.Zone("run_uniques", 1)
		shield, _ := s.Variable("run_has_shield")
		switch ids := s.State().Zone(zone); {
		case len(ids) == 1:
			prop, _ := s.State().Prototype(ids[0]).Kind.Prop("value")
			return fmt.Sprint("number ", s.State().Prop(ids[0], prop).Num)
		case s.State().Var(shield).True():
			return "shield"
		case variable(t, s, "scrambler_charges") > 0:
			return "scrambler"
		case variable(t, s, "jammer_turns") > 0:
			return "jammer"
		}
		return "nothing"
	})
	jokers := counts["shield"] + counts["scrambler"] + counts["jammer"]
	frequent(t, "loot is a joker", jokers, draws, 0.15)
	for _, name := range []string{"shield", "scrambler", "jammer"} {
		frequent(t, "the joker is "+name, counts[name], jokers, 1.0/3)
	}
	for number := 1; number <= 7; number++ {
		name := fmt.Sprint("number ", number)
		frequent(t, name, counts[name], draws-jokers, 1.0/7)
	}
	if counts["nothing"] > 0 {
		t.Errorf("%d times loot was nothing", counts["nothing"])
	}
}

// TestBombOrTreasureWithMoreJokersEnds holds that jokers which are off by
// default join by their weight alone.
func TestBombOrTreasureWithMoreJokersEnds(t *testing.T) {
	variant, problems := shipped(t).With(map[string]float64{"joker/spyglass.weight": 2, "joker/magnet.weight": 2})
	if variant == nil {
		t.Fatal(problems)
	}
	playMany(t, variant, "bomb_or_treasure", 1, 500)
}
