package api

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// The properties of every die.
const (
	DieValue  = state.DieValue
	DieSides  = state.DieSides
	DieHeld   = state.DieHeld
	DieLocked = state.DieLocked
)

var (
	theDie     = Param{Name: "die", Type: Die, Doc: "the die"}
	diceStream = Param{Name: "stream", Type: Stream, Optional: true, Default: `"dice"`, Doc: "the random stream to draw from"}
)

var dice = []Function{
	{
		Name: "set_die_value", Group: "dice", Cost: "4, and what the state charges for the change",
		Params: withUntil(theDie, Param{Name: "value", Type: Whole, Low: 0, High: unbounded, Doc: "the value to show; 0 for not rolled"}),
		Doc:    "Makes a die show a value. A value above its sides is allowed.", Example: "set_die_value(die, 6)",
		run:    func(c *Call) { c.check(c.host.State.SetProp(c.id(0), DieValue, c.args[1], c.until())) },
		direct: directDieValue,
	},
	{
		Name: "set_die_face", Group: "dice", Cost: "4, and what the state charges for the change",
		Params: withUntil(theDie, Param{Name: "word", Type: Text, Doc: "a word on one of its sides"}),
		Doc:    "Turns a die to the first side that bears a word.", Example: `set_die_face(die, "heads")`,
		run: func(c *Call) {
			c.check(c.host.State.SetProp(c.id(0), DieValue, c.host.side(c.f, c.id(0), c.args[1]), c.until()))
		},
	},
	{
		Name: "flip_die", Group: "dice", Cost: "4, and what the state charges for the change", Params: params(theDie),
		Doc: "Turns a die to its opposite face: sides + 1 - value, and never below 1. A die that has not been rolled stays so.", Result: "the new value", ResultType: "number", Example: "flip_die(die)",
		run: func(c *Call) {
			s, id := c.host.State, c.id(0)
			value := s.Prop(id, DieValue).Num
			if value > 0 {
				value = max(1, s.Prop(id, DieSides).Num+1-value)
			}
			c.setValue(id, value)
		},
	},
	{
		Name: "nudge_die", Group: "dice", Cost: "4, and what the state charges for the change", Params: params(theDie, Param{Name: "delta", Type: Whole, Doc: "how much to add; negative to subtract"}),
		Doc: "Changes the value of a die by delta, kept between 1 and its sides.", Result: "the new value", ResultType: "number", Example: "nudge_die(die, -1)",
		run: func(c *Call) {
			s, id := c.host.State, c.id(0)
			c.setValue(id, max(1, min(s.Prop(id, DieSides).Num, s.Prop(id, DieValue).Num+c.args[1].Num)))
		},
	},
	{
		Name: "roll_die", Group: "dice", Cost: "4, and what the state charges for the change", Params: params(theDie, diceStream),
		Doc: "Rolls one die, held or not, locked or not.", Result: "the new value", ResultType: "number", Example: "roll_die(die)",
		run: func(c *Call) {
			c.host.roll(c.f, c.id(0), c.stream(1))
			c.resultNumber(c.host.State.Prop(c.id(0), DieValue).Num)
		},
		direct: directRollDie,
	},
	{
		Name: "roll_dice", Group: "dice", Cost: "4, and what the state charges for each die", Params: params(Param{Name: "zone", Type: Zone, Doc: "the zone whose dice to roll"}, diceStream),
		Doc: "Rolls every die of a zone that is neither held nor locked.", Result: "how many dice were rolled", ResultType: "number", Example: `roll_dice("dice")`,
		run: func(c *Call) {
			c.resultNumber(c.host.rollAll(c.f, c.slot[0], c.stream(1)))
		},
		direct: directRollDice,
	},
	{
		Name: "add_die", Group: "dice", Cost: "4, and what the state charges for the change",
		Params: withUntil(
			Param{Name: "id", Type: ID, Doc: "the definition of the die"},
			Param{Name: "zone", Type: Zone, Optional: true, Default: "the first zone for dice", Doc: "where to put it"},
		),
		Doc: "Adds a die and rolls it.", Result: "the die", ResultType: "Die", Example: `add_die("d6", "dice", "turn_ended")`,
		run: func(c *Call) {
			id := c.create(0, 1)
			c.host.roll(c.f, id, "dice")
			c.host.emitArrival(id, c.host.State.ZoneOf(id), state.Limbo)
			c.resultEntity(id)
		},
	},
	{
		Name: "remove_die", Group: "dice", Cost: "4, and what the state charges for the change", Params: withUntil(theDie),
		Doc: "Takes a die out of play; until an event, it then returns to its place.", Example: `remove_die(die, "night_ended")`,
		run: func(c *Call) { c.check(c.host.State.Remove(c.id(0), c.until())) },
	},
	{
		Name: "lock_die", Group: "dice", Cost: "4, and what the state charges for the change", Params: withUntil(theDie),
		Doc: "Locks a die: roll_dice skips it.", Example: `lock_die(die, "turn_started", 2)`,
		run:    func(c *Call) { c.check(c.host.State.SetProp(c.id(0), DieLocked, state.Truth(true), c.until())) },
		direct: directDie(DieLocked, state.Truth(true)),
	},
	{
		Name: "unlock_die", Group: "dice", Cost: "4, and what the state charges for the change", Params: params(theDie),
		Doc: "Unlocks a die, even if it was locked until an event.", Example: "unlock_die(die)",
		run:    func(c *Call) { c.check(c.host.State.SetProp(c.id(0), DieLocked, state.Truth(false), state.Until{})) },
		direct: directDie(DieLocked, state.Truth(false)),
	},
	{
		Name: "hold_die", Group: "dice", Cost: "4, and what the state charges for the change", Params: withUntil(theDie),
		Doc: "Holds a die: roll_dice skips it.", Example: "hold_die(die)",
		run:    func(c *Call) { c.check(c.host.State.SetProp(c.id(0), DieHeld, state.Truth(true), c.until())) },
		direct: directDie(DieHeld, state.Truth(true)),
	},
	{
		Name: "unhold_die", Group: "dice", Cost: "4, and what the state charges for the change", Params: params(theDie),
		Doc: "Releases a held die.", Example: "unhold_die(die)",
		run:    func(c *Call) { c.check(c.host.State.SetProp(c.id(0), DieHeld, state.Truth(false), state.Until{})) },
		direct: directDie(DieHeld, state.Truth(false)),
	},
	{
		Name: "set_die_sides", Group: "dice", Cost: "4, and what the state charges for the change",
		Params: withUntil(theDie, Param{Name: "sides", Type: Whole, Low: 1, High: 1000, Doc: "how many sides it has"}),
		Doc:    "Changes how many sides a die has; its value stays.", Example: `set_die_sides(die, 8, "turn_ended")`,
		run: func(c *Call) { c.check(c.host.State.SetProp(c.id(0), DieSides, c.args[1], c.until())) },
	},
	{
		Name: "copy_die", Group: "dice", Cost: "4, and what the state charges for the change",
		Params: params(Param{Name: "from", Type: Die, Doc: "the die to read"}, Param{Name: "to", Type: Die, Doc: "the die to change"}),
		Doc:    "Makes one die show the value of another.", Example: "copy_die(source, target)",
		run: func(c *Call) {
			s := c.host.State
			c.check(s.SetProp(c.id(1), DieValue, s.Prop(c.id(0), DieValue), state.Until{}))
		},
	},
	{
		Name: "faces", Group: "dice", Cost: "100, and 2 for each item", Params: params(theDie), Reads: true,
		Doc: "Lists the faces a die can show, lowest first, each once.", Result: "a list of numbers", ResultType: "number[]", Example: "faces(die)",
		run: func(c *Call) {
			faces := c.host.faces(c.id(0))
			c.host.chargeList(len(faces))
			t := c.host.VM.NewList(len(faces))
			for _, f := range faces {
				t.Append(lua.Num(f))
			}
			c.result(t.Value())
		},
	},
}

