package docs

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
)

// keys writes a table of the keys of a mapping. Nested mappings without a
// section of their own are written with dots, lists with [].
func (w *contentWriter) keys(of []def.Field, required []string) {
	w.line("")
	w.line("| key | form | meaning |")
	w.line("|---|---|---|")
	w.rows("", of, required)
}

// inline inserts the descriptions of shared definitions into the keys. Parts
// with a section of their own stay links.
func (w *contentWriter) inline(keys []def.Field) []def.Field {
	out := slices.Clone(keys)
	for i := range out {
		shared := w.resolve(out[i].Value)
		if shared.Get("properties") == nil {
			out[i].Value = shared
		}
	}
	return out
}

func (w *contentWriter) rows(prefix string, of []def.Field, required []string) {
	for _, f := range of {
		s := f.Value
		meaning := s.TextOr("description", "")
		if slices.Contains(required, f.Key) {
			meaning = "**Required.** " + meaning
		}
		if d := s.Get("default"); d != nil {
			meaning += " Default: " + code(flow(d)) + "."
		}
		w.row(code(prefix+f.Key), w.phrase(s, f.Key), meaning+w.examples(s))
		w.rows(prefix+f.Key+".", s.Each("properties"), words(s, "required"))
		items := s.Get("items")
		w.rows(prefix+f.Key+"[].", items.Each("properties"), words(items, "required"))
	}
}

func (w *contentWriter) examples(s *def.Node) string {
	var out []string
	for _, e := range s.All("examples") {
		if text := flow(e); len(text) < 120 && !strings.Contains(text, "`") {
			out = append(out, code(text))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " Example: " + strings.Join(out, ", ")
}

// phrase describes in words what a value may be. A reference to a shared
// definition is a link, unless the definition only serves the key of the same
// name.
func (w *contentWriter) phrase(s *def.Node, key string) string {
	name := refName(s)
	if name == "" {
		return w.form(s)
	}
	target := w.resolve(s)
	part := target.Get("properties") != nil
	if name == key && !part {
		return w.form(target)
	}
	if strings.HasPrefix(s.TextOr("$ref", ""), envelope) || w.inEnvelope(name) {
		if !slices.Contains(w.linked, name) {
			w.linked = append(w.linked, name)
		}
	}
	if !part && !w.inEnvelope(name) {
		return w.form(target)
	}
	return link(title(name))
}

func (w *contentWriter) inEnvelope(name string) bool {
	return w.all[envelope].Get("definitions").Get(name) != nil
}

// refName returns the last part of a reference, or "".
func refName(s *def.Node) string {
	ref := s.TextOr("$ref", "")
	return ref[strings.LastIndex(ref, "/")+1:]
}

// resolve follows a reference to the envelope or within a kind.
func (w *contentWriter) resolve(s *def.Node) *def.Node {
	name := refName(s)
	if name == "" {
		return s
	}
	if found := w.all[envelope].Get("definitions").Get(name); found != nil {
		return found
	}
	for _, kind := range w.kinds() {
		if found := w.all[kind].Get("definitions").Get(name); found != nil {
			return found
		}
	}
	return s
}

// form describes in words what a schema allows.
func (w *contentWriter) form(s *def.Node) string {
	if c := s.Get("const"); c != nil {
		return code(flow(c))
	}
	if e := s.Get("enum"); e != nil {
		var out []string
		for _, item := range e.Items() {
			out = append(out, code(flow(item)))
		}
		return strings.Join(out, ", ")
	}
	var out []string
	for _, t := range words(s, "type") {
		out = append(out, w.formOf(t, s))
	}
	if len(out) == 0 {
		return "anything"
	}
	return strings.Join(out, " or ")
}

func (w *contentWriter) formOf(sort string, s *def.Node) string {
	switch sort {
	case "integer":
		return "whole number" + bounds(s)
	case "number":
		return "number" + bounds(s)
	case "boolean":
		return "true or false"
	case "string":
		if n := s.Get("maxLength"); n != nil {
			return "text (up to " + n.Show() + " characters)"
		}
		return "text"
	case "array":
		items := s.Get("items")
		if items == nil {
			return "list"
		}
		if refName(items) == "" && len(words(items, "type")) > 1 {
			return "list of (" + w.form(items) + ")"
		}
		return "list of " + w.phrase(items, "")
	}
	if s.Get("properties") != nil {
		return "mapping"
	}
	if inner := s.Get("additionalProperties"); inner != nil && inner.Type() == def.Map {
		return "mapping of names to " + w.phrase(inner, "")
	}
	return "mapping"
}

// bounds states the range of a number.
func bounds(s *def.Node) string {
	low, high, above := s.Get("minimum"), s.Get("maximum"), s.Get("exclusiveMinimum")
	switch {
	case low != nil && high != nil:
		return ", " + low.Show() + " to " + high.Show()
	case low != nil:
		return ", from " + low.Show()
	case above != nil && high != nil:
		return ", above " + above.Show() + ", up to " + high.Show()
	case high != nil:
		return ", up to " + high.Show()
	}
	return ""
}
