package lint

import (
	"regexp"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// strangeWords finds words in scripts that are probably misspelt names: a key of a
// table or an item of a list whose other keys or items all are names, and a word
// that a function returns. Nothing else in the content has the word, and a name
// differs by a slip.
func strangeWords(p *pass) {
	t := &typeChecker{pass: p}
	known := t.namesAndKinds()
	for _, code := range p.code {
		facts := code.Program.Facts()
		for _, keys := range facts.Tables {
			if odd, ok := onlyUnknown(keys, known); ok && len(p.index.fields[odd.Text]) == 0 && t.index.quoted[odd.Text] <= 1 && !p.index.builds(odd.Text) {
				p.strange(odd, known, "nothing is called %q, but the other keys of this table are names")
			}
		}
		for _, items := range facts.Lists {
			if odd, ok := onlyUnknown(items, known); ok && !t.common(odd.Text) {
				p.strange(odd, known, "nothing is called %q, but the other items of this list are names")
			}
		}
		for _, word := range facts.Returned {
			if code.Expression {
				break // players may read what an expression returns
			}
			if _, named := slices.BinarySearch(known, word.Text); !named && likeWord.MatchString(word.Text) && !t.common(word.Text) {
				if near, ok := diag.Nearest(word.Text, known); ok && isTypo(word.Text, near) {
					p.strange(word, known, "nothing else is called %q")
				}
			}
		}
	}
}

var likeWord = regexp.MustCompile(`^[a-z][a-z0-9_]{2,}$`)

// common reports whether a word occurs more than once.
func (t *typeChecker) common(word string) bool { return t.index.quoted[word] > 1 || t.contains(word) }

// onlyUnknown returns the only one of several words that is not a name; ok is
// false if there is none or more.
func onlyUnknown(words []analysis.Excerpt, known []string) (odd analysis.Excerpt, ok bool) {
	for _, w := range words {
		if _, named := slices.BinarySearch(known, w.Text); named {
			continue
		}
		if ok {
			return odd, false
		}
		odd, ok = w, true
	}
	return odd, ok
}

// strange reports a word if it is like a name.
func (p *pass) strange(word analysis.Excerpt, known []string, message string) {
	if near, ok := diag.Nearest(word.Text, known); ok {
		p.report(diag.New("script/doubt", word.Place, message, word.Text).WithHint("did you mean %q?", near))
	}
}

// isTypo reports whether a letter left out, added or replaced, or two letters
// that are exchanged, make one word of the other.
func isTypo(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch rest, other := a[i:], b[i:]; {
	case len(rest) < len(other):
		return rest == other[1:]
	case rest == "":
		return true
	case rest[1:] == other[1:]:
		return true
	default:
		return rest[0] == other[1] && rest[1] == other[0] && rest[2:] == other[2:]
	}
}
