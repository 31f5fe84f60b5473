package picture

import (
	"slices"
	"strings"
)

// passesFast reports whether an SVG is valid and in the form in which most programs
// write it: elements that draw, attributes in double quotes, ASCII. An SVG that it
// does not accept may still be valid. Reading XML with the library was a seventh of
// the work of loading the shipped packs.
func passesFast(data []byte) bool {
	text := string(data)
	if strings.ContainsFunc(text, unsupported) || refersOutside(text) {
		return false
	}
	q := scanner{rest: text}
	for {
		before, found := q.until("<")
		if !found || q.depth() == 0 && strings.TrimSpace(before) != "" || strings.Contains(before, "]]>") {
			return q.elements > 0 && q.depth() == 0 && strings.TrimSpace(q.rest) == "" && !found
		}
		if !q.tag() {
			return false
		}
	}
}

// unsupported reports whether a character is not ASCII, or is one that passesFast
// does not read.
func unsupported(r rune) bool {
	return r == '&' || r >= 0x7f || r < ' ' && r != '\t' && r != '\n' && r != '\r'
}

// scanner reads an SVG.
type scanner struct {
	rest     string
	open     []string // the names of the elements around
	elements int
}

func (q *scanner) depth() int { return len(q.open) }

// until skips to the end of the next mark, and returns what is before that.
func (q *scanner) until(mark string) (before string, found bool) {
	before, after, found := strings.Cut(q.rest, mark)
	if found {
		q.rest = after
	}
	return before, found
}

// word reads letters, and then digits or hyphens.
func (q *scanner) word() string {
	n := 0
	for n < len(q.rest) {
		c := q.rest[n] | 0x20 // in lower case
		if (c < 'a' || c > 'z') && (n == 0 || q.rest[n] != '-' && (q.rest[n] < '0' || q.rest[n] > '9')) {
			break
		}
		n++
	}
	word := q.rest[:n]
	q.rest = q.rest[n:]
	return word
}

// skip skips a text, if it is next.
func (q *scanner) skip(text string) (skipped bool) {
	q.rest, skipped = strings.CutPrefix(q.rest, text)
	return skipped
}

// tag reads the start or end of an element, after its <.
func (q *scanner) tag() bool {
	if q.skip("/") {
		name := q.word()
		if q.depth() == 0 || q.open[q.depth()-1] != name {
			return false
		}
		q.open = q.open[:q.depth()-1]
		return q.skip(">")
	}
	name := q.word()
	first := q.elements == 0
	if q.elements++; !slices.Contains(allowedElements, name) || name == "style" || first != (name == "svg") || !first && q.depth() == 0 {
		return false
	}
	q.open = append(q.open, name)
	if q.elements > maxElements || q.depth() > maxNested {
		return false
	}
	sized := false
	for q.skip(" ") || q.skip("\n") {
		if !q.attribute(first, &sized) {
			return false
		}
	}
	if q.skip("/") {
		q.open = q.open[:q.depth()-1]
	}
	return q.skip(">") && (sized || !first)
}

// attribute reads an attribute, after one space.
func (q *scanner) attribute(first bool, sized *bool) bool {
	name := strings.ToLower(q.word())
	if name == "" || !q.skip(`="`) {
		return false
	}
	value, closed := q.until(`"`)
	*sized = *sized || name == "viewbox"
	switch {
	case !closed || strings.Contains(value, "<") || strings.HasPrefix(name, "on"):
		return false
	case name == "href":
		return strings.HasPrefix(value, "#")
	case name == "xmlns":
		return first && value == svgSpace
	}
	return true
}
