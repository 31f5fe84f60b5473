package layers

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// position is the place of a package in the architecture.
type position struct {
	layer int // the layer's number, 0 at the bottom
	order int // the package's number in its layer
	pkg
}

// find returns the position of a package by its folder.
func find(folder string) (position, bool) {
	for i, l := range layers {
		for j, p := range l.packages {
			if path.Join(l.path, p.path) == folder {
				return position{i, j, p}, true
			}
		}
	}
	return position{}, false
}

// TestImportsGoDown enforces that packages import only packages below them, in
// lower layers or earlier in their own, and only those outside libraries that
// the table allows. Imports between layers therefore cannot form a cycle.
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
				t.Errorf("%s: %s imports %s: %s", s.path, s.folder, imported, fault)
			}
		}
	}
}

// wrong returns what is wrong with an import, or "".
func wrong(own position, imported string) string {
	folder, inside := strings.CutPrefix(imported, module+"/")
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case inside:
		other, ok := find(folder)
		switch {
		case !ok:
			return "it is not in the table of layers"
		case other.layer > own.layer:
			return fmt.Sprintf("%s is above %s", layers[other.layer].path, layers[own.layer].path)
		case other.layer == own.layer && other.order >= own.order:
			return "it does not come before it in the table of layers"
		}
	case strings.Contains(first, "."):
		if !slices.ContainsFunc(own.outside, func(library string) bool { return within(imported, library) }) {
			return "the table does not allow this library here"
		}
	}
	return ""
}

// TestTableIsCurrent enforces that the table names packages that exist.
func TestTableIsCurrent(t *testing.T) {
	have := map[string]bool{}
	for _, s := range sources(t) {
		have[s.folder] = have[s.folder] || !s.test
	}
	for _, l := range layers {
		for _, p := range l.packages {
			if folder := path.Join(l.path, p.path); !have[folder] {
				t.Errorf("the table of layers names %s, which is not a package", folder)
			}
		}
	}
}

// TestAtMostTwelveFolders enforces that the engine has at most twelve folders.
func TestAtMostTwelveFolders(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(root, "runtime"))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) > 12 {
		t.Errorf("runtime holds %d folders, more than twelve", len(entries))
	}
}

var layerWords = regexp.MustCompile(`(?m)\bLayer ([a-z]+)\b`)

// TestPackageCommentsNameTheirLayer enforces that the comment of every package
// of the runtime names its layer, except that of runtime/sleight, which is for
// other programs.
func TestPackageCommentsNameTheirLayer(t *testing.T) {
	said := map[string]string{}
	for _, s := range sources(t) {
		if s.test || !strings.HasPrefix(s.folder, "runtime/") || s.folder == "runtime/sleight" {
			continue
		}
		said[s.folder] += s.file.Doc.Text()
	}
	for folder, comment := range said {
		own, _ := find(folder)
		name := path.Base(layers[own.layer].path)
		match := layerWords.FindStringSubmatch(comment)
		if match == nil || match[1] != name {
			t.Errorf("the package comment of %s must say \"Layer %s\"", folder, name)
		}
	}
}

// TestRootEntries checks that the root holds only the listed entries, and that no Go
// file is directly in runtime, whose name shadows the standard library.
func TestRootEntries(t *testing.T) {
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

// TestMainIsOneLine checks that main does nothing of its own.
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

// TestOnlyTheCommandLineUsesInternals checks that nothing else depends on
// packages that the promise of stability excludes.
func TestOnlyTheCommandLineUsesInternals(t *testing.T) {
	used := 0
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Internals" {
				if used++; s.folder != "cmd/sleight/cli" {
					t.Errorf("%s: %s calls Internals", s.at(call), s.folder)
				}
			}
			return true
		})
	}
	if used == 0 {
		t.Error("nothing calls Internals")
	}
}

// TestThePublicAPIIsSmall bounds the exported names of package sleight, methods
// aside.
func TestThePublicAPIIsSmall(t *testing.T) {
	const most = 40
	var names []string
	for _, s := range sources(t) {
		if s.folder != "runtime/sleight" || s.test {
			continue
		}
		for _, d := range s.file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names = append(names, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						names = append(names, spec.Name.Name)
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							names = append(names, name.Name)
						}
					}
				}
			}
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !ast.IsExported(name) })
	if len(names) > most || len(names) < 10 {
		t.Errorf("%d names are exported, and at most %d may be: %v", len(names), most, names)
	}
	t.Logf("%d names are exported", len(names))
}
