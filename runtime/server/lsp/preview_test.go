package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// shownRename is the answer to a rename, for an editor that shows it first.
type shownRename struct {
	Changes         map[string]any
	DocumentChanges []struct {
		TextDocument struct {
			URI     string
			Version *int32
		}
		Edits []struct{ NewText, AnnotationID string }
	}
	ChangeAnnotations map[string]struct {
		Label, Description string
		NeedsConfirmation  bool
	}
}

// TestARenameIsShownBeforeItIsMade checks that an editor that can show changes
// first gets them in groups, and is to ask if several files change.
func TestARenameIsShownBeforeItIsMade(t *testing.T) {
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
	spot := e.spot(things, 6, 5)
	spot["newName"] = "lantern"
	var many shownRename
	if answer := e.ask(protocol.MethodTextDocumentRename, spot); json.Unmarshal([]byte(answer), &many) != nil {
		t.Fatal(answer)
	}
	if len(many.Changes) > 0 || len(many.DocumentChanges) < 2 {
		t.Errorf("a definition that several files name: %+v", many)
	}
	places := map[string]int{}
	for _, d := range many.DocumentChanges {
		if d.TextDocument.Version != nil {
			t.Errorf("%s is not open, and has a version", d.TextDocument.URI)
		}
		want := "content"
		if strings.HasSuffix(d.TextDocument.URI, ".lua") {
			want = "scripts"
		} else if strings.Contains(d.TextDocument.URI, "/locales/") {
			want = "translations"
		}
		for _, edit := range d.Edits {
			if places[edit.AnnotationID]++; edit.AnnotationID != want || edit.NewText != "lantern" {
				t.Errorf("%s: %+v", d.TextDocument.URI, edit)
			}
		}
	}
	for group, n := range places {
		if a := many.ChangeAnnotations[group]; !a.NeedsConfirmation || !strings.Contains(a.Label, "to lantern in "+group) || !strings.HasPrefix(a.Description, string(rune('0'+n))) {
			t.Errorf("%s, %d places: %+v", group, n, a)
		}
	}
}
