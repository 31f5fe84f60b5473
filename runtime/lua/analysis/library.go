package analysis

import (
	"maps"
	"slices"
	"strings"
)

// Library is the names of the standard library that scripts may use, sorted, and
// what to use instead of others.
type Library struct {
	Base      []string            // those without a library
	Libraries []string            // those that scripts have
	Fields    map[string][]string // of each library
	Absent    map[string]string   // what to use instead, by name
}

// NewLibrary returns a library of names such as pairs and string.find. absent has
// a note for each name of Lua 5.1 that scripts do not have.
func NewLibrary(names []string, absent map[string]string) *Library {
	l := &Library{Fields: map[string][]string{}, Absent: maps.Clone(foreignNames)}
	maps.Copy(l.Absent, absent)
	for _, name := range names {
		if library, field, isField := strings.Cut(name, "."); isField {
			l.Fields[library] = append(l.Fields[library], field)
		} else {
			l.Base = append(l.Base, name)
		}
	}
	l.Libraries = slices.Sorted(maps.Keys(l.Fields))
	slices.Sort(l.Base)
	for _, fields := range l.Fields {
		slices.Sort(fields)
	}
	return l
}

// IsBase reports whether a name is that of a function without a library, such as
// pairs.
func (l *Library) IsBase(name string) bool { return slices.Contains(l.Base, name) }

// IsLibrary reports whether a name is that of a library, such as string.
func (l *Library) IsLibrary(name string) bool { return slices.Contains(l.Libraries, name) }

// foreignNames are names that authors bring from other versions of Lua and from
// other languages, with what to use instead.
var foreignNames = map[string]string{
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
	"table.contains":  "loop over the list with ipairs",
	"table.find":      "loop over the list with ipairs",
	"string.length":   "the length of a text is #text",
	"string.split":    "loop over string.gmatch(text, \"[^,]+\")",
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
