package syntax

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

// Parse scans, checks and parses the text. prefix is inserted before the first
// line and does not count in positions.
func (s *Source) Parse(prefix string) ([]ast.Stmt, *diag.Diagnostic) {
	chunk, d := s.parse(prefix)
	if d != nil && d.Code == "script/syntax" {
		if better := s.habit(d); better != nil {
			d = better
		}
	}
	return chunk, d
}

// parse is like Parse, but does not guess what the author meant.
func (s *Source) parse(prefix string) ([]ast.Stmt, *diag.Diagnostic) {
	if d := s.Scan(); d != nil {
		return nil, d
	}
	if d := s.blocks(); d != nil {
		return nil, d
	}
	if d := s.ambiguities(); d != nil {
		return nil, d
	}
	if chunk, ok := s.Tree(prefix != ""); ok {
		return chunk, nil
	}
	return s.parseByLibrary(prefix)
}

// parseByLibrary is parse for scanned tokens, by gopher-lua's parser.
func (s *Source) parseByLibrary(prefix string) ([]ast.Stmt, *diag.Diagnostic) {
	reader := readers.Get().(*bufio.Reader)
	defer readers.Put(reader)
	reader.Reset(strings.NewReader(prefix + s.Text + "\n"))
	chunk, err := parse.Parse(reader, s.File)
	if err != nil {
		d := s.syntaxError(err, len(prefix))
		return nil, &d
	}
	return chunk, nil
}

// readers holds readers with the buffer size that the parser requires, so that it does
// not wrap them in another buffer.
var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 4096) }}

// lastPlace returns the place of the last Token, or the position just after it
// if the end is on its line.
func (s *Source) lastPlace() diag.Place {
	end := len(s.Tokens) - 1
	if end > 0 && s.Tokens[end-1].Line < s.Tokens[end].Line {
		return s.At(s.Tokens[end-1])
	}
	return s.At(s.Tokens[end])
}

// syntaxError converts an error of gopher-lua's parser, which is located just
// after the offending token, to a diagnostic.
func (s *Source) syntaxError(err error, prefix int) diag.Diagnostic {
	var at *parse.Error
	if !errors.As(err, &at) {
		return diag.New("script/syntax", s.PlaceAt(1, 0, 0), "the script is not valid Lua")
	}
	i := s.offender(at.Pos.Line, at.Pos.Column, prefix)
	t := s.Tokens[i]
	if strings.Contains(at.Message, "ambiguous") {
		return s.ambiguousCall(t)
	}
	if t.Kind == endToken {
		return diag.New("script/syntax", s.lastPlace(), "the script ends in the middle of a statement")
	}
	if word, line := s.wordMissing(i); word != "" {
		row := s.onLine(line)
		return diag.New("script/syntax", s.At(row[len(row)-1]), "'%s' is missing at the end of this line", word).
			WithHint("write it after the condition")
	}
	if s.TextAt(i-1) == "end" && s.TextAt(i+1) == "=" {
		return diag.New("script/syntax", s.At(s.Tokens[i-1]), "a comma is missing after this end").
			WithHint("separate the items of a table with commas")
	}
	d := diag.New("script/syntax", s.At(t), "unexpected '%s'", Shorten(t.Text))
	if i > 0 && s.Tokens[i-1].Line < t.Line {
		d = d.WithNote(s.At(s.Tokens[i-1]), "or is something missing after this?")
	}
	if hint := s.syntaxHint(i); hint != "" {
		d = d.WithHint("%s", hint)
	}
	return d
}

// offender is the index of the token that ends at a byte column of a line.
func (s *Source) offender(line, column, prefix int) int {
	if line == 1 {
		column -= prefix
	}
	best := len(s.Tokens) - 1
	if line <= 0 {
		return best
	}
	for i := s.FirstOf(line); i < len(s.Tokens); i++ {
		if t := s.Tokens[i]; t.Line > line || t.last >= column {
			best = i
			break
		}
	}
	return best
}

// wordMissing returns the word that is missing at the end of the line before
// the i-th token: then, or do. The token is the first of its line.
func (s *Source) wordMissing(i int) (word string, line int) {
	if i == 0 || s.follows(i) {
		return "", 0
	}
	line = s.Tokens[i-1].Line
	row := s.onLine(line)
	word = map[string]string{"if": "then", "elseif": "then", "for": "do", "while": "do"}[row[0].Text]
	if row[len(row)-1].Text == word {
		return "", 0
	}
	return word, line
}

