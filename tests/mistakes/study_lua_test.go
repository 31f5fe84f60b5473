package mistakes

import (
	"math/rand/v2"
	"slices"
	"strings"

	"sleight/runtime/lua/syntax"
)

// luaForms break the syntax of Lua.
var luaForms = []operator{
	{"the rest of a script is missing", cutFiles(".lua"), true},
	{"the rest of a line of a script is missing", cutLines(".lua"), true},
	{"a token is missing", tokens(func(c cursor) []edit { return c.replace("") }), true},
	{"a token is repeated", tokens(func(c cursor) []edit { return c.replace(c.text() + " " + c.text()) }), true},
	{"two tokens are swapped", tokens(func(c cursor) []edit {
		if c.is(1, "") {
			return nil
		}
		e := insert(c.at().Offset, c.next(1).Text+" "+c.text())
		e.to = c.next(1).End()
		return []edit{e}
	}), true},
	{"( is missing", symbol("(", "", "(", ")"), false},
	{") is missing", symbol(")", "", ")"), false},
	{"{ is missing", symbol("{", "", "{", "}"), false},
	{"} is missing", symbol("}", "", "}"), false},
	{"] is missing", symbol("]", "", "]"), false},
	{"a comma is missing", symbol(",", "", "comma", "operator"), false},
	{"then is missing", symbol("then", "", "then"), false},
	{"do is missing", symbol("do", "", "do"), false},
	{"end is missing", symbol("end", "", "end"), false},
	{"end is repeated", symbol("end", "end end", "end"), false},
	{"a quote of a script is missing", quotes(1), false},
	{"an opening quote of a script is missing", quotes(0), false},
}

// luaWords replace names, texts and numbers in valid Lua.
var luaWords = []operator{
	{"a local is misspelt", names(isLocal, typo), false},
	{"a function of the API is misspelt", names(isAPI, typo), false},
	{"a function of the API is in camel case", names(func(c cursor) bool { return isAPI(c) && strings.Contains(c.text(), "_") }, func(w string, _ *rand.Rand) string { return camel(w) }), false},
	{"a field is misspelt", names(isField, typo), false},
	{"a field is in camel case", names(func(c cursor) bool { return isField(c) && strings.Contains(c.text(), "_") }, func(w string, _ *rand.Rand) string { return camel(w) }), false},
	{"a hook or a field of a table is misspelt", names(isMade, typo), false},
	{"a keyword is misspelt", names(func(c cursor) bool { return c.at().Kind == syntax.KeywordToken }, typo), false},
	{"a keyword is capitalised", names(func(c cursor) bool { return c.at().Kind == syntax.KeywordToken }, func(w string, _ *rand.Rand) string { return camel(w) }), false},
	{"a text that names something is misspelt", texts(typo), false},
	{"a text is replaced by another from the script", otherTexts, true},
	{"the quotes of a text are missing", tokens(func(c cursor) []edit {
		if !isWordText(c) {
			return nil
		}
		return c.replace(strings.Trim(c.text(), `"'`), "quotes", c.text())
	}), false},
	{"a name is in quotes", tokens(func(c cursor) []edit {
		if !isLocal(c) || !c.argument() {
			return nil
		}
		return c.replace(`"`+c.text()+`"`, "quotes", c.text())
	}), false},
	{"a number is a text", numbers(func(n string) string { return `"` + n + `"` }, "number"), false},
	{"a text is a number", tokens(func(c cursor) []edit {
		if !isWordText(c) || !c.argument() {
			return nil
		}
		return c.replace("1")
	}), true},
}

