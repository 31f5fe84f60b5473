package seat_test

import (
	"fmt"
	"testing"

	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

const gamble = `
kind: game
id: sealed
variables: {gold: {start: 5}, steps: {start: 0}}
zones:
  hand: {of: card, label: h, start: [{ace: 1}]}
  table: {of: card, label: t}
views:
  twice: {value: 'vars.steps * 2'}
actions: {bet: {}, walk: {}, pick: {targets: [{name: one, from: [1, 2]}]}}
phases: {turn: {actions: [bet, walk, pick]}}
lua: |
  return {
    do_bet = function() vars.steps = 1 vars.gold = vars.gold + random("bet", 1, 6) end,
    do_walk = function() vars.steps = 1 move_to(at("hand", 1), "table") end,
    do_pick = function() vars.gold = random("bet", 1, 6) end,
  }
---
{kind: card, id: ace}
`

// TestOddsAreSampled checks that a preview gives the odds of the numbers that
// chance decides, independently of the actual future.
func TestOddsAreSampled(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(10) {
		s, problem := session.New(beginWith(t, gamble).Content(), "sealed", session.Options{Seed: seed + 1})
		if problem != nil {
			t.Fatal(problem)
		}
		p, _, problem := seat.Of(s, 1, nil).Preview("bet", nil)
		if problem != nil {
			t.Fatal(problem)
		}
		if len(p.Odds) != 1 {
			t.Fatalf("bet has the odds %+v", p.Odds)
		}
		o := p.Odds[0]
		if o.Figure != "gold" || o.Low < 6 || o.High > 11 || o.Mean < 7 || o.Mean > 10 || o.Low >= o.High {
			t.Errorf("bet has the odds %+v", o)
		}
		seen[fmt.Sprint(p.Odds)] = true
	}
	if len(seen) != 1 {
		t.Errorf("the odds depend on the seed: %v", seen)
	}
}

// TestOddsNeedAWholeCommandAndNoSecrets checks which commands have no odds: one
// that chance does not decide, one with open picks, and one that depends on
// another player's secret choice, not on chance.
func TestOddsNeedAWholeCommandAndNoSecrets(t *testing.T) {
	for command, content := range map[string]string{"walk": gamble, "pick": gamble, "match": vault} {
		p, _, problem := seat.Of(beginWith(t, content), 1, nil).Preview(command, nil)
		if problem != nil {
			t.Fatal(problem)
		}
		if len(p.Odds) > 0 {
			t.Errorf("%s has the odds %+v", command, p.Odds)
		}
	}
}

// TestPreviewsShowMoves checks that a preview lists the moves that a
// command would certainly make.
func TestPreviewsShowMoves(t *testing.T) {
	p, _, problem := seat.Of(beginWith(t, gamble), 1, nil).Preview("walk", nil)
	if problem != nil {
		t.Fatal(problem)
	}
	for _, s := range p.Steps {
		if s.Op == "move" && s.From == "hand" && s.To == "table" && s.ID != 0 && s.Thing == nil {
			return
		}
	}
	t.Errorf("walk has the steps %+v", p.Steps)
}
