package board

import (
	"math"
	"strconv"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/engine"
	"sleight/runtime/game/state"
)

// Eye is a player who looks at a session.
type Eye struct {
	session *engine.Session
	player  int // counted from 1
	book    *locale.Book
}

func (e *Eye) state() *state.State { return e.session.State() }

// hidden tells whether the player may not know what an entity is.
func (e *Eye) hidden(id state.ID) bool { return e.session.ConcealedFrom(id, e.player) }

// declared is what the game's definition says of a variable, view or zone.
func (e *Eye) declared(section, name string) *def.Node {
	return e.session.Game().Definition.Data.Get(section).Get(name)
}

// title is what players call a variable or zone, with its player where there
// are several.
func (e *Eye) title(section, name string, owner int) string {
	return e.owned(e.declaredText(section, name, "name", e.declared(section, name).TextOr("name", locale.Words(name))), owner)
}

// owned says of which player something is, where there are several.
func (e *Eye) owned(title string, owner int) string {
	if owner == 0 || e.session.Players() == 1 {
		return title
	}
	return e.book.Put("{title} of player {player}", title, strconv.Itoa(owner))
}

// declaredText is a text of what the game declares, written as source.
func (e *Eye) declaredText(section, name, key, source string) string {
	return e.book.Text(e.session.Game().Definition, section+"."+name+"."+key, source)
}

// help is what is told of a variable, view or zone.
func (e *Eye) help(section, name string) string {
	return e.declaredText(section, name, "text", e.declared(section, name).TextOr("text", ""))
}

// prop reads a property of an entity by name.
func (e *Eye) prop(id state.ID, name string) (state.Value, bool) {
	i, ok := e.state().Prototype(id).Kind.Prop(name)
	if !ok {
		return state.Value{}, false
	}
	return e.state().Prop(id, i), true
}

// name is what players call an entity, with its number if it bears one.
func (e *Eye) name(id state.ID) string {
	name := e.book.Name(e.session.Definition(id))
	if _, isDie := e.prop(id, "sides"); isDie {
		return name // what it shows is drawn
	}
	if v, ok := e.prop(id, "value"); ok && v.Type == state.Number && v.Num != 0 {
		return name + " " + number(v.Num)
	}
	return name
}

// value writes a value for people. What is hidden keeps only its label.
func (e *Eye) value(v state.Value) string {
	switch v.Type {
	case state.Nil:
		return e.book.Say("none")
	case state.Bool:
		if v.True() {
			return e.book.Say("yes")
		}
		return e.book.Say("no")
	case state.Number:
		return number(v.Num)
	case state.Ref:
		switch id := v.ID(); {
		case !e.state().Alive(id):
			return e.book.Say("(gone)")
		case e.state().ZoneOf(id) == state.Limbo:
			return e.name(id)
		case e.hidden(id):
			return e.session.Label(id)
		default:
			return e.session.Label(id) + " " + e.name(id)
		}
	}
	return e.book.Say(v.String())
}

// number writes a number without what adding up fractions leaves behind it.
func number(n float64) string {
	const places = 12
	if text := strconv.FormatFloat(n, 'e', places, 64); n != math.Trunc(n) {
		n, _ = strconv.ParseFloat(text, 64)
	}
	return state.FormatNumber(n)
}
