package script

import (
	"math"

	lua "github.com/yuin/gopher-lua"
)

// operations are what Lua calculates, by the name of the metamethod.
var operations = map[string]func(a, b float64) float64{
	"__add": func(a, b float64) float64 { return a + b },
	"__sub": func(a, b float64) float64 { return a - b },
	"__mul": func(a, b float64) float64 { return a * b },
	"__div": func(a, b float64) float64 { return a / b },
	"__mod": modulo,
	"__pow": math.Pow,
	"__unm": func(a, _ float64) float64 { return -a },
}

// modulo has the sign of its divisor, as in Lua.
func modulo(a, b float64) float64 {
	m := math.Mod(a, b)
	if m*b < 0 {
		m += b
	}
	return m
}

// calculateWithTexts makes calculating with texts that are numbers cost by
// their length: gopher-lua would read them anew at one instruction each.
func (vm *VM) calculateWithTexts(meta *lua.LTable) {
	for event, calculate := range operations {
		meta.RawSetString(event, vm.lua.NewFunction(func(l *lua.LState) int {
			a, b := vm.operand(l, 1), 0.0
			if event != "__unm" {
				b = vm.operand(l, 2)
			}
			l.Push(vm.Box(calculate(a, b)))
			return 1
		}))
	}
}

// operand is one side of a calculation of which one at least is a text.
func (vm *VM) operand(l *lua.LState, i int) float64 {
	switch v := l.Get(i).(type) {
	case lua.LNumber:
		return float64(v)
	case lua.LString:
		if n, ok := vm.parse(string(v), 10); ok {
			return n
		}
	}
	vm.complain("cannot calculate with %s", describe(l.Get(i)))
	return 0
}
