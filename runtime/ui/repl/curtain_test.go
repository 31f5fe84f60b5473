package repl

import (
	"bytes"
	"strings"
	"testing"

	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestTheCurtainHidesOtherPlayersViews checks that each player at one screen
// sees only their own cards and bids, and that only Enter lifts the curtain.
func TestTheCurtainHidesOtherPlayersViews(t *testing.T) {
	s, problem := session.New(shipped.Content(t), "hammer", session.Options{Seed: 1, Players: 2})
	if problem != nil {
		t.Fatal(problem)
	}
	var out bytes.Buffer
	r := New(s, nil, Options{Out: &out, Interactive: true, Curtain: true})
	r.Greet()
	type line struct{ typed, shows, hides, prompt string }
	for _, l := range []line{
		{"bid 3", "", "Bid of player 2 0", "Pass the device to player 2, then press Enter. "},
		{"bid 5", "", "player", "Pass the device to player 2, then press Enter. "},
		{"state", "", "player", "Pass the device to player 2, then press Enter. "},
		{"", "(1) …", "bid 3", "player 2, bidding> "},
	} {
		out.Reset()
		r.Execute(l.typed)
		got := out.String()
		if l.shows != "" && !strings.Contains(got, l.shows) || strings.Contains(got, l.hides) || r.Prompt() != l.prompt {
			t.Errorf("%q: prompt %q, expected %q, and %q but not %q in:\n%s", l.typed, r.Prompt(), l.prompt, l.shows, l.hides, got)
		}
	}
	if s.Turn() != 1 {
		t.Errorf("%d commands were done; behind the curtain, none should be", s.Turn())
	}
}
