package lua

import (
	"math"

	"sleight/runtime/lua/number"
)

// Status says how scripts have a name of the standard library.
type Status string

// The statuses.
const (
	Same    Status = "same"    // does what PUC Lua 5.1 does
	Changed Status = "changed" // differs as the note says
	Absent  Status = "absent"  // rejected by the compiler; the note says what to use
	Added   Status = "added"   // not in Lua 5.1
)

// Entry is one name of Lua 5.1's standard library, or one that scripts have in
// addition.
type Entry struct {
	// Name is the name in scripts: pairs, string.find. An absent library is one
	// entry that stands for all its fields.
	Name   string
	Status Status
	// Cost is the fuel that a call costs in addition to the unit of the call
	// itself. A function without it cannot be reached.
	Cost string
	// Note says how and why the name differs, or what to use instead.
	Note string

	run   Native
	value Value // of a constant
}

// IsFunction reports whether scripts can call it.
func (e *Entry) IsFunction() bool { return e.run != nil }

// The costs that many functions share.
const (
	costsNothing = "none"
	costsResult  = "1 for 16 bytes of the result"
	costsSeries  = "32"
	costsPower   = "64, 8 where the exponent is whole and at most 64, none where it is 2"
)

// Why names are absent.
const (
	noCatch   = "scripts cannot catch errors: a failed command changes nothing and is reported"
	noText    = "scripts cannot compile text; for code in another file use require(\"name\")"
	noMeta    = "scripts have no metatables"
	noGlobal  = "scripts have no global variables and no environments; use locals"
	noMemory  = "memory is managed automatically"
	noFiles   = "scripts cannot access files"
	noHost    = "scripts cannot access files or other programs"
	noDebug   = "use the REPL: trace on, inspect, watch"
	noClock   = "scripts cannot access the clock or files"
	noWait    = "scripts cannot wait; a choice that follows a random result is a phase with its own actions"
	noModule  = "end the file with return { … } and use require(\"name\")"
	noChance  = "use random(stream, low, high): random streams are part of the state"
	lastDigit = "the result is the exact one, rounded, on every machine; C libraries may round the last digit differently"
	noTables  = "equal items keep their order, which Lua leaves open, and the comparator sees the list as it was"
)

