package def

import (
	"iter"
	"strings"
)

// Part is a part of a text: words, or a placeholder in braces that something
// fills.
type Part struct {
	// Words are the words of a part that is not a placeholder.
	Words string
	// Name is the parameter or keyword of the placeholder {name}, and Expression the
	// Lua expression of the placeholder {=code}.
	Name, Expression string
	// Forms are the words that the placeholder {name|form|form…} chooses from,
	// by the number that the placeholder stands for.
	Forms []string
	// From and To are the range of the part in the text, in bytes.
	From, To int
}

// IsPlaceholder reports whether the part is a placeholder.
func (p *Part) IsPlaceholder() bool { return p.Name != "" || p.Expression != "" }

// Parts splits a text into words and placeholders. Braces that open no
// placeholder are words.
func Parts(text string) []Part {
	if text == "" {
		return nil
	}
	out := make([]Part, 0, 1+2*strings.Count(text, "{"))
	from := 0 // of the words not yet added
	for placeholder := range Placeholders(text) {
		at := placeholder.From
		if from < at {
			out = append(out, Part{Words: text[from:at], From: from, To: at})
		}
		out = append(out, placeholder)
		from = placeholder.To
	}
	if from < len(text) {
		out = append(out, Part{Words: text[from:], From: from, To: len(text)})
	}
	return out
}

// Placeholders iterates over the placeholders of a text. It is small enough to
// be inlined, so that ranging over it allocates nothing.
func Placeholders(text string) iter.Seq[Part] {
	return func(yield func(Part) bool) { eachPlaceholder(text, yield) }
}

func eachPlaceholder(text string, yield func(Part) bool) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '{')
		if i < 0 {
			return
		}
		at += i
		placeholder, ok := placeholderAt(text, at)
		switch {
		case !ok:
			at++
		case !yield(placeholder):
			return
		default:
			at = placeholder.To
		}
	}
}

// placeholderAt reads the placeholder that begins at a brace.
func placeholderAt(text string, at int) (Part, bool) {
	p := Part{From: at}
	end := at + 1
	code := end < len(text) && text[end] == '='
	for end < len(text) && !code && isNamePart(text[end], end == at+1) {
		end++
	}
	if code {
		end = codeEnd(text, at+2)
		p.Expression = strings.TrimSpace(text[at+2 : end])
	} else {
		p.Name = text[at+1 : end]
	}
	if !p.IsPlaceholder() {
		return p, false
	}
	for end < len(text) && text[end] == '|' {
		n := strings.IndexAny(text[end+1:], "|{}")
		if n < 0 {
			return p, false
		}
		p.Forms = append(p.Forms, text[end+1:end+1+n])
		end += 1 + n
	}
	p.To = end + 1
	return p, end < len(text) && text[end] == '}'
}

// codeEnd returns where the Lua expression at a position ends: at the brace
// that closes its placeholder or a bar, neither of which is inside brackets or
// quotes of the expression.
func codeEnd(text string, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch c := text[at]; c {
		case '(', '[', '{':
			depth++
		case ')', ']':
			depth--
		case '"', '\'':
			for at++; at < len(text) && text[at] != c; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		case '|', '}':
			if depth <= 0 {
				return at
			}
			if c == '}' {
				depth--
			}
		}
	}
	return len(text)
}

// Unclosed returns the range in a text of a placeholder {=… that does not end.
func Unclosed(text string) (from, to int, ok bool) {
	if !strings.Contains(text, "{=") {
		return 0, 0, false
	}
	for _, p := range Parts(text) {
		if i := strings.Index(p.Words, "{="); i >= 0 {
			return p.From + i, p.From + i + len("{="), true
		}
	}
	return 0, 0, false
}

// MoveValue returns the text of a value in a move, such as its damage, for the
// placeholder {damage} in its text. ok is false if the move is nil or has no
// such value.
func MoveValue(move *Node, name string) (text string, ok bool) {
	switch n := move.Get(name); {
	case n == nil || name == "name" || name == "text":
		return "", false
	case n.Type() == Number:
		return FormatParam(n.Number()), true
	case n.Type() == Text:
		return n.Text(), true
	}
	return "", false
}

// NamePlaceholders iterates over the {names} in a text: the start and end of each
// in bytes, brackets included.
func NamePlaceholders(text string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for p := range Placeholders(text) {
			if p.Name != "" && p.Forms == nil && !yield(p.From, p.To) {
				return
			}
		}
	}
}

func isNamePart(c byte, first bool) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || !first && '0' <= c && c <= '9'
}
