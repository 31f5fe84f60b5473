package locales_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/rules"
	"sleight/tests/golden"
)

const wholePath = "testdata/whole.txtar"

// whole returns the content of the archive: a game with every text that players
// can see, a pack that changes it, and locales in every state.
func whole(t *testing.T) (*rules.Content, map[string]string) {
	t.Helper()
	archive, err := txtar.ParseFile(wholePath)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		if !strings.HasPrefix(f.Name, "want/") {
			files[f.Name] = string(f.Data)
		}
	}
	return built(t, files), files
}

// compare compares a result with a section of the archive, or writes the
// section.
func compare(t *testing.T, name, got string) {
	t.Helper()
	archive, err := txtar.ParseFile(wholePath)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want/"+name })
	if golden.Updating() {
		section := txtar.File{Name: "want/" + name, Data: []byte(got)}
		if i < 0 {
			archive.Files = append(archive.Files, section)
		} else {
			archive.Files[i] = section
		}
		if err := os.WriteFile(wholePath, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := ""
	if i >= 0 {
		want = string(archive.Files[i].Data)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (go test -update writes it): %s", name, diff)
	}
}

// TestTextsThatPlayersSee checks which texts of each definition are to be
// translated, their order and places, and that an iteration may stop after any
// of them.
func TestTextsThatPlayersSee(t *testing.T) {
	c, _ := whole(t)
	var out strings.Builder
	for _, d := range c.Catalog.All() {
		all := 0
		for s := range locale.Texts(d) {
			fmt.Fprintf(&out, "%s %s: %s (%s)\n", d.Key(), s.Path, s.Text, s.Place)
			all++
		}
		for stop := range all {
			n := 0
			for range locale.Texts(d) {
				if n++; n > stop {
					break
				}
			}
		}
	}
	compare(t, "texts", out.String())
}

// TestMistakesInLocales checks the whole report on locales that contain
// every mistake.
func TestMistakesInLocales(t *testing.T) {
	c, _ := whole(t)
	var out bytes.Buffer
	problems := locale.Check(c.Catalog, lint.ScriptTexts(c))
	if err := render.Write(&out, problems, render.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, d := range problems {
		for _, e := range d.Edits {
			fmt.Fprintf(&out, "fix at %s: %q becomes %q\n", e.Place, e.Old, e.New)
		}
	}
	compare(t, "problems", out.String())
}

// TestLocaleReportsAreBounded checks that the report on a locale with very many
// mistakes, in texts or sentences, is bounded.
func TestLocaleReportsAreBounded(t *testing.T) {
	for name, text := range map[string]string{"texts": "texts:\n", "more": "texts:\n  game/tale:\n", "says": "says:\n"} {
		_, files := whole(t)
		for n := range 250 {
			switch name {
			case "texts":
				text += fmt.Sprintf("  relic/r%d: {name: {from: a, to: b}}\n", n)
			case "more":
				text += fmt.Sprintf("    r%d: {from: a, to: b}\n", n)
			default:
				text += fmt.Sprintf("  - {from: Nobody says %d, to: b}\n", n)
			}
		}
		for path := range files {
			if strings.Contains(path, "/locales/") {
				delete(files, path)
			}
		}
		files["content/tale/locales/de.yaml"] = "kind: locale\nid: de\n" + text
		c := built(t, files)
		if all := locale.Check(c.Catalog, lint.ScriptTexts(c)); len(all) != 200 {
			t.Errorf("%s: %d problems are reported, want 200", name, len(all))
		}
	}
}

// TestTextsToTranslateByPack checks which pack is to translate each text, and which texts
// a language lacks by each measure.
func TestTextsToTranslateByPack(t *testing.T) {
	c, _ := whole(t)
	speech := lint.ScriptTexts(c)
	var out strings.Builder
	for _, pack := range []string{"tale", "more", "none"} {
		fmt.Fprintf(&out, "%s:\n", pack)
		for _, p := range locale.Units(c.Catalog, pack, speech[pack]) {
			fmt.Fprintf(&out, "  %s\n", p.Key())
		}
		for _, tag := range []string{"de", "es", "fr", "xx"} {
			missing, all := locale.Untranslated(c.Catalog, pack, tag, speech[pack], locale.Present)
			fmt.Fprintf(&out, "  %s lacks %d of %d\n", tag, len(missing), all)
			for _, m := range []struct {
				name string
				has  func(*def.Node, string) bool
			}{{"started", locale.Started}, {"done", locale.Done}} {
				there := missing
				missing, _ = locale.Untranslated(c.Catalog, pack, tag, speech[pack], m.has)
				for _, p := range missing {
					if !slices.ContainsFunc(there, func(q locale.Unit) bool { return p.Key() == q.Key() }) {
						fmt.Fprintf(&out, "    not %s: %s\n", m.name, p.Key())
					}
				}
			}
		}
	}
	compare(t, "pieces", out.String())
}

// TestUpdatingLocales checks the files that updates write, first for
// changed sources, then for new texts, until the locale is up to date; and that
// a file with Windows line endings keeps them.
func TestUpdatingLocales(t *testing.T) {
	for _, tag := range []string{"es", "pl", "nl", "sv"} {
		path := "content/tale/locales/" + tag + ".yaml"
		c, files := whole(t)
		for round := 1; ; round++ {
			if round > 4 {
				t.Fatalf("%s is never up to date", tag)
			}
			after := updated(t, c, tag, files[path])
			text := fmt.Sprintf("added %d, stale %d, skipped %v\n%s", after.Added, after.Stale, after.Skipped, after.Text)
			if after.Added+after.Stale > 0 || round == 1 {
				compare(t, fmt.Sprintf("%s %d", tag, round), text)
			}
			dos := strings.ReplaceAll(files[path], "\n", "\r\n")
			files[path] = dos
			again := updated(t, built(t, files), tag, dos)
			if diff := cmp.Diff(strings.ReplaceAll(string(after.Text), "\n", "\r\n"), string(again.Text)); diff != "" {
				t.Errorf("with Windows line ends: %s", diff)
			}
			if after.Added+after.Stale == 0 {
				if string(after.Text) != files[path] && strings.ReplaceAll(string(after.Text), "\n", "\r\n") != files[path] {
					t.Error("a locale that is up to date changes")
				}
				break
			}
			files[path] = string(after.Text)
			c = built(t, files)
		}
	}
}

// updated updates a locale of the pack tale.
func updated(t *testing.T, c *rules.Content, tag, text string) locale.UpdateResult {
	t.Helper()
	for _, l := range c.Catalog.Locales {
		if l.Tag == tag && l.Pack == "tale" {
			missing, _ := locale.Untranslated(c.Catalog, "tale", tag, lint.ScriptTexts(c)["tale"], locale.Present)
			return locale.Update(c.Catalog, l, []byte(text), missing)
		}
	}
	t.Fatalf("there is no locale %s", tag)
	return locale.UpdateResult{}
}

// TestNewLocales checks the whole file of a new locale.
func TestNewLocales(t *testing.T) {
	c, _ := whole(t)
	speech := lint.ScriptTexts(c)
	var out strings.Builder
	pieces := locale.Units(c.Catalog, "tale", speech["tale"])
	out.Write(locale.New("it", "tale", pieces))
	out.Write(locale.New("it", "more", pieces[:1]))
	out.Write(locale.New("it", "more", nil))
	compare(t, "new", out.String())
}

// TestPartlyValidLocales checks what players see of each text with a partly valid
// locale.
func TestPartlyValidLocales(t *testing.T) {
	c, _ := whole(t)
	var out strings.Builder
	for _, tag := range []string{"de", "fr-CA", "en"} {
		b := open(t, c, tag)
		fmt.Fprintf(&out, "%s (%s)\n", tag, b.Language())
		for _, d := range c.Catalog.All() {
			fmt.Fprintf(&out, "  %s: %s\n", d.Key(), b.Name(d))
			for s := range locale.Texts(d) {
				if text := b.Text(d, s.Path, s.Text); text != s.Text {
					fmt.Fprintf(&out, "    %s: %s\n", s.Path, text)
				}
			}
		}
		for _, m := range []*diag.Message{
			diag.Text("coin"), diag.Text("FLIP IT"),
			{Format: "You go {x}.", Args: []any{"Coin"}},
			{Format: "You leave {a} and {b}.", Args: []any{diag.Text("Coin"), 1}, Then: diag.Text("You wait")},
			nil,
		} {
			fmt.Fprintf(&out, "  %s\n", b.Message(m))
		}
		fmt.Fprintf(&out, "  %s; %s\n", b.Translate("You go {way}.", "on"), b.Translate("Nobody says {x}.", "it"))
		fmt.Fprintf(&out, "  %s\n", b.Problem(diag.Sentencef("unknown key %q", "promt")))
	}
	compare(t, "books", out.String())
}
