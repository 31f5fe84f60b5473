package lint

import (
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// lostQuotes finds texts that end with a quote and do not begin with one, as when
// the first quote of a value was left out: YAML takes the other one for a letter.
// It also finds texts without quotes that end with a comma or semicolon, as values
// do in other languages, and those that continue on a line that begins with a dash, as
// when the dash of the first item of a list was left out.
func lostQuotes(r *reporter, n *notes) {
	if n.oddQuotes {
		r.lostQuote(n.of.Data)
	}
}

// mayHaveLostQuote reports whether lostQuotes has to examine a text.
func mayHaveLostQuote(n *def.Node) bool {
	return endsInQuote(n.Text()) || endsInMark(n) || mayHoldItem(n)
}

// mayHoldItem reports whether a text without quotes may hold an item of a list: the
// space before its dash may be a new line.
func mayHoldItem(n *def.Node) bool {
	return n.TextLine() == n.Line()-1 && n.TextColumn() == n.Column()-1 && strings.Contains(n.Text(), " - ")
}

// absorbsNextItem reports whether the next line of the file, which begins like an item of
// a list, is part of a text without quotes.
func (r *reporter) absorbsNextItem(n *def.Node) bool {
	source, _ := r.source(n.File())
	lines := strings.SplitN(string(source), "\n", int(n.Line())+2)
	if len(lines) <= int(n.Line()) {
		return false
	}
	next := strings.TrimSpace(lines[n.Line()])
	return strings.HasPrefix(next, "- ") && strings.Contains(n.Text(), " "+next) && !strings.Contains(lines[n.Line()-1], " "+next)
}

// endsInMark reports whether a text without quotes ends with , or ;.
func endsInMark(n *def.Node) bool {
	return n.TextLine() == n.Line()-1 && n.TextColumn() == n.Column()-1 && (strings.HasSuffix(n.Text(), ",") || strings.HasSuffix(n.Text(), ";"))
}

// endsInQuote reports whether a text has a closing quote and no opening one.
//
// A single quote may be an apostrophe, as in "the sailors'": it counts behind a closing
// bracket or another quote, as at the end of Lua.
func endsInQuote(text string) bool {
	if n := len(text); n > 1 && text[n-1] == '\'' {
		return strings.IndexByte(`)]}"`, text[n-2]) >= 0 && strings.Count(text, "'")%2 == 1 && !strings.Contains(text, "\n")
	}
	return strings.HasSuffix(text, `"`) && strings.Count(text, `"`)%2 == 1 && !strings.Contains(text, "\n")
}

func (r *reporter) lostQuote(n *def.Node) {
	if endsInQuote(n.Text()) {
		r.report(diag.New("content/doubt", n.Place(), "this text ends with a quote but does not begin with one").WithHint("write a quote before it too, or remove the one at its end"))
	}
	if endsInMark(n) {
		mark := n.Text()[len(n.Text())-1:]
		r.report(diag.New("content/doubt", n.Place(), "the %s at the end is part of this text", mark).WithHint("remove it, or put the text in quotes if it is meant"))
	}
	if mayHoldItem(n) && r.absorbsNextItem(n) {
		r.report(diag.New("content/doubt", n.Place(), "the line below begins with a dash, and is part of this text").WithHint("write - before this line too, or put the text in quotes"))
	}
	for _, f := range n.Fields() {
		r.lostQuote(f.Value)
	}
	for _, item := range n.Items() {
		r.lostQuote(item)
	}
}
