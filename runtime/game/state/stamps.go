package state

// stamps notes for every variable, zone and entity when it last changed, so
// that a view is computed again only when something it read has changed.
// Stamps are no game data: they are neither hashed nor saved.
type stamps struct {
	tick                  uint64
	vars, zones, entities []uint64
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

// all marks everything as changed.
func (t *stamps) all() {
	for _, list := range [][]uint64{t.vars, t.zones, t.entities} {
		for i := range list {
			t.touch(&list[i])
		}
	}
}

// Tracker remembers what was read while it was attached to a state.
type Tracker struct {
	tick  uint64
	reads []readMark
}

// readMark finds a stamp again even if the lists of stamps have been moved.
type readMark struct {
	list  uint8
	index int
}

// Track starts to note in t what is read; t must not be attached already.
func (s *State) Track(t *Tracker) {
	t.reads = t.reads[:0]
	t.tick = s.stamps.tick
	s.tracker = t
}

// Untrack ends what Track began.
func (s *State) Untrack() { s.tracker = nil }

// Fresh tells whether nothing that t noted has changed since.
func (s *State) Fresh(t *Tracker) bool {
	for _, r := range t.reads {
		list := [...][]uint64{s.stamps.vars, s.stamps.zones, s.stamps.entities}[r.list]
		if r.index >= len(list) || list[r.index] > t.tick {
			return false
		}
	}
	return true
}

func (t *Tracker) note(list uint8, index int) {
	t.reads = append(t.reads, readMark{list, index})
}
