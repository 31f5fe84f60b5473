package lsp

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
	"sleight/runtime/lua/syntax"
)

// inLua completes names in Lua.
func (c *completer) inLua() {
	tokens := tokensBefore(c.lua)
	last := syntax.Token{}
	if len(tokens) > 0 {
		last = tokens[len(tokens)-1]
	}
	touching := last.End() == c.lua.offset && len(tokens) > 0
	switch {
	case last.Open:
		c.setTyped(strings.TrimLeft(last.Text, `"'`))
		c.argument(tokens[:len(tokens)-1])
		return
	case touching && last.Kind == syntax.NameToken:
		c.setTyped(last.Text)
		tokens = tokens[:len(tokens)-1]
	case touching && last.Kind == syntax.KeywordToken:
		return
	default:
		c.setTyped("")
	}
	if n := len(tokens); n >= 2 && (tokens[n-1].Text == "." || tokens[n-1].Text == ":") {
		c.fields(tokens[n-2].Text, n >= 3 && tokens[n-3].Text == ".")
		return
	}
	if !c.lua.expression && c.isHookKey(tokens) {
		c.hooks()
	}
	c.globals()
}

// setTyped sets the part of a name that has been typed.
func (c *completer) setTyped(typed string) { c.typed, c.start = typed, c.column-len([]rune(typed)) }

// tokensBefore returns the tokens before a position.
func tokensBefore(l *luaCursor) []syntax.Token { return syntax.Tokens(l.source[:l.offset]) }

// fields completes after a dot.
func (c *completer) fields(of string, inner bool) {
	switch {
	case !inner && of == "vars":
		c.names([]symbols.Category{symbols.Variable}, nil)
	case !inner && of == "game" && c.game != nil:
		c.params(c.game.Definition)
		c.keysOf(c.game.Definition)
	case !inner && isLibraryTable(of):
		for _, e := range lua.Standard() {
			if name, ok := strings.CutPrefix(e.Name, of+"."); ok && e.Status != lua.Absent {
				c.add(item{label: name, kind: protocol.CompletionItemKindFunction, doc: describeLibrary(&e)})
			}
		}
	default:
		if script := c.moduleOf(of); script != nil && !inner {
			c.members(of, script)
			return
		}
		if !inner {
			for _, name := range ownFields(c.lua.source, of) {
				f, _ := functionIn(c.name, c.lua.source, name)
				c.add(item{label: name, kind: protocol.CompletionItemKindFunction, detail: f.usage(of + "." + name), doc: f.describe(of + "." + name)})
			}
		}
		if of == "self" && c.of != nil {
			c.params(c.of)
			c.keysOf(c.of)
		}
		c.names([]symbols.Category{symbols.Property}, nil)
		for _, name := range rules.EntityFields() {
			c.add(item{label: name, kind: protocol.CompletionItemKindField, rank: 3})
		}
		for _, name := range []string{"id", "kind", "name", "tags", "data"} {
			c.add(item{label: name, kind: protocol.CompletionItemKindField, rank: 3})
		}
	}
}

func isLibraryTable(name string) bool { return name == "string" || name == "table" || name == "math" }

func (c *completer) params(d *def.Definition) {
	for _, p := range d.Params {
		c.add(item{label: p.Name, kind: protocol.CompletionItemKindConstant, detail: number(p.Default), doc: describeParam(p), rank: 1})
	}
}

func (c *completer) keysOf(d *def.Definition) {
	for _, f := range d.Data.Fields() {
		c.add(item{label: f.Key, kind: protocol.CompletionItemKindField, rank: 4})
	}
}

// argument completes a quoted text: an argument of an API function, or the name
// of a module.
func (c *completer) argument(tokens []syntax.Token) {
	_, function, number := callAround(tokens)
	if n := len(tokens); function == "require" || n > 0 && tokens[n-1].Text == "require" {
		c.modules()
		return
	}
	for _, f := range api.Functions() {
		if f.Name == function && number < len(f.Params) {
			if category := symbols.CategoryOf(f.Params[number].Type); category != "" {
				c.names([]symbols.Category{category}, nil)
				if category == symbols.Property {
					c.names([]symbols.Category{symbols.Variable}, nil)
				}
			}
		}
	}
}

// callAround returns the function whose arguments the end of the tokens is in, what
// it is a field of, and the number of the argument, from 0.
func callAround(tokens []syntax.Token) (of, function string, argument int) {
	depth := 0
	for i, t := range slices.Backward(tokens) {
		switch t.Text {
		case ")", "}", "]", "end":
			depth++
		case "{", "[", "function", "then", "do":
			if depth--; depth < 0 {
				return "", "", 0
			}
		case "(":
			if depth--; depth < 0 {
				if i > 2 && tokens[i-2].Text == "." {
					of = tokens[i-3].Text
				}
				if i > 0 && tokens[i-1].Kind == syntax.NameToken {
					return of, tokens[i-1].Text, argument
				}
				return "", "", 0
			}
		case ",":
			if depth == 0 {
				argument++
			}
		}
	}
	return "", "", 0
}

// modules completes the name of a module.
func (c *completer) modules() {
	for _, script := range c.scripts(c.server) {
		c.add(item{label: strings.TrimSuffix(script, ".lua"), kind: protocol.CompletionItemKindModule})
	}
}

// moduleOf returns the module that a local holds, or nil.
func (c *cursor) moduleOf(local string) *def.Script {
	name, ok := requireOf(c.lua.source, local)
	if !ok {
		return nil
	}
	return c.module(name)
}

