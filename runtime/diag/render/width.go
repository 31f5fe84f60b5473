package render

import (
	"bytes"
	"strings"
	"unicode"
	"unsafe"
)

// maxShown is the maximum number of columns drawn of a long line.
const maxShown = 120

// tabWidth is the number of spaces drawn for a tab, so that the caret is
// aligned on any terminal.
const tabWidth = 4

// lineFinder finds lines of sources. It remembers where the lines begin that it has passed,
// so a file is read once, however many problems and notes point into it.
type lineFinder struct {
	sources map[*byte]*lineStarts
}

// maxRemembered is the number of sources whose lines are remembered.
const maxRemembered = 64

// lineStarts holds where the first lines of a source begin.
type lineStarts struct {
	length int
	starts []int
}

// line returns a line of source, counted from 1, without its line ending.
func (l *lineFinder) line(source []byte, number int) (string, bool) {
	known := l.sources[unsafe.SliceData(source)]
	if known == nil || known.length != len(source) {
		if len(l.sources)%maxRemembered == 0 {
			l.sources = map[*byte]*lineStarts{}
		}
		known = &lineStarts{len(source), []int{0}}
		l.sources[unsafe.SliceData(source)] = known
	}
	for len(known.starts) < number {
		from := known.starts[len(known.starts)-1]
		i := bytes.IndexByte(source[from:], '\n')
		if i < 0 {
			return "", false
		}
		known.starts = append(known.starts, from+i+1)
	}
	line, _, _ := bytes.Cut(source[known.starts[number-1]:], []byte("\n"))
	return strings.TrimSuffix(string(line), "\r"), true
}

// underline prepares a line for drawing. pad and caret form the line below it:
// the padding before the caret, and the caret itself. column is in characters,
// counted from 1, and length in characters; column 0 draws no caret. most is the
// number of columns to draw.
func underline(line string, column, length, most int) (shown, pad, caret string) {
	chars := []rune(line)
	from := min(max(column-1, 0), len(chars))
	to := min(from+max(length, 1), len(chars))
	first, last := visiblePart(chars, from, most)
	shown = printable(chars[first:last])
	if column == 0 {
		return shown, "", ""
	}
	cut := ""
	if first > 0 {
		cut = "…"
		shown = cut + shown
	}
	if last < len(chars) {
		shown += "…"
	}
	pad = strings.Repeat(" ", width(chars[first:from])+width([]rune(cut)))
	caret = strings.Repeat("^", max(1, width(chars[from:max(from, min(to, last))])))
	return shown, pad, caret
}

// visiblePart returns the part of a line to draw, around index from: at most
// that many columns.
func visiblePart(chars []rune, from, most int) (first, last int) {
	if width(chars) <= most {
		return 0, len(chars)
	}
	first = max(0, from-most/3)
	last = first
	for columns := 0; last < len(chars); last++ {
		if columns += runeWidth(chars[last]); columns > most {
			break
		}
	}
	return first, max(last, min(from, len(chars)))
}

// printable replaces characters that a terminal would interpret: tabs become
// spaces, and other control characters a replacement mark.
func printable(chars []rune) string {
	var b strings.Builder
	for _, r := range chars {
		switch {
		case r == '\t':
			b.WriteString(strings.Repeat(" ", tabWidth))
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			b.WriteRune('�')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Safe makes a text safe to print on one line by replacing characters that a
// terminal would interpret.
func Safe(text string) string { return oneLine(text) }

// oneLine implements Safe.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\r\n\t") { // rarely; making the replacer takes longer
		s = strings.NewReplacer("\r\n", " ", "\n", " ", "\t", " ").Replace(s)
	}
	return printable([]rune(s))
}

// Width returns the number of terminal columns that a text takes.
func Width(text string) int { return width([]rune(text)) }

// width returns the number of terminal columns that characters take.
func width(chars []rune) int {
	columns := 0
	for _, r := range chars {
		columns += runeWidth(r)
	}
	return columns
}

func runeWidth(r rune) int {
	switch {
	case r == '\t':
		return tabWidth
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me) || r == 0x200b || r == 0x200d:
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wide lists the characters that take two columns: East Asian scripts and
// pictographs.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1},
		{0x231a, 0x231b, 1},
		{0x23e9, 0x23ec, 1},
		{0x26aa, 0x26ab, 1},
		{0x26bd, 0x26be, 1},
		{0x2705, 0x2705, 1},
		{0x2728, 0x2728, 1},
		{0x274c, 0x274e, 2},
		{0x2753, 0x2755, 1},
		{0x2757, 0x2757, 1},
		{0x2b1b, 0x2b1c, 1},
		{0x2b50, 0x2b55, 5},
		{0x2e80, 0x303e, 1},
		{0x3041, 0x33ff, 1},
		{0x3400, 0x4dbf, 1},
		{0x4e00, 0x9fff, 1},
		{0xa000, 0xa4cf, 1},
		{0xa960, 0xa97f, 1},
		{0xac00, 0xd7a3, 1},
		{0xf900, 0xfaff, 1},
		{0xfe30, 0xfe6f, 1},
		{0xff00, 0xff60, 1},
		{0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{
		{0x1f0cf, 0x1f0cf, 1},
		{0x1f300, 0x1f64f, 1},
		{0x1f680, 0x1f6ff, 1},
		{0x1f7e0, 0x1f7eb, 1},
		{0x1f900, 0x1faff, 1},
		{0x20000, 0x3fffd, 1},
	},
}
