package lsp

import (
	"context"
	"fmt"
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
	"sleight/runtime/lua"
)

// location returns a place as the protocol has it.
func (s *server) location(at diag.Place) protocol.Location {
	text, _ := s.source(at.File)
	return protocol.Location{URI: s.uri(at.File), Range: rangeOf(text, at)}
}

// Definition finds where a name is declared.
func (s *server) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	at := s.at(p.TextDocument.URI, p.Position)
	if at == nil {
		return nil, nil
	}
	if use, ok := at.use(); ok {
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
func (at *spot) script() (diag.Place, bool) {
	if at.lua != nil || !slices.Contains(at.sorts(), symbols.Script) {
		return diag.Place{}, false
	}
	name := strings.TrimSpace(at.yaml.Word + at.yaml.Rest)
	file := scriptFile(at.name, strings.Trim(name, `"' `))
	return diag.Place{File: file, Line: 1, Column: 1}, file != ""
}

// declaredInLua finds the local, the module or the module's function that a
// name in Lua stands for.
func (at *spot) declaredInLua() (diag.Place, bool) {
	tokens := lua.Tokens(at.lua.source)
	i := slices.IndexFunc(tokens, func(t lua.Token) bool {
		return t.Offset <= at.lua.offset && at.lua.offset <= t.End() && t.Kind != lua.SymbolToken
	})
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
	case t.Kind == lua.TextToken && (before(1) == "require" || before(2) == "require"):
		if script := at.module(strings.Trim(t.Text, `"'`)); script != nil {
			return diag.Place{File: script.File, Line: 1, Column: 1}, true
		}
	case t.Kind == lua.NameToken && before(1) == ".":
		name, ok := requireOf(at.lua.source, before(2))
		if !ok {
			return at.memberOf(tokens, before(2), t.Text)
		}
		if script := at.module(name); script != nil {
			return functionIn(script.File, script.Source, t.Text)
		}
	case t.Kind == lua.NameToken:
		for n := i; n >= 0; n-- { // the nearest declaration above
			if tokens[n].Text == t.Text && n > 0 && declares(tokens, n) {
				return diag.Place{File: at.name, Line: tokens[n].Line + at.lua.line, Column: tokens[n].Column + at.lua.column, Length: len(t.Text)}, true
			}
		}
	}
	return diag.Place{}, false
}

