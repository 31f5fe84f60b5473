package repl

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/game/state"
)

// dieWidth is the width of a drawn die in columns, without the gap behind it.
const dieWidth = 9

// die is what of an entity is needed to draw it as a die.
type die struct {
	value, sides int
	name         string
	word         string // what it shows, of a die that bears words
	color        string // in which what it shows is drawn
	held, locked bool
	lent         bool // for a time
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
	d.lent = r.session.State().Temporary(id)
	word, _ := r.session.Face(id)
	d.word, d.color = r.book.Say(word), r.session.Definition(id).Data.TextOr("color", word)
	d.name = r.book.Name(r.session.Definition(id))
	return d, true
}

// shows writes what an entity shows: the word of a die that bears words, else
// its value.
func (r *REPL) shows(id state.ID) (string, bool) {
	if word, ok := r.session.Face(id); ok {
		return r.book.Say(word), true
	}
	v, ok := r.session.Number(id)
	return r.propValue(id, "value", v), ok
}

// propValue writes a value of a property.
func (r *REPL) propValue(id state.ID, prop string, v state.Value) string {
	if prop != "value" {
		return r.value(v)
	}
	if word, ok := r.session.FaceAt(id, v); ok {
		return r.book.Say(word)
	}
	if _, isDie := r.asDie(id); isDie && v.Type == state.Number && v.Num == 0 {
		return unrolled
	}
	return r.value(v)
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
	named := slices.ContainsFunc(ids, func(id state.ID) bool { return !r.usual(id) })
	var columns [][]string
	height := 0
	for _, id := range ids {
		d, _ := r.asDie(id)
		column := append(r.picture(d), center(r.session.Label(id), dieWidth, r.dots()))
		if named {
			column = append(column, d.title()...)
		}
		column = append(column, r.marks(d)...)
		columns = append(columns, column)
		height = max(height, len(column))
	}
	for row := range height {
		line := ""
		for _, column := range columns {
			part := ""
			if row < len(column) {
				part = column[row]
			}
			line += " " + pad(part, dieWidth)
		}
		r.print("%s\n", strings.TrimRight(line, " "))
	}
}

// marks tells what has become of a die, below it.
func (r *REPL) marks(d die) []string {
	var out []string
	for _, m := range []struct {
		holds      bool
		word, code string
	}{{d.held, "held", greenCode}, {d.locked, "locked", redCode}, {d.lent, "for now", ""}} {
		if m.holds {
			left := strings.Repeat(" ", (dieWidth-len(m.word))/2)
			out = append(out, left+r.colored(m.code, m.word))
		}
	}
	return out
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

// title names a die by its definition, and by its sides where the name does not
// tell them, on as many lines as that takes.
func (d die) title() []string {
	sides := "d" + strconv.Itoa(d.sides)
	words := strings.Fields(d.name)
	same := func(word string) bool { return strings.EqualFold(word, sides) }
	if i := slices.IndexFunc(words, same); i >= 0 {
		words[i] = sides
	} else if d.word == "" {
		words = append(words, sides)
	}
	var out []string
	for _, w := range words {
		if last := len(out) - 1; last >= 0 && columns(out[last])+1+columns(w) <= dieWidth {
			out[last] += " " + w
		} else {
			out = append(out, w)
		}
	}
	for i := range out {
		out[i] = center(out[i], dieWidth, "")
	}
	return out
}
