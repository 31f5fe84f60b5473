package state

import (
	"cmp"
	"slices"
	"strings"

	"sleight/runtime/game/random"
)

// CopyTo makes dst equal to s, but with an empty journal. It reuses dst's
// memory, so that a search can copy without allocating.
func (s *State) CopyTo(dst *State) {
	dst.Layout, dst.Seed = s.Layout, s.Seed
	dst.vars = append(dst.vars[:0], s.vars...)
	dst.entities = append(dst.entities[:0], s.entities...)
	dst.props = append(dst.props[:0], s.props...)
	if cap(dst.zones) < len(s.zones) {
		dst.zones = make([][]ID, len(s.zones))
	}
	dst.zones = dst.zones[:len(s.zones)]
	for i, z := range s.zones {
		dst.zones[i] = append(dst.zones[i][:0], z...)
	}
	dst.free = append(dst.free[:0], s.free...)
	dst.temps = append(dst.temps[:0], s.temps...)
	dst.streams = append(dst.streams[:0], s.streams...)
	dst.pending = s.pending
	dst.Forget()
	dst.mark, dst.open, dst.locked = 0, false, 0
	dst.stamps.resize(dst)
	dst.stamps.markAll()
}

// CopyAt is CopyTo for the state as it was at a position of the journal.
func (s *State) CopyAt(dst *State, position int) {
	s.CopyTo(dst)
	for i := s.cursor - 1; i >= position; i-- {
		dst.apply(&s.journal[i], false)
	}
}

// BeginRead locks the state for code that only reads it in the middle of a
// command. The returned function unlocks it and discards the cost of the reads.
func (s *State) BeginRead() (end func()) {
	before, work := s.Lock(), s.work
	return func() {
		s.Unlock(before)
		s.work = work
	}
}

// Restart resets the state to the start of a game, as New does, reusing its
// memory.
func (s *State) Restart(seed uint64) {
	s.Seed = seed
	for i := range s.vars {
		d, _ := s.Layout.VarDecl(i)
		s.vars[i] = d.Start
	}
	for i := range s.zones {
		s.zones[i] = s.zones[i][:0]
	}
	s.entities, s.props, s.free, s.temps = s.entities[:0], s.props[:0], s.free[:0], s.temps[:0]
	s.streams, s.pending = s.streams[:0], nil
	s.Forget()
	s.mark, s.open, s.locked = 0, false, 0
	s.stamps.markAll()
}

// Populate gives a state without entities those of another state of the same layout.
// It is not a change of the game and cannot be undone.
func (s *State) Populate(from *State) {
	s.entities = append(s.entities[:0], from.entities...)
	s.props = append(s.props[:0], from.props...)
	for i, z := range from.zones {
		s.zones[i] = append(s.zones[i][:0], z...)
	}
	s.stamps.resize(s)
	s.stamps.markAll()
}

// Reseed changes all future random numbers: of existing streams and of those
// yet to be created. Rigged results stay.
func (s *State) Reseed(seed uint64) {
	s.Seed = seed
	for i := range s.streams {
		s.streams[i].source = random.New(seed, s.streams[i].name)
	}
}

// Spot is a place in a zone, counted from 0.
type Spot struct{ Zone, Index int }

// Redeal shuffles the entities at the spots among those spots. It is not a
// change of the game and cannot be undone: it is for a copy in which a player
// imagines what is hidden.
func (s *State) Redeal(spots []Spot, luck *random.Stream) {
	for n := len(spots) - 1; n > 0; n-- {
		a, b := spots[n], spots[luck.Below(uint64(n)+1)]
		x, y := &s.zones[a.Zone][a.Index], &s.zones[b.Zone][b.Index]
		*x, *y = *y, *x
		s.entities[x.Slot()].zone, s.entities[y.Slot()].zone = int32(a.Zone), int32(b.Zone)
	}
	s.stamps.markAll()
}

