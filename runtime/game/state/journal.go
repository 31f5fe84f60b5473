package state

import (
	"slices"

	"sleight/runtime/game/random"
)

// Op is the sort of a change.
type Op uint8

// The sorts of change. Each can be undone and redone.
const (
	OpVar      Op = iota // variable Slot: From → To
	OpProp               // property Prop of Entity: From → To
	OpCreate             // Entity was created, in limbo
	OpDelete             // Entity, in limbo, ceased to exist
	OpMove               // Entity: zone Slot at Index → zone ToSlot at ToIndex
	OpOrder              // zone Slot was reordered
	OpDraw               // stream Slot advanced
	OpPending            // the questions that wait to be answered changed
	opTempAdd            // a temporary change was added
	opTempDrop           // a temporary change was dropped
	opTempEdit           // a temporary change was edited
	opStream             // a stream was created
)

// Change is one entry of the journal.
type Change struct {
	Op             Op
	Cause          int32
	Slot, ToSlot   int32
	Index, ToIndex int32
	Prop           int32
	Entity         ID
	From, To       Value
	// Prototype is the prototype of the entity of an OpCreate or OpDelete.
	Prototype *Prototype
	extra     *extra
}

// FinalProp returns the final value of a property of the entity of an OpDelete, and
// the zero Value for other changes.
func (c *Change) FinalProp(prop int) Value {
	if c.Op != OpDelete {
		return Value{}
	}
	return c.extra.props[prop]
}

// extra holds the fields that only rare changes need.
type extra struct {
	props         []Value
	before, after []ID
	temp, toTemp  temp
	source, to    random.Stream
	rig, toRig    []Value
	name          string
	pending       *Pending
	toPending     *Pending
}

// Extras are allocated in chunks of growing size, up to a bound, so that
// eventually one chunk is enough for every command without history.
const (
	minExtras = 32
	maxExtras = 1024
)

// newExtra returns the extra fields for a change. They may hold old data: the
// caller must write every field that the change reads.
func (s *State) newExtra() *extra {
	s.work += costExtra
	if s.extrasUsed == len(s.extras) {
		s.extras, s.extrasUsed = make([]extra, min(max(minExtras, 2*len(s.extras)), maxExtras)), 0
	}
	e := &s.extras[s.extrasUsed]
	s.extrasUsed++
	return e
}

// Begin opens a transaction. Changes that were undone can no longer be redone.
func (s *State) Begin() {
	if s.open {
		panic("state: transactions do not nest")
	}
	s.dropUndone()
	s.mark, s.open, s.work = s.cursor, true, 0
}

// Commit closes the transaction and returns its changes, which stay valid
// until the next Begin or Forget.
func (s *State) Commit() []Change {
	s.open = false
	return s.journal[s.mark:s.cursor]
}

// Rollback closes the transaction and takes back everything done in it.
func (s *State) Rollback() {
	s.rewind(s.mark)
	s.dropUndone()
	s.open, s.locked = false, 0
}

func (s *State) dropUndone() {
	if s.cursor < len(s.journal) {
		clear(s.journal[s.cursor:])
		s.journal = s.journal[:s.cursor]
	}
}

// Ended returns the change by which the open transaction ended an entity, nil if
// there is none, and how many changes it looked at.
func (s *State) Ended(id ID) (c *Change, searched int) {
	if !s.open || s.tracker != nil { // what a tracker records must not depend on the journal
		return nil, 0
	}
	for i := s.cursor - 1; i >= s.mark; i-- {
		if c := &s.journal[i]; c.Op == OpDelete && c.Entity == id {
			return c, s.cursor - i
		}
	}
	return nil, s.cursor - s.mark
}

// Position returns the number of changes from the start until now.
func (s *State) Position() int { return s.cursor }

// Journal returns all changes that can be undone, followed by those that can be
// redone.
func (s *State) Journal() []Change { return s.journal }

// Changes returns the changes from one position to another.
func (s *State) Changes(from, to int) []Change { return s.journal[from:to] }

// Travel undoes or redoes changes until the position is reached, which must be
// the beginning or end of a transaction.
func (s *State) Travel(position int) {
	s.rewind(position)
	for s.cursor < position {
		s.apply(&s.journal[s.cursor], true)
		s.cursor++
	}
}

// Forget drops the journal, so that nothing before now can be undone.
// Simulations call it after each command.
func (s *State) Forget() {
	s.journal, s.cursor = s.journal[:0], 0
	s.extrasUsed = 0
}

// keptChanges is how many changes of a command an idle journal has room for.
const keptChanges = 64

// Trim is Forget, and gives back the memory of a long journal.
func (s *State) Trim() {
	s.Forget()
	if cap(s.journal) > keptChanges {
		s.journal = nil
	}
	if len(s.extras) > keptChanges {
		s.extras = nil
	}
}

