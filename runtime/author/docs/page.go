package docs

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// page is a Markdown page being written.
type page struct{ b bytes.Buffer }

func (p *page) line(text string) { p.b.WriteString(text + "\n") }

// row writes one table row. Bars inside cells are escaped.
func (p *page) row(cells ...string) {
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(c), "|", "\\|")
	}
	p.line("| " + strings.Join(cells, " | ") + " |")
}

// block writes a fenced code block. The text ends with a line break.
func (p *page) block(language, text string) {
	p.line("")
	p.line("```" + language)
	p.b.WriteString(text)
	p.line("```")
}

func (p *page) bytes() []byte { return p.b.Bytes() }

func generated(from string) string {
	return "*Made by `sleight docs` from " + from + ". Edit that, not this.*"
}

// code formats a text as inline code.
func code(text string) string { return "`" + text + "`" }

// link returns a link to a heading of the same page.
func link(title string) string {
	return "[" + title + "](#" + anchor(title) + ")"
}

// anchor returns the anchor that Markdown renderers give a heading.
func anchor(title string) string {
	return strings.NewReplacer(" ", "-", "/", "").Replace(strings.ToLower(title))
}

// sentence capitalizes a text and ends it with a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
