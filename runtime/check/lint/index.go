package lint

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// index holds every name that a pack mentions, by the kind of mention. It errs
// on the side of too many mentions, so that nothing is reported as unused whose
// name a script builds.
type index struct {
	fields map[string][]field
	calls  map[string][]call
	// texts holds the quoted words in Lua, and tableKeys the keys of tables; quoted
	// counts the quoted texts.
	texts, tableKeys map[string]bool
	quoted           map[string]int
	// indirect holds the quoted words that are not direct arguments of
	// enter_phase, emit or modify: they may reach these functions indirectly.
	indirect map[string]bool
	// joined holds the texts in Lua that are concatenated with others, and longest
	// the length of the longest in bytes.
	joined  map[string]bool
	longest int
	// notes holds what each definition mentions, in their order; data and keys
	// hold what all of them mention, by word number.
	notes      []*notes
	vocabulary *vocabulary
	data, keys []bool
	// anyShown holds the game.names that any definition shows, and inherited
	// what definitions that extend others show, as KIND name.
	anyShown, inherited map[string]bool
	// tested holds, by word number, definitions whose tests contain the word, at
	// most two.
	tested [][2]*def.Definition
	// extended holds the ids that definitions extend.
	extended map[string]bool
}

// field is a use of a field, with the definition whose Lua contains it.
type field struct {
	*analysis.Field
	owner *def.Definition
}

// call is an API call, with the definition whose Lua contains it.
type call struct {
	*analysis.Call
	code *rules.Code
}

func newIndex(p *pass, v *vocabulary, all []*notes) *index {
	x := &index{
		fields: map[string][]field{}, calls: map[string][]call{},
		texts: map[string]bool{}, tableKeys: map[string]bool{}, indirect: map[string]bool{}, joined: map[string]bool{}, quoted: map[string]int{},
		notes: all, vocabulary: v, data: make([]bool, len(v.words)), keys: make([]bool, len(v.words)),
		tested: make([][2]*def.Definition, len(v.words)), anyShown: map[string]bool{}, inherited: map[string]bool{}, extended: map[string]bool{},
	}
	for i := range p.code {
		x.addCode(&p.code[i])
	}
	for i := range all {
		x.addNotes(all[i])
	}
	return x
}

// addNotes adds what a definition mentions.
func (x *index) addNotes(n *notes) {
	for _, number := range n.data {
		x.data[number] = true
	}
	for _, number := range n.keys {
		x.keys[number] = true
	}
	for _, number := range n.tests {
		switch both := &x.tested[number]; {
		case both[0] == nil:
			both[0] = n.of
		case both[1] == nil:
			both[1] = n.of
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

// testsWith returns definitions whose tests contain a word, at most two.
func (x *index) testsWith(word string) []*def.Definition {
	n, ok := x.vocabulary.numbers[word]
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(x.tested[n][:]), func(d *def.Definition) bool { return d == nil })
}

// has reports whether a word is marked.
func (x *index) has(marked []bool, word string) bool {
	n, ok := x.vocabulary.numbers[word]
	return ok && marked[n]
}

func (x *index) addCode(code *rules.Code) {
	facts := code.Program.Facts()
	for i := range facts.Fields {
		f := &facts.Fields[i]
		x.fields[f.Name] = append(x.fields[f.Name], field{f, code.Owner})
	}
	for i := range facts.Calls {
		c := &facts.Calls[i]
		x.calls[c.Function] = append(x.calls[c.Function], call{c, code})
	}
	for _, t := range facts.Texts {
		x.quoted[t.Text]++
		x.addWords(x.texts, t.Text)
		if !slices.Contains(namingFunctions, t.Call) {
			x.addWords(x.indirect, t.Text)
		}
		if t.Joined && len(t.Text) > 1 {
			addTo(x.joined, t.Text)
			x.longest = max(x.longest, len(t.Text))
		}
	}
	for _, name := range facts.TableFields {
		x.tableKeys[name] = true
	}
}

// namingFunctions lists the functions whose first argument names what happens next.
var namingFunctions = []string{"enter_phase", "emit", "modify"}

func (x *index) addWords(to map[string]bool, text string) {
	for w := range words(text) {
		addTo(to, w)
	}
}

// addTo adds a word to a set. Most words are already there, and reading a map is
// cheaper than writing it.
func addTo(to map[string]bool, word string) {
	if !to[word] {
		to[word] = true
	}
}

// mentions reports whether a name appears anywhere except in prose and
// declarations.
func (x *index) mentions(name string) bool {
	return x.texts[name] || x.has(x.data, name) || len(x.fields[name]) > 0 || x.builds(name)
}

// mayCallDynamically reports whether a name may reach a function whose argument is not a
// literal.
func (x *index) mayCallDynamically(name string) bool {
	return x.indirect[name] || x.has(x.data, name) || x.builds(name)
}

// builds reports whether a script may build a name out of parts, of which it begins
// or ends with one. Its own beginnings and ends are looked up, since they are fewer
// than the parts in the scripts of a large game.
func (x *index) builds(name string) bool {
	for n := 2; n <= min(len(name), x.longest); n++ {
		if x.joined[name[:n]] || x.joined[name[len(name)-n:]] {
			return true
		}
	}
	return false
}
