package locale

import (
	"strings"

	"sleight/runtime/content/def"
)

// phrase is a sentence with gaps, to be found again in what a script has said.
type phrase struct {
	entry Entry
	// pieces stand around the gaps, one more than there are of these; names are
	// those of the gaps.
	pieces, names []string
	// weight is how many bytes are fixed.
	weight int
}

// cut cuts a text at its {names}.
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

// match returns what stands in the gaps, if the text is this sentence. A gap
// holds something, and as little as will do, and never several parts between
// lines or semicolons, nor half of what stands in brackets; that which counts
// holds a number.
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

// whole tells whether a value can be one thing that was put in.
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

// isNumber tells whether a text is a number as games write it.
func isNumber(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && strings.Trim(text, "0123456789.") == "" && text[0] != '.'
}

// say fills the sentence in the other language.
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
