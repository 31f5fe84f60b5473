package state

import (
	"slices"
	"strings"
)

// NameMap maps names in a snapshot to new names: Renamed to another name,
// Removed to the name of the replacement, or "" for none. All are simultaneous.
type NameMap struct{ Renamed, Removed map[string]string }

// name returns the new name for an old one; ok is false if it is gone without a
// replacement.
func (m NameMap) name(old string) (now string, moved, ok bool) {
	if to, renamed := m.Renamed[old]; renamed {
		return to, true, true
	}
	if to, gone := m.Removed[old]; gone {
		return to, true, to != ""
	}
	return old, false, true
}

// RenameResult counts, by old name, what was renamed in a snapshot, and lists
// new names that were already taken.
type RenameResult struct {
	Count map[string]int
	Taken []string
}

func (r *RenameResult) add(name string) {
	if r.Count == nil {
		r.Count = map[string]int{}
	}
	r.Count[name]++
}

// renameValues changes the names of a list of values.
func renameValues(list []SavedVar, prefix string, m NameMap, out *RenameResult) []SavedVar {
	had := map[SavedVar]bool{}
	var kept []SavedVar
	for _, v := range list {
		if _, moved, _ := m.name(prefix + v.Name); !moved {
			had[SavedVar{Name: v.Name, Player: v.Player}] = true
		}
	}
	for _, v := range list {
		now, moved, ok := m.name(prefix + v.Name)
		if moved {
			out.add(prefix + v.Name)
			now = now[min(len(prefix), len(now)):]
		} else {
			now = v.Name
		}
		if moved && had[SavedVar{Name: now, Player: v.Player}] {
			out.Taken = append(out.Taken, prefix+now)
		}
		if ok {
			v.Name = now
			kept = append(kept, v)
		}
	}
	return kept
}

// RenameVars changes the names of variables.
func (s *Snapshot) RenameVars(m NameMap) (out RenameResult) {
	s.Vars = renameValues(s.Vars, "", m, &out)
	s.renameTemps(m, func(t *SavedTemp) (string, bool) {
		return t.Name, tempSort(t.Sort) == tempVar || tempSort(t.Sort) == tempVarDelta
	})
	return out
}

// RenameProps changes the names of properties, kind.name; the kind stays.
func (s *Snapshot) RenameProps(m NameMap) (out RenameResult) {
	for i := range s.Entities {
		e := &s.Entities[i]
		e.Props = renameValues(e.Props, kindOf(e.Key)+".", m, &out)
	}
	s.renameTemps(m, func(t *SavedTemp) (string, bool) {
		sort := tempSort(t.Sort)
		return kindOf(s.key(t.ID)) + "." + t.Name, sort == tempProp || sort == tempPropDelta
	})
	return out
}

// RenameZones changes the names of zones. The entities of a zone that is gone are
// appended to the zone that replaces it, or removed.
func (s *Snapshot) RenameZones(m NameMap) (out RenameResult) {
	var late []SavedZone
	s.Zones = slices.DeleteFunc(s.Zones, func(z SavedZone) bool {
		_, gone := m.Removed[z.Name]
		if gone {
			late = append(late, z)
		}
		return gone
	})
	for i := range s.Zones {
		z := &s.Zones[i]
		if now, moved, _ := m.name(z.Name); moved {
			out.add(z.Name)
			z.Name = now
		}
	}
	removed := map[ID]bool{}
	for _, z := range late {
		out.add(z.Name)
		to := m.Removed[z.Name]
		if to == "" {
			for _, id := range z.IDs {
				removed[id] = true
			}
			continue
		}
		at := slices.IndexFunc(s.Zones, func(o SavedZone) bool { return o.Name == to && (o.Player == z.Player || o.Player == 0) })
		if at < 0 {
			s.Zones = append(s.Zones, SavedZone{Name: to, Player: z.Player})
			at = len(s.Zones) - 1
		}
		s.Zones[at].IDs = append(slices.Clip(s.Zones[at].IDs), z.IDs...)
	}
	s.renameTemps(m, func(t *SavedTemp) (string, bool) { return t.Name, tempSort(t.Sort) == tempMoved })
	s.renamePending(NameMap{}, m)
	s.RemoveEntities(removed)
	return out
}

