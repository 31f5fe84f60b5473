package lint_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/tests/golden"
)

func sources(tree fs.FS) func(string) ([]byte, bool) {
	return func(file string) ([]byte, bool) {
		text, err := fs.ReadFile(tree, file)
		return text, err == nil
	}
}

// TestWholeReport compares all reports about careless content, and doubtful
// content with values of the wrong types, with hints, notes and edits, with
// golden files.
func TestWholeReport(t *testing.T) {
	for _, name := range []string{"careless", "doubtful", "mixed", "taken", "fleet"} {
		tree := golden.Folder(t, "testdata/"+name)
		c := content(t, load.NewLoader(load.Root{FS: tree}), nil)
		var linter lint.Linter
		found := golden.Report(linter.Run(c, sources(tree)))
		golden.Check(t, "testdata/"+name+".golden", found)
		if again := golden.Report(linter.Run(c, sources(tree))); again != found {
			t.Errorf("the second time, %s has the report\n%s\nwant\n%s", name, again, found)
		}
	}
}

// TestWithoutSources checks what is reported if the texts of the files cannot be
// read: everything but what only they show.
func TestWithoutSources(t *testing.T) {
	edited := golden.Folder(t, "testdata/careless", "name: Careless\n", "name: Careless\ntext: Play\n  - or wait\n")
	for _, tree := range []fs.FS{golden.Folder(t, "testdata/fleet"), edited} {
		c := content(t, load.NewLoader(load.Root{FS: tree}), nil)
		var want strings.Builder
		for _, d := range lint.Run(c, sources(tree)) {
			if !strings.HasPrefix(d.Code, "style/") && !strings.Contains(d.Message.String(), "begins with a dash") {
				want.WriteString(golden.Report([]diag.Diagnostic{d}))
			}
		}
		if got := golden.Report(lint.Run(c, func(string) ([]byte, bool) { return nil, false })); got != want.String() {
			t.Errorf("without sources, the report is\n%s\nwant\n%s", got, want.String())
		}
	}
}

// TestProblemsAreReportedAtHome states the reports on two games, one of which uses the
// other's pack: the first does not report what only the other can use.
func TestProblemsAreReportedAtHome(t *testing.T) {
	tree := fstest.MapFS{
		"content/inn/pack.yaml":  {Data: []byte("{kind: pack, format: 1, id: inn, version: 1.0.0, title: Inn, requires: {quay: ^1.0}}\n")},
		"content/inn/game.yaml":  {Data: []byte("{kind: game, id: inn, name: Inn, text: Rest;, zones: {beds: {of: card, start: [cot]}}, actions: {rest: {}}, phases: {night: {actions: [rest]}}, lua: 'return { do_rest = function() win() end }'}\n---\n{kind: card, id: cot, name: Cot}\n---\n{kind: card, id: loft, name: Loft, params: {idle: 1}}\n")},
		"content/quay/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: quay, version: 1.0.0, title: Quay}\n")},
		"content/quay/game.yaml": {Data: []byte("{kind: game, id: quay, name: Quay, text: Sail., zones: {boats: {of: relic, start: [sloop]}}, actions: {sail: {}}, phases: {day: {actions: [sail]}}, lua: 'return { do_sail = function() win() end }'}\n---\n{kind: relic, id: sloop, name: Sloop, params: {sails: 3}, text: Has 4 sails.}\n---\n{kind: card, id: crane, name: Crane, lua: 'return { on_entered = function(self) self.text = nil end }'}\n")},
	}
	c := content(t, load.NewLoader(load.Root{FS: tree}), nil)
	golden.Check(t, "testdata/home.golden", golden.Report(lint.Run(c, sources(tree))))
}

