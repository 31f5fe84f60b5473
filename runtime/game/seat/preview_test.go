package seat_test

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

// foreseen returns a preview of a seat as text.
func foreseen(t *testing.T, s *session.Session, player int, text string, picks ...string) string {
	t.Helper()
	p, refusal, problem := seat.Of(s, player, nil).Preview(text, picks)
	if problem != nil {
		t.Fatalf("%s: %v", text, problem)
	}
	if refusal != nil {
		return "no: " + refusal.String()
	}
	var out []string
	for _, c := range p.Changes {
		out = append(out, c.Text)
	}
	if p.Chance {
		out = append(out, "…")
	}
	if p.Next != nil {
		out = append(out, fmt.Sprint(p.Next.Options))
	}
	return strings.Join(out, "; ")
}

// TestPreviewsOmitSecretChoices checks the previews of seats in a simultaneous
// phase: their own choice and, for the last one to choose, nothing that depends
// on the secret choices of others.
func TestPreviewsOmitSecretChoices(t *testing.T) {
	for _, others := range []string{"bid 1", "bid 3"} {
		s := beginWith(t, together)
		see := func(player int, want string, text string, picks ...string) {
			t.Helper()
			if got := foreseen(t, s, player, text, picks...); got != want {
				t.Errorf("%s by player %d after %s: %q, want %q", text, player, others, got, want)
			}
		}
		see(2, "Bid of player 2 0 → 3", "bid", "3")
		see(2, "[1 2 3]", "bid")
		see(0, "no: It is player 1's turn.", "bid 3")
		give(t, s, 1, others)
		see(1, "no: It is player 2's turn.", "bid 3")
		see(3, "Bid of player 3 0 → 2", "bid 2")
		give(t, s, 3, others)
		before := s.State().Hash()
		see(2, "Bid of player 2 0 → 1; Player 2 → 1; …", "bid 1")
		if s.State().Hash() != before || s.Turn() != 2 {
			t.Error("a preview changes the game")
		}
	}
}

const vault = `
kind: game
id: sealed
players: {min: 2, max: 2}
variables:
  gold: {start: 5, per: player}
  trap: {start: 0, min: 0, max: 1, visible: none}
  bid: {start: 0, min: 0, max: 3, per: player, visible: owner}
zones:
  deck: {of: card, label: k, visible: none, start: [{ruby: 3}, {opal: 3}]}
  row: {of: card, label: r}
actions: {open: {}, read: {}, match: {}, doubt: {}, make: {}, toil: {}}
phases: {turn: {actions: [open, read, match, doubt, make, toil]}}
lua: |
  return {
    start = function()
      shuffle("deck", "deal")
      vars.trap = random("trap", 0, 1)
      set_var_of(2, "bid", random("bid", 0, 3))
    end,
    do_open = function() vars.gold = vars.gold - 1; if vars.trap == 1 then vars.gold = 0 end end,
    do_read = function() vars.gold = #top("deck").name end,
    do_match = function() vars.gold = vars.gold - var_of(2, "bid") end,
    do_doubt = function() if var_of(2, "bid") < 4 then vars.gold = 0 end end,
    do_make = function() local c = add("ruby", "row") c.face_up = true remove(c) vars.gold = vars.gold + 2 end,
    do_toil = function() vars.gold = 9 for i = 1, 900000 do vars.gold = 9 end end,
  }
---
{kind: card, id: ruby, name: RUBY}
---
{kind: card, id: opal, name: Fire Opal}
`

// TestPreviewsRevealNothing checks that a preview is the same for all hidden
// values, even that of a command that would show them.
func TestPreviewsRevealNothing(t *testing.T) {
	seen := map[string]map[string]bool{}
	results := map[string]map[string]bool{}
	note := func(in map[string]map[string]bool, command, text string) {
		if in[command] == nil {
			in[command] = map[string]bool{}
		}
		in[command][text] = true
	}
	first := beginWith(t, vault)
	for seed := range uint64(12) {
		for _, command := range []string{"open", "read", "match", "doubt", "make"} {
			s, problem := session.New(first.Content(), "sealed", session.Options{Seed: seed + 1})
			if problem != nil {
				t.Fatal(problem)
			}
			note(seen, command, foreseen(t, s, 1, command))
			note(results, command, strings.Join(give(t, s, 1, command)[1].Changes, "; "))
		}
	}
	for command, want := range map[string]string{"open": "…", "read": "…", "match": "…", "doubt": "…", "make": "Gold of player 1 5 → 7"} {
		if len(seen[command]) != 1 || !seen[command][want] {
			t.Errorf("%s is foreseen as %v", command, seen[command])
		}
		if command != "make" && command != "doubt" && len(results[command]) < 2 {
			t.Errorf("%s always has the result %v", command, results[command])
		}
	}
}

// TestPreviewsAreBounded checks that a preview of an expensive command ends
// early, and is then empty.
func TestPreviewsAreBounded(t *testing.T) {
	s := beginWith(t, vault)
	if got := foreseen(t, s, 1, "toil"); got != "" {
		t.Errorf("toil is foreseen as %q", got)
	}
	if told := give(t, s, 1, "toil"); len(told[1].Changes) != 1 {
		t.Errorf("toil does %v", told[1].Changes)
	}
}
