package state

import "slices"

// The properties of every die, in the order in which the engine declares them.
const (
	DieValue = iota
	DieSides
	DieHeld
	DieLocked
	dieProps
)

// RollCost is the most that rolling one die costs; see Work.
const RollCost = 2*costChange + costExtra

// Results returns the faces of a die that has its own, unless the number of its
// sides has changed, and the number of results that rolling it may have.
func (p *Prototype) Results(props []Value) (faces []float64, n int64) {
	if p.Faces != nil && props[DieSides].Num == p.Start[DieSides].Num {
		return p.Faces, int64(len(p.Faces))
	}
	return nil, int64(props[DieSides].Num)
}

// RollDice gives a random face to those of the entities that are dice, neither held
// nor locked, and returns how many, as Between and SetProp would. It stops at the
// first die for which something unusual may happen, and returns the number of
// entities before that.
func (s *State) RollDice(stream string, ids []ID) (dice, done int) {
	i, ready := s.Unrigged(stream)
	if !ready || len(s.temps) > 0 || s.tracker != nil {
		return 0, 0
	}
	source := &s.streams[i].source
	for _, id := range ids {
		slot := id.Slot()
		p, props := s.entities[slot].proto, s.props[slot*s.Layout.stride:]
		if !p.Kind.Die || props[DieHeld].True() || props[DieLocked].True() {
			done++
			continue
		}
		faces, high := p.Results(props)
		if d := &p.Kind.Props[DieValue]; d.Min > 1 || d.Max < float64(high) || faces != nil && (slices.Min(faces) < d.Min || slices.Max(faces) > d.Max) {
			break
		}
		e := s.draw(i)
		n := float64(source.Between(1, high))
		if e.to = *source; faces != nil {
			n = faces[int(n)-1]
		}
		s.putProp(id, DieValue, Number, n+0)
		dice++
		done++
	}
	return dice, done
}
