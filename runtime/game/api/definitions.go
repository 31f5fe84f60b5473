package api

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

var theID = Param{Name: "id", Type: ID, Doc: "the definition, by id or kind/id"}

var definitions = []Function{
	{
		Name: "give", Group: "definitions", Cost: "4, and what the state charges for the change", Params: withUntil(theID),
		Doc: "Gives the acting player an item: adds it to the first zone for its kind.", Result: "the entity", ResultType: "Entity", Example: `give("lantern")`,
		run: func(c *Call) {
			proto := c.host.prototype(c.args[0].Str, nil)
			slot := c.host.zoneFor(proto)
			id, problem := c.host.State.Create(proto, slot, -1, c.until())
			c.check(problem)
			c.host.emitArrival(id, slot, state.Limbo)
			c.resultEntity(id)
		},
	},
	{
		Name: "take", Group: "definitions", Cost: "4, and what the state charges for the change", Params: params(theID),
		Doc: "Removes one item with this definition, the first in the order of zones.", Result: "true when there was one", ResultType: "boolean", Example: `take("lantern")`,
		run: func(c *Call) {
			id := c.host.first(c.args[0].Str)
			if id != state.None {
				c.check(c.host.State.Remove(id, state.Until{}))
			}
			c.resultBool(id != state.None)
		},
	},
	{
		Name: "has", Group: "definitions", Cost: "4, and 1 for 8 places that are searched", Params: params(theID), Reads: true,
		Doc: "Reports whether an entity with this definition is in one of the acting player's zones.", Result: "true or false", ResultType: "boolean", Example: `has("old_map")`,
		run: func(c *Call) { c.resultBool(c.host.first(c.args[0].Str) != state.None) },
	},
	{
		Name: "definition", Group: "definitions", Cost: "4, and 1 for 8 places that are searched", Params: params(theID), Reads: true,
		Doc: "Looks up a definition, in play or not.", Result: "its parameters and fields, read-only", ResultType: "Definition", Example: `definition("consumable/lantern").name`,
		run: func(c *Call) {
			d, ok := c.host.Game.Catalog.Find(c.args[0].Str)
			if !ok {
				c.host.unknownDefinition(c.args[0].Str)
			}
			v := c.host.definition(d)
			c.host.ownFields.Put(c.raw[0], nil, ownField{value: v})
			c.result(v)
		},
		direct: directDefinition,
	},
	{
		Name: "definitions", Group: "definitions", Cost: "100, and 2 for each item",
		Params: params(Param{Name: "kind", Type: Kind, Doc: "the kind"}, Param{Name: "tag", Type: Tag, Optional: true, Default: "any", Doc: "a tag that they must have"},
			Param{Name: "rarity", Type: Text, Optional: true, Default: "any", Doc: "common, uncommon, rare or legendary: only those, without upgrades"}), Reads: true,
		Doc: "Lists the ids of all definitions of a kind, in alphabetical order; one that a migration has renamed stays in its place.", Result: "a list of texts", ResultType: "string[]", Example: `definitions("consumable")`,
		run: func(c *Call) {
			rarity := c.args[2].Str
			if c.has(2) {
				c.host.mustBeRarity(rarity)
			}
			c.result(c.host.idsOf(c.args[0].Str, c.args[1].Str, rarity))
		},
	},
	{
		Name: "tagged", Group: "definitions", Cost: "4", Params: params(Param{Name: "entity", Type: Former, Doc: "the entity, which the running command may have removed"}, Param{Name: "tag", Type: Tag, Doc: "the tag"}), Reads: true,
		Doc: "Reports whether an entity has a tag: whether its definition has it or, if the tag is declared as a property with tag: true, whether that is true now.", Result: "true or false", ResultType: "boolean", Example: `tagged(card, "attack")`,
		run: func(c *Call) {
			if !c.host.State.Alive(c.id(0)) {
				c.resultBool(c.host.wasTagged(c.id(0), c.args[1].Str))
				return
			}
			c.host.mustKnowIdentity(c.id(0), "a tag")
			proto := c.host.State.Prototype(c.id(0))
			if _, ok := proto.Kind.Tag(c.args[1].Str); ok {
				c.result(c.host.lua(c.host.read(c.id(0), c.raw[1])))
				return
			}
			d := c.host.Game.DefinitionOf(proto)
			c.resultBool(d != nil && HasTag(d, c.args[1].Str))
		},
	},
}

// unknownDefinition fails for an unknown id or kind/id.
func (h *Host) unknownDefinition(name string) {
	var known []string
	for _, d := range h.Game.Catalog.All() {
		if strings.Contains(name, "/") {
			known = append(known, d.Key())
		} else {
			known = append(known, d.ID)
		}
	}
	h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "unknown definition %q", name).Suggest(name, known))
}

// first returns the first entity of a definition in the acting player's zones.
// A bot finds only entities that its player can see.
func (h *Host) first(id string) state.ID {
	for i := range h.Game.Layout.Zones {
		ids := h.listing(h.Game.Layout.ZoneSlot(i, h.Acting))
		h.chargeSearch(2 * len(ids))
		for _, e := range ids {
			if h.Veil != nil && h.Veil.conceals(h.State, e) {
				if h.Veil.Report == nil {
					continue
				}
				h.Veil.Report()
			}
			if p := h.State.Prototype(e); p.ID == id || p.Key == id {
				return e
			}
		}
	}
	return state.None
}

// HasTag reports whether a definition has a tag.
func HasTag(d *def.Definition, tag string) bool {
	return slices.ContainsFunc(d.Data.All("tags"), func(n *def.Node) bool { return n.Text() == tag })
}

// rarities are the values of a definition's rarity.
var rarities = []string{"common", "uncommon", "rare", "legendary"}

// mustBeRarity fails for a text that is not a rarity.
func (h *Host) mustBeRarity(text string) {
	if !slices.Contains(rarities, text) {
		h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "unknown rarity %q", text).Suggest(text, rarities))
	}
}

// idsOf lists the ids of all definitions of a kind, or only those with a tag and
// of a rarity.
func (h *Host) idsOf(kind, tag, rarity string) lua.Value {
	all := h.Game.Catalog.InStableOrder(kind)
	h.chargeList(len(all))
	t := h.VM.NewList(len(all))
	for _, d := range all {
		if !d.Absent && (tag == "" || HasTag(d, tag)) && (rarity == "" || d.Rarity == rarity) {
			t.Append(lua.Text(d.ID))
		}
	}
	return t.Value()
}
