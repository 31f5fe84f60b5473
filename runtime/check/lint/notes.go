package lint

import (
	"iter"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/parallel"
	"sleight/runtime/diag"
)

// notes holds the names that a definition mentions. They depend only on the
// definition, so they are computed once for each.
type notes struct {
	of *def.Definition
	// data holds the words of its texts that are neither prose nor
	// declarations, keys included; keys holds the keys of all its mappings and
	// its parameters; tests holds the words of its tests. All as word numbers;
	// data is sorted.
	data, keys, tests []int32
	// shown holds the {names} in its texts, and the self.names and game.names
	// in its expressions.
	shown []string
	// extends is the id of the extended definition, if any.
	extends string
	// unshown holds its own parameters that it does not show.
	unshown []def.Field
	// hasNumber: its text contains a number, besides parameters. scripted: it has its
	// own Lua. disordered: its keys may not be in the usual order. The others mean
	// that a check has to examine the whole definition: oddQuotes for lostQuotes,
	// reordered for reorderedTexts, hasGluedNumbers for decimalCommas.
	hasNumber, scripted, disordered, oddQuotes, reordered, hasGluedNumbers bool
	// expected are the values that its tests expect of views and variables, each
	// once.
	expected []expectation
	// namesSchema: its file names its schema for editors; valid once read is set.
	namesSchema, read bool
	// findings holds what the checks of single definitions found; valid once checked
	// is set.
	findings diag.List
	checked  bool
}

// vocabulary numbers words.
type vocabulary struct {
	numbers map[string]int32
	words   []string
}

func (v *vocabulary) number(word string) int32 {
	if n, ok := v.numbers[word]; ok {
		return n
	}
	n := int32(len(v.words))
	v.numbers[word] = n
	v.words = append(v.words, word)
	return n
}

func newVocabulary() *vocabulary { return &vocabulary{numbers: map[string]int32{}} }

// read computes the notes of definitions on all cores. Each core numbers words
// by itself; at the end these numbers are translated into common ones.
func (v *vocabulary) read(todo []*notes) {
	cores := min(runtime.GOMAXPROCS(0), 1+len(todo)/100)
	readers := make([]*reader, cores)
	part := func(i int) []*notes { return todo[i*len(todo)/cores : (i+1)*len(todo)/cores] }
	parallel.Each(cores, func(i int) {
		readers[i] = &reader{vocabulary: newVocabulary()}
		for _, n := range part(i) {
			readers[i].read(n)
		}
	})
	whole := make([][]int32, cores)
	for i, r := range readers {
		whole[i] = make([]int32, len(r.words))
		for k, word := range r.words {
			whole[i][k] = v.number(word)
		}
	}
	parallel.Each(cores, func(i int) {
		for _, n := range part(i) {
			for k, number := range n.data {
				n.data[k] = whole[i][number]
			}
			slices.Sort(n.data) // see inOtherData
			for k, number := range n.keys {
				n.keys[k] = whole[i][number]
			}
			for k, number := range n.tests {
				n.tests[k] = whole[i][number]
			}
		}
	})
}

// reader computes notes, with its own word numbers.
type reader struct {
	*vocabulary
	*notes
	// room is the buffer that lists of numbers are cut from.
	room   []int32
	unpack def.Unpacker
}

func (r *reader) read(n *notes) {
	x := n.of
	*n = notes{of: x, extends: extendedID(x), scripted: x.Script != nil || len(x.Layers) > 0, disordered: len(x.Changes) == 0 && !inOrder(x)}
	r.notes = n
	for _, f := range x.Data.Fields() {
		r.topKey(f)
	}
	n.data = r.take()
	for _, f := range x.Data.Fields() {
		if f.Key != "tests" {
			r.addMappingKeys(f)
		}
	}
	n.keys = r.take()
	if tests := r.unpack.All(x.Data, "tests"); len(tests) > 0 {
		r.tests(tests)
		n.tests = r.take()
	}
	for _, f := range x.Data.Each("params") {
		if f.KeyPosition().File() == x.Place.File && !n.shows(f.Key) {
			n.unshown = append(n.unshown, f)
		}
	}
	text := x.Data.Get("text")
	n.hasNumber = text != nil && x.Kind != "game" && len(x.Params) > 0 && containsNumber(text.Text())
}

// take returns the numbers gathered since the last call, each once, sorted.
func (r *reader) take() []int32 {
	slices.Sort(r.room)
	out := slices.Compact(r.room)
	r.room = r.room[len(r.room):]
	if cap(r.room) < 256 {
		r.room = make([]int32, 0, 1<<14)
	}
	return slices.Clip(out)
}

// shows reports whether a definition itself shows or reads a parameter.
func (n *notes) shows(param string) bool {
	return slices.Contains(n.shown, param) || slices.Contains(n.shown, "self."+param)
}

// declaring lists the keys of a game below which it declares names.
var declaring = []string{"variables", "profile", "zones", "events", "values", "actions", "phases", "windows", "views", "metrics", "properties", "params"}

// prose lists the keys whose texts are for people.
var prose = []string{"name", "text", "prompt", "else", "none", "breaks", "unit", "state"}

