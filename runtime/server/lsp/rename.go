package lsp

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/author/symbols"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// PrepareRename returns the name that would be renamed.
func (s *server) PrepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	if err := s.waitForBuild(ctx); err != nil {
		return nil, err
	}
	if local := s.localAt(p.TextDocument.URI, p.Position); local != nil {
		r := rangeOf(local.text, local.place(local.named))
		return &r, nil
	}
	at, use, err := s.symbolToRename(p.TextDocument.URI, p.Position)
	if err != nil {
		return nil, err
	}
	r := rangeOf(at.text, use.Place)
	return &r, nil
}

// symbolToRename finds the symbol at a position and checks that all its uses can be
// changed.
func (s *server) symbolToRename(u uri.URI, p protocol.Position) (*cursor, symbols.Use, error) {
	at := s.at(u, p)
	if at == nil {
		return nil, symbols.Use{}, fmt.Errorf("this file is not part of the content")
	}
	use, ok := at.use()
	if !ok {
		return nil, use, fmt.Errorf("there is no name here that can be renamed")
	}
	place, ok := at.snapshot.names().Declaration(use.Symbol)
	if !ok {
		return nil, use, fmt.Errorf("%s is a name of the engine", use.Symbol.Short())
	}
	if isReadOnly(place.File) {
		return nil, use, fmt.Errorf("%s is declared in %s", use.Symbol.Short(), readOnlyOrigin(place.File))
	}
	return at, use, nil
}

var newName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// Rename renames a symbol in all files.
func (s *server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	if err := s.waitForBuild(ctx); err != nil {
		return nil, err
	}
	if local := s.localAt(p.TextDocument.URI, p.Position); local != nil {
		return s.renameLocal(local, p.NewName)
	}
	_, use, err := s.symbolToRename(p.TextDocument.URI, p.Position)
	if err != nil {
		return nil, err
	}
	if use.Symbol.Category == symbols.Function {
		if err := checkLuaName(p.NewName); err != nil {
			return nil, err
		}
	} else if !newName.MatchString(p.NewName) {
		return nil, fmt.Errorf("%q is not a valid name: use lower-case letters, digits and _, starting with a letter", p.NewName)
	}
	index := s.current().names()
	for _, u := range index.Uses(symbols.Symbol{Category: use.Symbol.Category, Scope: use.Symbol.Scope, Name: renamedTo(use.Symbol, p.NewName)}) {
		if u.Declares {
			return nil, fmt.Errorf("there is already a %s %q, at %s", use.Symbol.Category, p.NewName, u.Place)
		}
	}
	changes := map[uri.URI][]protocol.TextEdit{}
	for _, u := range index.Uses(use.Symbol) {
		if isReadOnly(u.Place.File) {
			return nil, fmt.Errorf("%s is used in %s", use.Symbol.Short(), readOnlyOrigin(u.Place.File))
		}
		text, _ := s.source(u.Place.File)
		if !stillThere(text, u) {
			return nil, fmt.Errorf("%s has changed since the content was last without errors; correct them first", u.Place.File)
		}
		at := s.uri(u.Place.File)
		changes[at] = append(changes[at], protocol.TextEdit{Range: rangeOf(text, u.Place), NewText: p.NewName})
	}
	if err := s.checkRenameWithErrors(changes, use.Symbol.Short()); err != nil {
		return nil, err
	}
	if err := s.tryEdits(ctx, changes); err != nil {
		return nil, fmt.Errorf("not every use of %s can be found: renaming it leaves an error: %w", use.Symbol.Short(), err)
	}
	if s.previews {
		return s.preview(changes, use.Symbol.Short(), p.NewName), nil
	}
	return &protocol.WorkspaceEdit{Changes: changes}, nil
}

