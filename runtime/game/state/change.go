package state

import (
	"slices"

	"sleight/runtime/diag"
)

// SetVar writes a variable, for good or until an event. It ends the variable's
// temporary changes: a later event restores the value below them.
func (s *State) SetVar(slot int, v Value, until Until) *diag.Diagnostic {
	d, _ := s.Layout.VarDecl(slot)
	if s.steady(until) && d.takes(v) {
		s.putVar(slot, v.Type, v.Num+0) // -0 becomes 0
		return nil
	}
	v, problem := s.checked(d, v, until)
	if problem != nil {
		return problem
	}
	if len(s.temps) > 0 || until.Count > 0 {
		about := temp{sort: tempVar, slot: int32(slot)}
		about.under = s.settle(about, s.vars[slot])
		if until.Count > 0 {
			s.addTemp(about, until)
		}
	}
	s.writeVar(slot, v)
	return nil
}

// SetWord is SetVar, for good, for a text that the variable is known to allow,
// such as a name from content, so that it need not be checked.
func (s *State) SetWord(slot int, word string) *diag.Diagnostic {
	if !s.steady(Until{}) {
		return s.SetVar(slot, Str(word), Until{})
	}
	s.writeVar(slot, Str(word))
	return nil
}

// ChangeVar adds delta to a variable, for good or until an event. Temporary
// values on it stay temporary.
func (s *State) ChangeVar(slot int, delta float64, until Until) *diag.Diagnostic {
	d, _ := s.Layout.VarDecl(slot)
	old := s.vars[slot]
	v := s.plus(old, delta)
	if s.steady(until) && d.takes(v) {
		s.putVar(slot, v.Type, v.Num+0) // -0 becomes 0
		return nil
	}
	v, problem := s.checked(d, v, until)
	if problem != nil {
		return problem
	}
	about := temp{sort: tempVarDelta, slot: int32(slot), under: Num(v.Num - old.Num)}
	if until.Count > 0 {
		s.addTemp(about, until)
	} else if len(s.temps) > 0 {
		s.shift(about, v.Num-old.Num)
	}
	s.writeVar(slot, v)
	return nil
}

// SetProp writes a property of a living entity, as SetVar does a variable.
func (s *State) SetProp(id ID, prop int, v Value, until Until) *diag.Diagnostic {
	d := &s.entities[id.Slot()].proto.Kind.Props[prop]
	if s.steady(until) && d.takes(v) {
		s.putProp(id, prop, v.Type, v.Num+0) // -0 becomes 0
		return nil
	}
	v, problem := s.checked(d, v, until)
	if problem != nil {
		return problem
	}
	if len(s.temps) > 0 || until.Count > 0 {
		about := temp{sort: tempProp, id: id, prop: int32(prop)}
		about.under = s.settle(about, s.Prop(id, prop))
		if until.Count > 0 {
			s.addTemp(about, until)
		}
	}
	s.writeProp(id, prop, v)
	return nil
}

// ChangeProp adds delta to a property of a living entity, as ChangeVar does to
// a variable.
func (s *State) ChangeProp(id ID, prop int, delta float64, until Until) *diag.Diagnostic {
	old := s.Prop(id, prop)
	d, v := &s.entities[id.Slot()].proto.Kind.Props[prop], s.plus(old, delta)
	if s.steady(until) && d.takes(v) {
		s.putProp(id, prop, v.Type, v.Num+0) // -0 becomes 0
		return nil
	}
	v, problem := s.checked(d, v, until)
	if problem != nil {
		return problem
	}
	about := temp{sort: tempPropDelta, id: id, prop: int32(prop), under: Num(v.Num - old.Num)}
	if until.Count > 0 {
		s.addTemp(about, until)
	} else if len(s.temps) > 0 {
		s.shift(about, v.Num-old.Num)
	}
	s.writeProp(id, prop, v)
	return nil
}

// steady reports whether a change is allowed, for good, and concerns no temporary
// change: then only its value has to be checked.
func (s *State) steady(until Until) bool {
	return s.locked == 0 && s.open && until.Count == 0 && len(s.temps) == 0
}

func (s *State) checked(d *Decl, v Value, until Until) (Value, *diag.Diagnostic) {
	if problem := s.writable(); problem != nil {
		return v, problem
	}
	if problem := s.checkTempLimit(until); problem != nil {
		return v, problem
	}
	return d.Check(v)
}

