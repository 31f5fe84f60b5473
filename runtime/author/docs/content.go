package docs

import (
	"cmp"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
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
	w.keys(w.inline(w.common), []string{"kind", "id"})
	for _, kind := range w.kinds() {
		w.kind(all[kind])
	}
	w.shared()
	return w.bytes(), nil
}

// contentWriter writes the content page.
type contentWriter struct {
	page
	all    schemas
	common []def.Field
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
	w.line("`kind` decides which keys it may have. Several definitions in a file are separated by a line `---`.")
	w.line("Editors that know YAML schemas check and explain the same keys while you type: begin a file with")
	w.line("`# yaml-language-server: $schema=` and the path to the kind's schema.")
	w.line("")
	w.line("Kinds:")
	for _, kind := range w.kinds() {
		w.line("- " + link(w.all[kind].TextOr("title", "")) + ": " + w.all[kind].TextOr("description", ""))
	}
	w.line("")
	w.line("A pack adds its own kind with a file `schemas/KIND" + schemaSuffix + "`, which `sleight new kind KIND` creates, in the same")
	w.line("format as the schemas here.")
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
func (w *contentWriter) kind(s *def.Node) {
	w.section(s.TextOr("title", ""))
	w.line(s.TextOr("description", ""))
	w.line("")
	w.line(w.commonOf(s))
	if need := requiredUnlessExtending(s); need != "" {
		w.line(need)
	}
	own := slices.DeleteFunc(slices.Clone(s.Each("properties")), func(f def.Field) bool { return isCommon(w.common, f.Key) })
	if len(own) > 0 {
		w.keys(own, words(s, "required"))
	}
	for _, e := range s.All("examples") {
		w.block("yaml", block(e, ""))
	}
	for _, part := range s.Each("definitions") {
		if part.Value.Get("properties") != nil {
			w.part(part.Key, part.Value)
		}
	}
}

// part writes the section of a mapping that other mappings contain.
func (w *contentWriter) part(name string, s *def.Node) {
	w.line("")
	w.line("### " + title(name))
	w.line("")
	w.line(s.TextOr("description", ""))
	if s.Get("properties") != nil {
		w.keys(s.Each("properties"), words(s, "required"))
		if rest := s.Get("additionalProperties"); rest != nil && rest.Type() == def.Map {
			w.line("")
			w.line("Any other key: " + w.phrase(rest, "") + ". " + rest.TextOr("description", ""))
		}
	} else {
		w.line("")
		w.line("Form: " + w.form(s) + "." + w.examples(s))
	}
}

// shared writes the linked parts, and those that these link to in turn.
func (w *contentWriter) shared() {
	w.section("Shared parts")
	w.line("Values that several keys may have.")
	for i := 0; i < len(w.linked); i++ {
		w.part(w.linked[i], w.all[envelope].Get("definitions").Get(w.linked[i]))
	}
}

// commonOf lists the common keys that a kind has.
func (w *contentWriter) commonOf(s *def.Node) string {
	var have, lack []string
	for _, f := range w.common {
		if s.Get("properties").Get(f.Key) != nil {
			have = append(have, code(f.Key))
		} else {
			lack = append(lack, code(f.Key))
		}
	}
	keys := link("Common keys")
	switch {
	case len(lack) == 0:
		return keys + ": all."
	case len(have) < len(lack):
		return keys + ": only " + joinAnd(have) + "."
	}
	return keys + ": all but " + joinAnd(lack) + "."
}

// commonKeys are the keys that several kinds share through the definition of
// the same name in the envelope, in the order of the kind that has the most of
// them.
func commonKeys(all schemas) []def.Field {
	count := map[string]int{}
	var longest []def.Field
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		var keys []def.Field
		for _, f := range all[kind].Each("properties") {
			if f.Key == "kind" || strings.HasSuffix(f.Value.TextOr("$ref", ""), envelope+schemaSuffix+"#/definitions/"+f.Key) {
				count[f.Key]++
				keys = append(keys, f)
			}
		}
		if len(keys) > len(longest) {
			longest = keys
		}
	}
	longest = slices.DeleteFunc(slices.Clone(longest), func(f def.Field) bool { return count[f.Key] < 2 })
	for i := range longest {
		if longest[i].Key == "kind" {
			longest[i].Value = def.NewMap(def.Position{}, []def.Field{
				{Key: "type", Value: def.NewText(def.Position{}, "string")},
				{Key: "description", Value: def.NewText(def.Position{}, "What the definition is: one of the kinds below.")},
			})
		}
	}
	return longest
}

func isCommon(common []def.Field, key string) bool {
	return slices.ContainsFunc(common, func(f def.Field) bool { return f.Key == key })
}

// requiredUnlessExtending lists the keys that a kind requires depending on whether it extends
// another definition.
func requiredUnlessExtending(s *def.Node) string {
	otherwise := s.Get("else")
	if otherwise == nil {
		return ""
	}
	var keys []string
	for _, k := range words(otherwise, "required") {
		keys = append(keys, code(k))
	}
	text := joinAnd(keys)
	if one := otherwise.All("oneOf"); one != nil {
		for _, o := range one {
			for _, k := range words(o, "required") {
				keys = append(keys, code(k))
			}
		}
		text = "one of " + joinAnd(keys)
	}
	return "Unless it `extends` another, it needs " + text + "."
}

func joinAnd(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func title(name string) string {
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
}
