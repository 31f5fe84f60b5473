package rules

import (
	"testing"

	"sleight/runtime/diag"
)

// TestNamesAreWholeWordsOfAnExpression checks where an expression mentions a
// name: as a word of its own, not as a part of a longer one.
func TestNamesAreWholeWordsOfAnExpression(t *testing.T) {
	for source, want := range map[string]bool{
		"card": true, "card.hp": true, "#card": true, "a+card": true, "card:use()": true, "(card)": true, "cards + card": true, "x/card": true, "card@1": true, "[card]": true, "`card{": true,
		"": false, "car": false, "cards": false, "card2": false, "card9": false, "card0": false, "card_a": false, "cardA": false, "cardZ": false, "carda": false, "cardz": false,
		"discard": false, "_card": false, "0card": false, "9card": false, "Zcard": false, "discard + cards": false,
	} {
		if got := mentions(source, "card"); got != want {
			t.Errorf("%q mentions card: %v", source, got)
		}
	}
}

// TestOneUnknownNameIsReportedOnce checks which two problems are one unknown name
// that several definitions use at one place.
func TestOneUnknownNameIsReportedOnce(t *testing.T) {
	here, there := diag.Place{File: "a.lua", Line: 3}, diag.Place{File: "a.lua", Line: 4}
	unknown := func(place diag.Place, format string, args ...any) diag.Diagnostic {
		return diag.New("script/unknown-name", place, format, args...)
	}
	a := unknown(here, "%s has no %q", "card/ace", "hq")
	for name, c := range map[string]struct {
		b    diag.Diagnostic
		want bool
	}{
		"another definition": {unknown(here, "%s has no %q", "card/king", "hq"), true},
		"another name":       {unknown(here, "%s has no %q", "card/ace", "mq"), false},
		"another place":      {unknown(there, "%s has no %q", "card/ace", "hq"), false},
		"another message":    {unknown(here, "%s lacks %q", "card/ace", "hq"), false},
		"another code":       {diag.New("script/unknown-global", here, "%s has no %q", "card/ace", "hq"), false},
	} {
		if got := sameUnknownName(a, c.b); got != c.want || sameUnknownName(c.b, a) != c.want {
			t.Errorf("%s: they are one: %v", name, got)
		}
	}
	long := unknown(here, "%s has no %q in %s", "card/ace", "hq", "row")
	if sameUnknownName(long, long) {
		t.Error("problems with three words are one")
	}
	if other := diag.New("script/unknown-global", here, "%s has no %q", "card/ace", "hq"); sameUnknownName(other, other) {
		t.Error("problems of another sort are one")
	}
}
