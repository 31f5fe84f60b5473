package session_test

import (
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/tests/shipped"
)

// twoCalls is the hook used for the comparison: two API calls.
const twoCalls = `function(_, die)
	nudge_die(die, 1)
	flip_die(die)
end`

// bare returns a function that calls that hook on plain gopher-lua, with
// hand-written bindings: a die is a number, its value is in an array, and
// nothing is counted, looked up or logged. The call is protected, as any call
// of a script must be; unprotected is the same without protection.
func bare(t testing.TB) (protected, unprotected func()) {
	l := lua.NewState(lua.Options{SkipOpenLibs: true})
	t.Cleanup(l.Close)
	values := []int{0, 1, 2, 3, 4, 5}
	l.SetGlobal("nudge_die", l.NewFunction(func(l *lua.LState) int {
		die, by := l.CheckInt(1), l.CheckInt(2)
		values[die] = max(1, min(6, values[die]+by))
		l.Push(lua.LNumber(values[die]))
		return 1
	}))
	l.SetGlobal("flip_die", l.NewFunction(func(l *lua.LState) int {
		die := l.CheckInt(1)
		values[die] = 7 - values[die]
		l.Push(lua.LNumber(values[die]))
		return 1
	}))
	if err := l.DoString("return " + twoCalls); err != nil {
		t.Fatal(err)
	}
	hook, die := l.Get(-1), lua.LValue(lua.LNumber(3))
	protected = func() {
		if err := l.CallByParam(lua.P{Fn: hook, Protect: true}, lua.LNil, die); err != nil {
			t.Fatal(err)
		}
	}
	unprotected = func() {
		l.Push(hook)
		l.Push(lua.LNil)
		l.Push(die)
		l.Call(2, 0)
	}
	return protected, unprotected
}

// hook returns a function that calls the same hook through the engine and
// returns the fuel used.
func hook(t testing.TB) func() int64 {
	files := edited(t, rulesFile, "function(_, die) roll_die(die, \"lone\") end", twoCalls)
	s := opened(t, build(t, files), "tiny", 1)
	slot, _ := s.Zone("full")
	return s.Caller("lone", state.Entity(s.State().Zone(slot)[0]))
}

// nudge returns a function that nudges a die of Manipulation up and down in
// turn: one command of a game with journal and log. Before the mana runs out,
// the game is undone. If calls is not nil it counts the API calls.
func nudge(t testing.TB, calls *int) func() session.Result {
	s := opened(t, shipped.Content(t), "manipulation", 1)
	run(t, s, "lua vars.mana = 99 set_die_value(at('dice', 1), 3)")
	up, _, _ := s.Parse("use nudge d1 1")
	down, _, _ := s.Parse("use nudge d1 -1")
	if calls != nil {
		s.CountCalls(calls)
	}
	n := 0
	return func() session.Result {
		if n == 90 {
			s.Undo(n)
			n = 0
		}
		n++
		if n%2 == 0 {
			return s.Do(down)
		}
		return s.Do(up)
	}
}

// fastest returns the shortest time that a call of each function took. The
// functions take turns, so that other load on the machine affects all of them,
// and the minimum of many short runs is unaffected by it.
func fastest(calls ...func()) []time.Duration {
	const rounds, batch = 300, 300
	best := make([]time.Duration, len(calls))
	for range rounds {
		for i, call := range calls {
			began := time.Now()
			for range batch {
				call()
			}
			if took := time.Since(began); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	for i := range best {
		best[i] /= batch
	}
	return best
}

// BenchmarkCommand compares a hook with two API calls, called by the engine,
// with the same hook on plain gopher-lua, and with a whole command.
func BenchmarkCommand(b *testing.B) {
	protected, unprotected := bare(b)
	call := hook(b)
	calls := 0
	r := nudge(b, &calls)()
	if !r.OK() {
		b.Fatal(r)
	}
	do := nudge(b, nil)
	for _, c := range []struct {
		name  string
		f     func()
		fuel  int64
		calls int
	}{
		{"bare", protected, 0, 2},
		{"bare-unprotected", unprotected, 0, 2},
		{"hook", func() { call() }, call(), 2},
		{"command", func() { do() }, r.Fuel, calls},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.f()
			}
			best := fastest(protected, c.f)
			b.ReportMetric(float64(best[1])/float64(best[0]), "×bare")
			b.ReportMetric(float64(c.fuel), "fuel/op")
			b.ReportMetric(float64(c.calls), "calls/op")
		})
	}
}
