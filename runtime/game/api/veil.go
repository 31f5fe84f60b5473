package api

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// Veil describes what is hidden from the player whose bot is a script. A script
// that reads any of it fails, unless Report is set.
type Veil struct {
	Player int // counted from 1
	// Report, if set, is called when a script reads what the player may not know.
	// The script is not a bot then, and reads everything as it is.
	Report func()
	// Closed reports, by zone slot, whether the player may not look into a zone,
	// and Jumbled whether the player sees its entities in an order that is not
	// the true one. Secret reports, by variable slot, whether the player may not
	// know a variable. HidesValues reports whether any property is hidden from anyone.
	Closed, Jumbled, Secret []bool
	HidesValues             bool
	// Entity reports whether an entity in a closed zone is concealed from the
	// player, and Property whether a property of a visible one is.
	Entity   func(state.ID) bool
	Property func(id state.ID, prop int) bool
	// Listed returns the entities of a zone in the order in which the player sees
	// them.
	Listed func(slot int) []state.ID
	// Answered reports whether the player may not know what the open window
	// reacts to: its n-th target, counted from 1, or the command itself for 0.
	Answered func(n int) bool
	// Sort sorts the options of a question into the order in which the player
	// sees them.
	Sort func([]state.Value)
}

// guards reports whether reading an entity of a zone must be checked: most are
// in zones that the player can look into.
func (v *Veil) guards(zone int) bool {
	return v.HidesValues || uint(zone) < uint(len(v.Closed)) && v.Closed[zone]
}

// conceals reports whether the player may not know what an entity is.
func (v *Veil) conceals(st *state.State, id state.ID) bool {
	zone := st.ZoneOf(id)
	return zone != state.Limbo && v.Closed[zone] && v.Entity(id)
}

// secretRead fails because a script reads something that its player may not
// know, or reports it.
func (h *Host) secretRead(what string) {
	if h.Veil.Report != nil {
		h.Veil.Report()
		return
	}
	h.VM.Fail(diag.New("secrets/leak", diag.Place{}, "the bot's choice depends on information hidden from player %d: it reads %s", h.Veil.Player, what).
		WithHint("a bot may read what a player in its seat sees"))
}

// within returns the entities of a zone as the script may know them: in the
// order of the zone or, for a bot, in the order that its player sees.
func (h *Host) within(slot int) []state.ID {
	if h.Veil == nil {
		return h.State.Zone(slot)
	}
	h.counted(slot)
	return h.listing(slot)
}

// counted returns the entities of a zone to code that only counts them. It
// fails if a bot counts a closed zone whose size its player may not know.
func (h *Host) counted(slot int) []state.ID {
	if h.Veil != nil && h.Veil.Closed[slot] {
		if d, _ := h.Game.Layout.ZoneDecl(slot); d.Uncounted {
			h.secretRead("how many entities are in the zone " + d.Name)
		}
	}
	return h.State.Zone(slot)
}

// listing returns the entities of a zone in the order that the script may know.
func (h *Host) listing(slot int) []state.ID {
	if h.Veil != nil && h.Veil.Jumbled[slot] {
		if h.Veil.Report == nil {
			return h.Veil.Listed(slot)
		}
		h.Veil.Report()
	}
	return h.State.Zone(slot)
}

// mustKnowIdentity fails if a bot reads what a concealed entity is.
func (h *Host) mustKnowIdentity(id state.ID, what string) {
	if h.Veil != nil && h.Veil.conceals(h.State, id) {
		h.secretRead(what + " of an entity that is concealed")
	}
}

// mayRead fails if a bot reads entity.name and its player may not know that.
func (h *Host) mayRead(id state.ID, name string) {
	if h.Veil == nil || !h.Veil.guards(h.State.ZoneOf(id)) {
		return
	}
	concealed := h.Veil.conceals(h.State, id)
	if !concealed && !h.Veil.HidesValues || slices.Contains(places[:], name) {
		return
	}
	if concealed {
		if _, turns := h.State.Prototype(id).Kind.Prop("face_up"); turns && name == "face_up" {
			return // everyone knows that it is face down
		}
		h.secretRead(name + " of an entity that is concealed")
	}
	if name == "face" {
		name = "value" // what a die shows follows from it
	}
	if i, ok := h.State.Prototype(id).Kind.Prop(name); ok && h.Veil.Property(id, i) {
		h.secretRead("the property " + name)
	}
}

// CheckListener fails if a changed value would reveal to a bot that a concealed entity
// is listening; state.None is the game.
func (h *Host) CheckListener(id state.ID) {
	if h.Veil != nil && id != state.None {
		h.mustKnowIdentity(id, "a value that depends on the listeners")
	}
}
