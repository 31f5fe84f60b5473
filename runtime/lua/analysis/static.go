package analysis

import "sleight/runtime/diag"

// StaticKind is the kind of value that an expression yields, as far as the
// script shows.
type StaticKind uint8

// The kinds. Those from StaticVariable on are named things of a game, whose
// types only the game knows.
const (
	StaticUnknown StaticKind = iota
	StaticNil
	StaticNumber
	StaticText
	StaticBoolean
	StaticTable
	StaticList // a table with items only
	StaticEntity
	StaticFunction
	StaticVariable // vars.NAME
	StaticOwn      // self.NAME
	StaticGame     // game.NAME
	StaticField    // x.NAME of anything else
	StaticHookArg  // an argument of the hook NAME

	staticParam // a parameter of another function of the script
	staticVars
	staticGameTable
	staticSelf
)

// StaticType is the type of an expression. Of is the name of a named thing, or
// the path to a value in its data, such as data.colors. Arg is the number of a
// hook's argument; self is number 0.
type StaticType struct {
	Kind  StaticKind
	param int32 // which parameter of the function
	Of    string
	Arg   int

	item    *StaticType  // of a list
	summary *funcSummary // of a function
}

// named returns the type without what only the inference of its own script needs,
// which would otherwise stay in memory.
func (t StaticType) named() StaticType {
	t.item, t.summary, t.param = nil, nil, 0
	return t
}

// Need is how a value is used, and therefore what it must be.
type Need uint8

// The needs.
const (
	NeedNumber     Need = iota // it is used in arithmetic
	NeedPart                   // it is concatenated
	NeedCall                   // it is called
	NeedFields                 // a field of it is read
	NeedIterator               // a for loop iterates over it
	NeedLength                 // # is applied to it
	NeedTable                  // a function of the library iterates over it
	NeedText                   // it is an argument that must be a text
	NeedEntity                 // … an entity
	NeedBoolean                // … true or false
	NeedList                   // … a list
	NeedOrder                  // it is compared with another by < or >
	NeedSame                   // it is compared with another by == or ~=
	NeedSum                    // it is concatenated with others that may be numbers too
	NeedSet                    // it is assigned to a variable or field
	NeedObject                 // it is passed to a function that reads a named field of it
	NeedAlike                  // it is a number in quotes, and Other the other possible value
	NeedItems                  // an item of it is read, by its position or a computed key
	NeedListOrZone             // it is an argument that must be a list or the name of a zone
	NeedEntities               // … a list of entities or the name of a zone
)

// Use is a use of a value that requires something of it.
type Use struct {
	Need             Need
	IsNumber, IsWord bool // see Number
	Position         bool // it is the only variable of a loop, and so a position
	Literal          bool // it is compared with a literal
	Joined           bool // it is the result of a concatenation where it is used
	Silent           bool // it is the result of a script function that returns none
	Got              StaticType
	// Other is the other side of a comparison, or what is assigned to; Parts are
	// the other parts of a text.
	Other StaticType
	Parts []StaticType
	// Text is the value as written, Name the function and parameter that need
	// it, OtherText the other side of a comparison as written.
	Text, Name, OtherText string
	// Number is the value if IsNumber, Word if IsWord.
	Number float64
	Word   string
	Place  diag.Place
}

// funcSummary is what calls of a script function need to know about it.
type funcSummary struct {
	params   []string
	variadic bool
	results  []StaticType
	silent   bool // it never returns a value
	reads    bool // it changes nothing
	inferred bool // its results are known
	needs    []need
	demands  []bool // which parameters must not be nil; nil until they are known
	place    diag.Place
}

// need is a requirement of a function on a parameter.
type need struct {
	is           Need
	known, mixed bool
	typeChecked  bool // the function checks its type
	// named are the parameters of host functions that it is passed to
	// unchanged.
	named []hostArgument
	// asked is a bit set of the kinds of values that the function distinguishes
	// itself.
	asked uint32
}

// hostArgument is a parameter of a host function that may name something.
type hostArgument struct {
	function string
	arg      int
	first    string // the first argument of the call, if it is a name
}

