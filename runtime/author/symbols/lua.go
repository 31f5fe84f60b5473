package symbols

import (
	"strings"
	"unicode/utf8"

	"sleight/runtime/game/api"
	"sleight/runtime/lua/syntax"
)

// Mention is a name in Lua that may refer to a symbol.
type Mention struct {
	// Category is the kind of the name, "" if that is unknown, and Of the name
	// before the dot, if it is a field: vars.coins is a Variable, and a field
	// of vars.
	Category Category
	Of       string
	Name     string
	// Line and Column are those of the name in the source, from 1.
	Line, Column int
}

// prefixes are the prefixes of hooks whose names contain another name.
var prefixes = []struct {
	prefix   string
	category Category
}{{"on_", Event}, {"when_", Event}, {"modify_", Value}, {"enter_", Phase}, {"closed_", Window}, {"resolve_", Phase}, {"do_", Action}}

// Mentions finds the names in a Lua source. It reads words only, so it also
// works for a source that cannot be compiled.
func Mentions(source string) []Mention { return mentions(syntax.Tokens(source), functions()) }

func mentions(tokens []syntax.Token, functions map[string]*api.Function) []Mention {
	r := reader{tokens: tokens, functions: functions}
	for i := range r.tokens {
		r.token(i)
	}
	return r.found
}

// functions returns the API by name.
func functions() map[string]*api.Function {
	all := api.Functions()
	out := make(map[string]*api.Function, len(all))
	for i := range all {
		out[all[i].Name] = &all[i]
	}
	return out
}

// reader reads tokens and keeps the calls that are open.
type reader struct {
	tokens    []syntax.Token
	functions map[string]*api.Function
	open      []call
	found     []Mention
}

// call is an open bracket: the arguments of a call if function is not empty.
type call struct {
	function string
	argument int
}

func (r *reader) text(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.tokens[i].Text
}

func (r *reader) isName(i int) bool {
	return i >= 0 && r.tokens[i].Kind == syntax.NameToken
}

func (r *reader) token(i int) {
	t := r.tokens[i]
	switch {
	case t.Kind == syntax.NameToken:
		r.name(i)
	case t.Kind == syntax.TextToken:
		r.quoted(i)
	case t.Text == "(":
		c := call{}
		if r.isName(i-1) && r.text(i-2) != "." && r.text(i-2) != ":" {
			c.function = r.text(i - 1)
		}
		r.open = append(r.open, c)
	case t.Text == "{" || t.Text == "[":
		r.open = append(r.open, call{})
	case t.Text == ")" || t.Text == "}" || t.Text == "]":
		if len(r.open) > 0 {
			r.open = r.open[:len(r.open)-1]
		}
	case t.Text == "," && len(r.open) > 0:
		r.open[len(r.open)-1].argument++
	}
}

func (r *reader) name(i int) {
	t := r.tokens[i]
	if r.text(i-1) == "." && r.isName(i-2) {
		of := r.text(i - 2)
		category := fieldCategory(of)
		if r.text(i-3) == "." {
			category = Property // x.vars.y: vars is a field of x
		}
		r.add(category, of, t.Text, t.Line, t.Column)
		return
	}
	if r.text(i+1) != "=" && r.text(i-1) != "function" {
		return
	}
	for _, p := range prefixes {
		if name, ok := strings.CutPrefix(t.Text, p.prefix); ok && name != "" {
			r.add(p.category, "", name, t.Line, t.Column+len(p.prefix))
		}
	}
}

func fieldCategory(of string) Category {
	switch of {
	case "vars":
		return Variable
	case "game", "self":
		return Param
	}
	return Property
}

// quoted adds a text: an argument of an API function, or one that may reach
// such a function indirectly, whose kind is unknown.
func (r *reader) quoted(i int) {
	t := r.tokens[i]
	name, _, _ := strings.Cut(strings.Trim(t.Text, `"'`), "@") // dice@2 is a zone of player 2
	var category Category
	if before := r.text(i - 1); (before == "(" || before == ",") && len(r.open) > 0 {
		c := r.open[len(r.open)-1]
		if f := r.functions[c.function]; f != nil && c.argument < len(f.Params) {
			category = CategoryOf(f.Params[c.argument].Type)
		}
	}
	if r.text(i-1) == "require" || r.text(i-2) == "require" {
		return
	}
	if r.text(i-1) == ".." || r.text(i+1) == ".." {
		return // a part of a name, or of a sentence
	}
	r.add(category, "", name, t.Line, t.Column+1)
}

func (r *reader) add(category Category, of, name string, line, column int) {
	r.found = append(r.found, Mention{category, of, name, line, column})
}

// CategoryOf returns the kind of name that a parameter of the API takes, or "".
func CategoryOf(t api.Type) Category {
	switch t {
	case api.Zone, api.Entities, api.ListOrZone:
		return Zone
	case api.Event:
		return Event
	case api.Value:
		return Value
	case api.Phase:
		return Phase
	case api.Action:
		return Action
	case api.ID, api.IDOrList:
		return Definition
	case api.Tag:
		return Tag
	case api.Kind:
		return Kind
	case api.Property:
		return Property
	}
	return ""
}

// width returns the width of a name in characters.
func width(name string) int { return utf8.RuneCountInString(name) }
