package board

import (
	"path"
	"slices"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// Change is a change described in words.
type Change struct {
	Text string `json:"text"`
	// Cause is the definition and hook that made the change, as "KIND/ID use";
	// empty for changes made by the engine.
	Cause string `json:"cause,omitempty"`
	// Place is the source position of that hook.
	Place string `json:"place,omitempty"`
	// At is the number of the last state change that contributed to it, counted
	// from 1 among those of the command.
	At int `json:"-"`
}

// Describe describes the net effect of changes as far as a player, counted from 1,
// may know it. Texts are translated by translator, as in Of. The result is valid
// while the state is the one after the changes.
func Describe(s *session.Session, player int, changes []state.Change, translator *locale.Translator) []Change {
	return NewViewer(s, player, translator).Describe(changes)
}

// Describe describes the net effect of changes as far as the viewer may know it.
func (vw *Viewer) Describe(changes []state.Change) []Change {
	sum, translator := vw.Summarize(changes), vw.translator
	out := []Change{}
	for _, w := range sum.Props {
		out = append(out, vw.change(vw.wroteProp(w), w.Last, w.At))
	}
	for _, m := range sum.Moves {
		name := m.Name
		if name == "" {
			name = translator.Translate("something unseen")
		}
		out = append(out, vw.change(m.Route+": "+name, m.Last, m.At))
	}
	for _, slot := range sum.Orders {
		t := Change{Text: translator.Translate("{zone} is in a new order", vw.ZoneTitle(slot))}
		for i := range changes {
			if changes[i].Op == state.OpOrder && int(changes[i].Slot) == slot {
				t.At = i + 1
			}
		}
		out = append(out, t)
	}
	for _, w := range sum.Vars {
		if vw.session.Waiting() != nil && vw.isActor(w) {
			continue // all act at once: whose turn it is means nothing to players
		}
		out = append(out, vw.change(vw.WroteVar(w), w.Last, w.At))
	}
	return slices.Clip(out)
}

func (vw *Viewer) change(text string, c *state.Change, number int) Change {
	owner, hook, at := vw.session.Cause(*c)
	t := Change{Text: text, At: number}
	if owner != "" {
		t.Cause, t.Place = owner+" "+hook, at.String()
	}
	return t
}

const arrow = " → "

func (vw *Viewer) wroteProp(w *Write) string {
	prop := vw.state().Prototype(w.Entity).Kind.Props[w.Prop].Name
	label, title := vw.Value(state.Entity(w.Entity)), vw.PropTitle(vw.session.Definition(w.Entity).Kind, prop)
	if w.To.Type == state.Bool {
		if !w.To.True() {
			title = vw.translator.Translate("no longer {property}", title)
		}
		return label + ": " + title
	}
	return label + ": " + title + " " + vw.faceOr(w.Entity, prop, w.From) + arrow + vw.faceOr(w.Entity, prop, w.To)
}

// faceOr formats the value of a property; for a die with words on its sides, it
// returns the word.
func (vw *Viewer) faceOr(id state.ID, prop string, v state.Value) string {
	if prop == "value" {
		if word, ok := vw.session.FaceAt(id, v); ok {
			return vw.translate(word)
		}
	}
	return vw.Value(v)
}

// isActor reports whether a change is that of the acting player.
func (vw *Viewer) isActor(w *Write) bool {
	d, _ := vw.state().Layout.VarDecl(w.Slot)
	return d.Name == "_actor"
}

// WroteVar describes how a variable changed.
func (vw *Viewer) WroteVar(w *Write) string {
	d, owner := vw.state().Layout.VarDecl(w.Slot)
	title := vw.Title("variables", d.Name, owner)
	switch d.Name {
	case "_phase":
		return vw.translator.Translate("Phase") + " " + vw.phaseTitle(w.From) + arrow + vw.phaseTitle(w.To)
	case "_actor":
		title = vw.translator.Translate("Player")
	}
	return title + " " + vw.Value(w.From) + arrow + vw.Value(w.To)
}

// phaseTitle returns the title of a phase.
func (vw *Viewer) phaseTitle(v state.Value) string {
	p := vw.session.Game().Phase(v.Str)
	switch {
	case v.Str == "":
		return vw.translator.Translate("none")
	case p == nil:
		return vw.Value(v)
	}
	return vw.Text("phases", p.Name, "name", p.Title)
}

// route describes where something came from, went to or ended.
func (vw *Viewer) route(m *Move) string {
	switch {
	case m.Created:
		return "+ " + vw.ZoneTitle(m.To)
	case m.Deleted:
		return "− " + vw.ZoneTitle(m.From)
	case m.To == state.Limbo:
		return "− " + vw.translator.Translate("{zone}, for a time", vw.ZoneTitle(m.From))
	case m.From == state.Limbo:
		return "+ " + vw.translator.Translate("{zone}, again", vw.ZoneTitle(m.To))
	}
	return vw.ZoneTitle(m.From) + arrow + vw.ZoneTitle(m.To)
}

// movedName names what moved, or returns "" if the player may not know.
func (vw *Viewer) movedName(m *Move) string {
	switch {
	case m.Deleted:
		up, ok := m.Gone.Prototype.Kind.Prop("face_up")
		if vw.closed(m.Where) && !(ok && m.Gone.FinalProp(up).True()) {
			return ""
		}
		name := locale.Words(path.Base(m.Gone.Prototype.Key))
		if d, ok := vw.session.Game().Catalog().Find(m.Gone.Prototype.Key); ok {
			name = vw.translator.Name(d)
		}
		var value state.Value
		if i, ok := m.Gone.Prototype.Kind.Prop("value"); ok && vw.knowsProp(m.Gone.Prototype.Kind, i, m.Where) {
			value = m.Gone.FinalProp(i)
		}
		return withNumber(name, m.Gone.Prototype.Kind, value)
	case vw.putAside(m):
		return ""
	case !vw.state().Alive(m.Entity), vw.hidden(m.Entity) && (m.From == state.Limbo || m.Lost || vw.closed(m.From)):
		return ""
	}
	return vw.Name(m.Entity)
}

// putAside reports whether an entity was put temporarily out of play where the
// viewer could not see it.
func (vw *Viewer) putAside(m *Move) bool {
	if m.Deleted || m.To != state.Limbo || !vw.closed(m.Where) {
		return false
	}
	i, ok := vw.state().Prototype(m.Entity).Kind.Prop("face_up")
	return !ok || !vw.state().Prop(m.Entity, i).True()
}

// ZoneTitle returns the title of a zone, with its player if there are several.
func (vw *Viewer) ZoneTitle(slot int) string {
	if slot == state.Limbo {
		return vw.translator.Translate("out of play")
	}
	d, owner := vw.state().Layout.ZoneDecl(slot)
	return vw.Title("zones", d.Name, owner)
}
