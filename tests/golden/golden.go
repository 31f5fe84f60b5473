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

// CheckParts compares parts of a result with a file, which consists of them. In short
// tests, any of them may be absent.
func CheckParts(t testing.TB, file string, parts []string) {
	t.Helper()
	switch {
	case !testing.Short():
		Check(t, file, strings.Join(parts, ""))
		return
	case *update:
		t.Fatal("short tests have only parts of their results, so -update does not go with -short")
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if part, ok := missing(string(want), parts); ok {
		t.Errorf("%s does not have the following part here; without -short, the test says what differs:\n%s", file, part)
	}
}

// missing returns the first part that is not in a text, at the beginning of a line and
// behind the parts before it.
func missing(text string, parts []string) (part string, ok bool) {
	rest := "\n" + text
	for _, part := range parts {
		_, after, found := strings.Cut(rest, "\n"+part)
		if !found {
			return part, true
		}
		rest = after
		if strings.HasSuffix(part, "\n") {
			rest = "\n" + rest
		}
	}
	return "", false
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
