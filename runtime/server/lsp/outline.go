package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// DocumentSymbol lists the definitions and declarations in a file.
func (s *server) DocumentSymbol(_ context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	name := nameOf(p.TextDocument.URI)
	text, ok := s.source(name)
	if !ok {
		return nil, nil
	}
	out := protocol.DocumentSymbolSlice{}
	if isLua(name) {
		return append(out, luaOutline(text)...), nil
	}
	index := s.current().names()
	if index == nil {
		return out, nil
	}
	var owner *protocol.DocumentSymbol
	for _, u := range index.In(name) {
		if !u.Declares {
			continue
		}
		r := rangeOf(text, u.Place)
		symbol := protocol.DocumentSymbol{Name: u.Symbol.Short(), Kind: symbolKinds[u.Symbol.Category], Range: r, SelectionRange: r}
		detail := string(u.Symbol.Category)
		if u.Symbol.Category == symbols.Definition {
			detail, _, _ = strings.Cut(u.Symbol.Name, "/")
		}
		symbol.Detail = new(detail)
		if u.Symbol.Category != symbols.Definition && owner != nil {
			owner.Children = append(owner.Children, symbol)
			owner.Range.End = r.End
			continue
		}
		out = append(out, symbol)
		owner = &out[len(out)-1]
	}
	return out, nil
}

// luaOutline lists the functions of a script.
func luaOutline(text string) protocol.DocumentSymbolSlice {
	var out protocol.DocumentSymbolSlice
	tokens := syntax.Tokens(text)
	for i, t := range tokens {
		name := i
		switch {
		case t.Text != "function":
			continue
		case i+1 < len(tokens) && tokens[i+1].Kind == syntax.NameToken:
			name = i + 1
			if i+3 < len(tokens) && tokens[i+2].Text == "." {
				name = i + 3
			}
		case i >= 2 && tokens[i-1].Text == "=" && tokens[i-2].Kind == syntax.NameToken:
			name = i - 2
		default:
			continue
		}
		n := tokens[name]
		r := rangeIn(text, n.Line, n.Column, n.Column+len(n.Text))
		out = append(out, protocol.DocumentSymbol{Name: n.Text, Kind: protocol.SymbolKindFunction, Range: r, SelectionRange: r})
	}
	return out
}

var symbolKinds = map[symbols.Category]protocol.SymbolKind{
	symbols.Definition: protocol.SymbolKindClass, symbols.Variable: protocol.SymbolKindVariable,
	symbols.Zone: protocol.SymbolKindStruct, symbols.Phase: protocol.SymbolKindEnum, symbols.Action: protocol.SymbolKindMethod,
	symbols.Event: protocol.SymbolKindEvent, symbols.Value: protocol.SymbolKindField, symbols.View: protocol.SymbolKindField,
	symbols.Metric: protocol.SymbolKindNumber, symbols.Param: protocol.SymbolKindConstant, symbols.Property: protocol.SymbolKindProperty,
}

// Symbols finds definitions, and functions of modules, in all files.
func (s *server) Symbols(_ context.Context, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	out := protocol.SymbolInformationSlice{}
	built := s.current()
	if built.lookup() == nil {
		return out, nil
	}
	for _, d := range built.lookup().Catalog.All() {
		if len(out) < maxItems && (matchesTyped(p.Query, d.ID) || matchesTyped(p.Query, d.Name)) {
			out = append(out, protocol.SymbolInformation{
				BaseSymbolInformation: protocol.BaseSymbolInformation{Name: d.ID, Kind: protocol.SymbolKindClass, ContainerName: new(d.Pack + " " + d.Kind)},
				Location:              s.location(d.Place),
			})
		}
	}
	index := built.names()
	for _, file := range slices.Sorted(maps.Keys(built.validContent.texts)) {
		for _, u := range index.In(file) {
			if len(out) < maxItems && u.Declares && u.Symbol.Category == symbols.Function && matchesTyped(p.Query, u.Symbol.Name) {
				out = append(out, protocol.SymbolInformation{
					BaseSymbolInformation: protocol.BaseSymbolInformation{Name: u.Symbol.Name, Kind: protocol.SymbolKindFunction, ContainerName: new(u.Symbol.Scope)},
					Location:              s.location(u.Place),
				})
			}
		}
	}
	return out, nil
}

// DocumentLink makes the scripts that a file names into links.
func (s *server) DocumentLink(_ context.Context, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	name := nameOf(p.TextDocument.URI)
	if !isYAML(name) {
		return nil, nil
	}
	text, _ := s.source(name)
	var out []protocol.DocumentLink
	for i, l := range strings.Split(text, "\n") {
		rest, found := strings.CutPrefix(strings.TrimSpace(l), "script:")
		script := strings.Trim(strings.TrimSpace(rest), `"'`)
		file := scriptFile(name, script)
		if !found || script == "" || file == "" {
			continue
		}
		target := s.uri(file)
		from := strings.Index(l, script) + 1
		out = append(out, protocol.DocumentLink{Range: rangeIn(text, i+1, from, from+len(script)), Target: &target})
	}
	return out, nil
}

