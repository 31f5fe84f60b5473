package games_test

import (
	"testing"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/sim"
	"sleight/tests/shipped"
)

// TestSpringTideIsLargeAndTested counts what the game must have: at least 50
// cards with an upgrade, elites, a boss with phases, and a test of everything
// that a player can hold or come to.
func TestSpringTideIsLargeAndTested(t *testing.T) {
	honed, tiers := 0, map[string]int{}
	for _, d := range shipped.Content(t).Catalog.All() {
		if d.Pack != "spring_tide" {
			continue
		}
		tiers[d.Data.TextOr("tier", "")]++
		switch d.Kind {
		case "card", "relic", "consumable", "place":
			if d.Data.Get("upgrade") != nil {
				honed++
			}
			if d.Data.Get("upgrade_of") == nil && len(d.Data.All("tests")) == 0 {
				t.Errorf("%s has no test", d.Key())
			}
		}
	}
	if honed < 50 {
		t.Errorf("only %d cards have an upgrade", honed)
	}
	if tiers["elite"] < 3 || tiers["boss"] < 3 {
		t.Errorf("there are %d elites, and %d phases of the boss", tiers["elite"], tiers["boss"])
	}
}

// TestSpringTideCharts checks on many charts that every place except the last leads
// to another, that no two paths cross, and that all three lanes can be entered.
func TestSpringTideCharts(t *testing.T) {
	const lanes = 3
	s, problem := session.New(shipped.Content(t), "spring_tide", session.Options{NoHistory: true})
	if problem != nil {
		t.Fatal(problem)
	}
	slot, _ := s.Zone("chart")
	for seed := range uint64(500) {
		if problem := s.Restart(seed); problem != nil {
			t.Fatal(problem)
		}
		ways := waysOf(s, s.State().Zone(slot))
		bell := len(ways) - 1
		for from := range ways[:bell-lanes] {
			lane := from%lanes + 1
			if ways[from] == "" {
				t.Fatalf("seed %d: place %d leads nowhere", seed, from+1)
			}
			for _, to := range ways[from] {
				n := int(to - '0')
				if n < 1 || n > lanes || n < lane-1 || n > lane+1 {
					t.Fatalf("seed %d: place %d leads to lane %d", seed, from+1, n)
				}
				if n == lane+1 && contains(ways[from+1], lane) {
					t.Fatalf("seed %d: the ways of places %d and %d cross", seed, from+1, from+2)
				}
			}
		}
	}
}

func waysOf(s *session.Session, places []state.ID) []string {
	out := make([]string, len(places))
	for i, id := range places {
		prop, _ := s.State().Prototype(id).Kind.Prop("ways")
		out[i] = s.State().Prop(id, prop).Str
	}
	return out
}

func contains(ways string, lane int) bool {
	for _, r := range ways {
		if int(r-'0') == lane {
			return true
		}
	}
	return false
}

// TestSpringTideDifficulty checks that a skilled bot wins most
// dives, and a random one almost none.
func TestSpringTideDifficulty(t *testing.T) {
	content := shipped.Content(t)
	p := sim.Plan{Game: "spring_tide", Seed: 1, N: 400, Variants: []sim.Variant{
		{Content: content, Bot: "pilot"},
		{Content: content, Bot: "random"},
	}}
	result, err := sim.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	reports := result.Reports(p)
	pilot, chance := reports[0].WinRate, reports[1].WinRate
	t.Logf("of %d dives %.1f %% are won by the bot pilot, %.1f %% by chance", p.N, 100*pilot, 100*chance)
	if pilot < 0.45 || pilot > 0.7 {
		t.Errorf("the bot pilot wins %.1f %% of the dives", 100*pilot)
	}
	if chance > 0.02 {
		t.Errorf("%.1f %% of the dives are won by chance", 100*chance)
	}
}
