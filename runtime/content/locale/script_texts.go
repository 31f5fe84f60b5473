package locale

import (
	"slices"
	"strings"
	"unicode"

	"sleight/runtime/diag"
)

// ScriptTexts holds the texts in the Lua of a pack.
type ScriptTexts struct {
	// Sentences are the texts shown to players, with a {name} for each inserted
	// value, as far as the source shows it; each once, in the order of files.
	Sentences []Sentence
	// Incomplete is set if some Lua of the pack is not known, so that it may say anything.
	Incomplete bool
	quoted     []string
	shapes     map[string]bool // shapes of the texts in Sentences
}

// Quote records a string literal, whatever its purpose.
func (s *ScriptTexts) Quote(text string) {
	if strings.ContainsFunc(text, unicode.IsLetter) {
		s.quoted = append(s.quoted, text)
	}
}

// Sentence is a text that a script shows to players.
type Sentence struct {
	Text  string
	Place diag.Place
}

// Add records a text shown to players, unless it is already recorded or has no
// readable part.
func (s *ScriptTexts) Add(text string, at diag.Place) {
	shape := shapeOf(text)
	if !readable(text) || s.shapes[shape] {
		return
	}
	if s.shapes == nil {
		s.shapes = map[string]bool{}
	}
	s.shapes[shape] = true
	s.Sentences = append(s.Sentences, Sentence{text, at})
}

// shapeOf returns a sentence with the names of its placeholders removed.
func shapeOf(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	pieces, _ := splitPlaceholders(text)
	return strings.Join(pieces, "\x00")
}

// readable reports whether a text has a letter outside its placeholders.
func readable(text string) bool {
	hasLetter := func(piece string) bool {
		return strings.ContainsFunc(piece, func(r rune) bool { return r > 127 || 'a' <= r|0x20 && r|0x20 <= 'z' })
	}
	if !strings.Contains(text, "{") {
		return hasLetter(text)
	}
	pieces, _ := splitPlaceholders(text)
	return slices.ContainsFunc(pieces, hasLetter)
}

// canProduce reports whether a script can produce a text: each of its fixed parts
// occurs in a string literal.
func (s *ScriptTexts) canProduce(text string) bool {
	if s == nil {
		return false
	}
	if s.Incomplete || s.shapes[shapeOf(text)] {
		return true
	}
	pieces, _ := splitPlaceholders(text)
	for _, piece := range pieces {
		if strings.TrimSpace(piece) != "" && !slices.ContainsFunc(s.quoted, func(q string) bool { return strings.Contains(q, piece) }) {
			return false
		}
	}
	return true
}
