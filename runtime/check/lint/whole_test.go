package lint_test

import (
	"io/fs"
	"testing"

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
	for _, name := range []string{"careless", "doubtful", "taken"} {
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
