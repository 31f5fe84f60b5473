package games_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/sim"
	"sleight/tests/shipped"
)

// published are the figures in Forward's design: the win rate and the metrics, each
// from 1000 games of the design's own simulation.
var published = map[string]float64{"won": 0.604, "hp_left": 10.7, "damage_taken": 22.0, "healed": 8.2}

// publishedGames is the number of games from which those figures come.
const publishedGames = 1000

// TestForwardMeetsItsPublishedFigures checks ruling 7: 20,000 games of the
// reference bot, by night, lie within three standard errors of the published
// figures. The error is that of the difference between our games and the
// published ones, so with the 5,000 games of other runs it is only 7 % larger.
func TestForwardMeetsItsPublishedFigures(t *testing.T) {
	p := sim.Plan{Game: "forward", Seed: 1, N: 5_000, Variants: []sim.Variant{{Content: shipped.Content(t), Bot: "reference"}}}
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		p.N = 20_000
	}
	result, err := sim.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	r := result.Reports(p)[0]
	if r.Outcomes[rules.Won]+r.Outcomes[rules.Lost] != p.N {
		t.Fatalf("games ended %v", r.Outcomes)
	}
	deviation := math.Sqrt(r.WinRate * (1 - r.WinRate))
	near(t, "won", r.WinRate, deviation, p.N, publishedGames)
	for name, m := range r.Metrics {
		if _, ok := published[name]; ok {
			near(t, name, m.Mean, m.Deviation, m.N, publishedGames*m.N/p.N)
		}
	}
}

// near checks that a mean over n games agrees with the published one.
func near(t *testing.T, name string, mean, deviation float64, n, others int) {
	t.Helper()
	bound := 3 * deviation * math.Sqrt(1/float64(n)+1/float64(others))
	apart := math.Abs(mean - published[name])
	t.Logf("%-12s %.3f of %d games, published %g: %.3f apart, at most %.3f", name, mean, n, published[name], apart, bound)
	if apart > bound {
		t.Errorf("%s is %.3f and was published as %g: more than %.3f apart", name, mean, published[name], bound)
	}
}

// exchange is the result of an exchange of blows.
type exchange struct{ dealt, taken float64 }

// combat is Forward's combat table, worked out by hand: the damage that the player
// deals and takes, by the rolls of the player and the enemy, each from 1 to 6.
var combat = [7][7]exchange{
	1: {1: {0, 0}, 2: {0, 0}, 3: {0, 1}, 4: {0, 1}, 5: {0, 2}, 6: {0, 1}},
	2: {1: {0, 0}, 2: {0, 0}, 3: {0, 0}, 4: {0, 0}, 5: {0, 0}, 6: {0, 0}},
	3: {1: {1, 0}, 2: {0, 0}, 3: {1, 1}, 4: {1, 1}, 5: {1, 2}, 6: {0, 1}},
	4: {1: {1, 0}, 2: {0, 0}, 3: {1, 1}, 4: {1, 1}, 5: {1, 2}, 6: {0, 1}},
	5: {1: {2, 0}, 2: {0, 0}, 3: {2, 1}, 4: {2, 1}, 5: {2, 2}, 6: {0, 1}},
	6: {1: {1, 0}, 2: {0, 0}, 3: {1, 0}, 4: {1, 0}, 5: {1, 0}, 6: {0, 0}},
}

// TestForwardExchanges plays every roll of the player against every roll of the
// enemy, without the Gnarled Branch and with it, which makes a 1 count as a 3.
func TestForwardExchanges(t *testing.T) {
	c := shipped.Content(t)
	for _, branch := range []bool{false, true} {
		for mine := 1; mine <= 6; mine++ {
			for theirs := 1; theirs <= 6; theirs++ {
				want := combat[mine][theirs]
				if branch && mine == 1 {
					want = combat[3][theirs]
				}
				t.Run(fmt.Sprintf("branch %v/%d against %d", branch, mine, theirs), func(t *testing.T) {
					if got := strike(t, c, branch, mine, theirs); got != want {
						t.Errorf("deals %v and takes %v, expected %v and %v", got.dealt, got.taken, want.dealt, want.taken)
					}
				})
			}
		}
	}
}

// strike plays one exchange against a fresh Hollow.
func strike(t *testing.T, c *rules.Content, branch bool, mine, theirs int) exchange {
	t.Helper()
	s, problem := session.New(c, "forward", session.Options{})
	if problem != nil {
		t.Fatal(problem)
	}
	layout := s.State().Layout
	zone := func(name string) int { slot, _ := layout.Zone(name, 1); return slot }
	r := s.Arrange(func(a session.Arrangement) *diag.Diagnostic {
		if branch {
			if _, problem := a.Add(zone("equipment"), "gnarled_branch"); problem != nil {
				return problem
			}
		}
		if _, problem := a.Add(zone("encounter"), "hollow"); problem != nil {
			return problem
		}
		if problem := a.Property(s.State().Zone(zone("dice"))[0], "value", state.Num(float64(mine))); problem != nil {
			return problem
		}
		if problem := a.Property(s.State().Zone(zone("enemy_dice"))[0], "value", state.Num(float64(theirs))); problem != nil {
			return problem
		}
		return a.Phase("combat")
	})
	if r.Problem != nil {
		t.Fatal(r.Problem)
	}
	enemy := s.State().Zone(zone("encounter"))[0]
	before := exchange{hpOf(s, enemy), variable(t, s, "hp")}
	if r := s.Run("strike d1"); !r.OK() {
		t.Fatal(r.Refusal, r.Problem)
	}
	return exchange{before.dealt - hpOf(s, enemy), before.taken - variable(t, s, "hp")}
}

// hpOf reads an enemy's hit points.
func hpOf(s *session.Session, id state.ID) float64 {
	prop, _ := s.State().Prototype(id).Kind.Prop("hp")
	return s.State().Prop(id, prop).Num
}

// variable reads a variable of a session.
func variable(t *testing.T, s *session.Session, name string) float64 {
	t.Helper()
	slot, ok := s.Variable(name)
	if !ok {
		t.Fatalf("unknown variable %s", name)
	}
	return s.State().Var(slot).Num
}

// TestForwardVariantsEnd checks that games with other values of Forward's switches
// and numbers end, too: all cards played, more items, hands that are always full.
func TestForwardVariantsEnd(t *testing.T) {
	c := shipped.Content(t)
	for name, params := range map[string]map[string]float64{
		"all switches on": {"game/forward.play_on": 1, "game/forward.healing_items": 2, "game/forward.terror_wants": 1},
		"a dark Terror":   {"game/forward.terror_wants": 2, "game/forward.prism_start": 2},
		"hands full":      {"game/forward.equipment_slots": 1, "game/forward.item_slots": 1, "game/forward.start_lux": 3},
	} {
		t.Run(name, func(t *testing.T) {
			variant, problems := c.With(params)
			if variant == nil {
				t.Fatal(problems)
			}
			playMany(t, variant, "forward", 1, 500)
		})
	}
}
