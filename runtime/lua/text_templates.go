package lua

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"
)

// TextTemplates record how scripts compose texts, so that front ends can
// translate a text by its fixed words. They are not part of a game: they cost
// no fuel, and a text that has been dropped is only shown as written. The zero
// value is ready to use; it is not safe for concurrent use.
type TextTemplates struct {
	recent, earlier map[string]TextTemplate
}

// TextTemplate is how a text was composed: fixed words with values between them.
type TextTemplate struct {
	// Fixed are the words around the values, one more than there are values.
	Fixed []string
	// Values are the values as texts, in order. They may have templates as well.
	Values []string
}

// Bounds on what is kept: the number of recent templates, and the bytes of one
// text.
const (
	maxTemplates   = 1000
	maxTemplateLen = 2000
)

// Of returns the template of a text, if a script has composed it of values.
func (t *TextTemplates) Of(text string) (TextTemplate, bool) {
	found, ok := t.recent[text]
	if !ok {
		if found, ok = t.earlier[text]; ok {
			t.record(text, found)
		}
	}
	return found, ok
}

// record records a template. If there are too many, it drops those that have not
// been used for longest.
func (t *TextTemplates) record(text string, template TextTemplate) {
	if len(text) > maxTemplateLen {
		return
	}
	if t.recent == nil || len(t.recent) == maxTemplates {
		t.recent, t.earlier = map[string]TextTemplate{}, t.recent
	}
	t.recent[text] = template
}

// templateWriter collects a template. A nil writer collects nothing.
type templateWriter struct {
	templates *TextTemplates
	fixed     strings.Builder
	template  TextTemplate
}

// templateWriter returns a writer, or nil if nobody needs templates.
func (vm *VM) templateWriter() *templateWriter {
	if vm.TextTemplates == nil {
		return nil
	}
	return &templateWriter{templates: vm.TextTemplates}
}

// maxParts is the maximum number of values in a template. A text with more is a
// list, which nobody translates as a sentence.
const maxParts = 64

// writes reports whether there is still a template to record.
func (w *templateWriter) writes() bool { return w != nil && len(w.template.Values) <= maxParts }

func (w *templateWriter) word(text string) {
	if w.writes() {
		w.fixed.WriteString(text)
	}
}

func (w *templateWriter) value(text string) {
	if w.writes() {
		w.template.Fixed = append(w.template.Fixed, w.fixed.String())
		w.template.Values = append(w.template.Values, text)
		w.fixed.Reset()
	}
}

// done records the template of a text, unless the text is fixed as a whole or is
// a single value.
func (w *templateWriter) done(text Value) {
	if !w.writes() || len(w.template.Values) == 0 || len(w.template.Values) == 1 && w.template.Values[0] == text.text() {
		return
	}
	w.template.Fixed = append(w.template.Fixed, w.fixed.String())
	w.templates.record(text.text(), w.template)
}

// recordTemplate records the template of a concatenation. fixed says which
// operands are literals of the script.
func (vm *VM) recordTemplate(text Value, parts []Value, fixed []bool) {
	w := vm.templateWriter()
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
