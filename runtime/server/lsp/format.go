package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"sleight/runtime/lua/syntax"
)

// Formatting formats a file: no blanks at the ends of lines, one line break at
// the end, and in Lua files one step of indentation for each block. It does not
// change comments, order or the kind of line break.
func (s *server) Formatting(_ context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	name := nameOf(p.TextDocument.URI)
	text, ok := s.source(name)
	if !ok {
		return nil, nil
	}
	after := strings.ReplaceAll(text, "\r\n", "\n")
	switch {
	case isLua(name):
		step := strings.Repeat(" ", int(max(1, p.Options.TabSize)))
		if !p.Options.InsertSpaces {
			step = "\t"
		}
		after = formatLua(after, step)
	case isYAML(name):
		after = formatYAML(after)
	default:
		return nil, nil
	}
	if strings.Contains(text, "\r\n") {
		after = strings.ReplaceAll(after, "\n", "\r\n")
	}
	if after == text {
		return []protocol.TextEdit{}, nil
	}
	return difference(text, after), nil
}

// formatYAML removes blanks at the ends of lines, except in blocks, where they
// belong to the text.
func formatYAML(text string) string {
	lines := strings.Split(text, "\n")
	block := -1 // the indentation of the key that a block belongs to
	for i, l := range lines {
		indent := len(l) - len(strings.TrimLeft(l, " "))
		if block >= 0 && (strings.TrimSpace(l) == "" || indent > block) {
			continue
		}
		block = -1
		lines[i] = strings.TrimRight(l, " \t")
		if opens := strings.TrimRight(lines[i], "+-0123456789"); strings.HasSuffix(opens, ": |") || strings.HasSuffix(opens, ": >") {
			block = indent
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n ") + "\n"
}

// The words that begin and end Lua blocks, and those after which a statement
// continues on the next line.
const (
	opening   = " function do then repeat { ( [ else "
	closing   = " end until } ) ] else elseif "
	continued = " = + - * / ^ % .. == ~= < > <= >= and or not return "
)

// block is an open block: the line that opened it is indented by outer, and its
// content by one more.
type block struct{ line, outer int }

// formatLua indents a script by its blocks. It leaves lines within long texts
// and comments as they are, and a script whose blocks do not fit together.
func formatLua(text, step string) string {
	tokens := syntax.Tokens(text)
	lines := strings.Split(text, "\n")
	kept := keptLines(text, tokens)
	var stack []block
	next := 0
	for i, l := range lines {
		first := next
		for next < len(tokens) && tokens[next].Line == i+1 {
			next++
		}
		indent := 0
		if len(stack) > 0 {
			indent = stack[len(stack)-1].outer + 1
		}
		leading := true
		for _, t := range tokens[first:next] {
			word := " " + t.Text + " "
			isCloser := strings.Contains(closing, word)
			if isCloser {
				if len(stack) == 0 {
					return text
				}
				if leading {
					indent = stack[len(stack)-1].outer
				}
				stack = stack[:len(stack)-1]
			}
			leading = leading && isCloser
			if strings.Contains(opening, word) {
				stack = append(stack, block{i, indent})
			}
		}
		if continues(tokens, first, next) {
			indent++
		}
		if content := strings.TrimSpace(l); content == "" && !kept[i+1] {
			lines[i] = ""
		} else if !kept[i+1] {
			lines[i] = strings.Repeat(step, indent) + content
		}
	}
	if len(stack) > 0 {
		return text
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n ") + "\n"
}

// continues reports whether the line with the given tokens continues the
// statement of the line before.
func continues(tokens []syntax.Token, first, next int) bool {
	if first == 0 || first == next {
		return false
	}
	word := " " + tokens[first].Text + " "
	if strings.Contains(closing, word) {
		return false // after a return without a value
	}
	return strings.Contains(continued, " "+tokens[first-1].Text+" ") || strings.Contains(" and or .. + - * / == ~= ", word)
}

// keptLines returns the lines, from 1, that begin within a long text or a long
// comment.
func keptLines(text string, tokens []syntax.Token) map[int]bool {
	out := map[int]bool{}
	keep := func(line int, part string) {
		for i := range strings.Count(part, "\n") {
			out[line+i+1] = true
		}
	}
	line, at := 1, 0
	for _, t := range append(tokens, syntax.Token{Offset: len(text)}) {
		gap := text[at:t.Offset]
		if i := strings.Index(gap, "--["); i >= 0 {
			keep(line+strings.Count(gap[:i], "\n"), strings.TrimRight(gap[i:], " \t\n"))
		}
		keep(t.Line, t.Text)
		line, at = t.Line+strings.Count(t.Text, "\n"), t.End()
	}
	return out
}
