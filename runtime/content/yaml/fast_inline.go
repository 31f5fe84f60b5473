package yaml

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
)

// inline reads a value that ends on the line to read, and returns the byte
// after it; inside brackets, it also ends before a comma or bracket.
func (p *fastParser) inline(offset int, outer *def.Node, index int, inside bool) (n *def.Node, end int, ok bool) {
	text := p.lines[p.at].text
	if p.count >= maxNodes {
		return nil, 0, false
	}
	n = p.node(p.at, offset, outer, index)
	switch c := text[offset]; c {
	case '[', '{':
		if p.depth++; p.depth >= maxDepth/2 {
			return nil, 0, false
		}
		defer func() { p.depth-- }()
		if c == '[' {
			return p.flowList(n, offset)
		}
		return p.flowMapping(n, offset)
	case '"', '\'':
		return p.quoted(n, offset)
	}
	return p.plain(n, offset, inside)
}

// quoted reads a quoted text without escapes.
func (p *fastParser) quoted(n *def.Node, offset int) (*def.Node, int, bool) {
	text := p.lines[p.at].text
	length := strings.IndexByte(text[offset+1:], text[offset])
	end := offset + length + 2
	if length < 0 || strings.HasPrefix(text[end:], "'") {
		return nil, 0, false
	}
	inner := text[offset+1 : end-1]
	n.SetLength(p.runes(inner) + 2)
	n.SetText(inner, n.Line()-1, n.Column())
	return n, end, text[offset] == '\'' || strings.IndexByte(inner, '\\') < 0
}

// plain reads a word, number or text without quotes.
func (p *fastParser) plain(n *def.Node, offset int, inside bool) (*def.Node, int, bool) {
	rest := p.lines[p.at].text[offset:]
	if inside {
		i := strings.IndexAny(rest, ",[]{}?:#")
		if i < 0 || strings.IndexByte(",]}", rest[i]) < 0 {
			return nil, 0, false
		}
		rest = rest[:i]
	} else if i := strings.Index(rest, " #"); i >= 0 {
		rest = rest[:i]
	}
	rest = strings.TrimRight(rest, " ")
	if !isPlainText(rest) {
		return nil, 0, false
	}
	n.SetLength(p.runes(rest))
	end := offset + len(rest)
	switch {
	case rest == "true" || rest == "false":
		n.SetBool(rest == "true")
	case (isDigit(rest[0]) || rest[0] == '-') && !isQuantity(rest) && !isVersion(rest):
		if !isShortNumber(rest) {
			return nil, 0, false
		}
		v, err := strconv.ParseFloat(rest, 64)
		if err != nil {
			return nil, 0, false
		}
		n.SetNumber(0)
		if v != 0 { // and not −0
			n.SetNumber(v)
		}
	case maybeNotText(rest):
		return nil, 0, false
	default:
		n.SetText(rest, n.Line()-1, n.Column()-1)
	}
	return n, end, true
}

// isPlainText reports whether an unquoted text is what it says, with no meaning in YAML.
func isPlainText(text string) bool {
	return text != "" && (text[0] >= 0x80 || isLetter(text[0]) || isDotted(text) || isDigit(text[0]) || text[0] == '-' || text[0] == '(' || text[0] == '$' || text[0] == '+' && len(text) > 1 && (text[1] == ' ' || text[1] == '{')) &&
		!strings.Contains(text, ": ") && text[len(text)-1] != ':'
}

// isDotted reports whether a text begins with a point and a letter, and is not
// what the library takes for a number, such as .inf.
func isDotted(text string) bool {
	return len(text) > 1 && text[0] == '.' && isLetter(text[1]) && !strings.EqualFold(text, ".inf") && !strings.EqualFold(text, ".nan")
}

// isQuantity reports whether a text is a number with a word, as in 15 gold.
func isQuantity(text string) bool {
	number, word, ok := strings.Cut(text, " ")
	return ok && isShortNumber(number) && word != "" && (isLetter(word[0]) || word[0] >= 0x80)
}

// isVersion reports whether a text is a version, as in 1.0.0.
func isVersion(text string) bool {
	if strings.Count(text, ".") != 2 { // as in nearly all numbers
		return false
	}
	parts := strings.Split(text, ".")
	return !slices.ContainsFunc(parts, func(p string) bool { return p == "" || countDigits(p) < len(p) })
}

// isShortNumber reports whether a text is a number that is unambiguous.
func isShortNumber(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	whole := countDigits(digits)
	if whole == 0 || whole > 1 && digits[0] == '0' || len(digits) > 15 {
		return false
	}
	rest, point := strings.CutPrefix(digits[whole:], ".")
	return !point && rest == "" || point && rest != "" && countDigits(rest) == len(rest)
}

// flowList reads [a, b].
func (p *fastParser) flowList(n *def.Node, offset int) (*def.Node, int, bool) {
	text := p.lines[p.at].text
	n.SetItems(nil)
	start := len(p.items)
	offset += 1 + blanks(text[offset+1:])
	if strings.HasPrefix(text[offset:], "]") {
		return n, offset + 1, true
	}
	for offset < len(text) {
		item, end, ok := p.inline(offset, n, len(p.items)-start, true)
		if !ok {
			return nil, 0, false
		}
		p.items = append(p.items, item)
		next, more, ok := comma(text, end, ']')
		if !more {
			p.gatherItems(n, start)
			return n, next, ok
		}
		offset = next
	}
	return nil, 0, false
}

// flowMapping reads {a: 1, b: 2}.
func (p *fastParser) flowMapping(n *def.Node, offset int) (*def.Node, int, bool) {
	text := p.lines[p.at].text
	n.SetFields(nil)
	start := len(p.fields)
	offset += 1 + blanks(text[offset+1:])
	if strings.HasPrefix(text[offset:], "}") {
		return n, offset + 1, true
	}
	for offset < len(text) {
		key, width := keyAt(text[offset:], "-/.@")
		if key == "" || p.isDuplicate(start, key) {
			return nil, 0, false
		}
		index := len(p.fields) - start
		position := p.position(p.at, offset, n, index)
		position.Length = int32(p.runes(text[offset : offset+width]))
		offset += width + 1
		offset += blanks(text[offset:])
		if offset == len(text) {
			return nil, 0, false
		}
		value, end, ok := p.inline(offset, n, index, true)
		if !ok {
			return nil, 0, false
		}
		p.fields = append(p.fields, def.NewField(key, position, value))
		next, more, ok := comma(text, end, '}')
		if !more {
			p.gatherFields(n, start)
			return n, next, ok
		}
		offset = next
	}
	return nil, 0, false
}

// comma continues after a comma, with more == true, or after the closing
// bracket.
func comma(text string, offset int, closing byte) (next int, more, ok bool) {
	offset += blanks(text[offset:])
	switch {
	case offset == len(text):
		return 0, false, false
	case text[offset] == closing:
		return offset + 1, false, true
	case text[offset] == ',':
		offset++
		return offset + blanks(text[offset:]), true, true
	}
	return 0, false, false
}
