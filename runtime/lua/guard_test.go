package lua

import (
	"fmt"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// guarded are hooks as in content.
var guarded = []struct{ name, body string }{
	{"two calls of the API", "local v = get(a) set(a, v + 1)"},
	{"a rule with conditions", "local v, gain = get(a), 0 if v > 3 then gain = v * 2 elseif v == 3 then gain = 1 end if gain ~= 0 then set(a, gain) end"},
	{"a loop of ten calls", "for i = 1, 10 do set(a, get(a) + i) end"},
	{"a list of ten, summed", "local t, sum = {}, 0 for i = 1, 10 do t[i] = i end for _, v in ipairs(t) do sum = sum + v end set(a, sum)"},
	{"a text of five parts", "local s = 'a' .. 1 .. 'b' .. 2 .. 'c' set(a, #s)"},
}

// BenchmarkGuards compares hooks in the sandbox, with their budget and all
// charges, with the same hooks on bare gopher-lua, in turns, and fails if one
// takes longer.
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
			ratio := float64(least[0]) / float64(least[1])
			b.ReportMetric(ratio, "×bare-gopher-lua")
			if ratio < 1 {
				b.Errorf("%s is %.2f times as fast as without guards", g.name, ratio)
			}
		})
	}
}

// BenchmarkSteps measures a step of a script here and on bare gopher-lua,
// without the surrounding loop.
func BenchmarkSteps(b *testing.B) {
	const times = 1000
	spend := func(hook func()) float64 {
		least := time.Hour
		for range 200 {
			start := time.Now()
			hook()
			least = min(least, time.Since(start))
		}
		return float64(least.Nanoseconds()) / times
	}
	hook := func(body string) string {
		return fmt.Sprintf("local function f(x) return x end return { use = function(a) local t = { n = 1 } for i = 1, %d do %s end end }", times, body)
	}
	for _, step := range []struct{ name, body string }{
		{"a call of a Lua function", "f(i)"},
		{"a call of the API", "get(a)"},
		{"a field of a table", "local n = t.n"},
		{"a field of an entity", "local n = a.value"},
	} {
		b.Run(step.name, func(b *testing.B) {
			bare, safe := 0.0, 0.0
			for b.Loop() {
				bare = spend(bareHook(b, hook(step.body))) - spend(bareHook(b, hook("")))
				safe = spend(safeHook(b, hook(step.body))) - spend(safeHook(b, hook("")))
			}
			b.ReportMetric(bare, "ns-on-gopher-lua")
			b.ReportMetric(safe, "ns-here")
		})
	}
}

// bareHook is a hook on unmodified gopher-lua.
func bareHook(b *testing.B, source string) func() {
	l := lua.NewState()
	b.Cleanup(l.Close)
	value, boxed := 3.0, [100]lua.LValue{}
	for i := range boxed {
		boxed[i] = lua.LNumber(i)
	}
	l.SetGlobal("get", l.NewFunction(func(l *lua.LState) int {
		_ = l.Get(1).(*lua.LUserData)
		l.Push(boxed[int(value)])
		return 1
	}))
	l.SetGlobal("set", l.NewFunction(func(l *lua.LState) int {
		_, value = l.Get(1).(*lua.LUserData), float64(int(l.Get(2).(lua.LNumber))%100)
		return 0
	}))
	if err := l.DoString(source); err != nil {
		b.Fatal(err)
	}
	fn := l.GetField(l.Get(-1), "use")
	meta := l.NewTable()
	meta.RawSetString("__index", l.NewFunction(func(l *lua.LState) int {
		l.Push(boxed[int(value)])
		return 1
	}))
	handle := &lua.LUserData{Metatable: meta}
	return func() {
		if err := l.CallByParam(lua.P{Fn: fn, Protect: true}, handle); err != nil {
			b.Fatal(err)
		}
	}
}

// safeHook is the same hook in the sandbox.
func safeHook(b *testing.B, source string) func() {
	value := 3.0
	class := &Class{Get: func(uint64, Value) Value { return Num(value) }}
	v := NewVM(map[string]Value{
		"get": NewFunction(func(_ *VM, args []Value) Value {
			if c, _ := args[0].Object(); c != class {
				b.Error("no handle")
			}
			return Num(value)
		}).Value(),
		"set": NewFunction(func(v *VM, args []Value) Value {
			if c, _ := args[0].Object(); c != class {
				b.Error("no handle")
			}
			n, _ := args[1].Number()
			value = float64(int(n) % 100)
			return v.Return()
		}).Value(),
	})
	i, problem := v.Load(compile(b, source))
	if problem != nil {
		b.Fatal(problem)
	}
	fn := i.Hook("use")
	body := func() { v.Call(fn, class.Object(7)) }
	return func() {
		if problem := v.Protect(DefaultFuel, body); problem != nil {
			b.Fatal(problem)
		}
	}
}
