package locale

import "testing"

// TestPlainSentencesMatchTheGeneralForm checks that the fast path returns the
// same as the general one, or leaves the sentence to it.
func TestPlainSentencesMatchTheGeneralForm(t *testing.T) {
	values := []string{"A {b}", "2", "}"}
	plain := 0
	for _, sentence := range []string{
		"", "Done.", "{title} of player {player}", "{a}", "a{a}b{b}c{c}", "{a}{b}{c}", "{a} and {a}", "{a} {b} {a}", "{", "}", "{}", "{a", "a}", "{{a}}", "{a}}", "{A}", "{a_b}", "{a.b}", "{a} {", "{=1} {a}", "{a} \\{b}",
	} {
		long := newPhrase(Entry{From: sentence, To: sentence}).format(values)
		if text, ok := fillPlain(sentence, values); ok {
			if plain++; text != long {
				t.Errorf("%q becomes %q, and the short way gives %q", sentence, long, text)
			}
		}
	}
	if plain < 5 {
		t.Errorf("the short way takes %d sentences", plain)
	}
	if _, ok := fillPlain("{a} {b}", values[:1]); ok {
		t.Error("a sentence with a gap too many is filled")
	}
}
