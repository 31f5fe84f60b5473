package repl

import (
	"regexp"

	"sleight/runtime/content/def"
	"sleight/runtime/game/board"
	"sleight/runtime/game/state"
)

func (r *REPL) layout() *state.Layout { return r.session.State().Layout }

// catalog returns the content that the game sees.
func (r *REPL) catalog() *def.Catalog { return r.session.Game().Catalog() }

// title is what players call a variable or zone, without its owner.
func (r *REPL) title(section, name string) string {
	return r.viewer(false).Title(section, name, 0)
}

// labelPattern matches definition names that look like labels, such as that of a
// d6.
var labelPattern = regexp.MustCompile(`^[a-z]{1,8}[0-9]+$`)

// nameWithLabel combines a label and a name.
func nameWithLabel(t board.Entity) string {
	name := t.Name
	if labelPattern.MatchString(name) {
		name = "(" + name + ")"
	}
	return t.Label + " " + name
}

// entityName names an entity, with its label if it is in a zone.
func (r *REPL) entityName(id state.ID) string {
	switch s := r.session.State(); {
	case !s.Alive(id):
		return r.translator.Translate("(gone)")
	case s.ZoneOf(id) == state.Limbo:
		return r.viewer(true).Name(id)
	}
	return nameWithLabel(r.viewer(true).Entity(id))
}

// withFace adds the face of a die to its name.
func (r *REPL) withFace(called string, t board.Entity) string {
	if t.Die == nil || dieText(t.Die) == unrolled {
		return called
	}
	return r.translator.Translate("{thing} showing {value}", called, dieText(t.Die))
}

// value formats a value as scripts do, except entities.
func (r *REPL) value(v state.Value) string {
	switch {
	case v.Type == state.Ref:
		return r.entityName(v.ID())
	case v.Type == state.Bool:
		return v.String()
	case v.Type == state.Text && v.Str == "":
		return `""`
	}
	return r.viewer(true).Value(v)
}

// propValue formats a property's value: for a die, the face that it shows.
func (r *REPL) propValue(id state.ID, prop string, v state.Value) string {
	if word, ok := r.session.FaceAt(id, v); ok && prop == "value" {
		return r.translator.Message(r.session.Sentence(word))
	}
	if prop == "value" && v.Type == state.Number && v.Num == 0 && r.viewer(true).Entity(id).Die != nil {
		return unrolled
	}
	return r.value(v)
}