// RenameDefinitions changes the definitions that entities are made from, by kind/id.
// An entity whose definition is gone is created again from the replacement, or
// is removed.
func (s *Snapshot) RenameDefinitions(m NameMap) (out RenameResult) {
	removed, anew := map[ID]bool{}, map[ID]bool{}
	for slot := range s.Entities {
		e := &s.Entities[slot]
		now, moved, ok := m.name(e.Key)
		if e.Key == "" || !moved {
			continue
		}
		out.add(e.Key)
		id := s.ID(slot)
		if _, gone := m.Removed[e.Key]; gone && ok {
			e.Props, anew[id] = nil, true
		}
		if e.Key = now; !ok {
			removed[id] = true
		}
	}
	s.renamePending(m, NameMap{})
	s.Temps = slices.DeleteFunc(s.Temps, func(t SavedTemp) bool {
		sort := tempSort(t.Sort)
		return anew[t.ID] && (sort == tempProp || sort == tempPropDelta)
	})
	s.RemoveEntities(removed)
	return out
}

// RenameEvents changes the names of events that changes wait for.
func (s *Snapshot) RenameEvents(m NameMap) (out RenameResult) {
	for i := range s.Temps {
		if now, moved, _ := m.name(s.Temps[i].Event); moved {
			out.add(s.Temps[i].Event)
			s.Temps[i].Event = now
		}
	}
	return out
}

// RenameStreams changes the names of random streams.
func (s *Snapshot) RenameStreams(m NameMap) (out RenameResult) {
	for i := range s.Streams {
		if now, moved, _ := m.name(s.Streams[i].Name); moved {
			out.add(s.Streams[i].Name)
			s.Streams[i].Name = now
		}
	}
	return out
}

// RenameTexts changes the text that a variable holds.
func (s *Snapshot) RenameTexts(variable string, m NameMap) (out RenameResult) {
	for i := range s.Vars {
		if v := &s.Vars[i]; v.Name == variable && v.Value.Type == Text {
			if now, moved, _ := m.name(v.Value.Str); moved {
				out.add(v.Value.Str)
				v.Value.Str = now
			}
		}
	}
	return out
}

// renameTemps renames the targets of temporary changes, and drops those whose
// target no longer exists.
func (s *Snapshot) renameTemps(m NameMap, about func(*SavedTemp) (name string, ok bool)) {
	s.Temps = slices.DeleteFunc(s.Temps, func(t SavedTemp) bool {
		name, concerns := about(&t)
		_, _, ok := m.name(name)
		return concerns && !ok
	})
	for i := range s.Temps {
		t := &s.Temps[i]
		if name, concerns := about(t); concerns {
			if now, moved, _ := m.name(name); moved {
				t.Name = now[strings.IndexByte(now, '.')+1:]
			}
		}
	}
}

// key returns the prototype's key of an entity in the snapshot; empty if there
// is none.
func (s *Snapshot) key(id ID) string {
	if slot := id.Slot(); slot >= 0 && slot < len(s.Entities) && s.Entities[slot].Generation == id.generation() {
		return s.Entities[slot].Key
	}
	return ""
}

// ID returns the ID of the entity in a slot, counted from 0.
func (s *Snapshot) ID(slot int) ID { return makeID(slot, s.Entities[slot].Generation) }

// RemoveEntities removes entities, with all their pending changes.
func (s *Snapshot) RemoveEntities(removed map[ID]bool) {
	if len(removed) == 0 {
		return
	}
	for slot := range s.Entities {
		if id := s.ID(slot); removed[id] {
			s.Entities[slot] = SavedEntity{Generation: id.generation() + 1}
			s.Free = append(s.Free, slot)
		}
	}
	for i := range s.Zones {
		s.Zones[i].IDs = slices.DeleteFunc(s.Zones[i].IDs, func(id ID) bool { return removed[id] })
	}
	s.Temps = slices.DeleteFunc(s.Temps, func(t SavedTemp) bool { return removed[t.ID] })
}

// Bounded reports whether every count is within the limits for any game.
func (s *Snapshot) Bounded() bool {
	return max(len(s.Entities), len(s.Vars), len(s.Zones), len(s.Streams), len(s.Free)) <= MaxEntities && len(s.Temps) <= maxTemps
}

func kindOf(key string) string { return key[:max(0, strings.IndexByte(key, '/'))] }
