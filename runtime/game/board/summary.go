package board

import (
	"slices"
	"strings"

	"sleight/runtime/game/state"
)

// Summary gathers what a list of changes comes to: what was changed and
// changed back is not in it. Everything stands in the order of first change.
type Summary struct {
	Vars   []*Write
	Props  []*Write
	Moves  []*Move
	Orders []int // zones in which what was there before lies in another order
}

// Write is a variable or property, before and after.
type Write struct {
	Slot, Prop int
	Entity     state.ID
	From, To   state.Value
	// Last is the last of the changes.
	Last *state.Change
}

// Move is where an entity was and came to. What was shuffled into a hidden zone
// and came out again has moved twice: nobody knows it for the same.
type Move struct {
	Entity           state.ID
	From, To         int
	Created, Deleted bool
	// Lost tells that nobody who looked on could follow it: it went on from a
	// hidden zone, or lies in one that was put in another order.
	Lost bool
	// mixed tells that it was put in another order among what is hidden.
	mixed bool
	Gone  *state.Change // its end
	Where int           // the zone it lay in last
	Last  *state.Change // the last of the changes
	// Way is where it went, in words: "Deck → Hand", "+ Hand", "− Hand".
	Way string
	// Name is what players call it; empty for what the viewer may not know.
	Name string
}

// Summarize returns what changes come to, as far as the viewer may know it. It
// is valid as long as the state is the one after the changes.
func (vw *Viewer) Summarize(changes []state.Change) *Summary {
	s := &Summary{}
	for i := range changes {
		c := &changes[i]
		switch c.Op {
		case state.OpVar:
			s.Vars = note(s.Vars, Write{Slot: int(c.Slot), From: c.From, To: c.To, Last: c})
		case state.OpProp:
			s.Props = note(s.Props, Write{Entity: c.Entity, Prop: int(c.Prop), From: c.From, To: c.To, Last: c})
		case state.OpCreate, state.OpDelete, state.OpMove:
			s.moved(c, vw.closed)
		case state.OpOrder:
			s.reordered(int(c.Slot), vw.closed(int(c.Slot)))
			if !slices.Contains(s.Orders, int(c.Slot)) {
				s.Orders = append(s.Orders, int(c.Slot))
			}
		}
	}
	same := func(w *Write) bool { return w.From == w.To }
	s.Vars = slices.DeleteFunc(s.Vars, func(w *Write) bool { return same(w) || !vw.tells(w.Slot) })
	s.Props = slices.DeleteFunc(s.Props, func(w *Write) bool {
		return same(w) || !vw.state().Alive(w.Entity) || s.created(w.Entity) || vw.hidden(w.Entity)
	})
	s.Moves = slices.DeleteFunc(s.Moves, func(m *Move) bool { return m.Created && m.Deleted || m.From == m.To && !m.Created })
	for _, m := range s.Moves {
		m.Way, m.Name = vw.way(m), vw.moved(m)
	}
	s.Orders = slices.DeleteFunc(s.Orders, func(slot int) bool {
		return !slices.ContainsFunc(vw.state().Zone(slot), func(id state.ID) bool { return !s.came(id, slot) })
	})
	return s
}

// tells reports whether changes of a variable are for players to know: of those
// that only the engine knows, the phase and whose turn it is.
func (vw *Viewer) tells(slot int) bool {
	d, _ := vw.state().Layout.VarDecl(slot)
	if strings.HasPrefix(d.Name, "_") {
		return d.Name == "_phase" || d.Name == "_actor"
	}
	return vw.shown(d.Name)
}

// came tells whether an entity was not in a zone before.
func (s *Summary) came(id state.ID, slot int) bool {
	m := s.last(id)
	return m != nil && m.To == slot
}

// note adds up what is written to the same place.
func note(list []*Write, w Write) []*Write {
	for _, old := range list {
		if old.Slot == w.Slot && old.Prop == w.Prop && old.Entity == w.Entity {
			old.To, old.Last = w.To, w.Last
			return list
		}
	}
	return append(list, &w)
}

// moved follows an entity.
func (s *Summary) moved(c *state.Change, hidden func(int) bool) {
	m := s.last(c.Entity)
	if m == nil || m.mixed && c.Op == state.OpMove {
		m = &Move{Entity: c.Entity, From: int(c.Slot), To: int(c.Slot)}
		s.Moves = append(s.Moves, m)
	}
	m.Last = c
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

// last returns where an entity has moved last, or nil.
func (s *Summary) last(id state.ID) *Move {
	for _, m := range slices.Backward(s.Moves) {
		if m.Entity == id {
			return m
		}
	}
	return nil
}

// reordered loses from sight what has come to a zone that is put in another
// order, and, if the zone is hidden, what was changed of it on the way there.
func (s *Summary) reordered(slot int, hidden bool) {
	for _, m := range s.Moves {
		m.Lost = m.Lost || m.To == slot
		m.mixed = m.mixed || m.To == slot && hidden
	}
	s.Props = slices.DeleteFunc(s.Props, func(w *Write) bool {
		m := s.last(w.Entity)
		return m != nil && m.mixed
	})
}

func (s *Summary) created(id state.ID) bool {
	return slices.ContainsFunc(s.Moves, func(m *Move) bool { return m.Entity == id && m.Created })
}