// checkRenameWithErrors returns an error if a file with errors may use a name in places
// that the edits do not change, or if a script may build the name out of parts and no
// test can show that. If there are no errors, it returns nil: tryEdits then finds such
// places.
func (s *server) checkRenameWithErrors(changes map[uri.URI][]protocol.TextEdit, name string) error {
	now := s.current()
	broken := false
	for _, file := range slices.Sorted(maps.Keys(now.problems)) {
		if !now.problems[file].Failed() {
			continue
		}
		broken = true
		if text, _ := s.source(file); strings.Count(text, name) != len(changes[s.uri(file)]) {
			return fmt.Errorf("%s has errors and may use %s; fix them first", file, name)
		}
	}
	if !broken {
		return nil
	}
	for _, code := range now.lookup().Code() {
		for _, t := range code.Program.Facts().Texts {
			if part := t.Text; t.Joined && len(part) > 1 && part != name && (strings.HasPrefix(name, part) || strings.HasSuffix(name, part)) {
				return fmt.Errorf("%s may build the name %s out of parts, and tests can show that only once all errors are fixed", code.Program.Place().File, name)
			}
		}
	}
	return nil
}

// tryEdits builds the content with edits, and runs its tests. It returns the new
// failures: a script may build a name out of parts.
func (s *server) tryEdits(ctx context.Context, changes map[uri.URI][]protocol.TextEdit) error {
	w, err := s.options.Open(s.dir)
	if err != nil {
		return err
	}
	defer w.Close()
	w.Texts = map[string][]byte{}
	s.mu.Lock()
	for name, d := range s.files {
		w.Texts[name] = []byte(d.text)
	}
	s.mu.Unlock()
	packs := map[string]bool{}
	for at, edits := range changes {
		name := nameOf(at)
		text, _ := s.source(name)
		w.Texts[name] = []byte(applyEdits(text, edits))
		packs[s.workspace.Loader.Dependencies().PackOf(name)] = true
	}
	content, problems := w.Build()
	if content == nil {
		return s.firstNew(problems)
	}
	if d := s.firstNew(slices.DeleteFunc(w.Lint(content), func(d diag.Diagnostic) bool { return d.Code != "script/unknown-name" })); d != nil {
		return d
	}
	if names := contenttest.CheckNames(content); names.Failed() {
		return firstError(names)
	}
	failed := func(c *rules.Content) []contenttest.Result {
		if c == nil { // there are errors now, which the edits remove
			return nil
		}
		return slices.DeleteFunc(contenttest.Run(ctx, c, contenttest.Options{
			Filter: func(d *def.Definition) bool { return packs[d.Pack] },
		}), func(r contenttest.Result) bool { return r.Passed })
	}
	if after := failed(content); len(after) > 0 {
		if before := failed(s.current().content); len(after) > len(before) {
			return *after[len(after)-1].Problem
		}
	}
	return ctx.Err()
}

// firstNew returns the first problem that does not exist now, or nil.
func (s *server) firstNew(problems diag.List) error {
	known := map[string]int{}
	key := func(d diag.Diagnostic) string { return d.Code + " " + d.Place.File + " " + d.Message.String() }
	for _, list := range s.current().problems {
		for _, d := range list {
			known[key(d)]++
		}
	}
	for _, d := range problems {
		if known[key(d)]--; known[key(d)] < 0 && (d.Severity == diag.Error || d.Code == "script/unknown-name") {
			return d
		}
	}
	return nil
}

func firstError(problems diag.List) error {
	for _, d := range problems {
		if d.Severity == diag.Error {
			return d
		}
	}
	return problems
}

// applyEdits applies edits, which do not overlap, to a text.
func applyEdits(text string, edits []protocol.TextEdit) string {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b protocol.TextEdit) int {
		return offset(text, b.Range.Start) - offset(text, a.Range.Start)
	})
	for _, e := range edits {
		text = text[:offset(text, e.Range.Start)] + e.NewText + text[offset(text, e.Range.End):]
	}
	return text
}

// renamedTo returns the symbol's full name with another short one.
func renamedTo(s symbols.Symbol, name string) string {
	if s.Category == symbols.Definition {
		kind, _, _ := strings.Cut(s.Name, "/")
		return kind + "/" + name
	}
	return name
}
