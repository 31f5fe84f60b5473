package locales_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/tests/golden"
)

// TestALanguageInSeveralFiles checks everything about locales whose texts are
// spread over files and packs, one of which has a name that is not a language:
// the problems, which file new texts go to, how the files are brought up to
// date, and what players read.
func TestALanguageInSeveralFiles(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/files.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	c := built(t, files)
	speech := lint.ScriptTexts(c)
	var out bytes.Buffer
	fmt.Fprintf(&out, "languages %v\n", locale.All(c.Catalog))
	problems := locale.Check(c.Catalog, speech)
	if err := render.Write(&out, problems, render.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, d := range problems {
		for _, e := range d.Edits {
			fmt.Fprintf(&out, "fix at %s: %q becomes %q\n", e.Place, e.Old, e.New)
		}
	}
	for _, tag := range []string{"de", "it", "nl"} {
		there := locale.Files(c.Catalog, "tale", tag)
		missing, all := locale.Untranslated(c.Catalog, "tale", tag, speech["tale"], locale.Present)
		fmt.Fprintf(&out, "%s begins %v and lacks %d of %d\n", tag, locale.TranslatedPacks(c.Catalog, there), len(missing), all)
		for i, pieces := range locale.AssignToFiles(c.Catalog, there, missing) {
			after := locale.Update(c.Catalog, there[i], []byte(files[there[i].Place.File]), pieces)
			fmt.Fprintf(&out, "%s: added %d, stale %d, skipped %v\n%s", there[i].Place, after.Added, after.Stale, after.Skipped, after.Text)
		}
	}
	for _, tag := range []string{"de", "de-AT", "it", "nl", "en"} {
		b := open(t, c, tag)
		fmt.Fprintf(&out, "%s (%s)\n", tag, b.Language())
		for _, d := range c.Catalog.All() {
			fmt.Fprintf(&out, "  %s: %s: %s\n", d.Key(), b.Name(d), b.Describe(d, nil))
		}
		word := func(s string) *diag.Message { return diag.Text(s) }
		for _, m := range []*diag.Message{
			{Format: "You go {x}.", Args: []any{word("Rat")}},
			{Format: "You {x}.", Args: []any{&diag.Message{Format: "go {y}", Args: []any{"Coin"}}}},
			{Format: "You {x}.", Args: []any{&diag.Message{Format: "go {y}", Args: []any{&diag.Message{Format: "{v}{w}", Args: []any{1, 2}}}}}},
			{Format: "{a}, {b}, {c}", Args: []any{word("Coin"), word("Rat"), word("Crown")}},
			{Format: "{a}, {b} or {c}", Args: []any{word("Coin"), word("Rat"), word("Crown")}},
			{Format: "{a} {b}", Args: []any{word("coin"), 2}, Then: &diag.Message{Format: "You go {x}.", Args: []any{3}}},
			{Format: "* * *"},
			{},
		} {
			fmt.Fprintf(&out, "  %q %q\n", m.Format, b.Message(m))
		}
		for _, sentence := range []string{"You go {way}.", "{a} {a}", "{a", "a}", "{A} x", "no gap", "{a}{b}", "{}", ""} {
			fmt.Fprintf(&out, "  %q %q\n", sentence, b.Translate(sentence, "1", "2"))
		}
		fmt.Fprintf(&out, "  %s\n", b.Problem(diag.Sentencef("unknown key %q", "promt")))
	}
	for _, text := range []string{"de", "de_AT.UTF-8", "sr@latin", "C", "POSIX", "", "und", "qq", "x!", "de-", "english", "en-US"} {
		lang, ok := locale.Parse(text)
		fmt.Fprintf(&out, "%q is the language %v: %v, the source %v\n", text, lang, ok, locale.IsSource(lang))
	}
	golden.Check(t, "testdata/files.golden", out.String())
}
