package locale_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
)

// loaded returns the catalog of files, whose places are below content.
func loaded(t *testing.T, files map[string]string) *def.Catalog {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree["content/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, problems := load.NewLoader(load.Root{FS: tree}).Load()
	if c == nil || problems.Failed() {
		t.Fatal(problems)
	}
	return c
}

// openTranslator opens the translator of the game tale for a language.
func openTranslator(t *testing.T, c *def.Catalog, tag string) *locale.Translator {
	t.Helper()
	lang, ok := locale.Parse(tag)
	if !ok {
		t.Fatalf("%s is not a language", tag)
	}
	return locale.Open(c, found(t, c, "game/tale"), lang)
}

// found returns a definition.
func found(t *testing.T, c *def.Catalog, key string) *def.Definition {
	t.Helper()
	d, ok := c.Get(key)
	if !ok {
		t.Fatalf("there is no %s", key)
	}
	return d
}

// manifest returns the file pack.yaml of a pack that requires others.
func manifest(id string, requires ...string) string {
	text := "{kind: pack, format: 1, id: " + id + ", version: 1.0.0, title: T"
	if len(requires) > 0 {
		text += ", requires: {" + strings.Join(requires, ": '*', ") + ": '*'}"
	}
	return text + "}"
}

// tale is a game without definitions of its own.
const tale = "kind: game\nid: tale\nname: Tale\n"

// said returns the texts of a script, the first of which is on line 1 of a file.
func said(texts ...string) *locale.ScriptTexts {
	s := &locale.ScriptTexts{}
	for i, text := range texts {
		s.Add(text, diag.Place{File: "game.lua", Line: i + 1, Column: 1})
	}
	return s
}

// lines returns problems as text, with a line for each of their notes and edits.
// Problems of all languages but one are left out, and the names of files too.
func lines(problems diag.List, file string) string {
	var out []string
	for _, d := range problems {
		if d.Place.File != file {
			continue
		}
		out = append(out, strings.TrimPrefix(d.Error(), file+":"))
		for _, n := range d.Notes {
			out = append(out, fmt.Sprintf("  %s: %s", strings.TrimPrefix(n.Place.String(), file+":"), n.Message))
		}
		for _, e := range d.Edits {
			out = append(out, fmt.Sprintf("  %s: %q becomes %q", strings.TrimPrefix(e.Place.String(), file+":"), e.Old, e.New))
		}
	}
	return strings.Join(out, "\n")
}

// same reports a text of several lines that differs from what is wanted.
func same(t *testing.T, name, got, want string) {
	t.Helper()
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("%s:\n got\n%s\nwant\n%s", name, got, want)
	}
}
