package repl

import (
	"regexp"

	"sleight/runtime/content/def"
	"sleight/runtime/game/board"
	"sleight/runtime/game/state"
)

func (r *REPL) layout() *state.Layout { return r.session.State().Layout }

// catalog is what the game sees of the content.
func (r *REPL) catalog() *def.Catalog { return r.session.Game().Catalog() }

// title is what players call a variable or zone, whoever owns it.
func (r *REPL) title(section, name string) string {
	return r.viewer(false).Title(section, name, 0)
}

// likeLabel matches names that look as labels do: that of a d6, say.
var likeLabel = regexp.MustCompile(`^[a-z]{1,8}[0-9]+$`)

// called is a label and a name.
func called(t board.Thing) string {
	name := t.Name
	if likeLabel.MatchString(name) {
		name = "(" + name + ")"
	}
	return t.Label + " " + name
}

// called names an entity: by its label too, if it is in a zone.
func (r *REPL) called(id state.ID) string {
	switch s := r.session.State(); {
	case !s.Alive(id):
		return "(gone)"
	case s.ZoneOf(id) == state.Limbo:
		return r.viewer(true).Name(id)
	}
	return called(r.viewer(true).Thing(id))
}

// showing adds to what a thing is called what it shows, if it is a die.
func showing(called string, t board.Thing) string {
	if t.Die == nil || dieText(t.Die) == unrolled {
		return called
	}
	return called + " showing " + dieText(t.Die)
}

// value writes a value as scripts do, but for entities.
func (r *REPL) value(v state.Value) string {
	switch {
	case v.Type == state.Ref:
		return r.called(v.ID())
	case v.Type == state.Bool:
		return v.String()
	case v.Type == state.Text && v.Str == "":
		return `""`
	}
	return r.viewer(true).Value(v)
}

// propValue writes a value of a property: of a die, what it shows.
func (r *REPL) propValue(id state.ID, prop string, v state.Value) string {
	if word, ok := r.session.FaceAt(id, v); ok && prop == "value" {
		return r.book.Say(word)
	}
	if prop == "value" && v.Type == state.Number && v.Num == 0 && r.viewer(true).Thing(id).Die != nil {
		return unrolled
	}
	return r.value(v)
}

// zoneWord is how commands and scripts name a zone.
func (r *REPL) zoneWord(slot int) string {
	d, player := r.layout().ZoneDecl(slot)
	if player != 0 && player != r.session.Player() {
		return d.Name + "@" + state.FormatNumber(float64(player))
	}
	return d.Name
}
