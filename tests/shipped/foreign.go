package shipped

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"sleight/content"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/rules"
	"sleight/scripts"
)

// Foreign is a language that is not built in, into which the content of InForeign is
// translated.
const Foreign = "eo"

// InForeign returns the shipped content with a translation of every text that `sleight
// locale update --engine` lists: each letter has become an ö. A letter of English
// on a screen is thus a text that no locale can translate.
func InForeign(t testing.TB) *rules.Content {
	t.Helper()
	c, err := foreign()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var foreign = sync.OnceValues(func() (*rules.Content, error) {
	c, problems := build()
	if c == nil {
		return nil, fmt.Errorf("the shipped content has problems:\n%v", problems)
	}
	files, speech := fstest.MapFS{}, lint.ScriptTexts(c)
	err := fs.WalkDir(content.Files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(content.Files, name)
		files[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, p := range c.Catalog.Packs() {
		units := locale.Units(c.Catalog, p.ID, speech[p.ID])
		own, _ := locale.MissingBuiltIn(c.Catalog, p.ID, Foreign, locale.Present)
		texts, says, last := "", "", ""
		for _, u := range append(units, own...) {
			entry := fmt.Sprintf("{from: %s, to: %s}\n", quoted(u.Text), quoted(pseudo(u.Text)))
			switch {
			case u.Definition == nil:
				says += "  - " + entry
			default:
				if u.Definition.Key() != last {
					last = u.Definition.Key()
					texts += "  " + last + ":\n"
				}
				texts += "    " + quoted(u.Path) + ": " + entry
			}
		}
		// Words that scripts compute are listed nowhere; the German locale knows them.
		for _, l := range locale.Files(c.Catalog, p.ID, "de") {
			data, _ := l.Read()
			for _, n := range data.All("says") {
				if from := n.TextOr("from", ""); !strings.Contains(says, "{from: "+quoted(from)+",") && !strings.Contains(from, "{") {
					says += fmt.Sprintf("  - {from: %s, to: %s}\n", quoted(from), quoted(pseudo(from)))
				}
			}
		}
		files[p.ID+"/locales/"+Foreign+".yaml"] = &fstest.MapFile{Data: []byte("kind: locale\nid: " + Foreign + "\ntexts:\n" + texts + "says:\n" + says)}
	}
	catalog, problems := load.NewLoader(load.Root{FS: load.Folders{"content": files, "scripts": scripts.Files}, Name: "foreign", Fixed: true}).Load()
	if catalog == nil {
		return nil, fmt.Errorf("the translated content has problems:\n%v", problems)
	}
	if found := locale.Check(catalog, speech); len(found) > 0 {
		return nil, fmt.Errorf("the locales have problems:\n%v", found)
	}
	out, problems := rules.Build(catalog, nil)
	if out == nil {
		return nil, fmt.Errorf("the translated content has problems:\n%v", problems)
	}
	return out, nil
})

// quoted returns a text as a JSON string, which YAML reads too.
func quoted(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

var (
	gap    = regexp.MustCompile(`\{[^{}]*\}`)
	letter = regexp.MustCompile(`[A-Za-z]`)
)

// pseudo replaces the letters of a text. Gaps keep their names; their forms are
// words.
func pseudo(text string) string {
	var out strings.Builder
	for text != "" {
		at := gap.FindStringIndex(text)
		if at == nil {
			at = []int{len(text), len(text)}
		}
		name, forms, _ := strings.Cut(text[at[0]:at[1]], "|")
		out.WriteString(letter.ReplaceAllString(text[:at[0]], "ö") + name)
		if forms != "" {
			out.WriteString("|" + letter.ReplaceAllString(forms, "ö"))
		}
		text = text[at[1]:]
	}
	return out.String()
}
