package lua

import (
	"bufio"
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"

	"sleight/runtime/diag"
)

// parse scans, checks and parses the text. prefix is inserted before the first
// line and does not count in positions.
func (s *source) parse(prefix string) ([]ast.Stmt, *diag.Diagnostic) {
	chunk, d := s.read(prefix)
	if d != nil && d.Code == "script/syntax" {
		if better := s.habit(d); better != nil {
			d = better
		}
	}
	return chunk, d
}

// read is parse without guessing what the author meant.
func (s *source) read(prefix string) ([]ast.Stmt, *diag.Diagnostic) {
	if d := s.scan(); d != nil {
		return nil, d
	}
	if d := s.blocks(); d != nil {
		return nil, d
	}
	if d := s.ambiguities(); d != nil {
		return nil, d
	}
	if chunk, ok := s.tree(prefix != ""); ok {
		return chunk, nil
	}
	return s.readByLibrary(prefix)
}

// readByLibrary is read for scanned tokens, by gopher-lua's parser.
func (s *source) readByLibrary(prefix string) ([]ast.Stmt, *diag.Diagnostic) {
	reader := readers.Get().(*bufio.Reader)
	defer readers.Put(reader)
	reader.Reset(strings.NewReader(prefix + s.text + "\n"))
	chunk, err := parse.Parse(reader, s.file)
	if err != nil {
		d := s.syntaxError(err, len(prefix))
		return nil, &d
	}
	return chunk, nil
}

// readers holds readers of the size that the parser asks for, which it then uses as
// they are.
var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 4096) }}

// lastPlace returns the place of the last Token, or the position just after it
// if the end is on its line.
func (s *source) lastPlace() diag.Place {
	end := len(s.tokens) - 1
	if end > 0 && s.tokens[end-1].Line < s.tokens[end].Line {
		return s.at(s.tokens[end-1])
	}
	return s.at(s.tokens[end])
}

// syntaxError converts an error of gopher-lua's parser, which is located just
// after the offending token, to a diagnostic.
func (s *source) syntaxError(err error, prefix int) diag.Diagnostic {
	var at *parse.Error
	if !errors.As(err, &at) {
		return diag.New("script/syntax", s.place(1, 0, 0), "the script is not valid Lua")
	}
	i := s.offender(at.Pos.Line, at.Pos.Column, prefix)
	t := s.tokens[i]
	if strings.Contains(at.Message, "ambiguous") {
		return s.ambiguousCall(t)
	}
	if t.Kind == endToken {
		return diag.New("script/syntax", s.lastPlace(), "the script ends in the middle of a statement")
	}
	if word, line := s.wordMissing(i); word != "" {
		row := s.onLine(line)
		return diag.New("script/syntax", s.at(row[len(row)-1]), "'%s' is missing at the end of this line", word).
			WithHint("write it after the condition")
	}
	if s.textAt(i-1) == "end" && s.textAt(i+1) == "=" {
		return diag.New("script/syntax", s.at(s.tokens[i-1]), "a comma is missing after this end").
			WithHint("separate the items of a table with commas")
	}
	d := diag.New("script/syntax", s.at(t), "unexpected '%s'", shorten(t.Text))
	if i > 0 && s.tokens[i-1].Line < t.Line {
		d = d.WithNote(s.at(s.tokens[i-1]), "or is something missing after this?")
	}
	if hint := s.syntaxHint(i); hint != "" {
		d = d.WithHint("%s", hint)
	}
	return d
}

// offender is the index of the token that ends at a byte column of a line.
func (s *source) offender(line, column, prefix int) int {
	if line == 1 {
		column -= prefix
	}
	best := len(s.tokens) - 1
	if line <= 0 {
		return best
	}
	for i := s.firstOf(line); i < len(s.tokens); i++ {
		if t := s.tokens[i]; t.Line > line || t.last >= column {
			best = i
			break
		}
	}
	return best
}

// wordMissing returns the word that is missing at the end of the line before
// the i-th token: then, or do. The token is the first of its line.
func (s *source) wordMissing(i int) (word string, line int) {
	if i == 0 || s.follows(i) {
		return "", 0
	}
	line = s.tokens[i-1].Line
	row := s.onLine(line)
	word = map[string]string{"if": "then", "elseif": "then", "for": "do", "while": "do"}[row[0].Text]
	if row[len(row)-1].Text == word {
		return "", 0
	}
	return word, line
}

