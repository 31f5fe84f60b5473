package session_test

import (
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestIdleSessionsShareVMs plays several games of each shipped game in turns,
// each idle while the others play, so that they share one VM. Everything must
// be as in a session with its own VM.
func TestIdleSessionsShareVMs(t *testing.T) {
	const tables, commands = 3, 40
	content := shipped.Content(t)
	for _, g := range content.Games() {
		var alone, shared [tables]*session.Session
		var luck [tables]random.Stream
		for i := range tables {
			for _, s := range []*[tables]*session.Session{&alone, &shared} {
				made, problem := session.New(content, g.ID(), session.Options{Seed: uint64(i + 1)})
				if problem != nil {
					t.Fatal(problem)
				}
				s[i] = made
			}
			luck[i] = random.New(uint64(i), "players")
			shared[i].Suspend()
		}
		for turn := range commands {
			for i := range tables {
				a, b := alone[i], shared[i]
				b.Resume()
				c, ok, problem := a.Sample(&luck[i])
				if problem != nil {
					t.Fatal(problem)
				}
				if !ok {
					b.Suspend()
					continue
				}
				r, again := a.Do(c), b.Do(c)
				if !r.OK() || !again.OK() || r.Fuel != again.Fuel || a.Hash() != b.Hash() || len(r.Changes) != len(again.Changes) {
					t.Fatalf("%s, game %d, command %d: %v, and %v in the session that was idle", g.ID(), i, turn, r, again)
				}
				for player := range a.Players() + 1 {
					if seen := a.CommandSeenBy(a.Turn(), player); seen != b.CommandSeenBy(b.Turn(), player) {
						t.Fatalf("%s: player %d reads %q and %q", g.ID(), player, seen, b.CommandSeenBy(b.Turn(), player))
					}
				}
				b.Suspend()
				if undo, redo := b.History(); undo+redo > 0 {
					t.Fatalf("%s: %d commands can be undone after the session was idle", g.ID(), undo)
				}
			}
		}
	}
}
