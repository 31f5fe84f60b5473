package lua

import (
	"maps"
	"slices"
)

// Shelf is one library of Lua as scripts have it.
type Shelf struct {
	// Name is the table that holds the functions; empty for those without one.
	Name string
	// Names are its functions and constants, sorted.
	Names []string
}

// Library lists what scripts have of Lua's own library.
func Library() []Shelf {
	base := slices.Sorted(slices.Values(baseNames))
	all := []Shelf{{Names: base}}
	for _, lib := range libraries {
		all = append(all, Shelf{Name: lib.name, Names: libraryFields(lib.name)})
	}
	return all
}

// Missing is what stock Lua has and scripts do not.
type Missing struct{ Name, Instead string }

// Absent lists, by name, what scripts lack that authors look for, with what to
// do instead.
func Absent() []Missing {
	var all []Missing
	for _, name := range slices.Sorted(maps.Keys(absent)) {
		all = append(all, Missing{name, absent[name]})
	}
	return all
}
