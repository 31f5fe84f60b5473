package seat_test

import (
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

const timed = `
kind: game
id: sealed
players: {min: 3, max: 3}
params: {seconds: {default: 20, safe: [1, 60], breaks: ">60: nobody waits so long"}}
variables:
  bid: {start: 0, min: 0, per: player, visible: owner}
  moves: {start: 0}
  late: {start: 0}
actions:
  bid: {targets: [{name: amount, from: [1, 2, 3]}]}
  fold: {}
  think: {}
  ponder: {}
  go: {}
phases:
  turn: {actions: [think, ponder, go], clock: {seconds: 5.5, timeout: go}}
  bidding: {together: true, actions: [bid, fold], clock: "=game.seconds"}
  slow: {actions: [go], clock: 60}
  free: {actions: [go]}
lua: |
  return {
    do_think = function() vars.moves = vars.moves + 1 end,
    do_ponder = function() ask("why", {from = {3, 4}}) end,
    chosen_why = function(_, n) vars.moves = n end,
    do_go = function()
      if phase() == "turn" then enter_phase("bidding") end
      if phase() == "slow" then enter_phase("free") end
    end,
    do_bid = function(_, amount) vars.bid = amount end,
    do_fold = function() vars.bid = 0 end,
    resolve_bidding = function() enter_phase("slow") end,
    timeout_slow = function() vars.late = player() enter_phase("free") end,
  }
`

func clock(player int, seconds float64, since int) session.Clock {
	return session.Clock{Player: player, Seconds: seconds, Since: since}
}

// TestClocks checks when clocks start and that other players'
// commands do not start them again.
func TestClocks(t *testing.T) {
	s := beginWith(t, timed)
	expect := func(want ...session.Clock) {
		t.Helper()
		if got := s.Clocks(); !slices.Equal(got, want) {
			t.Fatalf("the clocks are %v, expected %v", got, want)
		}
		if b := seat.Of(s, 2, nil).Board(); !slices.Equal(b.Clocks, want) {
			t.Fatalf("player 2 sees the clocks %v, expected %v", b.Clocks, want)
		}
	}
	expect(session.Clock{Player: 1, Seconds: 5.5})
	give(t, s, 1, "think")
	expect(session.Clock{Player: 1, Seconds: 5.5, Since: 1})
	give(t, s, 1, "go")
	expect(clock(1, 20, 2), clock(2, 20, 2), clock(3, 20, 2))
	give(t, s, 3, "bid 2")
	expect(clock(1, 20, 2), clock(2, 20, 2))
	s.Undo(1)
	expect(clock(1, 20, 2), clock(2, 20, 2), clock(3, 20, 2))
	s.Redo(1)
	give(t, s, 1, "bid 1")
	give(t, s, 2, "bid 1")
	expect(session.Clock{Player: 1, Seconds: 60, Since: 5})
	give(t, s, 1, "go")
	expect()
}

// TestTimeoutsAreLoggedAsCommands checks that a timeout has the effect that
// content declares, that it is refused when it is too late, and that replaying
// needs no clock.
func TestTimeoutsAreLoggedAsCommands(t *testing.T) {
	s := beginWith(t, timed)
	run := func(c session.Clock) {
		t.Helper()
		if r := s.Timeout(c); !r.OK() {
			t.Fatal(r.Refusal, r.Problem)
		}
	}
	was := s.Clocks()[0]
	give(t, s, 1, "ponder")
	if r := s.Timeout(was); r.Refusal == nil || r.Refusal.Code != "no-clock" {
		t.Errorf("a late timeout: %v", r.Refusal)
	}
	run(s.Clocks()[0]) // the first answer
	if moves, _ := s.Evaluate("vars.moves"); moves != "3" || s.PendingQuestion() != nil {
		t.Errorf("moves = %s", moves)
	}
	run(s.Clocks()[0]) // go
	give(t, s, 2, "bid 3")
	run(s.Clocks()[1]) // player 3 bids 1, the first that is legal
	for player, want := range []string{"@3 …", "@3 …", "@3 …", "@3 timeout"} {
		if log := commands(s, player); log[len(log)-1] != want {
			t.Errorf("seat %d reads %q", player, log)
		}
	}
	if s.Timeout(session.Clock{Player: 3, Seconds: 20, Since: 3}).OK() {
		t.Error("a player who has chosen ran out of time")
	}
	run(s.Clocks()[0])
	if bids, _ := s.Evaluate(`var_of(1, "bid") .. var_of(2, "bid") .. var_of(3, "bid")`); bids != "131" {
		t.Errorf("the bids are %s", bids)
	}
	run(s.Clocks()[0]) // the hook
	if late, _ := s.Evaluate("vars.late"); late != "1" || s.Phase().Name != "free" {
		t.Errorf("late = %s, phase %s", late, s.Phase().Name)
	}
	if r := s.Run("timeout"); r.Refusal == nil || r.Refusal.Code != "no-clock" {
		t.Errorf("without a clock: %v", r.Refusal)
	}
	log := s.Commands()
	if want := []string{"ponder", "timeout", "timeout", "@2 bid 3", "@3 timeout", "timeout", "timeout"}; !slices.Equal(log, want) {
		t.Errorf("the log is %q", log)
	}
	again, problem := session.Replay(s.Content(), "sealed", session.Options{Seed: 1}, log, nil)
	if problem != nil || again.Hash() != s.Hash() {
		t.Fatalf("replaying %q: %v", log, problem)
	}
	var out strings.Builder
	s.Undo(3)
	if err := s.Save(&out); err != nil {
		t.Fatal(err)
	}
	loaded, _, problem := session.Load(s.Content(), strings.NewReader(out.String()), "save")
	if problem != nil || loaded.Hash() != s.Hash() || !slices.Equal(loaded.Clocks(), s.Clocks()) {
		t.Fatalf("loading: %v %v", problem, loaded.Clocks())
	}
}

// TestSeatsCannotGiveTheTimeoutCommand checks that a seat cannot give the
// timeout command.
func TestSeatsCannotGiveTheTimeoutCommand(t *testing.T) {
	s := beginWith(t, timed)
	if _, refusal, _ := seat.Of(s, 1, nil).Parse("timeout"); refusal == nil || refusal.Code != "host-only" {
		t.Errorf("a seat says timeout: %v", refusal)
	}
	if legal, _ := seat.Of(s, 1, nil).Legal(0); slices.Contains(legal, "timeout") {
		t.Errorf("legal: %q", legal)
	}
}
