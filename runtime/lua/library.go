package lua

import (
	"strings"
	"sync"

	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/number"
)

// library has the names of the standard library.
var library = func() *analysis.Library {
	var names []string
	absent := map[string]string{}
	for _, e := range standard {
		if e.Status == Absent {
			absent[e.Name] = e.Note
		} else {
			names = append(names, e.Name)
		}
	}
	return analysis.NewLibrary(names, absent)
}()

// libraryValues are the values of the standard library.
type libraryValues struct {
	values map[string]Value // by global name
	texts  *Table           // the text functions, for calls as methods
	// The iterators of ipairs and pairs.
	ipairsIterator, nextFunction *Function
}

// sharedLibrary is the library of all VMs: its tables are frozen, and no function
// keeps state.
var sharedLibrary = sync.OnceValue(openLibraries)

// openLibraries returns the standard library, frozen.
func openLibraries() *libraryValues {
	out := &libraryValues{
		values:         make(map[string]Value, len(standard)),
		ipairsIterator: NewFunction((*VM).ipairsStep), nextFunction: NewFunction((*VM).next),
	}
	tables := map[string]*Table{}
	for _, name := range library.Libraries {
		tables[name] = NewTable()
		out.values[name] = tables[name].Value()
	}
	for i := range standard {
		e := &standard[i]
		if e.Status == Absent || e.run != nil && e.Cost == "" {
			continue
		}
		v := e.value
		if e.run != nil {
			v = NewFunction(e.run).Value()
		}
		if library, field, ok := strings.Cut(e.Name, "."); ok {
			tables[library].Put(field, v)
		} else {
			out.values[e.Name] = v
		}
	}
	for _, t := range tables {
		t.frozen = true
	}
	out.texts = tables["string"]
	return out
}

// failf aborts with an error of a library function.
func (vm *VM) failf(format string, args ...any) {
	vm.Fail(diag.New("script/runtime", diag.Place{}, format, args...))
}

// arg returns the i-th argument, counted from 1; Nil if there are fewer.
func arg(args []Value, i int) Value {
	if i <= len(args) {
		return args[i-1]
	}
	return Nil
}

// requiredArg returns argument i of a library function, which may be nil but
// must not be omitted.
func (vm *VM) requiredArg(args []Value, name string, i int) Value {
	if i > len(args) {
		vm.failf("%s needs a value as argument %d", name, i)
	}
	return args[i-1]
}

// numberArg returns argument i of a library function, which must be a number or a
// numeric text.
func (vm *VM) numberArg(args []Value, name string, i int) float64 {
	v := arg(args, i)
	if v.isNumber() {
		return v.float()
	}
	n, ok := vm.toNumber(v)
	if !ok {
		vm.failf("%s needs a number as argument %d, not %s", name, i, describe(v))
	}
	return n
}

// intArg returns argument i, a number that is truncated as in C.
func (vm *VM) intArg(args []Value, name string, i int) int {
	n := vm.numberArg(args, name, i)
	if !(n >= -maxWhole && n <= maxWhole) {
		vm.failf("%s needs a whole number as argument %d, not %s", name, i, number.Format(n))
	}
	return int(n)
}

// optionalIntArg is intArg for an argument that may be nil or omitted.
func (vm *VM) optionalIntArg(args []Value, name string, i, other int) int {
	if arg(args, i).IsNil() {
		return other
	}
	return vm.intArg(args, name, i)
}

// textArg returns argument i of a library function, which must be a text or a
// number.
func (vm *VM) textArg(args []Value, name string, i int) string {
	switch v := arg(args, i); v.Type() {
	case TypeText, TypeNumber:
		return v.String()
	}
	vm.failf("%s needs a text as argument %d, not %s", name, i, describe(arg(args, i)))
	return ""
}

// tableArg returns argument i of a library function, which must be a table; with
// write set, a table that may be changed.
func (vm *VM) tableArg(args []Value, name string, i int, write bool) *Table {
	t := arg(args, i).Table()
	if t == nil {
		vm.failf("%s needs a table as argument %d, not %s", name, i, describe(arg(args, i)))
	}
	if write && t.frozen {
		vm.failFrozen()
	}
	return t
}

// functionArg returns argument i of a library function, which must be a function.
func (vm *VM) functionArg(args []Value, name string, i int) *Function {
	fn := arg(args, i).Function()
	if fn == nil {
		vm.failf("%s needs a function as argument %d, not %s", name, i, describe(arg(args, i)))
	}
	return fn
}

// newText returns a text as a value, charges for it, and fails if it is too long.
func (vm *VM) newText(s string) Value {
	vm.chargeText(len(s))
	return Text(s)
}

// noResults returns no value at all.
func (vm *VM) noResults() Value {
	vm.results = 0
	return Nil
}

// chargeText rejects a text that would be too long, and charges for any other
// before it is made.
func (vm *VM) chargeText(bytes int) {
	vm.checkTextLength(bytes)
	vm.Charge(int64(bytes / costText))
}

// checkTextLength rejects a text that would be too long.
func (vm *VM) checkTextLength(bytes int) {
	if bytes > maxText {
		vm.failf("a text of %d bytes is longer than the %d that scripts may make", bytes, maxText)
	}
}
