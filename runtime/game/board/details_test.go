package board_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/board"
	"sleight/runtime/game/session"
)

// TestZonesShowDetails checks that the details of a zone are
// computed for each entity and viewer, that labels supply their words, that nil
// is not shown, that hidden entities have no details, and that a failure is shown
// and reported by Examine.
func TestZonesShowDetails(t *testing.T) {
	text := strings.Replace(duel, "start: [ace]}", `start: [ace], details: {price: {name: price, value: 'item.id .. player()'},`+
		` gone: {value: nil}, rarity: {value: '"r"', labels: {r: rare}}}}`, 1)
	text = strings.Replace(text, "dice: {of: die,", `dice: {details: {size: {value: DETAIL}}, of: die,`, 1)
	c, problems := mustLoad(t, strings.Replace(text, "DETAIL", "item.sides + 1", 1))
	s, problem := session.New(c, "duel", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem, problems)
	}
	if problem := s.Examine(); problem != nil {
		t.Error(problem)
	}
	got := map[string]string{}
	for player, label := range []string{1: "c1", 2: "c1@2"} {
		if player == 0 {
			continue
		}
		b := board.Of(s, player, nil)
		for _, at := range []string{label, "d1"} {
			for _, trait := range b.Find(at).Traits {
				got[at] += trait.Name + " " + trait.Value + ";"
			}
		}
		other := map[int]string{1: "c1@2", 2: "c1"}[player]
		if thing := b.Find(other); thing == nil || len(thing.Traits) > 0 {
			t.Errorf("player %d sees %+v", player, thing)
		}
	}
	want := map[string]string{"c1": "price ace1;Rarity rare;", "c1@2": "price ace2;Rarity rare;", "d1": "Size 9;Size 9;"}
	for at, details := range want {
		if got[at] != details {
			t.Errorf("%s shows %q, expected %q", at, got[at], details)
		}
	}
	c, _ = mustLoad(t, strings.Replace(text, "DETAIL", "item.sides.x", 1))
	if s, problem = session.New(c, "duel", session.Options{Seed: 1}); problem != nil {
		t.Fatal(problem)
	}
	if traits := board.Of(s, 1, nil).Find("d1").Traits; len(traits) != 1 || !strings.Contains(traits[0].Value, "number") {
		t.Errorf("a failed detail shows %+v", traits)
	}
	if problem := s.Examine(); problem == nil || problem.Place.Line == 0 {
		t.Errorf("Examine finds %v", problem)
	}
}
