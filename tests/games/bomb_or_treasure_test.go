package games_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/shipped"
)

// draws is the number of games over which each frequency is measured. A
// frequency passes when it lies within four standard errors of its probability:
// by chance one such test in 15,000 would fail, and the seeds are fixed.
const draws = 8_000

// situation is a state of the game in which flipping the left card is measured.
type situation struct {
	streak int
	slots  []string
	given  map[string]state.Value // variables
}

// flips flips the left card in a situation, for many seeds, and counts the
// outcomes.
func flips(t *testing.T, c *rules.Content, of situation, count func(s *session.Session) (name string)) map[string]int {
	t.Helper()
	s, problem := session.New(c, "bomb_or_treasure", session.Options{NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	counts := map[string]int{}
	for seed := range uint64(draws) {
		if problem := s.Restart(seed); problem != nil {
			t.Fatal(problem)
		}
		if r := s.Arrange(of.arrange(s)); r.Problem != nil {
			t.Fatal(r.Problem)
		}
		if r := s.Run("flip_left"); !r.OK() {
			t.Fatal(r.Refusal, r.Problem)
		}
		counts[count(s)]++
	}
	return counts
}

func (of situation) arrange(s *session.Session) func(session.Arrangement) *diag.Diagnostic {
	layout := s.State().Layout
	slots, _ := layout.Zone("slots", 1)
	return func(a session.Arrangement) *diag.Diagnostic {
		if problem := a.Variable("streak", state.Num(float64(of.streak))); problem != nil {
			return problem
		}
		a.Clear(slots)
		for _, id := range of.slots {
			if _, problem := a.Add(slots, id); problem != nil {
				return problem
			}
		}
		for name, value := range of.given {
			if problem := a.Variable(name, value); problem != nil {
				return problem
			}
		}
		return nil
	}
}

// treasures is a turn on which any flip is a treasure.
func treasures(streak int) situation {
	return situation{streak: streak, slots: []string{"treasure", "treasure"}}
}

// frequent checks that something happened as often as its probability says.
func frequent(t *testing.T, what string, times, of int, probability float64) {
	t.Helper()
	got := float64(times) / float64(of)
	bound := 4 * math.Sqrt(probability*(1-probability)/float64(of))
	t.Logf("%-40s %.4f, expected %.4f ± %.4f", what, got, probability, bound)
	if math.Abs(got-probability) > bound {
		t.Errorf("%s: %.4f of %d, expected %.4f within %.4f", what, got, of, probability, bound)
	}
}

// idsIn lists what is in a zone.
func idsIn(s *session.Session, name string) (ids []string) {
	zone, _ := s.State().Layout.Zone(name, 1)
	for _, id := range s.State().Zone(zone) {
		ids = append(ids, s.Definition(id).ID)
	}
	return ids
}

// inEffect lists the jokers in effect.
func inEffect(s *session.Session) []string {
	ids := idsIn(s, "jokers")
	for name, id := range map[string]string{"run_has_shield": "shield", "scrambler_charges": "scrambler", "jammer_turns": "jammer"} {
		slot, _ := s.Variable(name)
		if v := s.State().Var(slot); v.True() && v != state.Num(0) {
			ids = append(ids, id)
		}
	}
	return ids
}

// bombAt returns where the bomb of the turn is.
func bombAt(s *session.Session) string {
	return [...]string{"none", "left", "right"}[slices.Index(idsIn(s, "slots"), "bomb")+1]
}

// TestBombOrTreasureCurve checks how often there is a bomb along the curve and
// beyond its end, that it is on the left as often as on the right, and
// therefore that the risk of a flip is half the chance of a bomb. The previous
// flip raises the streak by one.
func TestBombOrTreasureCurve(t *testing.T) {
	c := shipped.Content(t)
	for streak, want := range map[int]float64{1: 0.26, 2: 0.32, 3: 0.38, 4: 0.44, 5: 0.5, 6: 0.56, 7: 0.56, 12: 0.56} {
		counts := flips(t, c, treasures(streak-1), bombAt)
		bombs := counts["left"] + counts["right"]
		frequent(t, fmt.Sprintf("a bomb at streak %d", streak), bombs, draws, want)
		frequent(t, fmt.Sprintf("the bomb lies left, at streak %d", streak), counts["left"], bombs, 0.5)
		frequent(t, fmt.Sprintf("risk of a flip at streak %d", streak), counts["left"], draws, want/2)
	}
}

// TestBombOrTreasureCurveOfANewRun checks the start of the curve, at streak 0:
// after a bomb, and after a bomb that a shield took.
func TestBombOrTreasureCurveOfANewRun(t *testing.T) {
	c := shipped.Content(t)
	after := situation{streak: 9, slots: []string{"bomb", "treasure"}}
	counts := flips(t, c, after, bombAt)
	frequent(t, "a bomb in a new run", draws-counts["none"], draws, 0.20)
	after.given = map[string]state.Value{"run_has_shield": state.Truth(true)}
	counts = flips(t, c, after, bombAt)
	frequent(t, "a bomb after the shield", draws-counts["none"], draws, 0.20)
}

// TestBombOrTreasureJammedCurve checks that the Jammer reduces the chance by
// 0.15, also beyond the end of the curve, as long as it has turns left: with
// one left, the next cards are unaffected.
func TestBombOrTreasureJammedCurve(t *testing.T) {
	c := shipped.Content(t)
	for streak, want := range map[int]float64{1: 0.11, 3: 0.23, 6: 0.41, 12: 0.41} {
		of := treasures(streak - 1)
		of.given = map[string]state.Value{"jammer_turns": state.Num(2)}
		counts := flips(t, c, of, bombAt)
		frequent(t, fmt.Sprintf("a bomb at streak %d, jammed", streak), draws-counts["none"], draws, want)
	}
	of := treasures(2)
	of.given = map[string]state.Value{"jammer_turns": state.Num(1)}
	// One flip in 20 draws another Jammer, which lasts for three turns more.
	counts := flips(t, c, of, func(s *session.Session) string {
		if slices.Contains(inEffect(s), "jammer") {
			return "jammed again"
		}
		return bombAt(s)
	})
	rest := draws - counts["jammed again"]
	frequent(t, "a bomb once the jammer is through", rest-counts["none"], rest, 0.38)
}

// TestBombOrTreasureBombsFollowTheStream counts exactly: there is a bomb in
// the first turn of a game if and only if the first number of the stream is
// below 0.20.
func TestBombOrTreasureBombsFollowTheStream(t *testing.T) {
	s, problem := session.New(shipped.Content(t), "bomb_or_treasure", session.Options{NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	bombs := 0
	for seed := range uint64(draws) {
		if problem := s.Restart(seed); problem != nil {
			t.Fatal(problem)
		}
		stream := random.New(seed, "bomb")
		want := stream.Unit() < 0.2
		if got := bombAt(s) != "none"; got != want {
			t.Fatalf("seed %d: a bomb: %v, the stream says %v", seed, got, want)
		}
		if want {
			bombs++
		}
	}
	frequent(t, "a bomb in the first turn", bombs, draws, 0.20)
}

// loot returns the gain of the first flip of a run.
func loot(s *session.Session) string {
	numbers, _ := s.State().Layout.Zone("run_uniques", 1)
	for _, id := range s.State().Zone(numbers) {
		v, _ := s.Number(id)
		return "number " + v.String()
	}
	for _, id := range inEffect(s) {
		return id
	}
	return "nothing"
}

// lootChances checks that loot is a joker with probability 0.15, distributed as
// listed, and otherwise one of the seven numbers, each equally likely.
func lootChances(t *testing.T, c *rules.Content, jokers map[string]float64) {
	t.Helper()
	counts := flips(t, c, treasures(0), loot)
	drawn := 0
	for id := range jokers {
		drawn += counts[id]
	}
	frequent(t, "loot is a joker", drawn, draws, 0.15)
	for id, probability := range jokers {
		frequent(t, "the joker is "+id, counts[id], drawn, probability)
	}
	numbers := 0
	for number := 1; number <= 7; number++ {
		name := fmt.Sprint("number ", number)
		frequent(t, name, counts[name], draws-drawn, 1.0/7)
		numbers += counts[name]
	}
	if drawn+numbers != draws {
		t.Errorf("loot was %v", counts)
	}
}

// TestBombOrTreasureLoot checks ruling 1: the three jokers are equally likely.
func TestBombOrTreasureLoot(t *testing.T) {
	lootChances(t, shipped.Content(t), map[string]float64{"shield": 1.0 / 3, "scrambler": 1.0 / 3, "jammer": 1.0 / 3})
}

// TestBombOrTreasureDuplicateRisk counts exactly: with u numbers in the run, u
// of the seven draws are duplicates, which end it.
func TestBombOrTreasureDuplicateRisk(t *testing.T) {
	s, problem := session.New(shipped.Content(t), "bomb_or_treasure", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	numbers, _ := s.State().Layout.Zone("run_uniques", 1)
	for u := 0; u <= 7; u++ {
		duplicates := 0
		for drawn := 1; drawn <= 7; drawn++ {
			if problem := s.Restart(1); problem != nil {
				t.Fatal(problem)
			}
			r := s.Arrange(func(a session.Arrangement) *diag.Diagnostic {
				for n := range u {
					id, problem := a.Add(numbers, "numeral")
					if problem == nil {
						problem = a.Property(id, "value", state.Num(float64(n+1)))
					}
					if problem != nil {
						return problem
					}
				}
				if problem := treasures(u).arrange(s)(a); problem != nil {
					return problem
				}
				if problem := a.Rig("loot", state.Truth(false)); problem != nil {
					return problem
				}
				return a.Rig("number", state.Num(float64(drawn)))
			})
			if r.Problem != nil {
				t.Fatal(r.Problem)
			}
			if r := s.Run("flip_left"); !r.OK() {
				t.Fatal(r.Refusal, r.Problem)
			}
			switch left := len(s.State().Zone(numbers)); left {
			case 0:
				duplicates++
			case u + 1:
			default:
				t.Errorf("%d numbers and %d drawn: %d numbers", u, drawn, left)
			}
		}
		if duplicates != u {
			t.Errorf("with %d numbers %d of 7 draws are duplicates", u, duplicates)
		}
	}
}
