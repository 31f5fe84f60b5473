package secrets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// knownTo describes everything that a player knows of a state by the
// declarations, and what the last command explicitly revealed to that player.
// Two worlds must look alike as long as this is equal.
func knownTo(s *session.Session, player int, r session.Result) string {
	var out strings.Builder
	st, d := s.State(), s.Game().Definition.Data
	for slot := range st.Layout.VarSlots() {
		decl, owner := st.Layout.VarDecl(slot)
		shown := d.Get("variables").Get(decl.Name).BoolOr("show", true) && followsFromDeclarations(s, decl.Name)
		if shown && knowsVar(s, slot, player) {
			fmt.Fprintf(&out, "%s@%d %s\n", decl.Name, owner, value(s, st.Var(slot)))
		}
	}
	for slot := range st.Layout.ZoneSlots() {
		zone(&out, s, slot, player)
	}
	if q := s.PendingQuestion(); q != nil && q.Player == player {
		fmt.Fprintf(&out, "asked %s %s %d %d", q.Name, q.Prompt, q.Min, q.Max)
		for _, v := range st.AvailableOptions(q, nil) {
			if id := v.ID(); v.Type == state.Ref && !concealed(s, id, player) {
				fmt.Fprintf(&out, ", %s", entity(s, id, st.ZoneOf(id), player))
			} else {
				fmt.Fprintf(&out, ", %s", value(s, v))
			}
		}
		fmt.Fprintln(&out)
	}
	if p := st.Pending(); p != nil {
		for _, w := range p.Windows {
			fmt.Fprintf(&out, "window %s of %d\n", w.Name, w.By)
		}
	}
	seenBetween(&out, s, player, r.Changes)
	for _, m := range r.Messages {
		if m.Reveals && (m.To == 0 || m.To == player) {
			fmt.Fprintln(&out, m.Text)
		}
	}
	if s.Over() {
		outcome, text := s.Outcome()
		fmt.Fprintln(&out, outcome, text)
	}
	return out.String()
}

// followsFromDeclarations reports whether the value of a variable follows from what is declared.
// That is not so for the number of commands, nor for who acts while a window is
// open: who is asked there must not depend on what is hidden.
func followsFromDeclarations(s *session.Session, name string) bool {
	return name != "_turn" && (name != "_actor" || s.State().Pending().Window() == nil)
}

// seenBetween writes what a player could see during a command, such as a card that
// was discarded and then shuffled into the deck.
func seenBetween(out *strings.Builder, s *session.Session, player int, changes []state.Change) {
	l, data := s.State().Layout, s.Game().Definition.Data
	g := trackerBefore(s, changes)
	for i := range changes {
		c := &changes[i]
		p := g.is[c.Entity]
		switch c.Op {
		case state.OpVar:
			d, owner := l.VarDecl(int(c.Slot))
			shown := data.Get("variables").Get(d.Name).BoolOr("show", true) && followsFromDeclarations(s, d.Name)
			if shown && knowsVar(s, int(c.Slot), player) {
				fmt.Fprintf(out, "%s@%d → %v\n", d.Name, owner, c.To)
			}
		case state.OpMove:
			if g.zone[c.Entity] = int(c.ToSlot); g.visible(s, c.Entity, player) {
				fmt.Fprintf(out, "%d %s → %d%s\n", c.Entity, p.Key, c.ToSlot, g.shown(s, c.Entity, player))
			}
		case state.OpProp:
			was := g.visible(s, c.Entity, player)
			if p.Kind.Props[c.Prop].Name == "face_up" {
				g.up[c.Entity] = c.To.True()
			}
			g.props[c.Entity][c.Prop] = c.To
			zone := g.zone[c.Entity]
			switch {
			case was && knowsProp(s, &p.Kind.Props[c.Prop], zone, player):
				fmt.Fprintf(out, "%d.%d %v → %v\n", c.Entity, c.Prop, c.From, c.To)
			case !was && g.visible(s, c.Entity, player):
				fmt.Fprintf(out, "%d %s turned up%s\n", c.Entity, p.Key, g.shown(s, c.Entity, player))
			}
		}
	}
}

// tracker follows entities through the changes of a command.
type tracker struct {
	is    map[state.ID]*state.Prototype
	zone  map[state.ID]int
	up    map[state.ID]bool
	props map[state.ID][]state.Value
}

func (t *tracker) visible(s *session.Session, id state.ID, player int) bool {
	zone := t.zone[id]
	return zone != state.Limbo && (t.up[id] || !closed(s, zone, player))
}

// shown writes the properties of a visible entity that a player knows where it
// is now.
func (t *tracker) shown(s *session.Session, id state.ID, player int) (text string) {
	kind := t.is[id].Kind
	declared := s.Game().Definition.Data.Get("properties").Get(kind.Name)
	for i := range kind.Props {
		if knowsProp(s, &kind.Props[i], t.zone[id], player) && declared.Get(kind.Props[i].Name).BoolOr("show", true) {
			text += " " + t.props[id][i].String()
		}
	}
	return text
}

