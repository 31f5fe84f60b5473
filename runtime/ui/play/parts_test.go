package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// marked returns text with its styles in words: bold{…}.
func marked(text string) string {
	return strings.NewReplacer(
		"\x1b[m", "}", "\x1b[1m", "bold{", "\x1b[2m", "faint{", "\x1b[1;7m", "chosen{", "\x1b[1;96m", "key{",
		"\x1b[1;91m", "alarm{", "\x1b[4m", "heading{", "\x1b[93m", "yellow{",
	).Replace(text)
}

// described returns a sheet as text: its width, its lines between bars, and its
// marks.
func described(s *sheet) string {
	out := []string{fmt.Sprint("width ", s.width)}
	for _, line := range s.lines {
		out = append(out, "|"+marked(line)+"|")
	}
	for _, m := range s.marks {
		out = append(out, fmt.Sprintf("spot %d: line %d, height %d, columns %d to %d", m.spot, m.line, m.height, m.from, m.to))
	}
	return strings.Join(out, "\n")
}

// add appends a part of a result under its name.
func add(out *strings.Builder, name, text string) { fmt.Fprintf(out, "== %s\n%s\n", name, text) }

// same compares whole results, without empty lines around them.
func same(t *testing.T, got, want string) {
	t.Helper()
	if got, want = strings.Trim(got, "\n"), strings.Trim(want, "\n"); got != want {
		t.Errorf("got:\n%s\nexpected:\n%s\nother lines:\n%s", got, want, changed(want, got))
	}
}

// TestPiecesFlowInRows checks where a sheet breaks rows, how far later rows are
// indented, how words that are too long are wrapped, and where spots are.
func TestPiecesFlowInRows(t *testing.T) {
	block := func(spot int, lines ...string) piece { return piece{lines, spot} }
	var out strings.Builder
	for _, c := range []struct {
		name, head string
		width, gap int
		pieces     []piece
	}{
		{"nothing", "Head ", 9, 2, nil},
		{"exact", "H: ", 10, 1, []piece{word("abc", 0), word("def", 1)}},
		{"one too many", "H: ", 9, 1, []piece{word("abc", 0), word("def", 1), word("ghi", -1)}},
		{"no heading", "", 7, 1, []piece{word("abc", 0), word("def", 1), word("ghi", 2)}},
		{"short heading", "-", 6, 1, []piece{word("abc", 0), word("defg", 1)}},
		{"long word", "Hd: ", 9, 1, []piece{word("one two three", 3), word("x", 4)}},
		{"as wide as a row", "Hd: ", 9, 1, []piece{word("one two", 3)}},
		{"heading as wide as the sheet", "Heading", 7, 1, []piece{word("abc", 0)}},
		{"blocks", "", 9, 1, []piece{block(0, "ab", "c"), block(1, "d"), block(2, "e", "fgh", "i"), block(3, "j", "k")}},
		{"wide block", "H: ", 5, 1, []piece{block(0, "abcdefg", "x"), block(1, "y", "z")}},
		{"no room", "", 0, 1, []piece{word("abc", 0)}},
		{"room for an indent", "H: ", 2, 1, []piece{word("abc", 0), word("d", 1)}},
		{"room for a letter", "H: ", 3, 1, []piece{word("abc", 0)}},
		{"empty piece", "", 5, 1, []piece{word("", 0), word("ab", 1), word("cd", 2)}},
	} {
		s := &sheet{width: c.width, lines: []string{"above"}}
		s.flow(c.head, c.gap, c.pieces)
		add(&out, c.name, described(s))
	}
	same(t, out.String(), wantRows)
}

// TestSheetsAreTiled checks which sheets are beside each other at each density,
// and how many lines are between rows.
func TestSheetsAreTiled(t *testing.T) {
	tiles := func() []*sheet {
		return []*sheet{
			{lines: []string{"aaaa", "a"}, marks: []mark{{0, 1, 1, 0, 1}}, width: 30},
			{width: 30},
			{lines: []string{"bbb"}, marks: []mark{{1, 0, 1, 1, 3}}, width: 30},
			{lines: []string{"cc", "cc", "cc"}, marks: []mark{{2, 2, 1, 0, 2}}, width: 30},
		}
	}
	var out strings.Builder
	for _, c := range []struct {
		width   int
		density densityLevel
	}{
		{17, grand},
		{16, grand},
		{16, airy},
		{11, airy},
		{10, boxed},
		{11, boxed},
		{17, roomy},
	} {
		s := &sheet{width: c.width}
		s.tile(tiles(), c.density)
		add(&out, fmt.Sprint(c.width, " columns, density ", c.density), described(s))
	}
	s := &sheet{width: 9, lines: []string{"above"}}
	s.tile([]*sheet{{}, {lines: []string{"one"}}}, airy)
	s.tile(nil, airy)
	add(&out, "below a line", described(s))
	same(t, out.String(), wantTiles)
}

