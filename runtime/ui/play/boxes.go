package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/board"
)

// opponentWidth is the width of the box of an opponent, borders included.
func (m *Model) opponentWidth() int {
	if m.density == grand {
		return 48
	}
	return 38
}

// dieSize is the width of a die, borders included, and its height without them.
func (m *Model) dieSize() (width, height int) {
	switch {
	case m.density == grand:
		return 15, 5
	case m.density > boxed && m.extras&tallDice == 0:
		return 9, 1
	}
	return 9, 3
}

// cardSize is the width of a card and the maximum number of lines of text on it.
func (m *Model) cardSize() (width, lines int) {
	if m.density <= airy {
		return 28, 9
	}
	return 24, 5
}

// pips are the dots of the six faces of a die, in three rows of three.
var pips = [7]string{1: "    .    ", 2: ".       .", 3: ".   .   .", 4: ". .   . .", 5: ". . . . .", 6: ". .. .. ."}

// pips returns the lines of a face with dots: three rows and columns over the
// whole height and two thirds of the width.
func (m *Model) pips(value, width, height int) []string {
	lines := make([]string, height)
	middle, away := (width-1)/2, (width-1)/3
	for at, dot := range pips[value] {
		if column := middle + (at%3-1)*away; dot != ' ' {
			line := &lines[at/3*(height-1)/2]
			*line = pad(*line, column) + m.signs.full
		}
	}
	return lines
}

// frame draws lines in a box. The border shows which spot it is and whether it
// is available: head goes into the upper border, foot into the lower one.
func (m *Model) frame(at int, head, foot string, width int, body []string, tint func(string) string) piece {
	b, style := m.signs.box, func(s string) string { return s }
	if at >= 0 {
		switch s := &m.spots[at]; {
		case at == m.focus:
			b, style = m.signs.heavy, func(s string) string { return loud.Render(s) }
		case s.reason != "":
			style = func(s string) string { return faint.Render(s) }
		}
	}
	inner := width - 2
	edge := func(left, label, right string) string {
		label = cut(label, inner-1, m.signs.more)
		fill := inner - 1 - measure(label)
		return style(left+b.line) + label + style(strings.Repeat(b.line, max(0, fill))+right)
	}
	lines := []string{edge(b.topLeft, head, b.topRight)}
	for _, line := range body {
		line = pad(cut(line, inner, m.signs.more), inner)
		if tint != nil {
			line = tint(line)
		}
		lines = append(lines, style(b.side)+line+style(b.side))
	}
	return piece{append(lines, edge(b.bottomLeft, foot, b.bottomRight)), at}
}

// boxes draws entities as boxes: dice with pips, cards with their texts,
// opponents with a bar. All but dice are equally high.
func (m *Model) boxes(entities []board.Entity) (out []piece) {
	bodies, most := make([][]string, len(entities)), 0
	for i, t := range entities {
		switch {
		case t.Hidden, t.Die != nil:
		case t.Life != nil:
			bodies[i] = m.opponent(t)
		default:
			bodies[i] = m.card(t)
		}
		most = max(most, len(bodies[i]))
	}
	back, height := m.dieSize()
	dice := back
	for _, t := range entities {
		dice = max(dice, min(measure(m.face(t.Die))+2, widestDie))
	}
	if slices.ContainsFunc(entities, func(t board.Entity) bool { return t.Hidden }) {
		most = max(most, height)
	}
	for i, t := range entities {
		at := m.spotOf(t.Label)
		if t.Die != nil {
			out = append(out, m.dieBox(at, t, dice))
			continue
		}
		foot := ""
		width, _ := m.cardSize()
		switch {
		case t.Hidden:
			width = back
			for range most {
				bodies[i] = append(bodies[i], faint.Render(strings.Repeat(m.signs.cardBack, width-2)))
			}
		case t.Life != nil:
			width = m.opponentWidth()
		case at >= 0:
			foot = m.spots[at].cost
		}
		for len(bodies[i]) < most {
			bodies[i] = append(bodies[i], "")
		}
		out = append(out, m.frame(at, m.tag(at), foot, width, bodies[i], nil))
	}
	return out
}

// tag returns the key of a spot as it appears on a border, after a mark if the
// spot has the focus or is unavailable.
func (m *Model) tag(at int) string {
	if at < 0 {
		return ""
	}
	s := &m.spots[at]
	text := m.markOf(at) + s.key + m.signs.close
	switch {
	case at == m.focus:
		return chosen.Render(text)
	case s.reason != "":
		return faint.Render(text)
	}
	return keyed.Render(text)
}

// widestDie is the greatest width of a die with a long word, borders included.
const widestDie = 15

