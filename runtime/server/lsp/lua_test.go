package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sleight/runtime/author/symbols"
	"sleight/runtime/lua/syntax"
	"sleight/tests/golden"
)

// TestNamesInLua writes the known facts about every name in pieces of Lua, and
// about their end: the declarations there, and the call that contains it.
func TestNamesInLua(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/lua.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, f := range archive.Files {
		source := strings.TrimSuffix(string(f.Data), "\n")
		fmt.Fprintf(&out, "## %s\n%s\n", f.Name, source)
		at := &cursor{
			name: f.Name, text: source, snapshot: &snapshot{validContent: &validContent{}},
			lua: &luaCursor{source: source, offset: len(source), line: 10, column: 100},
		}
		tokens := syntax.Tokens(source)
		of, called, argument := callAround(tokens)
		if called != "" || argument != 0 {
			fmt.Fprintf(&out, "  in the call of %s.%s: %d\n", of, called, argument)
		}
		if (&completer{}).isHookKey(tokens) {
			out.WriteString("  at a hook\n")
		}
		fmt.Fprintf(&out, "  locals: %v\n", symbols.ScopesOf(tokens).Visible)
		for _, s := range luaOutline(source) {
			fmt.Fprintf(&out, "  outline: %s %d:%d-%d:%d\n", s.Name, s.Range.Start.Line, s.Range.Start.Character, s.Range.End.Line, s.Range.End.Character)
		}
		for i, token := range tokens {
			described := describeToken(at, tokens, i)
			if slices.ContainsFunc(tokens[:i], func(before syntax.Token) bool { return before.Text == token.Text }) {
				described = slices.DeleteFunc(described, func(s string) bool { return !strings.HasPrefix(s, "is ") })
			}
			if len(described) > 0 {
				fmt.Fprintf(&out, "  %d:%d %s: %s\n", token.Line, token.Column, token.Text, strings.Join(described, ", "))
			}
		}
	}
	golden.Check(t, "testdata/lua.golden", out.String())
}

// describeToken lists what is known about a token: where it is, beginning with "is",
// and about its text.
func describeToken(at *cursor, tokens []syntax.Token, i int) (out []string) {
	text := tokens[i].Text
	if tokens[i].Kind != syntax.NameToken {
		if _, ok := functionIn(at.name, at.text, text); ok || isFieldDefined(tokens, i) {
			out = append(out, "is not a name")
		}
		return out
	}
	if isFieldDefined(tokens, i) {
		out = append(out, "is a field")
	}
	if symbols.ScopesOf(tokens).Declared[i] == i {
		out = append(out, "is declared")
	}
	at.lua.offset = tokens[i].Offset
	if place, ok := at.declaredInLua(); ok {
		out = append(out, fmt.Sprintf("is from %s, length %d", place, place.Length))
	}
	if f, ok := functionIn(at.name, at.text, text); ok {
		out = append(out, fmt.Sprintf("%s in %s, length %d: %q", f.usage(text), f.place, f.place.Length, f.describe(text)))
	}
	if module, ok := requireOf(at.text, text); ok {
		out = append(out, "module "+module)
	}
	if own := ownFields(at.text, text); own != nil {
		out = append(out, fmt.Sprintf("with %v", own))
	}
	return out
}
