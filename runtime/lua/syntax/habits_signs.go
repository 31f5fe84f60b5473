package syntax

import (
	"cmp"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// foreignPair reports two tokens that never follow each other in Lua; the first
// is the i-th.
func (s *Source) foreignPair(i int, before string, adjacent func(string) bool) *diag.Diagnostic {
	t, next := s.Tokens[i], s.TextAt(i+1)
	sameLine := i+1 < len(s.Tokens) && s.Tokens[i+1].Line == t.Line
	switch {
	case t.Text == "*" && adjacent("*"):
		return s.habitAt(i, "Lua writes x ^ y for a power")
	case t.Text == "<" && adjacent("<"), t.Text == ">" && adjacent(">"):
		return s.habitAt(i, "Lua has no operators for bits; multiply or divide instead")
	case t.Text == "=" && adjacent("+"):
		name := cmp.Or(s.chain(i-1), "x")
		return s.habitAt(i+1, "write: "+name+" = "+name+" + …")
	case t.Text == ":" && adjacent("="):
		return s.habitAt(i, "Lua assigns with =, and writes local before a new variable")
	case t.Text == "-" && adjacent(">"), t.Text == "::" && s.EndsValue(i-1) && s.TextAt(i+2) != "::" && s.TextAt(i-2) != "::", t.Text == ":" && adjacent(":"):
		return s.habitAt(i, "Lua writes a dot between a value and its field: self.name")
	case t.Text == "else" && next == "then" && sameLine:
		return s.habitAt(i+1, "else has no condition: write elseif … then, or only else")
	case t.Text == "end" && sameLine && s.ends(i+1) && slices.Contains([]string{"if", "for", "while", "function"}, next):
		return s.habitAt(i+1, "remove it: every block ends with end alone")
	case t.Text == "{" && before == ")" && sameLine && slices.Contains([]string{"return", "local", "if", "for", "while"}, next) && s.onLine(t.Line)[0].Text != "return":
		return s.habitAt(i, "remove it: in Lua the block ends with end")
	case t.Text == ";" && s.onLine(t.Line)[0].Text == "for" && !s.onLineBefore(i, "do"):
		return s.habitAt(i, "Lua writes: for i = 1, n do … end")
	case t.Text == "in" && s.inCondition(i) && s.onLine(t.Line)[0].Text != "for":
		return s.habitAt(i, "Lua has no in: to test for a key, write table[key] ~= nil; to search a list, loop over it with ipairs")
	case t.Text == ":" && s.kindAt(i-1) == TextToken && slices.Contains([]string{"{", ","}, s.TextAt(i-2)):
		return s.habitAt(i, "in a table, write = between a name and its value, without quotes around the name")
	case t.Text == ":" && sameLine && s.assigns(i):
		return s.habitAt(i, "Lua assigns with =")
	case t.Text == "if" && !s.starts(i) && s.EndsValue(i-1) && s.onLineAfter(i, "else") && !s.onLineAfter(i, "then"),
		t.Text == "if" && (s.follows(i) && slices.Contains([]string{"return", "=", "(", ",", ".."}, before) || s.IsExpression && i == 0):
		return s.habitAt(i, "Lua has no if within an expression; write: condition and this or that")
	}
	return nil
}

// assigns reports whether the colon at the i-th token is between a name at the
// start of a line and a value.
func (s *Source) assigns(i int) bool {
	row := s.onLine(s.Tokens[i].Line)
	if s.chain(i-1) == "" || row[0].Column != s.Tokens[i-1].Column-len([]rune(s.chain(i-1)))+len([]rune(s.Tokens[i-1].Text)) {
		return false
	}
	return s.ends(i+1) || s.Tokens[i+1].Kind != NameToken || !strings.Contains("({", s.TextAt(i+2)) && s.Tokens[i+2].Kind != TextToken
}

// onLineAfter reports whether a word comes after the i-th token on the same
// line.
func (s *Source) onLineAfter(i int, word string) bool {
	return slices.ContainsFunc(s.onLine(s.Tokens[i].Line), func(t Token) bool { return t.Text == word && t.Column > s.Tokens[i].Column })
}

// onLineBefore reports whether a word precedes the i-th token on its line.
func (s *Source) onLineBefore(i int, word string) bool {
	return slices.ContainsFunc(s.onLine(s.Tokens[i].Line), func(t Token) bool { return t.Text == word && t.Column < s.Tokens[i].Column })
}

// declares checks declarations and parameters in the manner of other languages at
// the i-th token, a name.
func (s *Source) declares(i int) *diag.Diagnostic {
	t, next := s.Tokens[i], s.TextAt(i+1)
	switch {
	case t.Text == "module" && next == "." && s.TextAt(i+2) == "exports":
		return s.habitAt(i, "a script ends with return { … }, a table of functions")
	case s.isProse(i):
		d := diag.New("script/syntax", s.At(t), "this line is not Lua").WithHint("if it is a note, write -- before it; else remove it")
		return &d
	case t.Text == "to" && s.EndsValue(i-1) && s.onLineBefore(i, "for") && !s.onLineBefore(i, "do"):
		return s.habitAt(i, "Lua writes a comma there: for i = 1, n do")
	case s.starts(i) && i+2 < len(s.Tokens) && s.Tokens[i+1].Kind == NameToken && s.Tokens[i+2].Text == "=" && s.Tokens[i+2].Line == t.Line && !IsKeyword(strings.ToLower(t.Text)):
		if _, near := diag.Nearest(t.Text, Keywords); !near {
			return s.habitAt(i, writesLocal+" before a new variable, and no type")
		}
	case s.TextAt(i-1) == "local" && next == ":" && s.TextAt(i+2) == "=":
		return s.habitAt(i+1, "Lua assigns with =")
	case s.TextAt(i-1) == "local" && next == ":":
		return s.habitAt(i+1, "variables in Lua have no type; remove it")
	case s.TextAt(i-1) == "local" && next == "==":
		return s.habitAt(i+1, "Lua assigns with one =")
	case s.TextAt(i-1) == "local" && next == "<" && s.TextAt(i+2) == "-":
		return s.habitAt(i+1, "Lua assigns with =")
	case s.isParameter(i) && next == "=":
		return s.habitAt(i+1, "parameters in Lua have no default; write in the function: "+t.Text+" = "+t.Text+" or …")
	case s.isParameter(i) && next == ":":
		return s.habitAt(i+1, "parameters in Lua have no type; remove it")
	case s.isParameter(i) && i+1 < len(s.Tokens) && s.Tokens[i+1].Kind == NameToken && s.Tokens[i+1].Line == t.Line && (s.TextAt(i+2) == "," || s.TextAt(i+2) == ")"):
		return s.habitAt(i, "parameters in Lua have no type; remove it")
	}
	return nil
}

// isProse reports whether the line that starts with the i-th token has three
// names in a row, none of them a keyword of another language.
func (s *Source) isProse(i int) bool {
	if s.follows(i) || i+2 >= len(s.Tokens) || s.Tokens[i+2].Line != s.Tokens[i].Line {
		return false
	}
	return !slices.ContainsFunc(s.Tokens[i:i+3], func(t Token) bool {
		return t.Kind != NameToken || habitWords[t.Text] != ""
	})
}

// isParameter reports whether the i-th token is in a function's parameter list.
func (s *Source) isParameter(i int) bool {
	for j := i - 1; j >= 0 && s.Tokens[j].Line == s.Tokens[i].Line; j-- {
		switch t := s.Tokens[j]; {
		case t.Text == "(":
			return s.TextAt(j-1) == "function" || s.TextAt(j-2) == "function"
		case t.Kind != NameToken && t.Text != ",":
			return false
		}
	}
	return false
}

// operators are the binary operators.
const operators = " + - * / % ^ .. == ~= < > <= >= and or "

// strangeHint guesses what the author meant by the i-th token, which the parser
// rejected there. Unlike in foreignPair, some of these patterns may be valid
// Lua elsewhere.
func (s *Source) strangeHint(i int) string {
	t, before, next := s.Tokens[i], s.TextAt(i-1), s.TextAt(i+1)
	isOperator := strings.Contains(operators, " "+t.Text+" ")
	switch {
	case s.IsExpression && t.Text == "return" && i == 0:
		return "an expression is only the value; remove return"
	case t.Text == "local" && before == "local":
		return "local is written once"
	case before == "local" && strings.Contains("{[", t.Text):
		return "Lua writes: local a, b = x.a, x.b"
	case t.Text == "not" && s.EndsValue(i-1):
		return "Lua writes ~= for \"is not equal\""
	case isOperator && (before == "and" || before == "or"):
		return "repeat what is compared: x >= 1 " + before + " x <= 5"
	case t.Kind == TextToken && s.kindAt(i-1) == TextToken && slices.Contains([]string{"==", "~="}, s.TextAt(i-2)) && s.chain(i-3) != "":
		x, op := s.chain(i-3), s.Tokens[i-2].Text
		return "to compare with both, write: " + x + " " + op + " " + s.Tokens[i-1].Text + map[string]string{"==": " or ", "~=": " and "}[op] + x + " " + op + " " + t.Text
	case t.Kind == TextToken && s.kindAt(i-1) == TextToken:
		return "to join texts, write ..; a text of several lines is written [[ … ]]"
	case t.Text == "." && s.kindAt(i-1) == TextToken:
		return s.ofText(i)
	case t.Text == "[" && s.kindAt(i-1) == TextToken:
		return "a part of a text is string.sub(text, first, last), from 1"
	case t.Text == "." && before == "}":
		return "lists have no methods; loop over them with ipairs"
	case t.Text == ":" && s.IsWithin(i, "["):
		return "Lua has no slices; loop over the items from one to the other"
	case t.Text == ";" && s.chain(i-1) != "":
		return "to call it, write " + s.chain(i-1) + "()"
	case t.Text == "function" && s.EndsValue(i-1):
		return "is a comma missing before it?"
	case isOperator && next != t.Text && s.EndsValue(i-1) && (s.isBareValue(i) || s.chain(i-1) != "" && s.beginsLine(i-1)):
		return "this computes a value and does nothing with it: is return missing before it, or x = …?"
	case t.Text == "return" && i > 0 && s.onLine(s.Tokens[i-1].Line)[0].Text == "return":
		return "return must be the last statement of its block"
	}
	return ""
}

// ofText returns a hint for a string literal followed by a dot, which is the
// i-th token.
func (s *Source) ofText(i int) string {
	t, text := s.Tokens[i], s.Tokens[i-1]
	switch next := s.TextAt(i + 1); {
	case t.last-text.last > 1 || next == "":
		return "to join texts, write .."
	case next == "length" || next == "size":
		return "the length of a text is #" + Shorten(text.Text)
	case next == "format":
		return "write: string.format(\"… %s …\", x), or join texts with .."
	case slices.Contains(s.TextFunctions, next):
		return "write: string." + next + "(" + Shorten(text.Text) + ")"
	}
	return "texts have no such methods; see string. in the reference of the language"
}

// isBareValue reports whether the line of the i-th token starts with a value
// that is not used, judging by the tokens before it.
func (s *Source) isBareValue(i int) bool {
	for j := s.FirstOf(s.Tokens[i].Line); j < i; j++ {
		if j == s.FirstOf(s.Tokens[i].Line) && (s.Tokens[j].Kind != NameToken || !s.starts(j)) || s.Tokens[j].Text == "=" {
			return false
		}
	}
	return !s.IsWithin(i, "(") && !s.IsWithin(i, "[") && !s.IsWithin(i, "{")
}

// beginsLine reports whether the name that ends at the i-th token starts a
// statement.
func (s *Source) beginsLine(i int) bool {
	for s.TextAt(i-1) == "." {
		i -= 2
	}
	return s.starts(i) || s.Tokens[i-1].Text == ")" && s.isHead(i-1)
}

// isHead reports whether the closing parenthesis at the i-th token ends a
// function's parameter list.
func (s *Source) isHead(i int) bool {
	for i--; i >= 0 && s.Tokens[i].Text != "("; i-- {
	}
	return s.TextAt(i-1) == "function" || s.TextAt(i-2) == "function"
}

// IsWithin reports whether the innermost bracket around the i-th token is the
// given one.
func (s *Source) IsWithin(i int, bracket string) bool {
	closed := 0
	for i--; i >= 0; i-- {
		switch s.Tokens[i].Text {
		case ")", "]", "}":
			closed++
		case "(", "[", "{":
			if closed--; closed < 0 {
				return s.Tokens[i].Text == bracket
			}
		}
	}
	return false
}
