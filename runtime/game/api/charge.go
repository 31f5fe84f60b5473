package api

import (
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// The cost of API calls beyond the script's own operations, in units of its
// budget.
const (
	costCall       = 4  // any call
	costList       = 96 // a list
	costItem       = 2  // each item of it
	costEntry      = 6  // an entry of a weighted table
	costMessage    = 32 // a message to the players
	bytesPerUnit   = 16 // bytes of a message per unit
	searchedPlaces = 8  // places searched per unit
)

// chargeChanges charges for the changes of the state since the last call. When an
// API function ends, it is called once; a function that changes several entities
// calls it after each.
func (h *Host) chargeChanges() { h.VM.Charge(h.State.Work()) }

// chargeSearch charges for searching n places.
func (h *Host) chargeSearch(n int) { h.VM.Charge(int64(n / searchedPlaces)) }

// chargeList charges for a list of n items.
func (h *Host) chargeList(n int) { h.VM.Charge(costList + costItem*int64(n)) }

// newList returns a list of values, and charges for it.
func (h *Host) newList(values []state.Value) lua.Value {
	h.chargeList(len(values))
	t := h.VM.NewList(len(values))
	for _, v := range values {
		t.Append(h.lua(v))
	}
	return t.Value()
}

// walk returns the entities of a zone and charges 2 units for each. The slice
// belongs to the state: clone it before changing the zone.
func (h *Host) walk(zone int) []state.ID {
	ids := h.within(zone)
	h.VM.Charge(costItem * int64(len(ids)))
	return ids
}
