package def

import "sleight/runtime/diag"

// Migration says what a version of a pack changed in what saves hold.
type Migration struct {
	Pack string
	// Before is the version that changed it: saves made under earlier ones are
	// migrated.
	Before string
	// Text is what changed, in words; mostly empty.
	Text string
	// Moves are in the order in which they are written.
	Moves []Moved
	// Script has the function migrate; nil when there is none.
	Script *Script
	Place  diag.Place
}

// Sort is what a migration is about.
type Sort string

// The sorts of things that saves name.
const (
	SortDefinition Sort = "definition" // kind/id
	SortVariable   Sort = "variable"
	SortProperty   Sort = "property" // kind.name
	SortZone       Sort = "zone"
	SortPhase      Sort = "phase"
	SortEvent      Sort = "event"
	SortStream     Sort = "stream"
)

// Moved is one thing that has another name, or is gone.
type Moved struct {
	Sort Sort
	From string
	// To is the new name, or what stands in for what is gone; empty for nothing.
	To   string
	Gone bool
	// Place is where the old name stands, and ToPlace where the new one does.
	Place, ToPlace diag.Place
}

// SaveFile is a save that a pack keeps, of an earlier version, to be tested.
type SaveFile struct {
	Pack, File string
	Read       func() ([]byte, error)
}
