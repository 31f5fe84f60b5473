package state

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

// rolled is where the last dice were rolled, so that a draw that would have been
// merged with that of the last one still is.
type rolled struct {
	extra          *extra // nil if none has been rolled in this transaction
	stream, cursor int
}

// Results returns the faces of a die that has its own, unless the number of its
// sides has changed, and the number of results that rolling it may have.
func (p *Prototype) Results(props []Value) (faces []float64, n int64) {
	if p.Faces != nil && props[DieSides].Num == p.Start[DieSides].Num {
		return p.Faces, int64(len(p.Faces))
	}
	return nil, int64(props[DieSides].Num)
}

// RollDice gives a random face to those of the entities that are dice, neither held
// nor locked, and returns how many. It stops before what Between and SetProp should
// do, in the same order at the same cost, and returns the number of entities before
// that. One entry of the journal records all draws.
func (s *State) RollDice(stream string, ids []ID) (dice, done int) {
	i, ready := s.Unrigged(stream)
	if !ready || len(s.temps) > 0 || s.tracker != nil {
		return 0, 0
	}
	var e *extra
	cursor, source := 0, s.streams[i].source
	for _, id := range ids {
		slot := id.Slot()
		p, props := s.entities[slot].proto, s.props[slot*s.Layout.stride:]
		if !p.Kind.Die || props[DieHeld].True() || props[DieLocked].True() {
			done++
			continue
		}
		faces, high := p.Results(props)
		next := source
		n := float64(next.Between(1, high))
		if faces != nil {
			n = faces[int(n)-1]
		}
		if !p.Kind.Props[DieValue].takes(Num(n)) {
			break
		}
		if e == nil {
			e = s.draw(i)
		} else if s.cursor > cursor {
			s.work += costChange + costExtra
		}
		cursor, source = s.cursor, next
		s.putProp(id, DieValue, Number, n+0)
		dice++
		done++
	}
	if e != nil {
		s.streams[i].source, e.to = source, source
		s.rolled = rolled{e, i, cursor}
	}
	return dice, done
}
