package locale

import (
	"slices"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// checkSays checks the translations of the texts of scripts.
func (c *checker) checkSays(data *def.Node) {
	seen := map[string]diag.Place{}
	for _, n := range data.All("says") {
		if c.full() {
			return
		}
		from := n.Get("from")
		c.checkEntry(n)
		shape := shapeOf(from.Text())
		first, twice := seen[shape]
		switch {
		case twice:
			c.report(diag.New("locale/sentence", from.Place(), "this sentence appears twice, differing only in the names of its placeholders").
				WithHint("remove one of them").WithNote(first, "first defined here"))
		case !readable(from.Text()):
			c.report(diag.New("locale/sentence", from.Place(), "a sentence that consists only of values cannot be distinguished from others").
				WithHint("translate the values instead"))
		case !c.producible(from.Text()):
			c.report(c.unknownSentence(from))
		}
		seen[shape] = from.Place()
		c.checkDuplicate(shape, from.Place())
	}
}

// unknownSentence reports a sentence that nothing says. A sentence without quotes
// may need them once it is corrected, as in {price} gold.
func (c *checker) unknownSentence(from *def.Node) diag.Diagnostic {
	d := diag.New("locale/unknown", from.Place(), "no script says %q", short(from.Text())).Suggest(from.Text(), c.nearTexts(from.Text()))
	for i := range d.Edits {
		if e := &d.Edits[i]; e.Place.Length == utf8.RuneCountInString(e.Old) {
			e.New = scalar(e.New, true)
		}
	}
	return d
}

// producible reports whether a script can produce a text, or the engine or a front
// end has it.
func (c *checker) producible(text string) bool {
	for _, id := range c.packs() {
		if c.scriptTexts[id].canProduce(text) {
			return true
		}
	}
	shape := shapeOf(text)
	return slices.ContainsFunc(BuiltInSentences(), func(own string) bool { return shapeOf(own) == shape })
}

// nearLength is the maximum length of texts for which similar ones are
// suggested.
const nearLength = 200

// nearTexts returns the texts of scripts, of the engine and of front ends that a text
// may be a misspelling of.
func (c *checker) nearTexts(text string) []string {
	if len(text) > nearLength {
		return nil
	}
	var out []string
	if own, ok := diag.Nearest(text, BuiltInSentences()); ok {
		out = append(out, own)
	}
	for _, id := range c.packs() {
		if s := c.scriptTexts[id]; s != nil {
			for _, said := range s.Sentences {
				if len(said.Text) <= nearLength {
					out = append(out, said.Text)
				}
			}
		}
	}
	return out
}
