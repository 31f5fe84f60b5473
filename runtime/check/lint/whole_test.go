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
	for _, name := range []string{"careless", "doubtful", "mixed", "taken"} {
		tree := golden.Folder(t, "testdata/"+name)
		found := lint.Run(content(t, load.NewLoader(load.Root{FS: tree}), nil), sources(tree))
		golden.Check(t, "testdata/"+name+".golden", golden.Report(found))
	}
}

// TestALinterForgetsNothing checks that a linter that has seen other versions
// of content says the same as a new one.
func TestALinterForgetsNothing(t *testing.T) {
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

// TestALinterForgetsNothingAtRandom does the same after random edits, by which
// most definitions stay what they were.
func TestALinterForgetsNothingAtRandom(t *testing.T) {
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
