package play

import (
	"bytes"
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
	"sleight/tests/shipped"
)

// TestTheStatusLineShowsADebuggerStop lets a debugger join the game on
// the screen: the last line says where it has stopped, and the screen is
// redrawn when the game continues.
func TestTheStatusLineShowsADebuggerStop(t *testing.T) {
	first := screen(t, shipped.Content(t), "manipulation", 1, 0, 100, 40)
	var out bytes.Buffer
	target, d := debug.NewTarget(), debug.New()
	m := New(first.session, Options{Out: &out, Target: target})
	target.Leave() // as Run does
	m.Update(tea.WindowSizeMsg{Width: 60, Height: 40})
	if target.Stopped(""); m.overwritten || out.Len() > 0 {
		t.Errorf("a stop without a place is shown: %q", out.String())
	}
	if err := target.Join(context.Background(), d, func(*session.Session) {}); err != nil {
		t.Fatal(err)
	}
	d.Resume(debug.Into)
	d.Stopped = func(*debug.Stop) bool {
		target.Stop("game.lua:9", func() {
			if got := out.String(); !strings.Contains(got, "\x1b[40;1H") || !strings.Contains(got, "Stopped at game.lua:9 by the debugger; the game continues w") {
				t.Errorf("%q", got)
			}
		})
		out.Reset()
		return true
	}
	var next tea.Cmd
	for i := 0; i < 20 && !m.overwritten && next == nil; i++ {
		_, next = m.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	}
	if next == nil || m.overwritten {
		t.Error("the screen is not redrawn")
	}
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
}
