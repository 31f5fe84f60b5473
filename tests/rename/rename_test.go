package main

import (
	"bytes"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const other = "example.com/you/dice"

// copied copies the files of the repository that git knows.
func copied(t *testing.T) string {
	t.Helper()
	list := exec.Command("git", "ls-files", "-co", "--exclude-standard")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name := range strings.Lines(string(out)) {
		name = filepath.FromSlash(strings.TrimSpace(name))
		text, err := os.ReadFile(filepath.Join("../..", name))
		if os.IsNotExist(err) { // deleted, and not yet committed
			continue
		}
		if err == nil {
			err = os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run runs a go command in a folder.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir, c.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var errs bytes.Buffer // not all are faults: downloads are reported too
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out, &errs)
	}
	return string(out)
}

// TestRenamingAModuleIsComplete checks that, after renaming a copy, every import is
// found, none has the old path, and the files are formatted. Nightly runs build
// the copy and test its layers and examples.
func TestRenamingAModuleIsComplete(t *testing.T) {
	dir := copied(t)
	if n, err := rename(dir, other); err != nil || n < 100 {
		t.Fatalf("%d files, %v", n, err)
	}
	if got := strings.TrimSpace(run(t, dir, "list", "-m")); got != other {
		t.Errorf("the module is %s", got)
	}
	imports := run(t, dir, "list", "-e", "-deps", "-test", "-f", "{{.ImportPath}}{{with .Error}} {{.}}{{end}}", "./...")
	own := 0
	for line := range strings.Lines(imports) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "sleight/"):
			t.Errorf("still imported: %s", line)
		case strings.HasPrefix(line, other+"/"):
			own++
		}
		if path, fault, found := strings.Cut(line, " "); found && !strings.HasPrefix(fault, "[") {
			t.Errorf("%s: %s", path, fault)
		}
	}
	if own < 50 {
		t.Errorf("just %d packages have the new path", own)
	}
	checkFormat(t, dir)
	if text, err := os.ReadFile(filepath.Join(dir, "docs", "embedding.md")); err != nil || !bytes.Contains(text, []byte(`"`+other+`/runtime/sleight"`)) {
		t.Errorf("docs/embedding.md has another import path: %v", err)
	}
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		run(t, dir, "vet", "./...")
		run(t, dir, "test", "./tests/layers", "./tests/embedding")
	}
}

func checkFormat(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.Contains(filepath.ToSlash(name), "/testdata/") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if formatted, err := format.Source(text); err != nil || !bytes.Equal(formatted, text) {
			t.Errorf("%s is not formatted (%v)", name, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestRenamingTouchesNoOtherName checks which parts of a text count as the path
// of the module.
func TestRenamingTouchesNoOtherName(t *testing.T) {
	r := newRenaming("sleight", other)
	for text, want := range map[string]string{
		`import "sleight/runtime/sleight"`:                                `import "example.com/you/dice/runtime/sleight"`,
		`import "sleight/content"`:                                        `import "example.com/you/dice/content"`,
		"	module = \"sleight\"":                                           "	module = \"example.com/you/dice\"",
		`const module = "sleight/"`:                                       `const module = "example.com/you/dice/"`,
		"go mod edit -require=sleight@v0.0.0 -replace=sleight=../sleight": "go mod edit -require=example.com/you/dice@v0.0.0 -replace=example.com/you/dice=../sleight",
		`Use: "sleight"`:                                                  `Use: "sleight"`,
		`"sleight/v1"`:                                                    `"sleight/v1"`,
		`"example.com/sleight/runtime"`:                                   `"example.com/sleight/runtime"`,
		"go install example.com/OWNER/sleight/cmd/it":                     "go install example.com/you/dice/cmd/it",
		`"sleight/runtimes"`:                                              `"sleight/runtimes"`,
		"`sleight/cmd/sleight`, built from cmd/sleight":                   "`example.com/you/dice/cmd/sleight`, built from cmd/sleight",
	} {
		file := filepath.Join(t.TempDir(), "a.go")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		changed, err := r.file(file)
		got, failed := os.ReadFile(file)
		if err != nil || failed != nil || string(got) != want || changed != (text != want) {
			t.Errorf("%s became %s (%v, %v), expected %s", text, got, err, failed, want)
		}
	}
	for _, bad := range []string{"", "sleight", "example.com/a b", "example.com/you/sleight/", "../sleight"} {
		if _, err := rename(t.TempDir(), bad); err == nil {
			t.Errorf("took %q for the path of a module", bad)
		}
	}
}
