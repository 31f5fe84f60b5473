// Package golden compares test results with golden files. In every package that
// uses it, go test -update writes these files.
package golden

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/diag"
)

var update = flag.Bool("update", false, "write what was found into the test data")

// Updating reports whether the tests write their files. It is for tests that
// keep several results in one file; others use Check.
func Updating() bool { return *update }

// Check compares a result with a file, or writes the file.
func Check(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); go test -update writes it:\n%s", file, diff)
	}
}

// Report formats problems with all their parts: hints, notes and edits.
func Report(problems diag.List) string {
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

// Folder returns the files of a folder after edits: pairs of an old and a new
// text.
func Folder(t testing.TB, dir string, edits ...string) fstest.MapFS {
	t.Helper()
	tree, root, replace := fstest.MapFS{}, os.DirFS(dir), strings.NewReplacer(edits...)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, path)
		tree[path] = &fstest.MapFile{Data: []byte(replace.Replace(string(text)))}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