// FoldingRanges folds the indented lines below a line, and comments.
func (s *server) FoldingRanges(_ context.Context, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	text, _ := s.source(nameOf(p.TextDocument.URI))
	type open struct{ line, indent int }
	var stack []open
	var out []protocol.FoldingRange
	lines := strings.Split(text, "\n")
	last := 0
	end := func(indent int) {
		for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
			from := stack[len(stack)-1].line
			stack = stack[:len(stack)-1]
			if last > from {
				out = append(out, protocol.FoldingRange{StartLine: uint32(from), EndLine: uint32(last)})
			}
		}
	}
	for i, l := range lines {
		trimmed := strings.TrimSpace(l)
		if trimmed == "" {
			continue
		}
		indent := len(l) - len(strings.TrimLeft(l, " \t"))
		end(indent)
		stack = append(stack, open{i, indent})
		last = i
	}
	end(0)
	return out, nil
}

// InlayHint shows the values of parameters where texts and scripts name them,
// and which packs have changed a definition.
func (s *server) InlayHint(_ context.Context, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	name := nameOf(p.TextDocument.URI)
	text, ok := s.source(name)
	built := s.current()
	index := built.names()
	if !ok || index == nil {
		return nil, nil
	}
	var out []protocol.InlayHint
	for _, u := range index.In(name) {
		line := uint32(u.Place.Line - 1)
		if line < p.Range.Start.Line || line > p.Range.End.Line {
			continue
		}
		label := hint(built, u)
		if label == "" || !stillThere(text, u) {
			continue
		}
		at := rangeOf(text, diag.Place{Line: u.Place.Line, Column: u.Place.Column, Length: u.Place.Length}).End
		out = append(out, protocol.InlayHint{Position: at, Label: protocol.String(label), Kind: protocol.InlayHintKindParameter, PaddingLeft: new(true)})
	}
	return append(out, changedValues(built, name, text, p.Range)...), nil
}

// changedValues shows, after each value that packs have changed, the final
// value and the packs.
func changedValues(built *snapshot, file, text string, r protocol.Range) (out []protocol.InlayHint) {
	for _, d := range built.lookup().Catalog.All() {
		for i, c := range d.Changes {
			if c.Before == nil || c.Before.Type() == def.Map || c.Before.Type() == def.List || c.Of != d.Key() {
				continue
			}
			at := c.Before.Place()
			if line := uint32(at.Line - 1); at.File != file || line < r.Start.Line || line > r.End.Line || !strings.Contains(lineAt(text, at.Line-1), c.Before.Show()) {
				continue
			}
			packs, after := []string{c.Pack}, c.After
			for _, later := range d.Changes[i+1:] {
				if later.Path == c.Path {
					packs, after = append(packs, later.Pack), later.After
				}
			}
			label := "removed by "
			if after != nil {
				label = after.Show() + " by "
			}
			out = append(out, protocol.InlayHint{
				Position: rangeOf(text, at).End, PaddingLeft: new(true),
				Label: protocol.String("→ " + label + strings.Join(packs, ", ")),
			})
		}
	}
	return out
}

// stillThere reports whether a text still has a name at the place in the index.
func stillThere(text string, u symbols.Use) bool {
	runes := []rune(lineAt(text, u.Place.Line-1))
	from, to := u.Place.Column-1, u.Place.Column-1+u.Place.Length
	return to <= len(runes) && string(runes[from:to]) == u.Symbol.Short()
}

// hint returns the text to show after a name.
func hint(built *snapshot, u symbols.Use) string {
	switch {
	case u.Symbol.Category == symbols.Definition && u.Declares:
		if d := built.names().Definition(u.Symbol); len(d.Changers()) > 0 {
			return "changed by " + strings.Join(d.Changers(), ", ")
		}
	case u.Symbol.Category == symbols.Param && !u.Declares:
		_, p := built.paramAt(u)
		return "= " + number(p.Default)
	}
	return ""
}

// tokenTypes are the types of semantic tokens, by number.
var tokenTypes = []string{"class", "variable", "struct", "enum", "method", "event", "property", "parameter", "function"}

func legend() protocol.SemanticTokensLegend {
	return protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: []string{"declaration"}}
}

var tokenNumbers = map[symbols.Category]uint32{
	symbols.Definition: 0, symbols.Variable: 1, symbols.Zone: 2, symbols.Phase: 3, symbols.Action: 4, symbols.Event: 5,
	symbols.Value: 6, symbols.View: 6, symbols.Metric: 6, symbols.Property: 6, symbols.Param: 7,
	symbols.Function: 8,
}

// SemanticTokensFull classifies names by what they refer to, for highlighting.
func (s *server) SemanticTokensFull(_ context.Context, p *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	name := nameOf(p.TextDocument.URI)
	text, ok := s.source(name)
	index := s.current().names()
	out := &protocol.SemanticTokens{Data: []uint32{}}
	if !ok || index == nil {
		return out, nil
	}
	line, start := uint32(0), uint32(0)
	for _, u := range index.In(name) {
		if !stillThere(text, u) {
			continue
		}
		r := rangeOf(text, u.Place)
		if r.Start.Line != line {
			start = 0
		}
		modifiers := uint32(0)
		if u.Declares {
			modifiers = 1
		}
		out.Data = append(out.Data, r.Start.Line-line, r.Start.Character-start, r.End.Character-r.Start.Character, tokenNumbers[u.Symbol.Category], modifiers)
		line, start = r.Start.Line, r.Start.Character
	}
	return out, nil
}
