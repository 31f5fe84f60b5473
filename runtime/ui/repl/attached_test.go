package repl

import (
	"context"
	"strings"
	"testing"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
)

// TestAnEditorDebugsTheGameOfThePrompt lets a debugger join the game of a REPL:
// the prompt shows where it has stopped, refuses to debug meanwhile, takes the
// debugger along to another game, and restores its own breakpoints afterwards.
func TestAnEditorDebugsTheGameOfThePrompt(t *testing.T) {
	s := stage{t: t, files: workspace(t)}
	target := debug.NewTarget()
	s.start("tavern", Options{Out: &s.out, Seed: 7, Width: 80, Target: target})
	output := func() string { text := s.out.String(); s.out.Reset(); return text }
	say := func(line, want string) {
		t.Helper()
		s.repl.Execute(line)
		if got := output(); !strings.Contains(got, want) {
			t.Errorf("> %s\n%s\nhas no %q", line, got, want)
		}
	}
	say("break swap.lua:1", "Commands will stop at scripts/tavern/swap.lua:3")
	d := debug.New()
	var seen []string
	d.Stopped = func(st *debug.Stop) bool {
		target.Stop("swap.lua:3", func() {
			seen = append(seen, st.Stack()[0].Name)
			if got := output(); !strings.HasSuffix(got, "Stopped at swap.lua:3 by the debugger; the game continues when the debugger does.\n") {
				t.Error(got)
			}
		})
		return true
	}
	target.Wait(func() {
		if err := target.Join(context.Background(), d, func(*session.Session) {}); err != nil {
			t.Fatal(err)
		}
	})
	d.SetPoints([]*debug.Breakpoint{{Kind: debug.Line, File: "scripts/tavern/swap.lua", Line: 3}})
	say("give swap", "Swap")
	say("use swap d1 d2", "value: d1")
	refused := "An editor debugs this game: set breakpoints, step and go back there, or detach\nit first."
	for _, line := range []string{"break on struck", "unbreak 1", "unbreak", "step use swap d1 d2", "back", "back to 1"} {
		say(line, refused)
	}
	say("when d1.value", "use swap d1 d2: ")
	say("breaks", "1  scripts/tavern/swap.lua:3")
	// A debugger follows the prompt to another game.
	d.Stopped = func(*debug.Stop) bool { seen = append(seen, "new"); return true }
	d.Resume(debug.Into)
	say("new 8", "seed 8")
	say("strike e1", "Total")
	target.Wait(target.Part)
	if want := "consumable/swap use of c2 new"; strings.Join(seen, " ") != want {
		t.Errorf("it has seen %q", seen)
	}
	say("give swap", "Swap")
	lines := []string{"continue"}
	s.repl.Read = func(string) (string, bool) {
		if len(lines) == 0 {
			return "", false
		}
		line := lines[0]
		lines = lines[1:]
		return line, true
	}
	say("use swap d1 d2", "Stopped at consumable/swap use of")
}
