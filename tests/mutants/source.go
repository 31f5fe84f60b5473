package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// pkg is a package, parsed and with the types of its expressions.
type pkg struct {
	path   string // below the root
	name   string
	folder string // absolute
	set    *token.FileSet
	files  []*file
	types  *types.Package
	info   *types.Info
}

// file is one Go file of a package.
type file struct {
	path string // absolute
	text []byte
	tree *ast.File
}

// listed is the output of `go list` for a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
	DepOnly                       bool
}

// readPackages parses packages and resolves their types, using the export data
// of their imports in the build cache.
func readPackages(paths []string) ([]*pkg, error) {
	arguments := []string{"list", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,DepOnly"}
	for _, path := range paths {
		arguments = append(arguments, "./"+path)
	}
	out, err := output("go", arguments...)
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	var own []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly {
			own = append(own, l)
		}
	}
	var all []*pkg
	for _, l := range own {
		_, path, _ := strings.Cut(l.ImportPath, "/")
		p := &pkg{path: path, name: l.Name, folder: l.Dir, set: token.NewFileSet()}
		for _, name := range l.GoFiles {
			if err := p.parse(filepath.Join(l.Dir, name)); err != nil {
				return nil, err
			}
		}
		if err := p.check(l.ImportPath, exports); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// parse reads one file.
func (p *pkg) parse(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	tree, err := parser.ParseFile(p.set, path, text, parser.ParseComments|parser.SkipObjectResolution)
	p.files = append(p.files, &file{path, text, tree})
	return err
}

// check resolves the types.
func (p *pkg) check(importPath string, exports map[string]string) error {
	config := types.Config{Importer: importer.ForCompiler(p.set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	p.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	var trees []*ast.File
	for _, f := range p.files {
		trees = append(trees, f.tree)
	}
	var err error
	p.types, err = config.Check(importPath, p.set, trees, p.info)
	return err
}

// source returns the text of a node.
func (p *pkg) source(f *file, n ast.Node) string {
	return string(f.text[p.offset(n.Pos()):p.offset(n.End())])
}

// offset returns the byte offset of a position in its file.
func (p *pkg) offset(at token.Pos) int { return p.set.Position(at).Offset }

// typeName returns the name of a type as written in a file, or "" if the file
// lacks the imports for it.
func (p *pkg) typeName(f *file, t types.Type) string {
	writable := true
	name := types.TypeString(t, func(other *types.Package) string {
		if other == p.types {
			return ""
		}
		for _, spec := range f.tree.Imports {
			switch {
			case strings.Trim(spec.Path.Value, `"`) != other.Path():
			case spec.Name == nil:
				return other.Name()
			case spec.Name.Name != "_" && spec.Name.Name != ".":
				return spec.Name.Name
			}
		}
		writable = false
		return ""
	})
	if !writable || strings.Contains(name, "untyped") {
		return ""
	}
	return name
}

// output runs a program and returns its output; if it fails, the error contains
// its standard error.
func output(name string, arguments ...string) ([]byte, error) {
	command := exec.Command(name, arguments...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, arguments[0], err, stderr.Bytes())
	}
	return out, nil
}