// syntaxHint guesses what the author meant by the i-th token.
func (s *Source) syntaxHint(i int) string {
	text, before := s.Tokens[i].Text, s.TextAt(i-1)
	switch {
	case text == "=" && strings.Contains(" + - * / % .. ", " "+before+" "):
		return "Lua has no " + before + "=; write: x = x " + before + " …"
	case text == "=" && (s.IsExpression && s.Tokens[i+1].Kind != endToken || s.inCondition(i) || s.afterReturn(i)):
		return "to compare, write =="
	case strings.Contains("+-*/", text) && s.TextAt(i+1) == "=":
		return s.addition(i)
	case text == ":" && s.TextAt(i+1) == "function", before == ":" && text == "function":
		return "in a table, write = between a name and its value"
	case text == "}" && before == "end":
		return "is there an end too many before it?"
	case text == "/" && (before == "/" || s.TextAt(i+1) == "/"):
		return divides
	case text == "{" && !s.follows(i):
		return "is return missing before it?"
	case text == "continue" || before == "continue":
		return "Lua has no continue; put the rest in an if"
	case text == "+" && (before == "+" || s.TextAt(i+1) == "+"):
		return s.increment(i)
	case s.Tokens[i].Kind == NameToken && s.inCondition(i):
		return "is 'then' or 'do' missing?"
	}
	if hint := s.strangeHint(i); hint != "" {
		return hint
	}
	switch {
	case before == "return" || s.afterReturn(i) && s.EndsValue(i-1):
		return "return must be the last statement of its block"
	case before != "" && (text == "}" || text == "," || slices.Contains([]TokenKind{NameToken, NumberToken, TextToken}, s.Tokens[i].Kind)):
		return "is a comma or an operator missing before it?"
	}
	return ""
}

// TextAt returns the text of the i-th token, or "" before the first and after the
// last.
func (s *Source) TextAt(i int) string {
	if i >= 0 && i < len(s.Tokens) {
		return s.Tokens[i].Text
	}
	return ""
}

// kindAt returns the kind of the i-th token, or endToken before the first and after
// the last.
func (s *Source) kindAt(i int) TokenKind {
	if i >= 0 && i < len(s.Tokens) {
		return s.Tokens[i].Kind
	}
	return endToken
}

// addition returns the correct form of x += 1, whose sign is the i-th token.
func (s *Source) addition(i int) string {
	sign, name := s.Tokens[i].Text, cmp.Or(s.chain(i-1), "x")
	if variable, ok := strings.CutPrefix(name, "vars."); ok && (sign == "+" || sign == "-") {
		return "Lua has no " + sign + "=; write: change(vars, \"" + variable + "\", " + strings.TrimPrefix(sign, "+") + "…)"
	}
	return "Lua has no " + sign + "=; write: " + name + " = " + name + " " + sign + " …"
}

// increment returns the correct form of x++ or ++x, of which the i-th token is one sign.
func (s *Source) increment(i int) string {
	for i > 0 && s.Tokens[i].Text == "+" {
		i--
	}
	name := s.chain(i)
	if s.Tokens[i].Line < s.Tokens[i+1].Line || name == "" { // ++x
		for i++; s.TextAt(i) == "+"; i++ {
		}
		for s.TextAt(i+1) == "." {
			i += 2
		}
		name = s.chain(i)
	}
	name = cmp.Or(name, "x")
	return "write: " + name + " = " + name + " + 1"
}

// chain returns the name that ends with the i-th token, such as vars.gold, or "" if
// it is not one.
func (s *Source) chain(i int) string {
	if s.kindAt(i) != NameToken {
		return ""
	}
	name := s.Tokens[i].Text
	for s.TextAt(i-1) == "." && s.kindAt(i-2) == NameToken {
		i -= 2
		name = s.Tokens[i].Text + "." + name
	}
	return name
}

// inCondition reports whether the token is between if or while and then or do.
func (s *Source) inCondition(i int) bool {
	for i--; i >= 0; i-- {
		switch s.Tokens[i].Text {
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
func (s *Source) afterReturn(i int) bool {
	closed := 0
	for j := i - 1; j >= 0 && s.Tokens[j].Line == s.Tokens[i].Line; j-- {
		switch s.Tokens[j].Text {
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

// Shorten cuts a text for a message.
func Shorten(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:39]) + "…"
	}
	return text
}
