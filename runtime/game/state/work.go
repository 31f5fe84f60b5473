package state

import (
	"strconv"

	"sleight/runtime/diag"
)

// The cost of changes in units of the script budget: high enough that a budget
// spent on changes alone bounds the memory of the journal and the time spent
// searching.
const (
	costChange = 24
	costExtra  = 64
	costProp   = 4  // each property of an entity that is created or removed
	costOrder  = 4  // each entity that is reordered
	scanned    = 8  // places searched per unit
	costLife   = 96 // data kept about an entity elsewhere
)

// maxTemps is the largest number of temporary changes. All of them are scanned
// at every change.
const maxTemps = 4096

// maxStreamName is the largest number of bytes in the name of a random stream,
// and maxStreams the largest number of streams: they are part of the state for
// good.
const (
	maxStreamName = 64
	maxStreams    = 256
)

// Work returns the cost of the changes since the last call, in units of the
// script budget. Equal changes of equal states cost the same.
func (s *State) Work() int64 {
	work := s.work
	s.work = 0
	return work
}

// Worked reports whether Work returns a cost.
func (s *State) Worked() bool { return s.work > 0 }

// TempCount returns the number of temporary changes.
func (s *State) TempCount() int { return len(s.temps) }

// ChangeCost says what a sort of change costs, in units of the script budget.
type ChangeCost struct{ Change, Cost string }

// ChangeCosts lists what Work charges, for the reference of scripts.
func ChangeCosts() []ChangeCost {
	units := strconv.Itoa
	extra := units(costChange + costExtra)
	return []ChangeCost{
		{"a variable, a property or a place that changes", units(costChange)},
		{"a draw from a random stream", "at most " + extra + ", and as much again for the first from that stream"},
		{"a shuffle", units(2*(costChange+costExtra)) + ", and " + units(costOrder) + " for each entity of the zone"},
		{"a temporary change that begins, ends or is adjusted, besides the change itself", extra},
		{"an entity that is created", units(costChange+costLife) + ", and " + units(costProp) + " for each property of the kind that has most"},
		{"an entity that is removed", units(costChange+costExtra+costLife) + ", and " + units(costProp) + " for each property of the kind that has most"},
		{"searching a zone for a place, or the temporary changes", "1 for " + units(scanned) + " of them"},
	}
}

// scan counts n places as searched.
func (s *State) scan(n int) { s.work += int64(n / scanned) }

// checkTempLimit returns the reason why no further temporary change is possible, or
// nil.
func (s *State) checkTempLimit(until Until) *diag.Diagnostic {
	if until.Count == 0 || len(s.temps) < maxTemps {
		return nil
	}
	return s.tooManyTemps()
}

func (s *State) tooManyTemps() *diag.Diagnostic {
	d := diag.New("game/bounds", diag.Place{}, "%d changes are waiting for the event that takes them back, more than a game may have", len(s.temps)).
		WithHint("emit the event, or change it for good")
	return &d
}
