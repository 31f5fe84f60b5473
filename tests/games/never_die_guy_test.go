package games_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/sim"
	"sleight/tests/shipped"
)

// neverDieGuyTargets are the target scores of Never Die Guy (ruling 1: 150 ×
// 1.5^(domain−1) × 1, 1.5 or 2, not rounded), worked out by hand: normal, elite
// and boss room of each domain.
var neverDieGuyTargets = [6][3]float64{
	{150, 225, 300},
	{225, 337.5, 450},
	{337.5, 506.25, 675},
	{506.25, 759.375, 1012.5},
	{759.375, 1139.0625, 1518.75},
	{1139.0625, 1708.59375, 2278.125},
}

// TestNeverDieGuyTargets plays a campaign through all its rooms, setting the
// score to win each, and checks that their targets are those of the table, in
// order.
func TestNeverDieGuyTargets(t *testing.T) {
	s, problem := session.New(shipped.Content(t), "never_die_guy", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	for domain, row := range neverDieGuyTargets {
		for room, want := range row {
			if got := variable(t, s, "target_score"); math.Abs(got-want) > 1e-9 {
				t.Errorf("domain %d, room %d: the target is %v, expected %v", domain+1, room+1, got, want)
			}
			if got := variable(t, s, "domain_id"); got != float64(domain+1) {
				t.Fatalf("room %d: in domain %v, expected %d", room+1, got, domain+1)
			}
			winRoom(t, s)
		}
	}
	if outcome, _ := s.Outcome(); outcome != rules.Won {
		t.Errorf("after the last boss the game is %q, not won", outcome)
	}
}

// winRoom reaches the target and enters the next room.
func winRoom(t *testing.T, s *session.Session) {
	t.Helper()
	r := s.Arrange(func(a session.Arrangement) *diag.Diagnostic {
		return a.Variable("current_score", state.Num(1e6))
	})
	if r.Problem != nil {
		t.Fatal(r.Problem)
	}
	for _, command := range []string{"end_turn", "skip"} {
		if s.Over() || command == "skip" && s.Phase().Name != "reward" {
			return
		}
		if r := s.Run(command); !r.OK() {
			t.Fatalf("%s: %s %v", command, r.Refusal, r.Problem)
		}
	}
}

// TestNeverDieGuyPools checks that every pool has 15 dice, two or three of each
// of the six types, and that over many seeds each type has a third die in half
// of the pools, within four standard errors.
func TestNeverDieGuyPools(t *testing.T) {
	const seeds = 2000
	s, problem := session.New(shipped.Content(t), "never_die_guy", session.Options{NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	thirds := map[string]int{}
	for seed := range uint64(seeds) {
		if problem := s.Restart(seed); problem != nil {
			t.Fatal(problem)
		}
		of := map[string]int{}
		total := 0
		s.State().Entities(func(id state.ID) {
			if p := s.State().Prototype(id); p.Kind.Name == "die" {
				of[p.ID]++
				total++
			}
		})
		if total != 15 || len(of) != 6 {
			t.Fatalf("seed %d: the dice are %v", seed, of)
		}
		for id, n := range of {
			switch n {
			case 2:
			case 3:
				thirds[id]++
			default:
				t.Fatalf("seed %d: %d of %s", seed, n, id)
			}
		}
	}
	for id, n := range thirds {
		if apart := math.Abs(float64(n) - seeds/2); apart > 4*math.Sqrt(seeds*0.25) {
			t.Errorf("%s is a third die in %d of %d pools", id, n, seeds)
		}
	}
}

// TestNeverDieGuyPlannedVariantsEnd checks that games with the switches for
// planned features end, alone and together.
func TestNeverDieGuyPlannedVariantsEnd(t *testing.T) {
	c := shipped.Content(t)
	for _, on := range [][]string{{"element_combos"}, {"bless_curse"}, {"grid_targeting"}, {"element_combos", "bless_curse", "grid_targeting"}} {
		t.Run(fmt.Sprint(on), func(t *testing.T) {
			params := map[string]float64{}
			for _, name := range on {
				params["game/never_die_guy."+name] = 1
			}
			variant, problems := c.With(params)
			if variant == nil {
				t.Fatal(problems)
			}
			playMany(t, variant, "never_die_guy", 1, 300)
		})
	}
}

// TestNeverDieGuyDifficulty checks that a player who holds
// high dice wins most campaigns through the six domains, and a random player
// hardly any.
func TestNeverDieGuyDifficulty(t *testing.T) {
	content := shipped.Content(t)
	p := sim.Plan{Game: "never_die_guy", Seed: 1, N: 1000, Variants: []sim.Variant{
		{Content: content, Bot: "keeper"},
		{Content: content, Bot: "random"},
	}}
	result, err := sim.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	reports := result.Reports(p)
	keeper, chance := reports[0].WinRate, reports[1].WinRate
	t.Logf("of %d campaigns %.1f %% are won by the bot keeper, %.1f %% by chance", p.N, 100*keeper, 100*chance)
	if keeper < 0.75 || keeper > 0.95 {
		t.Errorf("the bot keeper wins %.1f %% of the campaigns", 100*keeper)
	}
	if chance > 0.02 {
		t.Errorf("%.1f %% of the campaigns are won by chance", 100*chance)
	}
}

// TestNeverDieGuyHidesDisabledFeatures checks ruling 6: the board has no trace
// of what a parameter switches off, and shows it once it is switched on.
func TestNeverDieGuyHidesDisabledFeatures(t *testing.T) {
	c := shipped.Content(t)
	words := map[string][]string{
		"bless_curse":    {"Bless", "Curse"},
		"grid_targeting": {"grid", "Aim", "squished"},
		"angle_bonuses":  {"globe", "Facing", "Angle"},
	}
	for parameter := range words {
		on, problems := c.With(map[string]float64{"game/never_die_guy." + parameter: 1})
		if on == nil {
			t.Fatal(problems)
		}
		for switched, content := range map[string]*rules.Content{"off": c, "on": on} {
			s, problem := session.New(content, "never_die_guy", session.Options{Seed: 1})
			if problem != nil {
				t.Fatal(problem)
			}
			text, err := json.Marshal(board.Of(s, 1, nil))
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range words[parameter] {
				if got := strings.Contains(string(text), word); got != (switched == "on") {
					t.Errorf("%s is %s; the board shows %q: %v", parameter, switched, word, got)
				}
			}
		}
	}
}
