package state

// stamps records when every variable, zone and entity last changed, so that a
// view is computed again only if something it read has changed. Stamps are not
// game data: they are neither hashed nor saved.
type stamps struct {
	tick                  uint64
	vars, zones, entities []uint64
	pending               [1]uint64
	listening, listeners  uint64 // see ListenerStamps
}

func (t *stamps) resize(s *State) {
	t.vars = grow(t.vars, len(s.vars))
	t.zones = grow(t.zones, len(s.zones))
	t.entities = grow(t.entities, len(s.entities))
}

func grow(list []uint64, n int) []uint64 {
	for len(list) < n {
		list = append(list, 0)
	}
	return list
}

func (t *stamps) touch(stamp *uint64) {
	t.tick++
	*stamp = t.tick
}

// moved marks a zone as changed now, by an entity of a prototype if it is not nil.
func (s *State) moved(slot int, by *Prototype) {
	s.stamps.zones[slot] = s.stamps.tick
	if s.Layout.zones[slot].decl.Listens {
		s.stamps.listening = s.stamps.tick
		if by == nil || by.Hears {
			s.stamps.listeners = s.stamps.tick
		}
	}
}

// propWritten marks an entity as changed after one of its properties was
// written.
func (s *State) propWritten(id ID, prop int) {
	s.stamps.touch(&s.stamps.entities[id.Slot()])
	if s.Layout.muting && s.entities[id.Slot()].proto.Kind.Props[prop].Mutes {
		s.stamps.listeners = s.stamps.tick
	}
}

// ListenerStamps returns two numbers: one that changes whenever the zones whose
// entities hear events change, and one that changes whenever the entities in them that
// are listeners, their order, or what mutes them, may have changed.
func (s *State) ListenerStamps() (zones, hearers uint64) {
	return s.stamps.listening, s.stamps.listeners
}

// Muted reports whether a property keeps an entity from hearing anything.
func (s *State) Muted(id ID) bool {
	for _, i := range s.entities[id.Slot()].proto.Kind.mutes {
		if s.Prop(id, i).True() {
			return true
		}
	}
	return false
}

// Tracked reports whether reads are being recorded.
func (s *State) Tracked() bool { return s.tracker != nil }

// markAll marks everything as changed.
func (t *stamps) markAll() {
	for _, list := range [][]uint64{t.vars, t.zones, t.entities, t.pending[:]} {
		for i := range list {
			t.touch(&list[i])
		}
	}
	t.tick++
	t.listening, t.listeners = t.tick, t.tick
}

// ZoneStamp changes whenever a zone, or what an entity in it is, has changed.
func (s *State) ZoneStamp(zone int) uint64 {
	latest := s.stamps.zones[zone]
	for _, id := range s.zones[zone] {
		latest = max(latest, s.stamps.entities[id.Slot()])
	}
	return latest
}

// OrderStamp changes whenever the entities of a zone, their order, or what they were
// made from, have changed.
func (s *State) OrderStamp(zone int) uint64 { return s.stamps.zones[zone] }

// Tracker records what was read while it was attached to a state.
type Tracker struct {
	tick  uint64
	reads []readMark
}

// readMark locates a stamp even after the lists of stamps have been
// reallocated.
type readMark struct {
	list  uint8
	index int
}

// The lists of stamps.
const (
	readVar uint8 = iota
	readZone
	readEntity
	readPending
)

// Track starts recording reads in t, which must not be attached already.
func (s *State) Track(t *Tracker) {
	t.reads = t.reads[:0]
	t.tick = s.stamps.tick
	s.tracker = t
}

// Untrack stops recording.
func (s *State) Untrack() { s.tracker = nil }

// Fresh reports whether nothing recorded in t has changed since.
func (s *State) Fresh(t *Tracker) bool {
	for _, r := range t.reads {
		list := [...][]uint64{s.stamps.vars, s.stamps.zones, s.stamps.entities, s.stamps.pending[:]}[r.list]
		if r.index >= len(list) || list[r.index] > t.tick {
			return false
		}
	}
	return true
}

func (t *Tracker) note(list uint8, index int) {
	t.reads = append(t.reads, readMark{list, index})
}

// AllReads reports whether everything recorded in t passes the given functions:
// variables and zones by slot, and living entities.
func (s *State) AllReads(t *Tracker, variable, zone func(slot int) bool, entity func(ID) bool) bool {
	for _, r := range t.reads {
		switch r.list {
		case readVar:
			if !variable(r.index) {
				return false
			}
		case readZone:
			if !zone(r.index) {
				return false
			}
		case readEntity:
			if e := &s.entities[r.index]; e.proto != nil && !entity(makeID(r.index, e.generation)) {
				return false
			}
		}
	}
	return true
}