// standard is what scripts have of Lua 5.1's standard library: every name of
// it, and those that are added. The reference page, the checks of scripts and
// their globals are derived from this table.
var standard = []Entry{
	{"assert", Same, costsNothing, "", (*VM).assert, Nil},
	{"collectgarbage", Absent, "", noMemory, nil, Nil},
	{"dofile", Absent, "", noText, nil, Nil},
	{"error", Changed, costsNothing, "ends the command: nothing can catch it. The level is not used, since a diagnostic names the line anyway", (*VM).raiseError, Nil},
	{"gcinfo", Absent, "", noMemory, nil, Nil},
	{"getfenv", Absent, "", noGlobal, nil, Nil},
	{"getmetatable", Absent, "", noMeta, nil, Nil},
	{"ipairs", Same, costsNothing, "", (*VM).ipairs, Nil},
	{"load", Absent, "", noText, nil, Nil},
	{"loadfile", Absent, "", noText, nil, Nil},
	{"loadstring", Absent, "", noText, nil, Nil},
	{"module", Absent, "", noModule, nil, Nil},
	{"newproxy", Absent, "", noMeta, nil, Nil},
	{"next", Changed, "1 for 8 removed fields that are passed over", "iterates over the list first and then over the fields in the order in which they were made, where Lua leaves the order open. A whole number that the table does not have is taken for the end of its list", (*VM).next, Nil},
	{"pairs", Changed, costsNothing, "the order is that of next", (*VM).pairs, Nil},
	{"pcall", Absent, "", noCatch, nil, Nil},
	{"print", Absent, "", "use say(text)", nil, Nil},
	{"rawequal", Absent, "", noMeta + ", so a == b is the same", nil, Nil},
	{"rawget", Absent, "", noMeta + ", so t[k] is the same", nil, Nil},
	{"rawset", Absent, "", noMeta + ", so t[k] = v is the same", nil, Nil},
	{"require", Changed, "what the module costs to load", "takes one module name in quotes, looked up when compiling. Modules keep no state", (*VM).require, Nil},
	{"select", Same, costsNothing, "", (*VM).selectArgs, Nil},
	{"setfenv", Absent, "", noGlobal, nil, Nil},
	{"setmetatable", Absent, "", noMeta, nil, Nil},
	{"tonumber", Same, "1 for 4 bytes of the text", "", (*VM).tonumber, Nil},
	{"tostring", Changed, costsResult, "whole numbers below 2^63 are written in full (1e15 is 1000000000000000), zero has no sign, nan is nan, and tables and functions are written without their address, since a game must not depend on the machine", (*VM).tostring, Nil},
	{"type", Changed, costsNothing, "dice, cards and other things of the game are of type \"entity\"", (*VM).typeName, Nil},
	{"unpack", Changed, "1 for each value", "gives at most 200 values", (*VM).unpack, Nil},
	{"xpcall", Absent, "", noCatch, nil, Nil},
	{"_G", Absent, "", noGlobal, nil, Nil},
	{"_VERSION", Absent, "", "the language is always Lua 5.1", nil, Nil},

	{"coroutine", Absent, "", noWait, nil, Nil},
	{"debug", Absent, "", noDebug, nil, Nil},
	{"io", Absent, "", noFiles, nil, Nil},
	{"os", Absent, "", noClock, nil, Nil},
	{"package", Absent, "", noHost, nil, Nil},

	{"math.abs", Same, costsNothing, "", exactFunction("math.abs", math.Abs), Nil},
	{"math.acos", Changed, costsSeries, lastDigit, seriesFunction("math.acos", number.Acos), Nil},
	{"math.asin", Changed, costsSeries, lastDigit, seriesFunction("math.asin", number.Asin), Nil},
	{"math.atan", Changed, costsSeries, lastDigit, seriesFunction("math.atan", number.Atan), Nil},
	{"math.atan2", Changed, costsSeries, lastDigit, (*VM).atan2, Nil},
	{"math.ceil", Same, costsNothing, "", exactFunction("math.ceil", math.Ceil), Nil},
	{"math.cos", Changed, costsSeries, lastDigit, seriesFunction("math.cos", number.Cos), Nil},
	{"math.cosh", Changed, costsSeries, lastDigit, seriesFunction("math.cosh", number.Cosh), Nil},
	{"math.deg", Same, costsNothing, "", (*VM).deg, Nil},
	{"math.exp", Changed, costsSeries, lastDigit, seriesFunction("math.exp", number.Exp), Nil},
	{"math.floor", Same, costsNothing, "", exactFunction("math.floor", math.Floor), Nil},
	{"math.fmod", Same, "1 for 2 bits by which the first number is longer", "", (*VM).fmod, Nil},
	{"math.frexp", Same, costsNothing, "", (*VM).frexp, Nil},
	{"math.huge", Same, "", "", nil, Num(math.Inf(1))},
	{"math.ldexp", Same, costsNothing, "", (*VM).ldexp, Nil},
	{"math.log", Changed, costsSeries, lastDigit, seriesFunction("math.log", number.Log), Nil},
	{"math.log10", Changed, costsSeries, lastDigit, seriesFunction("math.log10", number.Log10), Nil},
	{"math.max", Same, costsNothing, "", extremum("math.max", func(a, b float64) bool { return a > b }), Nil},
	{"math.min", Same, costsNothing, "", extremum("math.min", func(a, b float64) bool { return a < b }), Nil},
	{"math.mod", Same, "1 for 4 bits by which the first number is longer", "", (*VM).fmod, Nil},
	{"math.modf", Same, costsNothing, "", (*VM).modf, Nil},
	{"math.pi", Same, "", "", nil, Num(math.Pi)},
	{"math.pow", Changed, costsPower, lastDigit, (*VM).pow, Nil},
	{"math.rad", Same, costsNothing, "", (*VM).rad, Nil},
	{"math.random", Absent, "", noChance, nil, Nil},
	{"math.randomseed", Absent, "", noChance, nil, Nil},
	{"math.sin", Changed, costsSeries, lastDigit, seriesFunction("math.sin", number.Sin), Nil},
	{"math.sinh", Changed, costsSeries, lastDigit, seriesFunction("math.sinh", number.Sinh), Nil},
	{"math.sqrt", Same, costsNothing, "", exactFunction("math.sqrt", math.Sqrt), Nil},
	{"math.tan", Changed, costsSeries, lastDigit, seriesFunction("math.tan", number.Tan), Nil},
	{"math.tanh", Changed, costsSeries, lastDigit, seriesFunction("math.tanh", number.Tanh), Nil},

	{"string.byte", Changed, "4 for each value", "gives at most 200 values", (*VM).byte, Nil},
	{"string.char", Changed, costsResult, textLimit, (*VM).char, Nil},
	{"string.dump", Absent, "", noText, nil, Nil},
	{"string.find", Changed, costsMatch + "; 1 for 8 bytes of both texts where no pattern is searched", patternLimit, (*VM).find, Nil},
	{"string.format", Changed, "4 for each %, more for numbers with many digits, and " + costsResult, "numbers that do not fit 64 bits are refused for %d, %i, %o, %u, %x, %X and %c, nan has no sign, and " + textLimit, (*VM).format, Nil},
	{"string.gfind", Absent, "", "use string.gmatch", nil, Nil},
	{"string.gmatch", Changed, costsMatch, "the iterator cannot outlive the call, and " + patternLimit, (*VM).gmatch, Nil},
	{"string.gsub", Changed, costsMatch + ", and " + costsResult, patternLimit + ", and " + textLimit, (*VM).gsub, Nil},
	{"string.len", Same, costsNothing, "", (*VM).len, Nil},
	{"string.lower", Same, costsResult, "", (*VM).lower, Nil},
	{"string.match", Changed, costsMatch, patternLimit, (*VM).match, Nil},
	{"string.rep", Changed, costsResult, textLimit, (*VM).rep, Nil},
	{"string.reverse", Same, costsResult, "", (*VM).reverse, Nil},
	{"string.sub", Same, costsResult, "", (*VM).sub, Nil},
	{"string.upper", Same, costsResult, "", (*VM).upper, Nil},

	{"table.concat", Changed, "1 for each item, and " + costsResult, textLimit, (*VM).concat, Nil},
	{"table.copy", Added, "48, 4 for each item and 12 for each field", "gives a table with the same items and fields that may be changed", (*VM).copyTable, Nil},
	{"table.foreach", Same, "4 for each field", "", (*VM).foreach, Nil},
	{"table.foreachi", Same, "4 for each item", "", (*VM).foreachi, Nil},
	{"table.getn", Same, costsNothing, "", (*VM).getn, Nil},
	{"table.insert", Same, "4, and 1 for 16 items that move", "", (*VM).insert, Nil},
	{"table.maxn", Same, "1 for 8 items and fields", "", (*VM).maxn, Nil},
	{"table.remove", Same, "4, and 1 for 16 items that move", "", (*VM).remove, Nil},
	{"table.setn", Absent, "", "it fails in Lua 5.1 too; to shorten a list, set its last items to nil", nil, Nil},
	{"table.sort", Changed, "1 for each item, and 4 for each comparison", noTables, (*VM).sort, Nil},
}

// Notes and costs that text functions share.
const (
	costsMatch   = "16, and 1 for 2 steps of the matcher"
	textLimit    = "a text has at most 4096 bytes"
	patternLimit = "a pattern whose items nest more than 200 deep while it is matched is refused"
)
