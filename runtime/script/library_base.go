package script

import (
	"math"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/diag"
)

func (vm *VM) assert(l *lua.LState) int {
	if lua.LVIsFalse(l.Get(1)) {
		message := "assertion failed"
		if s, ok := l.Get(2).(lua.LString); ok {
			message = string(s)
		}
		vm.complain("%s", message)
	}
	return l.GetTop()
}

func (vm *VM) fault(l *lua.LState) int {
	if s, ok := l.Get(1).(lua.LString); ok {
		vm.complain("%s", string(s))
	}
	vm.complain("the script failed with %s", describe(l.Get(1)))
	return 0
}

func (vm *VM) kind(l *lua.LState) int {
	v := l.Get(1)
	name := v.Type().String()
	if _, fixed, _ := table(v); fixed {
		name = "table"
	} else if v.Type() == lua.LTUserData {
		name = "entity"
	}
	l.Push(lua.LString(name))
	return 1
}

func (vm *VM) tostring(l *lua.LState) int {
	switch v := l.Get(1).(type) {
	case lua.LString, lua.LNumber, lua.LBool, *lua.LNilType:
		return vm.give(l, v.String())
	}
	vm.kind(l) // never an address
	return 1
}

func (vm *VM) tonumber(l *lua.LState) int {
	base := vm.whole(l, "tonumber", 2, 10)
	switch v := l.Get(1).(type) {
	case lua.LNumber:
		l.Push(v)
		return 1
	case lua.LString:
		if n, ok := vm.parse(string(v), base); ok {
			l.Push(vm.Box(n))
			return 1
		}
	}
	l.Push(lua.LNil)
	return 1
}

// parse is parseNumber, charged by length.
func (vm *VM) parse(s string, base int) (float64, bool) {
	vm.Charge(int64(len(s) / costDigits))
	return parseNumber(s, base)
}

