package embedding

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// maxNames is the maximum number of exported names.
const maxNames = 40

// TestTheAPIIsSmallAndDocumented enforces the bound on exported names, and that
// each of them and each method says what it does.
func TestTheAPIIsSmallAndDocumented(t *testing.T) {
	p := parsed(t)
	names := map[string]string{}
	values := func(all []*doc.Value) {
		for _, v := range all {
			for _, name := range v.Names {
				names[name] = v.Doc
			}
		}
	}
	funcs := func(of string, all []*doc.Func) {
		for _, f := range all {
			names[of+f.Name] = f.Doc
		}
	}
	values(slices.Concat(p.Consts, p.Vars))
	funcs("", p.Funcs)
	for _, typ := range p.Types {
		names[typ.Name] = typ.Doc
		values(slices.Concat(typ.Consts, typ.Vars))
		funcs("", typ.Funcs)
		funcs(typ.Name+".", typ.Methods)
	}
	count := 0
	for name, text := range names {
		if !strings.Contains(name, ".") {
			count++
		}
		if strings.TrimSpace(text) == "" {
			t.Errorf("%s has no doc comment", name)
		}
	}
	if count > maxNames || count < 10 {
		t.Errorf("there are %d exported names, of at most %d", count, maxNames)
	}
	if !strings.Contains(p.Doc, "# Stability") {
		t.Error("the package comment makes no promise of stability")
	}
}

// parsed reads package sleight.
func parsed(t *testing.T) *doc.Package {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "runtime", "sleight", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(set, files, "sleight/runtime/sleight")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTheCommandLineUsesTheAPI enforces that commands get their content through
// package sleight, and none loads or watches it by itself.
func TestTheCommandLineUsesTheAPI(t *testing.T) {
	dir := filepath.Join(root, "cmd", "sleight", "cli")
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	opens := 0
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") || f.Name() == "worker.go" { // a worker plays content that others send
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		opens += strings.Count(string(text), "sleight.Open(")
		for _, own := range []string{"load.NewLoader(", "rules.Build(", "reload.Watch(", "reload.NewLive("} {
			if strings.Contains(string(text), own) {
				t.Errorf("%s calls %s…)", f.Name(), own)
			}
		}
	}
	if opens == 0 {
		t.Error("nothing opens content")
	}
}
