package yaml

import (
	"strings"
	"unicode/utf8"

	library "gopkg.in/yaml.v3"

	"sleight/runtime/content/def"
)

// position returns the position of n, which is at an index of outer, with its length on
// its line.
func (c *converter) position(n *library.Node, outer *def.Node, at int) def.Position {
	position := def.Position{In: outer, Index: int32(at), Line: int32(n.Line), Column: int32(n.Column)}
	if last := len(c.lines); n.Line > last { // a missing value at the end
		position.Line, position.Column = int32(last), int32(c.runes(c.lines[last-1])+1)
	}
	if n.Kind == library.ScalarNode && n.Style&(library.LiteralStyle|library.FoldedStyle) == 0 {
		position.Length = int32(c.scalarLength(n))
	}
	return position
}

// rest returns the line of n from its column on.
func (c *converter) rest(n *library.Node) []byte {
	if n.Line < 1 || n.Line > len(c.lines) || n.Column < 1 {
		return nil
	}
	line := c.lines[n.Line-1]
	if c.ascii {
		return line[min(n.Column-1, len(line)):]
	}
	for range n.Column - 1 {
		_, size := utf8.DecodeRune(line)
		line = line[size:]
	}
	return line
}

// runes returns the number of characters in a part of the file.
func (c *converter) runes(part []byte) int {
	if c.ascii {
		return len(part)
	}
	return utf8.RuneCount(part)
}

// scalarLength returns the number of characters of a plain or quoted scalar on
// its first line, quotes included.
func (c *converter) scalarLength(n *library.Node) int {
	rest := c.rest(n)
	switch {
	case n.Style&library.DoubleQuotedStyle != 0:
		for i := 1; i < len(rest); i++ {
			if rest[i] == '\\' {
				i++
			} else if rest[i] == '"' {
				return c.runes(rest[:i+1])
			}
		}
	case n.Style&library.SingleQuotedStyle != 0:
		for i := 1; i < len(rest); i++ {
			if rest[i] != '\'' {
				continue
			}
			if i+1 < len(rest) && rest[i+1] == '\'' {
				i++
				continue
			}
			return c.runes(rest[:i+1])
		}
	default:
		return min(utf8.RuneCountInString(n.Value), c.runes(rest))
	}
	return c.runes(rest)
}

// textOffset returns the offsets to add to positions inside the text of n to
// get positions in the file.
func (c *converter) textOffset(n *library.Node) (line, column int) {
	switch {
	case n.Style&(library.LiteralStyle|library.FoldedStyle) != 0:
		return n.Line, c.blockIndent(n)
	case n.Style&(library.DoubleQuotedStyle|library.SingleQuotedStyle) != 0:
		return n.Line - 1, n.Column
	}
	return n.Line - 1, n.Column - 1
}

// blockIndent returns the number of characters removed from the lines of a
// block scalar: its first line that is not blank is the end of a line of the
// file.
func (c *converter) blockIndent(n *library.Node) int {
	first := ""
	for line := range strings.SplitSeq(n.Value, "\n") {
		if strings.TrimSpace(line) != "" {
			first = line
			break
		}
	}
	for i := n.Line; i < len(c.lines); i++ {
		line := string(c.lines[i])
		if strings.TrimSpace(line) == "" {
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		return indent - (len(first) - len(strings.TrimLeft(first, " ")))
	}
	return 0
}
