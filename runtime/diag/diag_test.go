package diag

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNearestNames checks which known name is suggested for a mistyped one: the one at
// the smallest distance, of the same length if there are several, then the first
// alphabetically; and none further away than a third of the length.
func TestNearestNames(t *testing.T) {
	for _, x := range []struct{ name, known, want string }{
		{"", "", ""},
		{"gold", "gold", ""},                    // the name itself is not a suggestion
		{"gold", "gold golf", "golf"},           // but another is
		{"a", "b", "b"},                         // one edit is always allowed
		{"ab", "cd", ""},                        // two of two are not
		{"abcde", "abxye", ""},                  // two of five are more than a third
		{"abcdef", "abxyef", "abxyef"},          // two of six are a third
		{"abcdef", "abcdefgh", "abcdefgh"},      // two letters left out
		{"abcdefgh", "abcdef", "abcdef"},        // two letters too many
		{"abcdef", "abcdefghi", "abcdefghi"},    // three of nine, with the length of the longer
		{"abcdef", "abcdefghij", ""},            // four of ten
		{"abcdefghij", "abcdef", ""},            // and the other way round
		{"flpi", "flip", "flip"},                // swapped neighbours are one edit
		{"lfpi", "flip", ""},                    // two swaps are two
		{"pilf", "pif", "pif"},                  // one left out before the last
		{"aab", "ab", "ab"},                     // one of two equal letters
		{"rat", "bat cat", "bat"},               // equally near: the alphabet
		{"rat", "cat bat", "bat"},               // in whatever order
		{"rate", "rat brate crat rats", "rats"}, // equally near: the same length
		{"rats", "mats rat", "mats"},            // the same length against a shorter one
		{"rats", "rat mats", "mats"},            // in whatever order
		{"kitten", "mitten kitchen", "mitten"},  // the nearer one
		{"kitten", "kitchen mitten", "mitten"},  // in whatever order
		{"größe", "grösse große", "große"},      // letters, not bytes
		{"dice_bag", "dcie_bga bag_dice", "dcie_bga"},
		{"badc", "abcd", ""},
		{"cab", "abc", ""},
	} {
		got, ok := Nearest(x.name, strings.Fields(x.known))
		if got != x.want || ok != (x.want != "") {
			t.Errorf("%q among %q: got %q, %v; want %q", x.name, x.known, got, ok, x.want)
		}
	}
}

// TestDistances checks the edit distance of two names, in both orders.
func TestDistances(t *testing.T) {
	for _, x := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "abc", 0},
		{"abc", "abcd", 1},
		{"bcd", "abcd", 1},
		{"acd", "abcd", 1},
		{"ab", "ba", 1},
		{"abcd", "badc", 2},
		{"abc", "cab", 2},
		{"ca", "abc", 3},
		{"kitten", "sitting", 3},
		{"abcdef", "fedcba", 5},
		{"xabyx", "xbayx", 1},
		{"a", "bcd", 3},
	} {
		if got := distance([]rune(x.a), []rune(x.b)); got != x.want {
			t.Errorf("%q to %q: got %d, want %d", x.a, x.b, got, x.want)
		}
		if got := distance([]rune(x.b), []rune(x.a)); got != x.want {
			t.Errorf("%q to %q: got %d, want %d", x.b, x.a, got, x.want)
		}
	}
}

// TestSuggestListsFewNames checks the hint for a name without a near one: the known
// names, sorted and without duplicates, if there are 1 to 13.
func TestSuggestListsFewNames(t *testing.T) {
	thirteen := strings.Split("abcdefghijklm", "")
	for _, x := range []struct {
		known []string
		want  string
	}{
		{nil, ""},
		{[]string{"two", "one", "two"}, "known: one, two"},
		{thirteen, "known: a, b, c, d, e, f, g, h, i, j, k, l, m"},
		{append([]string{"m"}, thirteen...), "known: a, b, c, d, e, f, g, h, i, j, k, l, m"},
		{append([]string{"n"}, thirteen...), ""},
	} {
		d := New("content/type", Place{}, "wrong").Suggest("something", x.known)
		if d.Hint.String() != x.want || d.Edits != nil {
			t.Errorf("among %q: got %q, %v", x.known, d.Hint, d.Edits)
		}
	}
}

// TestProblemsAsText checks each part of a problem in the text that Go programs
// print, one problem a line.
func TestProblemsAsText(t *testing.T) {
	at := Place{File: "a.yaml", Line: 2, Column: 3}
	list := List{
		New("content/type", at, "expected a %s", "number"),
		New("content/param-range", Place{File: "a.yaml", Line: 2}, "too high").WithHint("lower it").AlsoHint("or widen the range"),
		New("content/param-range", Place{File: "a.yaml"}, "old").AlsoHint("update %s", "it"),
		New("content/type", Place{Line: 3}, "lost"),
	}
	want := `a.yaml:2:3: error: expected a number [content/type]
a.yaml:2: warning: too high [content/param-range]; lower it; or widen the range
a.yaml: warning: old [content/param-range]; update it
?: error: lost [content/type]`
	if diff := cmp.Diff(want, list.Error()); diff != "" {
		t.Error(diff)
	}
}

