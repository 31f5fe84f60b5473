package api

import "sleight/runtime/game/state"

// The cost of API calls beyond the script's own operations, in units of its
// budget.
const (
	costCall  = 4  // any call
	costList  = 96 // a list
	costItem  = 2  // each item of it
	costEntry = 6  // an entry of a weighted table
	costSaid  = 32 // a message to the players
	costByte  = 16 // bytes of a message per unit
	looked    = 8  // places searched per unit
)

// toll charges for the state's changes since the last toll.
func (h *Host) toll() { h.VM.Charge(h.State.Work()) }

// look charges for searching n places.
func (h *Host) look(n int) { h.VM.Charge(int64(n / looked)) }

// listed charges for a list of n items.
func (h *Host) listed(n int) { h.VM.Charge(costList + costItem*int64(n)) }

// walk returns the entities of a zone and charges for visiting each.
func (h *Host) walk(zone int) []state.ID {
	ids := h.within(zone)
	h.VM.Charge(costItem * int64(len(ids)))
	return ids
}
