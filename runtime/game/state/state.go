package state

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
)

// Limbo is the zone of an entity that is temporarily out of play.
const Limbo = -1

// MaxEntities is the largest number of entities at one time.
const MaxEntities = 1 << 14

// State is all data of one game. It is not safe for concurrent use.
type State struct {
	Layout *Layout
	Seed   uint64

	vars     []Value
	entities []entity
	props    []Value // Layout.stride for each entity slot
	zones    [][]ID
	free     []int // slots of removed entities, last freed last
	temps    []temp
	streams  []stream
	pending  *Pending

	journal []Change
	cursor  int // how much of the journal is applied; the rest can be redone
	mark    int // start of the open transaction
	open    bool
	locked  int // above 0 while read-only
	cause   int32
	work    int64 // see Work

	// extras holds the extras of coming changes; the journal keeps those in use
	// alive.
	extras     []extra
	extrasUsed int

	due         []temp      // scratch of Expire
	digest      []byte      // scratch of Hash
	sortBuffers sortBuffers // scratch of Sort and Normalize

	stamps  stamps
	tracker *Tracker
}

type entity struct {
	proto      *Prototype
	generation uint32
	zone       int32
}

type stream struct {
	name   string
	source random.Stream
	rigged []Value // results to return before drawing; for tests and debugging
}

// New returns the state at the start of a game, with variables at their start
// values and empty zones.
func New(l *Layout, seed uint64) *State {
	s := &State{Layout: l, Seed: seed}
	s.vars = make([]Value, l.VarSlots())
	for i := range s.vars {
		d, _ := l.VarDecl(i)
		s.vars[i] = d.Start
	}
	s.zones = make([][]ID, l.ZoneSlots())
	s.stamps.resize(s)
	return s
}

// Var returns the value in a variable slot.
func (s *State) Var(slot int) Value {
	if s.tracker != nil {
		s.tracker.note(readVar, slot)
	}
	return s.vars[slot]
}

// OverwriteVar gives a variable another value without recording a change, so
// it cannot be undone: to begin a game, or for a copy.
func (s *State) OverwriteVar(slot int, v Value) {
	s.vars[slot] = v
	s.stamps.touch(&s.stamps.vars[slot])
}

// OverwriteProp is OverwriteVar for a property of a living entity.
func (s *State) OverwriteProp(id ID, prop int, v Value) {
	s.props[id.Slot()*s.Layout.stride+prop] = v
	s.stamps.markAll()
}

// Alive reports whether the entity still exists, in a zone or in limbo.
func (s *State) Alive(id ID) bool {
	slot := id.Slot()
	return uint(slot) < uint(len(s.entities)) &&
		s.entities[slot].generation == id.generation() && s.entities[slot].proto != nil
}

// Find returns what an entity was made from and its zone slot; p is nil if the
// entity does not exist any more.
func (s *State) Find(id ID) (p *Prototype, zone int) {
	slot := id.Slot()
	if uint(slot) >= uint(len(s.entities)) {
		return nil, Limbo
	}
	e := &s.entities[slot]
	if e.generation != id.generation() {
		return nil, Limbo
	}
	if s.tracker != nil {
		s.tracker.note(readEntity, slot)
	}
	return e.proto, int(e.zone)
}

// Prototype returns what the living entity was made from.
func (s *State) Prototype(id ID) *Prototype {
	if s.tracker != nil {
		s.tracker.note(readEntity, id.Slot())
	}
	return s.entities[id.Slot()].proto
}

// Prop returns a property of a living entity by its number in the kind.
func (s *State) Prop(id ID, prop int) Value {
	if s.tracker != nil {
		s.tracker.note(readEntity, id.Slot())
	}
	return s.props[id.Slot()*s.Layout.stride+prop]
}

// Read returns what a living entity was made from, and its properties. The slice
// belongs to the state.
func (s *State) Read(id ID) (p *Prototype, props []Value) {
	slot := id.Slot()
	if s.tracker != nil {
		s.tracker.note(readEntity, slot)
	}
	return s.entities[slot].proto, s.props[slot*s.Layout.stride:]
}

// Zone returns the entities of a zone, first (top) first. The slice belongs to
// the state: do not change it or keep it across a change.
func (s *State) Zone(slot int) []ID {
	if s.tracker != nil {
		s.tracker.note(readZone, slot)
	}
	return s.zones[slot]
}

// ZoneOf returns the zone slot of a living entity, or Limbo.
func (s *State) ZoneOf(id ID) int {
	if s.tracker != nil {
		s.tracker.note(readEntity, id.Slot())
	}
	return int(s.entities[id.Slot()].zone)
}

// Index returns the entity's position in its zone, counted from 0, or -1.
func (s *State) Index(id ID) int {
	zone := s.ZoneOf(id)
	if zone == Limbo {
		return -1
	}
	return slices.Index(s.Zone(zone), id)
}

// Temporary reports whether the entity will be removed by an event.
func (s *State) Temporary(id ID) bool {
	if s.tracker != nil {
		s.tracker.note(readEntity, id.Slot())
	}
	for i := range s.temps {
		if t := &s.temps[i]; t.id == id && t.sort == tempAdded {
			return true
		}
	}
	return false
}

// Entities calls f with every living entity in the order of slots.
func (s *State) Entities(f func(ID)) {
	for slot, e := range s.entities {
		if e.proto != nil {
			f(makeID(slot, e.generation))
		}
	}
}

// Lock forbids changes until Unlock is called with the value it returns, the
// number of locks held before. Locks nest.
func (s *State) Lock() (before int) {
	s.locked++
	return s.locked - 1
}

// Unlock releases a Lock, and those within it that a failure left in place.
func (s *State) Unlock(before int) { s.locked = before }

// Locked reports whether the state may only be read.
func (s *State) Locked() bool { return s.locked > 0 }

// SetCause sets the cause of the following changes: a number that the owner of
// the state interprets.
func (s *State) SetCause(cause int32) { s.cause = cause }

// Cause returns the cause set last.
func (s *State) Cause() int32 { return s.cause }

func (s *State) writable() *diag.Diagnostic {
	if s.locked > 0 {
		d := diag.New("script/read-only", diag.Place{}, "nothing can be changed here, only read")
		return &d
	}
	if !s.open {
		panic("state: change outside a transaction")
	}
	return nil
}
