package state

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// restorer builds a state from an untrusted snapshot.
type restorer struct {
	s          *State
	in         *Snapshot
	prototypes func(string) *Prototype
	notes      []string
	dropped    map[ID]bool // entities whose zone is gone
	unknown    int         // slot of an entity that has no prototype
}

// maxGeneration is how often a slot can be reused: an ID must fit a float.
const maxGeneration = MaxWhole >> slotBits

func (r *restorer) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// noteGone notes that the layout no longer has something, once even if several players
// have it.
func (r *restorer) noteGone(what string) {
	if text := what + " is gone"; !slices.Contains(r.notes, text) {
		r.notes = append(r.notes, text)
	}
}

func (r *restorer) variables() error {
	if r.in.Players != r.s.Layout.Players {
		return fmt.Errorf("it is a game of %d players, not %d", r.in.Players, r.s.Layout.Players)
	}
	for _, v := range r.in.Vars {
		slot, ok := r.s.Layout.Var(v.Name, max(1, v.Player))
		if !ok || v.Player > r.s.Layout.Players || v.Player < 0 {
			r.noteGone("variable " + v.Name)
			continue
		}
		d, _ := r.s.Layout.VarDecl(slot)
		r.s.vars[slot] = r.adapt(d, v.Value, "variable "+v.Name, r.s.vars[slot])
	}
	return nil
}

// adapt returns the saved value, or else the closest one allowed: a number
// within the bounds, or the start value. It records the difference.
func (r *restorer) adapt(d *Decl, v Value, what string, start Value) Value {
	checked, problem := d.Check(v)
	if problem == nil && checked == v {
		return v
	}
	bounded := *d
	bounded.Clamp = true
	if nearest, other := bounded.Check(v); other == nil {
		r.note("%s becomes %s: it can no longer be %s", what, nearest, v)
		return nearest
	}
	r.note("%s starts again: %s", what, problem.Message)
	return start
}

func (r *restorer) entities() error {
	s := r.s
	if len(r.in.Entities) > MaxEntities {
		return fmt.Errorf("it has %d entities, more than a game may have", len(r.in.Entities))
	}
	for slot, e := range r.in.Entities {
		if e.Generation < 1 || e.Generation >= maxGeneration {
			return fmt.Errorf("slot %d has been used %d times, which is impossible", slot, e.Generation)
		}
		s.entities = append(s.entities, entity{generation: e.Generation, zone: Limbo})
		s.props = append(s.props, make([]Value, s.Layout.stride)...)
		if e.Key == "" {
			continue
		}
		proto := r.prototypes(e.Key)
		if proto == nil {
			r.unknown = slot
			return fmt.Errorf("%s is in play but no content defines it", e.Key)
		}
		s.entities[slot].proto = proto
		props := s.props[slot*s.Layout.stride:]
		copy(props, proto.Start)
		for _, p := range e.Props {
			i, ok := proto.Kind.Prop(p.Name)
			if !ok {
				r.noteGone("property " + p.Name + " of " + e.Key)
				continue
			}
			props[i] = r.adapt(&proto.Kind.Props[i], p.Value, "property "+p.Name+" of "+e.Key, props[i])
		}
	}
	s.stamps.resize(s)
	return r.freeSlots()
}

func (r *restorer) freeSlots() error {
	seen := map[int]bool{}
	for _, slot := range r.in.Free {
		if slot < 0 || slot >= len(r.s.entities) || r.s.entities[slot].proto != nil || seen[slot] {
			return fmt.Errorf("its list of free slots is wrong at %d", slot)
		}
		seen[slot] = true
	}
	for slot, e := range r.s.entities {
		if e.proto == nil && !seen[slot] {
			return fmt.Errorf("slot %d is neither free nor in use", slot)
		}
	}
	r.s.free = slices.Clone(r.in.Free)
	return nil
}

func (r *restorer) zones() error {
	s := r.s
	for _, z := range r.in.Zones {
		slot, ok := s.Layout.Zone(z.Name, max(1, z.Player))
		if !ok || z.Player < 0 || z.Player > s.Layout.Players {
			r.note("zone %s is gone, with %d entities", z.Name, len(z.IDs))
			if err := r.drop(z); err != nil {
				return err
			}
			continue
		}
		for _, id := range z.IDs {
			if !s.Alive(id) {
				return fmt.Errorf("zone %s holds entity %d, which does not exist", z.Name, id)
			}
			if e := &s.entities[id.Slot()]; e.zone != Limbo {
				return fmt.Errorf("entity %d is in two zones", id)
			} else {
				e.zone = int32(slot)
			}
			s.zones[slot] = append(s.zones[slot], id)
		}
	}
	return nil
}

// drop removes the entities of a zone that is gone.
func (r *restorer) drop(z SavedZone) error {
	for _, id := range z.IDs {
		if !r.s.Alive(id) || r.s.entities[id.Slot()].zone != Limbo {
			return fmt.Errorf("zone %s holds entity %d, which does not exist or is elsewhere", z.Name, id)
		}
		r.end(id)
	}
	return nil
}

