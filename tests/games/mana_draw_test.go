package games_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sleight/runtime/engine"
	"sleight/runtime/state"
)

// TestARandomPlayerFinishesManaDraw holds that any two to four people can
// finish a game: no error, no legal command that is refused, no stuck state,
// and nothing lost on the way.
func TestARandomPlayerFinishesManaDraw(t *testing.T) {
	const games = 20
	content := shipped(t)
	for players := 2; players <= 4; players++ {
		t.Run(fmt.Sprintf("%d players", players), func(t *testing.T) {
			longest, total, points := 0, 0, 0.0
			for seed := range uint64(games) {
				s, problem := content.NewSession("mana_draw", engine.Options{Seed: seed, Players: players, NoHistory: true})
				if problem != nil {
					t.Fatal(problem)
				}
				length := finishManaDraw(t, s, rand.New(rand.NewPCG(seed, uint64(players))))
				longest, total = max(longest, length), total+length
				for n := 1; n <= players; n++ {
					points += number(t, s, fmt.Sprintf("score@%d", n))
				}
			}
			t.Logf("%d games: %d commands on average, %d at most; %.1f points a player",
				games, total/games, longest, points/float64(games*players))
		})
	}
}

// finishManaDraw plays random legal commands to the end and returns how many.
func finishManaDraw(t *testing.T, s *engine.Session, choose *rand.Rand) int {
	t.Helper()
	players := s.State().Layout.Players
	const most = 1000 // of one game; far beyond what its turns allow
	for n := range most {
		keepsManaDraw(t, s, players)
		if s.Over() {
			return n
		}
		commands, problem := s.Legal(0)
		if problem != nil {
			t.Fatal(problem)
		}
		if len(commands) == 0 {
			t.Fatalf("stuck in phase %s after %d commands", s.Phase().Name, n)
		}
		c := commands[choose.IntN(len(commands))]
		text := s.Format(c)
		if r := s.Do(c); !r.OK() {
			t.Fatalf("%q is legal and not done: %s %v", text, r.Refusal, r.Problem)
		}
	}
	t.Fatalf("the game is not over after %d commands", most)
	return 0
}

// keepsManaDraw checks what no command may break: the dice of the Source and
// the ten cards of each player are all there, and nobody holds a die that is
// used up in another's turn.
func keepsManaDraw(t *testing.T, s *engine.Session, players int) {
	t.Helper()
	if dice := size(t, s, "source"); dice != players+2 {
		t.Fatalf("the Source holds %d dice, not %d", dice, players+2)
	}
	for n := 1; n <= players; n++ {
		cards := 0
		for _, zone := range []string{"hand", "deck", "discard"} {
			cards += size(t, s, fmt.Sprintf("%s@%d", zone, n))
		}
		if cards != 10 {
			t.Fatalf("player %d has %d cards, not 10", n, cards)
		}
	}
	if s.Over() {
		return
	}
	zone, _ := s.Zone("source")
	for _, die := range s.State().Zone(zone) {
		if spent(s, die) && takenBy(s, die) != s.Player() {
			t.Fatal("a die is spent by somebody else than the player who acts")
		}
	}
}

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

func size(t *testing.T, s *engine.Session, zone string) int {
	t.Helper()
	slot, ok := s.Zone(zone)
	if !ok {
		t.Fatalf("there is no zone %s", zone)
	}
	return len(s.State().Zone(slot))
}

func number(t *testing.T, s *engine.Session, variable string) float64 {
	t.Helper()
	slot, ok := s.Variable(variable)
	if !ok {
		t.Fatalf("there is no variable %s", variable)
	}
	return s.State().Var(slot).Num
}

func takenBy(s *engine.Session, die state.ID) int { return int(property(s, die, "taken_by").Num) }

func spent(s *engine.Session, die state.ID) bool { return property(s, die, "spent").True() }

func property(s *engine.Session, id state.ID, name string) state.Value {
	n, _ := s.State().Prototype(id).Kind.Prop(name)
	return s.State().Prop(id, n)
}
