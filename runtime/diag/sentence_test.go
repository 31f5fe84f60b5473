package diag

import (
	"errors"
	"fmt"
	"testing"
)

// TestSentencesFormatLikeFmt checks that a sentence in English is what fmt.Sprintf
// returns for its format and arguments.
func TestSentencesFormatLikeFmt(t *testing.T) {
	for _, x := range []struct {
		format string
		args   []any
	}{
		{"plain", nil},
		{"100%% of it", nil},
		{"%d%% of %s", []any{7, "it"}},
		{"unknown key %q", []any{"a\"b%s"}},
		{"%s takes %d of %.2f", []any{errors.New("x%d"), 3, 2.5}},
		{"U+%04X and %q", []any{0x202e, 'x'}},
		{"%v %q", []any{[]string{"a"}, []string{"b", "c"}}},
		{"%5d|%-5s|", []any{3, "ab"}},
		{"%q", []any{Literal("d1")}},
		{"%.3q but %.3q", []any{"f\"oo\"", "äöüß"}},
		{"%s", []any{"a % b"}},
	} {
		s := Sentencef(x.format, x.args...)
		if want := fmt.Sprintf(x.format, x.args...); s.String() != want {
			t.Errorf("%q with %q: got %q, want %q", s.Format, s.Args, s, want)
		}
		var again Sentence
		text, _ := s.MarshalText()
		if err := again.UnmarshalText(text); err != nil || again.String() != s.String() {
			t.Errorf("%q is read back as %q, %v", s, again, err)
		}
	}
}

// TestSentencesAreTranslatedByTheirFormat checks that a translated format takes
// the same arguments, in its own order.
func TestSentencesAreTranslatedByTheirFormat(t *testing.T) {
	s := Sentencef("%d of %d texts of %q are not translated", 3, 10, "pig")
	if got, want := s.In("%[3]s: %[1]s von %s Texten fehlen zu 100%%"), "pig: 3 von 10 Texten fehlen zu 100%"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := s.In("%s, %s, %q"), `3, 10, "pig"`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	one := Sentencef("%d left", 7)
	for format, want := range map[string]string{
		"%[9]s": "%[9]s", "%[0]s": "%[0]s", "%s, %s": "7, %s", // no such argument
		"%5": "7", "%s %": "7 %", "100%% %s": "100% 7", "none": "none",
	} {
		if got := one.In(format); got != want {
			t.Errorf("%q: got %q, want %q", format, got, want)
		}
	}
}

// TestSentencesJoin checks that joined sentences keep their arguments, and that
// a sentence or an empty text as the only argument of %s is not wrapped.
func TestSentencesJoin(t *testing.T) {
	one := Sentencef("%q is left out", "a")
	both := one.And("; ", Sentencef("it blocks %s", "b"))
	if both.String() != `"a" is left out; it blocks b` || len(both.Args) != 2 {
		t.Errorf("got %q with %q", both, both.Args)
	}
	if whole := Sentencef("%s", one); !whole.Equal(one) {
		t.Errorf("got %q, want %q", whole.Format, one.Format)
	}
	if inside := Sentencef("so %s", one); inside.String() != `so "a" is left out` || inside.Format != "so %s" {
		t.Errorf("got %q", inside.Format)
	}
	if empty := Sentencef("%s left", ""); empty.String() != " left" {
		t.Errorf("got %q", empty)
	}
	if !Sentencef("%s", "").IsZero() {
		t.Error("an empty text is a sentence")
	}
}