// face returns the line of text on a die.
func (m *Model) face(d *board.Die) string {
	switch _, height := m.dieSize(); {
	case d == nil || d.Word == "" && d.Value == 0:
		return ""
	case d.Word != "" && height == 1:
		return strings.TrimSpace(m.signs.shapes[d.Color] + " " + d.Word)
	case d.Word != "":
		return d.Word
	}
	return strconv.Itoa(d.Value)
}

func (m *Model) dieBox(at int, t board.Entity, width int) piece {
	d := t.Die
	_, height := m.dieSize()
	middle := func(text string) []string {
		text = cut(text, width-2, m.signs.more)
		lines := make([]string, height)
		lines[height/2] = strings.Repeat(" ", (width-2-measure(text))/2) + loud.Render(text)
		return lines
	}
	body := middle(m.face(d))
	switch {
	case d.Word != "" && height > 1:
		body[height/2-1] = strings.Repeat(" ", (width-3)/2) + m.signs.shapes[d.Color]
	case d.Word != "" || d.Value == 0:
	case d.Sides == 6 && d.Value <= 6 && height > 1:
		body = m.pips(d.Value, width-2, height)
	}
	foot := ""
	if d.Sides != 6 && d.Word == "" {
		foot = m.translator.Translate("d{sides}", strconv.Itoa(d.Sides))
	}
	head := m.tag(at)
	if at < 0 {
		head = faint.Render(t.Label)
	}
	p := m.frame(at, head, foot, width, body, func(s string) string { return tinted(s, d.Color) })
	var states []string
	if d.Held {
		states = append(states, m.translator.Translate("held"))
	}
	if d.Locked {
		states = append(states, m.translator.Translate("locked"))
	}
	for _, state := range append(states, m.states(t)...) {
		p.lines = append(p.lines, " "+cut(state, max(width-1, 12), m.signs.more))
	}
	return p
}

// opponent returns the lines of text about an opponent.
func (m *Model) opponent(t board.Entity) []string {
	share := 0.0
	if t.Life.Most > 0 {
		share = t.Life.Left / t.Life.Most
	}
	width := m.opponentWidth() - 2
	body := []string{" " + loud.Render(t.Name), fmt.Sprintf(" %s%s %v/%v", m.signs.hitPoints, m.meter(share), t.Life.Left, t.Life.Most)}
	for _, state := range m.states(t) {
		body = append(body, wrap(state, width, 3, m.signs.more)...)
	}
	if t.Text != "" {
		for _, line := range wrap(t.Marked(), width, 3, m.signs.more) {
			body = append(body, faint.Render(line))
		}
	}
	return body
}

// card returns the lines of text on a card.
func (m *Model) card(t board.Entity) (body []string) {
	width, maxLines := m.cardSize()
	for _, line := range wrap(t.Name, width-2, 2, m.signs.more) {
		body = append(body, loud.Render(line))
	}
	named := len(body)
	if t.Text != "" {
		body = append(body, wrap(t.Marked(), width-2, maxLines, m.signs.more)...)
	}
	for _, state := range m.states(t) {
		body = append(body, wrap(state, width-2, 2, m.signs.more)...)
	}
	if m.density == grand && t.Text != "" {
		body = slices.Insert(body, named, "")
		for len(body) < tallCard {
			body = append(body, "")
		}
	}
	return body
}

// tallCard is the least number of lines on a large card with a text.
const tallCard = 8

// states are the properties of an entity in words.
func (m *Model) states(t board.Entity) (out []string) {
	for _, trait := range t.Traits {
		text := trait.Name + " " + trait.Value
		if t.Die != nil && strings.Trim(trait.Value, "0123456789.-") != "" {
			text = trait.Value // a word needs no name beside it
		}
		out = append(out, text)
	}
	out = append(out, t.Marks...)
	if t.Temporary {
		out = append(out, m.translator.Translate("for a while"))
	}
	return out
}

// meter is a bar that is filled to a share from 0 to 1.
func (m *Model) meter(share float64) string {
	cells := 10
	if m.density == grand {
		cells = 20
	}
	full := min(max(0, int(float64(share*float64(cells))+0.5)), cells)
	return strings.Repeat(m.signs.filled, full) + strings.Repeat(m.signs.missing, cells-full)
}

// wrap wraps a text by words, each line indented by a space, to at most maxLines
// lines.
func wrap(text string, width, maxLines int, more string) []string {
	lines := strings.Split(ansi.Wrap(text, width-2, ""), "\n")
	if len(lines) > maxLines {
		last := cut(lines[maxLines-1], max(0, width-2-measure(more)), "") + more
		lines = append(lines[:maxLines-1], last)
	}
	for i, line := range lines {
		lines[i] = " " + line
	}
	return lines
}
