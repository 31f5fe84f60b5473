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

func (s *scanner) depth() int { return len(s.open) }

// until skips to the end of the next mark, and returns what is before that.
func (s *scanner) until(mark string) (before string, found bool) {
	before, after, found := strings.Cut(s.rest, mark)
	if found {
		s.rest = after
	}
	return before, found
}

// word reads letters, and then digits or hyphens.
func (s *scanner) word() string {
	n := 0
	for n < len(s.rest) {
		c := s.rest[n] | 0x20 // in lower case
		if (c < 'a' || c > 'z') && (n == 0 || s.rest[n] != '-' && (s.rest[n] < '0' || s.rest[n] > '9')) {
			break
		}
		n++
	}
	word := s.rest[:n]
	s.rest = s.rest[n:]
	return word
}

// skip skips a text, if it is next.
func (s *scanner) skip(text string) (skipped bool) {
	s.rest, skipped = strings.CutPrefix(s.rest, text)
	return skipped
}

// tag reads the start or end of an element, after its <.
func (s *scanner) tag() bool {
	if s.skip("/") {
		name := s.word()
		if s.depth() == 0 || s.open[s.depth()-1] != name {
			return false
		}
		s.open = s.open[:s.depth()-1]
		return s.skip(">")
	}
	name := s.word()
	first := s.elements == 0
	if s.elements++; !slices.Contains(allowedElements, name) || name == "style" || first != (name == "svg") || !first && s.depth() == 0 {
		return false
	}
	s.open = append(s.open, name)
	if s.elements > maxElements || s.depth() > maxNested {
		return false
	}
	sized := false
	for s.skip(" ") || s.skip("\n") {
		if !s.attribute(first, &sized) {
			return false
		}
	}
	if s.skip("/") {
		s.open = s.open[:s.depth()-1]
	}
	return s.skip(">") && (sized || !first)
}

// attribute reads an attribute, after one space.
func (s *scanner) attribute(first bool, sized *bool) bool {
	name := strings.ToLower(s.word())
	if name == "" || !s.skip(`="`) {
		return false
	}
	value, closed := s.until(`"`)
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
