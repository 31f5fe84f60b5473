package locale

import (
	"slices"
	"strings"
	"unicode"

	"sleight/runtime/diag"
)

// Speech is what the Lua of a pack says.
type Speech struct {
	// Said are the texts that players are told, with a {name} where something is
	// put in, as far as that can be seen; each once, in the order of the files.
	Said   []Said
	quoted []string
	shapes map[string]bool // of what is said
}

// Quote notes a text in quotes, whoever it is for.
func (s *Speech) Quote(text string) {
	if strings.ContainsFunc(text, unicode.IsLetter) {
		s.quoted = append(s.quoted, text)
	}
}

// Said is a text that a script tells the players.
type Said struct {
	Text  string
	Place diag.Place
}

// Add notes a text that players are told, unless it has been noted or nothing
// of it can be read.
func (s *Speech) Add(text string, at diag.Place) {
	shape := shapeOf(text)
	if !readable(text) || s.shapes[shape] {
		return
	}
	if s.shapes == nil {
		s.shapes = map[string]bool{}
	}
	s.shapes[shape] = true
	s.Said = append(s.Said, Said{text, at})
}

// shapeOf is a sentence whatever its gaps are called.
func shapeOf(text string) string {
	pieces, _ := cut(text)
	return strings.Join(pieces, "\x00")
}

// readable tells whether a text has a letter outside of its gaps.
func readable(text string) bool {
	pieces, _ := cut(text)
	return slices.ContainsFunc(pieces, func(piece string) bool {
		return strings.ContainsFunc(piece, func(r rune) bool { return r > 127 || 'a' <= r|0x20 && r|0x20 <= 'z' })
	})
}

// says tells whether a script can have said a text: each of its fixed parts
// stands in quotes somewhere.
func (s *Speech) says(text string) bool {
	if s == nil {
		return false
	}
	if s.shapes[shapeOf(text)] {
		return true
	}
	pieces, _ := cut(text)
	for _, piece := range pieces {
		if strings.TrimSpace(piece) != "" && !slices.ContainsFunc(s.quoted, func(q string) bool { return strings.Contains(q, piece) }) {
			return false
		}
	}
	return true
}
