package board

import (
	"slices"
	"strings"

	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

// Summary is the net effect of a list of changes: what was changed and changed
// back is left out. Everything is in the order of first change.
type Summary struct {
	Vars   []*Write
	Props  []*Write
	Moves  []*Move
	Orders []int // zones in which the entities that were there before are in another order
}

// Write is a changed variable or property, with its values before and after.
type Write struct {
	Slot, Prop int
	Entity     state.ID
	From, To   state.Value
	// Last is the last of the changes, and At its number among all, from 1.
	Last *state.Change
	At   int
}

// Move is where an entity was and where it is now. An entity that was shuffled
// into a hidden zone and came out again has two moves, since nobody can
// recognize it.
type Move struct {
	Entity           state.ID
	From, To         int
	Created, Deleted bool
	// Lost means that nobody watching could follow the entity: it left a hidden
	// zone, or is in a zone that was reordered.
	Lost bool
	// reordered means that it was reordered within a hidden zone.
	reordered bool
	Gone      *state.Change // its end
	Where     int           // its last zone
	Last      *state.Change // the last of the changes
	At        int           // its number among all, from 1
	// Route describes the move: "Deck → Hand", "+ Hand", "− Hand".
	Route string
	// Name is the entity's title; empty if the viewer may not know it.
	Name string
}

// Summarize returns the net effect of changes, as far as the viewer may know
// it. It is valid while the state is the one after the changes.
func (vw *Viewer) Summarize(changes []state.Change) *Summary {
	s := &Summary{}
	for i := range changes {
		c := &changes[i]
		switch c.Op {
		case state.OpVar:
			s.Vars = mergeWrite(s.Vars, Write{Slot: int(c.Slot), From: c.From, To: c.To, Last: c, At: i + 1})
		case state.OpProp:
			s.Props = mergeWrite(s.Props, Write{Entity: c.Entity, Prop: int(c.Prop), From: c.From, To: c.To, Last: c, At: i + 1})
		case state.OpCreate, state.OpDelete, state.OpMove:
			s.recordMove(c, i+1, vw.closed)
		case state.OpOrder:
			s.recordReordering(int(c.Slot), vw.closed(int(c.Slot)))
			if !slices.Contains(s.Orders, int(c.Slot)) {
				s.Orders = append(s.Orders, int(c.Slot))
			}
		}
	}
	same := func(w *Write) bool { return w.From == w.To }
	s.Vars = slices.DeleteFunc(s.Vars, func(w *Write) bool { return same(w) || !vw.announced(w.Slot) })
	s.Props = slices.DeleteFunc(s.Props, func(w *Write) bool {
		return same(w) || !vw.state().Alive(w.Entity) || !vw.showsWrite(s, w) || s.created(w.Entity) || vw.hidden(w.Entity)
	})
	s.Moves = slices.DeleteFunc(s.Moves, func(m *Move) bool {
		return m.Created && m.Deleted || m.From == m.To && !m.Created || vw.unseen(m)
	})
	for _, m := range s.Moves {
		m.Route, m.Name = vw.route(m), vw.movedName(m)
	}
	s.Orders = slices.DeleteFunc(s.Orders, func(slot int) bool {
		return vw.uncounted(slot) || !(vw.AtTable && vw.closed(slot)) && !slices.ContainsFunc(vw.state().Zone(slot), func(id state.ID) bool { return !s.hasEntered(id, slot) })
	})
	return s
}

// announced reports whether players may know the changes of a variable. Of the
// engine's own variables, they may know the phase and the acting player.
func (vw *Viewer) announced(slot int) bool {
	d, _ := vw.state().Layout.VarDecl(slot)
	if strings.HasPrefix(d.Name, "_") {
		return d.Name == "_phase" || d.Name == "_actor"
	}
	return vw.shown(d.Name) && vw.knowsVar(slot)
}

// hasEntered reports whether an entity has entered a zone from elsewhere.
func (s *Summary) hasEntered(id state.ID, slot int) bool {
	m := s.lastMove(id)
	return m != nil && m.To == slot
}

// mergeWrite adds a write to a list, or merges it with the write to the same
// variable or property.
func mergeWrite(list []*Write, w Write) []*Write {
	for _, old := range list {
		if old.Slot == w.Slot && old.Prop == w.Prop && old.Entity == w.Entity {
			old.To, old.Last, old.At = w.To, w.Last, w.At
			return list
		}
	}
	return append(list, &w)
}

// recordMove records the move of an entity by the change with the number at.
func (s *Summary) recordMove(c *state.Change, at int, hidden func(int) bool) {
	m := s.lastMove(c.Entity)
	if m == nil || m.reordered && c.Op == state.OpMove {
		m = &Move{Entity: c.Entity, From: int(c.Slot), To: int(c.Slot)}
		s.Moves = append(s.Moves, m)
	}
	m.Last, m.At = c, at
	switch c.Op {
	case state.OpCreate:
		m.Created, m.From, m.To = true, state.Limbo, state.Limbo
	case state.OpDelete:
		m.Deleted, m.To = true, state.Limbo
		m.Gone = c
	default:
		m.Where = int(c.Slot)
		m.Lost = m.Lost || hidden(int(c.Slot))
		m.To = int(c.ToSlot)
	}
}

// lastMove returns the last move of an entity, or nil.
func (s *Summary) lastMove(id state.ID) *Move {
	for _, m := range slices.Backward(s.Moves) {
		if m.Entity == id {
			return m
		}
	}
	return nil
}

// recordReordering marks the entities that entered a reordered zone as lost and, if
// the zone is hidden, drops their changes so far.
func (s *Summary) recordReordering(slot int, hidden bool) {
	for _, m := range s.Moves {
		m.Lost = m.Lost || m.To == slot
		m.reordered = m.reordered || m.To == slot && hidden
	}
	s.Props = slices.DeleteFunc(s.Props, func(w *Write) bool {
		m := s.lastMove(w.Entity)
		return m != nil && m.reordered
	})
}

func (s *Summary) created(id state.ID) bool {
	return slices.ContainsFunc(s.Moves, func(m *Move) bool { return m.Entity == id && m.Created })
}

// showsWrite reports whether the viewer sees the property that was written, and
// saw it wherever the entity was before.
func (vw *Viewer) showsWrite(s *Summary, w *Write) bool {
	kind := vw.state().Prototype(w.Entity).Kind
	if m := s.lastMove(w.Entity); m != nil && (vw.putAside(m) || m.From != state.Limbo && !vw.knowsProp(kind, w.Prop, m.From)) {
		return false
	}
	name := kind.Props[w.Prop].Name
	if !vw.Reveal && slices.Contains([]string{api.NextMove, api.MovesInRow, api.MovesChosen}, name) {
		return false // players see the intent
	}
	return vw.showsProp(kind.Name, name) && vw.knowsProp(kind, w.Prop, vw.state().ZoneOf(w.Entity))
}

// unseen reports whether a move is invisible: it is between zones that do not
// even show how many entities they hold, or of an entity that was created in one
// and put aside.
func (vw *Viewer) unseen(m *Move) bool {
	away := func(slot int) bool { return slot == state.Limbo || vw.uncounted(slot) }
	return away(m.From) && away(m.To) && (m.From != state.Limbo || m.To != state.Limbo || vw.uncounted(m.Where))
}

// uncounted reports whether the viewer may not know how many entities a zone
// holds.
func (vw *Viewer) uncounted(slot int) bool {
	d, _ := vw.state().Layout.ZoneDecl(slot)
	return d.Uncounted && vw.closed(slot)
}
