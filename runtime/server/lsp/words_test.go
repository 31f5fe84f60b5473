package lsp

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
	"sleight/tests/golden"
)

// TestExplanations checks whole explanations of a schema, a parameter, a definition
// and functions, with everything they may have and with nothing.
func TestExplanations(t *testing.T) {
	text := func(s string) *def.Node { return def.NewText(def.Position{}, s) }
	var out strings.Builder
	show := func(title, text string) {
		fmt.Fprintf(&out, "## %s\n%s\n", title, text)
	}
	show("no schema", schemaDoc(nil)+typeWords(nil))
	show("an empty schema", schemaDoc(&symbols.Schema{})+typeWords(&symbols.Schema{}))
	show("a schema", schemaDoc(&symbols.Schema{Description: "What it is.", Default: text("a"), Examples: []*def.Node{text("b"), text("c d"), text("e")}}))
	show("types", typeWords(&symbols.Schema{Types: []string{"integer", "text"}}))
	show("no definition", describeDefinition(nil))
	show("a definition without a name", describeDefinition(&def.Definition{Kind: "die", ID: "coin", Pack: "p"}))
	show("a definition", describeDefinition(&def.Definition{
		Kind: "die", ID: "coin", Pack: "p", Name: "Coin", Text: "Pays {a}.", Params: []def.Param{{Name: "a", Default: 2.5, Unit: "gold"}, {Name: "b"}},
		Changes: []def.Change{{Pack: "q", Path: "a", Before: text("x"), After: text("y z")}, {Pack: "r", Path: "b"}},
	}))
	show("a parameter", describeParam(def.Param{Name: "a"}))
	show("a parameter with a range", describeParam(def.Param{Name: "a", Default: 1e21, HasSafe: true, Low: -1, High: 2}))
	show("a whole parameter", describeParam(def.Param{Name: "a", Default: 0.5, Unit: "gold", Text: "What.", HasSafe: true, Low: 1, High: 2, Breaks: "Else not."}))
	show("an API function", describeFunction(&api.Function{Name: "f", Doc: "Does it."}))
	show("an API function with everything", describeFunction(&api.Function{
		Name: "f", Doc: "Does it.", Result: "a number", Cost: "4, and 2 for each entity", Example: "f(1)",
		Params: []api.Param{{Name: "a", Type: api.Number, Doc: "how much"}, {Name: "b", Type: api.Text, Doc: "why", Optional: true, Default: "nothing"}},
	}))
	show("Lua's library", describeLibrary(&lua.Entry{Name: "x.y", Status: lua.Absent}))
	show("Lua's library with a note", describeLibrary(&lua.Entry{Name: "x.y", Note: "Slower.", Cost: "6"}))
	show("a field", function{}.describe("m.a"))
	show("a function", function{call: true, params: []string{"a", "b"}, doc: "Does it.\nTwice."}.describe("m.f"))
	signature := func(f function) string {
		text, err := protocol.Marshal(f.signature("f(a, b)"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	show("a signature", signature(function{params: []string{"a", "b"}}))
	show("a signature with a comment", signature(function{doc: "Does it."}))
	golden.Check(t, "testdata/explanations.golden", out.String())
}

// TestTitlesOfFixes checks the titles of fixes.
func TestTitlesOfFixes(t *testing.T) {
	for _, x := range []struct {
		hint  string
		edits []diag.Edit
		want  string
	}{
		{"do it", []diag.Edit{{Old: "a", New: "b"}}, `Change "a" to "b"`},
		{"do it", []diag.Edit{{Old: "a"}}, "Remove it: is wrong"},
		{"", []diag.Edit{{}}, "Remove it: is wrong"},
		{"do it", []diag.Edit{{New: "b"}}, "Do it"},
		{"do it", []diag.Edit{{Old: "a", New: "b\n"}}, "Do it"},
		{"do it", []diag.Edit{{Old: "a", New: "b"}, {Old: "c"}}, "Do it"},
		{"do it", []diag.Edit{{Old: "a"}, {Old: "b"}}, "Do it"},
		{"", []diag.Edit{{Old: "a"}, {Old: "b"}}, "Fix: is wrong"},
	} {
		d := diag.Diagnostic{Message: diag.Sentencef("%s", "is wrong"), Hint: diag.Sentencef("%s", x.hint), Edits: x.edits}
		if got := fixTitle(d); got != x.want {
			t.Errorf("%q %+v: %s, want %s", x.hint, x.edits, got, x.want)
		}
	}
}

// TestScriptNamesInYAML checks which file the name of a script in a YAML file
// refers to.
func TestScriptNamesInYAML(t *testing.T) {
	for _, x := range []struct{ file, want string }{
		{"/a/content/p/x.yaml", "/a/scripts/p/d/s.lua"},
		{"/a/content/p/b/c/x.yaml", "/a/scripts/p/d/s.lua"},
		{"content/p/x.yaml", "scripts/p/d/s.lua"},
		{"/a/content/x.yaml", ""},
		{"/x.yaml", ""},
		{"x.yaml", ""},
		{"a/b/x.yaml", ""},
	} {
		if got := scriptFile(x.file, "d/s.lua"); got != x.want {
			t.Errorf("%s: %s, want %s", x.file, got, x.want)
		}
	}
}

// TestWhichEditorsPreviewChanges checks which editors get a rename in groups.
func TestWhichEditorsPreviewChanges(t *testing.T) {
	groups := &protocol.ChangeAnnotationsSupportOptions{}
	for _, x := range []struct {
		edit *protocol.WorkspaceEditClientCapabilities
		want bool
	}{
		{nil, false},
		{&protocol.WorkspaceEditClientCapabilities{}, false},
		{&protocol.WorkspaceEditClientCapabilities{ChangeAnnotationSupport: groups}, false},
		{&protocol.WorkspaceEditClientCapabilities{DocumentChanges: new(false), ChangeAnnotationSupport: groups}, false},
		{&protocol.WorkspaceEditClientCapabilities{DocumentChanges: new(true)}, false},
		{&protocol.WorkspaceEditClientCapabilities{DocumentChanges: new(true), ChangeAnnotationSupport: groups}, true},
	} {
		if got := previews(&protocol.WorkspaceClientCapabilities{WorkspaceEdit: x.edit}); got != x.want {
			t.Errorf("%+v: %v", x.edit, got)
		}
	}
	if previews(nil) {
		t.Error("an editor that says nothing")
	}
	var groupsOf []string
	for _, name := range []string{"/a/locales/x.lua", "/a/content/p/locales/de.yaml", "/a/content/p/x.yaml"} {
		groupsOf = append(groupsOf, groupOf(name))
	}
	if got := fmt.Sprint(groupsOf); got != "[scripts translations content]" {
		t.Error(got)
	}
}

// TestWordsUnderACursor checks the name around each column of a line.
func TestWordsUnderACursor(t *testing.T) {
	at := &cursor{content: "aZA_09 /:@[`{ö"}
	var got []string
	for at.column = 1; at.column < 17; at.column++ {
		word, from, to := at.word()
		got = append(got, fmt.Sprintf("%s %d-%d", word, from, to))
	}
	want := "aZA_09 1-7,aZA_09 1-7,aZA_09 1-7,aZA_09 1-7,aZA_09 1-7,aZA_09 1-7,aZA_09 1-7, 8-8, 9-9, 10-10, 11-11, 12-12, 13-13, 14-14, 15-15, 15-15"
	if text := strings.Join(got, ","); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// TestNewProblemsAfterARename checks which problem is new, and which is shown of
// several.
func TestNewProblemsAfterARename(t *testing.T) {
	problem := func(severity diag.Severity, code, message string) diag.Diagnostic {
		return diag.Diagnostic{Severity: severity, Code: code, Message: diag.Sentencef("%s", message), Place: diag.Place{File: "a"}}
	}
	old := problem(diag.Error, "x", "old")
	s := &server{built: &snapshot{validContent: &validContent{}, problems: map[string]diag.List{"a": {old, problem(diag.Warning, "w", "known")}}}}
	warning, unknown, fresh := problem(diag.Warning, "w", "new"), problem(diag.Warning, "script/unknown-name", "new"), problem(diag.Error, "x", "new")
	for _, x := range []struct {
		now  diag.List
		want any
	}{
		{nil, nil},
		{diag.List{old}, nil},
		{diag.List{warning}, nil},
		{diag.List{old, old}, old},
		{diag.List{warning, unknown, fresh}, unknown},
		{diag.List{old, fresh}, fresh},
	} {
		if got := s.firstNew(x.now); fmt.Sprint(got) != fmt.Sprint(x.want) {
			t.Errorf("%v: %v, want %v", x.now, got, x.want)
		}
	}
	if got := firstError(diag.List{warning, old, fresh}); fmt.Sprint(got) != fmt.Sprint(old) {
		t.Error(got)
	}
	if got := diag.List(nil); !errors.As(firstError(diag.List{warning}), &got) || len(got) != 1 {
		t.Error(got)
	}
}
