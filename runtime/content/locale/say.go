package locale

import "strings"

// Limits of the search for sentences: how deep they are nested in the gaps of
// others, how many gaps one has, and how many are tried for one text.
const (
	maxWithin = 3
	maxGaps   = 20
	maxTries  = 20_000
)

// Say returns the translation of a text from a script or the engine: as a
// whole, line by line, part by part between semicolons, or as a list.
func (b *Book) Say(text string) string {
	if b == nil || text == "" {
		return text
	}
	s := search{book: b, left: maxTries}
	return s.say(text)
}

// search is the state of the search for one text. Once it reaches its limit,
// the rest of the text stays untranslated.
type search struct {
	book *Book
	left int
}

func (s *search) say(text string) string {
	if to, ok := s.within(text, 0); ok {
		return to
	}
	for _, between := range []string{"\n", "; "} {
		if !strings.Contains(text, between) {
			continue
		}
		parts := strings.Split(text, between)
		for i, part := range parts {
			parts[i] = s.say(part)
		}
		return strings.Join(parts, between)
	}
	return s.put(text, 0)
}

func (s *search) within(text string, depth int) (string, bool) {
	b := s.book
	if e := b.whole[text]; e != nil {
		return e.To, true
	}
	if depth > maxWithin {
		return "", false
	}
	for i := range b.phrases {
		if s.left--; s.left < 0 {
			break
		}
		if filled, ok := b.phrases[i].match(text); ok {
			return b.phrases[i].say(filled, func(value string) string { return s.put(value, depth+1) }), true
		}
	}
	return "", false
}

// put returns the translation of a gap's value: as a text or sentence of its
// own, capitalized or not; as a list of these with commas, each with or without
// a number before it; or unchanged.
func (s *search) put(text string, depth int) string {
	if isNumber(text) {
		return text
	}
	if to, ok := s.within(text, depth); ok {
		return to
	}
	if e := s.book.small[strings.ToLower(text)]; e != nil {
		return e.To
	}
	if parts := strings.Split(text, ", "); len(parts) > 1 && depth <= maxWithin {
		for i, part := range parts {
			parts[i] = s.put(part, depth+1)
		}
		return strings.Join(parts, ", ")
	}
	if number, rest, ok := strings.Cut(text, " "); ok && isNumber(number) && depth <= maxWithin {
		return number + " " + s.put(rest, depth+1)
	}
	return text
}
