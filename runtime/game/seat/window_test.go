package seat_test

import (
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

const duel = `
kind: game
id: sealed
players: {min: 3, max: 3}
variables:
  mana: {start: 5, min: 0, per: player}
  hp: {start: 10, per: player}
  log: {start: ""}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [{bolt: 1}, {denial: 2}]}
  pile: {of: card, label: p}
events: {turn_ended: {}, hit: {args: [victim, amount]}}
actions:
  end_turn: {}
  dodge: {cost: {mana: 1}}
  gloat: {}
phases:
  turn: {actions: [end_turn, gloat], use: [hand], clock: 60}
windows:
  counter: {before: [use], use: [hand], answers: one, depth: 2, pass_until: turn_ended, clock: 10}
  wound: {after: [hit], who: "player() == answered(1)", actions: [dodge], skip: true}
lua: |
  return {
    do_end_turn = function() emit("turn_ended") set_player(player() % players() + 1) end,
    do_gloat = function() vars.log = vars.log .. "gloat " end,
    do_dodge = function() cancel() vars.log = vars.log .. "dodge" .. player() .. " " end,
    closed_wound = function(_, victim, amount)
      set_var_of(victim, "hp", var_of(victim, "hp") - amount)
      vars.log = vars.log .. "hit" .. victim .. " "
    end,
    on_used = function(_, item) move_to(item, "pile") end,
  }
---
{kind: card, id: bolt, name: Bolt, use: {cost: {mana: 2}, targets: [{name: victim, from: [1, 2, 3]}]}, lua: "return { use = function(_, victim) emit('hit', victim, 3) end }"}
---
{kind: card, id: denial, name: Denial, use: {cost: {mana: 1}, during: [counter]}, lua: "return { use = function(self) vars.log = vars.log .. 'deny' .. answered_by() .. ' ' cancel() end }"}
`

func look(t *testing.T, s *session.Session, source, want string) {
	t.Helper()
	if got, problem := s.Evaluate(source); problem != nil || got != want {
		t.Errorf("%s is %s, expected %s %v", source, got, want, problem)
	}
}

// state expects who acts in which window.
func state(t *testing.T, s *session.Session, player int, window string, depth int) {
	t.Helper()
	name := ""
	if d, _ := s.Window(); d != nil {
		name = d.Name
	}
	open := 0
	if p := s.State().Pending(); p != nil {
		open = len(p.Windows)
	}
	if s.Player() != player || name != window || open != depth {
		t.Fatalf("player %d acts in window %q, %d open; expected %d, %q, %d", s.Player(), name, open, player, window, depth)
	}
}

// TestACommandWaitsForReactions checks the order of players, that the command
// takes effect when all have passed, and whose turn it is then.
func TestACommandWaitsForReactions(t *testing.T) {
	s := beginWith(t, duel)
	give(t, s, 1, "use bolt 2")
	state(t, s, 2, "counter", 1)
	look(t, s, `var_of(1, "mana")`, "3")
	if legal, _ := seat.Of(s, 2, nil).Legal(0); !slices.Equal(legal, []string{"pass", "pass_always", "use denial", "use denial#2"}) {
		t.Errorf("player 2 may do %q", legal)
	}
	for _, text := range []string{"gloat", "use bolt 1"} {
		if _, refusal, _ := seat.Of(s, 2, nil).Parse(text); refusal == nil || refusal.Code != "window-open" && refusal.Code != "unknown-item" {
			t.Errorf("%s in a window: %v", text, refusal)
		}
	}
	if got := s.Clocks(); !slices.Equal(got, []session.Clock{clock(2, 10, 1)}) {
		t.Errorf("clocks %v", got)
	}
	give(t, s, 2, "pass")
	state(t, s, 3, "counter", 1)
	give(t, s, 3, "pass")
	state(t, s, 2, "wound", 1) // only the victim is asked
	give(t, s, 2, "pass")
	state(t, s, 1, "", 0)
	look(t, s, "vars.log", "hit2 ")
	look(t, s, `var_of(2, "hp")`, "7")
	if legal, _ := seat.Of(s, 1, nil).Legal(0); !slices.Equal(legal, []string{"end_turn", "gloat"}) {
		t.Errorf("player 1 may do %q: a reaction can be used in a phase", legal)
	}
}

// TestReactionsNestAndCancel checks a counter that is itself countered, and one
// that is not.
func TestReactionsNestAndCancel(t *testing.T) {
	s := beginWith(t, duel)
	give(t, s, 1, "use bolt 3")
	give(t, s, 2, "use denial")
	state(t, s, 3, "counter", 2)
	give(t, s, 3, "pass")
	give(t, s, 1, "use denial") // counters the counter; nobody can counter that
	state(t, s, 3, "wound", 1)
	give(t, s, 3, "dodge")
	state(t, s, 1, "", 0)
	look(t, s, "vars.log", "deny2 dodge3 ")
	look(t, s, `var_of(3, "hp")`, "10")
	look(t, s, `count("pile")`, "3") // the cancelled card has been used up
	give(t, s, 1, "end_turn")
	give(t, s, 2, "use bolt 1")
	give(t, s, 3, "use denial")
	give(t, s, 1, "pass")
	give(t, s, 2, "pass")
	state(t, s, 2, "", 0)
	look(t, s, "vars.log", "deny2 dodge3 deny2 ")
	replayed(t, s)
}

// replayed checks that undoing, redoing, replaying and loading lead to the same
// state at every command.
func replayed(t *testing.T, s *session.Session) {
	t.Helper()
	var hashes []string
	again, problem := session.Replay(s.Content(), "sealed", session.Options{Seed: 1}, s.Commands(), func(_ int, s *session.Session) {
		hashes = append(hashes, s.Hash())
		var out strings.Builder
		if err := s.Save(&out); err != nil {
			t.Fatal(err)
		}
		loaded, notes, problem := session.Load(s.Content(), strings.NewReader(out.String()), "save")
		if problem != nil || len(notes) > 0 || loaded.Hash() != s.Hash() {
			t.Fatalf("loading after %q: %v %v", s.Commands(), problem, notes)
		}
	})
	if problem != nil || again.Hash() != s.Hash() {
		t.Fatalf("replaying %q: %v", s.Commands(), problem)
	}
	for turn := len(hashes) - 1; turn >= 0; turn-- {
		s.Goto(turn)
		if s.Hash() != hashes[turn] {
			t.Errorf("undone to command %d, the state is another", turn)
		}
	}
	s.Goto(len(hashes) - 1)
}

// TestPassingUntilAnEvent checks that a player who passes always is not asked
// until the event, and that a player who can only pass is not asked if the
// window says skip.
func TestPassingUntilAnEvent(t *testing.T) {
	s := beginWith(t, duel)
	give(t, s, 1, "use bolt 1")
	give(t, s, 2, "pass_always")
	state(t, s, 3, "counter", 1)
	give(t, s, 3, "use denial")
	state(t, s, 1, "counter", 2) // player 2 passes
	give(t, s, 1, "pass")
	state(t, s, 1, "", 0)
	give(t, s, 1, "end_turn")
	give(t, s, 2, "use bolt 3")
	give(t, s, 3, "pass_always")
	give(t, s, 1, "pass")
	state(t, s, 3, "wound", 1) // passing always is for one window
	give(t, s, 3, "dodge")
	give(t, s, 2, "end_turn")
	give(t, s, 3, "use bolt 2")
	state(t, s, 1, "counter", 1)
	give(t, s, 1, "pass")
	state(t, s, 2, "counter", 1) // asked again, as a turn has ended
	replayed(t, s)
}

// TestPlayersPassOnTimeout checks a timeout in a window.
func TestPlayersPassOnTimeout(t *testing.T) {
	s := beginWith(t, duel)
	give(t, s, 1, "use bolt 2")
	if r := s.Timeout(s.Clocks()[0]); !r.OK() {
		t.Fatal(r)
	}
	state(t, s, 3, "counter", 1)
	if log := commands(s, 1); log[1] != "timeout" {
		t.Errorf("the log is %q", log)
	}
}

// TestReactionsRevealTheirTarget checks that others see the card that they may react
// to, and no other.
func TestReactionsRevealTheirTarget(t *testing.T) {
	s := beginWith(t, duel)
	give(t, s, 1, "use bolt 2")
	b := seat.Of(s, 2, nil).Board()
	if got := b.Find("h1@1"); got == nil || got.Name != "Bolt" {
		t.Errorf("player 2 sees %+v", got)
	}
	if got := b.Find("h2@1"); got == nil || got.Name == "Denial" {
		t.Errorf("player 2 sees %+v", got)
	}
	if log := commands(s, 3); log[0] != "use bolt 2" {
		t.Errorf("player 3 reads %q", log)
	}
}
