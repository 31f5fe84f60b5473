package repl

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
	"sleight/runtime/game/board"
	"sleight/runtime/game/state"
)

// Candidate is a possible completion of the word being typed.
type Candidate struct {
	Word string
	// About describes it in a few words.
	About string
	// Group is the heading under which it is listed.
	Group string
}

func (c Candidate) word() string { return c.Word }

// Complete lists the possible completions of the last word of a line, where
// line ends at the cursor.
func (r *REPL) Complete(line string) []Candidate {
	line = strings.TrimLeft(line, " ")
	line, own := strings.CutPrefix(line, ":")
	words := strings.Split(line, " ")
	words = slices.DeleteFunc(words[:len(words)-1], func(w string) bool { return w == "" })
	last := line[strings.LastIndex(line, " ")+1:]
	var all []Candidate
	c, known := command{}, false
	if len(words) > 0 {
		c, known = lookup(words[0])
	}
	switch {
	case len(words) == 0 && own:
		return prefixed(":", r.startingWith(commandWords(), last))
	case len(words) == 0 && last == "" && r.session.Choice().Open:
		all = r.optionWords(nil)
	case len(words) == 0:
		all = r.firstWords()
	case r.session.IsCommand(words[0]) && words[0] != "lua" && !own:
		all = r.nextWords(words)
	case known && takesFile(c) && len(words) == 1:
		return slices.DeleteFunc(paths(last), func(c Candidate) bool { return !strings.HasPrefix(c.Word, last) })
	case known && c.name == "break" && len(words) == 1 && strings.Contains(last, ":"):
		all = r.lineWords(last)
	case known && c.words != nil:
		all = c.words(r, words[1:])
	case !known:
		all = r.luaWords(nil)
	}
	return r.startingWith(expand(all, last), last)
}

// startingWith returns the candidates that begin with a word, without duplicates. If
// nothing has been typed yet, it omits functions and the longer of two names,
// which would only fill the screen.
func (r *REPL) startingWith(all []Candidate, last string) []Candidate {
	var out []Candidate
	typed := strings.TrimLeft(last[strings.LastIndexAny(last, openers)+1:], " ") != ""
	for _, c := range all {
		switch {
		case !strings.HasPrefix(c.Word, last):
		case !typed && (c.Group == luaGroup && !strings.Contains(c.Word, "vars.") || strings.Contains(c.Word, "/")):
		case slices.ContainsFunc(out, func(o Candidate) bool { return o.Word == c.Word }):
		default:
			out = append(out, c)
		}
	}
	return out
}

func prefixed(prefix string, all []Candidate) []Candidate {
	for i := range all {
		all[i].Word = prefix + all[i].Word
	}
	return all
}

// openers are the characters that may precede a name in an expression.
const openers = "(,+-*/%^#=<>~[{\"' "

// expand prepends the text before the Lua name in the last word to the
// candidates, so that names complete inside expressions: sum("dice")+co…
func expand(all []Candidate, last string) []Candidate {
	at := strings.LastIndexAny(last, openers) + 1
	if at == 0 {
		return all
	}
	out := slices.Clone(all)
	for i := range out {
		if out[i].Group == luaGroup {
			out[i].Word = last[:at] + out[i].Word
		}
	}
	return out
}

const luaGroup = "Lua"

func (r *REPL) firstWords() []Candidate {
	var out []Candidate
	if c := r.session.Choice(); c.Open {
		out = r.optionWords(nil)
	}
	offers, _ := r.viewer(false).Offers()
	items := false
	for _, o := range offers {
		if strings.HasPrefix(o.Command, "use ") {
			items = true
			continue
		}
		out = append(out, Candidate{o.Command, offerText(o), "actions"})
	}
	if items {
		out = append(out, Candidate{"use", "use an item", "actions"})
	}
	out = append(out, commandWords()...)
	for _, name := range r.session.Game().ZoneNames() {
		out = append(out, Candidate{name, r.title("zones", name), "zones"})
	}
	return append(out, r.luaWords(nil)...)
}

func commandWords() []Candidate {
	var out []Candidate
	for _, c := range commands() {
		out = append(out, Candidate{c.name, c.doc, "commands"})
	}
	return out
}

// offerText describes the effect of an offer, or why it is not possible.
func offerText(o board.Offer) string {
	switch {
	case o.Reason != "":
		return "No: " + o.Reason
	case o.Text == "":
		return o.Title
	}
	return o.Text
}

// nextWords lists how the available commands continue after the given words.
func (r *REPL) nextWords(before []string) []Candidate {
	legal, problem := r.session.Legal(2000)
	if problem != nil {
		return nil
	}
	var out []Candidate
	seen := map[string]bool{}
	for _, c := range legal {
		fields := strings.Fields(r.session.Format(c))
		if len(fields) <= len(before) || !slices.Equal(fields[:len(before)], before) {
			continue
		}
		word := fields[len(before)]
		if seen[word] {
			continue
		}
		seen[word] = true
		out = append(out, Candidate{word, r.nameOf(word), "targets"})
	}
	if len(before) == 1 && before[0] == "use" {
		offers, _ := r.viewer(false).Offers()
		for _, o := range offers {
			if word, ok := strings.CutPrefix(o.Command, "use "); ok && !seen[word] {
				out = append(out, Candidate{word, offerText(o), "targets"})
			}
		}
	}
	return out
}

// nameOf describes a word of a command if it is an entity.
func (r *REPL) nameOf(word string) string {
	id, ok := r.session.Find(word)
	if !ok || r.session.Concealed(id) {
		return ""
	}
	t := r.viewer(true).Entity(id)
	text := r.withFace(t.Name, t)
	if t.Text != "" && word == r.session.Definition(id).ID {
		text = t.Marked()
	}
	return text
}

