package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/board"
)

// group draws the figures and zones of a group.
func (m *Model) group(p *sheet, g board.Group, density densityLevel) {
	// Where a map does not fit, a figure with text takes its place. Otherwise
	// such a figure only repeats what is drawn.
	drawn := slices.ContainsFunc(g.Zones, func(z board.Zone) bool { return m.mapWindow(p, z, density).fit > 0 })
	mapped := slices.ContainsFunc(g.Zones, func(z board.Zone) bool { return z.Map != nil })
	figures := slices.DeleteFunc(slices.Clone(g.Figures), func(f board.Figure) bool {
		return f.Idle && (f.Show != board.Text || drawn || !mapped)
	})
	instead := slices.ContainsFunc(figures, func(f board.Figure) bool { return f.Show == board.Text })
	bare := len(figures) == 0 && !slices.ContainsFunc(g.Zones, func(z board.Zone) bool { return z.Count > 0 })
	if bare {
		return
	}
	// Where entities are lines of text, a zone with the title of its group is
	// enough.
	same := density > boxed && len(figures) == 0 && len(g.Zones) == 1 && g.Zones[0].Title == g.Title
	if g.Title != "" && density < tight && !same {
		p.lines = append(p.lines, heading.Render(g.Title))
	}
	m.figures(p, figures)
	var empty []string
	var zones []*sheet
	for _, z := range g.Zones {
		if z.Count == 0 {
			empty = append(empty, m.heading(z))
			continue
		}
		if z.Map == nil || !instead {
			on := &sheet{width: p.width}
			m.zone(on, z, g.Title, density)
			zones = append(zones, on)
		}
	}
	p.tile(zones, max(density, boxed))
	if len(empty) > 0 && density <= roomy {
		var pieces []piece
		for _, name := range empty {
			pieces = append(pieces, word(faint.Render(name), -1))
		}
		p.flow(faint.Render(m.translator.Translate("Empty:")+" "), 2, pieces)
	}
}

// figures draws what all players share first, then a line for each player.
func (m *Model) figures(p *sheet, figures []board.Figure) {
	common := map[int][]piece{}
	var legend []string
	for _, f := range figures {
		if f.Show == board.Text && f.Text != "" {
			legend = append(legend, f.Text)
		}
		if f.Show != board.Picture {
			common[f.Owner] = append(common[f.Owner], word(m.figure(f), -1))
			continue
		}
		p.lines = append(p.lines, f.Title+":")
		for line := range strings.SplitSeq(strings.TrimRight(f.Value, "\n"), "\n") {
			p.lines = append(p.lines, "  "+line)
		}
	}
	if len(common[0]) > 0 {
		p.flow("", 2, common[0])
	}
	for owner := 1; owner <= m.board.Players; owner++ {
		if len(common[owner]) == 0 {
			continue
		}
		head := m.translator.Translate("Player {player}:", strconv.Itoa(owner))
		if owner == m.board.Acting {
			head = loud.Render(head)
		}
		p.flow(head+" ", 2, common[owner])
	}
	if m.extras&legends != 0 {
		for _, text := range legend {
			for line := range strings.SplitSeq(ansi.Wordwrap(text, p.width, ""), "\n") {
				p.lines = append(p.lines, faint.Render(line))
			}
		}
	}
}

func (m *Model) figure(f board.Figure) string {
	value, title := f.Value, f.Title
	if f.Common != "" {
		title = f.Common
	}
	if yes, ok := booleanWords[value]; ok {
		value = m.translator.Translate(yes)
	}
	value = loud.Render(value)
	if f.Number != nil && f.Most != nil {
		most := strconv.FormatFloat(*f.Most, 'f', -1, 64)
		switch f.Show {
		case board.Dots:
			full := min(max(0, int(*f.Number)), int(*f.Most))
			value = strings.Repeat(m.signs.full, full) + strings.Repeat(m.signs.empty, int(*f.Most)-full) + " " + value
		case board.Bar:
			value = m.meter(*f.Number / *f.Most) + " " + value + "/" + most
		}
	}
	if f.Failed {
		value = alarm.Render(f.Value)
	}
	return title + " " + value
}

// booleanWords are the words for booleans.
var booleanWords = map[string]string{"true": "yes", "false": "no"}

// heading is the title of a zone, with its count where that matters.
func (m *Model) heading(z board.Zone) string {
	switch {
	case z.Limit >= 0:
		return fmt.Sprintf("%s %d/%d", withColon(z.Title), z.Count, z.Limit)
	case z.Count > 0 && m.closed(z):
		return fmt.Sprintf("%s %d", withColon(z.Title), z.Count)
	}
	return z.Title
}

// withColon returns a title, with a colon if it ends in a number that could be
// read as part of the next text.
func withColon(title string) string {
	if last := len(title) - 1; last >= 0 && title[last] >= '0' && title[last] <= '9' {
		return title + ":"
	}
	return title
}

// fewHidden is the largest number of hidden entities that are drawn individually.
const fewHidden = 5

// closed reports whether only the top and the size of a zone are shown.
func (m *Model) closed(z board.Zone) bool {
	if slices.ContainsFunc(z.Entities, func(t board.Entity) bool { return m.spotOf(t.Label) >= 0 }) {
		return false
	}
	return z.Pile || len(z.Entities) > fewHidden && !slices.ContainsFunc(z.Entities, func(t board.Entity) bool { return !t.Hidden })
}

