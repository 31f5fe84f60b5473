package lsp

import (
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// function is a function as a Lua source declares it, or another value that a
// module returns.
type function struct {
	place diag.Place
	// params are its parameters; call is false for a value that is not written as a
	// function.
	params []string
	call   bool
	doc    string // the comment above it
}

// usage formats a call.
func (f function) usage(name string) string {
	if !f.call {
		return name
	}
	return name + "(" + strings.Join(f.params, ", ") + ")"
}

// describe explains the function in Markdown.
func (f function) describe(name string) string {
	text := fmt.Sprintf("```lua\n%s\n```", f.usage(name))
	if f.doc != "" {
		text += "\n" + f.doc
	}
	return text
}

// functionIn finds where a source declares a function or a field: as function m.name,
// local function name, m.name = or {name = …}. Its place is that in the source.
func functionIn(file, source, name string) (function, bool) {
	tokens := syntax.Tokens(source)
	found := -1
	for i, t := range tokens {
		if t.Text != name || t.Kind != syntax.NameToken {
			continue
		}
		if i > 0 && tokens[i-1].Text == "function" || i > 2 && tokens[i-1].Text == "." && tokens[i-3].Text == "function" {
			found = i
			break
		}
		if found < 0 && isFieldDefined(tokens, i) {
			found = i
		}
	}
	if found < 0 {
		return function{}, false
	}
	t := tokens[found]
	f := function{place: diag.Place{File: file, Line: t.Line, Column: t.Column, Length: len(name)}, doc: commentAbove(source, t.Line)}
	for i := found + 1; i < len(tokens) && i <= found+3; i++ {
		switch tokens[i].Text {
		case "=", "function":
			continue
		case "(":
			f.params, f.call = paramsAt(tokens, i), true
		}
		break
	}
	return f, true
}

// paramsAt lists the parameters between the bracket at an index and the closing one.
func paramsAt(tokens []syntax.Token, i int) (out []string) {
	for i++; i < len(tokens) && tokens[i].Text != ")"; i++ {
		if tokens[i].Text != "," {
			out = append(out, tokens[i].Text)
		}
	}
	return out
}

// commentAbove returns the comment that ends on the line above one.
func commentAbove(source string, line int) string {
	lines := strings.Split(source, "\n")
	var out []string
	for i := min(line-2, len(lines)-1); i >= 0; i-- {
		text, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "--")
		if !ok || strings.HasPrefix(text, "[") {
			break
		}
		out = append(out, strings.TrimSpace(strings.TrimLeft(text, "-")))
	}
	slices.Reverse(out)
	return strings.Join(out, "\n")
}

// functionOf finds the function of a module that a symbol refers to.
func (at *cursor) functionOf(s symbols.Symbol) (function, bool) {
	script := at.module(s.Scope)
	if script == nil {
		return function{}, false
	}
	source := script.Source
	if script.File == at.name {
		source = at.text // as it is being typed
	}
	return functionIn(script.File, source, s.Name)
}

// called finds the function that a call names: one of a module, or one of the
// source itself.
func (at *cursor) called(of, name string) (f function, usage string, ok bool) {
	if of == "" {
		f, _ = functionIn(at.name, at.lua.source, name)
		return f, f.usage(name), f.call
	}
	if script := at.moduleOf(of); script != nil {
		f, _ = functionIn(script.File, script.Source, name)
	} else {
		f, _ = functionIn(at.name, at.lua.source, name)
	}
	return f, f.usage(of + "." + name), f.call
}

// signature describes the call of a function of a script.
func (f function) signature(usage string) protocol.SignatureInformation {
	info := protocol.SignatureInformation{Label: usage}
	if f.doc != "" {
		info.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: f.doc}
	}
	for _, name := range f.params {
		info.Parameters = append(info.Parameters, protocol.ParameterInformation{Label: protocol.String(name)})
	}
	return info
}

// members completes the functions of a module.
func (c *completer) members(of string, script *def.Script) {
	for _, name := range c.exported(script) {
		f, _ := functionIn(script.File, script.Source, name)
		kind := protocol.CompletionItemKindFunction
		if !f.call {
			kind = protocol.CompletionItemKindField
		}
		c.add(item{label: name, kind: kind, detail: f.usage(of + "." + name), doc: f.describe(of + "." + name)})
	}
}

// exported lists the exports of a module: those of the last build, otherwise
// the fields that its source defines.
func (at *cursor) exported(script *def.Script) (out []string) {
	all := at.snapshot.lookup().Code()
	for i := range all {
		if all[i].Module == script.Module && all[i].Program.ExportNames() != nil {
			return all[i].Program.ExportNames()
		}
	}
	tokens := syntax.Tokens(script.Source)
	for i, t := range tokens {
		if isFieldDefined(tokens, i) && !slices.Contains(out, t.Text) {
			out = append(out, t.Text)
		}
	}
	return out
}

// ownFields lists the fields that a source assigns to one of its local tables:
// M.pay =, function M.pay.
func ownFields(source, table string) (out []string) {
	tokens, declared := syntax.Tokens(source), false
	for i := 2; i < len(tokens); i++ {
		declared = declared || tokens[i-2].Text == "local" && tokens[i-1].Text == table && i+1 < len(tokens) && tokens[i+1].Text == "{"
		if declared && tokens[i-1].Text == "." && tokens[i-2].Text == table && isFieldDefined(tokens, i) && !slices.Contains(out, tokens[i].Text) {
			out = append(out, tokens[i].Text)
		}
	}
	return out
}
