package lua

import (
	"fmt"

	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/syntax"
)

// Exception is a difference between scripts and PUC Lua 5.1, apart from the
// names of the library.
type Exception struct {
	// What is the part of the language, Here is how scripts differ, and Because
	// is the reason.
	What, Here, Because string
}

// Exceptions lists them all.
func Exceptions() []Exception { return exceptions }

var exceptions = []Exception{
	{"global variables", "scripts have none: a name that is not a local, part of the library or part of the API is refused, and so is assigning to it", "scripts keep no state, and a misspelt name is found before anyone plays"},
	{"locals of the whole script", "they are constant: assigning to them from a function is refused, and tables that outlive the loading of the script can only be read", "all state is in the game, which is what makes undo, replay and reloading possible"},
	{"the chunk", "it ends with return { … }, a table of functions", "that is how the engine finds the hooks"},
	{"errors", "nothing catches them, they are worded differently, and they name a file and line", "a command happens completely or not at all"},
	{"values of the game", "they have their own type, entity, with fields and without methods", "scripts see handles, never the state itself"},
	{"whole numbers as text", "those below 2^63 are written in full and zero without a sign: 1e15 is 1000000000000000, where Lua writes 1e+15", "players read scores, not exponents"},
	{"nan as text", "nan, where Lua shows a sign that depends on the processor", "a game is the same on every machine"},
	{"x ^ y", "the exact result, rounded; C libraries may round the last digit differently", "a game is the same on every machine"},
	{"-0 as a literal", "is always -0; PUC Lua confuses it with 0 where a function has both", "that is a bug in PUC Lua"},
	{"positions and counts that are nan, infinite or beyond 2^53", "are refused", "what C makes of them depends on the processor; fractions are cut off, as in Lua"},
	{"length of a list with gaps", "#t is one of the borders that Lua allows, not always the same as in PUC Lua", "Lua leaves it open"},
	{"order of pairs and next", "the list first, then the fields in the order in which they were made", "Lua leaves it open, and a game must not depend on addresses"},
	{"equal items in table.sort", "keep their order", "Lua leaves it open"},
	{"goto and labels", "goto is a reserved word, where Lua 5.1 has a plain name, and neither it nor labels are available", "that is how the parser reads it"},
	{"arg", "the hidden local of functions with ... is refused", "it is deprecated in Lua 5.1; use select(\"#\", ...) and { ... }"},
	{"hexadecimal literals", "have no fraction and no exponent, and are at most 2^53", "beyond that they are not exact"},
	{"decimal literals", "that are too large for a number are refused", "write math.huge where infinity is meant"},
	{"characters", "a source is UTF-8; white space is blanks, tabs and line ends; a --[= that opens no long comment is refused", "that is what the parser reads"},
	{"methods of modules", "m:f() is refused where m is a library or a module", "it would pass the module as the first argument"},
}

// Limit is a bound on scripts.
type Limit struct {
	What, Here string
	// Lua is the limit of PUC Lua 5.1.
	Lua string
}

// Limits lists all bounds on scripts.
func Limits() []Limit {
	n := func(n int) string { return fmt.Sprint(n) }
	return []Limit{
		{"work in one command", n(DefaultFuel) + " units", "none"},
		{"loading the scripts that one command uses", n(LoadFuelLimit) + " units", "none"},
		{"bytes of a text", n(maxText), "memory"},
		{"calls that are open at once", n(maxDepth), "20000, of C functions 200"},
		{"values that all open calls hold together", n(maxStack), "memory"},
		{"values that unpack or string.byte gives", n(maxUnpack), "8000"},
		{"locals of a function", n(maxLocals), "200"},
		{"locals of others that a function uses", n(maxCaptured), "60"},
		{"captures of a pattern", "32", "32"},
		{"nested items of a pattern while it is matched", "200", "memory of C"},
		{"width and precision of string.format", "99", "99"},
		{"bytes of a source", n(syntax.MaxSize), "memory"},
		{"words of a source", n(syntax.MaxTokens), "memory"},
		{"different names, numbers and texts of a source", n(syntax.MaxConstants), "262144 in a function"},
		{"functions of a source", n(syntax.MaxFunctions), "memory"},
		{"brackets and blocks within one another", n(syntax.MaxNesting), "200"},
		{"operators of one expression", n(syntax.MaxOperators), "200 within one another"},
		{"modules that a source requires", n(analysis.MaxRequires), "memory"},
		{"items and keys of a table", "the work of making them", "memory"},
	}
}
