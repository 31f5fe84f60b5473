package lua

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/tests/golden"
)

func TestTokensOfTextsBeingTyped(t *testing.T) {
	for text, want := range map[string]string{
		"local a = vars.":           "local@1:1 a@1:7 =@1:9 vars@1:11 .@1:15",
		"give(\"fl":                 "give@1:1 (@1:5 \"fl@1:6…",
		"x = 'ä' .. y\nreturn !z":   "x@1:1 =@1:3 'ä'@1:5 ..@1:9 y@1:12 return@2:1 z@2:9",
		"-- note\nif a then --[[ x": "if@2:1 a@2:4 then@2:6",
		"a = [[x\ny]] b":            "a@1:1 =@1:3 [[x\ny]]@1:5 b@2:5",
		"f(\"open\ng()":             "f@1:1 (@1:2 \"open@1:3… g@2:1 (@2:2 )@2:3",
		"a = 1e goto x":             "a@1:1 =@1:3 x@1:13",
	} {
		var got []string
		for _, token := range Tokens(text) {
			word := fmt.Sprintf("%s@%d:%d", token.Text, token.Line, token.Column)
			if token.Open {
				word += "…"
			}
			if text[token.Offset:token.End()] != token.Text {
				t.Errorf("%q: %s is not at its offset", text, word)
			}
			got = append(got, word)
		}
		if joined := strings.Join(got, " "); joined != want {
			t.Errorf("%q:\ngot  %s\nwant %s", text, joined, want)
		}
	}
}

// TestTokensOfTextsOfEveryKind compares the tokens of texts, with their kinds,
// places and offsets, and the compiler's reports about these texts, with a
// golden file.
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
		for _, token := range Tokens(text) {
			fmt.Fprintf(&out, " %d:%d+%d %q", token.Line, token.Column, token.Offset, token.Text)
			out.WriteString([]string{"", " keyword", " number", " text", " symbol"}[token.Kind])
			if token.Open {
				out.WriteString(" open")
			}
			out.WriteByte(',')
		}
		for _, source := range []string{text, "local x = " + text} {
			_, problems := Compile(&def.Script{File: "x.lua", Source: source}, toldNames, requirable{})
			fmt.Fprintf(&out, "\n  %s, %d bytes", strings.Join(reported(problems, ""), "; "), problems[0].Place.Length)
		}
		out.WriteByte('\n')
	}
	golden.Check(t, "testdata/tokens.golden", out.String())
	for n, want := range map[int]int{maxSize: 1, maxSize + 1: 0} {
		if got := len(Tokens(strings.Repeat("x", n))); got != want {
			t.Errorf("a text of %d bytes has %d tokens", n, got)
		}
	}
	if n := len(Tokens(strings.Repeat("x ", maxTokens+5))); n != maxTokens {
		t.Errorf("there are %d tokens, not %d", n, maxTokens)
	}
}
