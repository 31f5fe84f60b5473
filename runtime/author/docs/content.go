package docs

import (
	"cmp"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Content generates the page of everything a definition may contain, in
// Markdown: every kind with its keys, and the shared parts once, with links to
// them.
func Content(from fs.FS) ([]byte, error) {
	all, err := readSchemas(from)
	if err != nil {
		return nil, err
	}
	w := &contentWriter{all: all, common: commonKeys(all)}
	w.intro()
	w.section("Common keys")
	w.line("Most kinds have these. Each kind below says which of them it lacks.")
	w.keys(object(w.inline(w.common)...), []string{"kind", "id"})
	for _, kind := range w.kinds() {
		w.kind(kind, all[kind])
	}
	w.shared()
	return w.bytes(), nil
}

// contentWriter writes the content page.
type contentWriter struct {
	page
	all    schemas
	common []field
	// linked lists the shared definitions that are linked to, in order of first
	// use.
	linked []string
}

// kinds lists the kinds: the game first, since the others serve it.
func (w *contentWriter) kinds() []string {
	names := slices.Sorted(maps.Keys(w.all))
	names = slices.DeleteFunc(names, func(n string) bool { return n == envelope })
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return names
}

func rank(kind string) int {
	if kind == "game" {
		return 0
	}
	return 1
}

func (w *contentWriter) intro() {
	w.line("# Content")
	w.line("")
	w.line(generated("`schemas/*" + schemaSuffix + "`"))
	w.line("")
	w.line("A definition is one document of a YAML file below `content/PACK/`, where PACK names your pack. Its")
	w.line("`kind` decides which keys it may have. Several definitions in a file are divided by a line `---`.")
	w.line("Editors that know YAML schemas check and explain the same keys while you type: begin a file with")
	w.line("`# yaml-language-server: $schema=` and the path to the kind's schema.")
	w.line("")
	w.line("Kinds:")
	for _, kind := range w.kinds() {
		w.line("- " + link(w.all[kind].text("title")) + ": " + w.all[kind].text("description"))
	}
	w.line("")
	w.line("A pack adds a kind of its own by a file `schemas/KIND" + schemaSuffix + "` in its workspace, in the")
	w.line("form of the schemas here.")
	w.line("")
	w.line("What a kind means to the engine is listed under `traits` in its schema (`\"traits\": [\"die\"]`); a pack's own kinds may have them too:")
	w.line("")
	w.line("| trait | what its definitions say | what its entities have | what works with them |")
	w.line("|---|---|---|---|")
	w.line("| `die` | `sides` or `faces`, and `color` | `value`, `sides`, `held`, `locked`, `face` | every function for dice; they are drawn as dice |")
	w.line("| `card` | | `face_up` | `reveal` and `hide`; they are seen face up in a hidden zone |")
	w.line("| `hp` | `hp` | `hp`, `max_hp` | `damage` and `heal`; they are drawn with a bar |")
}

func (w *contentWriter) section(title string) {
	w.line("")
	w.line("## " + title)
	w.line("")
}

// kind writes the section of one kind and of the parts that only it has.
func (w *contentWriter) kind(name string, s value) {
	w.section(s.text("title"))
	w.line(s.text("description"))
	w.line("")
	w.line(w.commonOf(s))
	if need := needed(s); need != "" {
		w.line(need)
	}
	own, _ := s.get("properties")
	own.fields = slices.DeleteFunc(slices.Clone(own.fields), func(f field) bool { return isCommon(w.common, f.key) })
	if len(own.fields) > 0 {
		w.keys(own, s.words("required"))
	}
	if examples, ok := s.get("examples"); ok {
		for _, e := range examples.list {
			w.block("yaml", block(e, ""))
		}
	}
	parts, _ := s.get("definitions")
	for _, part := range parts.fields {
		if _, whole := part.value.get("properties"); whole {
			w.part(part.key, part.value)
		}
	}
}

// part writes the section of a mapping that other mappings contain.
func (w *contentWriter) part(name string, s value) {
	w.line("")
	w.line("### " + title(name))
	w.line("")
	w.line(s.text("description"))
	if p, ok := s.get("properties"); ok {
		w.keys(p, s.words("required"))
		if rest, ok := s.get("additionalProperties"); ok && rest.sort == '{' {
			w.line("")
			w.line("Any other key: " + w.phrase(rest, "") + ". " + rest.text("description"))
		}
	} else {
		w.line("")
		w.line("Form: " + w.form(s) + "." + w.examples(s))
	}
}

// shared writes the linked parts, and those that these link to in turn.
func (w *contentWriter) shared() {
	w.section("Shared parts")
	w.line("What several keys hold.")
	for i := 0; i < len(w.linked); i++ {
		s, _ := w.all[envelope].get("definitions", w.linked[i])
		w.part(w.linked[i], s)
	}
}

// commonOf lists the common keys that a kind has.
func (w *contentWriter) commonOf(s value) string {
	var have, lack []string
	for _, f := range w.common {
		if _, ok := s.get("properties", f.key); ok {
			have = append(have, code(f.key))
		} else {
			lack = append(lack, code(f.key))
		}
	}
	keys := link("Common keys")
	switch {
	case len(lack) == 0:
		return keys + ": all."
	case len(have) < len(lack):
		return keys + ": only " + and(have) + "."
	}
	return keys + ": all but " + and(lack) + "."
}

// commonKeys are the keys that several kinds share through the definition of
// the same name in the envelope, in the order of the kind that has the most of
// them.
func commonKeys(all schemas) []field {
	count := map[string]int{}
	var longest []field
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		p, ok := all[kind].get("properties")
		if !ok {
			continue
		}
		var keys []field
		for _, f := range p.fields {
			if f.key == "kind" || strings.HasSuffix(f.value.text("$ref"), envelope+schemaSuffix+"#/definitions/"+f.key) {
				count[f.key]++
				keys = append(keys, f)
			}
		}
		if len(keys) > len(longest) {
			longest = keys
		}
	}
	longest = slices.DeleteFunc(slices.Clone(longest), func(f field) bool { return count[f.key] < 2 })
	for i := range longest {
		if longest[i].key == "kind" {
			longest[i].value = object(field{"type", value{plain: "string"}}, field{"description", value{plain: "What the definition is: one of the kinds below."}})
		}
	}
	return longest
}

func isCommon(common []field, key string) bool {
	return slices.ContainsFunc(common, func(f field) bool { return f.key == key })
}

func object(fields ...field) value { return value{sort: '{', fields: fields} }

// needed lists the keys that a kind requires depending on whether it extends
// another definition.
func needed(s value) string {
	otherwise, ok := s.get("else")
	if !ok {
		return ""
	}
	var keys []string
	for _, k := range otherwise.words("required") {
		keys = append(keys, code(k))
	}
	text := and(keys)
	if one, ok := otherwise.get("oneOf"); ok {
		for _, o := range one.list {
			for _, k := range o.words("required") {
				keys = append(keys, code(k))
			}
		}
		text = "one of " + and(keys)
	}
	return "Unless it `extends` another, it needs " + text + "."
}

func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func title(name string) string {
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
}
