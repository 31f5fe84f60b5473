package debug_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/debug"
)

// TestLinesAreFollowedThroughEdits follows a line through edits: each letter is a line.
func TestLinesAreFollowedThroughEdits(t *testing.T) {
	lines := func(text string) string { return strings.Join(strings.Split(text, ""), "\n") }
	for _, c := range []struct {
		before, after string
		line, want    int
	}{
		{"abcd", "abcd", 3, 3},
		{"abcd", "xyabcd", 1, 3},
		{"abcd", "xyabcd", 4, 6},
		{"abcd", "abxcd", 2, 2},
		{"abcd", "abxcd", 3, 4},
		{"abcd", "cd", 3, 1},
		{"abcd", "cd", 4, 2},
		{"abcd", "cd", 2, 1},        // gone: the line in its place
		{"abcd", "abxd", 3, 3},      // another text
		{"abcd", "xbcy", 2, 2},      // in the midst
		{"abcd", "xcby", 2, 3},      // found at another place
		{"aexexb", "ayexezb", 2, 3}, // the first e stays the first
		{"aexexb", "ayexezb", 4, 5}, // the second the second
		{"aexexb", "ayez b", 4, 3},  // or the last that is left
		{"a  b", "axyzb", 2, 2},     // empty lines have no text to find
		{"abcdefg", "axg", 6, 2},    // a shorter passage
		{"abc", "", 2, 1},           // nothing left
		{"", "abc", 1, 1},           // nothing there before
		{"aba", "a", 2, 2},          // a tail that overlaps the head
		{"abcd", "axbcd", 5, 5},     // no such line
		{"abcd", "axbcd", 0, 0},     // nor this
	} {
		if got := debug.Moved(lines(c.before), lines(c.after), c.line); got != c.want {
			t.Errorf("line %d of %s is line %d of %s, not %d", c.line, c.before, got, c.after, c.want)
		}
	}
}
