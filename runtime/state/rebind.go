package state

import (
	"slices"
)

// SameShape tells whether states of the two layouts have the same slots for
// the same names and types, so that journals carry over.
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

// Rebind puts the state, and what can be undone, on a layout of the same shape
// and on the prototypes that now go by the same keys.
func (s *State) Rebind(l *Layout, prototypes func(key string) *Prototype) {
	s.Layout = l
	for i := range s.entities {
		if p := s.entities[i].proto; p != nil {
			s.entities[i].proto = prototypes(p.Key)
		}
	}
	for i := range s.journal {
		if p := s.journal[i].Prototype; p != nil {
			s.journal[i].Prototype = prototypes(p.Key)
		}
	}
	s.stamps.all()
}

// Prototypes calls f with every prototype in play or in the journal, with
// repetitions.
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
