package board

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/icon"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// Keyword is a word that a text mentions, with its explanation.
type Keyword struct {
	Name string `json:"name"`
	Text string `json:"text"`
	// Icon is a character for text screens, Drawing the name of an icon for
	// graphical ones.
	Icon    string `json:"icon,omitempty"`
	Drawing string `json:"drawing,omitempty"`
}

// Span is a part of a text.
type Span struct {
	Text string `json:"text"`
	// Printed is the value printed on the definition, if this is a number that
	// differs from it.
	Printed string `json:"printed,omitempty"`
}

// Words is a text for players.
type Words struct {
	Text string `json:"text,omitempty"`
	// Spans are the parts of the text if any of its numbers differs from the
	// one printed on the definition.
	Spans []Span `json:"spans,omitempty"`
	// Keywords explain the words that the text mentions.
	Keywords []Keyword `json:"keywords,omitempty"`
}

// Marked returns the text, with each number that differs from the printed one
// shown as 6→9.
func (w *Words) Marked() string {
	if w.Spans == nil {
		return w.Text
	}
	var out strings.Builder
	for _, s := range w.Spans {
		if s.Printed != "" {
			out.WriteString(s.Printed + "→")
		}
		out.WriteString(s.Text)
	}
	return out.String()
}

// Explained returns the marked text, followed by the explanations of its
// keywords in brackets.
func (w *Words) Explained() string {
	text := w.Marked()
	for _, k := range w.Keywords {
		text += " (" + k.Name + ": " + k.Text + ")"
	}
	return text
}

// describe returns the text of a definition for an entity, or for the definition
// by itself.
func (vw *Viewer) describe(d *def.Definition, id state.ID) Words {
	keywords := appendMentioned(nil, d)
	live := len(d.Expressions) > 0 || slices.ContainsFunc(keywords, func(k *def.Definition) bool { return len(k.Expressions) > 0 })
	return vw.cached(textKey{of: d, section: "description"}, live, func() Words {
		w := vw.words(d, "text", d.Text, id)
		for _, k := range keywords {
			sign, drawing := icon.Split(k.Data.TextOr("icon", ""))
			w.Keywords = append(w.Keywords, Keyword{vw.nameOf(k), vw.words(k, "text", k.Text, state.None).Text, sign, drawing})
		}
		return w
	})
}

// appendMentioned appends the keywords that a definition mentions, and those that
// these mention, each once.
func appendMentioned(list []*def.Definition, d *def.Definition) []*def.Definition {
	for _, k := range d.Keywords {
		if !slices.Contains(list, k) {
			list = appendMentioned(append(list, k), k)
		}
	}
	return list
}

// words fills in the placeholders of a text.
func (vw *Viewer) words(d *def.Definition, path, source string, id state.ID) Words {
	return vw.cached(textKey{of: d, section: "words", key: path}, isLive(d, source), func() Words { return vw.newWords(d, path, source, id) })
}

func (vw *Viewer) newWords(d *def.Definition, path, source string, id state.ID) Words {
	var values locale.Values
	if len(d.Expressions) > 0 {
		values = &liveValues{vw, d, id}
	}
	spans := vw.translator.Spans(d, path, source, values)
	w := Words{Text: locale.Join(spans)}
	if slices.ContainsFunc(spans, func(s locale.Span) bool { return s.Printed != "" }) {
		for _, s := range spans {
			w.Spans = append(w.Spans, Span(s))
		}
	}
	return w
}

// liveValues evaluates the expressions in the texts of a definition. It
// implements locale.Values.
type liveValues struct {
	viewer *Viewer
	of     *def.Definition
	entity state.ID
}

// Value returns the value of an expression in play, and the printed one. A
// question mark stands for a value that cannot be computed.
func (l *liveValues) Value(code string) (now, printed string) {
	vw := l.viewer
	live := vw.session.Game().TextExpression(l.of, code)
	if live == nil {
		return "?", "?"
	}
	printed = vw.Value(live.Printed)
	self := api.Self{Entity: l.entity}
	if l.entity == state.None {
		self.Definition = l.of
	}
	value, public, problem := vw.evaluate(func() (state.Value, *diag.Diagnostic) { return vw.session.EvaluateText(live, self, vw.player) })
	if !public {
		return unknown, unknown
	}
	if problem != nil && l.entity == state.None && l.of.Kind != "game" {
		return printed, printed // it may need what only entities have
	}
	if problem != nil {
		return "?", printed
	}
	return vw.Value(value), printed
}
