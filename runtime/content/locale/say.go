package locale

import "strings"

// The bounds of looking for sentences: how deep they stand in the gaps of
// others, how many gaps one has, and how many are tried for one text.
const (
	maxWithin = 3
	maxGaps   = 20
	maxTries  = 20_000
)

// Say returns what a text is that a script or the engine has said: as a whole,
// or line by line, or part by part between semicolons, or as a list.
func (b *Book) Say(text string) string {
	if b == nil || text == "" {
		return text
	}
	s := search{book: b, left: maxTries}
	return s.say(text)
}

// search is the work on one text. When it has taken too long, the rest stays as
// it stands.
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

// put is what is put into a gap: a text or sentence of its own, in capitals or
// not; a list of such with commas, each with a number before it or none; or as
// it stands.
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
