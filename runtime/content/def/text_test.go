package def

import (
	"fmt"
	"strings"
	"testing"
)

func TestParts(t *testing.T) {
	for text, want := range map[string]string{
		"":                                      "",
		"Deal 6 damage.":                        "'Deal 6 damage.'",
		"Deal {damage}.":                        "'Deal ' {damage} '.'",
		"{a}{b}":                                "{a} {b}",
		"{cards|card|cards} {x|}":               "{cards [card cards]} ' ' {x []}",
		"{=self.damage + vars.strength} damage": "{=self.damage + vars.strength} ' damage'",
		"{= count('}') |one|more}":              "{=count('}') [one more]}",
		`{=({"}", "\"}"})[1]}|`:                 `{=({"}", "\"}"})[1]} '|'`,
		"{=a[b{1}]} {":                          "{=a[b{1}]} ' {'",
		"no gaps: {} {1} { a} {a b} {=} {a|b {=a": "'no gaps: {} {1} { a} {a b} {=} {a|b {=a'",
		"{{a}}": "'{' {a} '}'",
	} {
		var got []string
		end := 0
		for _, p := range Parts(text) {
			if p.From != end {
				t.Errorf("%q: a part begins at %d, want %d", text, p.From, end)
			}
			end = p.To
			what := "'" + p.Words + "'"
			if p.IsGap() {
				what = "{" + p.Name
				if p.Code != "" {
					what += "=" + p.Code
				}
				if p.Forms != nil {
					what += " " + fmt.Sprint(p.Forms)
				}
				what += "}"
			}
			got = append(got, what)
		}
		if s := strings.Join(got, " "); s != want || end != len(text) {
			t.Errorf("%q: %s (up to %d), want %s", text, s, end, want)
		}
	}
}

// Whatever a text is, its parts are the text.
func FuzzParts(f *testing.F) {
	for _, text := range []string{"{a} {=b|c|d}", "{=\"}\"}", "{=({})}|{", "{=é'\\"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all := ""
		for _, p := range Parts(text) {
			if p.From < 0 || p.To < p.From || p.To > len(text) {
				t.Fatalf("%q: part %+v", text, p)
			}
			all += text[p.From:p.To]
		}
		if all != text {
			t.Fatalf("%q: the parts are %q", text, all)
		}
	})
}