// luaUses are mistakes in the use of values.
var luaUses = []operator{
	{"an argument is missing", arguments(func(c cursor, args []span) []edit {
		last := args[len(args)-1]
		from := c.fragmentOffset(last.from)
		if len(args) > 1 {
			from = args[len(args)-2].to
		}
		return []edit{{from: from, to: last.to, remedy: []string{c.text() + "("}}}
	}), false},
	{"an argument is too many", arguments(func(c cursor, args []span) []edit {
		return []edit{{from: args[len(args)-1].to, to: args[len(args)-1].to, text: ", 1", remedy: []string{c.text() + "("}}}
	}), false},
	{"two arguments are swapped", arguments(func(c cursor, args []span) (out []edit) {
		for i := 1; i < len(args); i++ {
			a, b, t := args[i-1], args[i], c.w.text
			if t[a.from:a.to] != t[b.from:b.to] {
				out = append(out, edit{from: a.from, to: b.to, text: t[b.from:b.to] + t[a.to:b.from] + t[a.from:a.to], remedy: []string{c.text() + "(", "exchange", t[b.from:b.to]}})
			}
		}
		return out
	}), false},
	{"vars. is missing", names2("vars", func(c cursor) []edit {
		return []edit{{from: c.at().Offset, to: c.next(2).Offset, remedy: []string{"vars." + c.next(2).Text}}}
	}), false},
	{"game. is missing", names2("game", func(c cursor) []edit {
		return []edit{{from: c.at().Offset, to: c.next(2).Offset, remedy: []string{"game." + c.next(2).Text}}}
	}), false},
	{"self. is missing", names2("self", func(c cursor) []edit {
		return []edit{{from: c.at().Offset, to: c.next(2).Offset, remedy: []string{"self." + c.next(2).Text}}}
	}), false},
	{"self is not a parameter", tokens(func(c cursor) []edit {
		if c.text() != "self" || !c.is(-1, "(") || !c.is(-2, "function") {
			return nil
		}
		to := c.at().End()
		if c.is(1, ",") {
			to = c.next(2).Offset
		}
		return []edit{{from: c.at().Offset, to: to, remedy: []string{"self"}}}
	}), false},
	{"local is missing", symbol("local", "", "local"), false},
	{"return is missing", symbol("return", "", "return"), false},
	{"a result is dropped", tokens(func(c cursor) []edit {
		if c.text() != "local" || !c.is(2, "=") || !c.is(4, "(") {
			return nil
		}
		return []edit{{from: c.at().Offset, to: c.next(3).Offset, remedy: []string{c.next(1).Text, "result"}}}
	}), false},
	{"ipairs, pairs or each is missing", tokens(func(c cursor) []edit {
		if !slices.Contains([]string{"ipairs", "pairs", "each"}, c.text()) || !c.is(1, "(") {
			return nil
		}
		close := c.closing(1)
		return []edit{{from: c.at().Offset, to: close.End(), text: c.w.text[c.next(2).Offset:close.Offset], remedy: []string{c.text()}}}
	}), false},
	{"the position of each or ipairs is missing", tokens(func(c cursor) []edit {
		if !c.is(-1, "for") || !c.is(1, ",") || !c.is(3, "in") {
			return nil
		}
		return []edit{{from: c.at().Offset, to: c.next(2).Offset, remedy: []string{"_", "position"}}}
	}), false},
	{"ipairs instead of pairs, each instead of ipairs", tokens(func(c cursor) []edit {
		other := map[string]string{"each": "ipairs", "ipairs": "each"}[c.text()]
		if other == "" || !c.is(1, "(") {
			return nil
		}
		return c.replace(other, c.text())
	}), false},
	{"the first index is 0", tokens(func(c cursor) []edit {
		if c.text() == "1" && (c.is(-1, "[") && c.is(1, "]") || c.is(-1, "=") && c.is(-3, "for")) {
			return c.replace("0", "1", "first")
		}
		return nil
	}), false},
	{"+ instead of ..", symbol("..", "+", ".."), false},
	{".. instead of +", symbol("+", "..", "+", "number"), false},
	{"= instead of ==", symbol("==", "=", "=="), false},
	{`or "…" without a comparison`, tokens(func(c cursor) []edit {
		if !c.is(-1, "==") || c.at().Kind != syntax.TextToken {
			return nil
		}
		return c.replace(c.text()+" or "+c.text(), "==")
	}), false},
	{"not a == b", tokens(func(c cursor) []edit {
		if !c.is(1, "~=") && !c.is(1, "==") || c.at().Kind != syntax.NameToken || c.is(-1, ".") || c.is(-1, "not") {
			return nil
		}
		return c.replace("not "+c.text(), "~=", "not (")
	}), false},
	{"both sides of a comparison are the same", tokens(func(c cursor) []edit {
		if !slices.Contains([]string{"==", "~=", "<", ">", "<=", ">="}, c.text()) || c.i < 3 || !c.is(-2, ".") {
			return nil
		}
		right := c.next(1)
		if c.is(2, ".") || c.is(2, "(") {
			return nil
		}
		return []edit{{from: right.Offset, to: right.End(), text: c.w.text[c.next(-3).Offset:c.next(-1).End()], remedy: []string{"same", "itself"}}}
	}), false},
	{"a dot is a colon", tokens(func(c cursor) []edit {
		if c.text() == "." && c.is(2, "(") {
			return c.replace(":", ".")
		}
		return nil
	}), false},
	{"() is missing", tokens(func(c cursor) []edit {
		if c.text() == "(" && c.is(1, ")") && c.i > 0 && c.next(-1).Kind == syntax.NameToken && !c.is(-2, "function") {
			return []edit{{from: c.at().Offset, to: c.next(1).End(), remedy: []string{"()", "call"}}}
		}
		return nil
	}), false},
	{"a field is called", tokens(func(c cursor) []edit {
		if !isField(c) || c.is(1, "(") || c.is(1, "=") {
			return nil
		}
		return c.replace(c.text()+"()", "()", "not a function", "field")
	}), false},
	{"# is missing", symbol("#", "", "#"), false},
	{"a variable gets a text", tokens(func(c cursor) []edit {
		if c.text() != "vars" || !c.is(3, "=") || c.next(4).Kind != syntax.NumberToken {
			return nil
		}
		return []edit{{from: c.next(4).Offset, to: c.next(4).End(), text: `"many"`, remedy: []string{"number"}}}
	}), false},
}

