package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/diag"
	"sleight/runtime/diag/fix"
)

// CodeAction offers the fixes of the problems in a range, and the fix of all
// problems of the same kind.
func (s *server) CodeAction(_ context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	name := nameOf(p.TextDocument.URI)
	text, ok := s.source(name)
	if !ok {
		return nil, nil
	}
	built := s.current()
	out := []protocol.CommandOrCodeAction{}
	codes := []string{}
	for _, d := range built.problems[name] {
		if len(d.Edits) == 0 || !overlaps(rangeOf(text, d.Place), p.Range) {
			continue
		}
		if edit := s.fixes(built, diag.List{d}); edit != nil {
			out = append(out, &protocol.CodeAction{
				Title: fixTitle(d), Kind: new(protocol.CodeActionKindQuickFix), IsPreferred: new(true), Edit: edit,
				Diagnostics: []protocol.Diagnostic{s.diagnostic(built, text, d)},
			})
			codes = append(codes, d.Code)
		}
	}
	for _, code := range slices.Compact(slices.Sorted(slices.Values(codes))) {
		if all := s.safeFixes(built, fixable(built, code)); len(all) > 1 {
			if edit := s.fixes(built, all); edit != nil {
				out = append(out, &protocol.CodeAction{Title: fmt.Sprintf("Fix all %d problems with the code %s", len(all), code), Kind: new(protocol.CodeActionKindQuickFix), Edit: edit})
			}
		}
	}
	if slices.Contains(p.Context.Only, protocol.CodeActionKindSourceFixAll) {
		if edit := s.fixes(built, s.safeFixes(built, built.problems[name])); edit != nil {
			out = append(out, &protocol.CodeAction{Title: "Fix all problems in this file", Kind: new(protocol.CodeActionKindSourceFixAll), Edit: edit})
		}
	}
	return out, nil
}

func overlaps(a, b protocol.Range) bool {
	before := func(x, y protocol.Position) bool {
		return x.Line < y.Line || x.Line == y.Line && x.Character < y.Character
	}
	return !before(a.End, b.Start) && !before(b.End, a.Start)
}

func fixTitle(d diag.Diagnostic) string {
	e, hint := d.Edits[0], d.Hint.String()
	switch {
	case len(d.Edits) == 1 && e.Old != "" && e.New != "" && !strings.Contains(e.New, "\n"):
		return fmt.Sprintf("Change %q to %q", e.Old, e.New)
	case len(d.Edits) == 1 && e.New == "":
		return "Remove it: " + d.Message.String()
	case hint != "":
		return strings.ToUpper(hint[:1]) + hint[1:]
	}
	return "Fix: " + d.Message.String()
}

// fixable returns the problems with a code that have a fix.
func fixable(b *snapshot, code string) diag.List {
	var out diag.List
	for _, list := range b.problems {
		for _, d := range list {
			if d.Code == code && len(d.Edits) > 0 {
				out = append(out, d)
			}
		}
	}
	out.Sort()
	return out
}

// safeFixes returns the problems whose fixes may be applied together, without review.
func (s *server) safeFixes(b *snapshot, list diag.List) diag.List {
	return fix.Safe(list, slices.Collect(maps.Keys(b.texts)), func(file string) ([]byte, bool) {
		text, ok := b.texts[file]
		return text, ok
	})
}

// fixes returns the edit that applies the fixes of problems, or nil if none can
// be applied to the texts as they are.
func (s *server) fixes(b *snapshot, list diag.List) *protocol.WorkspaceEdit {
	texts, fixed := fix.Apply(list, func(file string) ([]byte, bool) {
		if isReadOnly(file) {
			return nil, false
		}
		text, ok := s.source(file)
		return []byte(text), ok
	})
	if fixed == 0 {
		return nil
	}
	changes := map[uri.URI][]protocol.TextEdit{}
	for file, after := range texts {
		before, _ := s.source(file)
		changes[s.uri(file)] = difference(before, string(after))
	}
	return &protocol.WorkspaceEdit{Changes: changes}
}

// difference returns the edits that turn one text into another: whole lines
// that differ, without the equal ones at both ends.
func difference(before, after string) []protocol.TextEdit {
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	if len(a) == len(b) { // edit line by line, so that lines between fixes stay as they are
		var out []protocol.TextEdit
		for i := range a {
			if a[i] != b[i] {
				out = append(out, lineEdit(i, i+1, len(a), before, b[i]))
			}
		}
		return out
	}
	first := 0
	for a[first] == b[first] { // it ends: only a last line has no line break, and the numbers of lines differ
		first++
	}
	last := 0
	for last < min(len(a), len(b))-first && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	return []protocol.TextEdit{lineEdit(first, len(a)-last, len(a), before, strings.Join(b[first:len(b)-last], ""))}
}

// lineEdit replaces lines.
func lineEdit(from, to, all int, text, with string) protocol.TextEdit {
	r := protocol.Range{Start: protocol.Position{Line: uint32(from)}, End: protocol.Position{Line: uint32(to)}}
	if to >= all { // there is no line after the last
		r.End = protocol.Position{Line: uint32(all - 1), Character: character(lineAt(text, all-1), 1<<30)}
	}
	return protocol.TextEdit{Range: r, NewText: with}
}

// reportTests shows the results of tests, and the failures and warnings as
// problems.
func (s *server) reportTests(ctx context.Context, built *snapshot, results []contenttest.Result) (protocol.LSPAny, error) {
	passed := 0
	for _, r := range results {
		if r.Passed {
			passed++
		}
	}
	findings := map[string]diag.List{}
	for _, d := range slices.Concat(contenttest.Failures(results), contenttest.Warnings(results)) {
		findings[d.Place.File] = append(findings[d.Place.File], d)
	}
	for file, list := range findings {
		text := string(built.texts[file])
		params := &protocol.PublishDiagnosticsParams{URI: s.uri(file)}
		for _, d := range append(slices.Clone(built.problems[file]), list...) {
			params.Diagnostics = append(params.Diagnostics, s.diagnostic(built, text, d))
		}
		if err := s.conn.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, params); err != nil {
			return nil, err
		}
	}
	message := &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: fmt.Sprintf("%d of %d tests passed", passed, len(results))}
	if passed < len(results) {
		message.Type = protocol.MessageTypeError
	}
	if err := s.conn.Notify(ctx, protocol.MethodWindowShowMessage, message); err != nil {
		return nil, err
	}
	answer, err := json.Marshal(map[string]int{"passed": passed, "failed": len(results) - passed})
	return protocol.LSPAny(answer), err
}
