package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
)

// maxItems bounds a list of completions; the editor asks again as the author
// types on.
const maxItems = 500

// Completion lists the possible completions at a position.
func (s *server) Completion(_ context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	at := s.at(p.TextDocument.URI, p.Position)
	if at == nil {
		return list, nil
	}
	c := &completer{server: s, cursor: at, list: list}
	switch {
	case at.lua != nil:
		c.inLua()
	case isYAML(at.name) && !at.yaml.Comment && !at.yaml.InBlock:
		c.inYAML()
	}
	return list, nil
}

// completer collects completions.
type completer struct {
	*server
	*cursor
	list *protocol.CompletionList
	// start is the column where the replaced text begins.
	start int
	typed string
	after string // text to be added after each item
}

// item is a completion.
type item struct {
	label, detail, doc string
	kind               protocol.CompletionItemKind
	// insert is the text to insert, if it is not the label.
	insert string
	// rank sorts items: lower first.
	rank int
}

// add adds an item if it matches the typed text.
func (c *completer) add(i item) {
	if len(c.list.Items) >= maxItems {
		c.list.IsIncomplete = true
		return
	}
	if !matchesTyped(c.typed, i.label) || slices.ContainsFunc(c.list.Items, func(other protocol.CompletionItem) bool { return other.Label == i.label }) {
		return
	}
	insert := i.insert
	if insert == "" {
		insert = i.label
	}
	out := protocol.CompletionItem{
		Label: i.label, Kind: i.kind,
		SortText:   protocol.NewOptional(fmt.Sprintf("%d%s", i.rank, i.label)),
		FilterText: protocol.NewOptional(i.label),
		TextEdit:   &protocol.TextEdit{Range: rangeIn(c.text, c.line, c.start, c.column), NewText: insert + c.after},
	}
	if c.start == c.column { // rangeIn is at least one character long
		at := protocol.Position{Line: uint32(c.line - 1), Character: character(c.content, c.column)}
		out.TextEdit = &protocol.TextEdit{Range: protocol.Range{Start: at, End: at}, NewText: insert + c.after}
	}
	if i.detail != "" {
		out.Detail = protocol.NewOptional(i.detail)
	}
	if i.doc != "" {
		out.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: i.doc}
	}
	c.list.Items = append(c.list.Items, out)
}

// matchesTyped reports whether a label contains the typed letters, in order.
func matchesTyped(typed, label string) bool {
	typed, label = strings.ToLower(typed), strings.ToLower(label)
	for _, r := range typed {
		i := strings.IndexRune(label, r)
		if i < 0 {
			return false
		}
		label = label[i+len(string(r)):]
	}
	return true
}

// inYAML completes keys and values.
func (c *completer) inYAML() {
	y := c.yaml
	c.typed, c.start = y.Word, y.Start
	if i := strings.LastIndexByte(y.Word, '{'); i >= 0 && !strings.Contains(y.Word[i:], "}") && !y.OnKey {
		c.placeholder(y.Word[i+1:])
		return
	}
	c.commands()
	c.locales()
	c.items()
	if y.OnKey {
		c.keys()
		return
	}
	c.values(c.schema)
}

// keys completes a key, and also a list entry, which begins in the same way.
func (c *completer) keys() {
	if len(c.yaml.Path) == 0 && c.schema == nil {
		c.after = ": "
		c.add(item{label: "kind", kind: protocol.CompletionItemKindProperty, doc: "What the definition is."})
		return
	}
	inList := len(c.yaml.Path) > 0 && c.yaml.Path[len(c.yaml.Path)-1].Key == ""
	if inList {
		c.values(c.schema)
	}
	if !strings.HasPrefix(strings.TrimLeft(c.yaml.Rest, " "), ":") {
		c.after = ": "
	}
	for _, k := range c.schema.Keys() {
		if slices.Contains(c.yaml.Siblings, k.Name) {
			continue
		}
		rank := 1
		if k.Required {
			rank = 0
		}
		c.add(item{label: k.Name, kind: protocol.CompletionItemKindProperty, detail: typeWords(k.Schema), doc: schemaDoc(k.Schema), rank: rank})
	}
	if names := c.schema.KeyNames(); names != nil {
		c.names(names.Categories(), c.yaml.Siblings)
	}
	c.names(c.schema.Categories(), c.yaml.Siblings)
	c.after = ""
}

