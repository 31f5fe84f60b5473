package def

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseParts(t *testing.T) {
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
		"{{a}}":                        "'{' {a} '}'",
		`{='}'} {="}|"|x}`:             `{='}'} ' ' {="}|" [x]}`,
		"{=(a|b)} {=[a|b]|c} {={a}|b}": "{=(a|b)} ' ' {=[a|b] [c]} ' ' {={a} [b]}",
		"{a0}{a9}{z}{Z}{_}{A1_z}":      "{a0} {a9} {z} {Z} {_} {A1_z}",
		"{a/}{a:}{a@}{a[}{a`}{0a}":     "'{a/}{a:}{a@}{a[}{a`}{0a}'",
		"{=a)}{=b]|c}":                 "{=a)} {=b] [c]}",
	} {
		var got []string
		end := 0
		for _, p := range Parts(text) {
			if p.From != end {
				t.Errorf("%q: a part begins at %d, want %d", text, p.From, end)
			}
			end = p.To
			what := "'" + p.Words + "'"
			if p.IsPlaceholder() {
				what = "{" + p.Name
				if p.Expression != "" {
					what += "=" + p.Expression
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

// FuzzParts checks that the parts of any text, joined, are the text.
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

// TestExpressionsThatLostTheirEqualsSign checks which texts look like an
// expression without its =.
func TestExpressionsThatLostTheirEqualsSign(t *testing.T) {
	for text, want := range map[string]bool{
		"game.max_hp": true, "self.a": true, "vars.gold_2": true, "not vars.done": true, "vars.a + 1": true, "vars.a>=2": true, "vars.a == 'x'": true, "vars.a ~= 1": true, "vars.a or 2": true, "vars.a and b": true,
		"vars.a .. 'x'": true, "vars.a<1": true, "vars.a % 2": true, `require("rules").start()`: true, "require('x')": true,
		"game": false, "game.": false, "vars.2": false, "The game.max_hp": false, "vars.gold coins": false, "vars.a = 1": false, "games.a": false, "game.a, game.b": false, "require x": false, "not done": false, "": false, "vars.a orb": false,
	} {
		if got := MissingEquals(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestGapsThatDoNotEnd checks where an expression begins that does not end.
func TestGapsThatDoNotEnd(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "{=a}": "", "{=a": "0–2", "a {=b": "2–4", "{a}{=b {c}": "3–5", "{=a|b": "0–2", "{a": "", "{=a} {=b": "5–7", "{": "",
	} {
		got := ""
		if from, to, ok := Unclosed(text); ok || from != 0 || to != 0 {
			got = fmt.Sprintf("%d–%d", from, to)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestValuesOfMovesFillGaps checks the values shown in the gaps of a move's
// text.
func TestValuesOfMovesFillGaps(t *testing.T) {
	move := NewMap(Position{}, []Field{
		{Key: "name", Value: NewText(Position{}, "Hit")},
		{Key: "text", Value: NewText(Position{}, "Hits")},
		{Key: "damage", Value: NewNumber(Position{}, 4)},
		{Key: "part", Value: NewNumber(Position{}, 0.5)},
		{Key: "way", Value: NewText(Position{}, "up")},
		{Key: "list", Value: NewList(Position{}, nil)},
		{Key: "sure", Value: NewBool(Position{}, true)},
	})
	var got []string
	for _, name := range []string{"name", "text", "damage", "part", "way", "list", "sure", "none"} {
		value, ok := MoveValue(move, name)
		got = append(got, fmt.Sprintf("%s %q %v", name, value, ok))
	}
	if _, ok := MoveValue(nil, "damage"); ok {
		t.Error("no move has a value")
	}
	want := `name "" false, text "" false, damage "4" true, part "0.5" true, way "up" true, list "" false, sure "" false, none "" false`
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("got  %s\nwant %s", all, want)
	}
}
