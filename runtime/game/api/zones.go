package api

import (
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

var (
	faceUp   = lua.Text("face_up")
	theZone  = Param{Name: "zone", Type: Zone, Doc: "the zone; NAME@PLAYER for another player's"}
	theThing = Param{Name: "entity", Type: Entity, Doc: "the entity"}
)

var zones = []Function{
	{
		Name: "count", Group: "zones", Cost: "4, and 2 for each entity of a list", Reads: true,
		Params: params(Param{Name: "from", Type: Entities, Doc: "the zone, NAME@PLAYER for another player's; or a list of entities"}),
		Doc:    "Counts the entities of a zone or list.", Result: "how many", ResultType: "number", Example: `count("hand")`,
		run: func(c *Call) {
			if c.slot[0] >= 0 {
				c.result(c.host.count(c.slot[0]))
				return
			}
			n := 0
			c.eachElement(func(state.ID) { n++ })
			c.resultNumber(float64(n))
		},
		direct: directZone((*Host).count),
	},
	{
		Name: "has_room", Group: "zones", Cost: "4", Params: params(theZone), Reads: true,
		Doc: "Reports whether a zone has room for one more entity.", Result: "true or false", ResultType: "boolean", Example: `has_room("bag")`,
		run:    func(c *Call) { c.result(c.host.hasRoom(c.slot[0])) },
		direct: directZone((*Host).hasRoom),
	},
	{
		Name: "top", Group: "zones", Cost: "4", Params: params(theZone), Reads: true,
		Doc: "Finds the first entity of a zone.", Result: "the entity, or nil", ResultType: "Entity?", Example: `top("deck")`,
		run:    func(c *Call) { c.result(c.host.top(c.slot[0])) },
		direct: directZone((*Host).top),
	},
	{
		Name: "at", Group: "zones", Cost: "4", Params: params(theZone, Param{Name: "index", Type: Whole, Doc: "its position, counted from 1"}), Reads: true,
		Doc: "Finds an entity of a zone by its position.", Result: "the entity, or nil", ResultType: "Entity?", Example: `at("row", 2)`,
		run:    func(c *Call) { c.result(c.host.at(c.slot[0], int(c.args[1].Num)-1)) },
		direct: directAt,
	},
	{
		Name: "each", Group: "zones", Cost: "4, and 1 for each step", Params: params(theZone), Reads: true,
		Doc: "Iterates over the entities that are in a zone now, whatever happens to the zone in the meantime.", Result: "an iterator over position and entity", ResultType: "fun(): number, Entity",
		Example: `for i, die in each("dice") do … end`,
		run: func(c *Call) {
			start := c.host.each(c.slot[0])
			c.result(c.host.next)
			c.result(start)
		},
		direct: directZone(func(h *Host, slot int) lua.Value { return h.VM.Return(h.next, h.each(slot)) }),
	},
	{
		Name: "all", Group: "zones", Cost: "100, and 2 for each item", Params: params(theZone), Reads: true,
		Doc: "Lists the entities of a zone.", Result: "a list", ResultType: "Entity[]", Example: `local cards = all("hand")`,
		run: func(c *Call) {
			ids := c.host.within(c.slot[0])
			c.host.chargeList(len(ids))
			t := c.host.VM.NewList(len(ids))
			for _, id := range ids {
				t.Append(c.host.handle(id))
			}
			c.result(t.Value())
		},
	},
	{
		Name: "zone_of", Group: "zones", Cost: "4", Params: params(Param{Name: "entity", Type: Former, Doc: "the entity, which may be gone"}), Reads: true,
		Doc: "Finds the zone that an entity is in.", Result: "the zone's name, or nil while it is out of play or when it is gone", ResultType: "string?", Example: `zone_of(card) == "hand"`,
		run: func(c *Call) {
			if id := c.id(0); c.host.State.Alive(id) {
				c.result(c.host.zoneName(c.host.State.ZoneOf(id)))
			} else {
				c.result(lua.Nil)
			}
		},
	},
	{
		Name: "index_of", Group: "zones", Cost: "4, and 1 for 8 places that are searched", Params: params(theThing), Reads: true,
		Doc: "Finds an entity's position in its zone.", Result: "the position, counted from 1; 0 while it is out of play", ResultType: "number", Example: "index_of(card)",
		run: func(c *Call) { c.resultNumber(float64(c.host.index(c.id(0)) + 1)) },
	},
	{
		Name: "add", Group: "zones", Cost: "4, and what the state charges for the change",
		Params: withUntil(Param{Name: "id", Type: ID, Doc: "the definition to make it from"}, theZone),
		Doc:    "Adds an entity at the end of a zone. A die is not rolled.", Result: "the entity", ResultType: "Entity", Example: `add("goblin", "enemies")`,
		run: func(c *Call) {
			id := c.create(0, 1)
			c.host.emitArrival(id, c.slot[1], state.Limbo)
			c.resultEntity(id)
		},
		direct: directAdd,
	},
	{
		Name: "remove", Group: "zones", Cost: "4, and what the state charges for the change", Params: withUntil(theThing),
		Doc: "Takes an entity out of play; until an event, it then returns to its place.", Example: "remove(enemy)",
		run: func(c *Call) { c.check(c.host.State.Remove(c.id(0), c.until())) },
	},
	{
		Name: "clear", Group: "zones", Cost: "4, and what the state charges for each entity", Params: params(theZone),
		Doc: "Takes all entities of a zone out of play.", Result: "how many there were", ResultType: "number", Example: `clear("enemies")`,
		run:    func(c *Call) { c.resultNumber(c.host.clear(c.f, c.slot[0])) },
		direct: directClear,
	},
	{
		Name: "move_to", Group: "zones", Cost: "4, and what the state charges for the change",
		Params: withUntil(theThing, theZone, Param{Name: "place", Type: Whole, Optional: true, Default: "last", Low: 1, High: unbounded, Doc: "the position, counted from 1"}),
		Doc:    "Moves an entity to a zone; until an event, it then returns to where it was.", Example: `move_to(card, "discard", 1)`,
		run: func(c *Call) {
			index := -1
			if c.has(2) {
				index = int(c.args[2].Num) - 1
			}
			c.host.move(c.f, c.id(0), c.slot[1], index, c.until())
		},
		direct: directMoveTo,
	},
	{
		Name: "draw", Group: "zones", Cost: "4, and what the state charges for each entity",
		Params: params(
			Param{Name: "from", Type: Zone, Doc: "the zone to draw from, top first"},
			Param{Name: "to", Type: Zone, Doc: "the zone to draw to, at its end"},
			Param{Name: "n", Type: Whole, Optional: true, Default: "1", Low: 0, High: unbounded, Doc: "how many"},
		),
		Doc: "Moves entities from the top of one zone to the end of another, as many as exist and fit.", Result: "how many were moved", ResultType: "number", Example: `draw("deck", "hand", 5)`,
		run: func(c *Call) {
			n := 1
			if c.has(2) {
				n = int(c.args[2].Num)
			}
			c.resultNumber(c.host.draw(c.f, c.slot[0], c.slot[1], n))
		},
		direct: directDraw,
	},
	{
		Name: "shuffle", Group: "zones", Cost: "4, and what the state charges for each entity",
		Params: params(theZone, Param{Name: "stream", Type: Stream, Optional: true, Default: `"shuffle"`, Doc: "the random stream to draw from"}),
		Doc:    "Puts a zone into random order.", Example: `shuffle("deck")`,
		run: func(c *Call) {
			name := "shuffle"
			if c.has(1) {
				name = c.args[1].Str
			}
			c.host.walk(c.slot[0])
			c.check(c.host.State.Shuffle(c.slot[0], name))
		},
		direct: directShuffle,
	},
	{
		Name: "reveal", Group: "zones", Cost: "4, and what the state charges for the change", Params: withUntil(Param{Name: "card", Type: Card, Doc: "the card"}),
		Doc: "Turns a card face up.", Example: "reveal(card)",
		run:    func(c *Call) { c.turn(true) },
		direct: directReveal,
	},
	{
		Name: "hide", Group: "zones", Cost: "4, and what the state charges for the change", Params: withUntil(Param{Name: "card", Type: Card, Doc: "the card"}),
		Doc: "Turns a card face down.", Example: "hide(card)",
		run: func(c *Call) { c.turn(false) },
	},
}

// emitArrival emits the event that a zone declares for arrivals, with the entity and
// the name of the zone it came from, nil if it is new.
func (h *Host) emitArrival(id state.ID, slot, from int) {
	to, _ := h.Game.Layout.ZoneDecl(slot)
	if to.Arrives == 0 || slot == from {
		return
	}
	args := [2]state.Value{state.Entity(id)}
	if from != state.Limbo {
		d, _ := h.Game.Layout.ZoneDecl(from)
		args[1] = state.Str(d.Name)
	}
	h.Flow.Emit(to.Arrives-1, args[:])
}

func (c *Call) turn(up bool) {
	prop := c.host.prop(c.id(0), faceUp)
	c.check(c.host.State.SetProp(c.id(0), prop, state.Truth(up), c.until()))
}

// draw moves up to n entities from the top of a zone to the end of another, and
// returns their number.
func (h *Host) draw(f *Function, from, to, n int) float64 {
	s, moved := h.State, 0
	for ; moved < n && len(s.Zone(from)) > 0 && s.HasRoom(to); moved++ {
		id := s.Zone(from)[0]
		h.check(f, s.Move(id, to, -1, state.Until{}))
		h.chargeChanges()
		h.emitArrival(id, to, from)
	}
	return float64(moved)
}

// move moves an entity to a zone for an API function.
func (h *Host) move(f *Function, id state.ID, slot, index int, until state.Until) {
	from := h.State.ZoneOf(id)
	h.check(f, h.State.Move(id, slot, index, until))
	h.emitArrival(id, slot, from)
}

// clear takes the entities of a zone out of play, and returns their number.
func (h *Host) clear(f *Function, slot int) float64 {
	s := h.State
	n := len(s.Zone(slot))
	for i := n - 1; i >= 0; i-- {
		h.check(f, s.Remove(s.Zone(slot)[i], state.Until{}))
		h.chargeChanges()
	}
	return float64(n)
}

func (h *Host) count(slot int) lua.Value { return lua.Num(float64(len(h.counted(slot)))) }

func (h *Host) hasRoom(slot int) lua.Value {
	h.counted(slot) // a bot may not learn what its player cannot count
	return lua.Bool(h.State.HasRoom(slot))
}

func (h *Host) top(slot int) lua.Value { return h.at(slot, 0) }

// at returns an entity of a zone by its position, counted from 0, or nil.
func (h *Host) at(slot, i int) lua.Value {
	ids := h.within(slot)
	if i < 0 || i >= len(ids) {
		return lua.Nil
	}
	return h.handle(ids[i])
}

// each takes a snapshot of a zone for nextEntity, and returns where it starts.
func (h *Host) each(slot int) (start lua.Value) {
	start = lua.Num(float64(len(h.snapshots)))
	h.snapshots = append(h.snapshots, h.walk(slot)...)
	h.snapshots = append(h.snapshots, state.None)
	return start
}

// nextEntity returns the iterator of each: Lua calls it with the start of the
// snapshot and the current position, nil at first. It is a closure because the
// value of a method is called with a function between. If nextEntity were inlined,
// Go would inline nothing into the closure.
//
//go:noinline
func (h *Host) nextEntity() lua.Step {
	return func(subject, control lua.Value) (index, entity lua.Value) {
		at, _ := subject.Number()
		i, _ := control.Number()
		if sum := at + i; sum > -1 && sum < 1<<30 {
			if place := int(sum); place < len(h.snapshots) && h.snapshots[place] != state.None {
				return lua.Num(i + 1), h.handle(h.snapshots[place])
			}
		}
		return lua.Nil, lua.Nil
	}
}
