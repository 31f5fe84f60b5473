package api

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// Veil reports what the player whom a script advises may not know. Reading it is
// a fault of the script.
type Veil struct {
	Player int // counted from 1
	// Entity reports whether an entity is concealed from the player, Property
	// whether a property of a visible one is, and Variable whether a variable slot
	// is.
	Entity   func(state.ID) bool
	Property func(id state.ID, prop int) bool
	Variable func(slot int) bool
	// Count reports whether the player may not know how many entities a zone
	// holds. Listed returns the entities of a zone in the order in which the
	// player sees them.
	Count  func(slot int) bool
	Listed func(slot int) []state.ID
	// Answered reports whether the player may not know what is reacted to in the
	// open window: its n-th target, counted from 1, or the command itself for 0.
	Answered func(n int) bool
	// Sort brings options of a question into the order in which the player sees
	// them.
	Sort func([]state.Value)
}

// peek fails because a script reads what its player may not know.
func (h *Host) peek(what string) {
	h.VM.Fail(diag.New("secrets/leak", diag.Place{}, "the bot's choice depends on information hidden from player %d: it reads %s", h.Veil.Player, what).
		WithHint("a bot may read what a player in its seat sees"))
}

// within returns the entities of a zone as the script may know them: in the
// order of the zone or, for a bot, in the order that its player sees.
func (h *Host) within(slot int) []state.ID {
	if h.Veil == nil {
		return h.State.Zone(slot)
	}
	if h.Veil.Count(slot) {
		d, _ := h.Game.Layout.ZoneDecl(slot)
		h.peek("how many entities are in the zone " + d.Name)
	}
	return h.Veil.Listed(slot)
}

// known fails if a bot reads what a concealed entity is.
func (h *Host) known(id state.ID, what string) {
	if h.Veil != nil && h.Veil.Entity(id) {
		h.peek(what + " of an entity that is concealed")
	}
}

// mayRead fails if a bot reads entity.name and its player may not know that.
func (h *Host) mayRead(id state.ID, name string) {
	if h.Veil == nil || slices.Contains(places[:], name) {
		return
	}
	h.known(id, name)
	if name == "face" {
		name = "value" // what a die shows follows from it
	}
	if i, ok := h.State.Prototype(id).Kind.Prop(name); ok && h.Veil.Property(id, i) {
		h.peek("the property " + name)
	}
}

// MayHear fails if a bot learns by a changed value that a concealed entity is
// there, which listens to it; state.None is the game.
func (h *Host) MayHear(id state.ID) {
	if h.Veil != nil && id != state.None {
		h.known(id, "a value that depends on the listeners")
	}
}
