package lint

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/def"
	"sleight/runtime/engine"
	"sleight/runtime/script"
)

// index is every name that a pack mentions, by how it does. It rather has a
// mention too many than one too few, so that nothing is called unused that a
// script builds a name for.
type index struct {
	fields map[string][]field
	calls  map[string][]call
	// texts are the words in quotes in Lua, data those in YAML that are no
	// prose and no declaration, and made the keys of tables.
	texts, data, made map[string]bool
	// loose are those words in quotes that are not what enter_phase, emit or
	// modify is given: they may be given to it by a detour.
	loose map[string]bool
	// joined are texts in Lua that others are put to.
	joined []string
	// shown are the {names} in the texts of each definition, and self.names and
	// game.names in its expressions, as these.
	shown map[*def.Definition][]string
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
	script.Field
	owner *def.Definition
}

// call is a call of an API function, and in whose Lua.
type call struct {
	script.Call
	code engine.Code
}

func newIndex(d *desk) *index {
	x := &index{
		fields: map[string][]field{}, calls: map[string][]call{},
		texts: map[string]bool{}, data: map[string]bool{}, made: map[string]bool{}, loose: map[string]bool{},
		shown: map[*def.Definition][]string{}, tested: map[string][]*def.Definition{},
		anyShown: map[string]bool{}, inherited: map[string]bool{}, extended: map[string]bool{},
	}
	for _, code := range d.code {
		x.addCode(code)
	}
	for _, each := range d.all {
		x.addTests(each, each.Data.Get("tests"))
		for _, f := range each.Data.Fields {
			x.addTop(each, f)
		}
		x.gather(each)
	}
	return x
}

// gather takes in what concerns others than the definition that shows it.
func (x *index) gather(each *def.Definition) {
	parent := each.Data.TextOr("extends", "")
	x.extended[parent] = true
	for _, name := range x.shown[each] {
		if parent != "" {
			x.inherited[each.Kind+" "+name] = true
		}
		if strings.HasPrefix(name, "game.") {
			x.anyShown[name] = true
		}
	}
}

func (x *index) addCode(code engine.Code) {
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

// declaring are the keys of a game below which stand names that it declares.
var declaring = []string{"variables", "zones", "events", "values", "actions", "phases", "views", "metrics", "properties", "params"}

// prose are the keys whose texts are for people.
var prose = []string{"name", "text", "prompt", "else", "none", "breaks", "unit", "state"}

// addTop takes in a key of a definition and what is below it.
func (x *index) addTop(owner *def.Definition, f def.Field) {
	switch {
	case f.Key == "kind" || f.Key == "id" || f.Key == "tests":
		return
	case slices.Contains(declaring, f.Key):
		for _, declared := range f.Value.Fields {
			for _, below := range declared.Value.Fields {
				if f.Key == "phases" && below.Key == "actions" {
					continue // they are looked at by themselves
				}
				if f.Key != "properties" {
					x.add(owner, below, false)
					continue
				}
				for _, last := range below.Value.Fields {
					x.add(owner, last, false)
				}
			}
		}
	default:
		x.add(owner, f, f.Key == "data")
	}
}

// add takes in a key with what is below it. Below data: nothing is prose.
func (x *index) add(owner *def.Definition, f def.Field, free bool) {
	note(x.data, f.Key)
	x.value(owner, f.Value, !free && slices.Contains(prose, f.Key), free)
}

func (x *index) value(owner *def.Definition, n *def.Node, isProse, free bool) {
	switch n.Type {
	case def.Text:
		x.addShown(owner, n.Text)
		if !isProse {
			x.addWords(x.data, n.Text)
		}
	case def.List:
		for _, item := range n.Items {
			x.value(owner, item, isProse, free)
		}
	case def.Map:
		for _, f := range n.Fields {
			x.add(owner, f, free)
		}
	}
}

// addShown takes in the names that a text shows or an expression reads.
func (x *index) addShown(owner *def.Definition, text string) {
	own := strings.Contains(text, "self.") || strings.Contains(text, "game.")
	if !own && !strings.Contains(text, "{") {
		return
	}
	shown := x.shown[owner]
	for from, to := range def.Placeholders(text) {
		shown = append(shown, text[from+1:to-1])
	}
	if own { // most have none, and the search costs more than all else here
		shown = append(shown, ownNames.FindAllString(text, -1)...)
	}
	x.shown[owner] = shown
}

// words goes through the words of a text that a name could be.
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

// addTests takes in the words of tests.
func (x *index) addTests(owner *def.Definition, n *def.Node) {
	if n == nil {
		return
	}
	for word := range words(n.Text) {
		x.addTested(owner, word)
	}
	for _, f := range n.Fields {
		x.addTested(owner, f.Key)
		x.addTests(owner, f.Value)
	}
	for _, item := range n.Items {
		x.addTests(owner, item)
	}
}

func (x *index) addTested(owner *def.Definition, word string) {
	if all := x.tested[word]; len(all) < 2 && !slices.Contains(all, owner) {
		x.tested[word] = append(all, owner)
	}
}

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
	return x.texts[name] || x.data[name] || len(x.fields[name]) > 0 || x.builds(name)
}

// detour tells whether a name may be given to a function that is not given a
// text in quotes.
func (x *index) detour(name string) bool { return x.loose[name] || x.data[name] || x.builds(name) }

// builds tells whether a script may build a name out of parts.
func (x *index) builds(name string) bool {
	return slices.ContainsFunc(x.joined, func(part string) bool {
		return len(part) > 1 && len(part) < len(name) && (strings.HasPrefix(name, part) || strings.HasSuffix(name, part))
	})
}