func (s *State) plus(v Value, delta float64) Value {
	v.Num += delta
	return v
}

func (s *State) writeVar(slot int, v Value) {
	if at := &s.vars[slot]; !at.same(&v) {
		c := s.note(OpVar)
		c.Slot, c.From, c.To = int32(slot), *at, v
		*at = v
		s.stamps.touch(&s.stamps.vars[slot])
	}
}

func (s *State) writeProp(id ID, prop int, v Value) {
	if at := &s.props[id.Slot()*s.Layout.stride+prop]; !at.same(&v) {
		c := s.note(OpProp)
		c.Entity, c.Prop, c.From, c.To = id, int32(prop), *at, v
		*at = v
		s.propWritten(id, prop)
	}
}

// putVar is writeVar for a number or a boolean.
func (s *State) putVar(slot int, t Type, n float64) {
	at := &s.vars[slot]
	if at.Type != t {
		s.writeVar(slot, Value{Type: t, Num: n})
	} else if at.Num != n {
		c := s.note(OpVar)
		c.Slot = int32(slot)
		c.From.Type, c.From.Num, c.To.Type, c.To.Num = t, at.Num, t, n
		at.Num = n
		s.stamps.touch(&s.stamps.vars[slot])
	}
}

// putProp is writeProp for a number or a boolean.
func (s *State) putProp(id ID, prop int, t Type, n float64) {
	at := &s.props[id.Slot()*s.Layout.stride+prop]
	if at.Type != t {
		s.writeProp(id, prop, Value{Type: t, Num: n})
	} else if at.Num != n {
		c := s.note(OpProp)
		c.Entity, c.Prop = id, int32(prop)
		c.From.Type, c.From.Num, c.To.Type, c.To.Num = t, at.Num, t, n
		at.Num = n
		s.propWritten(id, prop)
	}
}

// Create makes an entity in a zone, at index (counted from 0; negative: last),
// for good or until an event.
func (s *State) Create(p *Prototype, zone, index int, until Until) (ID, *diag.Diagnostic) {
	if problem := s.checkRoom(p, zone, 1, until); problem != nil {
		return None, problem
	}
	id, problem := s.create(p)
	if problem != nil {
		return None, problem
	}
	s.place(id, Spot{Zone: Limbo}, zone, s.position(zone, index))
	if until.Count > 0 {
		s.addTemp(temp{sort: tempAdded, id: id}, until)
	}
	return id, nil
}

// create makes an entity in limbo.
func (s *State) create(p *Prototype) (ID, *diag.Diagnostic) {
	slot, fresh := len(s.entities), int32(1)
	generation := uint32(1)
	if n := len(s.free); n > 0 {
		slot, fresh = s.free[n-1], 0
		generation = s.entities[slot].generation
	} else if slot >= MaxEntities {
		d := diag.New("game/zone", diag.Place{}, "there are already %d entities, more than a game may have", slot)
		return None, &d
	}
	id := makeID(slot, generation)
	c := s.note(OpCreate)
	c.Entity, c.Index, c.Prototype = id, fresh, p
	s.apply(c, true)
	return id, nil
}

// Remove ends a living entity, or puts it into limbo until an event.
func (s *State) Remove(id ID, until Until) *diag.Diagnostic {
	if problem := s.writable(); problem != nil {
		return problem
	}
	if problem := s.checkTempLimit(until); problem != nil {
		return problem
	}
	if until.Count == 0 {
		s.end(id)
		return nil
	}
	at := s.whereabouts(id)
	if home := s.forgetPlace(id, at); home.Zone != Limbo {
		s.addTemp(temp{sort: tempMoved, id: id, slot: int32(home.Zone), index: int32(home.Index)}, until)
		s.place(id, at, Limbo, 0)
	}
	return nil
}

