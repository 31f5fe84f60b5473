package repl

import (
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/state"
)

func (r *REPL) layout() *state.Layout { return r.session.State().Layout }

// catalog is what the game sees of the content.
func (r *REPL) catalog() *def.Catalog { return r.session.Game().Catalog() }

// prop reads a property of an entity by name.
func (r *REPL) prop(id state.ID, name string) (state.Value, bool) {
	s := r.session.State()
	i, ok := s.Prototype(id).Kind.Prop(name)
	if !ok {
		return state.Value{}, false
	}
	return s.Prop(id, i), true
}

// declared is what the game's definition says of a variable or zone.
func (r *REPL) declared(section, name string) *def.Node {
	return r.session.Game().Definition.Data.Get(section).Get(name)
}

// title is what players call a variable or zone.
func (r *REPL) title(section, name string) string {
	return r.declaredText(section, name, "name", r.declared(section, name).TextOr("name", locale.Words(name)))
}

// declaredText is a text of what the game declares, written as source.
func (r *REPL) declaredText(section, name, key, source string) string {
	return r.book.Text(r.session.Game().Definition, section+"."+name+"."+key, source)
}

// propTitle is what players call a property of an entity. As it is written, it
// goes by its name, which scripts know it by.
func (r *REPL) propTitle(id state.ID, prop string) string {
	title := strings.ReplaceAll(prop, "_", " ")
	kind := r.session.Definition(id).Kind
	n := r.declared("properties", kind).Get(prop)
	if r.book == nil || n == nil {
		return r.book.Say(title)
	}
	return r.declaredText("properties", kind+"."+prop, "name", n.TextOr("name", title))
}

// lower writes a title within a line in small letters, unless its language may
// have capitals there.
func (r *REPL) lower(title string) string {
	if r.book != nil {
		return title
	}
	return strings.ToLower(title)
}

// said writes a value that players are shown.
func (r *REPL) said(v state.Value) string {
	if v.Type == state.Text && v.Str != "" {
		return r.book.Say(v.Str)
	}
	return r.value(v)
}

// name is what players call an entity, with its number if it bears one.
func (r *REPL) name(id state.ID) string {
	if !r.session.State().Alive(id) {
		return "(gone)"
	}
	name := r.book.Name(r.session.Definition(id))
	if i, ok := tally(r.session.State().Prototype(id).Kind); ok {
		return numbered(name, r.session.State().Prop(id, i))
	}
	return name
}

// former is what players called an entity that is gone.
func (r *REPL) former(gone *state.Change) string {
	name := locale.Words(path.Base(gone.Prototype.Key))
	if d, ok := r.catalog().Find(gone.Prototype.Key); ok {
		name = r.book.Name(d)
	}
	if i, ok := tally(gone.Prototype.Kind); ok {
		return numbered(name, gone.Last(i))
	}
	return name
}

// tally is the property by which things of one name are told apart. Dice have
// none: what they show is drawn.
func tally(kind *state.KindDecl) (prop int, ok bool) {
	if _, isDie := kind.Prop("sides"); isDie {
		return 0, false
	}
	return kind.Prop("value")
}

// numbered adds a number to a name, unless it is 0.
func numbered(name string, value state.Value) string {
	if value.Type != state.Number || value.Num == 0 {
		return name
	}
	return name + " " + state.FormatNumber(rounded(value.Num))
}

// likeLabel matches names that look as labels do: that of a d6, say.
var likeLabel = regexp.MustCompile(`^[a-z]{1,8}[0-9]+$`)

// called is an entity's label and name.
func (r *REPL) called(id state.ID) string {
	name := r.name(id)
	if s := r.session.State(); !s.Alive(id) || s.ZoneOf(id) == state.Limbo {
		return name
	}
	if likeLabel.MatchString(name) {
		name = "(" + name + ")"
	}
	return r.session.Label(id) + " " + name
}

// showing adds to what an entity is called what it shows, if it is a die.
func (r *REPL) showing(called string, id state.ID) string {
	if _, isDie := r.asDie(id); !isDie {
		return called
	}
	if shown, ok := r.shows(id); ok && shown != unrolled {
		called += " showing " + shown
	}
	return called
}

// value writes a value for a person.
func (r *REPL) value(v state.Value) string {
	switch v.Type {
	case state.Nil:
		return "none"
	case state.Ref:
		if !r.session.State().Alive(v.ID()) {
			return "(gone)"
		}
		return r.called(v.ID())
	case state.Text:
		if v.Str == "" {
			return `""`
		}
	case state.Number:
		return state.FormatNumber(rounded(v.Num))
	}
	return v.String()
}

// rounded is a number without what adding up fractions leaves behind it: 0.3
// for 0.1 + 0.2.
func rounded(n float64) float64 {
	const places = 12
	if text := strconv.FormatFloat(n, 'e', places, 64); n != math.Trunc(n) {
		n, _ = strconv.ParseFloat(text, 64)
	}
	return n
}

// zoneTitle names a zone, with its player where there are several.
func (r *REPL) zoneTitle(slot int) string {
	if slot == state.Limbo {
		return r.book.Say("out of play")
	}
	d, player := r.layout().ZoneDecl(slot)
	text := r.title("zones", d.Name)
	if player != 0 && r.layout().Players > 1 {
		return r.book.Put("{title} of player {player}", text, state.FormatNumber(float64(player)))
	}
	return text
}

// zoneWord is how commands and scripts name a zone.
func (r *REPL) zoneWord(slot int) string {
	d, player := r.layout().ZoneDecl(slot)
	if player != 0 && player != r.session.Player() {
		return d.Name + "@" + state.FormatNumber(float64(player))
	}
	return d.Name
}

// hidden tells whether the acting player may not look into a zone.
func (r *REPL) hidden(slot int) bool { return r.session.Hidden(slot) }
