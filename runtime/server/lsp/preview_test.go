package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/tests/golden"
)

// TestRenamesArePreviewed checks that an editor that can show changes first
// gets them in groups, with the version of its open files, and must ask if
// several files change.
func TestRenamesArePreviewed(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/session.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	e := open(t, files)
	edits := map[string]any{"documentChanges": true, "changeAnnotationSupport": map[string]any{}}
	e.ask(protocol.MethodInitialize, map[string]any{
		"rootUri":      uri.File(e.folder),
		"capabilities": map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}, "workspaceEdit": edits}},
	})
	e.tell(protocol.MethodInitialized, map[string]any{})
	e.wait("at first")
	e.tell(protocol.MethodTextDocumentDidOpen, map[string]any{"textDocument": map[string]any{"uri": e.at(things).URI, "languageId": "yaml", "version": 7, "text": files[things]}})
	e.wait("a file is opened")
	e.out.Reset()
	for _, x := range []struct {
		name            string
		line, character int
		to              string
	}{{things, 6, 5, "lantern"}, {things, 31, 5, "brand"}, {"scripts/mine/helper.lua", 1, 10, "double"}} {
		spot := e.spot(x.name, x.line, x.character)
		spot["newName"] = x.to
		answer := rangeForm.ReplaceAllString(e.ask(protocol.MethodTextDocumentRename, spot), ranged)
		fmt.Fprintf(&e.out, "%s\n", strings.NewReplacer(`,{"`, ",\n  {\"", `,"`, ",\n  \"", `],`, "],\n").Replace(answer))
	}
	golden.Check(t, "testdata/preview.golden", e.out.String())
}
