package experiment

import (
	"slices"
	"testing"

	"sleight/runtime/sim"
	"sleight/tests/shipped"
)

// TestEachBotPlaysEachOther checks the pairings of a tournament and that its
// totals are those of the pairings.
func TestEachBotPlaysEachOther(t *testing.T) {
	c := shipped.Content(t)
	g, _ := c.Game("hammer")
	q, err := Question{Game: "hammer", Seed: 1, N: 30, Players: 3}.RoundRobin(g, []string{"random", "dealer"}, nil)
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
	r, err := q.Run(t.Context(), Content{New: c}, sim.Range{0, q.N}, Effort{})
	if err != nil {
		t.Fatal(err)
	}
	totals, pairings := q.Answer(r).Standings()
	if len(totals) != 2 || len(pairings) != 6 || totals[0].Bot != "dealer" || totals[0].Games != 90 || totals[0].Rate < 0.7 || totals[1].Rate > 0.2 {
		t.Errorf("the totals are %+v", totals)
	}
	for _, bots := range [][]string{{"random"}, {"random", "random"}} {
		if _, err := (Question{Game: "hammer"}).RoundRobin(g, bots, nil); err == nil {
			t.Errorf("%q play one another", bots)
		}
	}
	alone, _ := c.Game("forward")
	if _, err := (Question{Game: "forward"}).RoundRobin(alone, []string{"random", "greedy"}, nil); err == nil {
		t.Error("a game for one player has a tournament")
	}
}
