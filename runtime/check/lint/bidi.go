package lint

import (
	"strings"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// reorderedTexts finds texts with characters that reorder the text around them
// (U+202A to U+202E, U+2066 to U+2069): with them a name can look like another.
func reorderedTexts(d *pass, n *notes) {
	if n.reordered {
		d.reordered(n.of.Data)
	}
}

// reordered searches a value.
func (d *pass) reordered(n *def.Node) {
	if i := strings.IndexFunc(n.Text(), reorders); i >= 0 {
		r, _ := utf8.DecodeRuneInString(n.Text()[i:])
		d.report(diag.New("content/bidi", n.Place(), "this text contains a character that reorders the text around it (U+%04X)", r).
			WithHint("remove it: players would not read what is written"))
	}
	for _, item := range n.Items() {
		d.reordered(item)
	}
	for _, f := range n.Fields() {
		d.reordered(f.Value)
	}
}

func reorders(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }
