package lua

import (
	"math/bits"
	"slices"
)

func (vm *VM) concat(args []Value) Value {
	const name = "table.concat"
	t := vm.tableArg(args, name, 1, false)
	separator := ""
	if !arg(args, 2).IsNil() {
		separator = vm.textArg(args, name, 2)
	}
	from, to := vm.optionalIntArg(args, name, 3, 1), vm.optionalIntArg(args, name, 4, t.Len())
	w, template := vm.writer(), vm.templateWriter()
	for i := from; i <= to; i++ {
		vm.Charge(1)
		v := t.Index(Num(float64(i)))
		if !v.isText() && !v.isNumber() {
			vm.failf("%s joins texts and numbers, but item %d is %s", name, i, describe(v))
		}
		w.addValue(v)
		if template != nil {
			template.value(v.String())
		}
		if i < to {
			w.add(separator)
			template.word(separator)
		}
	}
	text := w.finish()
	template.done(text)
	return text
}

// copyTable returns a mutable table with the same items.
func (vm *VM) copyTable(args []Value) Value {
	t := vm.tableArg(args, "table.copy", 1, false)
	vm.Charge(costTable + costItem*int64(len(t.list)) + costField*int64(len(t.fields)))
	out := vm.newTable(len(t.list), 0)
	out.list = append(out.list, t.list...)
	for _, f := range t.fields {
		if !f.value.IsNil() {
			out.add(f.key, f.value)
		}
	}
	return out.Value()
}

func (vm *VM) insert(args []Value) Value {
	const name = "table.insert"
	t := vm.tableArg(args, name, 1, true)
	n := t.Len()
	switch len(args) {
	case 2:
		vm.Charge(costStore)
		t.Append(args[1])
	case 3:
		at := vm.intArg(args, name, 2)
		if at >= 1 && at <= n {
			vm.Charge(costStore + int64(n-at+1)/costMoved)
			t.insert(at, args[2])
			break
		}
		for i := n + 1; i > at; i-- {
			vm.storeAt(t, i, t.Index(Num(float64(i-1))))
		}
		vm.storeAt(t, at, args[2])
	default:
		vm.failf("%s takes a list and a value, or a list, a position and a value", name)
	}
	return vm.noResults()
}

// storeAt sets t[i], charged like an assignment.
func (vm *VM) storeAt(t *Table, i int, v Value) {
	vm.Charge(costStore)
	fields := len(t.fields)
	t.Set(Num(float64(i)), v)
	if len(t.fields) > fields {
		vm.Charge(costField)
	}
}

func (vm *VM) remove(args []Value) Value {
	t := vm.tableArg(args, "table.remove", 1, true)
	n := t.Len()
	at := vm.optionalIntArg(args, "table.remove", 2, n)
	vm.Charge(costStore)
	if at < 1 || at > n {
		return vm.noResults()
	}
	vm.Charge(int64(n-at) / costMoved)
	return t.remove(at)
}

// sort works on a copy, so that a comparator that changes the list, or is
// inconsistent, only spoils the order. Equal items keep their order.
func (vm *VM) sort(args []Value) Value {
	t, by := vm.tableArg(args, "table.sort", 1, true), arg(args, 2)
	if !by.IsNil() && !by.is(TypeFunction) {
		vm.failf("table.sort needs a function as argument 2, not %s", describe(by))
	}
	vm.Charge(int64(t.Len()))
	if by.IsNil() && vm.sortNumbers(t.list) {
		return vm.noResults()
	}
	items := slices.Clone(t.list)
	before := func(a, b Value) bool {
		vm.Charge(costCompare)
		if by.IsNil() {
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
	return vm.noResults()
}

// sortNumbers does what sort does, for a list of numbers that the budget
// covers. It reports whether this is such a list.
func (vm *VM) sortNumbers(list []Value) bool {
	most := len(list) * (sortedRun + 2*bits.Len(uint(len(list)))*bits.Len(uint(len(list))))
	if !vm.Affords(int64(2 * costCompare * most)) {
		return false
	}
	numbers := vm.numbers[:0]
	for _, v := range list {
		if !v.isNumber() {
			return false
		}
		numbers = append(numbers, v.float())
	}
	compared := int64(0)
	slices.SortStableFunc(numbers, func(a, b float64) int {
		if compared++; a < b {
			return -1
		}
		if compared++; b < a {
			return 1
		}
		return 0
	})
	vm.Charge(costCompare * compared)
	for i, n := range numbers {
		list[i] = Num(n)
	}
	if len(numbers) <= keptNumbers {
		vm.numbers = numbers
	}
	return true
}

// sortedRun is the number of items that slices.SortStableFunc sorts by
// insertion before it merges such runs.
const sortedRun = 20

// keptNumbers is the maximum number of floats whose memory sort keeps for
// reuse.
const keptNumbers = 1024

func (vm *VM) getn(args []Value) Value {
	return Num(float64(vm.tableArg(args, "table.getn", 1, false).Len()))
}

// maxn returns the greatest numeric key, or 0.
func (vm *VM) maxn(args []Value) Value {
	t := vm.tableArg(args, "table.maxn", 1, false)
	vm.Charge(int64(len(t.fields) / costPassed))
	most := float64(t.Len())
	for _, f := range t.fields {
		if f.key.isNumber() && !f.value.IsNil() {
			most = max(most, f.key.float())
		}
	}
	return Num(most)
}

// foreach calls a function with every key and value until it returns
// something.
func (vm *VM) foreach(args []Value) Value {
	t, fn := vm.tableArg(args, "table.foreach", 1, false), vm.functionArg(args, "table.foreach", 2)
	for place := 0; ; {
		k, v, following, passed := t.next(place)
		vm.Charge(costStore + int64(passed/costPassed))
		if k.IsNil() {
			return vm.noResults()
		}
		if out := vm.Call(fn, k, v); !out.IsNil() {
			vm.results = 1
			return out
		}
		place = following
	}
}

// foreachi calls a function with every item of the list until it returns
// something.
func (vm *VM) foreachi(args []Value) Value {
	t, fn := vm.tableArg(args, "table.foreachi", 1, false), vm.functionArg(args, "table.foreachi", 2)
	for i, n := 1, t.Len(); i <= n; i++ {
		vm.Charge(costStore)
		if out := vm.Call(fn, Num(float64(i)), t.Index(Num(float64(i)))); !out.IsNil() {
			vm.results = 1
			return out
		}
	}
	return vm.noResults()
}