func (r *restorer) end(id ID) {
	slot, stride := id.Slot(), r.s.Layout.stride
	r.dropped[id] = true
	r.s.entities[slot] = entity{generation: id.generation() + 1, zone: Limbo}
	clear(r.s.props[slot*stride : (slot+1)*stride])
	r.s.free = append(r.s.free, slot)
}

func (r *restorer) temps() error {
	s := r.s
	if len(r.in.Temps) > maxTemps {
		return fmt.Errorf("%d changes are waiting for an event, more than a game may have", len(r.in.Temps))
	}
	for _, saved := range r.in.Temps {
		if r.dropped[saved.ID] {
			continue
		}
		event, ok := s.Layout.Event(saved.Event)
		if !ok {
			r.note("a change until %s stays: there is no such event any more", saved.Event)
			continue
		}
		t := temp{
			sort: tempSort(saved.Sort), event: int32(event), count: saved.Count,
			index: saved.Index, id: saved.ID, under: saved.Under,
		}
		if t.sort > tempMoved || t.count < 1 || t.index < 0 || saved.Player < 0 || saved.Player > s.Layout.Players {
			return fmt.Errorf("a temporary change is invalid")
		}
		if t.sort >= tempProp && t.sort != tempVarDelta && !s.Alive(t.id) {
			return fmt.Errorf("a temporary change is about entity %d, which does not exist", t.id)
		}
		if !r.locate(&t, saved) {
			r.note("a change of %s until %s stays: it is gone", saved.Name, saved.Event)
			continue
		}
		if !r.allowsUnder(&t) {
			r.note("a change of %s until %s stays: %s no longer fits", saved.Name, saved.Event, saved.Under)
			continue
		}
		s.temps = append(s.temps, t)
	}
	r.removeOrphans()
	return r.checkReferences()
}

// allowsUnder reports whether the value that a temporary change returns to is
// allowed.
func (r *restorer) allowsUnder(t *temp) bool {
	var d *Decl
	switch t.sort {
	case tempVar, tempVarDelta:
		d = r.s.varDecl(t.slot)
	case tempProp, tempPropDelta:
		d = &r.s.entities[t.id.Slot()].proto.Kind.Props[t.prop]
	default:
		t.under = Value{}
		return true
	}
	if t.delta() {
		return d.Type == Number && t.under.Type == Number && (!d.Whole || t.under.IsWhole())
	}
	within := *d
	within.Min, within.Max = math.Inf(-1), math.Inf(1) // reverting clamps it
	_, problem := within.Check(t.under)
	return problem == nil
}

// removeOrphans removes entities in limbo that nothing will bring back.
func (r *restorer) removeOrphans() {
	var lost []ID
	r.s.Entities(func(id ID) {
		returns := func(t temp) bool { return t.sort == tempMoved && t.id == id }
		if r.s.entities[id.Slot()].zone == Limbo && !slices.ContainsFunc(r.s.temps, returns) {
			lost = append(lost, id)
		}
	})
	for _, id := range lost {
		r.note("%s is out of play and nothing brings it back", r.s.entities[id.Slot()].proto.Key)
		r.s.temps = slices.DeleteFunc(r.s.temps, func(t temp) bool { return t.id == id })
		r.end(id)
	}
}

// checkReferences refuses references to entities that can never have existed.
func (r *restorer) checkReferences() error {
	check := func(v Value) error {
		if v.Type == Ref && (v.ID().Slot() < 0 || v.ID().Slot() >= len(r.s.entities)) {
			return fmt.Errorf("a value refers to entity %d, which never existed", v.ID())
		}
		return nil
	}
	for _, list := range [][]Value{r.s.vars, r.s.props} {
		for _, v := range list {
			if err := check(v); err != nil {
				return err
			}
		}
	}
	for _, t := range r.s.temps {
		if err := check(t.under); err != nil {
			return err
		}
	}
	return nil
}

func (r *restorer) locate(t *temp, saved SavedTemp) (ok bool) {
	slot := 0
	switch t.sort {
	case tempVar, tempVarDelta:
		slot, ok = r.s.Layout.Var(saved.Name, max(1, saved.Player))
		t.id = None
	case tempMoved:
		slot, ok = r.s.Layout.Zone(saved.Name, max(1, saved.Player))
	case tempProp, tempPropDelta:
		var prop int
		prop, ok = r.s.entities[t.id.Slot()].proto.Kind.Prop(saved.Name)
		t.prop = int32(prop)
	default:
		ok = true
	}
	t.slot = int32(slot)
	return ok
}

func (r *restorer) streams() error {
	for _, st := range r.in.Streams {
		if problem := r.s.checkNewStream(st.Name); problem != nil {
			return errors.New(problem.Message.String())
		}
		if slices.ContainsFunc(r.s.streams, func(o stream) bool { return o.name == st.Name }) {
			return fmt.Errorf("random stream %q appears twice", st.Name)
		}
		for _, v := range st.Rigged {
			if v.Type == Ref {
				return fmt.Errorf("random stream %q is to give an entity", st.Name)
			}
		}
		r.s.streams = append(r.s.streams, stream{st.Name, st.Source, st.Rigged})
	}
	return nil
}
