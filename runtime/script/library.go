package script

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/diag"
)

// function is one function of Lua's own library as scripts have it.
type function struct {
	name string
	run  func(*VM, *lua.LState) int
}

// base are the functions without a library. What stock Lua has beyond these
// reaches the host, keeps state, or escapes the budget.
var base = []function{
	{"assert", (*VM).assert},
	{"error", (*VM).fault},
	{"ipairs", (*VM).ipairs},
	{"next", (*VM).next},
	{"pairs", (*VM).pairs},
	{"require", (*VM).require},
	{"select", (*VM).choose},
	{"tonumber", (*VM).tonumber},
	{"tostring", (*VM).tostring},
	{"type", (*VM).kind},
	{"unpack", (*VM).unpack},
}

// libraries are the tables of functions.
var libraries = []struct {
	name      string
	functions []function
	constants map[string]lua.LNumber
}{
	{"math", mathFunctions, mathConstants},
	{"string", stringFunctions, nil},
	{"table", tableFunctions, nil},
}

// helpers are what metered code calls.
var helpers = []function{
	{helperConcat, (*VM).concatenate},
	{helperTable, (*VM).newTable},
	{helperStore, (*VM).store},
	{helperKey, (*VM).tableKey},
	{helperLength, (*VM).length},
	{helperSpread, (*VM).spread},
	{helperMake, (*VM).make},
	{helperCompare["<"], compare(func(vm *VM, a, b lua.LValue) bool { return vm.lessThan(a, b) })},
	{helperCompare["<="], compare(func(vm *VM, a, b lua.LValue) bool { return vm.atMost(a, b) })},
	{helperCompare[">"], compare(func(vm *VM, a, b lua.LValue) bool { return vm.lessThan(b, a) })},
	{helperCompare[">="], compare(func(vm *VM, a, b lua.LValue) bool { return vm.atMost(b, a) })},
}

var (
	baseNames    = namesOf(base)
	libraryNames = []string{"math", "string", "table"}
)

// absent says, for what stock Lua has and scripts do not, what to use instead.
var absent = map[string]string{
	"pcall":          "scripts cannot catch errors: a failed command changes nothing and is reported",
	"xpcall":         "scripts cannot catch errors: a failed command changes nothing and is reported",
	"coroutine":      "a choice after chance is a phase with actions of its own",
	"print":          "use say(text)",
	"os":             "scripts see no clock and no files",
	"io":             "scripts see no files",
	"debug":          "use the REPL: trace on, inspect, watch",
	"load":           "scripts cannot compile text",
	"loadstring":     "scripts cannot compile text",
	"dofile":         "use require(\"name\")",
	"_G":             "scripts have no global variables",
	"setmetatable":   "scripts have no metatables",
	"getmetatable":   "scripts have no metatables",
	"rawset":         "scripts have no metatables, so t[k] = v is the same",
	"rawget":         "scripts have no metatables, so t[k] is the same",
	"math.random":    "use random(stream, low, high): the state holds all chance",
	"string.gsub":    "patterns are not available; string.find searches plain text",
	"string.gmatch":  "patterns are not available; string.find searches plain text",
	"string.match":   "patterns are not available; string.find searches plain text",
	"table.unpack":   "use unpack(list)",
	"table.foreach":  "use for i, v in ipairs(list)",
	"math.pow":       "use x ^ y",
	"collectgarbage": "memory is managed by itself",
	"null":           "Lua writes nil",
	"None":           "Lua writes nil",
	"undefined":      "Lua writes nil",
	"self":           "self is the first parameter of a hook: function(self) … end",
}

func namesOf(list []function) []string {
	var out []string
	for _, f := range list {
		out = append(out, f.name)
	}
	return out
}

func isBase(name string) bool    { return slices.Contains(baseNames, name) }
func isLibrary(name string) bool { return slices.Contains(libraryNames, name) }

// libraryFields lists what a library has.
func libraryFields(name string) []string {
	for _, lib := range libraries {
		if lib.name == name {
			out := namesOf(lib.functions)
			for c := range lib.constants {
				out = append(out, c)
			}
			slices.Sort(out)
			return out
		}
	}
	return nil
}

