package lua

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// index is the table of the standard library, for lookups.
var index = indexLibrary(standard)

// libraryIndex has the names that scripts may use, sorted.
type libraryIndex struct {
	base      []string            // without a library
	libraries []string            // that scripts have
	fields    map[string][]string // of each library
	absent    map[string]string   // what to use instead
}

func indexLibrary(entries []Entry) *libraryIndex {
	x := &libraryIndex{fields: map[string][]string{}, absent: maps.Clone(foreign)}
	for _, e := range entries {
		library, field, isField := strings.Cut(e.Name, ".")
		switch {
		case e.Status == Absent:
			x.absent[e.Name] = e.Note
		case isField:
			x.fields[library] = append(x.fields[library], field)
		default:
			x.base = append(x.base, e.Name)
		}
	}
	x.libraries = slices.Sorted(maps.Keys(x.fields))
	slices.Sort(x.base)
	for _, fields := range x.fields {
		slices.Sort(fields)
	}
	return x
}

// foreign are names that authors bring from other versions of Lua and from
// other languages, with what to use instead.
var foreign = map[string]string{
	"arg":             "use select(\"#\", ...) and { ... }",
	"bit32":           "use %, math.floor and tables of booleans",
	"table.move":      "write a loop",
	"table.pack":      "use { ... } and select(\"#\", ...)",
	"table.unpack":    "use unpack(list)",
	"string.pack":     "scripts have no binary data",
	"math.tointeger":  "use math.floor",
	"math.type":       "all numbers are of one kind",
	"math.round":      "write math.floor(x + 0.5)",
	"math.trunc":      "write math.floor(x)",
	"math.clamp":      "write math.max(low, math.min(high, x))",
	"math.sign":       "compare with 0",
	"table.length":    "the length of a list is #list",
	"table.size":      "the length of a list is #list",
	"table.len":       "the length of a list is #list",
	"table.push":      "write table.insert(list, x)",
	"table.append":    "write table.insert(list, x)",
	"table.add":       "write table.insert(list, x)",
	"table.join":      "write table.concat(list, \", \")",
	"table.contains":  "walk over the list with ipairs",
	"table.find":      "walk over the list with ipairs",
	"string.length":   "the length of a text is #text",
	"string.split":    "walk over string.gmatch(text, \"[^,]+\")",
	"string.trim":     "write text:match(\"^%s*(.-)%s*$\")",
	"string.replace":  "write string.gsub(text, \"old\", \"new\")",
	"string.contains": "write string.find(text, \"part\", 1, true)",
	"utf8":            "texts are bytes; scripts rarely need more than ..",
	"null":            "Lua writes nil",
	"None":            "Lua writes nil",
	"undefined":       "Lua writes nil",
	"NULL":            "Lua writes nil",
	"Null":            "Lua writes nil",
	"nullptr":         "Lua writes nil",
	"Nil":             "Lua writes nil",
	"True":            "Lua writes true",
	"TRUE":            "Lua writes true",
	"False":           "Lua writes false",
	"FALSE":           "Lua writes false",
	"this":            "Lua writes self, the first parameter of a hook",
	"params":          "self.NAME is a parameter of the item, game.NAME one of the game",
	"str":             "write tostring(x), or join texts with ..",
	"String":          "write tostring(x), or join texts with ..",
	"toString":        "write tostring(x)",
	"int":             "write math.floor(x), or tonumber(text)",
	"Integer":         "write math.floor(x), or tonumber(text)",
	"parseInt":        "write tonumber(text)",
	"parseFloat":      "write tonumber(text)",
	"Number":          "write tonumber(text)",
	"len":             "the length of a list or text is #list",
	"length":          "the length of a list or text is #list",
	"sizeof":          "the length of a list or text is #list",
	"Math":            "Lua writes math. with a small m, such as math.floor",
	"abs":             "write math.abs",
	"min":             "write math.min",
	"max":             "write math.max",
	"floor":           "write math.floor",
	"ceil":            "write math.ceil",
	"round":           "write math.floor(x + 0.5)",
	"sqrt":            "write math.sqrt",
	"console":         "write say(text)",
	"printf":          "write say(string.format(…))",
	"echo":            "write say(text)",
	"puts":            "write say(text)",
	"alert":           "write say(text)",
	"log":             "write say(text)",
	"range":           "write: for i = 1, n do … end",
	"enumerate":       "write: for i, x in ipairs(list) do … end",
	"foreach":         "write: for _, x in ipairs(list) do … end",
	"append":          "write: list[#list + 1] = x",
	"push":            "write: list[#list + 1] = x",
	"insert":          "write: table.insert(list, x)",
	"sort":            "write: table.sort(list)",
	"format":          "write: string.format(…)",
	"throw":           "write: error(\"…\")",
	"raise":           "write: error(\"…\")",
	"continue":        "Lua has no continue; put the rest of the loop in an if",
	"elif":            "Lua writes elseif",
	"self":            "self is the first parameter of a hook: function(self) … end",
}

