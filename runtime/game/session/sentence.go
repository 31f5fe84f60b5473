package session

import (
	"strconv"
	"strings"

	"sleight/runtime/diag"
)

// maxSentenceDepth is how deep the parts of a sentence are taken apart.
const maxSentenceDepth = 6

// Sentence returns a text of a script as data: the fixed words with which the
// script has put it together, and the values between them, which may be
// sentences as well. A text that is written out whole in content is its own
// only value. A session without history knows only those.
func (s *Session) Sentence(text string) *diag.Message { return s.sentence(text, 0) }

func (s *Session) sentence(text string, depth int) *diag.Message {
	template, ok := s.textTemplates.Of(text)
	if !ok || depth > maxSentenceDepth || strings.Contains(strings.Join(template.Fixed, ""), "{") {
		return diag.Text(text)
	}
	m := &diag.Message{Args: make([]any, len(template.Values))}
	var format strings.Builder
	for i, value := range template.Values {
		format.WriteString(template.Fixed[i] + "{v" + strconv.Itoa(i+1) + "}")
		m.Args[i] = value
		if _, put := s.textTemplates.Of(value); put {
			m.Args[i] = s.sentence(value, depth+1)
		}
	}
	m.Format = format.String() + template.Fixed[len(template.Values)]
	return m
}
