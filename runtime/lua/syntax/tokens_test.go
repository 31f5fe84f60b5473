package syntax

import (
	"fmt"
	"strings"
	"testing"
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

// TestNoSymbolBeginsWithOneThatIsAlone checks what the scanner relies on.
func TestNoSymbolBeginsWithOneThatIsAlone(t *testing.T) {
	signs := symbols[:]
	for _, s := range foreignSymbols {
		signs = append(signs, s.sign)
	}
	for _, sign := range signs {
		if strings.ContainsAny(sign[:1], alone) {
			t.Errorf("%q begins with a character that is alone", sign)
		}
	}
}
