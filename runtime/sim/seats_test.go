package sim

import (
	"math"
	"strings"
	"testing"

	"sleight/tests/shipped"
)

// TestEachSeatHasItsBot checks that the bot of a seat plays in it, whatever seat
// that is, and that wins and metrics are counted by seat.
func TestEachSeatHasItsBot(t *testing.T) {
	c := shipped.Content(t)
	p := Plan{Game: "hammer", Seed: 3, N: 60, Players: 3}
	for _, bot := range []string{"2=dealer", "1=random,3=dealer,2=random", "dealer"} {
		p.Variants = append(p.Variants, Variant{Name: bot, Content: c, Bot: bot, Against: len(p.Variants)})
	}
	r, err := Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	reports := r.Reports(p)
	for i, best := range []int{2, 3, 0} {
		all := 0.0
		for seat := 1; seat <= 3; seat++ {
			wins := reports[i].Metrics[AtSeat(Wins, seat)]
			fame := reports[i].Metrics[AtSeat("fame", seat)]
			all += wins.Mean
			if wins.N != p.N || fame.N != p.N {
				t.Fatalf("seat %d: %d wins and %d fames in %d games", seat, wins.N, fame.N, p.N)
			}
			if best > 0 && (wins.Mean > 0.6) != (seat == best) {
				t.Errorf("%s: seat %d wins %v", p.Variants[i].Bot, seat, wins.Mean)
			}
		}
		if all > 1 || all < 0.8 {
			t.Errorf("%s: the seats win %v of the games", p.Variants[i].Bot, all)
		}
	}
	for name, says := range map[string]string{
		"1=dealer,1=random": "seat 1 has two bots", "5=dealer": "a seat from 1 to 4", "1=dealr": `did you mean "dealer"?`, "x=dealer": "expected SEAT=BOT",
	} {
		g, _ := c.Game("hammer")
		if _, err := NewBot(g, name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBotsForUnoccupiedSeatsAreRefused checks that a bot for an unoccupied seat
// is refused, for each number of players.
func TestBotsForUnoccupiedSeatsAreRefused(t *testing.T) {
	p := Plan{Game: "hammer", Seed: 3, N: 1, Variants: []Variant{{Content: shipped.Content(t), Bot: "1=random,4=dealer"}}}
	for players, refused := range map[int]bool{0: true, 3: true, 4: false} {
		p.Players = players
		_, err := Run(t.Context(), p)
		_, _, again := Replay(t.Context(), p, 0, 0)
		if (err != nil) != refused || (again != nil) != refused {
			t.Errorf("%d players: %v, %v", players, err, again)
		}
		if refused && !strings.Contains(err.Error(), "--players 4 adds it") {
			t.Errorf("%d players: %v", players, err)
		}
	}
}

// TestFirstPlayerAdvantage compares the figure and its interval with those of
// the definition: player 1 wins 60 of 100 games, player 2 30, and 10 are shared.
func TestFirstPlayerAdvantage(t *testing.T) {
	wins := func(n int) Summary { return Summarize(Counts{1: n, 0: 100 - n}) }
	got, within := Advantage([]Summary{wins(60), wins(30)})
	if math.Abs(got-0.15) > 1e-12 {
		t.Errorf("the advantage is %v", got)
	}
	half := 1.96 * math.Sqrt((0.9*0.25-0.15*0.15)/100) // each game counts 1/2, −1/2 or 0
	if math.Abs(within[0]-(0.15-half)) > 1e-4 || math.Abs(within[1]-(0.15+half)) > 1e-4 {
		t.Errorf("within %v, expected ± %v", within, half)
	}
}
