package golden

import "testing"

// TestMissingPartsAreFound checks which parts of a result are not in a file: other
// lines, parts of lines, and those in another order.
func TestMissingPartsAreFound(t *testing.T) {
	const file = "# one\na: 1\nb: 2\n# two\na: 1\n"
	for _, c := range []struct {
		parts []string
		want  string
	}{
		{nil, ""},
		{[]string{"# one\n", "a: 1\nb: 2\n", "# two\n", "a: 1\n"}, ""},
		{[]string{"# one\n", "", "# two\n"}, ""},
		{[]string{"b: 2\n", "a: 1\n"}, ""},
		{[]string{"a: 1\n", "a: 1\n"}, ""},
		{[]string{"a: 1\n", "a: 1\n", "a: 1\n"}, "a: 1\n"},
		{[]string{"# one\n", "a: 3\n"}, "a: 3\n"},
		{[]string{"one\n"}, "one\n"},
		{[]string{"# two\n", "b: 2\n"}, "b: 2\n"},
	} {
		if got, ok := missing(file, c.parts); got != c.want || ok != (c.want != "") {
			t.Errorf("%q: got %q, want %q", c.parts, got, c.want)
		}
	}
}
