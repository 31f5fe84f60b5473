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
	},
	{
		Name: "change", Group: "variables", Cost: "4, and what the state charges for the change", Params: withUntil(theTarget, theName, Param{Name: "delta", Type: Number, Doc: "what to add; negative to subtract"}),
		Doc: "Adds to a variable or property, optionally for a time. Temporary changes to it stay.", Result: "the new value", Gives: "number", Example: `change(vars, "coins", 5)`,
		run: func(c *Call) {
			s, delta := c.host.State, c.args[2].Num
			if c.id(0) == state.None {
				slot := c.host.variable(c.raw[1])
				d, _ := s.Layout.VarDecl(slot)
				c.mustCount(d)
				c.check(s.ChangeVar(slot, delta, c.until()))
				c.resultNumber(s.Var(slot).Num)
				return
			}
			prop := c.host.prop(c.id(0), c.raw[1])
			c.mustCount(&s.Prototype(c.id(0)).Kind.Props[prop])
			c.check(s.ChangeProp(c.id(0), prop, delta, c.until()))
			c.resultNumber(s.Prop(c.id(0), prop).Num)
		},
	},
}

func (c *Call) mustCount(d *state.Decl) {
	if d.Type != state.Number {
		c.host.VM.Fail(diag.New("game/bounds", diag.Place{}, "%s: %s is a %s, not a number", c.f.Name, d.Name, d.Type))
	}
}

var hpName = lua.Text("hp")

var living = []Function{
	{
		Name: "damage", Group: "health", Cost: "4, and what the state charges for the change",
		Params: params(Param{Name: "entity", Type: Living, Doc: "who is hurt"}, Param{Name: "amount", Type: Whole, Low: 0, High: unbounded, Doc: "hit points"}),
		Doc:    "Takes hit points, never below 0.", Result: "the hit points lost", Gives: "number", Example: "damage(enemy, 12)",
		run: func(c *Call) { c.changeHitPoints(-c.args[1].Num) },
	},
	{
		Name: "heal", Group: "health", Cost: "4, and what the state charges for the change",
		Params: params(Param{Name: "entity", Type: Living, Doc: "who is healed"}, Param{Name: "amount", Type: Whole, Low: 0, High: unbounded, Doc: "hit points"}),
		Doc:    "Gives hit points back, never above max_hp.", Result: "the hit points gained", Gives: "number", Example: "heal(enemy, 5)",
		run: func(c *Call) { c.changeHitPoints(c.args[1].Num) },
	},
}

// changeHitPoints changes hit points and returns the absolute change.
func (c *Call) changeHitPoints(delta float64) {
	s, id := c.host.State, c.id(0)
	hp := c.host.prop(id, hpName)
	now := s.Prop(id, hp).Num
	next := max(0, now+delta)
	if i, ok := s.Prototype(id).Kind.Prop("max_hp"); ok && delta > 0 {
		next = max(now, min(next, s.Prop(id, i).Num))
	}
	c.check(s.ChangeProp(id, hp, next-now, state.Until{}))
	c.resultNumber(max(next-now, now-next))
}