// Move puts a living entity into a zone, at index (counted from 0 after it has
// left its place; negative: last), for good or until an event.
func (s *State) Move(id ID, zone, index int, until Until) *diag.Diagnostic {
	entering, at := 1, s.whereabouts(id)
	if at.Zone == zone {
		entering = 0
	}
	if problem := s.checkRoom(s.entities[id.Slot()].proto, zone, entering, until); problem != nil {
		return problem
	}
	if len(s.temps) == 0 && until.Count == 0 {
		s.scan(at.Index)
	} else if home := s.forgetPlace(id, at); until.Count > 0 && home.Zone != Limbo {
		s.addTemp(temp{sort: tempMoved, id: id, slot: int32(home.Zone), index: int32(home.Index)}, until)
	}
	s.place(id, at, zone, s.position(zone, index))
	return nil
}

// whereabouts returns the place of an entity; in limbo its index is 0.
func (s *State) whereabouts(id ID) Spot {
	zone := int(s.entities[id.Slot()].zone)
	if zone == Limbo {
		return Spot{Zone: Limbo}
	}
	return Spot{zone, slices.Index(s.zones[zone], id)}
}

// forgetPlace drops an entity's pending returns, which a new place replaces,
// and returns where it belongs: the place of the first return, or else its
// current place.
func (s *State) forgetPlace(id ID, from Spot) (home Spot) {
	home = from
	s.scan(len(s.temps) + from.Index)
	for i := len(s.temps) - 1; i >= 0; i-- {
		if t := s.temps[i]; t.sort == tempMoved && t.id == id {
			home = Spot{int(t.slot), int(t.index)}
			s.dropTemp(i)
		}
	}
	return home
}

func (s *State) position(zone, index int) int {
	if n := len(s.zones[zone]); index < 0 || index > n {
		return n
	}
	return index
}

// checkRoom returns the reason why a zone cannot take n more entities of a kind, or
// nil.
func (s *State) checkRoom(p *Prototype, zone, n int, until Until) *diag.Diagnostic {
	if s.locked > 0 || !s.open {
		return s.writable()
	}
	if problem := s.checkTempLimit(until); problem != nil {
		return problem
	}
	if !slices.Contains(s.Layout.accepted[zone], p.Kind) && !s.Layout.zones[zone].decl.Accepts(p.Kind.Name) {
		decl, _ := s.Layout.ZoneDecl(zone)
		d := diag.New("game/zone", diag.Place{}, "%s is a %s, and zone %q takes only %v", p.ID, p.Kind.Name, decl.Name, decl.Kinds)
		return &d
	}
	if limit := s.Limit(zone); limit >= 0 && len(s.zones[zone])+n > limit {
		decl, _ := s.Layout.ZoneDecl(zone)
		d := diag.New("game/zone", diag.Place{}, "zone %q is full: it holds at most %d", decl.Name, limit).
			WithHint("look at has_room(%q) before putting something in", decl.Name)
		return &d
	}
	return nil
}

// HasRoom reports whether the zone can take one more entity.
func (s *State) HasRoom(zone int) bool {
	limit := s.Limit(zone)
	return limit < 0 || len(s.Zone(zone)) < limit
}

// Limit returns the largest number of entities that may come into a zone;
// negative for no limit. A zone whose limit has fallen keeps what it holds.
func (s *State) Limit(zone int) int {
	if by := s.Layout.limits[zone]; by >= 0 {
		return max(0, int(s.Var(by).Num))
	}
	decl, _ := s.Layout.ZoneDecl(zone)
	return decl.Limit
}

// place moves an entity from its current place.
func (s *State) place(id ID, from Spot, zone, index int) {
	if from.Zone != Limbo {
		s.scan(len(s.zones[from.Zone]))
	}
	if from.Zone == zone && zone != Limbo { // the entity leaves its place first
		index = min(index, len(s.zones[zone])-1)
	}
	if from.Zone != zone || from.Index != index {
		c := s.note(OpMove)
		c.Entity, c.Slot, c.Index, c.ToSlot, c.ToIndex = id, int32(from.Zone), int32(from.Index), int32(zone), int32(index)
		s.transfer(id, from, Spot{zone, index})
	}
}

// end removes an entity and all its pending changes.
func (s *State) end(id ID) {
	s.forgetTemps(id)
	s.place(id, s.whereabouts(id), Limbo, 0)
	slot := id.Slot()
	c := s.note(OpDelete)
	c.Entity, c.Prototype, c.extra = id, s.entities[slot].proto, s.newExtra()
	c.extra.props = append(c.extra.props[:0], s.props[slot*s.Layout.stride:(slot+1)*s.Layout.stride]...)
	s.apply(c, true)
}