// namesParam lists the keys of a game whose value may be the name of a parameter.
var namesParam = []string{"switch", "most", "across"}

// topKey adds a key of a definition and everything below it.
func (r *reader) topKey(f def.Field) {
	switch {
	case f.Key == "kind" || f.Key == "id" || f.Key == "tests" || f.Key == "lua":
		return // what Lua says is known from its program
	case slices.Contains(declaring, f.Key):
		for _, declared := range f.Value.Fields() {
			for _, below := range declared.Value.Fields() {
				if (f.Key == "phases" || f.Key == "windows") && below.Key == "actions" {
					continue // they are read separately
				}
				if f.Key != "properties" {
					r.field(below, false)
					continue
				}
				for _, last := range below.Value.Fields() {
					r.field(last, false)
				}
			}
		}
	default:
		r.field(f, f.Key == "data")
	}
}

// field adds a key with everything below it. Below data:, nothing is prose.
func (r *reader) field(f def.Field, free bool) {
	if !free && f.Value.Type() == def.Text && slices.Contains(namesParam, f.Key) {
		r.shown = append(r.shown, f.Value.Text(), "game."+f.Value.Text())
	}
	r.room = append(r.room, r.number(f.Key))
	r.value(f.Value, !free && slices.Contains(prose, f.Key), free)
}

func (r *reader) value(n *def.Node, isProse, free bool) {
	switch n.Type() {
	case def.Text:
		r.show(n.Text())
		r.noteQuotes(n)
		if !isProse {
			for w := range words(n.Text()) {
				r.room = append(r.room, r.number(w))
			}
		}
	case def.List:
		for _, item := range n.Items() {
			r.value(item, isProse, free)
		}
	case def.Map:
		for _, f := range n.Fields() {
			r.field(f, free)
		}
	}
}

// noteQuotes records whether lostQuotes has to examine the texts of the definition.
func (r *reader) noteQuotes(n *def.Node) {
	if mayHaveLostQuote(n) {
		r.oddQuotes = true
	}
}

// show adds the names that a text shows or an expression reads.
func (r *reader) show(text string) {
	own := strings.Contains(text, "self.") || strings.Contains(text, "game.")
	for gap := range def.Placeholders(text) {
		if gap.Name != "" {
			r.shown = append(r.shown, gap.Name)
		}
	}
	if own { // most have none, and the search costs more than all else here
		r.shown = append(r.shown, ownNames.FindAllString(text, -1)...)
	}
}

// tests adds the words of tests, and what they expect.
func (r *reader) tests(all []*def.Node) {
	for _, test := range all {
		r.addTestWords(test)
		for _, step := range append(test.All("steps"), test) {
			for _, f := range fieldsOf(step.Get("expect")) {
				if e := expectationOf(f); !slices.Contains(r.expected, e) {
					r.expected = append(r.expected, e)
				}
			}
		}
	}
}

// addTestWords adds the words of tests.
func (r *reader) addTestWords(n *def.Node) {
	r.noteQuotes(n)
	r.classify(n)
	for word := range words(n.Text()) {
		r.room = append(r.room, r.number(word))
	}
	for _, f := range n.Fields() {
		r.room = append(r.room, r.number(f.Key))
		r.addTestWords(f.Value)
	}
	for _, item := range n.Items() {
		r.addTestWords(item)
	}
}

// classify records whether other checks have to examine a value: reorderedTexts a text,
// decimalCommas a list.
func (r *reader) classify(n *def.Node) {
	switch n.Type() {
	case def.Text:
		r.reordered = r.reordered || strings.ContainsFunc(n.Text(), reorders)
	case def.List:
		r.hasGluedNumbers = r.hasGluedNumbers || mayHoldDecimalComma(n.Items())
	case def.Map:
		for _, f := range n.Fields() {
			r.reordered = r.reordered || strings.ContainsFunc(f.Key, reorders)
		}
	}
}

// addMappingKeys adds a key and those of all mappings below it.
func (r *reader) addMappingKeys(f def.Field) {
	r.room = append(r.room, r.number(f.Key))
	r.mappings(f.Value)
}

// mappings adds the keys of all mappings in a value.
func (r *reader) mappings(n *def.Node) {
	r.classify(n)
	for _, f := range n.Fields() {
		r.addMappingKeys(f)
	}
	for _, item := range n.Items() {
		r.mappings(item)
	}
}

// words iterates over the words of a text that could be names.
func words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1 // of the word that we are in
		for i := 0; i <= len(text); i++ {
			var c byte
			if i < len(text) {
				c = text[i]
			}
			letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
			switch {
			case start < 0 && letter:
				start = i
			case start >= 0 && !letter && (c < '0' || c > '9'):
				if !yield(text[start:i]) {
					return
				}
				start = -1
			}
		}
	}
}

var ownNames = regexp.MustCompile(`\b(?:self|game)\.[A-Za-z_][A-Za-z0-9_]*`)

// extendedID returns the id of what a definition extends, or "".
func extendedID(x *def.Definition) string {
	if len(x.Bases) == 0 {
		return ""
	}
	return x.Bases[0][strings.IndexByte(x.Bases[0], '/')+1:]
}
