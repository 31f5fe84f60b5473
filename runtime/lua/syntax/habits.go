package syntax

import (
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// A text that is not Lua is often written in the manner of another language, or
// has a misspelt keyword. The parser fails at some later point, sometimes at
// the end of the file, so the words themselves are searched first. None of the
// patterns can be part of valid Lua in the place where they are looked for, and
// only texts that have failed are searched.

// habitWords maps words of other languages, at the start of a statement, to
// what to write instead.
var habitWords = map[string]string{
	"let": writesLocal, "var": writesLocal, "const": writesLocal, "int": writesLocal, "float": writesLocal, "double": writesLocal,
	"bool": writesLocal, "boolean": writesLocal, "string": writesLocal, "auto": writesLocal, "my": writesLocal, "dim": writesLocal,
	"func": writesFunction, "def": writesFunction, "fn": writesFunction, "fun": writesFunction, "void": writesFunction,
	"elif": writesElseif, "elsif": writesElseif, "elseIf": writesElseif, "elsseif": writesElseif,
	"continue": "Lua has no continue; put the rest of the loop in an if",
	"pass":     "remove it: in Lua a block may be empty",
	"switch":   "Lua has no switch; write if … then … elseif … then … end",
	"match":    "Lua has no match; write if … then … elseif … then … end",
	"case":     "Lua has no case; write elseif … then",
	"try":      "scripts cannot catch errors: check first, with if … then",
	"catch":    "scripts cannot catch errors: check first, with if … then",
	"except":   "scripts cannot catch errors: check first, with if … then",
	"finally":  "scripts cannot catch errors: check first, with if … then",
	"throw":    "write: error(\"…\")",
	"raise":    "write: error(\"…\")",
	"foreach":  "write: for _, x in ipairs(list) do … end",
	"class":    noClasses,
	"import":   "write: local name = require(\"name\")",
	"using":    "write: local name = require(\"name\")",
	"from":     "write: local name = require(\"name\")",
	"endif":    writesEnd, "endfor": writesEnd, "endwhile": writesEnd, "endfunction": writesEnd, "fi": writesEnd,
	"new":    "Lua has no new; write a table: { … }",
	"public": noClasses, "private": noClasses, "protected": noClasses, "export": noClasses,
	"unless": "Lua has no unless; write: if not … then",
	"loop":   "write: for i = 1, n do … end",
	"lambda": writesFunction + ": function(x) return … end",
	"static": writesLocal, "number": writesLocal, "object": writesLocal,
}

const (
	writesLocal    = "Lua writes local"
	writesFunction = "Lua writes function"
	writesElseif   = "Lua writes elseif, as one word"
	writesEnd      = "Lua writes end"
	noClasses      = "Lua has no classes; a script returns a table of functions"
)

// Keywords lists Lua's keywords for suggestions.
var Keywords = strings.Fields(keywords)

// habit returns the first sign of another language, or a misspelt keyword, in a
// text that is not Lua, up to the line of the given problem; nil if there is
// none.
func (s *Source) habit(found *diag.Diagnostic) *diag.Diagnostic {
	if d := s.marks(); d != nil {
		return d
	}
	last := found.Place.Line - s.Line
	if slices.ContainsFunc(found.Notes, func(n diag.Note) bool { return n.Place.Line > found.Place.Line }) {
		last = len(s.Text)
	}
	for i, t := range s.Tokens {
		if t.Line > last || t.Kind == endToken {
			return nil
		}
		d := s.foreignSign(i)
		if d == nil && t.Kind == NameToken {
			d = s.foreignWord(i)
		}
		if d != nil {
			return d
		}
	}
	return nil
}

// marks finds lines that no Lua text has: marks of a merge conflict or of a
// code block.
func (s *Source) marks() *diag.Diagnostic {
	n := 0
	for line := range strings.Lines(s.Text) {
		n++
		if message, hint := diag.StrayMark(line); message != "" {
			d := diag.New("script/syntax", s.PlaceAt(n, 1, 0), "%s", message).WithHint("%s", hint)
			return &d
		}
	}
	return nil
}

// starts reports whether the i-th token begins a statement, judging by its
// neighbours.
func (s *Source) starts(i int) bool {
	if !s.follows(i) {
		return true
	}
	return slices.Contains([]string{"then", "do", "else", "repeat", ";", "}"}, s.Tokens[i-1].Text)
}

// follows reports whether another token precedes the i-th on its line.
func (s *Source) follows(i int) bool { return i > 0 && s.Tokens[i-1].Line == s.Tokens[i].Line }

// ends reports whether the i-th token is the last of its line. That is unknown
// for the last token before the scanner gave up.
func (s *Source) ends(i int) bool {
	return i+1 < len(s.Tokens) && (s.Tokens[i+1].Kind == endToken || s.Tokens[i+1].Line > s.Tokens[i].Line)
}

func (s *Source) habitAt(i int, hint string) *diag.Diagnostic {
	t := s.Tokens[i]
	d := diag.New("script/syntax", s.At(t), "unexpected '%s'", Shorten(t.Text)).WithHint("%s", hint)
	return &d
}

// foreignWord checks a name.
func (s *Source) foreignWord(i int) *diag.Diagnostic {
	t, next := s.Tokens[i], s.Tokens[min(i+1, len(s.Tokens)-1)]
	sameLine := i+1 < len(s.Tokens) && !s.ends(i)
	value := sameLine && (next.Kind == NameToken || next.Kind == NumberToken || slices.Contains([]string{"function", "not", "nil", "true", "false"}, next.Text))
	if hint := habitWords[t.Text]; hint != "" {
		opens := sameLine && slices.Contains([]string{"(", "{", ":"}, next.Text)
		assigned := slices.Contains([]string{"=", ",", "(", "local", "return"}, s.TextAt(i-1))
		if s.starts(i) && (value || opens || s.ends(i)) || strings.HasPrefix(hint, writesFunction) && assigned && (opens || value) || hint == writesElseif && value {
			return s.habitAt(i, hint)
		}
		if hint == writesEnd && s.EndsValue(i-1) && s.ends(i) {
			return s.habitAt(i, hint)
		}
	}
	if slices.Contains([]string{"is", "equals", "eq", "isnt"}, t.Text) && sameLine && (value || next.Text == "not" || next.Kind == TextToken) && !s.starts(i) && s.EndsValue(i-1) {
		return s.habitAt(i, "Lua compares with == and ~=")
	}
	if d := s.declares(i); d != nil {
		return d
	}
	if d := s.decrement(i); d != nil {
		return d
	}
	if d := s.misspelt(i, value); d != nil {
		return d
	}
	return s.uncalled(i)
}

// lineBreaks matches the ends of lines, as the scanner counts them.
var lineBreaks = regexp.MustCompile(`\r\n|\n\r|\r|\n`)

// decrement finds x--, whose end Lua takes for a comment. The i-th token is the
// last of a statement that is only a name.
func (s *Source) decrement(i int) *diag.Diagnostic {
	t := s.Tokens[i]
	first := i
	for s.TextAt(first-1) == "." && s.kindAt(first-2) == NameToken && s.Tokens[first-1].Line == t.Line {
		first -= 2
	}
	if !s.ends(i) || !s.starts(first) {
		return nil
	}
	line := lineBreaks.Split(s.Text, t.Line+1)[t.Line-1]
	if behind, ok := strings.CutPrefix(line[min(t.last, len(line)):], "--"); !ok || strings.HasPrefix(behind, "[") {
		return nil
	}
	name := s.Tokens[first].Text
	for k := first + 1; k <= i; k++ {
		name += s.Tokens[k].Text
	}
	d := diag.New("script/syntax", s.At(t), "%s-- is not a subtraction: -- begins a comment", name).WithHint("write: %s = %s - 1", name, name)
	return &d
}

// uncalled finds a name alone on a line, as a statement.
func (s *Source) uncalled(i int) *diag.Diagnostic {
	if !s.starts(i) || !s.ends(i) || i > 0 && !s.EndsValue(i-1) && !slices.Contains([]string{"then", "do", "else"}, s.Tokens[i-1].Text) {
		return nil
	}
	next := s.TextAt(i + 1)
	if slices.Contains([]string{"end", "else", "elseif", "return", "local", "if", "for", "while"}, next) {
		return s.habitAt(i, "to call it, write "+s.Tokens[i].Text+"()")
	}
	return nil
}

// misspelt looks for a misspelt keyword: a name where none can be.
func (s *Source) misspelt(i int, value bool) *diag.Diagnostic {
	t := s.Tokens[i]
	lower := strings.ToLower(t.Text)
	near, ok := lower, lower != t.Text && IsKeyword(lower)
	if !ok {
		if len(t.Text) < 2 || s.occurs(t.Text) > 1 {
			return nil
		}
		if near, ok = diag.Nearest(t.Text, Keywords); !ok {
			return nil
		}
	}
	if i+1 >= len(s.Tokens) {
		return nil // the scanner gave up after it
	}
	bare := s.starts(i) && (s.ends(i) || strings.Contains(",)}", s.Tokens[i+1].Text) && (near == "end" || s.ends(i+1)) || s.Tokens[i+1].Kind == KeywordToken)
	behind := !s.starts(i) && s.EndsValue(i-1) && (s.ends(i) || value || near == "then" || near == "do")
	called := s.TextAt(i+1) == "(" && near == "function"
	if !bare && !behind && !value && !called {
		return nil
	}
	d := diag.New("script/syntax", s.At(t), "unexpected '%s'", Shorten(t.Text)).WithHint("did you mean '%s'?", near)
	if len(t.Text) > 2 || lower != t.Text {
		d = d.WithEdit(t.Text, near)
	}
	return &d
}

func (s *Source) occurs(name string) (n int) {
	for _, t := range s.Tokens {
		if t.Text == name {
			n++
		}
	}
	return n
}

// EndsValue reports whether a value may end with the i-th token.
func (s *Source) EndsValue(i int) bool {
	if i < 0 {
		return false
	}
	t := s.Tokens[i]
	return t.Kind == NameToken || t.Kind == NumberToken || t.Kind == TextToken || slices.Contains([]string{")", "]", "}", "end", "nil", "true", "false"}, t.Text)
}

// foreignSign checks the symbols from the i-th token on.
func (s *Source) foreignSign(i int) *diag.Diagnostic {
	t, before := s.Tokens[i], s.TextAt(i-1)
	adjacent := func(text string) bool {
		return s.TextAt(i+1) == text && s.Tokens[i+1].Line == t.Line && s.Tokens[i+1].Column == t.Column+t.width
	}
	if d := s.foreignPair(i, before, adjacent); d != nil {
		return d
	}
	switch {
	case t.Text == "<" && adjacent(">"):
		return s.habitAt(i, "Lua writes ~= for \"is not equal\"")
	case t.Text == "=" && adjacent(">") && (s.inCondition(i) || s.IsExpression && before != ")"):
		return s.habitAt(i, "Lua writes >=")
	case t.Text == "=" && adjacent(">"):
		return s.habitAt(i, "Lua writes: function(x) … end")
	case t.Text == "=" && adjacent("<"):
		return s.habitAt(i, "Lua writes <=")
	case t.Text == "==" && adjacent("="):
		return s.habitAt(i+1, "to compare, write ==")
	case t.Text == "/" && adjacent("/"):
		return s.habitAt(i, divides)
	case t.Text == "/" && adjacent("*"), t.Text == "#" && (s.starts(i) && before != "}" || s.EndsValue(i-1)):
		return s.habitAt(i, "Lua comments begin with --")
	case t.Text == "[" && slices.Contains([]string{"=", "(", "return", "in"}, before):
		return s.habitAt(i, "Lua writes a list in braces: { a, b }")
	case t.Text == "(" && before == "for":
		return s.habitAt(i, "Lua writes: for i = 1, n do … end")
	case t.Text == ":" && s.kindAt(i-1) == NameToken && slices.Contains([]string{"{", ","}, s.TextAt(i-2)) &&
		(s.kindAt(i+1) != NameToken || s.TextAt(i+2) != "("):
		return s.habitAt(i, "in a table, write = between a name and its value")
	case (t.Text == "{" || t.Text == ":" || t.Text == "do") && s.ends(i), (t.Text == "{" || t.Text == ":" && s.kindAt(i+1) != endToken && !adjacent(s.TextAt(i+1))) && (s.EndsValue(i-1) || before == "else") && !s.inBrackets(i):
		return s.blockSign(i)
	case t.Text == "else" && s.TextAt(i+1) == "if" && s.Tokens[i+1].Line == t.Line && !s.closesTwice(i+1):
		d := diag.New("script/syntax", s.At(t), "'else if' begins another if, which needs an end of its own").
			WithHint("Lua writes elseif as one word")
		return &d
	}
	return nil
}

// closesTwice reports whether the if at the i-th token, after an else, has an
// end of its own: an end indented like its line is followed by another one.
func (s *Source) closesTwice(i int) bool {
	indent := s.indentOf(s.Tokens[i].Line)
	for j := i; j+1 < len(s.Tokens); j++ {
		t := s.Tokens[j]
		if t.Line > s.Tokens[i].Line && t.Text == "end" && s.indentOf(t.Line) <= indent {
			return s.Tokens[j+1].Text == "end" && s.Tokens[j+1].Line-t.Line <= 1 &&
				s.indentOf(s.Tokens[j+1].Line) == s.indentOf(t.Line)
		}
	}
	return false
}

// blockSign checks a brace or colon that may begin a block.
func (s *Source) blockSign(i int) *diag.Diagnostic {
	row := s.onLine(s.Tokens[i].Line)
	first := row[0].Text
	if first == "do" && len(row) == 2 {
		return s.habitAt(i, "remove it: in Lua the block ends with end; a loop that tests at its end is repeat … until")
	}
	if (first == "}" || first == "end") && len(row) > 1 {
		first = row[1].Text
	}
	want := map[string]string{"if": "then", "elseif": "then", "while": "do", "for": "do"}[first]
	function := slices.ContainsFunc(row, func(t Token) bool { return t.Text == "function" })
	has := slices.ContainsFunc(row, func(t Token) bool { return t.Text == want })
	switch {
	case s.Tokens[i].Text == "do" && want == "then" && !has:
		return s.habitAt(i, "Lua writes then there")
	case s.Tokens[i].Text == "do":
		return nil
	case want != "" && !has && !slices.Contains([]string{want, "and", "or"}, s.textAfter(s.Tokens[i].Line)):
		return s.habitAt(i, "Lua writes "+want+" there, and end after the block")
	case s.TextAt(i-1) == "else", function && s.TextAt(i-1) == ")" && s.isHead(i-1) && s.Tokens[i].Text == "{":
		return s.habitAt(i, "remove it: in Lua the block ends with end")
	}
	return nil
}

// inBrackets reports whether a bracket is open on the line before the i-th token.
func (s *Source) inBrackets(i int) bool {
	closed := 0
	for j := i - 1; j >= 0 && s.Tokens[j].Line == s.Tokens[i].Line; j-- {
		switch s.Tokens[j].Text {
		case ")", "]", "}":
			closed++
		case "(", "[", "{":
			if closed--; closed < 0 {
				return true
			}
		}
	}
	return false
}

// textAfter returns the first token below a line, or "" if there is none.
func (s *Source) textAfter(line int) string {
	for _, t := range s.Tokens {
		if t.Line > line {
			return t.Text
		}
	}
	return ""
}