// values completes a value.
func (c *completer) values(schema *symbols.Schema) {
	if len(c.yaml.Path) == 1 && c.yaml.Path[0].Key == "kind" {
		for _, kind := range c.snapshot.schemas.Kinds() {
			c.add(item{label: kind, kind: protocol.CompletionItemKindClass, doc: schemaDoc(c.snapshot.schemas.Kind(kind))})
		}
	}
	for _, word := range schema.Words() {
		c.add(item{label: word, kind: protocol.CompletionItemKindEnumMember})
	}
	c.names(schema.Categories(), nil)
}

// names completes the names of some kinds, except those given.
func (c *completer) names(categories []symbols.Category, except []string) {
	for _, category := range categories {
		for _, name := range c.namesOf(category) {
			if !slices.Contains(except, name) {
				c.add(c.itemFor(category, name))
			}
		}
	}
}

// namesOf lists the names of a kind, in the form that the definition at the
// position may use.
func (c *completer) namesOf(category symbols.Category) []string {
	switch category {
	case symbols.Script:
		return c.scripts(c.server)
	case symbols.Picture:
		return c.pictures(c.server)
	case symbols.Same:
		if c.snapshot.lookup() == nil {
			return nil
		}
		var out []string
		for _, d := range c.snapshot.lookup().Catalog.Kind(c.yaml.Kind) {
			if d.ID != c.yaml.ID {
				out = append(out, d.ID)
			}
		}
		return out
	case symbols.Kind:
		return c.snapshot.schemas.Kinds()
	}
	var own []string
	if category == symbols.Param && c.of != nil {
		for _, p := range c.of.Params {
			own = append(own, p.Name)
		}
	}
	return append(own, (&symbols.Index{Content: c.snapshot.lookup()}).Names(c.game, category)...)
}

var itemKinds = map[symbols.Category]protocol.CompletionItemKind{
	symbols.Definition: protocol.CompletionItemKindReference, symbols.Same: protocol.CompletionItemKindReference,
	symbols.Variable: protocol.CompletionItemKindVariable, symbols.Zone: protocol.CompletionItemKindStruct,
	symbols.Phase: protocol.CompletionItemKindEnum, symbols.Action: protocol.CompletionItemKindMethod,
	symbols.Event: protocol.CompletionItemKindEvent, symbols.Value: protocol.CompletionItemKindValue,
	symbols.View: protocol.CompletionItemKindField, symbols.Param: protocol.CompletionItemKindConstant,
	symbols.Property: protocol.CompletionItemKindField, symbols.Kind: protocol.CompletionItemKindClass,
	symbols.Script:  protocol.CompletionItemKindFile,
	symbols.Picture: protocol.CompletionItemKindFile,
}

// itemFor describes a name.
func (c *completer) itemFor(category symbols.Category, name string) item {
	return item{label: name, kind: itemKinds[category], detail: string(category), doc: describe(c.cursor, category, name), rank: 2}
}

// placeholder completes {param} in a text.
func (c *completer) placeholder(typed string) {
	c.typed, c.start = typed, c.column-len([]rune(typed))
	if !strings.HasPrefix(c.yaml.Rest, "}") {
		c.after = "}"
	}
	add := func(d *def.Definition, prefix string) {
		for _, p := range d.Params {
			c.add(item{label: prefix + p.Name, kind: protocol.CompletionItemKindConstant, detail: number(p.Default), doc: p.Text})
		}
	}
	if d := c.translatedDefinition(); d != nil {
		add(d, "")
	} else if c.of != nil {
		add(c.of, "")
	}
	if c.game != nil {
		add(c.game.Definition, "=game.") // an expression: names alone are the definition's own
	}
}
