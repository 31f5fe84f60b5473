package lua

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/syntax"
	"sleight/tests/golden"
)

// TestTokensOfTextsOfEveryKind compares the tokens of many texts, with their kinds,
// places and offsets, and the compiler's reports about them with a golden file.
func TestTokensOfTextsOfEveryKind(t *testing.T) {
	var out strings.Builder
	for _, text := range []string{
		"", " \t ", "name", "name2_x", "_", "if then end", "0", "7.", ".5", "1e5", "1E+5", "1e-5", "1e", "1e+", "0x1F", "0X1f", "0x", "0xg", "0x1.8", "0x1p4", "0X1P-2", "0x.8", "3..2", "1..n", "1.2.3", "7x", "1_000", "08", "1e309",
		`""`, `''`, `"a'b"`, `'a"b'`, `"\n\t\\\""`, `"\65\065\0650"`, `"\300"`, `"\256"`, `"\x41"`, `"\q"`, "\"a\\\nb\"", "\"a\\\r\nb\"", `"open`, `'open`, `"ends\`, "\"two\nlines\"", "\"tab\tin\"", `"ä€𝄞" x`,
		"[[long]]", "[=[a]]b]=]", "[==[\nfirst\n]==] x", "[[open", "[=[open]]", "[=", "[==x", "a[[b]]", "a[b]", "[[\r\nx\r\n]] y", "]]", "]=]",
		"-- note", "--", "--[[ a\nb ]] x", "--[=[ a ]] b ]=] x", "--[[ open", "--[ x\ny", "--[=x\ny", "a --[[ b ]] c", "a -- b\r\nc", "- -- x\n-",
		"a\nb", "a\r\nb", "a\rb", "a\n\rb", "a\n\nb", "\n\n  a", "\ta", "ä", "ä = 1", "a€b", "x = 'ä' y", "#!/usr/bin/lua\nx",
		"+ - * / % ^ # == ~= <= >= < > = ( ) { } [ ] ; : , . .. ...", "a==b~=c<=d>=e", "a...b", "a....b", "....", "a:b.c", "a::b", "~ = ~a", "! x", "!= x", "$x", "@x", "a ? b", "&& ||", "`x`", "\\", "\x00", "a\x00b", "\xff", "{[1]=2;}", "f{}", "f''",
	} {
		fmt.Fprintf(&out, "> %q\n ", text)
		for _, token := range syntax.Tokens(text) {
			fmt.Fprintf(&out, " %d:%d+%d %q", token.Line, token.Column, token.Offset, token.Text)
			out.WriteString([]string{"", " keyword", " number", " text", " symbol"}[token.Kind])
			if token.Open {
				out.WriteString(" open")
			}
			out.WriteByte(',')
		}
		for _, source := range []string{text, "local x = " + text} {
			_, problems := Compile(&def.Script{File: "x.lua", Source: source}, testSurface, requirable{})
			fmt.Fprintf(&out, "\n  %s, %d bytes", strings.Join(reported(problems, ""), "; "), problems[0].Place.Length)
		}
		out.WriteByte('\n')
	}
	golden.Check(t, "testdata/tokens.golden", out.String())
	for n, want := range map[int]int{syntax.MaxSize: 1, syntax.MaxSize + 1: 0} {
		if got := len(syntax.Tokens(strings.Repeat("x", n))); got != want {
			t.Errorf("a text of %d bytes has %d tokens", n, got)
		}
	}
	if n := len(syntax.Tokens(strings.Repeat("x ", syntax.MaxTokens+5))); n != syntax.MaxTokens {
		t.Errorf("there are %d tokens, not %d", n, syntax.MaxTokens)
	}
}