// TestListsAreSortedByPlace checks the order of problems, and that only those with the
// same message at the same place are merged.
func TestListsAreSortedByPlace(t *testing.T) {
	at := func(file string, line, column int) Place { return Place{File: file, Line: line, Column: column} }
	want := List{
		New("content/type", at("a", 1, 1), "x"),
		New("content/type", at("a", 1, 1), "y"),
		New("content/unknown-key", at("a", 1, 1), "x"),
		New("content/unknown-key", at("a", 1, 1), "%s", "x"),
		New("content/type", at("a", 1, 2), "x"),
		New("content/type", at("a", 2, 1), "x"),
		New("content/type", at("b", 1, 1), "x"),
		New("content/type", at("b", 1, 2), "x"),
		New("content/unknown-key", at("b", 1, 2), "x"),
		New("content/type", at("b", 1, 3), "%s", "x"),
		New("content/type", at("b", 1, 3), "%s", "y"),
	}
	got := List{want[8], want[10], want[7], want[9], want[6], want[2], want[0], want[3], want[5], want[4], want[0], want[1], want[6]}
	got.Sort()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	longer := want[0]
	longer.Place.Length = 4
	both := List{want[0], longer}
	if both.Sort(); len(both) != 2 {
		t.Errorf("two lengths are one place: %v", both)
	}
}

// TestFailedMeansAnError checks that warnings do not count.
func TestFailedMeansAnError(t *testing.T) {
	warning, fault := New("content/param-range", Place{}, "x"), New("content/type", Place{}, "x")
	for _, x := range []struct {
		list List
		want bool
	}{{nil, false}, {List{warning}, false}, {List{fault}, true}, {List{warning, fault}, true}} {
		if got := x.list.Failed(); got != x.want {
			t.Errorf("%v: got %v", x.list, got)
		}
	}
}

// TestProblemsAreIndependentCopies checks that two problems derived from the same one keep
// their own notes and fixes.
func TestProblemsAreIndependentCopies(t *testing.T) {
	first := New("content/type", Place{File: "a", Line: 1}, "x").
		WithNote(Place{}, "one").WithNote(Place{}, "two").WithNote(Place{}, "three").
		WithEdit("a", "b").WithEdit("a", "c").WithEdit("a", "d")
	left := first.WithNote(Place{}, "left").WithEdit("a", "left")
	right := first.WithNote(Place{}, "right").WithEdit("a", "right")
	if left.Notes[3].Message.String() != "left" || right.Notes[3].Message.String() != "right" {
		t.Errorf("notes %v, %v", left.Notes, right.Notes)
	}
	want := Edit{Place: Place{File: "a", Line: 1}, Old: "a", New: "left"}
	if diff := cmp.Diff(want, left.Edits[3]); diff != "" || right.Edits[3].New != "right" {
		t.Errorf("%s %v", diff, right.Edits)
	}
}

// TestSeverityNames checks that each severity can be read back from its word, and
// no other word is accepted.
func TestSeverityNames(t *testing.T) {
	for s, word := range map[Severity]string{Notice: "notice", Warning: "warning", Error: "error"} {
		var back Severity
		text, err := s.MarshalText()
		if string(text) != word || err != nil || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%s is written %q and read %s", word, text, back)
		}
	}
	var none Severity
	if err := none.UnmarshalText([]byte("fatal")); err == nil || err.Error() != `unknown severity "fatal"` {
		t.Error(err)
	}
}

// TestPartialPlaces checks which places count as unknown.
func TestPartialPlaces(t *testing.T) {
	for p, want := range map[Place]bool{{}: true, {Path: "a"}: true, {File: "a"}: false, {Line: 1}: false} {
		if got := p.IsZero(); got != want {
			t.Errorf("%+v: got %v", p, got)
		}
	}
}

// TestProgrammingErrorsPanic checks that an unknown code and a wrong number of
// arguments panic.
func TestProgrammingErrorsPanic(t *testing.T) {
	for want, f := range map[string]func(){
		"diag: unknown code content/nothing":            func() { New("content/nothing", Place{}, "x") },
		"diag: too few arguments for %s and %s":         func() { Sentencef("%s and %s", append([]any(nil), "a")...) },
		"diag: too many arguments for %s":               func() { Sentencef("%s", append([]any(nil), "a", "b")...) },
		"diag: a message has no arguments of type bool": func() { _ = (&Message{Format: "{a}", Args: []any{true}}).String() },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("got %v, want %q", got, want)
				}
			}()
			f()
		}()
	}
}
