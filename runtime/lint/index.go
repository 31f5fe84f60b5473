package lint

import (
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
	shown map[*def.Definition]map[string]bool
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
		shown: map[*def.Definition]map[string]bool{}, tested: map[string][]*def.Definition{},
		anyShown: map[string]bool{}, inherited: map[string]bool{}, extended: map[string]bool{},
	}
	for _, code := range d.code {
		x.addCode(code)
	}
	for _, each := range d.all {
		x.shown[each] = map[string]bool{}
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
	for name := range x.shown[each] {
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
	x.data[f.Key] = true
	x.value(owner, f.Value, !free && slices.Contains(prose, f.Key), free)
}

func (x *index) value(owner *def.Definition, n *def.Node, isProse, free bool) {
	switch n.Type {
	case def.Text:
		for _, m := range placeholder.FindAllStringSubmatch(n.Text, -1) {
			x.shown[owner][m[1]] = true
		}
		for _, name := range ownNames.FindAllString(n.Text, -1) {
			x.shown[owner][name] = true
		}
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

var (
	wordForm    = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	placeholder = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)
	ownNames    = regexp.MustCompile(`\b(?:self|game)\.[A-Za-z_][A-Za-z0-9_]*`)
)

// addTests takes in the words of tests.
func (x *index) addTests(owner *def.Definition, n *def.Node) {
	if n == nil {
		return
	}
	for _, word := range wordForm.FindAllString(n.Text, -1) {
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
	for _, w := range wordForm.FindAllString(text, -1) {
		to[w] = true
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
