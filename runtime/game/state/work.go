package state

import (
	"sleight/runtime/diag"
)

// What changes cost, in units of the budget of scripts: so much that a budget
// spent on changes alone bounds the memory of the journal, and the time of what
// is looked through for each.
const (
	costChange = 24
	costExtra  = 64
	costProp   = 4  // each property of an entity that comes into being or ends
	costOrder  = 4  // each entity that is put in order
	scanned    = 8  // places that are looked through for a unit
	costLife   = 96 // what is kept of an entity elsewhere
)

// maxTemps is how many changes may be waiting to be taken back. Each is looked
// at whenever something changes.
const maxTemps = 4096

// maxStreamName is how many bytes the name of a random stream may have, and
// maxStreams how many there may be: they are part of the state for good.
const (
	maxStreamName = 64
	maxStreams    = 256
)

// Work returns what the changes since the last call have cost, in units of the
// budget of scripts. Equal changes of equal states cost the same.
func (s *State) Work() int64 {
	work := s.work
	s.work = 0
	return work
}

// Waiting returns how many changes are waiting to be taken back.
func (s *State) Waiting() int { return len(s.temps) }

// scan counts n places that are looked through.
func (s *State) scan(n int) { s.work += int64(n / scanned) }

// mayWait tells why no further change can be for a time.
func (s *State) mayWait(until Until) *diag.Diagnostic {
	if until.Count == 0 || len(s.temps) < maxTemps {
		return nil
	}
	return s.tooManyWait()
}

func (s *State) tooManyWait() *diag.Diagnostic {
	d := diag.New("game/bounds", diag.Place{}, "%d changes are waiting for the event that takes them back, more than a game may have", len(s.temps)).
		WithHint("emit the event, or change it for good")
	return &d
}
