package api

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

var (
	theItem = Param{Name: "entity", Type: Entity, Doc: "the entity, of a definition with use"}
	anyOne  = Param{Name: "entity", Type: Former, Optional: true, Default: "none", Doc: "the entity, which may be gone"}
)

// verbs are functions that act on whole entities.
var verbs = []Function{
	{
		Name: "play", Group: "verbs", Cost: "4, and what its use takes", Params: params(theItem), Variadic: true,
		Doc:    "Uses an entity in any zone for the acting player, as a command does: it must meet its requirements, takes its costs, and the event used follows. A target that is picked automatically may be left out.",
		Result: "true, or false and the reason if that is not allowed", ResultType: "boolean; string?", Example: `play(card, enemy)`,
		run: func(c *Call) { c.play(false) },
	},
	{
		Name: "play_free", Group: "verbs", Cost: "4, and what its use takes", Params: params(theItem), Variadic: true,
		Doc:    "Like play, but takes no costs.",
		Result: "true, or false and the reason if that is not allowed", ResultType: "boolean; string?", Example: `play_free(top("deck"))`,
		run: func(c *Call) { c.play(true) },
	},
	{
		Name: "can_play", Group: "verbs", Cost: "4, what its expressions take, and 1 for 4 entities of the zones of its targets", Params: params(theItem), Variadic: true, Reads: true,
		Doc:    "Checks whether play would be allowed: the requirements, the costs and the targets after the entity, and whether there is something to pick for those left out. The phase does not matter.",
		Result: "true, or false and the reason", ResultType: "boolean; string?", Example: `can_play(card, enemy)`,
		run: func(c *Call) {
			c.host.mustKnowIdentity(c.id(0), "the costs and targets")
			c.tryPlay(c.host.Flow.CanPlay)
		},
	},
	{
		Name: "copy", Group: "verbs", Cost: "4, and what the state charges for the changes",
		Params: withUntil(theThing, Param{Name: "zone", Type: Zone, Optional: true, Default: "the zone of the entity", Doc: "the zone to put the copy in, at its end"}),
		Doc:    "Adds a copy of an entity, with the same properties.", Result: "the copy", ResultType: "Entity", Example: `copy(card, "hand")`,
		run: func(c *Call) { c.copy() },
	},
	{
		Name: "transform", Group: "verbs", Cost: "4, and what the state charges for the changes",
		Params: params(theThing, Param{Name: "id", Type: ID, Doc: "the definition that takes its place"},
			Param{Name: "keep", Type: Flag, Optional: true, Default: "false", Doc: "whether the properties that both have keep their values"}),
		Doc:    "Replaces an entity by a new one in the same place. Temporary changes of its place stay.",
		Result: "the new entity", ResultType: "Entity", Example: `transform(card, "wound")`,
		run: func(c *Call) { c.transform() },
	},
	{
		Name: "call_hook", Group: "verbs", Cost: "4, and what the hook takes",
		Params: params(Param{Name: "entity", Type: Entity, Doc: "the entity"}, Param{Name: "hook", Type: HookName, Doc: "the name of a hook in its script"}), Variadic: true, Reads: true,
		Doc:    "Calls a hook of an entity's script with the entity as self and the values after it, as the engine does. Where nothing may change, the hook may only read.",
		Result: "what the hook returns, or nil if the script has no such hook", ResultType: "any", Example: `call_hook(enemy, "use")`,
		run: func(c *Call) {
			h := c.host
			h.mustKnowIdentity(c.id(0), "the hooks")
			from := len(h.scratch)
			c.rest(2)
			v := h.Flow.CallHook(c.id(0), c.args[1].Str, h.scratch[from:])
			h.scratch = h.scratch[:from]
			c.result(h.lua(v))
		},
	},
	{
		Name: "paid", Group: "verbs", Cost: "4", Params: params(Param{Name: "variable", Type: Property, Doc: "the variable"}), Reads: true,
		Doc: "Finds how much the running use took from a variable: X for a cost of x, also if it is played for free.", Result: "the amount, 0 for nothing", ResultType: "number", Example: `paid("coins")`,
		run: func(c *Call) { c.resultNumber(c.host.Flow.Paid(c.host.variable(c.raw[0]))) },
	},
	{
		Name: "used_on", Group: "verbs", Cost: "4", Reads: true,
		Params: params(Param{Name: "n", Type: Whole, Optional: true, Default: "1", Low: 1, High: 100, Doc: "which target, counted from 1"}),
		Doc:    "Finds a target of the running use or action, also in the listeners of the event used.", Result: "the target, or nil if there is none, or it is gone", ResultType: "any", Example: "play_free(card, used_on())",
		run: func(c *Call) {
			n := 1
			if c.has(0) {
				n = int(c.args[0].Num)
			}
			v := c.host.Flow.Target(n)
			if v.Type == state.Ref && !c.host.State.Alive(v.ID()) {
				v = state.Value{}
			}
			c.result(c.host.lua(v))
		},
	},
	{
		Name: "targets_for", Group: "verbs", Cost: "104, 2 for each item, and what its expressions take", Reads: true,
		Params: params(theItem), Variadic: true,
		Doc:    "Lists what an entity could be played at: the options for its first target or, with targets after the entity, for the next one.",
		Result: "a list, empty if it takes no further target, or there is nothing to pick", ResultType: "any[]", Example: `play_free(card, pick("aim", targets_for(card)))`,
		run: func(c *Call) {
			h := c.host
			h.mustKnowIdentity(c.id(0), "the targets")
			from := len(h.scratch)
			c.rest(1)
			options, usable := h.Flow.Options(c.id(0), h.scratch[from:])
			h.scratch = h.scratch[:from]
			if !usable {
				c.unusable()
			}
			c.result(h.newList(options))
		},
	},
	{
		Name: "in_play", Group: "verbs", Cost: "4", Params: params(anyOne), Reads: true,
		Doc: "Reports whether an entity still exists and is in a zone.", Result: "true or false", ResultType: "boolean", Example: "in_play(vars.guardian)",
		run:    func(c *Call) { c.result(c.host.inPlay(c.id(0))) },
		direct: directInPlay,
	},
}

