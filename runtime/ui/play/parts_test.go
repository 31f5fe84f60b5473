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
		"\x1b[1;91m", "alarm{", "\x1b[4m", "heading{", "\x1b[4;4m", "heading{",
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

// same compares a whole text.
func same(t *testing.T, name, got, want string) {
	t.Helper()
	if want = strings.Trim(want, "\n"); got != want {
		t.Errorf("%s:\n%s\nexpected:\n%s", name, got, want)
	}
}

// TestPiecesFlowInRows checks where a sheet breaks rows, how far later rows are
// indented, how words that are too long are wrapped, and where spots are.
func TestPiecesFlowInRows(t *testing.T) {
	block := func(spot int, lines ...string) piece { return piece{lines, spot} }
	for _, c := range []struct {
		name, head string
		width, gap int
		pieces     []piece
		want       string
	}{
		{"nothing", "Head ", 9, 2, nil, `
width 9
|above|
|Head|
`},
		{"exact", "H: ", 10, 1, []piece{word("abc", 0), word("def", 1)}, `
width 10
|above|
|H: abc def|
spot 0: line 1, height 1, columns 3 to 6
spot 1: line 1, height 1, columns 7 to 10
`},
		{"one too many", "H: ", 9, 1, []piece{word("abc", 0), word("def", 1), word("ghi", -1)}, `
width 9
|above|
|H: abc|
|  def ghi|
spot 0: line 1, height 1, columns 3 to 6
spot 1: line 2, height 1, columns 2 to 5
`},
		{"no heading", "", 7, 1, []piece{word("abc", 0), word("def", 1), word("ghi", 2)}, `
width 7
|above|
|abc def|
|ghi|
spot 0: line 1, height 1, columns 0 to 3
spot 1: line 1, height 1, columns 4 to 7
spot 2: line 2, height 1, columns 0 to 3
`},
		{"short heading", "-", 6, 1, []piece{word("abc", 0), word("defg", 1)}, `
width 6
|above|
|-abc|
| defg|
spot 0: line 1, height 1, columns 1 to 4
spot 1: line 2, height 1, columns 1 to 5
`},
		{"long word", "Hd: ", 9, 1, []piece{word("one two three", 3), word("x", 4)}, `
width 9
|above|
|Hd:|
|  one two|
|  three|
|  x|
spot 3: line 2, height 2, columns 2 to 9
spot 4: line 4, height 1, columns 2 to 3
`},
		{"as wide as a row", "Hd: ", 9, 1, []piece{word("one two", 3)}, `
width 9
|above|
|Hd:|
|  one two|
spot 3: line 2, height 1, columns 2 to 9
`},
		{"heading as wide as the sheet", "Heading", 7, 1, []piece{word("abc", 0)}, `
width 7
|above|
|Heading|
|  abc|
spot 0: line 2, height 1, columns 2 to 5
`},
		{"blocks", "", 9, 1, []piece{block(0, "ab", "c"), block(1, "d"), block(2, "e", "fgh", "i"), block(3, "j", "k")}, `
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
`},
		{"wide block", "H: ", 5, 1, []piece{block(0, "abcdefg", "x"), block(1, "y", "z")}, `
width 5
|above|
|H:|
|  abcdefg|
|  x|
|  y|
|  z|
spot 0: line 2, height 2, columns 2 to 9
spot 1: line 4, height 2, columns 2 to 3
`},
		{"no room", "", 0, 1, []piece{word("abc", 0)}, `
width 0
|above|
|abc|
spot 0: line 1, height 1, columns 0 to 3
`},
		{"room for an indent", "H: ", 2, 1, []piece{word("abc", 0), word("d", 1)}, `
width 2
|above|
|H:|
|  abc|
|  d|
spot 0: line 2, height 1, columns 2 to 5
spot 1: line 3, height 1, columns 2 to 3
`},
		{"room for a letter", "H: ", 3, 1, []piece{word("abc", 0)}, `
width 3
|above|
|H:|
|  a|
|  b|
|  c|
spot 0: line 2, height 3, columns 2 to 3
`},
		{"empty piece", "", 5, 1, []piece{word("", 0), word("ab", 1), word("cd", 2)}, `
width 5
|above|
| ab|
|cd|
spot 0: line 1, height 1, columns 0 to 0
spot 1: line 1, height 1, columns 1 to 3
spot 2: line 2, height 1, columns 0 to 2
`},
	} {
		s := &sheet{width: c.width, lines: []string{"above"}}
		s.flow(c.head, c.gap, c.pieces)
		same(t, c.name, described(s), c.want)
	}
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
	for _, c := range []struct {
		width int
		dense density
		want  string
	}{
		{17, grand, `
width 17
|aaaa    bbb    cc|
|a              cc|
|               cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 0, height 1, columns 9 to 11
spot 2: line 2, height 1, columns 15 to 17
`},
		{16, grand, `
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
`},
		{16, airy, `
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
`},
		{11, airy, `
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
`},
		{10, boxed, `
width 10
|aaaa|
|a|
|bbb    cc|
|       cc|
|       cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 2, height 1, columns 1 to 3
spot 2: line 4, height 1, columns 7 to 9
`},
		{11, boxed, `
width 11
|aaaa    bbb|
|a|
|cc|
|cc|
|cc|
spot 0: line 1, height 1, columns 0 to 1
spot 1: line 0, height 1, columns 9 to 11
spot 2: line 4, height 1, columns 0 to 2
`},
		{17, roomy, `
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
`},
	} {
		s := &sheet{width: c.width}
		s.tile(tiles(), c.dense)
		same(t, fmt.Sprint(c.width, " columns, density ", c.dense), described(s), c.want)
	}
	s := &sheet{width: 9, lines: []string{"above"}}
	s.tile([]*sheet{{}, {lines: []string{"one"}}}, airy)
	s.tile(nil, airy)
	same(t, "below a line", described(s), `
width 9
|above|
||
|one|
`)
}

// TestSheetsBesideEachOther checks the columns of two sheets, and the marks of
// both.
func TestSheetsBesideEachOther(t *testing.T) {
	short := &sheet{width: 5, lines: []string{"ab"}, marks: []mark{{0, 0, 1, 0, 2}}}
	long := &sheet{width: 7, lines: []string{"one", "", "three"}, marks: []mark{{1, 2, 1, 1, 5}}}
	same(t, "short, long", described(beside(short, long, " │ ")), `
width 15
|ab    │ one|
|      │|
|      │ three|
spot 0: line 0, height 1, columns 0 to 2
spot 1: line 2, height 1, columns 9 to 13
`)
	same(t, "long, short", described(beside(long, short, "")), `
width 12
|one    ab|
||
|three|
spot 1: line 2, height 1, columns 1 to 5
spot 0: line 0, height 1, columns 7 to 9
`)
	both := &sheet{width: 9, lines: []string{"above", "two"}}
	both.append(short)
	both.append(long)
	same(t, "one below the other", described(both), `
width 9
|above|
|two|
|ab|
|one|
||
|three|
spot 0: line 2, height 1, columns 0 to 2
spot 1: line 5, height 1, columns 1 to 5
`)
	if !slices.Equal(short.marks, []mark{{0, 0, 1, 0, 2}}) {
		t.Errorf("joining has moved %v", short.marks)
	}
}
