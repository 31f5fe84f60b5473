package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
	"sleight/runtime/lua/syntax"
)

// Hover explains the symbol at a position.
func (s *server) Hover(_ context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	at := s.at(p.TextDocument.URI, p.Position)
	if at == nil {
		return nil, nil
	}
	text, from, to := at.explain()
	if text == "" {
		return nil, nil
	}
	r := rangeIn(at.text, at.line, from, to)
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}, Range: &r}, nil
}

// explain explains the symbol at the position, in Markdown, and returns its
// first and last column.
func (at *cursor) explain() (text string, from, to int) {
	word, from, to := at.word()
	if use, ok := at.use(); ok {
		return describeUse(at, use), use.Place.Column, use.Place.Column + use.Place.Length
	}
	if at.lua != nil {
		return at.explainLua(word, from), from, to
	}
	if !isYAML(at.name) || at.yaml.Comment || at.yaml.InBlock || word == "" {
		return "", 0, 0
	}
	return at.explainKey(word, from, to)
}

// use returns the use of a symbol at the position, according to the index,
// unless the text has changed there since it was made.
func (at *cursor) use() (symbols.Use, bool) {
	index := at.snapshot.names()
	if index == nil {
		return symbols.Use{}, false
	}
	use, ok := index.At(at.name, at.line, at.column)
	if !ok {
		return use, false
	}
	runes := []rune(at.content)
	from, to := use.Place.Column-1, use.Place.Column-1+use.Place.Length
	return use, to <= len(runes) && string(runes[from:to]) == use.Symbol.Short()
}

func describeUse(at *cursor, use symbols.Use) string {
	content, s := at.snapshot.lookup(), use.Symbol
	switch s.Category {
	case symbols.Function:
		f, ok := at.functionOf(s)
		if !ok {
			return ""
		}
		pack, module, _ := strings.Cut(s.Scope, ":")
		return f.describe(s.Name) + fmt.Sprintf("\n\nfunction of the module %s of %s", module, pack)
	case symbols.Definition:
		return describeDefinition(at.snapshot.names().Definition(s))
	case symbols.Param:
		d, p := at.snapshot.paramAt(use)
		text := describeParam(p)
		for _, c := range d.Changes {
			if c.Path == "params."+s.Name || strings.HasPrefix(c.Path, "params."+s.Name+".") {
				text += fmt.Sprintf("\n\n%s by pack %s: %s → %s", c.Op, c.Pack, orNothing(c.Before), orNothing(c.After))
			}
		}
		return text
	}
	if g, ok := content.Game(s.Scope); ok {
		return describeDeclared(g, s.Category, s.Name)
	}
	return ""
}

// paramAt returns the parameter that a use names, and its definition: the one
// that contains the use if that extends the declaring one, since the value may
// differ there.
func (c *validContent) paramAt(u symbols.Use) (of *def.Definition, p def.Param) {
	of, _ = c.lookup().Catalog.Get(u.Symbol.Scope) // the index is of this catalog
	var around *def.Definition
	for _, d := range c.lookup().Catalog.Kind(of.Kind) {
		if d.Place.File == u.Place.File && d.Place.Line <= u.Place.Line && (around == nil || d.Place.Line > around.Place.Line) {
			around = d
		}
	}
	if around != nil && slices.Contains(around.Bases, u.Symbol.Scope) {
		of = around
	}
	p, _ = of.Param(u.Symbol.Name)
	return of, p
}

// explainLua explains a name of the API or of Lua's library.
func (at *cursor) explainLua(word string, from int) string {
	before := []rune(at.content)[:from-1]
	library := word
	if n := len(before); n > 0 && before[n-1] == '.' {
		start := n - 1
		for start > 0 && isNameRune(before[start-1]) {
			start--
		}
		library = string(before[start:n-1]) + "." + word
	} else {
		functions := api.Functions()
		if i := slices.IndexFunc(functions, func(f api.Function) bool { return f.Name == word }); i >= 0 {
			return describeFunction(&functions[i])
		}
		for _, v := range api.Values() {
			if v.Name == word {
				return fmt.Sprintf("**%s**\n\n%s", v.Name, v.Doc)
			}
		}
	}
	for _, e := range lua.Standard() {
		if e.Name == library {
			return describeLibrary(&e)
		}
	}
	return ""
}