// trackerBefore returns where and what the entities were before the changes.
func trackerBefore(s *session.Session, changes []state.Change) *tracker {
	g := &tracker{map[state.ID]*state.Prototype{}, map[state.ID]int{}, map[state.ID]bool{}, map[state.ID][]state.Value{}}
	st := s.State()
	for i := len(changes) - 1; i >= 0; i-- {
		c := &changes[i]
		if c.Entity == state.None {
			continue
		}
		if g.is[c.Entity] == nil {
			if g.is[c.Entity], g.zone[c.Entity] = c.Prototype, state.Limbo; st.Alive(c.Entity) {
				g.is[c.Entity], g.zone[c.Entity] = st.Prototype(c.Entity), st.ZoneOf(c.Entity)
			}
			kind := g.is[c.Entity].Kind
			for i := range kind.Props {
				v := c.FinalProp(i)
				if st.Alive(c.Entity) {
					v = st.Prop(c.Entity, i)
				}
				g.props[c.Entity] = append(g.props[c.Entity], v)
				g.up[c.Entity] = g.up[c.Entity] || kind.Props[i].Name == "face_up" && v.True()
			}
		}
		switch {
		case c.Op == state.OpMove:
			g.zone[c.Entity] = int(c.Slot)
		case c.Op == state.OpProp:
			g.props[c.Entity][c.Prop] = c.From
			if g.is[c.Entity].Kind.Props[c.Prop].Name == "face_up" {
				g.up[c.Entity] = c.From.True()
			}
		}
	}
	return g
}

// zone writes what a player knows of a zone. For an unordered zone that the
// player may look into, that is the contents without their order.
func zone(out *strings.Builder, s *session.Session, slot, player int) {
	st := s.State()
	decl, owner := st.Layout.ZoneDecl(slot)
	var things []string
	for _, id := range st.Zone(slot) {
		if concealed(s, id, player) {
			things = append(things, "?")
			continue
		}
		things = append(things, entity(s, id, slot, player))
	}
	if decl.Unordered && !closed(s, slot, player) {
		slices.SortFunc(things, cmp.Compare[string])
	}
	if decl.Uncounted && closed(s, slot, player) {
		things = slices.DeleteFunc(things, func(t string) bool { return t == "?" })
	}
	fmt.Fprintf(out, "%s@%d %s\n", decl.Name, owner, strings.Join(things, ", "))
}

// value writes a value. A player who knows an entity through a variable or a
// property knows where it is.
func value(s *session.Session, v state.Value) string {
	if id := v.ID(); v.Type == state.Ref && s.State().Alive(id) {
		return fmt.Sprintf("%d in %d at %d", id, s.State().ZoneOf(id), s.State().Index(id))
	}
	return v.String()
}

func entity(s *session.Session, id state.ID, zone, player int) string {
	st := s.State()
	p := st.Prototype(id)
	text := fmt.Sprintf("%d %s", id, p.Key)
	declared := s.Game().Definition.Data.Get("properties").Get(p.Kind.Name)
	for i := range p.Kind.Props {
		if knowsProp(s, &p.Kind.Props[i], zone, player) && declared.Get(p.Kind.Props[i].Name).BoolOr("show", true) {
			text += " " + value(s, st.Prop(id, i))
		}
	}
	return text
}

// The following functions derive who knows what from the declarations alone.

func sees(v state.Visibility, owner, player int) bool {
	return v == state.Everyone || v == state.Owner && (owner == player || owner == 0)
}

func closed(s *session.Session, slot, player int) bool {
	d, owner := s.State().Layout.ZoneDecl(slot)
	return !sees(d.Visible, owner, player)
}

func concealed(s *session.Session, id state.ID, player int) bool {
	st := s.State()
	if zone := st.ZoneOf(id); zone == state.Limbo || !closed(s, zone, player) {
		return false
	}
	if up, ok := st.Prototype(id).Kind.Prop("face_up"); ok && st.Prop(id, up).True() {
		return false
	}
	if p := st.Pending(); p != nil && slices.ContainsFunc(p.Windows, func(w *state.Window) bool { return w.Item == id && !secretUse(s, id) }) {
		return false // players may react to its use
	}
	q := s.PendingQuestion()
	return q == nil || q.Blind || q.Player != player || !slices.Contains(st.AvailableOptions(q, nil), state.Entity(id))
}

// secretUse reports whether others may not know that an item is used.
func secretUse(s *session.Session, id state.ID) bool {
	secret := s.Definition(id).Data.Get("use").Get("secret")
	return secret != nil && (secret.Text() != "" || secret.Bool())
}

func knowsVar(s *session.Session, slot, player int) bool {
	d, owner := s.State().Layout.VarDecl(slot)
	return sees(d.Visible, owner, player)
}

func knowsProp(s *session.Session, d *state.Decl, zone, player int) bool {
	if d.While != "" {
		for slot := range s.State().Layout.VarSlots() {
			if v, of := s.State().Layout.VarDecl(slot); v.Name == d.While && (of == 0 || of == player) {
				return s.State().Var(slot).True()
			}
		}
		return false
	}
	owner := -1 // nobody
	if zone != state.Limbo {
		if _, of := s.State().Layout.ZoneDecl(zone); of != 0 {
			owner = of
		}
	}
	return sees(d.Visible, owner, player)
}
