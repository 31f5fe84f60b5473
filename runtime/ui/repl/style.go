package repl

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// The ANSI colors in use.
const (
	boldCode    = "1"
	dimCode     = "2"
	redCode     = "31"
	greenCode   = "32"
	yellowCode  = "33"
	blueCode    = "34"
	magentaCode = "35"
	cyanCode    = "36"
)

// ownCodes matches the escape codes that the REPL itself prints.
var ownCodes = regexp.MustCompile(`\x1b\[(?:[012]|3[1-6])m`)

// print writes a text. Since texts come from content, it replaces whatever a
// terminal would interpret: all control characters except line ends and the
// REPL's own colors.
func (r *REPL) print(format string, args ...any) {
	r.raw(r.safe(fmt.Sprintf(format, args...)))
}

// wipe clears the terminal, with what has scrolled away.
func (r *REPL) wipe() { r.raw("\x1b[H\x1b[2J\x1b[3J") }

// raw writes a text as it is.
func (r *REPL) raw(text string) {
	if _, err := io.WriteString(r.Out, text); err != nil {
		r.writeError, r.quit = err, true // the output is no longer read
	}
}

func (r *REPL) safe(text string) string {
	hostile := func(c rune) bool { return c != '\n' && unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) }
	if strings.IndexFunc(text, hostile) < 0 {
		return text
	}
	var out strings.Builder
	clean := func(part string) {
		out.WriteString(strings.Map(func(c rune) rune {
			if c == '\t' {
				return ' '
			}
			if hostile(c) {
				return unicode.ReplacementChar
			}
			return c
		}, part))
	}
	at := 0
	if r.Color {
		for _, span := range ownCodes.FindAllStringIndex(text, -1) {
			clean(text[at:span[0]])
			out.WriteString(text[span[0]:span[1]])
			at = span[1]
		}
	}
	clean(text[at:])
	return out.String()
}

func (r *REPL) colored(code, text string) string {
	if !r.Color || code == "" || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (r *REPL) bold(text string) string   { return r.colored(boldCode, text) }
func (r *REPL) dim(text string) string    { return r.colored(dimCode, text) }
func (r *REPL) red(text string) string    { return r.colored(redCode, text) }
func (r *REPL) green(text string) string  { return r.colored(greenCode, text) }
func (r *REPL) yellow(text string) string { return r.colored(yellowCode, text) }
func (r *REPL) cyan(text string) string   { return r.colored(cyanCode, text) }

// columns returns the width of a text in columns, ignoring color codes.
func columns(text string) int { return ansi.StringWidth(text) }

// widest returns the width of the widest text of a list, in columns.
func widest[T any](list []T, text func(T) string) int {
	var width int
	for _, one := range list {
		width = max(width, columns(text(one)))
	}
	return width
}

// pad fills a text with spaces up to a width in columns.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-columns(text)))
}

// center centers a text in a width in columns, and cuts it at that width.
func center(text string, width int, dots string) string {
	text = short(text, width, dots)
	left := (width - columns(text)) / 2
	return pad(strings.Repeat(" ", max(0, left))+text, width)
}

// short cuts a plain text to a width in columns, with an ellipsis in place of
// the rest.
func short(text string, width int, dots string) string {
	if columns(text) <= width {
		return text
	}
	return ansi.Truncate(text, max(0, width-columns(dots)), "") + dots
}

// ellipsis is the ellipsis that replaces cut text.
func (r *REPL) ellipsis() string {
	if r.ASCII {
		return "..."
	}
	return "…"
}

// signs replaces the board's signs with the REPL's: a hyphen for the minus, and
// an ASCII arrow if only ASCII is allowed.
func (r *REPL) signs(text string) string {
	text = strings.Replace(text, "−", "-", 1)
	if r.ASCII {
		text = strings.ReplaceAll(text, "→", "->")
	}
	return text
}

// became formats the old and the new value.
func (r *REPL) became(was, is string) string { return was + r.signs(" → ") + r.bold(is) }

// flow prints items after a heading, with a separator, and wraps them below the
// first item at the width. An item that is longer than a line is broken between
// its words; a longer word, such as a sentence in a script without spaces, is
// broken at the end of the line.
func (r *REPL) flow(head, separator string, items []string) {
	indent := columns(head)
	if indent > r.Width/2 {
		indent = 4
	}
	sign := strings.TrimRight(separator, " ")
	line, started := head, indent < columns(head)
	gap := ""
	put := func(word string) {
		if started && columns(line+gap+word) > r.Width {
			r.print("%s\n", strings.TrimRight(line, " "))
			line, gap = strings.Repeat(" ", indent), ""
		}
		line += gap + word
		started = true
	}
	for i, item := range items {
		if i < len(items)-1 {
			item += sign
		}
		if columns(item) <= r.Width-indent {
			put(item)
		} else {
			for word := range strings.FieldsSeq(item) {
				for room := r.Width - indent; columns(word) > room; gap = "" {
					left := r.Width - columns(line+gap)
					part := ansi.Truncate(word, left, "")
					if left < 2 || columns(part) == 0 {
						part = ansi.Truncate(word, max(2, room), "")
					}
					put(part)
					word = ansi.TruncateLeft(word, columns(part), "")
				}
				put(word)
				gap = " "
			}
		}
		gap = separator[len(sign):]
	}
	r.print("%s\n", strings.TrimRight(line, " "))
}

// text prints a text after a heading, and wraps it below its beginning at the
// width.
func (r *REPL) text(head, text string) { r.flow(head, " ", strings.Fields(text)) }

// prose prints text written by someone else, line by line as it is, except that
// lines wider than the terminal are broken between words.
func (r *REPL) prose(text string, style func(string) string) {
	for line := range strings.Lines(text + "\n") {
		line = strings.TrimRight(line, "\n")
		if columns(line) <= r.Width {
			r.print("%s\n", style(line))
		} else {
			r.text("", style(line))
		}
	}
}

func plain(text string) string { return text }

// glyphs are the characters of pictures.
type glyphs struct {
	pip, noPip, full, empty                  string
	across, down, rising, falling            string
	topLeft, topRight, lowerLeft, lowerRight string
}

func (r *REPL) glyphs() glyphs {
	if r.ASCII {
		return glyphs{"o", ".", "#", ".", "-", "|", "/", "\\", "+", "+", "+", "+"}
	}
	return glyphs{"●", "○", "█", "░", "─", "│", "╱", "╲", "╭", "╮", "╰", "╯"}
}

// bar draws a fraction of a whole. A fraction above zero never looks empty.
func (r *REPL) bar(n, most float64, width int) string {
	if most <= 0 {
		return ""
	}
	part := min(max(n/most, 0), 1)
	full := int(part * float64(width))
	if part > 0 {
		full = max(full, 1)
	}
	g := r.glyphs()
	code := greenCode
	switch {
	case part <= 0.25:
		code = redCode
	case part <= 0.5:
		code = yellowCode
	}
	return r.colored(code, strings.Repeat(g.full, full)) + r.dim(strings.Repeat(g.empty, width-full))
}

// drawDots draws a fraction of a small whole with a dot for each unit.
func (r *REPL) drawDots(n, most float64) string {
	full := min(max(0, int(n)), int(most))
	return strings.Repeat(r.glyphs().pip, full) + strings.Repeat(r.glyphs().noPip, int(most)-full)
}