// add records that the function does something with the parameter.
func (n *need) add(is Need) {
	if n.known && (is.mayNameZone() || n.is.mayNameZone()) {
		n.narrow(is)
		return
	}
	fields := func(is Need) bool { return is == NeedEntity || is == NeedTable || is == NeedList }
	switch {
	case !n.known || n.is == NeedObject && fields(is):
		n.is, n.known = is, true
	case n.is != is && !(is == NeedObject && fields(n.is)):
		n.mixed = true
	}
}

// mayNameZone reports whether a list or the name of a zone meets a need.
func (n Need) mayNameZone() bool { return n == NeedListOrZone || n == NeedEntities }

// narrow is add for two needs of which one is a list or the name of a zone: the
// other may say which.
func (n *need) narrow(is Need) {
	if is.mayNameZone() {
		n.is, is = is, n.is
	}
	switch is {
	case NeedTable, NeedList, NeedText, NeedEntities:
		n.is = is
	case NeedListOrZone, NeedLength:
	default:
		n.mixed = true
	}
}

var libraryResults = map[string]StaticKind{
	"tostring": StaticText, "tonumber": StaticNumber, "type": StaticText,
	"string.format": StaticText, "string.sub": StaticText, "string.upper": StaticText, "string.lower": StaticText, "string.rep": StaticText,
	"string.reverse": StaticText, "string.char": StaticText, "string.len": StaticNumber, "string.byte": StaticNumber, "table.concat": StaticText,
	"table.getn": StaticNumber, "table.maxn": StaticNumber,
}

// libraryNeeds are what functions of the library need of their arguments.
var libraryNeeds = map[string][]Need{
	"ipairs": {NeedTable}, "pairs": {NeedTable}, "unpack": {NeedTable}, "next": {NeedTable},
	"table.concat": {NeedTable}, "table.insert": {NeedTable}, "table.remove": {NeedTable}, "table.sort": {NeedTable}, "table.copy": {NeedTable},
	"math.floor": {NeedNumber}, "math.ceil": {NeedNumber}, "math.abs": {NeedNumber}, "math.sqrt": {NeedNumber},
	"math.max": {NeedNumber, NeedNumber, NeedNumber}, "math.min": {NeedNumber, NeedNumber, NeedNumber},
	"string.upper": {NeedPart}, "string.lower": {NeedPart}, "string.sub": {NeedPart, NeedNumber, NeedNumber}, "string.rep": {NeedPart, NeedNumber},
	"string.format": {NeedPart}, "string.find": {NeedPart, NeedPart}, "string.len": {NeedPart},
}

// pureFunctions are the library functions that are called only for their results.
var pureFunctions = map[string]bool{
	"tostring": true, "tonumber": true, "type": true, "ipairs": true, "pairs": true, "select": true, "unpack": true, "table.concat": true, "table.copy": true,
	"math.floor": true, "math.ceil": true, "math.abs": true, "math.max": true, "math.min": true, "math.sqrt": true,
	"string.format": true, "string.sub": true, "string.upper": true, "string.lower": true, "string.rep": true, "string.find": true, "string.gsub": true, "string.len": true,
}

// literalTypes maps the words of LuaCATS to the types of what host functions
// return.
var literalTypes = map[string]StaticType{
	"number": {Kind: StaticNumber}, "string": {Kind: StaticText}, "boolean": {Kind: StaticBoolean},
	"Entity": {Kind: StaticEntity}, "Die": {Kind: StaticEntity}, "table": {Kind: StaticTable},
	"number[]": {Kind: StaticList, item: &StaticType{Kind: StaticNumber}}, "string[]": {Kind: StaticList, item: &StaticType{Kind: StaticText}},
	"Entity[]": {Kind: StaticList, item: &StaticType{Kind: StaticEntity}}, "any[]": {Kind: StaticList, item: &StaticType{}},
}

// mayName reports whether a value may be the name of a zone.
func (t StaticType) mayName() bool {
	return t.Kind == StaticText || t.Kind == StaticUnknown || t.Kind == StaticVariable || t.Kind >= StaticHookArg
}

// join returns the type of a value that has one of two types.
func join(a, b StaticType) StaticType {
	switch {
	case a.Kind == StaticNil:
		return b
	case b.Kind == StaticNil || a == b:
		return a
	case a.Kind == b.Kind && a.Of == b.Of && a.Kind < staticParam:
		a.item, a.summary = nil, nil
		return a
	}
	return StaticType{}
}
