package locale

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"sleight/runtime/content/def"
)

// Values evaluates the expressions in the texts of a definition.
type Values interface {
	// Value returns the current value of an expression and the one that is
	// printed where no game runs, both as texts.
	Value(code string) (now, printed string)
}

// Span is a part of a text whose placeholders are filled in.
type Span struct {
	Text string
	// Printed is the value printed on the definition, if this is the value of an
	// expression that differs from it.
	Printed string
}

// unknownValue is shown for a value that nothing can compute.
const unknownValue = "?"

// Spans returns the translated text at a path of a definition, with its
// placeholders filled in. Neighbouring parts of which none is marked are one
// span. Values may be nil.
func (t *Translator) Spans(d *def.Definition, path, source string, values Values) []Span {
	text, lang := source, sourceForms
	if t != nil {
		if e := t.entry(d, path, source); e != nil {
			text, lang = pluralForm(d, e), t.forms
		} else if e := t.exact[source]; e != nil && !strings.Contains(source, "{") {
			return []Span{{Text: e.To}}
		}
	}
	if !strings.Contains(text, "{") {
		return []Span{{Text: text}}
	}
	f := filler{translator: t, of: d, move: moveAt(d, path), values: values, forms: lang}
	for _, p := range def.Parts(text) {
		f.part(text, p)
	}
	return f.out
}

// moveAt returns the move that the text at a path describes, or nil.
func moveAt(d *def.Definition, path string) *def.Node {
	if rest, ok := strings.CutPrefix(path, "moves."); ok {
		name, _, _ := strings.Cut(rest, ".")
		return d.Data.Get("moves").Get(name)
	}
	return nil
}

// Join returns the text of spans.
func Join(spans []Span) string {
	if len(spans) == 1 {
		return spans[0].Text
	}
	var out strings.Builder
	for _, s := range spans {
		out.WriteString(s.Text)
	}
	return out.String()
}

// pluralForm returns the translation in an entry, in the plural form that the
// parameter asks for if it has any.
func pluralForm(d *def.Definition, e *Entry) string {
	p, _ := d.Param(e.Count)
	return e.form(def.FormatParam(p.Default))
}

// filler fills in the placeholders of one text.
type filler struct {
	translator *Translator
	of         *def.Definition
	move       *def.Node // the move that the text describes, or nil
	values     Values
	forms      plurals
	out        []Span
}

func (f *filler) add(text, printed string) {
	last := len(f.out) - 1
	if printed == "" && last >= 0 && f.out[last].Printed == "" {
		f.out[last].Text += text
		return
	}
	f.out = append(f.out, Span{text, printed})
}

func (f *filler) part(text string, p def.Part) {
	if !p.IsPlaceholder() {
		f.add(p.Words, "")
		return
	}
	now, printed := "", ""
	if value, ok := def.MoveValue(f.move, p.Name); ok {
		now = value
	} else if param, ok := f.of.Param(p.Name); ok {
		now = def.FormatParam(param.Default)
	} else if p.Expression != "" {
		now, printed = unknownValue, unknownValue
		if f.values != nil {
			now, printed = f.values.Value(p.Expression)
		}
	} else {
		f.add(f.keyword(text, p), "")
		return
	}
	if printed == now {
		printed = ""
	}
	if p.Forms != nil { // the number itself is beside it
		now, printed = f.forms.choose(now, p.Forms), ""
	}
	f.add(now, printed)
}

// keyword returns the name of a keyword, or the form of it that the text asks
// for. A placeholder that mentions nothing stays as it is.
func (f *filler) keyword(text string, p def.Part) string {
	for _, k := range f.of.Keywords {
		if k.ID == p.Name {
			if len(p.Forms) > 0 {
				return p.Forms[0]
			}
			return f.translator.Name(k)
		}
	}
	return text[p.From:p.To]
}

// plurals are the plural categories of a language, in the order in which texts
// list their forms.
type plurals struct {
	lang  language.Tag
	names []string
}

// sourceForms are those of the language in which definitions are written.
var sourceForms = plurals{language.English, []string{"one", "other"}}

func pluralsOf(lang language.Tag) plurals { return plurals{lang, Forms(lang)} }

// choose returns the form for a number as written; for anything else, the last.
func (p plurals) choose(number string, forms []string) string {
	i := slices.Index(p.names, pluralCategory(p.lang, number))
	if i < 0 || i >= len(forms) {
		i = len(forms) - 1
	}
	return forms[i]
}
