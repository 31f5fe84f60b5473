package protocol_test

import (
	"context"
	"fmt"
	"testing"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/runtime/server/protocol"
)

// TestADebuggerStopsOneSession lets a debugger join a server: it stops the session
// in use, of which clients are notified, while another session is played, and
// lets both go on.
func TestADebuggerStopsOneSession(t *testing.T) {
	target, d := debug.NewTarget(), debug.New()
	s, _ := serverOf(t, map[string]string{"content/mint/game.yaml": mint, "scripts/mint/game.lua": mintScript}, func(o *protocol.Options) { o.Target = target })
	c := newTalker(t, s, true)
	if err := target.Join(context.Background(), d, nil); err == nil {
		t.Error("there is a game before there is a session")
	}
	for range 2 {
		c.call("session/new", `{"game": "mint"}`)
	}
	if err := target.Join(context.Background(), d, func(*session.Session) {}); err != nil {
		t.Fatal(err)
	}
	d.SetPoints([]*debug.Breakpoint{{Kind: debug.Line, File: "scripts/mint/game.lua", Line: 4}})
	stops := 0
	d.Stopped = func(st *debug.Stop) bool {
		stops++
		target.Stop("game.lua:4", func() {
			if got := fmt.Sprint(c.call("do", `{"session": "2", "command": "pay"}`)["done"]); got != "true" {
				t.Errorf("the other session says %s", got)
			}
		})
		return true
	}
	done := fmt.Sprint(c.call("do", `{"session": "1", "command": "pay"}`)["done"])
	_, first := c.notified()
	if done != "true" || stops != 1 || first["at"] != "" && first["at"] != "game.lua:4" {
		t.Errorf("done %s, %d stops, %v", done, stops, first)
	}
	d.Stopped = func(*debug.Stop) bool { stops++; return true }
	c.call("do", `{"session": "2", "command": "pay"}`) // the debugger follows
	if stops != 2 {
		t.Errorf("%d stops in the other session", stops)
	}
	target.Part()
	for _, id := range []string{"1", "2"} {
		c.call("do", `{"session": "`+id+`", "command": "pay"}`)
	}
	if stops != 2 {
		t.Error("a debugger that has left stops sessions")
	}
}