// TestIncrementalLintEqualsFullLint checks that a linter that has seen other versions
// of content says the same as a new one.
func TestIncrementalLintEqualsFullLint(t *testing.T) {
	var used lint.Linter
	for _, edits := range [][]string{
		nil,
		{"id: deuce", "id: two", "deuce,", "two,"},
		{"{kind: relic, id: lone, name: Lone}\n---\n", "", `    add("lone", "charms")`, ""},
		{"vars.idle", "vars.gold", "Deal 5 damage", "Deal 4 damage", "  hidden: {}\n", "  hidden: {}\n  more: {}\n"},
		nil,
		nil,
	} {
		tree := golden.Folder(t, "testdata/careless", edits...)
		c := content(t, load.NewLoader(load.Root{FS: tree}), nil)
		if got, want := golden.Report(used.Run(c, sources(tree))), golden.Report(lint.Run(c, sources(tree))); got != want {
			t.Errorf("after %q a linter that was used before says\n%s\nand a new one\n%s", edits, got, want)
		}
		if got, want := golden.Report(used.Run(c, sources(tree))), golden.Report(lint.Run(c, sources(tree))); got != want {
			t.Errorf("after %q a linter says, the second time,\n%s\nand a new one\n%s", edits, got, want)
		}
	}
}

// TestIncrementalLintAfterRandomEdits does the same after random edits, by which
// most definitions stay what they were.
func TestIncrementalLintAfterRandomEdits(t *testing.T) {
	edits, seed := 25, uint64(18)
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		edits, seed = 1000, rand.Uint64()
	}
	r := rand.New(rand.NewPCG(seed, 0))
	tree := fstest.MapFS{}
	var names, words []string
	careless := golden.Folder(t, "testdata/careless")
	err := fs.WalkDir(careless, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(careless, name)
		tree[name] = &fstest.MapFile{Data: text}
		names = append(names, name)
		words = append(words, strings.FieldsFunc(string(text), func(c rune) bool { return c != '_' && (c < 'a' || c > 'z') })...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	l := load.NewLoader(load.Root{FS: tree})
	var used lint.Linter
	var last *rules.Content
	for built := 0; built < edits; {
		name := names[r.IntN(len(names))]
		before := tree[name]
		if last != nil {
			old, now := words[r.IntN(len(words))], words[r.IntN(len(words))]
			tree[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(before.Data), old, now, 1+r.IntN(3)))}
		}
		catalog, _ := l.Load()
		var c *rules.Content
		if catalog != nil {
			c, _ = rules.Build(catalog, last)
		}
		if c == nil {
			tree[name] = before
			continue
		}
		built, last = built+1, c
		if got, want := golden.Report(used.Run(c, sources(tree))), golden.Report(lint.Run(c, sources(tree))); got != want {
			t.Fatalf("seed %d: after edit %d, of %s, a linter that was used before says\n%s\nand a new one\n%s", seed, built, name, got, want)
		}
	}
}

// TestNotesFollowTheirDefinitions checks that what a linter has noted of a definition
// stays with it when definitions before it come and go.
func TestNotesFollowTheirDefinitions(t *testing.T) {
	tree := fstest.MapFS{}
	for name, text := range harbour {
		tree[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer("LUA", "", ", DATA", "").Replace(text))}
	}
	tree["content/harbour/first.yaml"] = &fstest.MapFile{Data: []byte("{kind: bot, id: early, lua: 'return { choose = function(self, all) return all[1] end }'}\n")}
	l := load.NewLoader(load.Root{FS: tree})
	var used lint.Linter
	var last *rules.Content
	for _, texts := range [][2]string{
		{"content/harbour/more.yaml", "{kind: relic, id: brig, name: Brig, params: {sails: 3}}\n"},
		{"content/harbour/most.yaml", "{kind: bot, id: clever, lua: 'return { choose = function(self, all) return all[1] end }'}\n---\n{kind: relic, id: bark, name: Bark, tests: [], text: Sails 3 brigs.}\n"},
		{"content/harbour/more.yaml", "{kind: relic, id: barge, name: Barge}\n"},
		{"content/harbour/most.yaml", "{kind: relic, id: bark, name: Bark, tests: [], text: Sails 3 brigs.}\n"},
	} {
		tree[texts[0]] = &fstest.MapFile{Data: []byte(texts[1])}
		last = content(t, l, last)
		if got, want := golden.Report(used.Run(last, sources(tree))), golden.Report(lint.Run(last, sources(tree))); got != want {
			t.Errorf("after %q a linter that was used before says\n%s\nand a new one\n%s", texts, got, want)
		}
	}
}

func content(t *testing.T, l *load.Loader, before *rules.Content) *rules.Content {
	t.Helper()
	catalog, problems := l.Load()
	if catalog == nil || problems.Failed() {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, before)
	if c == nil || problems.Failed() {
		t.Fatal(problems)
	}
	return c
}
