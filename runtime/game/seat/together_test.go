package seat_test

import (
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

const together = `
kind: game
id: sealed
players: {min: 3, max: 3}
variables:
  bid: {start: 0, min: 0, per: player, visible: owner}
  alive: {start: true, per: player}
  best: {start: 0}
  round: {start: 0}
actions:
  bid: {targets: [{name: amount, from: [1, 2, 3]}]}
  ponder: {}
  go: {}
  quit: {}
phases:
  bidding: {together: vars.alive, actions: [bid, ponder, quit]}
  after: {actions: [go]}
lua: |
  return {
    start = function() enter_phase("bidding") end,
    enter_bidding = function() vars.round = vars.round + 1 end,
    do_bid = function(_, amount) vars.bid = amount end,
    do_ponder = function() ask("why", {from = {1, 2}}) end,
    chosen_why = function(_, n) vars.bid = n end,
    do_quit = function() vars.alive = false; enter_phase("after") end,
    resolve_bidding = function()
      vars.best = 0
      for p = 1, players() do
        if var_of(p, "bid") > vars.best then vars.best = var_of(p, "bid") end
      end
      say("The best is " .. vars.best .. ".")
      enter_phase("after")
    end,
    do_go = function() set_player(2) enter_phase("bidding") end,
  }
`

// TestSimultaneousChoicesInAnyOrder checks that every player may act, that
// nobody sees the choices of others before all have chosen, and that the last
// one resolves the phase.
func TestSimultaneousChoicesInAnyOrder(t *testing.T) {
	s := beginWith(t, together)
	give(t, s, 3, "bid 2")
	if got := s.Waiting(); !slices.Equal(got, []int{1, 2}) || s.Player() != 1 {
		t.Fatalf("waiting for %v, player %d acts", got, s.Player())
	}
	if _, refusal, _ := seat.Of(s, 3, nil).Parse("bid 1"); refusal == nil || refusal.Code != "other-turn" {
		t.Errorf("choosing twice: %v", refusal)
	}
	if legal, _ := seat.Of(s, 2, nil).Legal(0); !slices.Contains(legal, "bid 3") {
		t.Errorf("player 2 may do %v", legal)
	}
	if b := seat.Of(s, 2, nil).Board(); len(b.Offers) != 3 || !slices.Equal(b.Waiting, []int{1, 2}) || s.Player() != 1 {
		t.Errorf("player 2 is offered %v, waiting %v", b.Offers, b.Waiting)
	}
	give(t, s, 2, "bid 3")
	for player, want := range [...][]string{{"@3 …", "@2 …"}, {"@3 …", "@2 …"}, {"@3 …", "@2 bid 3"}, {"@3 bid 2", "@2 …"}} {
		if got := commands(s, player); !slices.Equal(got, want) {
			t.Errorf("the log of seat %d is %q, expected %q", player, got, want)
		}
	}
	told := give(t, s, 1, "bid 1")
	if told[0].Said[0].Text != "The best is 3." || s.Phase().Name != "after" {
		t.Errorf("told %v, phase %s", told[0], s.Phase().Name)
	}
	for player := range 4 {
		if got := commands(s, player); !slices.Equal(got, []string{"@3 bid 2", "@2 bid 3", "bid 1"}) {
			t.Errorf("after all have chosen, the log of seat %d is %q", player, got)
		}
	}
	s.Undo(1)
	if got := commands(s, 1); !slices.Equal(got, []string{"@3 …", "@2 …"}) || !slices.Equal(s.Waiting(), []int{1}) {
		t.Errorf("after undoing, the log is %q, waiting for %v", got, s.Waiting())
	}
}

// TestSimultaneousChoicesShareOneLog checks that replaying, saving and loading lead
// to the same state and masks.
func TestSimultaneousChoicesShareOneLog(t *testing.T) {
	s := beginWith(t, together)
	give(t, s, 2, "ponder")
	if s.Player() != 2 || s.MayAct(1) {
		t.Fatalf("while player 2 is asked, player %d acts", s.Player())
	}
	give(t, s, 2, "choose 2")
	if !slices.Equal(s.Waiting(), []int{1, 3}) || s.Player() != 1 {
		t.Fatalf("after the answer, waiting for %v, player %d", s.Waiting(), s.Player())
	}
	give(t, s, 3, "bid 1")
	again, problem := session.Replay(s.Content(), "sealed", session.Options{Seed: 1}, s.Commands(), nil)
	if problem != nil || again.Hash() != s.Hash() {
		t.Fatalf("replaying %q: %v", s.Commands(), problem)
	}
	var out strings.Builder
	if err := s.Save(&out); err != nil {
		t.Fatal(err)
	}
	loaded, notes, problem := session.Load(s.Content(), strings.NewReader(out.String()), "save")
	if problem != nil || len(notes) > 0 || loaded.Hash() != s.Hash() || !slices.Equal(commands(loaded, 1), commands(s, 1)) {
		t.Fatalf("loading: %v %v %q", problem, notes, commands(loaded, 1))
	}
}

// TestPhasesLimitWhoTakesPart checks that players who are out are not
// asked.
func TestPhasesLimitWhoTakesPart(t *testing.T) {
	s := beginWith(t, together)
	give(t, s, 1, "quit")
	give(t, s, s.Player(), "go")
	if got := s.Waiting(); !slices.Equal(got, []int{2, 3}) || s.Player() != 2 {
		t.Fatalf("waiting for %v, player %d acts", got, s.Player())
	}
	if _, refusal, _ := seat.Of(s, 1, nil).Parse("bid 1"); refusal == nil {
		t.Error("a player who is out may choose")
	}
	give(t, s, 3, "bid 1")
	give(t, s, 2, "bid 1")
	if s.Phase().Name != "after" {
		t.Errorf("the phase is %s", s.Phase().Name)
	}
}

// TestAPhaseWaitsForAnswers checks that a phase is not resolved while
// the last player is asked.
func TestAPhaseWaitsForAnswers(t *testing.T) {
	s := beginWith(t, together)
	give(t, s, 1, "bid 1")
	give(t, s, 2, "bid 1")
	told := give(t, s, 3, "ponder")
	if len(told[0].Said) > 0 || s.Phase().Name != "bidding" || s.PendingQuestion() == nil {
		t.Fatalf("the phase was resolved before the answer: %v", told[0].Said)
	}
	if got := commands(s, 1); got[2] != "@3 …" && got[2] != "…" {
		t.Errorf("player 1 reads %q", got)
	}
	told = give(t, s, 3, "choose 2")
	if len(told[0].Said) != 1 || told[0].Said[0].Text != "The best is 2." || s.Phase().Name != "after" {
		t.Errorf("after the answer: %v, phase %s", told[0].Said, s.Phase().Name)
	}
}
