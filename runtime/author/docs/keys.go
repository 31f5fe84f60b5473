package docs

import (
	"slices"
	"strings"
)

// keys writes a table of the keys of a mapping. Nested mappings without a
// section of their own are written with dots, lists with [].
func (w *contentWriter) keys(of value, required []string) {
	w.line("")
	w.line("| key | form | meaning |")
	w.line("|---|---|---|")
	w.rows("", of, required)
}

// inline inserts the descriptions of shared definitions into the keys. Parts
// with a section of their own stay links.
func (w *contentWriter) inline(keys []field) []field {
	out := slices.Clone(keys)
	for i := range out {
		shared := w.resolve(out[i].value)
		if _, part := shared.get("properties"); !part {
			out[i].value = shared
		}
	}
	return out
}

func (w *contentWriter) rows(prefix string, of value, required []string) {
	for _, f := range of.fields {
		s := f.value
		meaning := s.text("description")
		if slices.Contains(required, f.key) {
			meaning = "**Required.** " + meaning
		}
		if d, ok := s.get("default"); ok {
			meaning += " Default: " + code(flow(d)) + "."
		}
		w.row(code(prefix+f.key), w.phrase(s, f.key), meaning+w.examples(s))
		if inner, ok := s.get("properties"); ok {
			w.rows(prefix+f.key+".", inner, s.words("required"))
		}
		if inner, ok := s.get("items", "properties"); ok {
			items, _ := s.get("items")
			w.rows(prefix+f.key+"[].", inner, items.words("required"))
		}
	}
}

func (w *contentWriter) examples(s value) string {
	list, ok := s.get("examples")
	if !ok {
		return ""
	}
	var out []string
	for _, e := range list.list {
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
func (w *contentWriter) phrase(s value, key string) string {
	name := refName(s)
	if name == "" {
		return w.form(s)
	}
	target := w.resolve(s)
	_, part := target.get("properties")
	if name == key && !part {
		return w.form(target)
	}
	if strings.HasPrefix(s.text("$ref"), envelope) || w.inEnvelope(name) {
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
	_, ok := w.all[envelope].get("definitions", name)
	return ok
}

// refName returns the last part of a reference, or "".
func refName(s value) string {
	ref := s.text("$ref")
	return ref[strings.LastIndex(ref, "/")+1:]
}

// resolve follows a reference to the envelope or within a kind.
func (w *contentWriter) resolve(s value) value {
	name := refName(s)
	if name == "" {
		return s
	}
	if found, ok := w.all[envelope].get("definitions", name); ok {
		return found
	}
	for _, kind := range w.kinds() {
		if found, ok := w.all[kind].get("definitions", name); ok {
			return found
		}
	}
	return s
}

// form describes in words what a schema allows.
func (w *contentWriter) form(s value) string {
	if c, ok := s.get("const"); ok {
		return code(flow(c))
	}
	if e, ok := s.get("enum"); ok {
		var out []string
		for _, item := range e.list {
			out = append(out, code(flow(item)))
		}
		return strings.Join(out, ", ")
	}
	var out []string
	for _, t := range s.words("type") {
		out = append(out, w.formOf(t, s))
	}
	if len(out) == 0 {
		return "anything"
	}
	return strings.Join(out, " or ")
}

func (w *contentWriter) formOf(sort string, s value) string {
	switch sort {
	case "integer":
		return "whole number" + bounds(s)
	case "number":
		return "number" + bounds(s)
	case "boolean":
		return "true or false"
	case "string":
		if n, ok := s.number("maxLength"); ok {
			return "text (up to " + n + " characters)"
		}
		return "text"
	case "array":
		items, ok := s.get("items")
		if !ok {
			return "list"
		}
		if refName(items) == "" && len(items.words("type")) > 1 {
			return "list of (" + w.form(items) + ")"
		}
		return "list of " + w.phrase(items, "")
	}
	if _, ok := s.get("properties"); ok {
		return "mapping"
	}
	if inner, ok := s.get("additionalProperties"); ok && inner.sort == '{' {
		return "mapping of names to " + w.phrase(inner, "")
	}
	return "mapping"
}

// bounds states the range of a number.
func bounds(s value) string {
	low, hasLow := s.number("minimum")
	high, hasHigh := s.number("maximum")
	above, hasAbove := s.number("exclusiveMinimum")
	switch {
	case hasLow && hasHigh:
		return ", " + low + " to " + high
	case hasLow:
		return ", from " + low
	case hasAbove && hasHigh:
		return ", above " + above + ", up to " + high
	case hasHigh:
		return ", up to " + high
	}
	return ""
}
