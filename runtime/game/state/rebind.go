package state

import (
	"slices"
)

// SameShape reports whether states of the two layouts have the same slots for
// the same names and types, so that journals remain valid.
func (l *Layout) SameShape(other *Layout) bool {
	return l.Players == other.Players && slices.Equal(l.Events, other.Events) &&
		slices.EqualFunc(l.Vars, other.Vars, sameDecl) &&
		slices.EqualFunc(l.Zones, other.Zones, func(a, b ZoneDecl) bool {
			return a.Name == b.Name && a.PerPlayer == b.PerPlayer
		}) &&
		slices.EqualFunc(l.Kinds, other.Kinds, func(a, b *KindDecl) bool {
			return a.Name == b.Name && slices.EqualFunc(a.Props, b.Props, sameDecl)
		})
}

func sameDecl(a, b Decl) bool {
	return a.Name == b.Name && a.Type == b.Type && a.PerPlayer == b.PerPlayer
}

// Fits reports whether a layout of the same shape allows every value that the
// state has or, as far back as the journal reaches, has had.
func (s *State) Fits(l *Layout, prototypes func(key string) *Prototype) bool {
	kinds := map[ID][]Decl{}
	life := func(id ID, p *Prototype, values []Value) bool {
		kinds[id] = prototypes(p.Key).Kind.Props
		return holdAll(kinds[id], values)
	}
	for slot, v := range s.vars {
		if d, _ := l.VarDecl(slot); !d.holds(v) {
			return false
		}
	}
	for slot, e := range s.entities {
		if e.proto != nil && !life(makeID(slot, e.generation), e.proto, s.props[slot*s.Layout.stride:]) {
			return false
		}
	}
	for i := range s.journal {
		switch c := &s.journal[i]; c.Op {
		case OpCreate:
			if !life(c.Entity, c.Prototype, c.Prototype.Start) {
				return false
			}
		case OpDelete:
			if !life(c.Entity, c.Prototype, c.extra.props) {
				return false
			}
		}
	}
	return s.journalFits(l, kinds)
}

// journalFits reports whether the declarations allow the values in the journal.
func (s *State) journalFits(l *Layout, kinds map[ID][]Decl) bool {
	for i := range s.journal {
		var d *Decl
		c := &s.journal[i]
		switch c.Op {
		case OpVar:
			d, _ = l.VarDecl(int(c.Slot))
		case OpProp:
			d = &kinds[c.Entity][c.Prop]
		default:
			continue
		}
		if !d.holds(c.From) || !d.holds(c.To) {
			return false
		}
	}
	return true
}

func holdAll(decls []Decl, values []Value) bool {
	for i := range decls {
		if !decls[i].holds(values[i]) {
			return false
		}
	}
	return true
}

// holds reports whether a value may be stored unchanged.
func (d *Decl) holds(v Value) bool {
	checked, problem := d.Check(v)
	return problem == nil && checked == v
}

// Rebind moves the state, and what can be undone, to a layout of the same shape
// and to the prototypes that now have the same keys. Existing entities keep
// their values: only new ones get the new start values.
func (s *State) Rebind(l *Layout, prototypes func(key string) *Prototype) {
	s.Layout = l
	for i := range s.entities {
		if p := s.entities[i].proto; p != nil {
			s.entities[i].proto = prototypes(p.Key)
		}
	}
	known := map[*Prototype]*Prototype{}
	for i := range s.journal {
		p := s.journal[i].Prototype
		if p == nil {
			continue
		}
		if known[p] == nil {
			known[p] = prototypes(p.Key)
			if !slices.Equal(known[p].Start, p.Start) {
				as := *known[p]
				as.Start = p.Start
				known[p] = &as
			}
		}
		s.journal[i].Prototype = known[p]
	}
	s.stamps.markAll()
}

// Prototypes calls f with every prototype in play or in the journal, possibly
// repeatedly.
func (s *State) Prototypes(f func(*Prototype)) {
	for i := range s.entities {
		if p := s.entities[i].proto; p != nil {
			f(p)
		}
	}
	for i := range s.journal {
		if p := s.journal[i].Prototype; p != nil {
			f(p)
		}
	}
}
