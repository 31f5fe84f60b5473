package board

import (
	"path"
	"slices"
	"strings"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/engine"
	"sleight/runtime/game/state"
)

// Told is a change in words.
type Told struct {
	Text string `json:"text"`
	// Cause is the definition and hook that did it, as "KIND/ID use"; empty for
	// what the engine does.
	Cause string `json:"cause,omitempty"`
	// Place is where that hook stands.
	Place string `json:"place,omitempty"`
}

// Tell says what changes come to, as a player, counted from 1, may know it.
// Its texts are those of the book, as in Of. It holds as long as the state is the
// one after the changes.
func Tell(s *engine.Session, player int, changes []state.Change, book *locale.Book) []Told {
	e := &Eye{s, player, book}
	sum := Summarize(s, player, changes)
	out := []Told{}
	for _, w := range sum.Props {
		if !e.hidden(w.Entity) {
			out = append(out, e.told(e.wroteProp(w), w.Last))
		}
	}
	for _, m := range sum.Moves {
		out = append(out, e.told(e.movement(m), m.Last))
	}
	for _, slot := range sum.Orders {
		out = append(out, Told{Text: e.book.Put("{zone} is in a new order", e.zoneTitle(slot))})
	}
	for _, w := range sum.Vars {
		if text := e.wroteVar(w); text != "" {
			out = append(out, e.told(text, w.Last))
		}
	}
	return slices.Clip(out)
}

func (e *Eye) told(text string, c *state.Change) Told {
	owner, hook, at := e.session.Cause(*c)
	t := Told{Text: text}
	if owner != "" {
		t.Cause, t.Place = owner+" "+hook, at.String()
	}
	return t
}

const arrow = " → "

func (e *Eye) wroteProp(w *Write) string {
	prop := e.state().Prototype(w.Entity).Kind.Props[w.Prop].Name
	label, title := e.value(state.Entity(w.Entity)), e.propTitle(e.session.Definition(w.Entity).Kind, prop)
	if w.To.Type == state.Bool {
		if !w.To.True() {
			title = e.book.Put("no longer {property}", title)
		}
		return label + ": " + title
	}
	return label + ": " + title + " " + e.shown(w.Entity, prop, w.From) + arrow + e.shown(w.Entity, prop, w.To)
}

// shown writes the value of a property: of a die the word it bears.
func (e *Eye) shown(id state.ID, prop string, v state.Value) string {
	if prop == "value" {
		if word, ok := e.session.FaceAt(id, v); ok {
			return e.book.Say(word)
		}
	}
	return e.value(v)
}

func (e *Eye) wroteVar(w *Write) string {
	d, owner := e.state().Layout.VarDecl(w.Slot)
	title := e.title("variables", d.Name, owner)
	switch {
	case d.Name == "_phase":
		title = e.book.Say("Phase")
	case d.Name == "_actor":
		title = e.book.Say("Player")
	case strings.HasPrefix(d.Name, "_"), !e.declared("variables", d.Name).BoolOr("show", true):
		return ""
	}
	if d.Name == "_phase" {
		return title + " " + e.phaseTitle(w.From) + arrow + e.phaseTitle(w.To)
	}
	return title + " " + e.value(w.From) + arrow + e.value(w.To)
}

// phaseTitle is what players call the phase of a name.
func (e *Eye) phaseTitle(v state.Value) string {
	p := e.session.Game().Phase(v.Str)
	if p == nil {
		return e.value(v)
	}
	return e.declaredText("phases", p.Name, "name", p.Title)
}

// movement says what came, went or ended.
func (e *Eye) movement(m *Move) string {
	what := e.moved(m)
	switch {
	case m.Created:
		return "+ " + e.zoneTitle(m.To) + ": " + what
	case m.Deleted:
		return "− " + e.zoneTitle(m.From) + ": " + what
	case m.To == state.Limbo:
		return "− " + e.book.Put("{zone}, for a time", e.zoneTitle(m.From)) + ": " + what
	case m.From == state.Limbo:
		return "+ " + e.book.Put("{zone}, again", e.zoneTitle(m.To)) + ": " + what
	}
	return e.zoneTitle(m.From) + arrow + e.zoneTitle(m.To) + ": " + what
}

// moved names what a move is of, if the player may know.
func (e *Eye) moved(m *Move) string {
	unknown := e.book.Say("something unseen")
	if m.Deleted {
		up, ok := m.Gone.Prototype.Kind.Prop("face_up")
		if e.session.HiddenFrom(m.Where, e.player) && !(ok && m.Gone.Last(up).True()) {
			return unknown
		}
		if d, ok := e.session.Game().Catalog().Find(m.Gone.Prototype.Key); ok {
			return e.book.Name(d)
		}
		return locale.Words(path.Base(m.Gone.Prototype.Key))
	}
	if !e.state().Alive(m.Entity) || e.hidden(m.Entity) && (m.From == state.Limbo || m.Lost || e.session.HiddenFrom(m.From, e.player)) {
		return unknown
	}
	return e.name(m.Entity)
}

// zoneTitle names a zone, with its player where there are several.
func (e *Eye) zoneTitle(slot int) string {
	if slot == state.Limbo {
		return e.book.Say("out of play")
	}
	d, owner := e.state().Layout.ZoneDecl(slot)
	return e.title("zones", d.Name, owner)
}