func (r *REPL) optionWords([]string) []Candidate {
	var out []Candidate
	for _, o := range r.viewer(false).Choice().Options {
		if o.Reason == "" {
			about := o.Title
			if about == o.Label {
				about = ""
			}
			out = append(out, Candidate{o.Label, about, "options"})
		}
	}
	return out
}

func (r *REPL) whyWords(before []string) []Candidate {
	offers, _ := r.viewer(false).Offers()
	var out []Candidate
	for _, o := range offers {
		fields := strings.Fields(o.Command)
		if len(fields) > len(before) && slices.Equal(fields[:len(before)], before) {
			about := offerText(o)
			if len(fields) > len(before)+1 {
				about = "use an item"
			}
			out = append(out, Candidate{fields[len(before)], about, "actions"})
		}
	}
	return append(out, r.nextWords(before)...)
}

func (r *REPL) entityWords(before []string) []Candidate {
	if len(before) > 0 {
		return nil
	}
	var out []Candidate
	for _, label := range r.inspectable() {
		out = append(out, Candidate{label, r.nameOf(label), "in play"})
	}
	return out
}

func (r *REPL) definitionWords(before []string) []Candidate {
	return r.definitions(before, func(*def.Definition) bool { return true })
}

func (r *REPL) testWords(before []string) []Candidate {
	return r.definitions(before, func(d *def.Definition) bool { return d.Data.Get("tests") != nil })
}

func (r *REPL) definitions(before []string, wanted func(*def.Definition) bool) []Candidate {
	if len(before) > 0 {
		return nil
	}
	var out []Candidate
	for _, d := range r.catalog().All() {
		if wanted(d) {
			out = append(out, Candidate{d.ID, d.Name, d.Kind})
		}
	}
	for _, d := range r.catalog().All() {
		if wanted(d) {
			out = append(out, Candidate{d.Key(), d.Name, d.Kind})
		}
	}
	return out
}

func (r *REPL) giveWords(before []string) []Candidate {
	var out []Candidate
	if len(before) > 0 {
		for _, name := range r.session.Game().ZoneNames() {
			out = append(out, Candidate{name, r.title("zones", name), "zones"})
		}
		return out
	}
	for _, d := range r.session.Givable() {
		out = append(out, Candidate{d.ID, r.translator.Describe(d, r.session.Game().Printed(d)), d.Kind})
	}
	for _, d := range r.session.Givable() {
		out = append(out, Candidate{d.Key(), r.translator.Describe(d, r.session.Game().Printed(d)), d.Kind})
	}
	return out
}

func (r *REPL) setWords(before []string) []Candidate {
	if len(before) == 1 {
		return r.valueWords(before[0])
	}
	if len(before) > 0 {
		return nil
	}
	var out []Candidate
	for _, name := range r.session.Game().VariableNames() {
		out = append(out, Candidate{name, r.title("variables", name), "variables"})
	}
	for _, label := range r.inspectable() {
		id, ok := r.session.Find(label)
		if !ok {
			continue
		}
		for _, p := range r.session.State().Prototype(id).Kind.Props {
			out = append(out, Candidate{label + "." + p.Name, r.viewer(true).Name(id), "properties"})
		}
	}
	return out
}

// valueWords lists the possible values of a variable or property, if there are
// only a few.
func (r *REPL) valueWords(name string) []Candidate {
	var d *state.Decl
	label, property, dotted := strings.Cut(name, ".")
	if id, ok := r.session.Find(label); dotted && ok {
		kind := r.session.State().Prototype(id).Kind
		if i, ok := kind.Prop(property); ok {
			d = &kind.Props[i]
		}
	} else if slot, ok := r.session.Variable(name); ok {
		d, _ = r.layout().VarDecl(slot)
	}
	switch {
	case d == nil:
		return nil
	case d.Type == state.Bool:
		return fixedWords("true", "false")(r, nil)
	case d.Type == state.Ref:
		return append(r.entityWords(nil), fixedWords("nil")(r, nil)...)
	}
	return fixedWords(d.OneOf...)(r, nil)
}

func (r *REPL) dieWords(before []string) []Candidate {
	switch {
	case len(before) == 0:
		return fixedWords("add", "rm")(r, nil)
	case before[0] == "rm":
		return r.entityWords(before[1:])
	}
	var out []Candidate
	for _, d := range r.catalog().WithTrait(def.DieTrait) {
		out = append(out, Candidate{d.ID, d.Name, "dice"})
	}
	return out
}

func (r *REPL) gameWords(before []string) []Candidate {
	var out []Candidate
	for _, g := range r.content.Games() {
		out = append(out, Candidate{g.ID(), g.Definition.Name, "games"})
	}
	return out
}

func (r *REPL) functionWords([]string) []Candidate {
	var out []Candidate
	for _, f := range api.Functions() {
		out = append(out, Candidate{f.Name, f.Doc, luaGroup})
	}
	return out
}

// luaWords lists the names that an expression may use.
func (r *REPL) luaWords([]string) []Candidate {
	out := r.functionWords(nil)
	for _, name := range r.session.Game().VariableNames() {
		out = append(out, Candidate{"vars." + name, r.title("variables", name), luaGroup})
	}
	return out
}

func (r *REPL) helpWords([]string) []Candidate {
	out := commandWords()
	for _, a := range r.session.Game().Actions {
		out = append(out, Candidate{a.Name, a.Title, "actions"})
	}
	return out
}

// fixedWords lists words that are always the same.
func fixedWords(words ...string) func(*REPL, []string) []Candidate {
	return func(*REPL, []string) []Candidate {
		var out []Candidate
		for _, w := range words {
			out = append(out, Candidate{Word: w})
		}
		return out
	}
}
