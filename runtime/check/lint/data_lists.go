package lint

import (
	"math"
	"slices"
	"strconv"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// minWords is how many words show that a list has nothing else.
const minWords = 3

// bracketed finds a list or mapping with one word in it among words.
func (p *pass) bracketed(n *def.Node) {
	words := 0
	var other *def.Node
	for _, item := range n.Items() {
		switch {
		case item.Type() == def.Text:
			words++
		case other != nil:
			return
		default:
			other = item
		}
	}
	if other == nil || words < minWords {
		return
	}
	inner := other.Items()
	if len(other.Fields()) == 1 {
		inner = []*def.Node{other.Fields()[0].Value}
	}
	if len(inner) == 1 && inner[0].Type() == def.Text {
		p.report(diag.New("content/doubt", other.Place(), "this is %s, but the %d other items here are words", other.Type(), words).WithHint("write the word alone: %s", inner[0].Text()))
	}
}

// strangeKey finds a key that is probably a misspelt id, because all other keys of
// the mapping are ids and nothing reads it.
func (p *pass) strangeKey(n *def.Node) {
	if len(n.Fields()) < minWords {
		return
	}
	var odd *def.Field
	for i := range n.Fields() {
		switch key := n.Fields()[i].Key; {
		case p.isID(key):
		case odd != nil || len(p.index.fields[key]) > 0 || p.index.texts[key] || p.index.builds(key):
			return
		default:
			odd = &n.Fields()[i]
		}
	}
	if odd == nil {
		return
	}
	if near, ok := diag.Nearest(snake(odd.Key), p.ids()); ok || p.isID(snake(odd.Key)) {
		if p.isID(snake(odd.Key)) {
			near = snake(odd.Key)
		}
		p.report(diag.New("content/doubt", odd.KeyPlace(), "nothing is called %q, but the other keys here are ids", odd.Key).WithHint("did you mean %q?", near))
	}
}

// isID reports whether a definition has an id.
func (p *pass) isID(word string) bool {
	_, ok := slices.BinarySearch(p.ids(), word)
	return ok
}

// idsOf lists the ids of definitions, sorted.
func idsOf(all []*def.Definition) []string {
	var ids []string
	for _, x := range all {
		ids = append(ids, x.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// decimalCommas finds a number with a decimal comma in a list of numbers: this
// comma has no space after it, while the other commas of the list have one.
func decimalCommas(r *reporter, n *notes) {
	if n.hasGluedNumbers {
		r.decimalComma(n.of.Data)
	}
}

// mayHoldDecimalComma reports whether there may be a decimal comma in a list: a
// comma between numbers without a space.
func mayHoldDecimalComma(items []*def.Node) bool {
	for i := 1; i < len(items); i++ {
		if item, before := items[i], items[i-1]; item.Type() == def.Number && before.Type() == def.Number && item.Line() == before.Line() && gap(before, item) < 2 {
			return true
		}
	}
	return false
}

// gap returns the number of characters between two numbers on one line.
func gap(before, item *def.Node) int {
	var room [32]byte
	return int(item.Column()-before.Column()) - len(strconv.AppendFloat(room[:0], before.Number(), 'f', -1, 64))
}

func (r *reporter) decimalComma(n *def.Node) {
	for _, f := range n.Fields() {
		r.decimalComma(f.Value)
	}
	var glued *def.Node // the number before such a comma
	spaced := 0
	items := n.Items()
	for i, item := range items {
		r.decimalComma(item)
		if i == 0 || item.Type() != def.Number || items[i-1].Type() != def.Number || item.Line() != items[i-1].Line() {
			continue
		}
		before := items[i-1]
		switch gap := gap(before, item); {
		case gap > 1:
			spaced++
		case gap < 1 || glued != nil || before.Number() != math.Trunc(before.Number()):
			return // written in another way
		default:
			glued = before
		}
	}
	if glued != nil && spaced > 0 {
		r.report(diag.New("content/doubt", glued.Place(), "these are two numbers: a comma separates the items of a list").
			WithHint("write a point for a decimal comma, or a space after the comma"))
	}
}
