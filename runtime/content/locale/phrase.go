package locale

import (
	"strings"

	"sleight/runtime/content/def"
)

// phrase is a sentence with placeholders and its translation.
type phrase struct {
	entry Entry
	names []string // of the placeholders, in order
}

// splitPlaceholders splits a text at its {names}.
func splitPlaceholders(text string) (pieces, names []string) {
	end := 0
	for from, to := range def.NamePlaceholders(text) {
		pieces, names = append(pieces, text[end:from]), append(names, text[from+1:to-1])
		end = to
	}
	return append(pieces, text[end:]), names
}

func newPhrase(e Entry) *phrase {
	_, names := splitPlaceholders(e.From)
	return &phrase{e, names}
}

// format returns the translated sentence with the placeholders filled in. A
// placeholder without a value stays as it is.
func (p *phrase) format(filled []string) string {
	count := ""
	for i, name := range p.names {
		if name == p.entry.Count && i < len(filled) {
			count = filled[i]
		}
	}
	text := p.entry.form(count)
	pieces, names := splitPlaceholders(text)
	var out strings.Builder
	for i, piece := range pieces {
		out.WriteString(piece)
		if i == len(names) {
			break
		}
		value := "{" + names[i] + "}"
		for k, name := range p.names {
			if name == names[i] && k < len(filled) {
				value = filled[k]
			}
		}
		out.WriteString(value)
	}
	return out.String()
}
