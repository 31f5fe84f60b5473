package lua

import (
	"strings"

	"sleight/runtime/diag"
)

// Limits for one source. Parsing and building have no budget and recurse into
// nested code, so these limits are enforced before gopher-lua's parser sees the
// text. A source that reaches all of them compiles in less than a tenth of a
// second.
const (
	maxSize      = 256 << 10 // bytes
	maxTokens    = 20_000
	maxNesting   = 100 // brackets and blocks
	maxConstants = 2_000
	maxOperators = 200 // in one expression
	maxFunctions = 500
	maxRequires  = 50
	maxLocals    = 200 // of a function at once, as in PUC Lua
	maxCaptured  = 60  // outer locals that a function uses, as in PUC Lua
)

// source is a text being compiled with the place of its first character.
type source struct {
	text string
	file string
	path string // data path, for expressions
	// line and column are added to positions in the text.
	line, column int
	tokens       []Token
	list         *[]Token // that tokens was taken from, see release
	expression   bool     // the text is a single value
}

// place converts a position in the text to a place for the user.
func (s *source) place(line, column, width int) diag.Place {
	p := diag.Place{File: s.file, Line: line + s.line, Path: s.path, Length: width}
	if column > 0 {
		p.Column = column + s.column
	}
	return p
}

// at returns the place of a token.
func (s *source) at(t Token) diag.Place { return s.place(t.Line, t.Column, t.width) }

// find returns the place of a name on a line: its first use there by itself or,
// when field is set, as a field. The parser records lines only.
func (s *source) find(line int, name string, field bool) diag.Place {
	for i, t := range s.onLine(line) {
		if t.Text != name {
			continue
		}
		before := s.before(line, i)
		if isField := before == "." || before == ":"; isField == field {
			return s.at(t)
		}
	}
	return s.whole(line)
}

// findKey returns the place of a key of a table that begins on a line.
func (s *source) findKey(line int, name string) diag.Place {
	for i := s.firstOf(line); i+1 < len(s.tokens); i++ {
		if s.tokens[i].Text == name && s.tokens[i+1].Text == "=" {
			return s.at(s.tokens[i])
		}
	}
	return s.whole(line)
}

// findText returns the place of a text in quotes on a line or soon after it.
func (s *source) findText(line int, value string) diag.Place {
	for l := line; l < line+8; l++ {
		for _, t := range s.onLine(l) {
			if t.Kind == TextToken && strings.Trim(t.Text, `"'`) == value {
				at := s.at(t)
				at.Column++
				at.Length = max(1, t.width-2)
				return at
			}
		}
	}
	return s.whole(line)
}

// whole returns the place of a line's first token.
func (s *source) whole(line int) diag.Place {
	if row := s.onLine(line); len(row) > 0 {
		return s.place(line, row[0].Column, 0)
	}
	return s.place(line, 0, 0)
}

// onLine returns the tokens that begin on a line.
func (s *source) onLine(line int) []Token {
	first, last := s.firstOf(line), s.firstOf(line+1)
	return s.tokens[first:last]
}

// before returns the text of the token before the i-th of a line.
func (s *source) before(line, i int) string {
	if i += s.firstOf(line); i > 0 {
		return s.tokens[i-1].Text
	}
	return ""
}

// firstOf returns the index of the first token on or after a line.
func (s *source) firstOf(line int) int {
	low, high := 0, len(s.tokens)
	for low < high {
		middle := (low + high) / 2
		if s.tokens[middle].Line < line {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
