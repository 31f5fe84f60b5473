package lua

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// mathFunctions leave out what may differ in the last bit between processors.
var mathFunctions = []function{
	{"abs", one("math.abs", math.Abs)},
	{"ceil", one("math.ceil", math.Ceil)},
	{"floor", one("math.floor", math.Floor)},
	{"sqrt", one("math.sqrt", math.Sqrt)},
	{"fmod", func(vm *VM, args []Value) Value {
		return Num(math.Mod(vm.number(args, "math.fmod", 1), vm.number(args, "math.fmod", 2)))
	}},
	{"max", fold("math.max", func(a, b float64) float64 { return max(a, b) })},
	{"min", fold("math.min", func(a, b float64) float64 { return min(a, b) })},
}

var mathConstants = map[string]float64{"huge": math.Inf(1), "pi": math.Pi}

func one(name string, f func(float64) float64) Native {
	return func(vm *VM, args []Value) Value {
		return Num(f(vm.number(args, name, 1)))
	}
}

func fold(name string, f func(a, b float64) float64) Native {
	return func(vm *VM, args []Value) Value {
		best := vm.number(args, name, 1)
		for i := 2; i <= len(args); i++ {
			best = f(best, vm.number(args, name, i))
		}
		return Num(best)
	}
}

// stringFunctions work on bytes, as Lua's do, and search plain text only:
// Lua's patterns backtrack where no budget reaches.
var stringFunctions = []function{
	{"byte", func(vm *VM, args []Value) Value {
		s, i := vm.text(args, "string.byte", 1), vm.whole(args, "string.byte", 2, 1)
		if i < 1 || i > len(s) {
			return Nil
		}
		return Num(float64(s[i-1]))
	}},
	{"find", (*VM).find},
	{"format", (*VM).format},
	{"len", func(vm *VM, args []Value) Value {
		return Num(float64(len(vm.text(args, "string.len", 1))))
	}},
	{"lower", func(vm *VM, args []Value) Value { return vm.give(strings.ToLower(vm.text(args, "string.lower", 1))) }},
	{"upper", func(vm *VM, args []Value) Value { return vm.give(strings.ToUpper(vm.text(args, "string.upper", 1))) }},
	{"rep", func(vm *VM, args []Value) Value {
		s, n := vm.text(args, "string.rep", 1), vm.whole(args, "string.rep", 2, 0)
		n = max(0, n)
		if len(s) > 0 && n > maxText/len(s) {
			vm.complain("string.rep would make a text longer than %d bytes", maxText)
		}
		if len(s) == 0 {
			n = 0
		}
		return vm.give(strings.Repeat(s, n))
	}},
	{"sub", (*VM).sub},
}

func (vm *VM) sub(args []Value) Value {
	s := vm.text(args, "string.sub", 1)
	from, to := vm.whole(args, "string.sub", 2, 1), vm.whole(args, "string.sub", 3, -1)
	if from < 0 {
		from = max(1, len(s)+from+1)
	}
	if to < 0 {
		to = len(s) + to + 1
	}
	from, to = max(1, from), min(len(s), to)
	if from > to {
		return vm.give("")
	}
	return vm.give(s[from-1 : to])
}

func (vm *VM) find(args []Value) Value {
	s, what := vm.text(args, "string.find", 1), vm.text(args, "string.find", 2)
	from := min(len(s), max(0, vm.whole(args, "string.find", 3, 1)-1))
	vm.Charge(int64(len(s) / costText))
	i := strings.Index(s[from:], what)
	if i < 0 {
		return Nil
	}
	return vm.Give(Num(float64(from+i+1)), Num(float64(from+i+len(what))))
}

// format understands %d %s %g %f %x %q and %%, with a width and precision of
// at most two digits.
func (vm *VM) format(args []Value) Value {
	pattern := vm.text(args, "string.format", 1)
	var b strings.Builder
	n := 1
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
		n++
		b.WriteString(vm.formatted(args, pattern[start:i], pattern[i], n))
		vm.mayHold(b.Len())
	}
	return vm.give(b.String())
}