// cursor is a token of a fragment.
type cursor struct {
	w *writing
	f *fragment
	i int
}

func (c cursor) at() syntax.Token { return c.f.tokens[c.i] }
func (c cursor) text() string     { return c.f.tokens[c.i].Text }

// next returns the n-th token after this one, or before it for a negative n;
// the zero Token if there is none.
func (c cursor) next(n int) syntax.Token {
	if i := c.i + n; i >= 0 && i < len(c.f.tokens) {
		return c.f.tokens[i]
	}
	return syntax.Token{}
}

// is reports whether the n-th token after this one has a text.
func (c cursor) is(n int, text string) bool { return c.next(n).Text == text }

func (c cursor) replace(text string, remedy ...string) []edit {
	return []edit{{from: c.at().Offset, to: c.at().End(), text: text, remedy: remedy}}
}

// closing returns the token that closes the bracket n tokens after this one.
func (c cursor) closing(n int) syntax.Token {
	open := 0
	for ; c.next(n).Text != ""; n++ {
		switch c.next(n).Text {
		case "(", "{", "[":
			open++
		case ")", "}", "]":
			if open--; open == 0 {
				return c.next(n)
			}
		}
	}
	return syntax.Token{}
}

// argument reports whether the token alone is an argument.
func (c cursor) argument() bool {
	return (c.is(-1, "(") && c.next(-2).Kind == syntax.NameToken || c.is(-1, ",")) && (c.is(1, ",") || c.is(1, ")"))
}

func (c cursor) fragmentOffset(at int) int { return at }

