package debug_test

import (
	"context"
	"testing"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
)

// played returns a session of the mine.
func played(t *testing.T) *session.Session {
	t.Helper()
	s, problem := session.New(build(t, mine), "mine", session.Options{Seed: 1})
	if problem != nil {
		t.Fatal(problem)
	}
	return s
}

// TestDebuggersAttachBetweenCommands checks who may use a game when: a single
// debugger joins while the front end waits, and leaves the game unchanged.
func TestDebuggersAttachBetweenCommands(t *testing.T) {
	target, d := debug.NewTarget(), debug.New()
	nobody := func(*session.Session) {}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	join := func(ctx context.Context) string {
		if err := target.Join(ctx, d, nobody); err != nil {
			return err.Error()
		}
		return ""
	}
	if got := join(over); got != "no game is being played yet" {
		t.Error(got)
	}
	s := played(t)
	if target.Play(s, nil) || target.Joined() {
		t.Error("somebody has joined")
	}
	if got := join(over); got != "the game is in the middle of a command; attach again when it has ended" {
		t.Error(got)
	}
	if _, ok := target.Hold(over); ok {
		t.Error("the game is used by two")
	}
	target.Wait(func() {
		if got := join(over); got != "" || !target.Joined() || d.Session() != s {
			t.Error(got)
		}
		if got := join(over); got != "another debugger is attached to this game" {
			t.Error(got)
		}
		release, ok := target.Hold(over)
		if !ok {
			t.Fatal("nobody uses the game")
		}
		release()
	})
	if !target.Play(s, nil) {
		t.Error("the debugger is not at the game")
	}
	left := 0
	target.Left = func() { left++ }
	target.Wait(target.Part)
	if left != 1 || target.Joined() || d.Session() != nil {
		t.Error("the debugger has not left")
	}
}

// TestEndedTargetsAreNotUsed checks that nobody waits for a front end that has
// ended, and that a front end without a target accepts no debugger.
func TestEndedTargetsAreNotUsed(t *testing.T) {
	target, s, left := debug.NewTarget(), played(t), 0
	target.Play(s, nil)
	target.End()
	target.End()
	if _, ok := target.Hold(context.Background()); ok {
		t.Error("the game is used after its end")
	}
	target.Part() // does not wait
	var none *debug.Target
	none.Enter()
	none.Leave()
	none.Renewed(s, nil)
	none.Wait(func() { left++ })
	if none.Play(s, nil) || none.Joined() || left != 1 {
		t.Error("somebody has joined nothing")
	}
}

// TestADebuggerFollowsTheGameInUse checks that a debugger switches from one
// session of a server to the next that is used, but not away from one that it
// has stopped, and that it is notified of new content once.
func TestADebuggerFollowsTheGameInUse(t *testing.T) {
	target, d := debug.NewTarget(), debug.New()
	var heard []*session.Session
	content := build(t, mine)
	var two [2]*session.Session
	for i := range two {
		s, problem := session.New(content, "mine", session.Options{Seed: 1})
		if problem != nil {
			t.Fatal(problem)
		}
		two[i] = s
	}
	a, b := two[0], two[1]
	gateA, gateB := make(chan struct{}, 1), make(chan struct{}, 1)
	use := func(s *session.Session, gate chan struct{}) bool {
		gate <- struct{}{}
		defer func() { <-gate }()
		return target.Play(s, gate)
	}
	use(a, gateA)
	if err := target.Join(context.Background(), d, func(s *session.Session) { heard = append(heard, s) }); err != nil {
		t.Fatal(err)
	}
	for i, want := range []*session.Session{a, b, b, a} {
		gate := gateA
		if want == b {
			gate = gateB
		}
		if !use(want, gate) || d.Session() != want {
			t.Errorf("use %d: the debugger has not followed", i)
		}
	}
	a.Swap(build(t, mine))
	target.Renewed(b, gateB) // is not the one in use
	target.Renewed(a, gateA)
	target.Renewed(a, gateA)
	if len(heard) != 3 || heard[0] != b || heard[1] != a || heard[2] != a {
		t.Errorf("it has heard of %d sessions", len(heard))
	}
}

// TestADebuggerStaysWithAGameThatItHasStopped checks that a stopped game can be
// inspected although its command holds the gate, and that the debugger follows
// to another game only afterwards.
func TestADebuggerStaysWithAGameThatItHasStopped(t *testing.T) {
	target, d := debug.NewTarget(), debug.New()
	a, b := played(t), played(t)
	gateA, gateB := make(chan struct{}, 1), make(chan struct{}, 1)
	use := func(s *session.Session, gate chan struct{}) bool {
		gate <- struct{}{}
		defer func() { <-gate }()
		return target.Play(s, gate)
	}
	use(a, gateA)
	if err := target.Join(context.Background(), d, func(*session.Session) {}); err != nil {
		t.Fatal(err)
	}
	var places []string
	target.Stopped = func(at string) { places = append(places, at) }
	stops := 0
	d.Stopped = func(*debug.Stop) bool {
		target.Stop("game.lua:13", func() {
			stops++
			release, ok := target.Hold(context.Background()) // although the command has the gate
			if !ok {
				t.Fatal("the stopped game cannot be looked at")
			}
			release()
			if use(b, gateB) || d.Session() != a {
				t.Error("the debugger has left a game that it has stopped")
			}
			if !target.Play(a, gateA) {
				t.Error("the debugger has left")
			}
		})
		return true
	}
	d.SetPoints([]*debug.Breakpoint{{Kind: debug.Line, File: "scripts/mine/game.lua", Line: 13}})
	gateA <- struct{}{}
	waits := make(chan bool)
	go func() { // a request that waits for the command gets the game at the stop
		waits <- true
		release, ok := target.Hold(context.Background())
		if ok {
			release()
		}
		waits <- ok
	}()
	<-waits
	if r := a.Run("dig 1"); !r.OK() {
		t.Fatal(r)
	}
	<-gateA
	if !<-waits || stops == 0 || len(places) != 2*stops || places[0] != "game.lua:13" || places[1] != "" {
		t.Errorf("%d stops, at %q", stops, places)
	}
	if !use(b, gateB) || d.Session() != b {
		t.Error("the debugger has not followed after the stop")
	}
}
