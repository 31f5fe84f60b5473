package locale

import (
	"strings"

	"sleight/runtime/content/def"
)

// phrase is a sentence with gaps, to be matched against the output of a script.
type phrase struct {
	entry Entry
	// pieces are the fixed parts around the gaps, one more than there are gaps;
	// names are the names of the gaps.
	pieces, names []string
	// weight is the number of fixed bytes.
	weight int
}

// cut splits a text at its {names}.
func cut(text string) (pieces, names []string) {
	end := 0
	for from, to := range def.Placeholders(text) {
		pieces, names = append(pieces, text[end:from]), append(names, text[from+1:to-1])
		end = to
	}
	return append(pieces, text[end:]), names
}

func newPhrase(e Entry) phrase {
	p := phrase{entry: e}
	p.pieces, p.names = cut(e.From)
	for _, piece := range p.pieces {
		p.weight += len(piece)
	}
	return p
}

// match returns the values of the gaps if the text is this sentence. A gap is
// not empty and matches as little as possible, never across lines or
// semicolons, and never part of a bracketed text; the gap that selects the
// plural form holds a number.
func (p *phrase) match(text string) ([]string, bool) {
	rest, ok := strings.CutPrefix(text, p.pieces[0])
	if !ok || !strings.HasSuffix(rest, p.pieces[len(p.names)]) || len(text) <= p.weight {
		return nil, false
	}
	last := len(p.names) - 1
	filled := make([]string, 0, len(p.names))
	for i, name := range p.names {
		next, at := p.pieces[i+1], 0
		switch {
		case i == last:
			at = len(rest) - len(next)
			if at <= 0 || !strings.HasSuffix(rest, next) {
				return nil, false
			}
		case next == "" || len(rest) < 2:
			return nil, false
		default:
			at = strings.Index(rest[1:], next) + 1
			if at == 0 {
				return nil, false
			}
		}
		value := rest[:at]
		if !whole(value) {
			return nil, false
		}
		if p.entry.Forms != nil && name == p.entry.Count && !isNumber(value) {
			return nil, false
		}
		filled = append(filled, value)
		rest = rest[at+len(next):]
	}
	return filled, true
}

// whole reports whether a value can be the value of a single gap.
func whole(value string) bool {
	open := 0
	for i := 0; i < len(value) && open >= 0; i++ {
		switch value[i] {
		case '(':
			open++
		case ')':
			open--
		case '\n':
			return false
		case ';':
			if strings.HasPrefix(value[i:], "; ") {
				return false
			}
		}
	}
	return open == 0
}

// isNumber reports whether a text is a number as games write it.
func isNumber(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && strings.Trim(text, "0123456789.") == "" && text[0] != '.'
}

// say returns the translated sentence with the gaps filled in.
func (p *phrase) say(filled []string, word func(string) string) string {
	count := ""
	for i, name := range p.names {
		if name == p.entry.Count {
			count = filled[i]
		}
	}
	text := p.entry.form(count)
	pieces, names := cut(text)
	var out strings.Builder
	for i, piece := range pieces {
		out.WriteString(piece)
		if i == len(names) {
			break
		}
		value := "{" + names[i] + "}"
		for k, name := range p.names {
			if name == names[i] {
				value = word(filled[k])
			}
		}
		out.WriteString(value)
	}
	return out.String()
}