// memberOf finds where a field of a local table is set: function M.pay or M.pay =,
// else pay = in the table that the local is declared as.
func (at *spot) memberOf(tokens []lua.Token, table, field string) (diag.Place, bool) {
	place := func(t lua.Token) (diag.Place, bool) {
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
		case depth == 0 && t.Text == "{" && tokens[i-1].Text == "=" && tokens[i-2].Text == table && tokens[i-3].Text == "local":
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

// declares reports whether the name at an index is one that local, for or
// function declares.
func declares(tokens []lua.Token, i int) bool {
	for n := i - 1; n >= 0; n-- {
		switch tokens[n].Text {
		case "local", "for", "function":
			return true
		case ",", "(":
		default:
			if tokens[n].Kind != lua.NameToken && tokens[n].Text != "." {
				return false
			}
		}
	}
	return false
}

// functionIn finds the function of a module.
func functionIn(file, source, name string) (diag.Place, bool) {
	tokens := lua.Tokens(source)
	for i, t := range tokens {
		if t.Text == name && (isFieldDefined(tokens, i) || i > 0 && tokens[i-1].Text == "function") {
			return diag.Place{File: file, Line: t.Line, Column: t.Column, Length: len(name)}, true
		}
	}
	return diag.Place{}, false
}

// References finds where a name is used.
func (s *server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	at := s.at(p.TextDocument.URI, p.Position)
	if at == nil {
		return nil, nil
	}
	use, ok := at.use()
	if !ok {
		return nil, nil
	}
	var out []protocol.Location
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
	use, ok := at.use()
	if !ok {
		return nil, nil
	}
	var out []protocol.DocumentHighlight
	for _, u := range at.snapshot.names().In(at.name) {
		if u.Symbol == use.Symbol {
			out = append(out, protocol.DocumentHighlight{Range: rangeOf(at.text, u.Place), Kind: protocol.DocumentHighlightKindText})
		}
	}
	return out, nil
}

// PrepareRename returns the name that would be renamed.
func (s *server) PrepareRename(ctx context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	at, use, err := s.renamed(p.TextDocument.URI, p.Position)
	if err != nil {
		return nil, err
	}
	r := rangeOf(at.text, use.Place)
	return &r, nil
}

// renamed finds the symbol at a position and checks that all its uses can be
// changed.
func (s *server) renamed(u uri.URI, p protocol.Position) (*spot, symbols.Use, error) {
	at := s.at(u, p)
	if at == nil {
		return nil, symbols.Use{}, fmt.Errorf("this file is not part of the content")
	}
	use, ok := at.use()
	if !ok {
		return nil, use, fmt.Errorf("there is no name here that can be renamed")
	}
	if len(at.snapshot.problems[at.name]) > 0 && at.snapshot.problems[at.name].Failed() {
		return nil, use, fmt.Errorf("names can be renamed once the errors in this file are fixed")
	}
	if at.snapshot.content == nil { // what cannot be read may use the name
		return nil, use, fmt.Errorf("names can be renamed once the content has been without errors")
	}
	place, ok := at.snapshot.names().Declaration(use.Symbol)
	if !ok {
		return nil, use, fmt.Errorf("%s is a name of the engine", use.Symbol.Short())
	}
	if _, ok := s.onDisk(place.File); !ok || s.isShipped(place.File) {
		return nil, use, fmt.Errorf("%s is declared in content that ships with Sleight", use.Symbol.Short())
	}
	return at, use, nil
}

var newName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// Rename renames a symbol in all files.
func (s *server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	_, use, err := s.renamed(p.TextDocument.URI, p.Position)
	if err != nil {
		return nil, err
	}
	if !newName.MatchString(p.NewName) {
		return nil, fmt.Errorf("%q is not a valid name: use lower-case letters, digits and _, starting with a letter", p.NewName)
	}
	index := s.current().names()
	for _, u := range index.Uses(symbols.Symbol{Sort: use.Symbol.Sort, Scope: use.Symbol.Scope, Name: renamedTo(use.Symbol, p.NewName)}) {
		if u.Declares {
			return nil, fmt.Errorf("there is already a %s %q, at %s", use.Symbol.Sort, p.NewName, u.Place)
		}
	}
	changes := map[uri.URI][]protocol.TextEdit{}
	for _, u := range index.Uses(use.Symbol) {
		if s.isShipped(u.Place.File) {
			return nil, fmt.Errorf("%s is used in content that ships with Sleight", use.Symbol.Short())
		}
		text, _ := s.source(u.Place.File)
		if !stillThere(text, u) {
			return nil, fmt.Errorf("%s has changed since the content was last without errors; correct them first", u.Place.File)
		}
		at := s.uri(u.Place.File)
		changes[at] = append(changes[at], protocol.TextEdit{Range: rangeOf(text, u.Place), NewText: p.NewName})
	}
	if err := s.try(ctx, changes); err != nil {
		return nil, fmt.Errorf("not every use of %s can be found: renaming it leaves an error: %w", use.Symbol.Short(), err)
	}
	if s.previews {
		return s.preview(changes, use.Symbol.Short(), p.NewName), nil
	}
	return &protocol.WorkspaceEdit{Changes: changes}, nil
}

// try builds the content with edits, and runs its tests. It returns what fails
// then and does not now: a script may build the name of something out of parts.
func (s *server) try(ctx context.Context, changes map[uri.URI][]protocol.TextEdit) error {
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
		w.Texts[name] = []byte(applied(text, edits))
		packs[s.workspace.Loader.Reach().PackOf(name)] = true
	}
	content, problems := w.Build()
	if content == nil {
		return firstError(problems)
	}
	if names := contenttest.CheckNames(content); names.Failed() {
		return firstError(names)
	}
	failed := func(c *rules.Content) []contenttest.Result {
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

func firstError(problems diag.List) error {
	for _, d := range problems {
		if d.Severity == diag.Error {
			return d
		}
	}
	return problems
}

// applied returns a text with edits, which do not overlap.
func applied(text string, edits []protocol.TextEdit) string {
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
	if s.Sort == symbols.Definition {
		kind, _, _ := strings.Cut(s.Name, "/")
		return kind + "/" + name
	}
	return name
}
