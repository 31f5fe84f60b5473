package play

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// sheet is a part of the page: its lines, and where the spots on them are.
type sheet struct {
	lines []string
	width int
	marks []mark
}

// mark is where a spot is drawn: its first line, the number of its lines, and
// the columns from (inclusive) and to (exclusive).
type mark struct{ spot, line, height, from, to int }

// piece is a block of lines that is not broken; spot is the number of its spot,
// or −1.
type piece struct {
	lines []string
	spot  int
}

// word returns a piece of one line.
func word(text string, spot int) piece { return piece{[]string{text}, spot} }

// width returns the width of the widest line.
func (p piece) width() (most int) {
	for _, line := range p.lines {
		most = max(most, measure(line))
	}
	return most
}

// indent is how far the second line of a list is indented.
const indent = 2

// flow writes pieces in a row after a heading, in as many rows as they need.
func (s *sheet) flow(head string, gap int, pieces []piece) {
	r := &row{lines: []string{head}, width: measure(head)}
	start := min(r.width, indent)
	empty := true
	for _, p := range pieces {
		width, before := p.width(), gap
		if most := s.width - start; width > most && len(p.lines) == 1 && most > 0 {
			p.lines = strings.Split(lipgloss.Wrap(p.lines[0], most, ""), "\n")
			width = p.width()
		}
		if empty {
			before = 0
		}
		if r.width > start && r.width+before+width > s.width {
			s.add(r)
			r, before = &row{lines: []string{strings.Repeat(" ", start)}, width: start}, 0
		}
		r.put(before, width, p)
		empty = false
	}
	s.add(r)
}

// row is a row of pieces.
type row struct {
	lines []string
	width int
	marks []mark // lines count from the first one of the row
}

// put appends a piece to the right.
func (r *row) put(gap, width int, p piece) {
	for len(r.lines) < len(p.lines) {
		r.lines = append(r.lines, strings.Repeat(" ", r.width))
	}
	from := r.width + gap
	for i := range r.lines {
		text := ""
		if i < len(p.lines) {
			text = p.lines[i]
		}
		r.lines[i] += strings.Repeat(" ", gap) + pad(text, width)
	}
	r.width = from + width
	if p.spot >= 0 {
		r.marks = append(r.marks, mark{p.spot, 0, len(p.lines), from, from + width})
	}
}

// add appends a row.
func (s *sheet) add(r *row) {
	for _, m := range r.marks {
		m.line += len(s.lines)
		s.marks = append(s.marks, m)
	}
	for _, line := range r.lines {
		s.lines = append(s.lines, strings.TrimRight(line, " "))
	}
}

// append adds another sheet below.
func (s *sheet) append(other *sheet) {
	for _, m := range other.marks {
		m.line += len(s.lines)
		s.marks = append(s.marks, m)
	}
	s.lines = append(s.lines, other.lines...)
}

// tileGap separates sheets that are beside each other.
const tileGap = 4

// tile appends sheets: beside each other where they fit if boxes are drawn, else
// one below the other. An airy page has a line between rows, a grand one two.
func (s *sheet) tile(sheets []*sheet, density densityLevel) {
	row := &sheet{width: s.width}
	width := 0
	end := func() {
		if len(row.lines) > 0 {
			if len(s.lines) > 0 && density <= airy {
				s.lines = append(s.lines, make([]string, 1+int(airy-density))...)
			}
			s.append(row)
		}
		row, width = &sheet{width: s.width}, 0
	}
	for _, next := range sheets {
		if len(next.lines) == 0 {
			continue
		}
		most := piece{next.lines, -1}.width()
		if len(row.lines) > 0 && density <= boxed && width+tileGap+most <= s.width {
			row.width = width
			row, width = joinColumns(row, next, strings.Repeat(" ", tileGap)), width+tileGap+most
			continue
		}
		end()
		row, width = &sheet{lines: next.lines, marks: next.marks, width: s.width}, most
	}
	end()
}

// joinColumns joins two sheets as columns, with a rule between them.
func joinColumns(left, right *sheet, rule string) *sheet {
	out := &sheet{width: left.width + measure(rule) + right.width}
	for i := range max(len(left.lines), len(right.lines)) {
		var line, other string
		if i < len(left.lines) {
			line = left.lines[i]
		}
		if i < len(right.lines) {
			other = right.lines[i]
		}
		out.lines = append(out.lines, strings.TrimRight(pad(line, left.width)+rule+other, " "))
	}
	out.marks = append(out.marks, left.marks...)
	for _, m := range right.marks {
		m.from += left.width + measure(rule)
		m.to += left.width + measure(rule)
		out.marks = append(out.marks, m)
	}
	return out
}

// pad fills a line with spaces up to a width.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-measure(text)))
}