// TestSheetsBesideEachOther checks the columns of two sheets, and the marks of
// both.
func TestSheetsBesideEachOther(t *testing.T) {
	var out strings.Builder
	short := &sheet{width: 5, lines: []string{"ab"}, marks: []mark{{0, 0, 1, 0, 2}}}
	long := &sheet{width: 7, lines: []string{"one", "", "three"}, marks: []mark{{1, 2, 1, 1, 5}}}
	add(&out, "short, long", described(joinColumns(short, long, " │ ")))
	add(&out, "long, short", described(joinColumns(long, short, "")))
	both := &sheet{width: 9, lines: []string{"above", "two"}}
	both.append(short)
	both.append(long)
	add(&out, "one below the other", described(both))
	same(t, out.String(), wantColumns)
	if !slices.Equal(short.marks, []mark{{0, 0, 1, 0, 2}}) {
		t.Errorf("joining has moved %v", short.marks)
	}
}

const wantRows = `
== nothing
width 9
|above|
|Head|
== exact
width 10
|above|
|H: abc def|
spot 0: line 1, height 1, columns 3 to 6
spot 1: line 1, height 1, columns 7 to 10
== one too many
width 9
|above|
|H: abc|
|  def ghi|
spot 0: line 1, height 1, columns 3 to 6
spot 1: line 2, height 1, columns 2 to 5
== no heading
width 7
|above|
|abc def|
|ghi|
spot 0: line 1, height 1, columns 0 to 3
spot 1: line 1, height 1, columns 4 to 7
spot 2: line 2, height 1, columns 0 to 3
== short heading
width 6
|above|
|-abc|
| defg|
spot 0: line 1, height 1, columns 1 to 4
spot 1: line 2, height 1, columns 1 to 5
== long word
width 9
|above|
|Hd:|
|  one two|
|  three|
|  x|
spot 3: line 2, height 2, columns 2 to 9
spot 4: line 4, height 1, columns 2 to 3
== as wide as a row
width 9
|above|
|Hd:|
|  one two|
spot 3: line 2, height 1, columns 2 to 9
== heading as wide as the sheet
width 7
|above|
|Heading|
|  abc|
spot 0: line 2, height 1, columns 2 to 5
== blocks
width 9
|above|
|ab d e|
|c    fgh|
|     i|
|j|
|k|
spot 0: line 1, height 2, columns 0 to 2
spot 1: line 1, height 1, columns 3 to 4
spot 2: line 1, height 3, columns 5 to 8
spot 3: line 4, height 2, columns 0 to 1
== wide block
width 5
|above|
|H:|
|  abcdefg|
|  x|
|  y|
|  z|
spot 0: line 2, height 2, columns 2 to 9
spot 1: line 4, height 2, columns 2 to 3
== no room
width 0
|above|
|abc|
spot 0: line 1, height 1, columns 0 to 3
== room for an indent
width 2
|above|
|H:|
|  abc|
|  d|
spot 0: line 2, height 1, columns 2 to 5
spot 1: line 3, height 1, columns 2 to 3
== room for a letter
width 3
|above|
|H:|
|  a|
|  b|
|  c|
spot 0: line 2, height 3, columns 2 to 3
== empty piece
width 5
|above|
| ab|
|cd|
spot 0: line 1, height 1, columns 0 to 0
spot 1: line 1, height 1, columns 1 to 3
spot 2: line 2, height 1, columns 0 to 2
`

const wantTiles = `
== 17 columns, density 0
width 17
|aaaa    bbb    cc|
|a              cc|
|               cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 0, height 1, columns 9 to 11
spot 2: line 2, height 1, columns 15 to 17
== 16 columns, density 0
width 16
|aaaa    bbb|
|a|
||
||
|cc|
|cc|
|cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 0, height 1, columns 9 to 11
spot 2: line 6, height 1, columns 0 to 2
== 16 columns, density 1
width 16
|aaaa    bbb|
|a|
||
|cc|
|cc|
|cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 0, height 1, columns 9 to 11
spot 2: line 5, height 1, columns 0 to 2
== 11 columns, density 1
width 11
|aaaa    bbb|
|a|
||
|cc|
|cc|
|cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 0, height 1, columns 9 to 11
spot 2: line 5, height 1, columns 0 to 2
== 10 columns, density 2
width 10
|aaaa|
|a|
|bbb    cc|
|       cc|
|       cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 2, height 1, columns 1 to 3
spot 2: line 4, height 1, columns 7 to 9
== 11 columns, density 2
width 11
|aaaa    bbb|
|a|
|cc|
|cc|
|cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 0, height 1, columns 9 to 11
spot 2: line 4, height 1, columns 0 to 2
== 17 columns, density 3
width 17
|aaaa|
|a|
|bbb|
|cc|
|cc|
|cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 2, height 1, columns 1 to 3
spot 2: line 5, height 1, columns 0 to 2
== below a line
width 9
|above|
||
|one|
`

const wantColumns = `
== short, long
width 15
|ab    │ one|
|      │|
|      │ three|
spot 0: line 0, height 1, columns 0 to 2
spot 1: line 2, height 1, columns 9 to 13
== long, short
width 12
|one    ab|
||
|three|
spot 1: line 2, height 1, columns 1 to 5
spot 0: line 0, height 1, columns 7 to 9
== one below the other
width 9
|above|
|two|
|ab|
|one|
||
|three|
spot 0: line 2, height 1, columns 0 to 2
spot 1: line 5, height 1, columns 1 to 5
`
