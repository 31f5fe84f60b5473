package syntax

import (
	"strings"

	"sleight/runtime/diag"
)

// Limits for one source. Parsing and compiling have no budget and recurse into
// nested code, so these limits are enforced before gopher-lua's parser sees the
// text. A source that reaches all of them compiles in less than a tenth of a
// second.
const (
	MaxSize      = 256 << 10 // bytes
	MaxTokens    = 20_000
	MaxNesting   = 100 // brackets and blocks
	MaxConstants = 2_000
	MaxOperators = 200 // in one expression
	MaxFunctions = 500
)

// Source is a text being compiled with the place of its first character.
type Source struct {
	Text string
	// File is the file that the text is from, and Path its path in the data of
	// that file if it is not a file of its own.
	File, Path string
	// Line and Column are added to positions in the text: those of its first
	// character, from 0.
	Line, Column int
	// IsExpression is set for a text that is a single value.
	IsExpression bool
	// TextFunctions are the functions of the library string, for hints.
	TextFunctions []string
	// Tokens are set by Scan and Parse. The last one marks the end.
	Tokens []Token
	list   *[]Token // that Tokens was taken from, see Release
}

// PlaceAt converts a position in the text to a place for the user.
func (s *Source) PlaceAt(line, column, width int) diag.Place {
	p := diag.Place{File: s.File, Line: line + s.Line, Path: s.Path, Length: width}
	if column > 0 {
		p.Column = column + s.Column
	}
	return p
}

// At returns the place of a token.
func (s *Source) At(t Token) diag.Place { return s.PlaceAt(t.Line, t.Column, t.width) }

// Find returns the place of a name on a line: its first use there by itself or,
// when field is set, as a field. The parser records lines only.
func (s *Source) Find(line int, name string, field bool) diag.Place {
	for i, t := range s.onLine(line) {
		if t.Text != name {
			continue
		}
		before := s.before(line, i)
		if isField := before == "." || before == ":"; isField == field {
			return s.At(t)
		}
	}
	return s.PlaceOfLine(line)
}

// FindKey returns the place of a key of a table that begins on a line.
func (s *Source) FindKey(line int, name string) diag.Place {
	for i := s.FirstOf(line); i+1 < len(s.Tokens); i++ {
		if s.Tokens[i].Text == name && s.Tokens[i+1].Text == "=" {
			return s.At(s.Tokens[i])
		}
	}
	return s.PlaceOfLine(line)
}

// FindLastKey returns the place of the last key with a name on a line.
func (s *Source) FindLastKey(line int, name string) diag.Place {
	for i := s.FirstOf(line+1) - 1; i >= s.FirstOf(line); i-- {
		if s.Tokens[i].Text == name && i+1 < len(s.Tokens) && s.Tokens[i+1].Text == "=" {
			return s.At(s.Tokens[i])
		}
	}
	return s.PlaceOfLine(line)
}

// FindText returns the place of a text in quotes on a line or soon after it.
func (s *Source) FindText(line int, value string) diag.Place {
	for l := line; l < line+8; l++ {
		for _, t := range s.onLine(l) {
			if t.Kind == TextToken && strings.Trim(t.Text, `"'`) == value {
				at := s.At(t)
				at.Column++
				at.Length = max(1, t.width-2)
				return at
			}
		}
	}
	return s.PlaceOfLine(line)
}

// PlaceOfLine returns the place of a line's first token.
func (s *Source) PlaceOfLine(line int) diag.Place {
	if row := s.onLine(line); len(row) > 0 {
		return s.PlaceAt(line, row[0].Column, 0)
	}
	return s.PlaceAt(line, 0, 0)
}

// onLine returns the tokens that begin on a line.
func (s *Source) onLine(line int) []Token {
	first, last := s.FirstOf(line), s.FirstOf(line+1)
	return s.Tokens[first:last]
}

// before returns the text of the token before the i-th of a line.
func (s *Source) before(line, i int) string {
	if i += s.FirstOf(line); i > 0 {
		return s.Tokens[i-1].Text
	}
	return ""
}

// FirstOf returns the index of the first token on or after a line.
func (s *Source) FirstOf(line int) int {
	low, high := 0, len(s.Tokens)
	for low < high {
		middle := (low + high) / 2
		if s.Tokens[middle].Line < line {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