// Normalize sorts the entities at the spots by id, and then redistributes
// prototypes and properties among them, so that nothing depends on which of
// them is where. Entities with temporary changes keep theirs. Like Redeal, it
// is for copies.
func (s *State) Normalize(spots []Spot) {
	s.Sort(spots)
	n, l := s.Layout.stride, &s.sortBuffers
	if len(s.temps) > 0 {
		l.ids = slices.DeleteFunc(l.ids, s.HasTemps)
	}
	l.props, l.identities = l.props[:0], l.identities[:0]
	for _, id := range l.ids {
		from := id.Slot() * n
		l.identities = append(l.identities, identity{s.entities[id.Slot()].proto, len(l.props)})
		l.props = append(l.props, s.props[from:from+n]...)
	}
	slices.SortFunc(l.identities, func(a, b identity) int {
		if a.proto != b.proto {
			if c := strings.Compare(a.proto.Key, b.proto.Key); c != 0 {
				return c
			}
		}
		return slices.CompareFunc(l.props[a.props:a.props+n], l.props[b.props:b.props+n], func(v, w Value) int {
			if v == w {
				return 0
			}
			return cmp.Or(cmp.Compare(v.Type, w.Type), cmp.Compare(v.Num, w.Num), strings.Compare(v.Str, w.Str))
		})
	})
	for i, id := range l.ids {
		c := l.identities[i]
		s.entities[id.Slot()].proto = c.proto
		copy(s.props[id.Slot()*n:], l.props[c.props:c.props+n])
	}
	s.stamps.markAll()
}

// sortBuffers is the scratch memory of Sort and Normalize.
type sortBuffers struct {
	ids        []ID
	identities []identity
	props      []Value
}

// identity is an entity's prototype and the index of its properties in the
// buffers.
type identity struct {
	proto *Prototype
	props int
}

// Sort sorts the entities at the spots by id. Like Redeal, it is for copies.
func (s *State) Sort(spots []Spot) {
	ids := s.sortBuffers.ids[:0]
	for _, at := range spots {
		ids = append(ids, s.zones[at.Zone][at.Index])
	}
	slices.Sort(ids)
	for i, at := range spots {
		s.zones[at.Zone][at.Index] = ids[i]
		s.entities[ids[i].Slot()].zone = int32(at.Zone)
	}
	s.sortBuffers.ids = ids
	s.stamps.markAll()
}

// ShuffleIdentities shuffles prototypes and properties among the entities; each
// keeps its ID and its place. Entities with temporary changes must not be among
// them. It is not a change of the game and cannot be undone: use it on a copy
// that differs in what a player cannot know.
func (s *State) ShuffleIdentities(ids []ID, luck *random.Stream) {
	n := s.Layout.stride
	for i := len(ids) - 1; i > 0; i-- {
		a, b := ids[i].Slot(), ids[luck.Below(uint64(i)+1)].Slot()
		s.entities[a].proto, s.entities[b].proto = s.entities[b].proto, s.entities[a].proto
		for k := range n {
			x, y := &s.props[a*n+k], &s.props[b*n+k]
			*x, *y = *y, *x
		}
	}
	s.stamps.markAll()
}

// HasTemps reports whether an entity has temporary changes that have not ended.
func (s *State) HasTemps(id ID) bool {
	return slices.ContainsFunc(s.temps, func(t temp) bool { return t.id == id })
}

// CopyStreams copies the random streams of another state.
func (s *State) CopyStreams(from *State) {
	s.Seed = from.Seed
	s.streams = append(s.streams[:0], from.streams...)
}

// Same reports whether two states of one layout are equal, apart from random
// streams, temporary changes and pending questions.
func (s *State) Same(other *State) bool {
	return slices.Equal(s.vars, other.vars) && slices.Equal(s.props, other.props) && slices.Equal(s.entities, other.entities) &&
		slices.EqualFunc(s.zones, other.zones, slices.Equal)
}
