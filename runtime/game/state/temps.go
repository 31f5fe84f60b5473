package state

import (
	"math"
	"slices"
)

// Until says when a change ends: when the event has been emitted Count more
// times. The zero Until means never.
type Until struct{ Event, Count int }

type tempSort uint8

const (
	tempVar       tempSort = iota // variable slot returns to under
	tempProp                      // property prop of id returns to under
	tempVarDelta                  // under is subtracted from variable slot
	tempPropDelta                 // under is subtracted from property prop of id
	tempAdded                     // id is removed
	tempMoved                     // id returns to zone slot at index
)

// temp is a temporary change, which an event will undo.
type temp struct {
	sort         tempSort
	event, count int32
	slot, prop   int32
	index        int32
	cause        int32
	id           ID
	under        Value
}

// about reports whether t concerns the same variable or property as other. Like
// the two methods below, it avoids copying, since every change asks every temp.
func (t *temp) about(other *temp) bool {
	return t.id == other.id && t.slot == other.slot && t.prop == other.prop && t.value() && other.value()
}

func (t *temp) value() bool { return t.sort <= tempPropDelta }

func (t *temp) delta() bool { return t.sort == tempVarDelta || t.sort == tempPropDelta }

func (s *State) addTemp(t temp, until Until) {
	t.event, t.count, t.cause = int32(until.Event), int32(until.Count), s.cause
	c := s.note(opTempAdd)
	c.extra = s.newExtra()
	c.extra.temp = t
	s.apply(c, true)
}

func (s *State) dropTemp(i int) {
	s.scan(len(s.temps) - i)
	c := s.note(opTempDrop)
	c.Index, c.extra = int32(i), s.newExtra()
	c.extra.temp = s.temps[i]
	s.apply(c, true)
}

func (s *State) editTemp(i int, to temp) {
	c := s.note(opTempEdit)
	c.Index, c.extra = int32(i), s.newExtra()
	c.extra.temp, c.extra.toTemp = s.temps[i], to
	s.apply(c, true)
}

// applyTemp needs not mark the entity as changed: whether it is temporary changes
// only as it comes, goes or is replaced.
func (s *State) applyTemp(c *Change, forward bool) {
	i := int(c.Index)
	switch {
	case c.Op == opTempEdit:
		s.temps[i] = either(forward, c.extra.toTemp, c.extra.temp)
	case c.Op == opTempAdd && forward:
		s.temps = append(s.temps, c.extra.temp)
	case c.Op == opTempAdd:
		s.temps = s.temps[:len(s.temps)-1]
	case forward:
		s.temps = slices.Delete(s.temps, i, i+1)
	default:
		s.temps = slices.Insert(s.temps, i, c.extra.temp)
	}
}

// settle ends the temporary changes of a variable or property, which a plain
// set replaces, and returns the value below them.
func (s *State) settle(about temp, current Value) Value {
	s.scan(len(s.temps))
	for i := len(s.temps) - 1; i >= 0; i-- {
		t := &s.temps[i]
		if !t.about(&about) {
			continue
		}
		if t.delta() {
			current.Num -= t.under.Num
		} else {
			current = t.under
		}
		s.dropTemp(i)
	}
	return current
}

// shift applies a lasting change to the values below temporary ones too, so
// that only the temporary part is undone later.
func (s *State) shift(about temp, delta float64) {
	s.scan(len(s.temps))
	for i := range s.temps {
		if t := &s.temps[i]; t.about(&about) && !t.delta() && t.under.Type == Number {
			to := *t
			to.under.Num += delta
			s.editTemp(i, to)
		}
	}
}

// forgetTemps drops the temporary changes of an entity that is removed.
func (s *State) forgetTemps(id ID) {
	s.scan(len(s.temps))
	for i := len(s.temps) - 1; i >= 0; i-- {
		if s.temps[i].id == id {
			s.dropTemp(i)
		}
	}
}

// Expire counts one emission of the event and undoes every temporary change
// that is due, newest first, so that entities that left a zone one after
// another return to their places. A value that would leave its bounds is
// clamped; an entity returns to its zone even if that is full.
func (s *State) Expire(event int) {
	if len(s.temps) == 0 || s.writable() != nil {
		return
	}
	due := s.due[:0]
	s.scan(len(s.temps))
	for i := 0; i < len(s.temps); {
		switch t := &s.temps[i]; {
		case int(t.event) != event:
			i++
		case t.count > 1:
			to := *t
			to.count--
			s.editTemp(i, to)
			i++
		default:
			due = append(due, *t)
			s.dropTemp(i)
		}
	}
	s.due = due
	cause := s.cause
	for _, t := range slices.Backward(due) {
		if t.id == None || s.Alive(t.id) { // an earlier change may have removed it
			s.cause = t.cause
			s.revert(t)
		}
	}
	s.cause = cause
}

func (s *State) revert(t temp) {
	switch t.sort {
	case tempVar, tempVarDelta:
		s.writeVar(int(t.slot), s.reverted(t, s.vars[t.slot], s.varDecl(t.slot)))
	case tempProp, tempPropDelta:
		decl := &s.entities[t.id.Slot()].proto.Kind.Props[t.prop]
		s.writeProp(t.id, int(t.prop), s.reverted(t, s.Prop(t.id, int(t.prop)), decl))
	case tempAdded:
		s.end(t.id)
	case tempMoved:
		s.place(t.id, s.whereabouts(t.id), int(t.slot), min(int(t.index), len(s.zones[t.slot])))
	}
}

func (s *State) varDecl(slot int32) *Decl {
	d, _ := s.Layout.VarDecl(int(slot))
	return d
}

// reverted returns the value after t has ended. Additions that are still
// temporary are added to the value below a temporary one.
func (s *State) reverted(t temp, now Value, d *Decl) Value {
	if t.under.Type != Number {
		return t.under
	}
	n := now.Num - t.under.Num
	if !t.delta() {
		n = t.under.Num
		s.scan(len(s.temps))
		for i := range s.temps {
			if other := &s.temps[i]; other.about(&t) && other.delta() {
				n += other.under.Num
			}
		}
	}
	return Num(math.Min(math.Max(n, d.Min), d.Max))
}
