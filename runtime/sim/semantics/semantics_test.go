package semantics

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "sleight/"

// TestDigestCoversEveryPackageThatDecidesAGame enforces that the digest is
// computed from the sources, byte for byte, of every package involved in
// playing questions.
func TestDigestCoversEveryPackageThatDecidesAGame(t *testing.T) {
	embedded := map[string][]byte{}
	for _, s := range Sources() {
		err := fs.WalkDir(s.FS, ".", func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				embedded[path.Join(s.Path, name)], err = fs.ReadFile(s.FS, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	list := exec.Command("go", "list", "-deps", "./runtime/sim/experiment")
	list.Dir = "../../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := 0
	for line := range strings.Lines(string(out)) {
		folder, ok := strings.CutPrefix(strings.TrimSpace(line), module)
		if !ok || folder == "runtime/diag" || folder == "schemas" || folder == "runtime/sim/semantics" {
			continue
		}
		packages++
		files, err := filepath.Glob(filepath.Join("../../..", folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := path.Join(folder, filepath.Base(file))
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := embedded[name]; !ok || string(got) != string(text) {
				t.Errorf("%s decides games and is not embedded: add a pattern to sources.go in its layer's folder; for names that end in t, st, est or test see *[^s]t.go and the like there", name)
			}
		}
	}
	if packages < 10 {
		t.Errorf("go list names only %d packages", packages)
	}
	for name := range embedded {
		if strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s is embedded, so that every change of a test changes the digest", name)
		}
	}
}

// TestTheDigestCoversExactlyTheTokens checks that the digest depends on the
// tokens of the sources and on nothing else.
func TestTheDigestCoversExactlyTheTokens(t *testing.T) {
	of := func(text string, versions ...string) string {
		return digest([]Source{{"p", fstest.MapFS{"a.go": {Data: []byte(text)}}}}, versions)
	}
	const text = "package a\n\n// f adds.\nfunc f(x int) int { return x + 1 }\n"
	want := of(text)
	for name, same := range map[string]string{
		"comment":      strings.Replace(text, "adds", "returns a sum", 1),
		"layout":       strings.Replace(text, "{ return x + 1 }", "{ return  x +\n\t\t1 }", 1),
		"line endings": strings.ReplaceAll(text, "\n", "\r\n"),
		"semicolons":   strings.Replace(text, "package a\n", "package a;", 1),
	} {
		if got := of(same); got != want {
			t.Errorf("another %s changes the digest", name)
		}
	}
	for name, other := range map[string]string{
		"operator":  strings.Replace(text, "+", "-", 1),
		"constant":  strings.Replace(text, "1", "2", 1),
		"name":      strings.Replace(text, "x + 1", "y + 1", 1),
		"semicolon": strings.Replace(text, "x + 1", "x + 1;", 1),
		"directive": strings.Replace(text, "// f adds.", "//go:build arm64", 1),
	} {
		if of(other) == want {
			t.Errorf("another %s leaves the digest as it was", name)
		}
	}
	if of(text, "lib v1") == of(text, "lib v2") {
		t.Error("another version of a library leaves the digest as it was")
	}
	data := func(name, text string) string {
		return digest([]Source{{"p", fstest.MapFS{name: {Data: []byte(text)}}}}, nil)
	}
	if data("a.json", "{\n}") != data("a.json", "{\r\n}") || data("a.json", "{\n}") == data("a.json", "[\n]") || data("a.json", "{\n}") == data("a.json", "{\n\n}") {
		t.Error("of what is not Go, something else counts than the text")
	}
	if data("a.json", "{}") == data("b.json", "{}") {
		t.Error("another name of a file leaves the digest as it was")
	}
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "semantics: embedded sources cannot be read: ") {
			t.Errorf("sources that cannot be read: %s", text)
		}
	}()
	digest([]Source{{"p", os.DirFS(t.TempDir() + "/none")}}, nil)
}

// TestDigestIsOfThisProgram checks that the digest is stable and depends on the
// versions of the libraries.
func TestDigestIsOfThisProgram(t *testing.T) {
	required, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, library := range libraries {
		if !strings.Contains(string(required), "\t"+library+"\n") {
			t.Errorf("go.mod does not require %s", library)
		}
	}
	if a := Digest(); len(a) != 16 || a != Digest() {
		t.Errorf("the digest is %q", a)
	}
}

// BenchmarkDigest measures what the digest costs a command that needs it.
func BenchmarkDigest(b *testing.B) {
	for b.Loop() {
		Digest()
	}
}
