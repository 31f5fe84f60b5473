package games_test

import (
	"fmt"
	"testing"

	"sleight/runtime/engine"
)

// TestHandsOfManaDrawAreHidden holds that a player sees the own hand and the
// discard piles, but no other hand and no deck.
func TestHandsOfManaDrawAreHidden(t *testing.T) {
	s, problem := shipped(t).NewSession("mana_draw", engine.Options{Players: 3})
	if problem != nil {
		t.Fatal(problem)
	}
	for player := 1; player <= 3; player++ {
		if s.Player() != player {
			t.Fatalf("player %d acts, not %d", s.Player(), player)
		}
		for n := 1; n <= 3; n++ {
			for name, hidden := range map[string]bool{"hand": n != player, "deck": true, "discard": false} {
				zone, _ := s.Zone(fmt.Sprintf("%s@%d", name, n))
				if s.Hidden(zone) != hidden {
					t.Errorf("for player %d, %s@%d is hidden: %v", player, name, n, !hidden)
				}
			}
		}
		if r := s.Run("end_turn"); !r.OK() {
			t.Fatal(r)
		}
	}
}