func (h *Host) inPlay(id state.ID) lua.Value {
	return lua.Bool(h.State.Alive(id) && h.State.ZoneOf(id) != state.Limbo)
}

func (c *Call) play(free bool) {
	c.mayWrite()
	c.tryPlay(func(id state.ID, targets []state.Value) (refusal string, usable bool) {
		return c.host.Flow.Play(id, targets, free)
	})
}

// tryPlay calls f with the entity and the targets after it, and returns whether that is
// allowed.
func (c *Call) tryPlay(f func(id state.ID, targets []state.Value) (refusal string, usable bool)) {
	h := c.host
	from := len(h.scratch)
	c.rest(1)
	refusal, usable := f(c.id(0), h.scratch[from:])
	h.scratch = h.scratch[:from]
	if !usable {
		c.unusable()
	}
	c.resultBool(refusal == "")
	if refusal != "" {
		c.result(h.lua(state.Str(refusal)))
	}
}

// unusable fails because the entity has no use.
func (c *Call) unusable() {
	p := c.host.State.Prototype(c.id(0))
	c.host.VM.Fail(diag.New("script/arguments", diag.Place{}, "%s: %s has no use: that could be played", c.f.Name, p.Key).
		WithHint("give the definition use:"))
}

func (c *Call) copy() {
	s, id, slot := c.host.State, c.id(0), c.slot[1]
	if slot < 0 {
		if slot = s.ZoneOf(id); slot == state.Limbo {
			c.fail("needs a zone, since the entity is out of play")
		}
	}
	proto := s.Prototype(id)
	made, problem := s.Create(proto, slot, -1, c.until())
	c.check(problem)
	c.inherit(made, id)
	c.host.emitArrival(made, slot, state.Limbo)
	c.resultEntity(made)
}

// inherit copies the values of the properties that two entities share.
func (c *Call) inherit(to, from state.ID) {
	s := c.host.State
	kind := s.Prototype(from).Kind
	for i := range s.Prototype(to).Kind.Props {
		p := &s.Prototype(to).Kind.Props[i]
		k, ok := kind.Prop(p.Name)
		if !ok || kind.Props[k].Type != p.Type {
			continue
		}
		if v := s.Prop(from, k); v != s.Prop(to, i) {
			c.check(s.SetProp(to, i, v, state.Until{}))
			c.host.chargeChanges()
		}
	}
}

func (c *Call) transform() {
	s, id := c.host.State, c.id(0)
	zone := s.ZoneOf(id)
	if zone == state.Limbo {
		c.fail("needs an entity in a zone, but this one is out of play")
	}
	d, _ := c.host.Game.Layout.ZoneDecl(zone)
	proto := c.host.prototype(c.args[1].Str, d.Kinds)
	var keep func(made state.ID)
	if c.args[2].True() {
		keep = func(made state.ID) { c.inherit(made, id) }
	}
	made, problem := s.Replace(id, proto, keep)
	c.check(problem)
	c.resultEntity(made)
}