// tokens applies a function to every token of Lua.
func tokens(make func(cursor) []edit) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		for k := range w.code {
			for i := range w.code[k].tokens {
				out = append(out, make(cursor{w, &w.code[k], i})...)
			}
		}
		return out
	}
}

// symbol replaces tokens with a text.
func symbol(old, text string, remedy ...string) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		if c.text() != old {
			return nil
		}
		return c.replace(text, remedy...)
	})
}

// names2 finds NAME.field.
func names2(name string, make func(cursor) []edit) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		if c.text() != name || c.is(-1, ".") || !c.is(1, ".") || c.next(2).Kind != syntax.NameToken {
			return nil
		}
		return make(c)
	})
}

// quotes removes the first quote of a text, or the last.
func quotes(last int) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		t := c.at()
		if t.Kind != syntax.TextToken || len(t.Text) < 2 || t.Text[0] == '[' || c.f.expression {
			return nil
		}
		at := t.Offset + last*(len(t.Text)-1)
		return []edit{{from: at, to: at + 1, remedy: []string{"quote"}}}
	})
}

func names(is func(cursor) bool, change func(string, *rand.Rand) string) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		if len(c.text()) < 3 || !is(c) {
			return nil
		}
		e := c.replace("", c.text())[0]
		e.random = change
		return []edit{e}
	})
}

func isField(c cursor) bool { return c.at().Kind == syntax.NameToken && c.is(-1, ".") }

func isAPI(c cursor) bool {
	_, ok := apiFunctions[c.text()]
	return ok && c.is(1, "(") && !c.is(-1, ".") && !c.is(-1, "function")
}

// isMade reports whether the token names a field in a table constructor.
func isMade(c cursor) bool {
	return c.at().Kind == syntax.NameToken && c.is(1, "=") && (c.is(-1, "{") || c.is(-1, ","))
}

func isLocal(c cursor) bool {
	return c.at().Kind == syntax.NameToken && !c.is(-1, ".") && !isAPI(c) && !isMade(c) && !c.is(1, ".") &&
		!slices.Contains([]string{"self", "vars", "game", "ipairs", "pairs", "tostring", "require", "math", "string", "table"}, c.text())
}

func isWordText(c cursor) bool {
	return c.at().Kind == syntax.TextToken && isName(strings.Trim(c.text(), `"'`))
}

// texts rewrites one-word texts.
func texts(change func(string, *rand.Rand) string) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		if !isWordText(c) {
			return nil
		}
		word := strings.Trim(c.text(), `"'`)
		return []edit{{from: c.at().Offset + 1, to: c.at().End() - 1, random: change, remedy: []string{word}}}
	})
}

// otherTexts replaces a text by another one of the same script.
func otherTexts(w *writing) []edit {
	var words []string
	all := texts(func(_ string, r *rand.Rand) string { return words[r.IntN(len(words))] })(w)
	for _, e := range all {
		words = append(words, w.text[e.from:e.to])
	}
	return all
}

func numbers(change func(string) string, remedy ...string) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		if c.at().Kind != syntax.NumberToken || c.f.expression {
			return nil
		}
		return c.replace(change(c.text()), remedy...)
	})
}

// span is a part of a file, in bytes.
type span struct{ from, to int }

// arguments applies a function to the arguments of API calls.
func arguments(make func(cursor, []span) []edit) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		if !isAPI(c) || c.is(2, ")") {
			return nil
		}
		var args []span
		from, open := c.next(2).Offset, 0
		for n := 2; c.next(n).Text != ""; n++ {
			switch t := c.next(n); t.Text {
			case "(", "{", "[", "function", "if", "do":
				open++
			case ",":
				if open == 0 {
					args, from = append(args, span{from, t.Offset}), c.next(n+1).Offset
				}
			case ")", "}", "]", "end":
				if open--; open < 0 {
					return make(c, append(args, span{from, t.Offset}))
				}
			}
		}
		return nil
	})
}
