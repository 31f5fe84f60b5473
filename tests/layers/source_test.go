package layers

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const (
	root   = "../.."
	module = "sleight"
)

// source is one Go file of the module.
type source struct {
	path   string // below the root, slash-separated
	folder string
	test   bool
	lines  int
	set    *token.FileSet
	file   *ast.File
}

// at returns the place of a node, for messages.
func (s *source) at(n ast.Node) string {
	return s.set.Position(n.Pos()).String()
}

// imports returns the paths that a file imports.
func (s *source) imports() []string {
	var out []string
	for _, i := range s.file.Imports {
		out = append(out, strings.Trim(i.Path.Value, `"`))
	}
	return out
}

// imported returns the import path of each package name in a file.
func (s *source) imported() map[string]string {
	out := map[string]string{}
	for _, i := range s.file.Imports {
		imported := strings.Trim(i.Path.Value, `"`)
		name := path.Base(imported)
		if i.Name != nil {
			name = i.Name.Name
		}
		out[name] = imported
	}
	return out
}

// sources returns every Go file of the module, parsed once for all tests.
func sources(t *testing.T) []*source {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var parsed = sync.OnceValues(func() (all []*source, err error) {
	err = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		switch {
		case e.IsDir() && rel != "." && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata"):
			return fs.SkipDir
		case e.IsDir() || path.Ext(rel) != ".go":
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		s := &source{path: rel, folder: path.Dir(rel), test: strings.HasSuffix(rel, "_test.go"), set: token.NewFileSet()}
		s.lines = strings.Count(string(text), "\n")
		s.file, err = parser.ParseFile(s.set, rel, text, parser.ParseComments|parser.SkipObjectResolution)
		all = append(all, s)
		return err
	})
	return all, err
})

// within reports whether an import path is a library or is below it.
func within(imported, library string) bool {
	return imported == library || strings.HasPrefix(imported, library+"/")
}
