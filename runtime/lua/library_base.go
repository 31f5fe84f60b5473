package lua

import (
	"strings"

	"sleight/runtime/lua/syntax"
)

func (vm *VM) assert(args []Value) Value {
	if !vm.requiredArg(args, "assert", 1).True() {
		message, ok := arg(args, 2).Text()
		if !ok {
			message = "assertion failed"
		}
		vm.failf("%s", message)
	}
	return vm.Return(args...)
}

func (vm *VM) raiseError(args []Value) Value {
	if s, ok := arg(args, 1).Text(); ok {
		vm.failf("%s", s)
	}
	vm.failf("the script failed with %s", describe(arg(args, 1)))
	return Nil
}

func (vm *VM) typeName(args []Value) Value {
	return Text(vm.requiredArg(args, "type", 1).Type().String())
}

func (vm *VM) tostring(args []Value) Value {
	return vm.newText(vm.requiredArg(args, "tostring", 1).String())
}

func (vm *VM) tonumber(args []Value) Value {
	base := vm.optionalIntArg(args, "tonumber", 2, 10)
	v := vm.requiredArg(args, "tonumber", 1)
	if base == 10 {
		if n, ok := vm.toNumber(v); ok {
			return Num(n)
		}
		return Nil
	}
	s := vm.textArg(args, "tonumber", 1)
	if base < 2 || base > 36 {
		vm.failf("tonumber needs a base from 2 to 36, not %d", base)
	}
	vm.Charge(int64(len(s) / costDigits))
	if n, ok := syntax.ParseInteger(s, base); ok {
		return Num(n)
	}
	return Nil
}

func (vm *VM) selectArgs(args []Value) Value {
	if s, ok := arg(args, 1).Text(); ok && strings.HasPrefix(s, "#") {
		return Num(float64(len(args) - 1))
	}
	n := vm.intArg(args, "select", 1)
	if n < 0 {
		n = len(args) + n
	}
	if n < 1 {
		vm.failf("select needs a position from 1, or \"#\"")
	}
	return vm.Return(args[min(n, len(args)):]...)
}

func (vm *VM) unpack(args []Value) Value {
	t := vm.tableArg(args, "unpack", 1, false)
	from := vm.optionalIntArg(args, "unpack", 2, 1)
	to := vm.optionalIntArg(args, "unpack", 3, t.Len())
	if to-from >= maxUnpack {
		vm.failf("unpack gives at most %d values, not %d", maxUnpack, to-from+1)
	}
	n := max(0, to-from+1)
	vm.Charge(int64(n))
	first := Nil
	vm.results, vm.more = n, vm.more[:0]
	for i := range n {
		v := t.Index(Num(float64(from + i)))
		if i == 0 {
			first = v
		} else {
			vm.more = append(vm.more, v)
		}
	}
	return first
}

func (vm *VM) ipairs(args []Value) Value {
	t := vm.tableArg(args, "ipairs", 1, false)
	return vm.Return(vm.ipairsIterator.Value(), t.Value(), Num(0))
}

func (vm *VM) ipairsStep(args []Value) Value {
	t, i := vm.tableArg(args, "ipairs", 1, false), vm.intArg(args, "ipairs", 2)
	v := t.Index(Num(float64(i + 1)))
	if v.IsNil() {
		return Nil
	}
	return vm.Return(Num(float64(i+1)), v)
}

func (vm *VM) pairs(args []Value) Value {
	t := vm.tableArg(args, "pairs", 1, false)
	return vm.Return(vm.nextFunction.Value(), t.Value(), Nil)
}

func (vm *VM) next(args []Value) Value {
	t, after := vm.tableArg(args, "next", 1, false), arg(args, 2)
	vm.chargeKey(after)
	place, ok := t.after(after)
	if !ok {
		vm.failf("next needs a key of the table, not %s", describe(after))
	}
	k, v, _, passed := t.next(place)
	vm.Charge(int64(passed / costPassed))
	if k.IsNil() {
		return Nil
	}
	return vm.Return(k, v)
}

// require returns a module that compilation has already found.
func (vm *VM) require(args []Value) Value {
	of := arg(args, 1)
	vm.results = 1
	known := &vm.required[uintptr(of.data)>>3%uintptr(len(vm.required))]
	if known.name.identical(of) && of.isText() {
		return known.exports
	}
	name, _ := of.Text()
	p := vm.modules[name]
	if p == nil {
		vm.failf("there is no module %s", describe(of))
	}
	i, problem := vm.Load(p)
	if problem != nil {
		vm.Fail(*problem)
	}
	if !i.loading {
		*known = cachedModule{of, i.exports}
	}
	vm.results = 1
	return i.exports
}

// cachedModule holds what require has returned for a text at an address. Loading or
// unloading a program empties the cache.
type cachedModule struct{ name, exports Value }