// module finds a module by the argument of require. It returns nil if there is
// none, or no content yet.
func (c *cursor) module(name string) *def.Script {
	if c.snapshot.lookup() == nil {
		return nil
	}
	pack, module, other := strings.Cut(name, ":")
	if !other {
		module, pack = name, ""
	}
	for _, p := range c.snapshot.lookup().Catalog.Packs() {
		if pack != "" && p.ID != pack || pack == "" && !p.Holds(c.name) {
			continue
		}
		if script := p.Modules[strings.TrimSuffix(module, ".lua")]; script != nil {
			return script
		}
	}
	return nil
}

// requireOf returns the module in: local NAME = require("…").
func requireOf(source, local string) (module string, ok bool) {
	tokens := syntax.Tokens(source)
	for i := range tokens {
		if tokens[i].Text == local && i+3 < len(tokens) && tokens[i+1].Text == "=" && tokens[i+2].Text == "require" {
			for _, t := range tokens[i+3 : min(i+5, len(tokens))] {
				if t.Kind == syntax.TextToken {
					return strings.Trim(t.Text, `"'`), true
				}
			}
		}
	}
	return "", false
}

// isFieldDefined reports whether the token at an index is the name of a field
// that is defined there: function m.name, m.name = … or {name = …}.
func isFieldDefined(tokens []syntax.Token, i int) bool {
	if i == 0 || tokens[i].Kind != syntax.NameToken {
		return false
	}
	switch before := tokens[i-1].Text; before {
	case ".", "{", ",":
		return before == "." && i >= 3 && tokens[i-3].Text == "function" || i+1 < len(tokens) && tokens[i+1].Text == "="
	}
	return false
}

// isHookKey reports whether the end of the tokens is where a hook is named, in
// the table that a script returns.
func (c *completer) isHookKey(tokens []syntax.Token) bool {
	n := len(tokens)
	if n == 0 {
		return false
	}
	if last := tokens[n-1].Text; last != "{" && last != "," {
		return false
	}
	depth := 0
	for i, t := range slices.Backward(tokens) {
		switch t.Text {
		case "}", ")", "end":
			depth++
		case "(", "function", "do", "then":
			if depth--; depth < 0 {
				return false
			}
		case "{":
			if depth--; depth < 0 {
				return i > 0 && tokens[i-1].Text == "return"
			}
		}
	}
	return false
}

// hooks completes the names of hooks, with their parameters.
func (c *completer) hooks() {
	if c.game == nil {
		return
	}
	add := func(name, doc string, params ...string) {
		signature := "function(" + strings.Join(append([]string{"self"}, params...), ", ") + ")"
		c.add(item{label: name, kind: protocol.CompletionItemKindEvent, detail: signature, doc: doc, insert: name + " = " + signature + "\n\nend,"})
	}
	if c.of == nil || c.of.Kind != "game" {
		var targets []string
		if c.of != nil {
			for _, t := range c.of.Data.Get("use").All("targets") {
				targets = append(targets, t.TextOr("name", "target"))
			}
		}
		add("use", "Called when the item is used.", targets...)
	} else {
		add("start", "Called when the game begins.")
		add("imagine", "Called in copies of the game in which bots look ahead: replaces what their player cannot know.")
		for _, p := range c.game.Phases {
			add("enter_"+p.Name, "Called when the phase begins.")
			if p.Together != nil {
				add("resolve_"+p.Name, "Called when all players have chosen.")
			}
			if p.Clock != nil {
				add(rules.TimeoutPrefix+p.Name, "Called when a player's time has run out.")
			}
		}
		for _, a := range c.game.Actions {
			var targets []string
			for _, t := range a.Targets {
				targets = append(targets, t.Name)
			}
			add("do_"+a.Name, a.Text, targets...)
		}
	}
	for _, e := range c.game.Events {
		add("on_"+e.Name, e.Text, e.Args...)
		if len(e.Args) > 0 && (c.of == nil || c.of.Kind != "game") {
			add(rules.WhenPrefix+e.Name, e.Text, e.Args[1:]...)
		}
	}
	for _, v := range c.game.Values {
		add("modify_"+v.Name, v.Text, append([]string{"value"}, v.Args...)...)
	}
}

// globals completes a name by itself: locals, the API, values, Lua's library
// and keywords.
func (c *completer) globals() {
	for _, name := range symbols.ScopesOf(tokensBefore(c.lua)).Visible {
		c.add(item{label: name, kind: protocol.CompletionItemKindVariable, rank: 0})
	}
	for _, f := range api.Functions() {
		if c.lua.expression && !f.Reads {
			continue
		}
		c.add(item{label: f.Name, kind: protocol.CompletionItemKindFunction, detail: f.Usage(), doc: describeFunction(&f), rank: 1})
	}
	for _, v := range api.Values() {
		c.add(item{label: v.Name, kind: protocol.CompletionItemKindVariable, doc: v.Doc, rank: 1})
	}
	if c.lua.expression {
		c.add(item{label: "self", kind: protocol.CompletionItemKindVariable, rank: 1})
	}
	for _, e := range lua.Standard() {
		name, _, _ := strings.Cut(e.Name, ".")
		if e.Status != lua.Absent {
			c.add(item{label: name, kind: protocol.CompletionItemKindModule, rank: 4})
		}
	}
	if c.lua.expression {
		return
	}
	for _, word := range []string{"local", "function", "return", "if", "then", "else", "elseif", "end", "for", "while", "do", "repeat", "until", "break", "not", "and", "or", "nil", "true", "false", "in"} {
		c.add(item{label: word, kind: protocol.CompletionItemKindKeyword, rank: 5})
	}
}