// parseNumber reads a number as a person writes it.
func parseNumber(s string, base int) (float64, bool) {
	s = strings.TrimSpace(s)
	if base != 10 {
		if base < 2 || base > 36 {
			return 0, false
		}
		n, err := strconv.ParseInt(s, base, 54)
		return float64(n), err == nil
	}
	if s == "" || strings.ContainsAny(s, "xXpP_iInN") {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

func (vm *VM) choose(l *lua.LState) int {
	top := l.GetTop()
	if s, ok := l.Get(1).(lua.LString); ok && s == "#" {
		l.Push(vm.Box(float64(top - 1)))
		return 1
	}
	n := vm.whole(l, "select", 1, 0)
	if n < 0 {
		n = top + n
	}
	if n < 1 {
		vm.complain("select needs a position from 1, or \"#\"")
	}
	return max(0, top-n)
}

func (vm *VM) unpack(l *lua.LState) int {
	t := vm.list(l, "unpack", 1, false)
	from := vm.whole(l, "unpack", 2, 1)
	to := vm.whole(l, "unpack", 3, t.Len())
	if to-from >= maxUnpack {
		vm.complain("unpack gives at most %d values, not %d", maxUnpack, to-from+1)
	}
	vm.Charge(vm.scan() + int64(max(0, to-from)))
	for i := from; i <= to; i++ {
		l.Push(t.RawGetInt(i))
	}
	return max(0, to-from+1)
}

// ipairs and pairs understand frozen tables. They walk over the table itself,
// which is safe: what they give is frozen where it must be.
func (vm *VM) ipairs(l *lua.LState) int {
	vm.list(l, "ipairs", 1, false)
	v := l.Get(1)
	l.Push(vm.stepper("ipairs", (*VM).inext))
	l.Push(v)
	l.Push(vm.Box(0))
	return 3
}

func (vm *VM) inext(l *lua.LState) int {
	t, _, _ := table(l.Get(1))
	i, _ := l.Get(2).(lua.LNumber)
	if t == nil {
		return 0
	}
	v := t.RawGetInt(int(i) + 1)
	if v == lua.LNil {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(vm.Box(float64(i) + 1))
	l.Push(v)
	return 2
}

func (vm *VM) pairs(l *lua.LState) int {
	vm.list(l, "pairs", 1, false)
	v := l.Get(1)
	l.Push(vm.stepper("pairs", (*VM).next))
	l.Push(v)
	l.Push(lua.LNil)
	return 3
}

// stepper returns the iterator function of ipairs or pairs, made once.
func (vm *VM) stepper(name string, run func(*VM, *lua.LState) int) *lua.LFunction {
	if vm.steppers == nil {
		vm.steppers = map[string]*lua.LFunction{}
	}
	fn := vm.steppers[name]
	if fn == nil {
		fn = vm.bind(function{name, run})
		vm.steppers[name] = fn
	}
	return fn
}

func (vm *VM) next(l *lua.LState) int {
	t := vm.list(l, "next", 1, false)
	vm.Charge(vm.scan())
	key, value := t.Next(l.Get(2))
	if key == lua.LNil {
		l.Push(lua.LNil)
		return 1
	}
	l.Push(key)
	l.Push(value)
	return 2
}

// require gives a module that compilation has found already.
func (vm *VM) require(l *lua.LState) int {
	p := vm.modules[l.ToString(1)]
	if p == nil {
		vm.complain("there is no module %s", describe(l.Get(1)))
	}
	i, problem := vm.Load(p)
	if problem != nil {
		vm.Fail(*problem)
	}
	l.Push(i.exports)
	return 1
}

func (vm *VM) concatenate(l *lua.LState) int {
	n, size := l.GetTop(), 0
	var buf [8]string
	parts := buf[:0]
	for i := 1; i <= n; i++ {
		switch v := l.Get(i).(type) {
		case lua.LString:
			parts = append(parts, string(v))
		case lua.LNumber:
			parts = append(parts, v.String())
		default:
			vm.complain("%s cannot be joined to a text with ..", describe(v))
		}
		size += len(parts[i-1])
		vm.mayHold(size)
	}
	l.Push(lua.LString(strings.Join(parts, "")))
	return 1
}

func (vm *VM) newTable(l *lua.LState) int {
	v := l.Get(1)
	t, _ := v.(*lua.LTable)
	fields, _ := l.Get(2).(lua.LNumber)
	vm.Charge(costTable + costItem*int64(t.Len()) + costField*int64(fields))
	l.Push(v)
	return 1
}

// make charges for a function, by how many locals it captures, and gives it.
func (vm *VM) make(l *lua.LState) int {
	captured, _ := l.Get(1).(lua.LNumber)
	vm.Charge(costFunction + costCaptured*int64(captured))
	l.Push(l.Get(2))
	return 1
}

// store is t[key] = value.
func (vm *VM) store(l *lua.LState) int {
	vm.Charge(costStore)
	vm.fuel.stores++
	key, value := l.Get(2), l.Get(3)
	t, ok := l.Get(1).(*lua.LTable)
	if !ok {
		if l.Get(1).Type() != lua.LTUserData {
			vm.noFields(l.Get(1), key)
		}
		l.SetTable(l.Get(1), key, value)
		return 0
	}
	vm.checkKey(t, key)
	if _, named := key.(lua.LString); named {
		vm.Charge(costField)
	}
	t.RawSet(key, value)
	return 0
}

// noFields says that a value has no fields, in the words of a read.
func (vm *VM) noFields(v, key lua.LValue) {
	name, named := key.(lua.LString)
	if !named {
		vm.complain("%s has no fields", describe(v))
	}
	text, hint := friendly("attempt to index a non-table object(" + v.Type().String() + ") with key '" + shorten(string(name)) + "'")
	d := diag.New("script/runtime", diag.Place{}, "%s", text)
	if hint != "" {
		d = d.WithHint("%s", hint)
	}
	vm.Fail(d)
}

// tableKey checks a computed key of a table constructor.
func (vm *VM) tableKey(l *lua.LState) int {
	vm.Charge(costStore)
	vm.fuel.stores++
	vm.checkKey(nil, l.Get(1))
	l.Push(l.Get(1))
	return 1
}

// checkKey refuses keys that cannot be, and charges for the places that
// gopher-lua makes before a far one.
func (vm *VM) checkKey(t *lua.LTable, key lua.LValue) {
	switch k := key.(type) {
	case *lua.LNilType:
		vm.complain("nil cannot be the key of a table")
	case lua.LNumber:
		n := float64(k)
		if math.IsNaN(n) {
			vm.complain("nan (not a number) cannot be the key of a table")
		}
		if math.Abs(n) > maxList {
			vm.complain("%s is too large for the key of a table; the limit is %d", k.String(), maxList)
		}
		if gap := int64(n); t == nil {
			vm.Charge(max(0, gap))
			vm.fuel.stores += max(0, gap)
		} else if gap > plainKeys {
			if gap -= int64(t.Len()); gap > 1 {
				vm.Charge(gap)
				vm.fuel.stores += gap
			}
		}
	}
}

// spread passes on the values of ... and charges for copying them.
func (vm *VM) spread(l *lua.LState) int {
	vm.Charge(int64(l.GetTop() * costSpread))
	return l.GetTop()
}

// compare makes a helper of an order. Texts are charged by what both have in
// length, which is the most that comparing them can read.
func compare(holds func(vm *VM, a, b lua.LValue) bool) func(*VM, *lua.LState) int {
	return func(vm *VM, l *lua.LState) int {
		l.Push(lua.LBool(holds(vm, l.Get(1), l.Get(2))))
		return 1
	}
}

// atMost is a <= b for numbers and texts. It is not the contrary of b < a,
// because nan compares with nothing.
func (vm *VM) atMost(a, b lua.LValue) bool {
	x, isNumber := a.(lua.LNumber)
	if y, ok := b.(lua.LNumber); ok && isNumber {
		return x <= y
	}
	return !vm.lessThan(b, a)
}

// length is #v.
func (vm *VM) length(l *lua.LState) int {
	if s, ok := l.Get(1).(lua.LString); ok {
		l.Push(vm.Box(float64(len(s))))
		return 1
	}
	t, _, ok := table(l.Get(1))
	if !ok {
		vm.complain("%s has no length", describe(l.Get(1)))
	}
	vm.Charge(vm.scan())
	l.Push(vm.Box(float64(t.Len())))
	return 1
}
