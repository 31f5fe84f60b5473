package api

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// former evaluates entity.name for an entity that is gone, as it was when the
// running command removed it. It fails if an earlier command did, and for bots.
func (h *Host) former(id state.ID, key lua.Value) lua.Value {
	last := h.lastKnown(id)
	name, ok := key.Text()
	kind := last.Prototype.Kind
	if !ok {
		h.notAField(key)
	}
	if i, ok := kind.Prop(name); ok {
		return h.lua(last.FinalProp(i))
	}
	switch {
	case name == "zone":
		return lua.Nil
	case name == "index", name == "owner":
		return lua.Num(0)
	case name == "temporary":
		return lua.Bool(false)
	case name == "face" && kind.Die:
		return h.lua(h.faceOf(last.Prototype, last.FinalProp(DieValue)))
	}
	return h.field(h.Game.DefinitionOf(last.Prototype), kind, name)
}

// wasTagged is tagged for an entity that is gone.
func (h *Host) wasTagged(id state.ID, tag string) bool {
	last := h.lastKnown(id)
	if i, ok := last.Prototype.Kind.Tag(tag); ok {
		return last.FinalProp(i).Num != 0
	}
	d := h.Game.DefinitionOf(last.Prototype)
	return d != nil && HasTag(d, tag)
}

// lastKnown returns the change by which the running command ended an entity. It
// charges for the search.
func (h *Host) lastKnown(id state.ID) *state.Change {
	if h.Veil != nil {
		h.gone("entity")
	}
	last, searched := h.State.Ended(id)
	h.chargeSearch(searched)
	if last == nil {
		h.gone("entity")
	}
	return last
}

// kindHas reports whether any definition of a kind has a parameter.
func (g *Game) kindHas(kind *state.KindDecl, param string) bool {
	return slices.Contains(g.Params[kind], param)
}

func (h *Host) gone(what string) {
	h.VM.Fail(diag.New("game/gone", diag.Place{}, "the %s is no longer in play", what).
		WithHint(whyGone))
}

const whyGone = "remove, take and the end of a temporary change take entities out of play; use them before, or ask in_play(entity)"
