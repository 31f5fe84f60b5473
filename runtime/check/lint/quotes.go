package lint

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// lostQuotes finds texts that end with a quote and do not begin with one, as when
// the first quote of a value was left out: YAML takes the other one for a letter.
// It also finds texts without quotes that end with a comma or semicolon, as values
// do in other languages.
func lostQuotes(d *pass) {
	for i := range d.index.notes {
		n := &d.index.notes[i]
		if n.quoted {
			d.lostQuote(n.of.Data)
		}
	}
}

// endsOddly reports whether lostQuotes has to look at a text.
func endsOddly(n *def.Node) bool { return endsInQuote(n.Text) || endsInMark(n) }

// endsInMark reports whether a text without quotes ends with , or ;.
func endsInMark(n *def.Node) bool {
	return n.TextLine == n.Line-1 && n.TextColumn == n.Column-1 && (strings.HasSuffix(n.Text, ",") || strings.HasSuffix(n.Text, ";"))
}

// endsInQuote reports whether a text has a closing quote and no opening one.
func endsInQuote(text string) bool {
	return strings.HasSuffix(text, `"`) && strings.Count(text, `"`)%2 == 1 && !strings.Contains(text, "\n")
}

func (d *pass) lostQuote(n *def.Node) {
	if n.Type == def.Text && endsInQuote(n.Text) {
		d.report(diag.New("content/doubt", n.Place(), "this text ends with a quote but does not begin with one").WithHint("write a quote before it too, or remove the one at its end"))
	}
	if n.Type == def.Text && endsInMark(n) {
		mark := n.Text[len(n.Text)-1:]
		d.report(diag.New("content/doubt", n.Place(), "the %s at the end is part of this text", mark).WithHint("remove it, or put the text in quotes if it is meant"))
	}
	for _, f := range n.Fields {
		d.lostQuote(f.Value)
	}
	for _, item := range n.Items {
		d.lostQuote(item)
	}
}
