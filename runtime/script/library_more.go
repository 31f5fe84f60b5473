package script

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"
)

// mathFunctions leave out what may differ in the last bit between processors.
var mathFunctions = []function{
	{"abs", one("math.abs", math.Abs)},
	{"ceil", one("math.ceil", math.Ceil)},
	{"floor", one("math.floor", math.Floor)},
	{"sqrt", one("math.sqrt", math.Sqrt)},
	{"fmod", func(vm *VM, l *lua.LState) int {
		l.Push(vm.Box(math.Mod(vm.number(l, "math.fmod", 1), vm.number(l, "math.fmod", 2))))
		return 1
	}},
	{"max", fold("math.max", func(a, b float64) float64 { return max(a, b) })},
	{"min", fold("math.min", func(a, b float64) float64 { return min(a, b) })},
}

var mathConstants = map[string]lua.LNumber{"huge": lua.LNumber(math.Inf(1)), "pi": math.Pi}

func one(name string, f func(float64) float64) func(*VM, *lua.LState) int {
	return func(vm *VM, l *lua.LState) int {
		l.Push(vm.Box(f(vm.number(l, name, 1))))
		return 1
	}
}

func fold(name string, f func(a, b float64) float64) func(*VM, *lua.LState) int {
	return func(vm *VM, l *lua.LState) int {
		best := vm.number(l, name, 1)
		for i := 2; i <= l.GetTop(); i++ {
			best = f(best, vm.number(l, name, i))
		}
		l.Push(vm.Box(best))
		return 1
	}
}

// stringFunctions work on bytes, as Lua's do, and search plain text only:
// Lua's patterns backtrack where no budget reaches.
var stringFunctions = []function{
	{"byte", func(vm *VM, l *lua.LState) int {
		s, i := vm.text(l, "string.byte", 1), vm.whole(l, "string.byte", 2, 1)
		if i < 1 || i > len(s) {
			l.Push(lua.LNil)
		} else {
			l.Push(vm.Box(float64(s[i-1])))
		}
		return 1
	}},
	{"find", (*VM).find},
	{"format", (*VM).format},
	{"len", func(vm *VM, l *lua.LState) int {
		l.Push(vm.Box(float64(len(vm.text(l, "string.len", 1)))))
		return 1
	}},
	{"lower", func(vm *VM, l *lua.LState) int { return vm.give(l, strings.ToLower(vm.text(l, "string.lower", 1))) }},
	{"upper", func(vm *VM, l *lua.LState) int { return vm.give(l, strings.ToUpper(vm.text(l, "string.upper", 1))) }},
	{"rep", func(vm *VM, l *lua.LState) int {
		s, n := vm.text(l, "string.rep", 1), vm.whole(l, "string.rep", 2, 0)
		n = max(0, n)
		if len(s) > 0 && n > maxText/len(s) {
			vm.complain("string.rep would make a text longer than %d bytes", maxText)
		}
		if len(s) == 0 {
			n = 0
		}
		return vm.give(l, strings.Repeat(s, n))
	}},
	{"sub", (*VM).sub},
}

func (vm *VM) sub(l *lua.LState) int {
	s := vm.text(l, "string.sub", 1)
	from, to := vm.whole(l, "string.sub", 2, 1), vm.whole(l, "string.sub", 3, -1)
	if from < 0 {
		from = max(1, len(s)+from+1)
	}
	if to < 0 {
		to = len(s) + to + 1
	}
	from, to = max(1, from), min(len(s), to)
	if from > to {
		return vm.give(l, "")
	}
	return vm.give(l, s[from-1:to])
}

func (vm *VM) find(l *lua.LState) int {
	s, what := vm.text(l, "string.find", 1), vm.text(l, "string.find", 2)
	from := min(len(s), max(0, vm.whole(l, "string.find", 3, 1)-1))
	vm.Charge(int64(len(s) / costText))
	i := strings.Index(s[from:], what)
	if i < 0 {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(vm.Box(float64(from + i + 1)))
	l.Push(vm.Box(float64(from + i + len(what))))
	return 2
}

// format understands %d %s %g %f %x %q and %%, with a width and precision of
// at most two digits.
func (vm *VM) format(l *lua.LState) int {
	pattern := vm.text(l, "string.format", 1)
	var b strings.Builder
	arg := 1
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '%' {
			b.WriteByte(pattern[i])
			continue
		}
		start := i
		for i++; i < len(pattern) && strings.IndexByte("-+ #0123456789.", pattern[i]) >= 0; i++ {
		}
		if i >= len(pattern) {
			vm.complain("string.format: the text ends within a %%")
		}
		if pattern[i] == '%' {
			b.WriteByte('%')
			continue
		}
		arg++
		b.WriteString(vm.formatted(l, pattern[start:i], pattern[i], arg))
		vm.mayHold(b.Len())
	}
	return vm.give(l, b.String())
}