func (c *Call) setValue(id state.ID, value float64) {
	c.check(c.host.State.SetProp(id, DieValue, state.Num(value), state.Until{}))
	c.resultNumber(value)
}

// roll gives a die a random face. If the die has its own faces, each is as
// likely as the number of times it is listed, unless the number of sides has
// been changed.
func (h *Host) roll(f *Function, id state.ID, stream string) {
	proto, props := h.State.Read(id)
	faces, high := proto.Results(props)
	v, rigged, problem := h.State.Between(stream, 1, high)
	h.check(f, problem)
	switch {
	case rigged:
		v = h.side(f, id, v)
	case faces != nil:
		v = state.Num(faces[int(v.Num)-1])
	}
	h.check(f, h.State.SetProp(id, DieValue, v, state.Until{}))
}

// rollAll rolls the dice of a zone that are neither held nor locked, and returns
// their number.
func (h *Host) rollAll(f *Function, slot int, stream string) float64 {
	s, ids, dice := h.State, h.walk(slot), 0
	if h.VM.Affords(int64(len(ids)) * state.RollCost) {
		n, done := s.RollDice(stream, ids)
		h.chargeChanges()
		dice, ids = n, ids[done:]
	}
	for _, id := range ids {
		if proto, props := s.Read(id); proto.Kind.Die && !props[DieHeld].True() && !props[DieLocked].True() {
			h.roll(f, id, stream)
			dice++
			h.chargeChanges()
		}
	}
	return float64(dice)
}

