package script

import (
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// guarded are hooks as content has them, and what the guards may make of their
// time: fuel, charges for what is large, and the end of the section.
var guarded = []struct {
	name, body string
	most       float64 // 0 where the ratio is only told
}{
	{"two calls of the API", "local v = get(a) set(a, v + 1)", 1.25},
	{"a rule with conditions", "local v, gain = get(a), 0 if v > 3 then gain = v * 2 elseif v == 3 then gain = 1 end if gain ~= 0 then set(a, gain) end", 1.25},
	{"a loop of ten calls", "for i = 1, 10 do set(a, get(a) + i) end", 1.25},
	{"a list of ten, summed", "local t, sum = {}, 0 for i = 1, 10 do t[i] = i end for _, v in ipairs(t) do sum = sum + v end set(a, sum)", 0},
	{"a text of five parts", "local s = 'a' .. 1 .. 'b' .. 2 .. 'c' set(a, #s)", 0},
}

// BenchmarkGuards compares hooks in the sandbox with the same on bare
// gopher-lua, turn about, and fails when one costs more than it may.
func BenchmarkGuards(b *testing.B) {
	for _, g := range guarded {
		b.Run(g.name, func(b *testing.B) {
			source := "return { use = function(a) " + g.body + " end }"
			bare, safe := bareHook(b, source), safeHook(b, source)
			least := [2]time.Duration{time.Hour, time.Hour}
			for b.Loop() {
				for i, call := range []func(){bare, safe} {
					start := time.Now()
					for range 2000 {
						call()
					}
					least[i] = min(least[i], time.Since(start))
				}
			}
			ratio := float64(least[1]) / float64(least[0])
			b.ReportMetric(ratio, "ratio")
			if g.most > 0 && ratio > g.most {
				b.Errorf("%s takes %.2f times what it takes without guards; at most %.2f", g.name, ratio, g.most)
			}
		})
	}
}

// bareHook is a hook on gopher-lua as it comes.
func bareHook(b *testing.B, source string) func() {
	l := lua.NewState()
	b.Cleanup(l.Close)
	value := 3.0
	for name, fn := range calls(&value, func(n float64) lua.LValue { return boxes[int(n)-boxLow] }) {
		l.SetGlobal(name, l.NewFunction(fn))
	}
	if err := l.DoString(source); err != nil {
		b.Fatal(err)
	}
	fn := l.GetField(l.Get(-1), "use")
	handle := &lua.LUserData{Metatable: lua.LNil}
	return func() {
		if err := l.CallByParam(lua.P{Fn: fn, Protect: true}, handle); err != nil {
			b.Fatal(err)
		}
	}
}

// safeHook is the same hook in the sandbox.
func safeHook(b *testing.B, source string) func() {
	value := 3.0
	var v *VM
	v = NewVM(func(l *lua.LState) map[string]lua.LValue {
		all := map[string]lua.LValue{}
		for name, fn := range calls(&value, func(n float64) lua.LValue { return v.Box(n) }) {
			all[name] = l.NewFunction(fn)
		}
		return all
	})
	i, problem := v.Load(compile(b, source))
	if problem != nil {
		b.Fatal(problem)
	}
	fn, handle := i.Hook("use"), v.Lua().NewUserData()
	body := func() { v.Call1(fn, handle) }
	return func() {
		if problem := v.Protect(DefaultFuel, body); problem != nil {
			b.Fatal(problem)
		}
	}
}

// calls are an API of two functions.
func calls(value *float64, box func(float64) lua.LValue) map[string]lua.LGFunction {
	return map[string]lua.LGFunction{
		"get": func(l *lua.LState) int {
			_ = l.Get(1).(*lua.LUserData)
			l.Push(box(*value))
			return 1
		},
		"set": func(l *lua.LState) int {
			_, *value = l.Get(1).(*lua.LUserData), float64(int(l.Get(2).(lua.LNumber))%100)
			return 0
		},
	}
}
