package syntax

import (
	"strings"

	"sleight/runtime/diag"
)

// ambiguity looks for two things that gopher-lua's parser accepts and Lua 5.1
// does not: a call whose parenthesis begins a line, and a semicolon that ends
// no statement.
type ambiguity struct {
	src *Source
	// prefix is set if the previous token ends an expression, so that a
	// parenthesis would call it.
	prefix bool
	// list is set after local or function, where names are declared.
	list string
	// fresh is set at the start of a block and after a semicolon.
	fresh bool
	open  []bracket
}

// bracket is an open bracket or block.
type bracket struct {
	text   string
	prefix bool // a parenthesis here would call what precedes it
	params bool // it encloses the parameters of a function
}

// ambiguities returns the first ambiguity. The brackets are known to match.
func (s *Source) ambiguities() *diag.Diagnostic {
	a := ambiguity{src: s, fresh: true}
	for i, t := range s.Tokens {
		if d := a.token(i, t); d != nil {
			return d
		}
	}
	return nil
}

func (a *ambiguity) token(i int, t Token) *diag.Diagnostic {
	before, fresh := a.prefix, a.fresh
	a.prefix, a.fresh = false, false
	switch t.Kind {
	case NameToken:
		a.prefix = a.list == ""
	case TextToken:
		a.prefix = before // f"text"
	case KeywordToken:
		a.fresh = strings.Contains(" do then else repeat ", " "+t.Text+" ")
		a.list = ""
		if t.Text == "local" || t.Text == "function" {
			a.list = t.Text
		}
		switch t.Text {
		case "function", "if", "do", "repeat":
			a.open = append(a.open, bracket{text: t.Text})
		case "end", "until":
			a.close()
		}
	case SymbolToken:
		return a.symbol(i, t, before, fresh)
	}
	return nil
}

func (a *ambiguity) symbol(i int, t Token, before, fresh bool) *diag.Diagnostic {
	switch t.Text {
	case "(", "[", "{":
		if t.Text == "(" && before && a.src.Tokens[i-1].lastLine() < t.Line {
			d := a.src.ambiguousCall(t)
			return &d
		}
		a.open = append(a.open, bracket{t.Text, before, t.Text == "(" && a.list == "function"})
		a.list, a.fresh = "", t.Text == "{"
	case ")", "]", "}":
		last := a.close()
		a.fresh = last.params
		a.prefix = !last.params && (last.text != "{" || last.prefix)
	case ";", ",":
		inTable := len(a.open) > 0 && a.open[len(a.open)-1].text == "{"
		if fresh && inTable {
			d := diag.New("script/syntax", a.src.At(t), "unexpected '%s': there is no value before it", t.Text)
			return &d
		}
		if fresh && t.Text == ";" {
			d := diag.New("script/syntax", a.src.At(t), "unexpected ';': there is no statement before it").
				WithHint("Lua 5.1 has no empty statement; remove it")
			return &d
		}
		if a.fresh = inTable || t.Text == ";"; t.Text == ";" {
			a.list = ""
		}
	case ".", ":":
	default:
		a.list = ""
	}
	return nil
}

func (a *ambiguity) close() (last bracket) {
	if n := len(a.open); n > 0 {
		last, a.open = a.open[n-1], a.open[:n-1]
	}
	return last
}

// lastLine returns the line on which a token ends.
func (t Token) lastLine() int {
	if t.Kind != TextToken {
		return t.Line
	}
	return t.Line + strings.Count(strings.ReplaceAll(t.Text, "\r\n", "\n"), "\n")
}

// ambiguousCall reports a parenthesis that begins a line.
func (s *Source) ambiguousCall(t Token) diag.Diagnostic {
	return diag.New("script/syntax", s.At(t), "this '(' may continue the line above or begin a statement").
		WithHint("put it on the line above, or a ';' before it")
}
