package symbols_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/author/symbols"
	"sleight/runtime/lua/syntax"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestScopes compares what each name in pieces of Lua stands for with a
// golden file, in which names have the number of their declaration.
func TestScopes(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/scopes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, f := range archive.Files {
		source := strings.TrimSuffix(string(f.Data), "\n")
		fmt.Fprintf(&out, "## %s\n%s\nvisible at the end: %s\n", f.Name, numbered(source), strings.Join(symbols.ScopesOf(syntax.Tokens(source)).Visible, " "))
	}
	golden.Check(t, "testdata/scopes.golden", out.String())
}

// numbered returns a source in which the names of locals have the number of their
// declaration, as _1.
func numbered(source string) string {
	var out strings.Builder
	at := 0
	tokens := syntax.Tokens(source)
	numbers := map[int]int{}
	for i, d := range symbols.ScopesOf(tokens).Declared {
		if d < 0 {
			continue
		}
		if numbers[d] == 0 {
			numbers[d] = len(numbers) + 1
		}
		fmt.Fprintf(&out, "%s_%d", source[at:tokens[i].End()], numbers[d])
		at = tokens[i].End()
	}
	return out.String() + source[at:]
}

// TestRenamingLocalsKeepsTheMeaning gives every local in the scripts of the shipped
// games and of the bazaar a unique name. They must still compile, without an
// unknown name, and the bazaar's tests must pass.
func TestRenamingLocalsKeepsTheMeaning(t *testing.T) {
	for pack, files := range map[string]fstest.MapFS{"": shipped(t), "bazaar": copied(t, bazaar.Tree(t)), "odd": copied(t, os.DirFS("testdata/odd"))} {
		renamed := 0
		for name, f := range files {
			if strings.HasSuffix(name, ".lua") {
				after := numbered(string(f.Data))
				renamed += len(after) - len(f.Data)
				files[name] = &fstest.MapFile{Data: []byte(after)}
			}
		}
		if _, err := build(files); err != nil {
			t.Errorf("%s: %v", pack, err)
		}
		if pack == "bazaar" {
			if err := sound(files, "content/bazaar/x"); err != nil {
				t.Error(err)
			}
		}
		t.Logf("%q: %d bytes longer", pack, renamed)
	}
}