func (h *Host) faces(id state.ID) []float64 {
	var out []float64
	p, props := h.State.Read(id)
	if special, _ := p.Results(props); special != nil {
		h.VM.Charge(int64(len(special)))
		for _, f := range special {
			if i := lowerBound(out, f); i == len(out) || out[i] != f {
				out = append(out[:i], append([]float64{f}, out[i:]...)...)
			}
		}
		return out
	}
	sides := h.State.Prop(id, DieSides).Num
	h.VM.Charge(int64(sides))
	for n := 1.0; n <= sides; n++ {
		out = append(out, n)
	}
	return out
}

func lowerBound(sorted []float64, n float64) int {
	i := 0
	for i < len(sorted) && sorted[i] < n {
		i++
	}
	return i
}

// create makes an entity of the id in argument i, in the zone of argument z.
// Without a zone, it is a die.
func (c *Call) create(i, z int) state.ID {
	h := c.host
	slot := c.slot[z]
	proto, ok := h.prototypes.Get(c.raw[i], slot)
	if !ok {
		proto = h.prototype(c.args[i].Str, h.kindsIn(slot))
		h.prototypes.Put(c.raw[i], slot, proto)
	}
	if slot < 0 {
		slot = h.zoneFor(proto)
	}
	id, problem := h.State.Create(proto, slot, -1, c.until())
	c.check(problem)
	return id
}

// kindsIn lists the kinds that a zone accepts, or without a zone, the kinds of
// dice that the game's zones accept.
func (h *Host) kindsIn(slot int) (kinds []string) {
	if slot >= 0 {
		d, _ := h.Game.Layout.ZoneDecl(slot)
		return d.Kinds
	}
	for _, k := range h.Game.Layout.Kinds {
		if k.Die {
			kinds = append(kinds, k.Name)
		}
	}
	if kinds == nil {
		return []string{"die"}
	}
	return kinds
}

// prototype finds the prototype of an id among kinds (all kinds if there are
// none), or of a kind/id.
func (h *Host) prototype(id string, kinds []string) *state.Prototype {
	d, ok := h.Game.Catalog.Find(id, kinds...)
	if ok {
		if p := h.Game.Prototypes[d.Key()]; p != nil {
			return p
		}
		h.VM.Fail(diag.New("game/zone", diag.Place{}, "the game has no zone for %s", d.Key()))
	}
	if other, ok := h.Game.Catalog.Find(id); ok {
		h.VM.Fail(diag.New("game/zone", diag.Place{}, "%s is not a %s: the zone takes nothing else", other.Key(), strings.Join(kinds, " or ")))
	}
	var known []string
	for _, d := range h.Game.Catalog.All() {
		if h.Game.Prototypes[d.Key()] != nil {
			known = append(known, d.ID)
		}
	}
	h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "unknown definition %q", id).Suggest(id, known))
	return nil
}

// zoneFor returns the acting player's first zone that accepts the prototype.
func (h *Host) zoneFor(p *state.Prototype) int {
	for i := range h.Game.Layout.Zones {
		z := &h.Game.Layout.Zones[i]
		if z.Accepts(p.Kind.Name) {
			return h.Game.Layout.ZoneSlot(i, h.Acting)
		}
	}
	h.VM.Fail(diag.New("game/zone", diag.Place{}, "the game has no zone for a %s", p.Kind.Name))
	return 0
}