// openLibraries puts Lua's own library into the globals, frozen.
func (vm *VM) openLibraries() {
	l := vm.lua
	for _, list := range [][]function{base, helpers} {
		for _, f := range list {
			l.SetGlobal(f.name, vm.bind(f))
		}
	}
	for _, lib := range libraries {
		t := l.NewTable()
		for _, f := range lib.functions {
			t.RawSetString(f.name, vm.bind(f))
		}
		for name, value := range lib.constants {
			t.RawSetString(name, value)
		}
		fixed := vm.Freeze(t)
		l.SetGlobal(lib.name, fixed)
		if lib.name == "string" {
			// ("x"):upper() finds its method in the frozen table.
			meta := l.NewTable()
			meta.RawSetString("__index", t)
			vm.calculateWithTexts(meta)
			l.SetMetatable(lua.LString(""), meta)
		}
	}
}

func (vm *VM) bind(f function) *lua.LFunction {
	run := f.run
	return vm.lua.NewFunction(func(l *lua.LState) int { return run(vm, l) })
}

// complain aborts with an error of a library function.
func (vm *VM) complain(format string, args ...any) {
	vm.Fail(diag.New("script/runtime", diag.Place{}, format, args...))
}

// number returns argument i of a library function, which must be a number.
func (vm *VM) number(l *lua.LState, name string, i int) float64 {
	switch v := l.Get(i).(type) {
	case lua.LNumber:
		return float64(v)
	case lua.LString:
		if n, ok := vm.parse(string(v), 10); ok {
			return n
		}
	}
	vm.complain("%s needs a number as argument %d, not %s", name, i, describe(l.Get(i)))
	return 0
}

// whole returns argument i, which must be a whole number of moderate size.
func (vm *VM) whole(l *lua.LState, name string, i, other int) int {
	if l.Get(i) == lua.LNil {
		return other
	}
	n := vm.number(l, name, i)
	if n != float64(int64(max(-1<<53, min(1<<53, n)))) {
		vm.complain("%s needs a whole number as argument %d, not %v", name, i, n)
	}
	return int(n)
}

// text returns argument i of a library function, which must be a text.
func (vm *VM) text(l *lua.LState, name string, i int) string {
	switch v := l.Get(i).(type) {
	case lua.LString:
		return string(v)
	case lua.LNumber:
		return v.String()
	}
	vm.complain("%s needs a text as argument %d, not %s", name, i, describe(l.Get(i)))
	return ""
}

// list returns argument i of a library function, which must be a table; with
// write set, one that may be changed.
func (vm *VM) list(l *lua.LState, name string, i int, write bool) *lua.LTable {
	t, fixed, ok := table(l.Get(i))
	if !ok {
		vm.complain("%s needs a table as argument %d, not %s", name, i, describe(l.Get(i)))
	}
	if fixed && write {
		l.Push(vm.refuse)
		l.Call(0, 0)
	}
	return t
}

// give pushes a text of bounded length and charges for it.
func (vm *VM) give(l *lua.LState, s string) int {
	vm.mayHold(len(s))
	l.Push(lua.LString(s))
	return 1
}

// mayHold refuses a text that would be too long, before it is made.
func (vm *VM) mayHold(bytes int) {
	if bytes > maxText {
		vm.complain("a text of %d bytes is longer than the %d that scripts may make", bytes, maxText)
	}
	vm.Charge(int64(bytes / costText))
}

// describe names a value in messages, never by its address.
func describe(v lua.LValue) string {
	switch x := v.(type) {
	case *lua.LNilType:
		return "nil"
	case lua.LString:
		return "the text \"" + shorten(string(x)) + "\""
	case lua.LNumber:
		return "the number " + x.String()
	case lua.LBool:
		return x.String()
	}
	if _, _, ok := table(v); ok {
		return "a table"
	}
	return "a " + strings.Replace(v.Type().String(), "userdata", "value of the game", 1)
}