// explainKey explains a key or a value by the schema.
func (at *cursor) explainKey(word string, from, to int) (text string, start, end int) {
	runes := []rune(at.content)
	end = to - 1
	for end < len(runes) && runes[end] == ' ' {
		end++
	}
	if end < len(runes) && runes[end] == ':' { // a key
		c := symbols.At(at.text, at.line, from)
		if s := at.snapshot.schemas.Schema(c.Kind, append(slices.Clone(c.Path), symbols.Step{Key: word})); s != nil {
			doc := schemaDoc(s)
			if types := typeWords(s); types != "" {
				doc = fmt.Sprintf("**%s** (%s)\n\n%s", word, types, doc)
			}
			return doc, from, to
		}
		return "", 0, 0
	}
	if len(at.yaml.Path) == 1 && at.yaml.Path[0].Key == "kind" {
		return schemaDoc(at.snapshot.schemas.Kind(word)), from, to
	}
	return schemaDoc(at.schema), from, to
}

// SignatureHelp shows the parameters of the call around a position.
func (s *server) SignatureHelp(_ context.Context, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	at := s.at(p.TextDocument.URI, p.Position)
	if at == nil || at.lua == nil {
		return nil, nil
	}
	tokens := tokensBefore(at.lua)
	of, name, argument := callAround(tokens)
	if f, usage, ok := at.called(of, name); ok {
		return signatureHelp(f.signature(usage), argument), nil
	}
	for _, f := range api.Functions() {
		if f.Name != name || of != "" {
			continue
		}
		info := protocol.SignatureInformation{
			Label: f.Usage(), Documentation: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: f.Doc},
		}
		carried := at.declaredArgs(name, tokens)
		if len(carried) > 0 {
			info.Label = strings.Replace(info.Label, "…", strings.Join(carried, ", "), 1)
		}
		for _, param := range f.Params {
			info.Parameters = append(info.Parameters, protocol.ParameterInformation{
				Label:         protocol.String(param.Name),
				Documentation: protocol.String(param.Type.String() + ": " + param.Doc),
			})
		}
		for _, name := range carried {
			info.Parameters = append(info.Parameters, protocol.ParameterInformation{Label: protocol.String(name)})
		}
		return signatureHelp(info, argument), nil
	}
	return nil, nil
}

func signatureHelp(info protocol.SignatureInformation, argument int) *protocol.SignatureHelp {
	return &protocol.SignatureHelp{
		Signatures:      []protocol.SignatureInformation{info},
		ActiveSignature: new(uint32),
		ActiveParameter: protocol.NewNullable(uint32(argument)),
	}
}

// declaredArgs returns the declared arguments of the event in an unfinished call of emit,
// or of the value in a call of modify.
func (at *cursor) declaredArgs(function string, before []syntax.Token) []string {
	if at.game == nil {
		return nil
	}
	declared := at.game.Events
	switch function {
	case "emit":
	case "modify":
		declared = at.game.Values
	default:
		return nil
	}
	depth := 0
	for i := len(before) - 1; i > 0; i-- {
		switch before[i].Text {
		case ")", "}", "]":
			depth++
		case "(", "{", "[":
			if depth--; depth >= 0 {
				continue
			}
			if i+1 == len(before) || before[i+1].Kind != syntax.TextToken {
				return nil
			}
			name := strings.Trim(before[i+1].Text, `"'`)
			for _, e := range declared {
				if e.Name == name {
					return e.Args
				}
			}
			return nil
		}
	}
	return nil
}
