package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"sleight/runtime/game/board"
	"sleight/runtime/game/debug"
)

// TestKeysBeforeTheEndAreRead checks that input which comes together with its end
// is read first.
func TestKeysBeforeTheEndAreRead(t *testing.T) {
	k := &keys{in: iotest.DataErrReader(strings.NewReader("ab")), more: func() bool { return false }}
	var got []string
	p := make([]byte, 8)
	for {
		n, err := k.Read(p)
		if err != nil {
			break
		}
		got = append(got, string(p[:n]))
	}
	if !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q", got)
	}
}

// TestAHistoryGivesUpItsFile checks that a history is not written any more once a
// write has failed, so that its file has no gaps.
func TestAHistoryGivesUpItsFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	h := openHistory(filepath.Join(folder, "history"))
	must(t, os.Remove(folder))
	h.Add("lost")
	must(t, os.Mkdir(folder, 0o700))
	h.Add("state")
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 || h.Len() != 2 {
		t.Errorf("%v, %v, %d lines", left, err, h.Len())
	}
}

// TestTypedBreakpointsNameOthers checks which breakpoints a typed one refers to: those
// at the same place, and with the same condition, hits and text if these were typed.
func TestTypedBreakpointsNameOthers(t *testing.T) {
	b := debug.Breakpoint{Kind: debug.Line, File: "a.lua", Line: 3, Name: "x", Condition: "hp > 1", Hits: "2", Log: "hit"}
	for name, c := range map[string]struct {
		change func(*debug.Breakpoint)
		want   bool
	}{
		"equal":             {func(*debug.Breakpoint) {}, true},
		"without the rest":  {func(p *debug.Breakpoint) { p.Condition, p.Hits, p.Log = "", "", "" }, true},
		"another kind":      {func(p *debug.Breakpoint) { p.Kind = debug.Event }, false},
		"another file":      {func(p *debug.Breakpoint) { p.File = "b.lua" }, false},
		"another line":      {func(p *debug.Breakpoint) { p.Line = 4 }, false},
		"another name":      {func(p *debug.Breakpoint) { p.Name = "y" }, false},
		"another condition": {func(p *debug.Breakpoint) { p.Condition = "hp > 2" }, false},
		"another hit":       {func(p *debug.Breakpoint) { p.Hits = ">2" }, false},
		"another text":      {func(p *debug.Breakpoint) { p.Log = "no" }, false},
	} {
		typed := b
		if c.change(&typed); isTyped(&typed, &b) != c.want {
			t.Errorf("%s: it means the breakpoint: %v", name, !c.want)
		}
	}
	if isTyped(nil, &b) {
		t.Error("an invalid breakpoint means one")
	}
}

// TestDiceFillTheWidth checks how many dice are drawn in a row: as many as fit
// into the width without its last column, but at least one.
func TestDiceFillTheWidth(t *testing.T) {
	var dice []board.Entity
	for i := range 5 {
		dice = append(dice, board.Entity{Label: "d" + strconv.Itoa(i+1), Die: &board.Die{Sides: 6, Value: i + 1}})
	}
	for width, want := range map[int][]int{
		1: {1, 1, 1, 1, 1}, 20: {1, 1, 1, 1, 1}, 21: {2, 2, 1}, 30: {2, 2, 1}, 31: {3, 2}, 50: {4, 1}, 51: {5}, 200: {5},
	} {
		var out bytes.Buffer
		(&REPL{Options: Options{Out: &out, Width: width}}).drawDice(dice)
		var got []int
		for line := range strings.Lines(out.String()) {
			if n := strings.Count(line, "d"); n > 0 {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("width %d: rows of %v dice, want %v\n%s", width, got, want, out.String())
		}
	}
}

// TestHelpLeavesRoomForItsTexts checks in which column the texts of the commands
// begin: within the left half of a narrow screen.
func TestHelpLeavesRoomForItsTexts(t *testing.T) {
	for width, want := range map[int]int{30: 15, 40: 20, 50: 25, 52: 26, 54: 26, 200: 26} {
		var out bytes.Buffer
		(&REPL{Options: Options{Out: &out, Width: width}}).helpAll()
		at := 0
		for line := range strings.Lines(out.String()) {
			if rest, ok := strings.CutPrefix(line, "  quit "); ok {
				at = len("  quit ") + len(rest) - len(strings.TrimLeft(rest, " "))
			}
		}
		if at != want {
			t.Errorf("width %d: the texts begin in column %d, not %d\n%s", width, at, want, out.String())
		}
	}
}
