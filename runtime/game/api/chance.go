package api

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

var theStream = Param{Name: "stream", Type: Stream, Doc: "the random stream: one name for each purpose keeps draws apart"}

var chance = []Function{
	{
		Name: "random", Group: "chance", Cost: "4",
		Params: params(theStream,
			Param{Name: "low", Type: Whole, Doc: "the least result"}, Param{Name: "high", Type: Whole, Doc: "the greatest result"}),
		Doc: "Draws a whole number, both ends included and all equally likely.", Result: "the number", Gives: "number", Example: `random("loot", 5, 15)`,
		run: func(c *Call) {
			low, high := c.args[1].Num, c.args[2].Num
			if low > high {
				c.fail("needs low ≤ high, not %v and %v", low, high)
			}
			v, _, problem := c.host.between(c.args[0].Str, int64(low), int64(high))
			c.check(problem)
			c.result(c.host.lua(v))
		},
	},
	{
		Name: "chance", Group: "chance", Cost: "4",
		Params: params(theStream, Param{Name: "p", Type: Number, Doc: "the probability; 0 or less never, 1 or more always"}),
		Doc:    "Draws yes or no.", Result: "true with probability p", Gives: "boolean", Example: `chance("storm", 0.2)`,
		run: func(c *Call) {
			hit := false
			v, rigged, problem := c.host.chance(c.args[0].Str, func(s *random.Stream) { hit = s.Unit() < c.args[1].Num })
			c.check(problem)
			if rigged {
				hit = v.True()
			}
			c.resultBool(hit)
		},
	},
	{
		Name: "pick", Group: "chance", Cost: "4",
		Params: params(theStream, Param{Name: "from", Type: ListOrZone, Doc: "a list, or the name of a zone"}),
		Doc:    "Draws one item, all equally likely.", Result: "the item, or nil from nothing", Gives: "any", Example: `pick("loot", definitions("consumable"))`,
		run: func(c *Call) { c.pick() },
	},
	{
		Name: "weighted", Group: "chance", Cost: "4, 6 for each entry of the table, and what its expressions take",
		Params: params(theStream, Param{Name: "table", Type: ID, Doc: "the table to draw from"}),
		Doc:    "Draws an entry of a table, each as likely as its weight.", Result: "the entry's id", Gives: "string?", Example: `weighted("finds", "treasures")`,
		run: func(c *Call) { c.weighted() },
	},
}

// between and chance draw from the state's stream called name, or from luck if
// set. Luck is never rigged.
func (h *Host) between(name string, low, high int64) (state.Value, bool, *diag.Diagnostic) {
	if h.Luck != nil {
		return state.Num(float64(h.Luck.Between(low, high))), false, nil
	}
	return h.State.Between(name, low, high)
}

func (h *Host) chance(name string, f func(*random.Stream)) (state.Value, bool, *diag.Diagnostic) {
	if h.Luck != nil {
		f(h.Luck)
		return state.Value{}, false, nil
	}
	return h.State.Chance(name, f)
}

func (c *Call) pick() {
	h := c.host
	list := c.raw[1]
	var n int
	if c.slot[1] >= 0 {
		n = len(h.State.Zone(c.slot[1]))
	} else {
		if list.Table() == nil {
			c.wrong(1, list)
		}
		n = list.Table().Len()
	}
	if n == 0 {
		c.result(lua.Nil)
		return
	}
	index := 0
	v, rigged, problem := h.chance(c.args[0].Str, func(s *random.Stream) { index = int(s.Below(uint64(n))) })
	c.check(problem)
	switch {
	case rigged:
		c.result(h.lua(v))
	case c.slot[1] >= 0:
		c.resultEntity(h.State.Zone(c.slot[1])[index])
	default:
		c.result(list.Table().At(index + 1))
	}
}

func (c *Call) weighted() {
	h := c.host
	d, ok := h.Game.Catalog.Find(c.args[1].Str, "table")
	if !ok {
		var known []string
		for _, d := range h.Game.Catalog.Kind("table") {
			known = append(known, d.ID)
		}
		h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "there is no table %q", c.args[1].Str).Suggest(c.args[1].Str, known))
	}
	entries := d.Data.All("entries")
	weights, total := h.weights(d, entries)
	if total <= 0 {
		c.result(lua.Nil)
		return
	}
	at := 0.0
	v, rigged, problem := h.chance(c.args[0].Str, func(s *random.Stream) { at = s.Unit() * total })
	c.check(problem)
	if rigged {
		c.result(h.lua(v))
		return
	}
	for i, w := range weights {
		if at -= w; at < 0 && w > 0 {
			c.result(lua.Text(entries[i].TextOr("id", "")))
			return
		}
	}
	c.result(lua.Text(entries[len(entries)-1].TextOr("id", "")))
}

// weights returns the weight of every entry, evaluating those that are
// expressions, and their sum.
func (h *Host) weights(d *def.Definition, entries []*def.Node) ([]float64, float64) {
	h.VM.Charge(costEntry * int64(len(entries)))
	weights, total := make([]float64, len(entries)), 0.0
	for i, e := range entries {
		w := e.Get("weight")
		switch {
		case w == nil:
			weights[i] = 1
		case w.Type == def.Number:
			weights[i] = w.Number
		default:
			v := h.Call(h.Game.Weights[w], Self{Definition: d}, nil)
			if v.Type != state.Number || v.Num < 0 {
				h.VM.Fail(diag.New("script/runtime", w.Place(), "a weight must be a number from 0, not %s", v))
			}
			weights[i] = v.Num
		}
		total += weights[i]
	}
	return weights, total
}