func (vm *VM) formatted(args []Value, flags string, verb byte, n int) string {
	for _, digits := range strings.FieldsFunc(flags, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(strings.TrimLeft(digits, "0")) > 2 {
			vm.complain("string.format: a width has at most two digits")
		}
	}
	if n > len(args) {
		vm.complain("string.format: there is no value for %%%c", verb)
	}
	switch verb {
	case 'd', 'i', 'x', 'X':
		whole := vm.whole(args, "string.format", n, 0)
		return fmt.Sprintf(flags+string(map[byte]byte{'i': 'd', 'd': 'd', 'x': 'x', 'X': 'X'}[verb]), whole)
	case 'f', 'g', 'e':
		return fmt.Sprintf(flags+string(verb), vm.number(args, "string.format", n))
	case 's':
		v := args[n-1]
		if v.typ <= TypeText {
			return fmt.Sprintf(flags+"s", v.String())
		}
		return fmt.Sprintf(flags+"s", describe(v))
	case 'q':
		return strconv.Quote(vm.text(args, "string.format", n))
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

func (vm *VM) join(args []Value) Value {
	t := vm.list(args, "table.concat", 1, false)
	separator := ""
	if arg(args, 2).typ != TypeNil {
		separator = vm.text(args, "table.concat", 2)
	}
	if len(args) > 2 {
		vm.complain("table.concat joins a whole list; it takes no places from and to")
	}
	var b strings.Builder
	for i, v := range t.list {
		if i > 0 {
			b.WriteString(separator)
		}
		if v.typ != TypeText && v.typ != TypeNumber {
			vm.complain("table.concat joins texts and numbers, but item %d is %s", i+1, describe(v))
		}
		b.WriteString(v.String())
		vm.mayHold(b.Len())
	}
	return vm.give(b.String())
}

// copyTable gives a table that may be changed, with the same items.
func (vm *VM) copyTable(args []Value) Value {
	t := vm.list(args, "table.copy", 1, false)
	vm.Charge(costTable + costItem*int64(len(t.list)) + costField*int64(len(t.fields)))
	out := &Table{list: slices.Clone(t.list)}
	for _, f := range t.fields {
		if f.value.typ != TypeNil {
			out.add(f.key, f.value)
		}
	}
	return out.Value()
}

func (vm *VM) insert(args []Value) Value {
	t := vm.list(args, "table.insert", 1, true)
	vm.Charge(costStore)
	vm.results = 0
	n := t.Len()
	if n >= maxList {
		vm.complain("a list holds at most %d items", maxList)
	}
	if len(args) < 3 {
		t.Append(arg(args, 2))
		return Nil
	}
	at := vm.whole(args, "table.insert", 2, 0)
	if at < 1 || at > n+1 {
		vm.complain("table.insert needs a position from 1 to %d, not %d", n+1, at)
	}
	vm.Charge(int64(n-at+1) / 16)
	t.insert(at, args[2])
	return Nil
}

func (vm *VM) removeItem(args []Value) Value {
	t := vm.list(args, "table.remove", 1, true)
	n := t.Len()
	at := vm.whole(args, "table.remove", 2, n)
	if n == 0 {
		return Nil
	}
	if at < 1 || at > n {
		vm.complain("table.remove needs a position from 1 to %d, not %d", n, at)
	}
	vm.Charge(int64(n-at) / 16)
	return t.remove(at)
}

// sort works on a copy, so that a comparator that changes the list, or lies,
// does no more than spoil the order. Equal items keep their order.
func (vm *VM) sort(args []Value) Value {
	t, by := vm.list(args, "table.sort", 1, true), arg(args, 2)
	if by.typ != TypeNil && by.typ != TypeFunction {
		vm.complain("table.sort needs a function as argument 2, not %s", describe(by))
	}
	vm.Charge(int64(t.Len()))
	items := slices.Clone(t.list)
	before := func(a, b Value) bool {
		vm.Charge(costCompare)
		if by.typ == TypeNil {
			return vm.lessThan(a, b)
		}
		return vm.Call(by.function(), a, b).True()
	}
	slices.SortStableFunc(items, func(a, b Value) int {
		switch {
		case before(a, b):
			return -1
		case before(b, a):
			return 1
		}
		return 0
	})
	t.list = items
	t.trim()
	vm.results = 0
	return Nil
}
