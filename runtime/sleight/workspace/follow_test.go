package workspace

import (
	"testing"
	"time"
)

// TestEditsAreFollowedUntilTheEnd checks a workspace that is watched: each edit
// is built, Refresh sees the last one, and after the end nothing is built.
func TestEditsAreFollowedUntilTheEnd(t *testing.T) {
	w := coins(t, Here())
	defer w.Close()
	start, err := w.Start(true)
	if err != nil || !start.Published || shown(start.Value, nil) != "coins 3" {
		t.Fatalf("start: %+v, %v", start, err)
	}
	outcomes := make(chan Outcome, 100)
	end := w.Follow(func(o Outcome) { outcomes <- o })
	const game = "content/coins/game.yaml"
	edit(t, game, "default: 3", "default: 5")
	for last := (Outcome{}); last.Value == nil || shown(last.Value, nil) != "coins 5"; {
		select {
		case last = <-outcomes:
		case <-time.After(10 * time.Second):
			t.Fatalf("the edit is not followed; last: %+v", last)
		}
	}
	if again := w.Refresh(); !again.Published || shown(again.Value, nil) != "coins 5" {
		t.Errorf("refreshed: %+v", again)
	}
	end()
	for len(outcomes) > 0 {
		<-outcomes
	}
	edit(t, game, "default: 5", "default: 6")
	if c, ok := w.Live(); !ok || shown(c, nil) != "coins 5" || len(outcomes) > 0 {
		t.Errorf("after the end it is %s, with %d outcomes", shown(c, nil), len(outcomes))
	}
}

// TestAWorkspaceNeedNotBeWatched checks one that is started without watching:
// only Refresh sees an edit.
func TestAWorkspaceNeedNotBeWatched(t *testing.T) {
	w := coins(t, Here())
	defer w.Close()
	if start, err := w.Start(false); err != nil || shown(start.Value, nil) != "coins 3" {
		t.Fatalf("start: %+v, %v", start, err)
	}
	end := w.Follow(func(o Outcome) { t.Errorf("followed: %+v", o) })
	edit(t, "content/coins/game.yaml", "default: 3", "default: 5")
	if c, ok := w.Live(); !ok || shown(c, nil) != "coins 3" {
		t.Errorf("live: %s", shown(c, nil))
	}
	if again := w.Refresh(); !again.Published || shown(again.Value, nil) != "coins 5" {
		t.Errorf("refreshed: %+v", again)
	}
	if again, err := w.Start(false); err != nil || shown(again.Value, nil) != "coins 5" {
		t.Errorf("started again: %+v, %v", again, err)
	}
	end()
}
