package api

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

var (
	theTarget = Param{Name: "target", Type: Target, Doc: "an entity, or vars"}
	theName   = Param{Name: "name", Type: Property, Doc: "the property of the entity, or the variable"}
)

var variables = []Function{
	{
		Name: "set", Group: "variables", Cost: "4, and what the state charges for the change", Params: withUntil(theTarget, theName, Param{Name: "value", Type: Any, Doc: "the new value"}),
		Doc: "Writes a variable or property, optionally for a time. Temporary changes to it end.", Example: `set(vars, "max_coins", 5, "night_ended")`,
		run: func(c *Call) {
			s := c.host.State
			if c.id(0) == state.None {
				c.check(s.SetVar(c.host.variable(c.raw[1]), c.args[2], c.until()))
				return
			}
			c.check(s.SetProp(c.id(0), c.host.prop(c.id(0), c.raw[1]), c.args[2], c.until()))
		},
		direct: directSet,
	},
	{
		Name: "change", Group: "variables", Cost: "4, and what the state charges for the change", Params: withUntil(theTarget, theName, Param{Name: "delta", Type: Number, Doc: "what to add; negative to subtract"}),
		Doc: "Adds to a variable or property, optionally for a time. Temporary changes to it stay.", Result: "the new value", ResultType: "number", Example: `change(vars, "coins", 5)`,
		run: func(c *Call) {
			if c.id(0) == state.None {
				c.resultNumber(c.host.changeVar(c.f, c.raw[1], c.args[2].Num, c.until()))
			} else {
				c.resultNumber(c.host.changeProp(c.f, c.id(0), c.raw[1], c.args[2].Num, c.until()))
			}
		},
		direct: directChange,
	},
}

// changeVar adds to a variable and returns its new value.
func (h *Host) changeVar(f *Function, name lua.Value, delta float64, until state.Until) float64 {
	slot := h.variable(name)
	d, _ := h.State.Layout.VarDecl(slot)
	h.mustBeNumber(f, d)
	h.check(f, h.State.ChangeVar(slot, delta, until))
	return h.State.Var(slot).Num
}

// changeProp adds to a property and returns its new value.
func (h *Host) changeProp(f *Function, id state.ID, name lua.Value, delta float64, until state.Until) float64 {
	prop := h.prop(id, name)
	h.mustBeNumber(f, &h.State.Prototype(id).Kind.Props[prop])
	h.check(f, h.State.ChangeProp(id, prop, delta, until))
	return h.State.Prop(id, prop).Num
}

func (h *Host) mustBeNumber(f *Function, d *state.Decl) {
	if d.Type != state.Number {
		h.VM.Fail(diag.New("game/bounds", diag.Place{}, "%s: %s is a %s, not a number", f.Name, d.Name, d.Type))
	}
}

var hpName = lua.Text("hp")

var living = []Function{
	{
		Name: "damage", Group: "health", Cost: "4, and what the state charges for the change",
		Params: params(Param{Name: "entity", Type: Living, Doc: "who is hurt"}, Param{Name: "amount", Type: Whole, Low: 0, High: unbounded, Doc: "hit points"}),
		Doc:    "Takes hit points, never below 0.", Result: "the hit points lost", ResultType: "number", Example: "damage(enemy, 12)",
		run:    func(c *Call) { c.resultNumber(c.host.changeHitPoints(c.f, c.id(0), -c.args[1].Num)) },
		direct: directHitPoints(-1),
	},
	{
		Name: "heal", Group: "health", Cost: "4, and what the state charges for the change",
		Params: params(Param{Name: "entity", Type: Living, Doc: "who is healed"}, Param{Name: "amount", Type: Whole, Low: 0, High: unbounded, Doc: "hit points"}),
		Doc:    "Gives hit points back, never above max_hp.", Result: "the hit points gained", ResultType: "number", Example: "heal(enemy, 5)",
		run:    func(c *Call) { c.resultNumber(c.host.changeHitPoints(c.f, c.id(0), c.args[1].Num)) },
		direct: directHitPoints(1),
	},
}

// changeHitPoints changes hit points and returns the absolute change.
func (h *Host) changeHitPoints(f *Function, id state.ID, delta float64) float64 {
	s, hp := h.State, h.prop(id, hpName)
	now := s.Prop(id, hp).Num
	next := max(0, now+delta)
	if i, ok := s.Prototype(id).Kind.Prop("max_hp"); ok && delta > 0 {
		next = max(now, min(next, s.Prop(id, i).Num))
	}
	h.check(f, s.ChangeProp(id, hp, next-now, state.Until{}))
	return max(next-now, now-next)
}
