package lsp

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// previews reports whether an editor can show changes in groups before it makes
// them.
func previews(c *protocol.WorkspaceClientCapabilities) bool {
	if c == nil || c.WorkspaceEdit == nil {
		return false
	}
	edit := c.WorkspaceEdit
	return edit.DocumentChanges != nil && *edit.DocumentChanges && edit.ChangeAnnotationSupport != nil
}

// preview returns edits in groups: content, scripts and translations. An editor
// must ask before it changes more than one file.
func (s *server) preview(changes map[uri.URI][]protocol.TextEdit, from, to string) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{ChangeAnnotations: map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{}}
	counts := map[string]int{}
	for _, at := range slices.Sorted(maps.Keys(changes)) {
		name := nameOf(at)
		group := groupOf(name)
		counts[group] += len(changes[at])
		edit := &protocol.TextDocumentEdit{}
		edit.TextDocument.URI = at
		s.mu.Lock()
		if d := s.files[name]; d != nil {
			edit.TextDocument.Version = new(d.version)
		}
		s.mu.Unlock()
		for _, e := range changes[at] {
			edit.Edits = append(edit.Edits, &protocol.AnnotatedTextEdit{TextEdit: e, AnnotationID: protocol.ChangeAnnotationIdentifier(group)})
		}
		out.DocumentChanges = append(out.DocumentChanges, edit)
	}
	for group, n := range counts {
		places := fmt.Sprintf("%d places", n)
		if n == 1 {
			places = "1 place"
		}
		out.ChangeAnnotations[protocol.ChangeAnnotationIdentifier(group)] = protocol.ChangeAnnotation{
			Label: fmt.Sprintf("Rename %s to %s in %s", from, to, group), Description: &places,
			NeedsConfirmation: new(len(changes) > 1),
		}
	}
	return out
}

// groupOf returns the kind of file of a name.
func groupOf(name string) string {
	switch {
	case path.Ext(name) == ".lua":
		return "scripts"
	case strings.Contains(name, "/locales/"):
		return "translations"
	}
	return "content"
}
