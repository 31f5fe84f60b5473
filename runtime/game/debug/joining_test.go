package debug_test

import (
	"context"
	"testing"
	"testing/synctest"

	"sleight/runtime/game/debug"
	"sleight/runtime/game/session"
)

// over returns a context that has ended.
func over() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// ignore is for debuggers that do not follow to another session.
func ignore(*session.Session) {}

// TestAFrontEndWaitsForItsDebugger checks that a front end can wait until a debugger
// is ready and until it has left, that neither wait outlives its context, and that
// the front end has its game again afterwards.
func TestAFrontEndWaitsForItsDebugger(t *testing.T) {
	s := played(t)
	synctest.Test(t, func(t *testing.T) {
		target, d := debug.NewTarget(), debug.New()
		target.Play(s, nil)
		held := func(when string) {
			if _, ok := target.Hold(over()); ok {
				t.Errorf("%s, the game is free", when)
			}
		}
		if target.Await(over()) {
			t.Error("a debugger is ready before one has joined")
		}
		held("after waiting in vain")
		if target.Probe() != nil {
			t.Error("a game has a probe without a debugger")
		}
		target.AwaitLeaving(context.Background()) // nobody has to leave
		held("without a debugger")
		joined := make(chan error, 1)
		go func() {
			joined <- target.Join(context.Background(), d, ignore)
			synctest.Wait()
			target.Ready()
			target.Ready()
		}()
		if !target.Await(context.Background()) {
			t.Error("the debugger that has joined is not ready")
		}
		if err := <-joined; err != nil || !target.Joined() || d.Session() != s {
			t.Errorf("joined %v: %v", target.Joined(), err)
		}
		held("when the debugger is ready")
		if target.Probe() == nil {
			t.Error("the game has no probe, although a debugger has joined")
		}
		target.AwaitLeaving(over())
		if !target.Joined() {
			t.Error("the debugger has left because nobody waited for it")
		}
		held("after waiting for the debugger to leave")
		left := 0
		target.Left = func() { left++ }
		go func() {
			synctest.Wait()
			target.Part()
		}()
		target.AwaitLeaving(context.Background())
		if target.Joined() || left != 1 || d.Session() != nil || target.Probe() != nil {
			t.Error("the debugger has not left")
		}
		held("after the debugger has left")
		target.Wait(func() {
			if err := target.Join(context.Background(), debug.New(), ignore); err != nil {
				t.Error("another debugger cannot join:", err)
			}
		})
		synctest.Wait()
	})
}

// TestAStopLetsOthersRead checks that somebody who waits for a running command may
// read the game as soon as it stops, and that a debugger leaves only when the
// command has ended.
func TestAStopLetsOthersRead(t *testing.T) {
	s := played(t)
	synctest.Test(t, func(t *testing.T) {
		target, d := debug.NewTarget(), debug.New()
		target.Play(s, nil)
		target.Wait(func() {
			if err := target.Join(context.Background(), d, ignore); err != nil {
				t.Fatal(err)
			}
		})
		d.SetPoints([]*debug.Breakpoint{{Kind: debug.Line, File: "scripts/mine/game.lua", Line: 13}})
		looked, parted := make(chan bool, 1), make(chan bool, 1)
		go func() {
			release, ok := target.Hold(context.Background())
			if ok {
				release()
			}
			looked <- ok
		}()
		synctest.Wait() // it waits for the command
		stops := 0
		d.Stopped = func(*debug.Stop) bool {
			target.Stop("game.lua:13", func() {
				stops++
				if !<-looked {
					t.Error("the stopped game cannot be inspected")
				}
				d.SetPoints(nil)
				go func() {
					target.Part()
					parted <- true
				}()
				synctest.Wait() // it waits for the end of the command
				if len(parted) > 0 || !target.Joined() {
					t.Error("the debugger has left a game that it has stopped")
				}
			})
			return true
		}
		if r := s.Run("dig 1"); !r.OK() || stops != 1 {
			t.Errorf("%d stops: %v %v", stops, r.Refusal, r.Problem)
		}
		synctest.Wait()
		if len(parted) > 0 {
			t.Error("the debugger has left while the game was in use")
		}
		if _, ok := target.Hold(over()); ok {
			t.Error("the game may still be inspected after the stop")
		}
		target.Wait(func() { <-parted })
		if target.Joined() {
			t.Error("the debugger has not left")
		}
	})
}

// TestWhoeverWaitsFollowsTheGameInUse checks that a client that waits for one game
// of a server gets the one that is played by then, and keeps no other from anybody.
func TestWhoeverWaitsFollowsTheGameInUse(t *testing.T) {
	a, b := played(t), played(t)
	synctest.Test(t, func(t *testing.T) {
		target := debug.NewTarget()
		gateA, gateB := make(chan struct{}, 1), make(chan struct{}, 1)
		gateA <- struct{}{}
		target.Play(a, gateA)
		held := make(chan func(), 1)
		go func() {
			if release, ok := target.Hold(context.Background()); ok {
				held <- release
			}
		}()
		synctest.Wait()
		gateB <- struct{}{}
		target.Play(b, gateB)
		<-gateA
		synctest.Wait()
		if len(held) > 0 {
			t.Fatal("it has a game that is no longer in use")
		}
		if len(gateA) > 0 {
			t.Error("the game that is no longer in use is held")
		}
		<-gateB
		release := <-held
		if len(gateB) == 0 {
			t.Error("the game in use is not held")
		}
		release()
		if len(gateA)+len(gateB) > 0 {
			t.Error("a game is still held after its release")
		}
		target.End()
		gateB <- struct{}{}
		if _, ok := target.Hold(context.Background()); ok {
			t.Error("the game is used after its end")
		}
	})
}
