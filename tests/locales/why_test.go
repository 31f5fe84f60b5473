package locales_test

import (
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sleight/content"
	"sleight/runtime/content/def"
	"sleight/runtime/content/load"
	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/scripts"
	"sleight/tests/shipped"
)

// BenchmarkWhyLocalesAreReadLazily compares loading all games without their
// locales, with them, and with them all read at once.
func BenchmarkWhyLocalesAreReadLazily(b *testing.B) {
	with, without := fstest.MapFS{}, fstest.MapFS{}
	err := fs.WalkDir(content.Files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".yaml") {
			return err
		}
		text, err := content.Files.ReadFile(name)
		with[name] = &fstest.MapFile{Data: text}
		if !strings.Contains(name, "/locales/") {
			without[name] = with[name]
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	build := func(files fs.FS) *def.Catalog {
		c, problems := load.NewLoader(load.Root{FS: load.Folders{"content": files, "scripts": scripts.Files}}).Load()
		if c == nil {
			b.Fatal(problems)
		}
		return c
	}
	// In turns, and the fastest of each, since other processes use the machine.
	least := map[string]time.Duration{}
	take := func(name string, f func()) {
		runtime.GC()
		begun := time.Now()
		f()
		if took := time.Since(begun); least[name] == 0 || took < least[name] {
			least[name] = took
		}
	}
	for b.Loop() {
		take("without", func() { build(without) })
		take("unread", func() { build(with) })
		take("read", func() {
			for _, l := range build(with).Locales {
				l.Read()
			}
		})
	}
	for _, name := range []string{"unread", "read"} {
		b.ReportMetric(float64(least[name])/float64(least["without"]), name+"/without")
	}
}

// BenchmarkWhyTranslationsAreCached measures the translation of a name, a
// sentence, a nested sentence and an unknown one into German.
func BenchmarkWhyTranslationsAreCached(b *testing.B) {
	c := shipped.Content(b)
	german, _ := locale.Parse("de")
	g, _ := c.Game("mana_draw")
	translator := locale.Open(c.Catalog, g.Definition, german)
	for name, m := range map[string]*diag.Message{
		"name":     diag.Text("Mana Draw"),
		"sentence": {Format: "Set die to {v1}, gained {v2} {v3} mana", Args: []any{"red", "2", "red"}},
		"within":   {Format: "Players {v1} share the victory with {v2} points.", Args: []any{&diag.Message{Format: "{v1} and {v2}", Args: []any{"1", "3"}}, "21"}},
		"unknown":  diag.Text("Nobody has ever said this in any game."),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				translator.Message(m)
			}
		})
	}
}

// TestLocalesDoNotAffectGames checks that locales change neither the digest of a
// catalog, nor of its packs and definitions, nor the state of a game.
func TestLocalesDoNotAffectGames(t *testing.T) {
	files := func(locale string) fs.FS {
		out := fstest.MapFS{
			"content/a/game.yaml": {Data: []byte("{kind: game, id: a, name: A, phases: {p: {actions: [go]}}, actions: {go: {}}, lua: \"return {do_go = function() say('Gone.') end}\"}")},
		}
		if locale != "" {
			out["content/a/locales/de.yaml"] = &fstest.MapFile{Data: []byte(locale)}
		}
		return out
	}
	var seen []string
	for _, text := range []string{"", "{kind: locale, id: de, says: [{from: Gone., to: Fort.}]}", "this is no: [locale"} {
		catalog, problems := load.NewLoader(load.Root{FS: files(text)}).Load()
		if catalog == nil {
			t.Fatal(problems)
		}
		c, problems := rules.Build(catalog, nil)
		if c == nil {
			t.Fatal(problems)
		}
		s, problem := session.New(c, "a", session.Options{})
		if problem != nil {
			t.Fatal(problem)
		}
		r := s.Run("go")
		own, _ := catalog.Pack("a")
		seen = append(seen, strings.Join([]string{catalog.Digest, own.Sources, own.Digest, s.Hash(), r.Messages[0].Text}, " "))
	}
	if seen[0] != seen[1] || seen[0] != seen[2] {
		t.Errorf("a locale is seen by the game:\n%s", strings.Join(seen, "\n"))
	}
}
