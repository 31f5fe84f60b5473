package experiment

import (
	"slices"
	"testing"

	"sleight/runtime/game/rules"
	"sleight/runtime/sim"
	"sleight/tests/shipped"
)

// TestEachBotPlaysEachOther checks the pairings of a tournament and that its
// totals are those of the pairings.
func TestEachBotPlaysEachOther(t *testing.T) {
	c := shipped.Content(t)
	g, _ := c.Game("hammer")
	q, err := Question{Kind: Play, Game: "hammer", Seed: 1, N: 30, Players: 3, Variants: []Variant{{Name: "before"}}}.RoundRobin(g, []string{"random", "dealer"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var bots []string
	for _, v := range q.Variants {
		bots = append(bots, v.Bot)
	}
	if want := []string{
		"1=random,2=dealer,3=dealer", "1=dealer,2=random,3=dealer", "1=dealer,2=dealer,3=random",
		"1=dealer,2=random,3=random", "1=random,2=dealer,3=random", "1=random,2=random,3=dealer",
	}; !slices.Equal(bots, want) {
		t.Fatalf("the pairings are %q", bots)
	}
	r, err := q.Run(t.Context(), Content{New: c}, sim.Range{0, q.N}, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	totals, pairings := q.Answer(r).Standings()
	if len(totals) != 2 || len(pairings) != 6 || totals[0].Bot != "dealer" || totals[0].Games != 90 || totals[0].Rate < 0.7 || totals[1].Rate > 0.2 {
		t.Errorf("the totals are %+v", totals)
	}
	if q.Kind != Tournament || q.Variants[1].Name != "random in seat 2 against dealer" || q.Variants[1].Lead != "random" || q.Variants[1].Other != "dealer" || q.Variants[1].Seat != 2 || q.Variants[1].Against != 1 {
		t.Errorf("the question is %+v", q)
	}
	alone, _ := c.Game("forward")
	undecided, _ := c.Game("never_die_guy")
	for _, x := range []struct {
		game    *rules.Game
		players int
		bots    []string
		want    string
	}{
		{g, 2, []string{"random", "dealer"}, ""},
		{g, 0, []string{"random", "dealer"}, ""},
		{g, 3, []string{"random"}, "--round-robin takes two or more --bot"},
		{g, 3, []string{"random", "random"}, "--round-robin takes two or more --bot"},
		{alone, 0, []string{"random", "greedy"}, "--round-robin: forward is played by one player"},
		{undecided, 2, []string{"random", "greedy"}, "--round-robin: never_die_guy does not say who has won: declare winner: or ranks: in the game"},
	} {
		q, err := (Question{Game: x.game.ID(), Players: x.players}).RoundRobin(x.game, x.bots, map[string]float64{"game/x.y": 2})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != x.want {
			t.Errorf("%q with %d players: %s, want %s", x.bots, x.players, got, x.want)
		}
		if x.want == "" && (len(q.Variants) != 4 || q.Players != 2 || q.Variants[3].Params["game/x.y"] != 2) {
			t.Errorf("%d players: %+v", x.players, q)
		}
	}
}