func (vm *VM) formatted(l *lua.LState, flags string, verb byte, arg int) string {
	for _, digits := range strings.FieldsFunc(flags, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(strings.TrimLeft(digits, "0")) > 2 {
			vm.complain("string.format: a width has at most two digits")
		}
	}
	if arg > l.GetTop() {
		vm.complain("string.format: there is no value for %%%c", verb)
	}
	switch verb {
	case 'd', 'i', 'x', 'X':
		n := vm.whole(l, "string.format", arg, 0)
		return fmt.Sprintf(flags+string(map[byte]byte{'i': 'd', 'd': 'd', 'x': 'x', 'X': 'X'}[verb]), n)
	case 'f', 'g', 'e':
		return fmt.Sprintf(flags+string(verb), vm.number(l, "string.format", arg))
	case 's':
		v := l.Get(arg)
		if v.Type() == lua.LTString || v.Type() == lua.LTNumber || v.Type() == lua.LTBool || v == lua.LNil {
			return fmt.Sprintf(flags+"s", v.String())
		}
		return fmt.Sprintf(flags+"s", describe(v))
	case 'q':
		return strconv.Quote(vm.text(l, "string.format", arg))
	}
	vm.complain("string.format: there is no %%%c", verb)
	return ""
}

var tableFunctions = []function{
	{"concat", (*VM).join},
	{"copy", (*VM).copyTable},
	{"insert", (*VM).insert},
	{"remove", (*VM).removeItem},
	{"sort", (*VM).sort},
}

func (vm *VM) join(l *lua.LState) int {
	t := vm.list(l, "table.concat", 1, false)
	separator := ""
	if l.Get(2) != lua.LNil {
		separator = vm.text(l, "table.concat", 2)
	}
	if l.GetTop() > 2 {
		vm.complain("table.concat joins a whole list; it takes no places from and to")
	}
	vm.Charge(vm.scan())
	var b strings.Builder
	for i := 1; i <= t.Len(); i++ {
		if i > 1 {
			b.WriteString(separator)
		}
		switch v := t.RawGetInt(i).(type) {
		case lua.LString, lua.LNumber:
			b.WriteString(v.String())
		default:
			vm.complain("table.concat joins texts and numbers, but item %d is %s", i, describe(v))
		}
		vm.mayHold(b.Len())
	}
	return vm.give(l, b.String())
}

// copyTable gives a table that may be changed, with the same items.
func (vm *VM) copyTable(l *lua.LState) int {
	t := vm.list(l, "table.copy", 1, false)
	out := l.NewTable()
	vm.Charge(costTable + vm.scan())
	for key, value := t.Next(lua.LNil); key != lua.LNil; key, value = t.Next(key) {
		vm.Charge(costStore)
		vm.fuel.stores++
		out.RawSet(key, value)
	}
	l.Push(out)
	return 1
}

func (vm *VM) insert(l *lua.LState) int {
	t := vm.list(l, "table.insert", 1, true)
	vm.Charge(costStore + vm.scan())
	vm.fuel.stores++
	n := t.Len()
	if n >= maxList {
		vm.complain("a list holds at most %d items", maxList)
	}
	if l.GetTop() < 3 {
		t.RawSetInt(n+1, l.Get(2))
		return 0
	}
	at := vm.whole(l, "table.insert", 2, 0)
	if at < 1 || at > n+1 {
		vm.complain("table.insert needs a position from 1 to %d, not %d", n+1, at)
	}
	vm.Charge(int64(n-at+1) / 16)
	t.Insert(at, l.Get(3))
	return 0
}

func (vm *VM) removeItem(l *lua.LState) int {
	t := vm.list(l, "table.remove", 1, true)
	n := t.Len()
	vm.Charge(vm.scan())
	at := vm.whole(l, "table.remove", 2, n)
	if n == 0 {
		l.Push(lua.LNil)
		return 1
	}
	if at < 1 || at > n {
		vm.complain("table.remove needs a position from 1 to %d, not %d", n, at)
	}
	vm.Charge(int64(n-at) / 16)
	l.Push(t.Remove(at))
	return 1
}

// sort works on a copy, so that a comparator that changes the list, or lies,
// does no more than spoil the order. Equal items keep their order.
func (vm *VM) sort(l *lua.LState) int {
	t := vm.list(l, "table.sort", 1, true)
	n := t.Len()
	less, ok := l.Get(2).(*lua.LFunction)
	if !ok && l.Get(2) != lua.LNil {
		vm.complain("table.sort needs a function as argument 2, not %s", describe(l.Get(2)))
	}
	items := make([]lua.LValue, n)
	vm.Charge(vm.scan() + int64(n))
	for i := range items {
		items[i] = t.RawGetInt(i + 1)
	}
	before := func(a, b lua.LValue) bool {
		vm.Charge(costCompare)
		if less == nil {
			return vm.lessThan(a, b)
		}
		return lua.LVAsBool(vm.Call1(less, a, b))
	}
	slices.SortStableFunc(items, func(a, b lua.LValue) int {
		switch {
		case before(a, b):
			return -1
		case before(b, a):
			return 1
		}
		return 0
	})
	for i, v := range items {
		t.RawSetInt(i+1, v)
	}
	return 0
}

func (vm *VM) lessThan(a, b lua.LValue) bool {
	switch x := a.(type) {
	case lua.LNumber:
		if y, ok := b.(lua.LNumber); ok {
			return x < y
		}
	case lua.LString:
		if y, ok := b.(lua.LString); ok {
			vm.Charge(int64(min(len(x), len(y)) / costText))
			return x < y
		}
	}
	vm.complain("cannot compare %s with %s: both must be numbers or both texts", describe(a), describe(b))
	return false
}
