package debug

import (
	"slices"
	"strings"

	"sleight/runtime/game/session"
)

// MapLine returns the line, from 1, of the text after an edit that corresponds to a line
// of the text before it: the same line if it is still there, otherwise the one in its
// place.
func MapLine(before, after string, line int) int {
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	if line < 1 || line > len(was) {
		return line
	}
	head := 0
	for head < min(len(was), len(is)) && was[head] == is[head] {
		head++
	}
	tail := 0
	for tail < min(len(was), len(is))-head && was[len(was)-1-tail] == is[len(is)-1-tail] {
		tail++
	}
	switch at := line - 1; {
	case at < head:
		return line
	case at >= len(was)-tail:
		return line + len(is) - len(was)
	default:
		return head + 1 + lineWithin(was[head:len(was)-tail], is[head:len(is)-tail], at-head)
	}
}

// lineWithin returns the line of a replaced passage that corresponds to a line of
// the original one; lines count from 0.
func lineWithin(was, is []string, at int) int {
	text := strings.TrimSpace(was[at])
	same := func(line string) bool { return strings.TrimSpace(line) == text }
	// The n-th of several equal lines stays the n-th.
	number := 0
	for _, line := range was[:at] {
		if same(line) {
			number++
		}
	}
	found := -1
	for i, line := range is {
		if same(line) {
			if found = i; number == 0 {
				break
			}
			number--
		}
	}
	if found >= 0 && text != "" {
		return found
	}
	return min(at, max(0, len(is)-1))
}

// Anchor ties a Line breakpoint to the text of its file, so that Follow finds the
// line again after an edit. It comes before Check.
func (b *Breakpoint) Anchor(text []byte) { b.text, b.wanted = string(text), b.Line }

// Follow moves a breakpoint to its line in the text that its file has now, and
// checks it like Check. Breakpoints without an anchor stay.
func (b *Breakpoint) Follow(s *session.Session, text []byte) error {
	if b.wanted > 0 {
		b.Line = MapLine(b.text, string(text), b.wanted)
	}
	return Check(s, b)
}

// Refresh puts breakpoints into use again after Follow has moved them.
func (d *Debugger) Refresh() { d.SetPoints(slices.Clone(d.Points())) }
