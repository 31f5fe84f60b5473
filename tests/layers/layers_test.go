package layers

import (
	"fmt"
	"go/ast"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func find(folder string) (layer, bool) {
	i := slices.IndexFunc(layers, func(l layer) bool { return l.path == folder })
	if i < 0 {
		return layer{}, false
	}
	return layers[i], true
}

// TestImportsGoDown holds that a package imports lower levels only, and no
// outside library but its own.
func TestImportsGoDown(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || strings.HasPrefix(s.folder, "tests/") {
			continue
		}
		own, ok := find(s.folder)
		if !ok {
			t.Errorf("%s: %s is not in the table of layers", s.path, s.folder)
			continue
		}
		for _, imported := range s.imports() {
			if fault := wrong(own, imported); fault != "" {
				t.Errorf("%s: %s imports %s: %s", s.path, own.path, imported, fault)
			}
		}
	}
}

// wrong says what is wrong with an import, or nothing.
func wrong(own layer, imported string) string {
	folder, inside := strings.CutPrefix(imported, module+"/")
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case inside:
		other, ok := find(folder)
		if !ok {
			return "it is not in the table of layers"
		}
		if other.level >= own.level {
			return fmt.Sprintf("level %d may not import level %d", own.level, other.level)
		}
	case strings.Contains(first, "."):
		if !slices.ContainsFunc(own.outside, func(library string) bool { return within(imported, library) }) {
			return "the table does not allow this library here"
		}
	}
	return ""
}

// TestTableIsCurrent holds that the table names packages that exist.
func TestTableIsCurrent(t *testing.T) {
	have := map[string]bool{}
	for _, s := range sources(t) {
		have[s.folder] = have[s.folder] || !s.test
	}
	for _, l := range layers {
		if !have[l.path] {
			t.Errorf("the table of layers names %s, which is no package", l.path)
		}
	}
}

var layerWords = regexp.MustCompile(`(?m)\bLayer (\d+)\b`)

// TestPackageCommentsNameTheirLayer holds that every package of the runtime
// says its layer, and the right one.
func TestPackageCommentsNameTheirLayer(t *testing.T) {
	said := map[string]string{}
	for _, s := range sources(t) {
		if s.test || !strings.HasPrefix(s.folder, "runtime/") {
			continue
		}
		said[s.folder] += s.file.Doc.Text()
	}
	for folder, comment := range said {
		own, _ := find(folder)
		match := layerWords.FindStringSubmatch(comment)
		if match == nil || match[1] != fmt.Sprint(own.level) {
			t.Errorf("the package comment of %s must say \"Layer %d\"", folder, own.level)
		}
	}
}

// TestRoot holds that the root holds what belongs there, and that no Go file
// lies directly in runtime, whose name shadows the standard library.
func TestRoot(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(rootEntries, e.Name()) {
			t.Errorf("%s does not belong in the root", e.Name())
		}
	}
	for _, s := range sources(t) {
		if s.folder == "runtime" || s.folder == "." {
			t.Errorf("%s: no Go file may lie here", s.path)
		}
	}
}

// TestMainIsOneLine holds that main does nothing of its own.
func TestMainIsOneLine(t *testing.T) {
	for _, s := range sources(t) {
		if s.folder != "cmd/sleight" || s.test {
			continue
		}
		for _, d := range s.file.Decls {
			switch f, ok := d.(*ast.FuncDecl); {
			case !ok:
			case f.Name.Name != "main" || len(f.Body.List) != 1:
				t.Errorf("%s: package main holds main with one statement and nothing else", s.at(f))
			}
		}
	}
}
