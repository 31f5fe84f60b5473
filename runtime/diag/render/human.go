package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"sleight/runtime/diag"
)

// Options controls how problems are drawn.
type Options struct {
	// Color enables terminal colors for severities and carets.
	Color bool
	// Source returns the text of a file for the snippet below a problem, or
	// false if there is none. The name is that of a Place. A nil Source draws
	// no snippets.
	Source func(file string) ([]byte, bool)
	// Width is the column at which lines of text are wrapped and snippets are
	// cut; 0 means no wrapping.
	Width int
}

// Write draws problems for people: place, severity and message on the first
// line, the line of the file with the problem underlined, then the hint and other
// places involved. Editors and terminals turn the first line into a link. Write
// returns the error of w.
func Write(w io.Writer, list diag.List, o Options) error {
	p := &printer{out: bufio.NewWriter(w), Options: o}
	for i, d := range list {
		if i > 0 {
			p.text("\n")
		}
		p.diagnostic(d)
	}
	return p.out.Flush()
}

// WriteConcise draws each problem on one line, without snippets and notes. It
// returns the error of w.
func WriteConcise(w io.Writer, list diag.List) error {
	out := bufio.NewWriter(w)
	for _, d := range list {
		text := fmt.Sprintf("%s: %s: %s [%s]", d.Place, d.Severity, d.Message.String(), d.Code)
		if !d.Hint.IsZero() {
			text += "; " + d.Hint.String()
		}
		out.WriteString(oneLine(text) + "\n")
	}
	return out.Flush()
}

// Summary returns the number of problems in words: "2 errors, 1 warning", or
// "no problems".
func Summary(list diag.List) string {
	var parts []string
	for s := diag.Error; ; s-- {
		n := 0
		for _, d := range list {
			if d.Severity == s {
				n++
			}
		}
		switch {
		case n == 1:
			parts = append(parts, "1 "+s.String())
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n, s))
		}
		if s == diag.Notice {
			break
		}
	}
	if len(parts) == 0 {
		return "no problems"
	}
	return strings.Join(parts, ", ")
}

// printer draws problems in full.
type printer struct {
	out *bufio.Writer
	Options
	lines  lineFinder
	column int // current column of the line, counted from 0
}

// The colors of ANSI terminals.
const (
	red    = "1;31"
	yellow = "1;33"
	cyan   = "1;36"
	bold   = "1"
	dim    = "2"
)

var severityColor = [...]string{diag.Notice: cyan, diag.Warning: yellow, diag.Error: red}

func (p *printer) text(s string) { p.out.WriteString(s) }

func (p *printer) colored(color, s string) {
	if !p.Color || color == "" || s == "" {
		p.text(s)
		return
	}
	p.text("\x1b[" + color + "m" + s + "\x1b[0m")
}

func (p *printer) diagnostic(d diag.Diagnostic) {
	color := severityColor[d.Severity]
	if d.Place.File != "" {
		p.unwrapped(bold, oneLine(d.Place.String()))
		p.unwrapped("", ": ")
	}
	p.unwrapped(color, d.Severity.String())
	p.unwrapped("", ":")
	p.words("", d.Message.String())
	p.words(dim, "["+d.Code+"]")
	p.end()
	p.snippet(d.Place, color)
	if !d.Hint.IsZero() {
		p.unwrapped(cyan, "  hint:")
		p.words("", d.Hint.String())
		p.end()
	}
	for _, n := range d.Notes {
		p.unwrapped(cyan, "  note:")
		p.words("", n.Message.String())
		if !n.Place.IsZero() {
			p.words("", "("+n.Place.String()+")")
		}
		p.end()
		p.snippet(n.Place, cyan)
	}
}

// words writes a text to the current line, wrapping it at the width.
func (p *printer) words(color, s string) {
	for word := range strings.SplitSeq(oneLine(s), " ") {
		if p.Width > 0 && p.column+1+Width(word) > p.Width {
			p.end()
			p.unwrapped("", indent)
		} else {
			p.unwrapped("", " ")
		}
		p.unwrapped(color, word)
	}
}

// unwrapped writes a text to the current line without wrapping it.
func (p *printer) unwrapped(color, s string) {
	p.colored(color, s)
	p.column += Width(s)
}

// indent is the indentation of wrapped lines.
const indent = "    "

// end ends a line of text.
func (p *printer) end() {
	p.text("\n")
	p.column = 0
}

// snippet draws the line of a place with the problem underlined.
func (p *printer) snippet(at diag.Place, color string) {
	if p.Source == nil || at.Line == 0 {
		return
	}
	source, ok := p.Source(at.File)
	if !ok {
		return
	}
	line, ok := p.lines.line(source, at.Line)
	if !ok {
		return
	}
	number, most := fmt.Sprintf("%5d | ", at.Line), maxShown
	if p.Width > 0 {
		most = max(1, min(most, p.Width-len(number)-2)) // an ellipsis on each side
	}
	shown, pad, caret := underline(line, at.Column, at.Length, most)
	p.colored(dim, number)
	p.text(shown + "\n")
	if caret == "" {
		return
	}
	p.colored(dim, strings.Repeat(" ", len(number)-2)+"| ")
	p.text(pad)
	p.colored(color, caret)
	p.text("\n")
}
