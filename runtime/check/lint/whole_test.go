package lint_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/tests/bazaar"
)

var update = flag.Bool("update", false, "write what was found into the test data")

// careless returns content with every probable mistake, beside what only looks
// like one, after edits.
func careless(t *testing.T, edits ...string) fstest.MapFS {
	t.Helper()
	tree, root := fstest.MapFS{}, os.DirFS("testdata/careless")
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, path)
		tree[path] = &fstest.MapFile{Data: []byte(strings.NewReplacer(edits...).Replace(string(text)))}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func sources(tree fs.FS) func(string) ([]byte, bool) {
	return func(file string) ([]byte, bool) {
		text, err := fs.ReadFile(tree, file)
		return text, err == nil
	}
}

// TestWholeReport compares all that is said of careless content, with hints,
// notes and edits, with a golden file.
func TestWholeReport(t *testing.T) {
	tree := careless(t)
	found := lint.Run(content(t, load.NewLoader(load.Root{FS: tree}), nil), sources(tree))
	bazaar.Golden(t, "testdata/careless.golden", report(found), *update)
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
		tree := careless(t, edits...)
		c := content(t, load.NewLoader(load.Root{FS: tree}), nil)
		if got, want := report(used.Run(c, sources(tree))), report(lint.Run(c, sources(tree))); got != want {
			t.Errorf("after %q a linter that was used before says\n%s\nand a new one\n%s", edits, got, want)
		}
		if got, want := report(used.Run(c, sources(tree))), report(lint.Run(c, sources(tree))); got != want {
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

func report(problems diag.List) string {
	var out strings.Builder
	for _, p := range problems {
		fmt.Fprintf(&out, "%s: %s [%s] %s\n", p.Place, p.Severity, p.Code, p.Message)
		if hint := p.Hint.String(); hint != "" {
			fmt.Fprintf(&out, "  hint: %s\n", hint)
		}
		for _, n := range p.Notes {
			fmt.Fprintf(&out, "  %s: %s\n", n.Place, n.Message)
		}
		for _, e := range p.Edits {
			fmt.Fprintf(&out, "  edit: %+v\n", e)
		}
	}
	return out.String()
}
