package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/board"
)

// group draws the figures and zones of a group.
func (m *Model) group(p *page, g board.Group, dense density) {
	bare := len(g.Figures) == 0 && !slices.ContainsFunc(g.Zones, func(z board.Zone) bool { return z.Count > 0 })
	if bare && dense > roomy {
		return
	}
	if g.Title != "" && dense < tight {
		p.lines = append(p.lines, heading.Render(g.Title))
	}
	var figures []piece
	for _, f := range g.Figures {
		if f.Show == board.Picture {
			p.lines = append(p.lines, f.Title+":")
			for line := range strings.SplitSeq(strings.TrimRight(f.Value, "\n"), "\n") {
				p.lines = append(p.lines, "  "+line)
			}
			continue
		}
		figures = append(figures, piece{m.figure(f), -1})
	}
	if len(figures) > 0 {
		p.flow("", figures)
	}
	var empty []string
	for _, z := range g.Zones {
		if z.Count == 0 {
			empty = append(empty, m.heading(z))
			continue
		}
		m.zone(p, z)
	}
	if len(empty) > 0 && dense == roomy {
		var pieces []piece
		for _, name := range empty {
			pieces = append(pieces, piece{faint.Render(name), -1})
		}
		p.flow(faint.Render(m.book.Put("Empty:")+" "), pieces)
	}
}

// barCells is the length of a bar.
const barCells = 10

func (m *Model) figure(f board.Figure) string {
	value := f.Value
	if yes, ok := truths[value]; ok {
		value = m.book.Put(yes)
	}
	value = loud.Render(value)
	if f.Number != nil && f.Most != nil {
		most := strconv.FormatFloat(*f.Most, 'f', -1, 64)
		switch f.Show {
		case board.Dots:
			full := min(max(0, int(*f.Number)), int(*f.Most))
			value = strings.Repeat(m.signs.full, full) + strings.Repeat(m.signs.empty, int(*f.Most)-full) + " " + value
		case board.Bar:
			full := min(max(0, int(float64(*f.Number / *f.Most * barCells)+0.5)), barCells)
			value = strings.Repeat(m.signs.filled, full) + strings.Repeat(m.signs.missing, barCells-full) + " " + value + "/" + most
		}
	}
	if f.Failed {
		value = alarm.Render(f.Value)
	}
	return f.Title + " " + value
}

// truths are the words for booleans.
var truths = map[string]string{"true": "yes", "false": "no"}

// heading is the title of a zone, with its count where that matters.
func (m *Model) heading(z board.Zone) string {
	switch {
	case z.Limit >= 0:
		return fmt.Sprintf("%s %d/%d", z.Title, z.Count, z.Limit)
	case z.Count > 0 && m.closed(z):
		return fmt.Sprintf("%s %d", z.Title, z.Count)
	}
	return z.Title
}

// fewHidden is the largest number of hidden things that are drawn individually.
const fewHidden = 5

// closed reports whether only the top and the size of a zone are shown.
func (m *Model) closed(z board.Zone) bool {
	if slices.ContainsFunc(z.Things, func(t board.Thing) bool { return m.at(t.Label) >= 0 }) {
		return false
	}
	return z.Pile || len(z.Things) > fewHidden && !slices.ContainsFunc(z.Things, func(t board.Thing) bool { return !t.Hidden })
}

// zone draws a zone with its contents.
func (m *Model) zone(p *page, z board.Zone) {
	head := m.heading(z)
	if m.closed(z) {
		p.flow(head+m.topOf(z), nil)
		return
	}
	var pieces []piece
	for _, t := range z.Things {
		pieces = append(pieces, m.thing(t))
	}
	p.flow(head+": ", pieces)
}

// topOf returns the top of a pile, if the player may know it.
func (m *Model) topOf(z board.Zone) string {
	if z.Hidden || z.Unordered || z.Things[0].Hidden {
		return ""
	}
	return m.book.Put(", on top {thing}", z.Things[0].Name)
}

// at returns the number of the spot on a thing, or −1.
func (m *Model) at(label string) int {
	return slices.IndexFunc(m.spots, func(s spot) bool { return s.thing != "" && s.thing == label })
}

func (m *Model) thing(t board.Thing) piece {
	text := m.body(t)
	at := m.at(t.Label)
	return piece{m.spotted(at, text), at}
}

// spotted draws a text as a spot: with its key, bright when it has the focus,
// faint when it is not available.
func (m *Model) spotted(at int, text string) string {
	if at < 0 {
		return text
	}
	s := &m.spots[at]
	key := ""
	if s.key != "" {
		key = s.key + " "
	}
	if s.reason != "" {
		key = m.signs.barred + key
	}
	switch {
	case at == m.focus:
		return chosen.Render("[" + key + text + "]")
	case s.reason != "":
		return faint.Render(key + text)
	}
	return keyed.Render(key) + text
}

// body draws the visible part of a thing.
func (m *Model) body(t board.Thing) string {
	if t.Hidden {
		return m.signs.hidden
	}
	parts := []string{}
	switch {
	case t.Die != nil:
		parts = append(parts, m.die(t))
	default:
		parts = append(parts, t.Name)
	}
	if t.Life != nil {
		parts = append(parts, fmt.Sprintf("%s%v/%v", m.signs.life, t.Life.Left, t.Life.Most))
	}
	for _, trait := range t.Traits {
		parts = append(parts, trait.Name+" "+trait.Value)
	}
	parts = append(parts, t.Marks...)
	if t.Temporary {
		parts = append(parts, m.book.Put("for a while"))
	}
	return strings.Join(parts, " ")
}

// die draws a die: its value in brackets, its sides unless there are six, a
// shape beside its color.
func (m *Model) die(t board.Thing) string {
	d := t.Die
	face := strconv.Itoa(d.Value)
	switch {
	case d.Word != "":
		face = d.Word
	case d.Value == 0:
		face = " "
	}
	text := tinted("["+m.signs.shapes[d.Color]+face+"]", d.Color)
	if d.Sides != 6 && d.Word == "" {
		text += m.book.Put("d{sides}", strconv.Itoa(d.Sides))
	}
	if d.Held {
		text += " " + m.book.Put("held")
	}
	if d.Locked {
		text += " " + m.book.Put("locked")
	}
	return text
}

// bar draws the spots that are not on any drawn thing.
func (m *Model) bar(p *page) {
	var pieces []piece
	for i, s := range m.spots {
		if s.thing == "" || s.to == 0 { // or on something that is not drawn
			pieces = append(pieces, piece{m.spotted(i, s.title), i})
		}
	}
	if len(pieces) > 0 {
		p.lines = append(p.lines, "")
		p.flow("", pieces)
	}
}
