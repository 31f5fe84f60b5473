package lsp

import (
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"sleight/runtime/diag"
)

// TestEditsProduceTheNewText checks the edits between two texts: single lines
// if there are as many lines, otherwise the lines between the equal ones at
// both ends. Applied, they must produce the other text.
func TestEditsProduceTheNewText(t *testing.T) {
	for _, x := range []struct{ before, after, want string }{
		{"a\nb\nc\n", "a\nb\nc\n", ""},
		{"a\nb\nc\nd\n", "a\nB\nc\nD\n", `1:0-2:0 "B\n"; 3:0-4:0 "D\n"`},
		{"a\nb\nc", "a\nb\nC", `2:0-2:1 "C"`},
		{"a\nö🂡c", "a\nö🂡C", `1:0-1:4 "ö🂡C"`},
		{"a\nb\nc\n", "a\nc\n", `1:0-2:0 ""`},
		{"a\nb\nc\n", "a\nb\nx\ny\nc\n", `2:0-2:0 "x\ny\n"`},
		{"a\nb\nc\n", "x\na\nb\nc\n", `0:0-0:0 "x\n"`},
		{"a\nb\nb\nc\n", "a\nb\nc\n", `2:0-3:0 ""`},
		{"a\nb\nc\n", "a\nb\n", `2:0-3:0 ""`},
		{"a\nb\nc\n", "a\nb\nc\n\n", `3:0-3:0 "\n"`},
		{"a\nb", "a\nb\n", `1:0-1:1 "b\n"`},
		{"a\r\nb\r\nc", "a\r\nc", `1:0-2:0 ""`},
		{"a\r\nb", "a\r\n", `1:0-1:1 ""`},
		{"", "a\n", `0:0-0:0 "a\n"`},
		{"a\n", "", `0:0-1:0 ""`},
		{"a\nb\nc\nd\ne\n", "a\nd\nc\ne\n", `1:0-4:0 "d\nc\n"`},
	} {
		edits := difference(x.before, x.after)
		var got []string
		for _, e := range edits {
			got = append(got, fmt.Sprintf("%d:%d-%d:%d %q", e.Range.Start.Line, e.Range.Start.Character, e.Range.End.Line, e.Range.End.Character, e.NewText))
		}
		if text := strings.Join(got, "; "); text != x.want {
			t.Errorf("from %q to %q: %s, want %s", x.before, x.after, text, x.want)
		}
		if after := applyEdits(x.before, edits); after != x.after {
			t.Errorf("from %q to %q: %s gives %q", x.before, x.after, got, after)
		}
	}
}

// TestPositionsCountUTF16 checks every position of a text with wide characters
// and both line endings: as an offset, and as a column and back.
func TestPositionsCountUTF16(t *testing.T) {
	const text = "aö🂡\r\n\r\rb\n\nc"
	var got []string
	for line := range uint32(6) {
		content := lineAt(text, int(line))
		var offsets, columns []string
		for at := range uint32(7) {
			offsets = append(offsets, fmt.Sprint(offset(text, protocol.Position{Line: line, Character: at})))
			c := column(content, at)
			columns = append(columns, fmt.Sprintf("%d/%d", c, character(content, c)))
		}
		got = append(got, fmt.Sprintf("%q %s %s", content, strings.Join(offsets, ","), strings.Join(columns, ",")))
	}
	want := []string{
		`"aö🂡" 0,1,3,7,7,7,7 1/0,2/1,3/2,4/4,4/4,4/4,4/4`,
		`"\r\rb" 9,10,11,12,12,12,12 1/0,2/1,3/2,4/3,4/3,4/3,4/3`,
		`"" 13,13,13,13,13,13,13 1/0,1/0,1/0,1/0,1/0,1/0,1/0`,
		`"c" 14,15,15,15,15,15,15 1/0,2/1,2/1,2/1,2/1,2/1,2/1`,
		`"" 15,15,15,15,15,15,15 1/0,1/0,1/0,1/0,1/0,1/0,1/0`,
		`"" 15,15,15,15,15,15,15 1/0,1/0,1/0,1/0,1/0,1/0,1/0`,
	}
	if text, want := strings.Join(got, "\n"), strings.Join(want, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// TestRangesWithoutColumns checks the ranges of places with and without a column.
func TestRangesWithoutColumns(t *testing.T) {
	const text = "a: 1\n  ö🂡: b\n"
	for _, x := range []struct {
		at   diag.Place
		want string
	}{
		{diag.Place{}, "0:0-0:4"},
		{diag.Place{Line: 1}, "0:0-0:4"},
		{diag.Place{Line: 2}, "1:2-1:8"},
		{diag.Place{Line: 3}, "2:0-2:0"},
		{diag.Place{Line: 1, Column: 2}, "0:1-0:2"},
		{diag.Place{Line: 2, Column: 3, Length: 2}, "1:2-1:5"},
		{diag.Place{Line: 9, Column: 3}, "8:0-8:0"},
	} {
		r := rangeOf(text, x.at)
		if got := fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character); got != x.want {
			t.Errorf("%+v: %s, want %s", x.at, got, x.want)
		}
	}
}