func isBase(name string) bool            { return slices.Contains(index.base, name) }
func isLibrary(name string) bool         { return slices.Contains(index.libraries, name) }
func libraryFields(name string) []string { return index.fields[name] }

// openLibraries puts the standard library into the globals, frozen.
func (vm *VM) openLibraries() {
	tables := map[string]*Table{}
	for _, name := range index.libraries {
		tables[name] = NewTable()
		vm.globals[name] = tables[name].Value()
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
			vm.globals[e.Name] = v
		}
	}
	for _, t := range tables {
		t.frozen = true
	}
	vm.texts = tables["string"] // ("x"):upper()
	vm.itemStep, vm.fieldStep = NewFunction((*VM).inextItem), NewFunction((*VM).following)
}

// complain aborts with an error of a library function.
func (vm *VM) complain(format string, args ...any) {
	vm.Fail(diag.New("script/runtime", diag.Place{}, format, args...))
}

// arg returns the i-th argument, counted from 1; Nil if there are fewer.
func arg(args []Value, i int) Value {
	if i <= len(args) {
		return args[i-1]
	}
	return Nil
}

// given returns argument i of a library function, which may be nil but must not
// be omitted.
func (vm *VM) given(args []Value, name string, i int) Value {
	if i > len(args) {
		vm.complain("%s needs a value as argument %d", name, i)
	}
	return args[i-1]
}

// number returns argument i of a library function, which must be a number or a
// numeric text.
func (vm *VM) number(args []Value, name string, i int) float64 {
	v := arg(args, i)
	if v.isNumber() {
		return v.float()
	}
	n, ok := vm.toNumber(v)
	if !ok {
		vm.complain("%s needs a number as argument %d, not %s", name, i, describe(v))
	}
	return n
}

// whole returns argument i, a number that is truncated as in C.
func (vm *VM) whole(args []Value, name string, i int) int {
	n := vm.number(args, name, i)
	if !(n >= -maxWhole && n <= maxWhole) {
		vm.complain("%s needs a whole number as argument %d, not %s", name, i, formatNumber(n))
	}
	return int(n)
}

// wholeOr is whole for an argument that may be nil or omitted.
func (vm *VM) wholeOr(args []Value, name string, i, other int) int {
	if arg(args, i).IsNil() {
		return other
	}
	return vm.whole(args, name, i)
}

// text returns argument i of a library function, which must be a text or a
// number.
func (vm *VM) text(args []Value, name string, i int) string {
	switch v := arg(args, i); v.Type() {
	case TypeText, TypeNumber:
		return v.String()
	}
	vm.complain("%s needs a text as argument %d, not %s", name, i, describe(arg(args, i)))
	return ""
}

// list returns argument i of a library function, which must be a table; with
// write set, a table that may be changed.
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

// function returns argument i of a library function, which must be a function.
func (vm *VM) function(args []Value, name string, i int) *Function {
	fn := arg(args, i).Function()
	if fn == nil {
		vm.complain("%s needs a function as argument %d, not %s", name, i, describe(arg(args, i)))
	}
	return fn
}

// give returns a text of bounded length and charges for it.
func (vm *VM) give(s string) Value {
	vm.mayHold(len(s))
	return Text(s)
}

// nothing returns no value at all.
func (vm *VM) nothing() Value {
	vm.results = 0
	return Nil
}

// mayHold rejects a text that would be too long, and charges for any other
// before it is made.
func (vm *VM) mayHold(bytes int) {
	vm.hasRoom(bytes)
	vm.Charge(int64(bytes / costText))
}

// hasRoom rejects a text that would be too long.
func (vm *VM) hasRoom(bytes int) {
	if bytes > maxText {
		vm.complain("a text of %d bytes is longer than the %d that scripts may make", bytes, maxText)
	}
}
