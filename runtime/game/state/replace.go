package state

import "sleight/runtime/diag"

// Replace ends a living entity in a zone and makes another in its place. The
// new one takes over when the old one was to be removed, and where it was to
// return to. If adapt is not nil, it is called with the new entity while the
// old one still exists.
func (s *State) Replace(id ID, p *Prototype, adapt func(made ID)) (ID, *diag.Diagnostic) {
	at := s.whereabouts(id)
	if problem := s.checkRoom(p, at.Zone, 0, Until{}); problem != nil {
		return None, problem
	}
	made, problem := s.create(p)
	if problem != nil {
		return None, problem
	}
	s.scan(len(s.temps))
	for i := range s.temps {
		if t := s.temps[i]; t.id == id && !t.value() {
			t.id = made
			s.editTemp(i, t)
		}
	}
	if adapt != nil {
		adapt(made)
	}
	s.end(id)
	s.place(made, Spot{Zone: Limbo}, at.Zone, at.Index)
	return made, nil
}
