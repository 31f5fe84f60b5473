package lsp

import (
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"sleight/runtime/author/symbols"
	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// local is a local or a parameter of a script.
type local struct {
	*cursor
	tokens []syntax.Token
	scopes symbols.Scopes
	// named is the token at the position, and declared the one that declares the
	// local.
	named, declared int
}

// token returns the index of the token at the position, and -1 if there is none.
func (at *cursor) token(tokens []syntax.Token) int {
	return slices.IndexFunc(tokens, func(t syntax.Token) bool {
		return t.Offset <= at.lua.offset && at.lua.offset <= t.End() && t.Kind != syntax.SymbolToken
	})
}

// local returns the local or parameter at the position, or nil.
func (at *cursor) local() *local {
	if at.lua == nil {
		return nil
	}
	tokens := syntax.Tokens(at.lua.source)
	i := at.token(tokens)
	scopes := symbols.ScopesOf(tokens)
	if i < 0 || scopes.Declared[i] < 0 {
		return nil
	}
	return &local{at, tokens, scopes, i, scopes.Declared[i]}
}

// localAt returns the local at a position where no other symbol is named, or
// nil.
func (s *server) localAt(u uri.URI, p protocol.Position) *local {
	at := s.at(u, p)
	if at == nil {
		return nil
	}
	if _, ok := at.use(); ok {
		return nil
	}
	return at.local()
}

// place returns the place of a token.
func (l *local) place(token int) diag.Place {
	t := l.tokens[token]
	return diag.Place{File: l.name, Line: t.Line + l.lua.line, Column: t.Column + l.lua.column, Length: len(t.Text)}
}

// uses lists the tokens that name the local, its declaration first.
func (l *local) uses() (out []int) {
	for i, d := range l.scopes.Declared {
		if d == l.declared {
			out = append(out, i)
		}
	}
	return out
}

// places lists where the local is named, its declaration first.
func (l *local) places() (out []diag.Place) {
	for _, i := range l.uses() {
		out = append(out, l.place(i))
	}
	return out
}

// renameLocal renames all uses of a local, unless a name would then refer to
// something else.
func (s *server) renameLocal(l *local, to string) (*protocol.WorkspaceEdit, error) {
	if err := checkLuaName(to); err != nil {
		return nil, err
	}
	from, after := l.tokens[l.declared].Text, slices.Clone(l.tokens)
	for _, i := range l.uses() {
		after[i].Text = to
	}
	for i, d := range symbols.ScopesOf(after).Declared {
		if d != l.scopes.Declared[i] {
			return nil, fmt.Errorf("renaming %s to %s would change what %s means on line %d", from, to, after[i].Text, l.place(i).Line)
		}
	}
	changes := map[uri.URI][]protocol.TextEdit{}
	for _, place := range l.places() {
		changes[s.uri(l.name)] = append(changes[s.uri(l.name)], protocol.TextEdit{Range: rangeOf(l.text, place), NewText: to})
	}
	if s.previews {
		return s.preview(changes, from, to), nil
	}
	return &protocol.WorkspaceEdit{Changes: changes}, nil
}

// checkLuaName returns an error for a text that is not a Lua name.
func checkLuaName(name string) error {
	if t := syntax.Tokens(name); len(t) != 1 || t[0].Kind != syntax.NameToken || t[0].Text != name {
		return fmt.Errorf("%q is not a valid name in Lua", name)
	}
	return nil
}
