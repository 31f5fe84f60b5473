package script

import (
	"context"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// The benchmarks of this file measure what docs/rationale.md weighs. Each has
// its alternatives side by side; only the ratios matter.

// hook is a Lua function of one argument on stock gopher-lua, whose global
// read gives a number.
func hook(b *testing.B, body string) (*lua.LState, *lua.LFunction) {
	b.Helper()
	l := lua.NewState(lua.Options{SkipOpenLibs: true})
	three := lua.LValue(lua.LNumber(3))
	l.SetGlobal("read", l.NewFunction(func(l *lua.LState) int { l.Push(three); return 1 }))
	if err := l.DoString("local read = read\nreturn function(x) " + body + " end"); err != nil {
		b.Fatal(err)
	}
	return l, l.Get(-1).(*lua.LFunction)
}

func call(l *lua.LState, fn *lua.LFunction, x lua.LValue) {
	l.Push(fn)
	l.Push(x)
	l.Call(1, 0)
}

// BenchmarkWhyCountingContext compares ways to bound a call.
func BenchmarkWhyCountingContext(b *testing.B) {
	const body = "local sum = 0 for i = 1, 20 do sum = sum + read() end"
	x := lua.LValue(lua.LNumber(1))
	b.Run("unbounded", func(b *testing.B) {
		l, fn := hook(b, body)
		for b.Loop() {
			call(l, fn, x)
		}
	})
	b.Run("counting", func(b *testing.B) {
		l, fn := hook(b, body)
		f := newFuel()
		l.SetContext(f)
		for b.Loop() {
			f.reset(DefaultFuel)
			call(l, fn, x)
		}
	})
	b.Run("deadline", func(b *testing.B) {
		l, fn := hook(b, body)
		for b.Loop() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			l.SetContext(ctx)
			call(l, fn, x)
			cancel()
		}
	})
}

// BenchmarkWhyKeptHandles compares ways to hand an entity to a hook.
func BenchmarkWhyKeptHandles(b *testing.B) {
	entity := struct{ id int }{7}
	for _, way := range []struct {
		name string
		make func(l *lua.LState) lua.LValue
	}{
		{"kept", nil},
		{"userdata each time", func(l *lua.LState) lua.LValue { return &lua.LUserData{Value: &entity, Env: l.Env} }},
		{"table each time", func(l *lua.LState) lua.LValue {
			t := l.NewTable()
			t.RawSetString("value", lua.LNumber(3))
			t.RawSetString("sides", lua.LNumber(6))
			return t
		}},
	} {
		b.Run(way.name, func(b *testing.B) {
			l, fn := hook(b, "return x")
			kept := lua.LValue(&lua.LUserData{Value: &entity, Env: l.Env})
			b.ReportAllocs()
			for b.Loop() {
				if way.make != nil {
					kept = way.make(l)
				}
				call(l, fn, kept)
			}
		})
	}
}

// BenchmarkWhyPatchedKeys compares reading a field through a metamethod by
// gopher-lua's instruction for constant keys and by the general one.
func BenchmarkWhyPatchedKeys(b *testing.B) {
	for _, patched := range []bool{false, true} {
		name := "stock"
		if patched {
			name = "patched"
		}
		b.Run(name, func(b *testing.B) {
			l, fn := hook(b, "return x.value")
			meta := l.NewTable()
			three := lua.LValue(lua.LNumber(3))
			meta.RawSetString("__index", l.NewFunction(func(l *lua.LState) int { l.Push(three); return 1 }))
			x := &lua.LUserData{Metatable: meta}
			if patched {
				patch(fn.Proto)
			}
			b.ReportAllocs()
			for b.Loop() {
				call(l, fn, x)
			}
		})
	}
}

// BenchmarkWhyShortTexts compares two equal texts with <, which is one
// instruction and so one unit of fuel, at several lengths.
func BenchmarkWhyShortTexts(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"16 B", 16}, {"4 KiB", maxText}, {"1 MiB", 1 << 20}} {
		b.Run(size.name, func(b *testing.B) {
			l, fn := hook(b, "return x < read()")
			text := strings.Repeat("x", size.bytes)
			x, y := lua.LValue(lua.LString(text)), lua.LValue(lua.LString(strings.Clone(text)))
			fn.Upvalues[0].SetValue(l.NewFunction(func(l *lua.LState) int { l.Push(y); return 1 }))
			for b.Loop() {
				call(l, fn, x)
			}
		})
	}
}
