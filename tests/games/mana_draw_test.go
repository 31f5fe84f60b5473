package games_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/ui/repl"
	"sleight/tests/shipped"
)

// TestManaDrawHidesHands checks that players see their own hand and the discard
// piles, but no other hand and no deck.
func TestManaDrawHidesHands(t *testing.T) {
	s, problem := session.New(shipped.Content(t), "mana_draw", session.Options{Players: 3})
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

// TestManaDrawHidesWhereCardsGo checks that no output of the REPL, even when a
// new round is dealt, reveals what is in another hand or where in a deck a card
// is.
func TestManaDrawHidesWhereCardsGo(t *testing.T) {
	content, o := shipped.Content(t), session.Options{Seed: 7, Players: 3}
	played, _ := session.New(content, "mana_draw", o)
	if _, fault := finish(played); fault != "" {
		t.Fatal(fault)
	}
	s, _ := session.New(content, "mana_draw", o)
	var out strings.Builder
	r := repl.New(s, nil, repl.Options{Out: &out, Seed: o.Seed, Players: o.Players})
	for _, line := range played.Commands() {
		out.Reset()
		r.Execute(line)
		r.Execute("state")
		s.State().Entities(func(id state.ID) {
			zone := s.State().ZoneOf(id)
			if shown := s.Label(id) + " " + s.Definition(id).Name; s.Hidden(zone) && strings.Contains(out.String(), shown) {
				t.Errorf("after %q player %d reads of %q", line, s.Player(), shown)
			}
		})
	}
}
