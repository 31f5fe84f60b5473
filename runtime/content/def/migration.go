package def

import "sleight/runtime/diag"

// Migration describes the changes of a version of a pack to saves.
type Migration struct {
	Pack string
	// Before is the version with the change: saves made with earlier versions
	// are migrated.
	Before string
	// Text describes the change; usually empty.
	Text string
	// NameChanges are in the order of the file.
	NameChanges []NameChange
	// Script has the function migrate; nil if there is none.
	Script *Script
	Place  diag.Place
}

// Category is the kind of thing that a migration renames or removes.
type Category string

// The kinds of things that saves name.
const (
	CategoryDefinition Category = "definition" // kind/id
	CategoryVariable   Category = "variable"
	CategoryProperty   Category = "property" // kind.name
	CategoryZone       Category = "zone"
	CategoryPhase      Category = "phase"
	CategoryEvent      Category = "event"
	CategoryStream     Category = "stream"
)

// NameChange is something that was renamed or removed.
type NameChange struct {
	Category Category
	From     string
	// To is the new name, or the replacement for what was removed; empty for
	// none.
	To      string
	Removed bool
	// Place is the place of the old name, ToPlace that of the new one.
	Place, ToPlace diag.Place
}

// SaveFile is a save of an earlier version, kept in a pack for tests.
type SaveFile struct {
	Pack, File string
	Read       func() ([]byte, error)
}