// zone draws a zone with its contents: as boxes if there is room for them.
func (m *Model) zone(p *sheet, z board.Zone, group string, density densityLevel) {
	head := m.heading(z)
	if m.drawMap(p, z, density) {
		return
	}
	if m.closed(z) {
		p.flow(head+m.topOf(z), 2, nil)
		return
	}
	if density > boxed && m.extras&dice != 0 && diceOnly(z) {
		p.flow(head+": ", 1, m.boxes(z.Entities))
		return
	}
	if density <= boxed && (z.As == board.Row || z.As == board.Stack) {
		if head != group {
			p.lines = append(p.lines, head)
		}
		p.flow("", 1, m.boxes(z.Entities))
		return
	}
	unit := m.unit(z)
	if unit != "" {
		head += " (" + unit + ")"
	}
	if density > boxed && m.showsTexts(z) {
		p.lines = append(p.lines, head+":")
		m.drawWithTexts(p, z, unit)
		return
	}
	var pieces []piece
	for _, t := range z.Entities {
		at := m.spotOf(t.Label)
		body := m.body(t)
		if at < 0 && t.Die != nil && density <= roomy {
			body = faint.Render(t.Label) + body
		}
		pieces = append(pieces, word(m.drawSpot(at, body, m.price(at, unit)), at))
	}
	if density <= boxed && z.As == board.List {
		if head != group {
			p.lines = append(p.lines, head)
		}
		for _, x := range pieces {
			p.flow("  ", 2, []piece{x})
		}
		return
	}
	p.flow(head+": ", m.gap(pieces), pieces)
}

// gap returns the number of spaces between pieces: available ones begin with a
// mark, others with a space for it.
func (m *Model) gap(pieces []piece) int {
	if slices.ContainsFunc(pieces, func(p piece) bool { return p.spot >= 0 }) {
		return 1
	}
	return 2
}

// topOf returns the top of a pile, if the player may know it.
func (m *Model) topOf(z board.Zone) string {
	if z.Hidden || z.Unordered || z.Map != nil || z.Entities[0].Hidden {
		return ""
	}
	return m.translator.Translate(", on top {thing}", z.Entities[0].Name)
}

// spotOf returns the number of the spot on an entity, or −1.
func (m *Model) spotOf(label string) int {
	return slices.IndexFunc(m.spots, func(s spot) bool { return s.label != "" && s.label == label })
}

// markOf is the sign before the key of a spot: for the focus, for an
// unavailable spot, or a space.
func (m *Model) markOf(at int) string {
	switch {
	case at == m.focus && m.spots[at].reason != "":
		return m.signs.focused + m.signs.unavailable
	case at == m.focus:
		return m.signs.focused
	case m.spots[at].reason != "":
		return m.signs.unavailable
	}
	return " "
}

// drawSpot draws a text as a spot: with its key, bright when it has the focus,
// faint when it is not available, and with its cost.
func (m *Model) drawSpot(at int, text, cost string) string {
	if at < 0 {
		return text
	}
	s := &m.spots[at]
	if cost != "" {
		text += " (" + cost + ")"
	}
	key := m.markOf(at)
	if s.key != "" {
		key += s.key + m.signs.close + " "
	}
	switch {
	case at == m.focus:
		return chosen.Render(key + text)
	case s.reason != "":
		return faint.Render(key + text)
	}
	return keyed.Render(key) + text
}

// body draws the visible part of an entity on a line.
func (m *Model) body(t board.Entity) string {
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
		parts = append(parts, fmt.Sprintf("%s%v/%v", m.signs.hitPoints, t.Life.Left, t.Life.Most))
	}
	text := strings.Join(parts, " ")
	if states := m.states(t); len(states) > 0 {
		text += " " + strings.Join(states, m.signs.dot)
	}
	return text
}

// die draws a die: its value in brackets, its sides unless there are six, a
// shape beside its colour.
func (m *Model) die(t board.Entity) string {
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
		text += m.translator.Translate("d{sides}", strconv.Itoa(d.Sides))
	}
	if d.Held {
		text += " " + m.translator.Translate("held")
	}
	if d.Locked {
		text += " " + m.translator.Translate("locked")
	}
	return text
}

// bar draws the spots that are not on any drawn entity; options that are cards
// are drawn as cards if there is room.
func (m *Model) bar(p *sheet, drawn []mark, density densityLevel) {
	var pieces, cards []piece
	for i := range m.spots {
		s := &m.spots[i]
		switch {
		case slices.ContainsFunc(drawn, func(x mark) bool { return x.spot == i }):
		case s.shows != nil && density <= boxed:
			t := *s.shows
			t.Text = s.text
			width, _ := m.cardSize()
			cards = append(cards, m.frame(i, m.tag(i), s.cost, width, m.card(t), nil))
		default:
			pieces = append(pieces, word(m.drawSpot(i, s.title, s.cost), i))
		}
	}
	if len(pieces)+len(cards) > 0 && density < tight {
		p.lines = append(p.lines, "")
	}
	if len(cards) > 0 {
		p.flow("", 1, cards)
	}
	if len(pieces) > 0 {
		p.flow("", 1, pieces)
	}
}