func (s *State) rewind(position int) {
	for s.cursor > position {
		s.cursor--
		s.apply(&s.journal[s.cursor], false)
	}
}

// note adds an entry to the journal, to be filled in and applied before the
// next one.
func (s *State) note(op Op) *Change {
	s.work += costChange
	n := len(s.journal)
	if n == cap(s.journal) {
		s.journal = slices.Grow(s.journal, 1)
	}
	s.journal = s.journal[:n+1]
	c := &s.journal[n]
	s.cursor++
	*c = Change{Op: op, Cause: s.cause}
	return c
}

// apply applies a change, or reverts it if forward is false.
func (s *State) apply(c *Change, forward bool) {
	switch c.Op {
	case OpVar:
		s.vars[c.Slot] = either(forward, c.To, c.From)
		s.stamps.touch(&s.stamps.vars[c.Slot])
	case OpProp:
		s.props[c.Entity.Slot()*s.Layout.stride+int(c.Prop)] = either(forward, c.To, c.From)
		s.propWritten(c.Entity, int(c.Prop))
	case OpCreate:
		s.applyLife(c, forward)
	case OpDelete:
		s.applyLife(c, !forward)
	case OpMove:
		from, to := Spot{int(c.Slot), int(c.Index)}, Spot{int(c.ToSlot), int(c.ToIndex)}
		s.transfer(c.Entity, either(forward, from, to), either(forward, to, from))
	case OpOrder:
		copy(s.zones[c.Slot], either(forward, c.extra.after, c.extra.before))
		s.stamps.tick++
		s.moved(int(c.Slot), nil)
	case OpDraw:
		s.streams[c.Slot].source = either(forward, c.extra.to, c.extra.source)
		s.streams[c.Slot].rigged = either(forward, c.extra.toRig, c.extra.rig)
	case OpPending:
		s.pending = either(forward, c.extra.toPending, c.extra.pending)
		s.stamps.touch(&s.stamps.pending[0])
	case opStream:
		if forward {
			s.streams = append(s.streams, stream{name: c.extra.name, source: c.extra.source})
		} else {
			s.streams = s.streams[:len(s.streams)-1]
		}
	default:
		s.applyTemp(c, forward)
	}
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// applyLife creates or ends an entity. Its slot is the last free one or a new
// one, so the order of slots is the same in every replay.
func (s *State) applyLife(c *Change, alive bool) {
	slot := c.Entity.Slot()
	made := c.Op == OpCreate
	s.work += int64(costLife + costProp*s.Layout.stride)
	if alive {
		if slot == len(s.entities) {
			s.entities = append(s.entities, entity{})
			s.props = append(s.props, make([]Value, s.Layout.stride)...)
			s.stamps.resize(s)
		} else {
			s.free = s.free[:len(s.free)-1]
		}
		s.entities[slot] = entity{proto: c.Prototype, generation: c.Entity.generation(), zone: Limbo}
		start := c.Prototype.Start
		if !made {
			start = c.extra.props
		}
		copy(s.props[slot*s.Layout.stride:], start)
	} else {
		// Undoing a creation leaves no trace; an end increments the generation,
		// so that an old ID never refers to a new entity.
		generation := c.Entity.generation()
		if !made {
			generation++
		}
		s.entities[slot] = entity{generation: generation, zone: Limbo}
		clear(s.props[slot*s.Layout.stride : (slot+1)*s.Layout.stride])
		if made && c.Index == 1 { // the slot was new
			s.entities = s.entities[:slot]
			s.props = s.props[:slot*s.Layout.stride]
		} else {
			s.free = append(s.free, slot)
		}
	}
	s.stamps.touch(&s.stamps.entities[slot])
}

// transfer moves an entity from one place to another.
func (s *State) transfer(id ID, from, to Spot) {
	at := &s.entities[id.Slot()]
	s.stamps.tick++
	if from.Zone != Limbo {
		zone := &s.zones[from.Zone]
		last := len(*zone) - 1
		if from.Index != last {
			copy((*zone)[from.Index:], (*zone)[from.Index+1:])
		}
		*zone = (*zone)[:last]
		s.moved(from.Zone, at.proto)
	}
	if to.Zone != Limbo {
		zone := &s.zones[to.Zone]
		last := len(*zone)
		s.scan(last - to.Index)
		*zone = append(*zone, id)
		if to.Index != last {
			copy((*zone)[to.Index+1:], (*zone)[to.Index:])
			(*zone)[to.Index] = id
		}
		s.moved(to.Zone, at.proto)
	}
	at.zone, s.stamps.entities[id.Slot()] = int32(to.Zone), s.stamps.tick
}
