package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// location converts a place to the protocol's form.
func (s *server) location(at diag.Place) protocol.Location {
	text, _ := s.source(at.File)
	return protocol.Location{URI: s.uri(at.File), Range: rangeOf(text, at)}
}

// Definition finds where a name is declared.
func (s *server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	if err := s.waitForBuild(ctx); err != nil {
		return nil, err
	}
	at := s.at(p.TextDocument.URI, p.Position)
	if at == nil {
		return nil, nil
	}
	if use, ok := at.use(); ok {
		if use.Symbol.Category == symbols.Function {
			if f, ok := at.functionOf(use.Symbol); ok {
				return protocol.LocationSlice{s.location(f.place)}, nil // rather than where it is returned
			}
		}
		if place, ok := at.snapshot.names().Declaration(use.Symbol); ok {
			return protocol.LocationSlice{s.location(place)}, nil
		}
		return nil, nil
	}
	if place, ok := at.script(); ok {
		return protocol.LocationSlice{s.location(place)}, nil
	}
	if at.lua != nil {
		if place, ok := at.declaredInLua(); ok {
			return protocol.LocationSlice{s.location(place)}, nil
		}
	}
	return nil, nil
}

// script returns the script that a value in YAML names.
func (at *cursor) script() (diag.Place, bool) {
	if at.lua != nil || !slices.Contains(at.categories(), symbols.Script) {
		return diag.Place{}, false
	}
	name := strings.TrimSpace(at.yaml.Word + at.yaml.Rest)
	file := scriptFile(at.name, strings.Trim(name, `"' `))
	return diag.Place{File: file, Line: 1, Column: 1}, file != ""
}

// declaredInLua finds the local, the module or the module's function that a
// name in Lua refers to.
func (at *cursor) declaredInLua() (diag.Place, bool) {
	tokens := syntax.Tokens(at.lua.source)
	i := at.token(tokens)
	if i < 0 {
		return diag.Place{}, false
	}
	t := tokens[i]
	before := func(n int) string {
		if i < n {
			return ""
		}
		return tokens[i-n].Text
	}
	switch {
	case t.Kind == syntax.TextToken && (before(1) == "require" || before(2) == "require"):
		if script := at.module(strings.Trim(t.Text, `"'`)); script != nil {
			return diag.Place{File: script.File, Line: 1, Column: 1}, true
		}
	case t.Kind == syntax.NameToken && before(1) == ".":
		name, ok := requireOf(at.lua.source, before(2))
		if !ok {
			return at.memberOf(tokens, before(2), t.Text)
		}
		if script := at.module(name); script != nil {
			f, ok := functionIn(script.File, script.Source, t.Text)
			return f.place, ok
		}
	default:
		if local := at.local(); local != nil {
			return local.places()[0], true
		}
	}
	return diag.Place{}, false
}

// memberOf finds where a field of a local table is set: function M.pay or M.pay =,
// else pay = in the table that the local is declared as.
func (at *cursor) memberOf(tokens []syntax.Token, table, field string) (diag.Place, bool) {
	place := func(t syntax.Token) (diag.Place, bool) {
		return diag.Place{File: at.name, Line: t.Line + at.lua.line, Column: t.Column + at.lua.column, Length: len(field)}, true
	}
	for i := 2; i < len(tokens); i++ {
		if tokens[i].Text == field && tokens[i-1].Text == "." && tokens[i-2].Text == table &&
			(i > 2 && tokens[i-3].Text == "function" || i+1 < len(tokens) && tokens[i+1].Text == "=") {
			return place(tokens[i])
		}
	}
	depth := 0
	for i := 3; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case depth == 0 && t.Text == "{" && tokens[i-2].Text == table && tokens[i-3].Text == "local": // an = is between them
			depth = 1
		case depth > 0 && t.Text == "{":
			depth++
		case depth > 0 && t.Text == "}":
			if depth--; depth == 0 {
				return diag.Place{}, false
			}
		case depth == 1 && t.Text == field && isFieldDefined(tokens, i):
			return place(t)
		}
	}
	return diag.Place{}, false
}

// References finds where a name is used.
func (s *server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	if err := s.waitForBuild(ctx); err != nil {
		return nil, err
	}
	at := s.at(p.TextDocument.URI, p.Position)
	if at == nil {
		return nil, nil
	}
	var out []protocol.Location
	use, ok := at.use()
	if local := at.local(); !ok && local != nil {
		for i, place := range local.places() {
			if i > 0 || p.Context.IncludeDeclaration {
				out = append(out, s.location(place))
			}
		}
		return out, nil
	}
	if !ok {
		return nil, nil
	}
	for _, u := range at.snapshot.names().Uses(use.Symbol) {
		if !u.Declares || p.Context.IncludeDeclaration {
			out = append(out, s.location(u.Place))
		}
	}
	return out, nil
}

// DocumentHighlight marks the uses of a name in the same file.
func (s *server) DocumentHighlight(_ context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	at := s.at(p.TextDocument.URI, p.Position)
	if at == nil {
		return nil, nil
	}
	var out []protocol.DocumentHighlight
	use, ok := at.use()
	if local := at.local(); !ok && local != nil {
		for _, place := range local.places() {
			out = append(out, protocol.DocumentHighlight{Range: rangeOf(at.text, place), Kind: protocol.DocumentHighlightKindText})
		}
		return out, nil
	}
	if !ok {
		return nil, nil
	}
	for _, u := range at.snapshot.names().In(at.name) {
		if u.Symbol == use.Symbol {
			out = append(out, protocol.DocumentHighlight{Range: rangeOf(at.text, u.Place), Kind: protocol.DocumentHighlightKindText})
		}
	}
	return out, nil
}