// syntaxHint guesses what the author meant by the i-th token.
func (s *source) syntaxHint(i int) string {
	text, before := s.tokens[i].Text, s.textAt(i-1)
	switch {
	case text == "=" && strings.Contains(" + - * / % .. ", " "+before+" "):
		return "Lua has no " + before + "=; write: x = x " + before + " …"
	case text == "=" && (s.expression && s.tokens[i+1].Kind != endToken || s.inCondition(i) || s.afterReturn(i)):
		return "to compare, write =="
	case strings.Contains("+-*/", text) && s.textAt(i+1) == "=":
		return s.addition(i)
	case text == ":" && s.textAt(i+1) == "function", before == ":" && text == "function":
		return "in a table, write = between a name and its value"
	case text == "}" && before == "end":
		return "is there an end too many before it?"
	case text == "/" && (before == "/" || s.textAt(i+1) == "/"):
		return divides
	case text == "{" && !s.follows(i):
		return "is return missing before it?"
	case text == "continue" || before == "continue":
		return "Lua has no continue; put the rest in an if"
	case text == "+" && (before == "+" || s.textAt(i+1) == "+"):
		return s.increment(i)
	case s.tokens[i].Kind == NameToken && s.inCondition(i):
		return "is 'then' or 'do' missing?"
	}
	if hint := s.strangeHint(i); hint != "" {
		return hint
	}
	switch {
	case before == "return" || s.afterReturn(i) && s.endsValue(i-1):
		return "return must be the last statement of its block"
	case before != "" && (text == "}" || text == "," || slices.Contains([]TokenKind{NameToken, NumberToken, TextToken}, s.tokens[i].Kind)):
		return "is a comma or an operator missing before it?"
	}
	return ""
}

// textAt returns the text of the i-th token, or "" before the first and after the
// last.
func (s *source) textAt(i int) string {
	if i >= 0 && i < len(s.tokens) {
		return s.tokens[i].Text
	}
	return ""
}

// kindAt returns the kind of the i-th token, or endToken before the first and after
// the last.
func (s *source) kindAt(i int) TokenKind {
	if i >= 0 && i < len(s.tokens) {
		return s.tokens[i].Kind
	}
	return endToken
}

// addition returns the correct form of x += 1, whose sign is the i-th token.
func (s *source) addition(i int) string {
	sign, name := s.tokens[i].Text, cmp.Or(s.chain(i-1), "x")
	if variable, ok := strings.CutPrefix(name, "vars."); ok && (sign == "+" || sign == "-") {
		return "Lua has no " + sign + "=; write: change(vars, \"" + variable + "\", " + strings.TrimPrefix(sign, "+") + "…)"
	}
	return "Lua has no " + sign + "=; write: " + name + " = " + name + " " + sign + " …"
}

// increment returns the correct form of x++ or ++x, of which the i-th token is one sign.
func (s *source) increment(i int) string {
	for i > 0 && s.tokens[i].Text == "+" {
		i--
	}
	name := s.chain(i)
	if s.tokens[i].Line < s.tokens[i+1].Line || name == "" { // ++x
		for i++; s.textAt(i) == "+"; i++ {
		}
		for s.textAt(i+1) == "." {
			i += 2
		}
		name = s.chain(i)
	}
	name = cmp.Or(name, "x")
	return "write: " + name + " = " + name + " + 1"
}

// chain returns the name that ends with the i-th token, such as vars.gold, or "" if
// it is not one.
func (s *source) chain(i int) string {
	if s.kindAt(i) != NameToken {
		return ""
	}
	name := s.tokens[i].Text
	for s.textAt(i-1) == "." && s.kindAt(i-2) == NameToken {
		i -= 2
		name = s.tokens[i].Text + "." + name
	}
	return name
}

// inCondition reports whether the token is between if or while and then or do.
func (s *source) inCondition(i int) bool {
	for i--; i >= 0; i-- {
		switch s.tokens[i].Text {
		case "if", "while", "elseif":
			return true
		case "then", "do", "end", "local", "return", "=", "until":
			return false
		}
	}
	return false
}

// afterReturn reports whether a return precedes on the same line, with no
// bracket open in between.
func (s *source) afterReturn(i int) bool {
	closed := 0
	for j := i - 1; j >= 0 && s.tokens[j].Line == s.tokens[i].Line; j-- {
		switch s.tokens[j].Text {
		case "return":
			return true
		case ")", "]", "}":
			closed++
		case "(", "[", "{":
			if closed--; closed < 0 {
				return false
			}
		}
	}
	return false
}

// shorten cuts a text for a message.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:39]) + "…"
	}
	return text
}
