package debug_test

import (
	"strings"
	"testing"

	"sleight/runtime/game/debug"
)

// TestMomentsAreOrdered compares moments within a command and across commands.
func TestMomentsAreOrdered(t *testing.T) {
	moments := []debug.Position{{Turn: 0, Step: 0}, {Turn: 0, Step: 7}, {Turn: 1, Step: 2}, {Turn: 1, Step: 3}, {Turn: 2, Step: 1}}
	for i, p := range moments {
		for j, q := range moments {
			if p.Before(q) != (i < j) {
				t.Errorf("%v comes before %v: %v", p, q, p.Before(q))
			}
		}
	}
}

// TestBreakpointsFollowTheirLines edits a file under breakpoints with and without
// an anchor, and checks where they are and where the game stops.
func TestBreakpointsFollowTheirLines(t *testing.T) {
	s, d := started(t)
	text := mine["scripts/mine/game.lua"]
	set := func(line int, anchored bool) *debug.Breakpoint {
		b := &debug.Breakpoint{Kind: debug.Line, File: "game.lua", Line: line}
		if anchored {
			b.Anchor([]byte(text))
		}
		if err := debug.Check(s, b); err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		line     int
		anchored bool
		after    string
		want     int
	}{
		{13, true, text, 13},
		{13, true, "\n" + text, 14},
		{13, true, "\n\n" + text, 15},
		{13, false, "\n" + text, 13},
		{1, true, "\n\n\n\n" + text, 5}, // the statement that a function begins with
		{2, true, "\n\n" + text, 4},     // no statement: the meant line moves, not the one it stands for
		{14, true, strings.Replace(text, "    local total = 0\n", "", 1), 13},
	} {
		b := set(c.line, c.anchored)
		if err := b.Follow(s, []byte(c.after)); err != nil || b.Line != c.want {
			t.Errorf("line %d (anchored %v) is now %d, not %d: %v", c.line, c.anchored, b.Line, c.want, err)
		}
	}
	b := set(19, true)
	if err := b.Follow(s, []byte(strings.Repeat("\n", 50)+text)); err == nil || !strings.Contains(err.Error(), "there is no statement at line 69 of") {
		t.Errorf("a line beyond the file: %v", err)
	}
	event := &debug.Breakpoint{Kind: debug.Event, Name: "struck"}
	if err := event.Follow(s, []byte(text)); err != nil || event.String() != "on struck" {
		t.Errorf("%s: %v", event, err)
	}
	var lines []int
	d.Stopped = func(st *debug.Stop) bool { lines = append(lines, st.Stack()[0].Place.Line); return true }
	b = set(13, true)
	d.SetPoints([]*debug.Breakpoint{b})
	s.Run("dig 1")
	if err := b.Follow(s, []byte("\n\n"+text)); err != nil {
		t.Fatal(err)
	}
	d.Refresh()
	s.Run("dig 1")
	if len(lines) != 2 || lines[0] != 13 || lines[1] != 15 {
		t.Errorf("the game stopped at lines %v, not 13 and, after the edit, 15", lines)
	}
}

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
		{"hxat", "hayt", 3, 2},      // found at the very beginning
		{"abcdefg", "axg", 6, 2},    // a shorter passage
		{"abc", "", 2, 1},           // nothing left
		{"", "abc", 1, 1},           // nothing there before
		{"aba", "a", 2, 2},          // a tail that overlaps the head
		{"abcd", "axbcd", 5, 5},     // no such line
		{"abcd", "axbcd", 0, 0},     // nor this
	} {
		if got := debug.MapLine(lines(c.before), lines(c.after), c.line); got != c.want {
			t.Errorf("line %d of %s is line %d of %s, not %d", c.line, c.before, got, c.after, c.want)
		}
	}
}
