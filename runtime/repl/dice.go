package repl

import (
	"strconv"
	"strings"

	"sleight/runtime/state"
)

// pips lists, for each value from 1 to 6, the three rows of a die as columns
// (left, middle, right) that bear a pip.
var pips = [...][3]string{
	1: {"   ", " x ", "   "},
	2: {"x  ", "   ", "  x"},
	3: {"x  ", " x ", "  x"},
	4: {"x x", "   ", "x x"},
	5: {"x x", " x ", "x x"},
	6: {"x x", "x x", "x x"},
}

// dieWidth is the width of a drawn die in columns, without the gap behind it.
const dieWidth = 9

// die is what of an entity is needed to draw it as a die.
type die struct {
	value, sides int
	marks        string
	name         string
	word         string // what it shows, of a die that bears words
	held, locked bool
}

// asDie reads an entity that shows a value on one of its sides.
func (r *REPL) asDie(id state.ID) (d die, ok bool) {
	value, ok := r.prop(id, "value")
	sides, also := r.prop(id, "sides")
	rolled := value.Type == state.Number
	if !ok || !also || !rolled && value.Type != state.Nil || sides.Type != state.Number {
		return d, false
	}
	d.value, d.sides = int(value.Num), int(sides.Num)
	held, _ := r.prop(id, "held")
	locked, _ := r.prop(id, "locked")
	d.held, d.locked = held.Type == state.Bool && held.True(), locked.Type == state.Bool && locked.True()
	if d.held {
		d.marks += "H"
	}
	if d.locked {
		d.marks += "L"
	}
	if r.session.State().Temporary(id) {
		d.marks += "T"
	}
	d.word, _ = r.session.Face(id)
	d.name = r.session.Definition(id).Name
	if d.name == "" {
		d.name = r.session.Definition(id).ID
	}
	return d, true
}

// shows writes what an entity shows: the word of a die that bears words, else
// its value.
func (r *REPL) shows(id state.ID) (string, bool) {
	if word, ok := r.session.Face(id); ok {
		return word, true
	}
	v, ok := r.session.Number(id)
	return r.value(v), ok
}

// propValue writes a value of a property.
func (r *REPL) propValue(id state.ID, prop string, v state.Value) string {
	if prop == "value" {
		if word, ok := r.session.FaceAt(id, v); ok {
			return word
		}
	}
	return r.value(v)
}

// face returns the three rows inside a die's frame.
func (d die) face(pip string) [3]string {
	var rows [3]string
	if d.word != "" || d.sides > 6 || d.value < 1 || d.value > 6 {
		text := strconv.Itoa(d.value)
		if d.value == 0 {
			text = "?"
		}
		if d.word != "" {
			text = d.word
		}
		return [3]string{"", center(text, dieWidth-2), ""}
	}
	for i, row := range pips[d.value] {
		rows[i] = " " + strings.Join(strings.Split(strings.ReplaceAll(row, "x", pip), ""), " ") + " "
	}
	return rows
}

// drawDice draws dice side by side, as many in a row as there is room for,
// with what they are called below.
func (r *REPL) drawDice(ids []state.ID) {
	perRow := max(1, (r.Width-1)/(dieWidth+1))
	for len(ids) > 0 {
		n := min(perRow, len(ids))
		r.diceRow(ids[:n])
		ids = ids[n:]
	}
}

func (r *REPL) diceRow(ids []state.ID) {
	g := r.glyphs()
	var lines [7]string
	plain := true
	for _, id := range ids {
		d, _ := r.asDie(id)
		code := ""
		switch {
		case d.locked:
			code = redCode
		case d.held:
			code = greenCode
		}
		edge := func(left, right string) string {
			return r.colored(code, left+strings.Repeat(g.across, dieWidth-2)+right)
		}
		side := r.colored(code, g.down)
		rows := d.face(g.pip)
		label := r.session.Label(id)
		if d.marks != "" {
			label += " [" + d.marks + "]"
		}
		plain = plain && r.usual(id)
		for i, part := range [...]string{
			edge(g.topLeft, g.topRight),
			side + pad(rows[0], dieWidth-2) + side, side + pad(rows[1], dieWidth-2) + side, side + pad(rows[2], dieWidth-2) + side,
			edge(g.lowLeft, g.lowerRight),
			center(label, dieWidth),
			center(d.title(), dieWidth),
		} {
			lines[i] += " " + part
		}
	}
	shown := lines[:]
	if plain {
		shown = lines[:6]
	}
	for _, line := range shown {
		r.print("%s\n", strings.TrimRight(line, " "))
	}
}

// usual tells whether a die is of the sort that its zone takes for plain
// numbers, with as many sides as at first: one whose name says nothing new.
func (r *REPL) usual(id state.ID) bool {
	s := r.session.State()
	sides, ok := s.Prototype(id).Kind.Prop("sides")
	zone := s.ZoneOf(id)
	if !ok || zone == state.Limbo {
		return false
	}
	d, _ := s.Layout.ZoneDecl(zone)
	return r.session.Definition(id).ID == d.Default && s.Prop(id, sides) == s.Prototype(id).Start[sides]
}

// title names a die by its definition, and by its sides when those differ from
// the name.
func (d die) title() string {
	sides := "d" + strconv.Itoa(d.sides)
	if strings.EqualFold(d.name, sides) {
		return sides
	}
	if columns(d.name)+1+len(sides) <= dieWidth {
		return d.name + " " + sides
	}
	return d.name
}
