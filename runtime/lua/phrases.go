package lua

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// Phrases record how scripts compose texts, so that front ends can translate a
// text by its fixed words. They are not part of a game: they cost no fuel, and
// a text that has been dropped is only shown as written. The zero value is
// ready to use; it is not safe for concurrent use.
type Phrases struct {
	recent, earlier map[string]Phrase
}

// Phrase is how a text was composed: fixed words with values between them.
type Phrase struct {
	// Fixed are the words around the values, one more than there are values.
	Fixed []string
	// Values are the values as texts, in order. They may be phrases as well.
	Values []string
}

// Bounds on what is kept: the number of recent phrases, and the bytes of one
// text.
const (
	maxPhrases   = 1000
	maxPhraseLen = 2000
)

// Of returns the phrase of a text, if a script has composed it of values.
func (p *Phrases) Of(text string) (Phrase, bool) {
	found, ok := p.recent[text]
	if !ok {
		if found, ok = p.earlier[text]; ok {
			p.note(text, found)
		}
	}
	return found, ok
}

// note records a phrase. If there are too many, it drops those that have not
// been used for longest.
func (p *Phrases) note(text string, phrase Phrase) {
	if len(text) > maxPhraseLen {
		return
	}
	if p.recent == nil || len(p.recent) == maxPhrases {
		p.recent, p.earlier = map[string]Phrase{}, p.recent
	}
	p.recent[text] = phrase
}

// phraseWriter collects a phrase. A nil writer collects nothing.
type phraseWriter struct {
	phrases *Phrases
	fixed   strings.Builder
	phrase  Phrase
}

// phraseWriter returns a writer, or nil if nobody needs phrases.
func (vm *VM) phraseWriter() *phraseWriter {
	if vm.Phrases == nil {
		return nil
	}
	return &phraseWriter{phrases: vm.Phrases}
}

// maxParts is the maximum number of values in a phrase. A text with more is a
// list, which nobody translates as a sentence.
const maxParts = 64

// writes reports whether there is still a phrase to record.
func (w *phraseWriter) writes() bool { return w != nil && len(w.phrase.Values) <= maxParts }

func (w *phraseWriter) word(text string) {
	if w.writes() {
		w.fixed.WriteString(text)
	}
}

func (w *phraseWriter) value(text string) {
	if w.writes() {
		w.phrase.Fixed = append(w.phrase.Fixed, w.fixed.String())
		w.phrase.Values = append(w.phrase.Values, text)
		w.fixed.Reset()
	}
}

// done records the phrase of a text, unless the text is fixed as a whole or is
// a single value.
func (w *phraseWriter) done(text Value) {
	if !w.writes() || len(w.phrase.Values) == 0 || len(w.phrase.Values) == 1 && w.phrase.Values[0] == text.text() {
		return
	}
	w.phrase.Fixed = append(w.phrase.Fixed, w.fixed.String())
	w.phrases.note(text.text(), w.phrase)
}

// notePhrase records the operands of a concatenation; fixed says which of them
// are literals of the script.
func (vm *VM) notePhrase(text Value, parts []Value, fixed []bool) {
	w := vm.phraseWriter()
	for i, part := range parts {
		if fixed[i] {
			w.word(part.String())
		} else {
			w.value(part.String())
		}
	}
	w.done(text)
}

// isFixed reports whether an expression is a text or number as written.
func isFixed(e ast.Expr) bool {
	switch e.(type) {
	case *ast.StringExpr, *ast.NumberExpr:
		return true
	}
	return false
}
