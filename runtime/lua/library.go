package lua

import (
	"slices"

	"sleight/runtime/diag"
)

// function is one function of Lua's own library as scripts have it.
type function struct {
	name string
	run  Native
}

// base are the functions without a library. What stock Lua has beyond these
// reaches the host, keeps state, or escapes the budget.
var base = []function{
	{"assert", (*VM).assert},
	{"error", (*VM).fault},
	{"ipairs", (*VM).ipairs},
	{"next", (*VM).following},
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
	constants map[string]float64
}{
	{"math", mathFunctions, mathConstants},
	{"string", stringFunctions, nil},
	{"table", tableFunctions, nil},
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
	for _, f := range base {
		vm.globals[f.name] = NewFunction(f.run).Value()
	}
	for _, lib := range libraries {
		t := NewTable()
		for _, f := range lib.functions {
			t.Put(f.name, NewFunction(f.run).Value())
		}
		for name, n := range lib.constants {
			t.Put(name, Num(n))
		}
		t.frozen = true
		vm.globals[lib.name] = t.Value()
		if lib.name == "string" {
			vm.texts = t // ("x"):upper()
		}
	}
	vm.itemStep, vm.fieldStep = NewFunction((*VM).inextItem), NewFunction((*VM).following)
}

// complain aborts with an error of a library function.
func (vm *VM) complain(format string, args ...any) {
	vm.Fail(diag.New("script/runtime", diag.Place{}, format, args...))
}

// arg returns the i-th argument, counted from 1; nil where there are fewer.
func arg(args []Value, i int) Value {
	if i <= len(args) {
		return args[i-1]
	}
	return Nil
}

// number returns argument i of a library function, which must be a number.
func (vm *VM) number(args []Value, name string, i int) float64 {
	switch v := arg(args, i); v.typ {
	case TypeNumber:
		return v.num
	case TypeText:
		if n, ok := vm.parse(v.text(), 10); ok {
			return n
		}
	}
	vm.complain("%s needs a number as argument %d, not %s", name, i, describe(arg(args, i)))
	return 0
}

// whole returns argument i, which must be a whole number of moderate size.
func (vm *VM) whole(args []Value, name string, i, other int) int {
	if arg(args, i).typ == TypeNil {
		return other
	}
	n := vm.number(args, name, i)
	if n != float64(int64(max(-1<<53, min(1<<53, n)))) {
		vm.complain("%s needs a whole number as argument %d, not %v", name, i, n)
	}
	return int(n)
}

// text returns argument i of a library function, which must be a text.
func (vm *VM) text(args []Value, name string, i int) string {
	switch v := arg(args, i); v.typ {
	case TypeText, TypeNumber:
		return v.String()
	}
	vm.complain("%s needs a text as argument %d, not %s", name, i, describe(arg(args, i)))
	return ""
}

// list returns argument i of a library function, which must be a table; with
// write set, one that may be changed.
func (vm *VM) list(args []Value, name string, i int, write bool) *Table {
	t := arg(args, i).Table()
	if t == nil {
		vm.complain("%s needs a table as argument %d, not %s", name, i, describe(arg(args, i)))
	}
	if write && t.frozen {
		vm.refuse()
	}
	return t
}

// give returns a text of bounded length and charges for it.
func (vm *VM) give(s string) Value {
	vm.mayHold(len(s))
	return Text(s)
}

// mayHold refuses a text that would be too long, before it is made.
func (vm *VM) mayHold(bytes int) {
	if bytes > maxText {
		vm.complain("a text of %d bytes is longer than the %d that scripts may make", bytes, maxText)
	}
	vm.Charge(int64(bytes / costText))
}
