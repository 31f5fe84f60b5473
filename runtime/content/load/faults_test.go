package load

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/def"
	"sleight/runtime/content/schema"
	"sleight/runtime/diag"
	"sleight/tests/golden"
)

// expectation is the comment on a bad line of the test data:
//
//	rarity: comon #! 9 content/enum rarity is "comon", … | did you mean "common"?
//
// a column, the code, the message and, after a bar, the hint. It is removed
// before the file is loaded. Faults without a line are on the last line.
var expectation = regexp.MustCompile(`(?m) ?#! .*$`)

func annotate(text string, problems diag.List) string {
	kinds, _ := schema.New(nil)
	all := strings.Join(kinds.Names(), ", ")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for _, f := range problems {
		note := fmt.Sprintf(" #! %d %s %s", f.Place.Column, f.Code, f.Message)
		if f.Severity != diag.Error {
			note = fmt.Sprintf(" #! %d %s %s %s", f.Place.Column, f.Severity, f.Code, f.Message)
		}
		if !f.Hint.IsZero() {
			note += " | " + strings.ReplaceAll(f.Hint.String(), all, "KINDS")
		}
		for _, n := range f.Notes {
			note += fmt.Sprintf(" | %s: %s", n.Place, n.Message)
		}
		if f.Place.Line == 0 || f.Place.Line > len(lines) {
			lines = append(lines, strings.TrimPrefix(note, " "))
			continue
		}
		lines[f.Place.Line-1] += note
	}
	return strings.Join(lines, "\n") + "\n"
}

// clean removes the expectations from a file.
func clean(text string) string {
	lines := strings.Split(text, "\n")
	for len(lines) > 1 && strings.HasPrefix(lines[len(lines)-2], "#! ") {
		lines = append(lines[:len(lines)-2], lines[len(lines)-1])
	}
	return expectation.ReplaceAllString(strings.Join(lines, "\n"), "")
}

// loadMap loads a workspace given as its files.
func loadMap(files map[string]string) (*Loader, diag.List) {
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	l := NewLoader(Root{FS: tree})
	_, problems := l.Load()
	return l, problems
}

func checkArchive(t *testing.T, name string, load func(files map[string]string) diag.List) {
	t.Helper()
	a := readArchive(t, name)
	files := map[string]string{}
	for file, text := range a.texts {
		files[file] = clean(text)
	}
	byFile := map[string]diag.List{}
	for _, d := range load(files) {
		byFile[d.Place.File] = append(byFile[d.Place.File], d)
	}
	for _, file := range a.names {
		got := annotate(files[file], byFile[file])
		delete(byFile, file)
		if diff := cmp.Diff(a.texts[file], got); diff != "" && !golden.Updating() {
			t.Errorf("%s: %s (-want +got)\n%s", name, file, diff)
		}
		a.texts[file] = got
	}
	if len(byFile) > 0 {
		t.Errorf("%s: problems in files that are not there: %v", name, byFile)
	}
	if golden.Updating() {
		a.write(t, name)
	}
}

// TestSingleFiles loads each section of testdata/single as a file of its own,
// and checks that every problem has a place (promise 5).
func TestSingleFiles(t *testing.T) {
	for _, name := range archives(t, "testdata/single/*.txtar") {
		checkArchive(t, name, func(files map[string]string) (all diag.List) {
			for file, text := range files {
				_, problems := loadMap(map[string]string{"content/p/" + file: text})
				for _, d := range problems {
					d.Place.File = strings.TrimPrefix(d.Place.File, "content/p/")
					for i := range d.Notes {
						d.Notes[i].Place.File = strings.TrimPrefix(d.Notes[i].Place.File, "content/p/")
					}
					all = append(all, d)
				}
			}
			return all
		})
	}
}

// TestWorkspaces loads each archive of testdata/workspace as a whole workspace.
func TestWorkspaces(t *testing.T) {
	for _, name := range archives(t, "testdata/workspace/*.txtar") {
		checkArchive(t, name, func(files map[string]string) diag.List {
			_, problems := loadMap(files)
			return problems
		})
	}
}

func archives(t testing.TB, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no test data: %s %v", pattern, err)
	}
	return names
}

func walk(n *def.Node, visit func(*def.Node)) {
	visit(n)
	for _, item := range n.Items() {
		walk(item, visit)
	}
	for _, f := range n.Fields() {
		walk(f.Value, visit)
	}
}
