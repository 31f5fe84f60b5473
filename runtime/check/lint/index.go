package lint

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
)

// index is every name that a pack mentions, by how it does. It rather has a
// mention too many than one too few, so that nothing is called unused that a
// script builds a name for.
type index struct {
	fields map[string][]field
	calls  map[string][]call
	// texts are the words in quotes in Lua, and made the keys of tables.
	texts, made map[string]bool
	// loose are those words in quotes that are not what enter_phase, emit or
	// modify is given: they may be given to it by a detour.
	loose map[string]bool
	// joined are texts in Lua that others are put to.
	joined []string
	// notes are what the definitions mention, in their order, and data and keys
	// that of all of them, by the numbers of words.
	notes      []notes
	vocabulary *vocabulary
	data, keys []bool
	// anyShown are the game.names that any definition shows, and inherited what
	// those show that extend others, as KIND name.
	anyShown, inherited map[string]bool
	// tested are the words in tests, with those in whose tests they stand, as
	// far as these are no more than two.
	tested map[string][]*def.Definition
	// extended are the ids that definitions extend.
	extended map[string]bool
}

// field is a use of a field, and in whose Lua.
type field struct {
	lua.Field
	owner *def.Definition
}

// call is a call of an API function, and in whose Lua.
type call struct {
	lua.Call
	code rules.Code
}

func newIndex(d *pass, v *vocabulary, all []notes) *index {
	x := &index{
		fields: map[string][]field{}, calls: map[string][]call{},
		texts: map[string]bool{}, made: map[string]bool{}, loose: map[string]bool{},
		notes: all, vocabulary: v, data: make([]bool, len(v.words)), keys: make([]bool, len(v.words)),
		tested: map[string][]*def.Definition{}, anyShown: map[string]bool{}, inherited: map[string]bool{}, extended: map[string]bool{},
	}
	for _, code := range d.code {
		x.addCode(code)
	}
	for i := range all {
		x.addNotes(&all[i])
	}
	return x
}

// addNotes takes in what a definition mentions.
func (x *index) addNotes(n *notes) {
	for _, number := range n.data {
		x.data[number] = true
	}
	for _, number := range n.keys {
		x.keys[number] = true
	}
	for _, word := range n.tests {
		if all := x.tested[word]; len(all) < 2 && !slices.Contains(all, n.of) {
			x.tested[word] = append(all, n.of)
		}
	}
	if n.extends != "" {
		x.extended[n.extends] = true
	}
	for _, name := range n.shown {
		if n.extends != "" {
			x.inherited[n.of.Kind+" "+name] = true
		}
		if strings.HasPrefix(name, "game.") {
			x.anyShown[name] = true
		}
	}
}

// has tells whether a word is among those marked.
func (x *index) has(marked []bool, word string) bool {
	n, ok := x.vocabulary.numbers[word]
	return ok && int(n) < len(marked) && marked[n]
}

func (x *index) addCode(code rules.Code) {
	facts := code.Program.Facts()
	for _, f := range facts.Fields {
		x.fields[f.Name] = append(x.fields[f.Name], field{f, code.Owner})
	}
	for _, c := range facts.Calls {
		x.calls[c.Function] = append(x.calls[c.Function], call{c, code})
	}
	for _, t := range facts.Texts {
		x.addWords(x.texts, t.Text)
		if !slices.Contains(naming, t.Call) {
			x.addWords(x.loose, t.Text)
		}
		if t.Joined {
			x.joined = append(x.joined, t.Text)
		}
	}
	for _, name := range facts.Made {
		x.made[name] = true
	}
}

// naming are the functions whose first argument names what happens next.
var naming = []string{"enter_phase", "emit", "modify"}

func (x *index) addWords(to map[string]bool, text string) {
	for w := range words(text) {
		note(to, w)
	}
}

// note puts a word into a set. Most are there already, and to look costs less
// than to write.
func note(to map[string]bool, word string) {
	if !to[word] {
		to[word] = true
	}
}

// mentions tells whether a name stands anywhere but in prose and declarations.
func (x *index) mentions(name string) bool {
	return x.texts[name] || x.has(x.data, name) || len(x.fields[name]) > 0 || x.builds(name)
}

// detour tells whether a name may be given to a function that is not given a
// text in quotes.
func (x *index) detour(name string) bool {
	return x.loose[name] || x.has(x.data, name) || x.builds(name)
}

// builds tells whether a script may build a name out of parts.
func (x *index) builds(name string) bool {
	return slices.ContainsFunc(x.joined, func(part string) bool {
		return len(part) > 1 && len(part) < len(name) && (strings.HasPrefix(name, part) || strings.HasSuffix(name, part))
	})
}
