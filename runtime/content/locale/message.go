package locale

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/diag"
)

// Message returns a message in the language of the translator, found by its fixed
// words. Arguments that are texts of content or messages are translated too. A
// message whose words have no translation keeps them, with its arguments
// translated.
func (t *Translator) Message(m *diag.Message) string {
	if t == nil || m == nil {
		return m.String()
	}
	text, ok := t.message(m)
	if flat := flatten(m); !ok && flat != m {
		if whole, ok := t.message(flat); ok {
			text = whole
		}
	}
	if m.Then != nil {
		text += " " + t.Message(m.Then)
	}
	return text
}

func (t *Translator) message(m *diag.Message) (text string, ok bool) {
	values := make([]string, len(m.Args))
	for i, a := range m.Args {
		switch a := a.(type) {
		case string:
			values[i] = t.word(a)
		case *diag.Message:
			values[i] = t.Message(a)
		default:
			values[i] = fmt.Sprint(a)
		}
	}
	if text, ok = t.translate(m.Format, values); ok {
		return text, true
	}
	pieces, _ := splitPlaceholders(m.Format)
	if n := len(values); n > 2 && len(pieces) == n+1 && pieces[0] == "" && pieces[n] == "" && allEqual(pieces[1:n]) {
		return t.list(values, pieces[1])
	}
	return text, false
}

// list returns values with a separator between them, which is translated like a
// sentence of two values: {one} and {other}.
func (t *Translator) list(values []string, separator string) (text string, ok bool) {
	text = values[0]
	for _, value := range values[1:] {
		text, ok = t.translate("{one}"+separator+"{other}", []string{text, value})
	}
	return text, ok
}

func allEqual(texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] })
}

// flatten returns a message as one sentence, with the words of its arguments in
// place of the arguments. It returns m itself if no argument is a message, or if
// the number of placeholders in a message differs from that of its arguments.
func flatten(m *diag.Message) *diag.Message {
	if !slices.ContainsFunc(m.Args, func(a any) bool { _, ok := a.(*diag.Message); return ok }) {
		return m
	}
	out := &diag.Message{}
	pieces, _ := splitPlaceholders(m.Format)
	if len(pieces) != len(m.Args)+1 {
		return m
	}
	for i, a := range m.Args {
		out.Format += pieces[i]
		inner, ok := a.(*diag.Message)
		if !ok {
			inner = &diag.Message{Format: "{v}", Args: []any{a}}
		}
		inner = flatten(inner)
		words, _ := splitPlaceholders(inner.Format)
		if len(words) != len(inner.Args)+1 {
			return m
		}
		for k, arg := range inner.Args {
			out.Args = append(out.Args, arg)
			out.Format += words[k] + "{v" + strconv.Itoa(len(out.Args)) + "}"
		}
		out.Format += words[len(inner.Args)]
	}
	out.Format += pieces[len(m.Args)]
	return out
}

// word returns the translation of a text that is written out in content,
// capitalized or not.
func (t *Translator) word(text string) string {
	if e := t.exact[text]; e != nil {
		return e.To
	}
	if e := t.lowercase[strings.ToLower(text)]; e != nil {
		return e.To
	}
	return text
}
