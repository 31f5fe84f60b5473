package play

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// measure returns the number of columns of a line. A page is measured about ten
// times, so texts of letters, lines and escape codes of colours, in which no
// character changes another, are counted without the library.
func measure(line string) (columns int) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case ' ' <= c && c <= '~':
			i++
			columns++
		case c == '\x1b':
			end := strings.IndexByte(line[i:], 'm')
			if end < 0 || !strings.HasPrefix(line[i+1:], "[") || strings.Trim(line[i+2:i+end], "0123456789;:") != "" {
				return ansi.StringWidth(line)
			}
			i += end + 1
		default:
			r, n := utf8.DecodeRuneInString(line[i:])
			if !single(r) {
				return ansi.StringWidth(line)
			}
			i += n
			columns++
		}
	}
	return columns
}

// single reports whether a character takes one column, whatever is beside it that is
// single too: the letters of Western Europe, dashes, quotes, arrows that are not also
// pictures, mathematical signs, the lines of boxes, and triangles.
func single(r rune) bool {
	return '¡' <= r && r <= 'ÿ' && r != '\u00ad' && r != '©' && r != '®' || '‐' <= r && r <= '‧' || '←' <= r && r <= '↓' || '∀' <= r && r <= '⋿' || '─' <= r && r <= '▟' || r == '▸' || r == '◆' || r == '○' || r == '●' || r == '›' || r == '‹'
}

// cut shortens a line that is wider than columns, so that it ends with tail.
func cut(line string, columns int, tail string) string {
	if columns >= 0 && measure(line) <= columns {
		return line
	}
	return ansi.Truncate(line, columns, tail)
}
