package api

import (
	"slices"
	"strconv"
	"strings"

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
			Param{Name: "low", Type: Whole, Doc: "the lowest result"}, Param{Name: "high", Type: Whole, Doc: "the highest result"}),
		Doc: "Draws a whole number, both ends included and all equally likely.", Result: "the number", ResultType: "number", Example: `random("loot", 5, 15)`,
		run: func(c *Call) {
			low, high := c.args[1].Num, c.args[2].Num
			if low > high {
				c.fail("needs low ≤ high, not %v and %v", low, high)
			}
			v, rigged, problem := c.host.between(c.args[0].Str, int64(low), int64(high))
			c.check(problem)
			if rigged && (!v.IsWhole() || v.Num < low || v.Num > high) {
				c.impossible(v, "gives a whole number from "+state.FormatNumber(low)+" to "+state.FormatNumber(high))
			}
			c.result(c.host.lua(v))
		},
		direct: directRandom,
	},
	{
		Name: "chance", Group: "chance", Cost: "4",
		Params: params(theStream, Param{Name: "p", Type: Number, Doc: "the probability; 0 or less never, 1 or more always"}),
		Doc:    "Draws yes or no.", Result: "true with probability p", ResultType: "boolean", Example: `chance("storm", 0.2)`,
		run: func(c *Call) {
			hit := false
			v, rigged, problem := c.host.chance(c.args[0].Str, func(s *random.Stream) { hit = s.Unit() < c.args[1].Num })
			c.check(problem)
			if rigged {
				if hit = v.True(); v.Type != state.Bool {
					c.impossible(v, "gives true or false")
				}
			}
			c.resultBool(hit)
		},
		direct: directChance,
	},
	{
		Name: "pick", Group: "chance", Cost: "4",
		Params: params(theStream, Param{Name: "from", Type: ListOrZone, Doc: "a list, or the name of a zone"}),
		Doc:    "Draws one item, all equally likely.", Result: "the item, or nil from nothing", ResultType: "any", Example: `pick("loot", definitions("consumable"))`,
		run:    func(c *Call) { c.pick() },
		direct: directPick,
	},
	{
		Name: "weighted", Group: "chance", Cost: "4, 6 for each entry, and what the expressions of a table take",
		Params: params(theStream,
			Param{Name: "table", Type: IDOrList, Doc: "the table to draw from, or a list of entries: {id = VALUE, weight = NUMBER}, or a plain value with the weight 1"},
			Param{Name: "without", Type: List, Optional: true, Default: "none", Doc: "the ids that are not drawn"}),
		Doc: "Draws an entry of a table or of a list, with the probabilities that the weights give.", Result: "the entry's id, or nil if every weight is 0", ResultType: "any", Example: `weighted("finds", "treasures")`,
		run: func(c *Call) { c.weighted() },
	},
	{
		Name: "sample", Group: "chance", Cost: "100, and 2 for each item",
		Params: params(theStream, Param{Name: "from", Type: ListOrZone, Doc: "a list, or the name of a zone"},
			Param{Name: "n", Type: Whole, Low: 0, High: unbounded, Doc: "how many"}),
		Doc: "Draws several different items, all equally likely.", Result: "a list of them, shorter if there are too few", ResultType: "any[]", Example: `sample("finds", definitions("card"), 3)`,
		run: func(c *Call) { c.sample() },
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
		n = len(h.within(c.slot[1]))
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
		items := c.items(1)
		c.result(items[c.mustHave(v, items)])
	case c.slot[1] >= 0:
		c.resultEntity(h.within(c.slot[1])[index])
	default:
		c.result(list.Table().At(index + 1))
	}
}

func (c *Call) weighted() {
	h := c.host
	ids, weights := c.entries()
	for i, without := 1, c.list(2); i <= without.Len(); i++ {
		for k := range ids {
			if ids[k].Equal(without.At(i)) {
				weights[k] = 0
			}
		}
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	if total <= 0 {
		c.result(lua.Nil)
		return
	}
	at := 0.0
	v, rigged, problem := h.chance(c.args[0].Str, func(s *random.Stream) { at = s.Unit() * total })
	c.check(problem)
	if rigged {
		for i := range ids {
			if weights[i] <= 0 {
				ids[i] = lua.Nil
			}
		}
		c.mustHave(v, ids)
		c.result(h.lua(v))
		return
	}
	last := lua.Nil
	for i, w := range weights {
		if w > 0 {
			last = ids[i]
		}
		if at -= w; at < 0 && w > 0 {
			break
		}
	}
	c.result(last)
}

// sample draws items one after another, so that each can be rigged.
func (c *Call) sample() {
	h := c.host
	items := c.items(1)
	h.chargeList(len(items))
	out := h.VM.NewList(0)
	for n := int(c.args[2].Num); n > 0 && len(items) > 0; n-- {
		k := 0
		v, rigged, problem := h.chance(c.args[0].Str, func(s *random.Stream) { k = int(s.Below(uint64(len(items)))) })
		c.check(problem)
		if rigged {
			k = c.mustHave(v, items)
		}
		out.Append(items[k])
		items = slices.Delete(items, k, k+1)
	}
	c.result(out.Value())
}

// list returns the list in an optional argument.
func (c *Call) list(i int) *lua.Table {
	if i < c.n && c.raw[i].Table() != nil {
		return c.raw[i].Table()
	}
	return c.host.emptyList
}

// items copies the list, or the entities of the zone, in argument i.
func (c *Call) items(i int) []lua.Value {
	var out []lua.Value
	if c.slot[i] >= 0 {
		for _, id := range c.host.within(c.slot[i]) {
			out = append(out, c.host.handle(id))
		}
		return out
	}
	list := c.raw[i].Table()
	if list == nil {
		c.wrong(i, c.raw[i])
	}
	for k := range list.Len() {
		out = append(out, list.At(k+1))
	}
	return out
}

// entries returns the ids and weights of the table, or of the list, in argument
// 1. Both are valid until the call ends.
func (c *Call) entries() ([]lua.Value, []float64) {
	h := c.host
	if list := c.raw[1].Table(); list != nil {
		return c.listed(list)
	}
	d, ok := h.Game.Catalog.Find(c.args[1].Str, "table")
	if !ok {
		var known []string
		for _, d := range h.Game.Catalog.Kind("table") {
			known = append(known, d.ID)
		}
		h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "unknown table %q", c.args[1].Str).Suggest(c.args[1].Str, known))
	}
	entries := d.Data.All("entries")
	weights := c.weigh(d, entries)
	c.ids = c.ids[:0]
	for _, e := range entries {
		c.ids = append(c.ids, lua.Text(e.TextOr("id", "")))
	}
	return c.ids, weights
}

// listed returns the ids and weights of a list of entries.
func (c *Call) listed(list *lua.Table) (ids []lua.Value, weights []float64) {
	c.host.VM.Charge(costEntry * int64(list.Len()))
	ids, weights = c.ids[:0], c.weights[:0]
	for i := range list.Len() {
		id, weight := list.At(i+1), 1.0
		if e := id.Table(); e != nil && !e.Frozen() {
			id = e.Get("id")
			if w := e.Get("weight"); !w.IsNil() {
				n, ok := w.Number()
				if !ok || !(n >= 0) || n > state.MaxWhole {
					c.fail("needs weights that are numbers from 0, not %s", c.host.describe(w))
				}
				weight = n
			}
		}
		if id.IsNil() {
			c.fail("needs an id in each entry")
		}
		ids, weights = append(ids, id), append(weights, weight)
	}
	c.ids, c.weights = ids, weights
	return ids, weights
}

// weigh returns the weight of every entry, evaluating those that are
// expressions.
func (c *Call) weigh(d *def.Definition, entries []*def.Node) []float64 {
	h := c.host
	h.VM.Charge(costEntry * int64(len(entries)))
	c.weights = c.weights[:0]
	for _, e := range entries {
		w := e.Get("weight")
		if w.Type() == def.Number {
			c.weights = append(c.weights, w.Number())
			continue
		}
		v := h.Call(h.Game.Weights[w], Self{Definition: d}, nil)
		if v.Type != state.Number || v.Num < 0 {
			h.VM.Fail(diag.New("script/runtime", w.Place(), "a weight must be a number from 0, not %s", v))
		}
		c.weights = append(c.weights, v.Num)
	}
	return c.weights
}

// label returns the label of an entity by its true position in its zone.
func (h *Host) label(id state.ID) string {
	zone := h.State.ZoneOf(id)
	if zone == state.Limbo {
		return ""
	}
	d, _ := h.Game.Layout.ZoneDecl(zone)
	return d.Label + strconv.Itoa(slices.Index(h.State.Zone(zone), id)+1)
}

// impossible fails because a stream is rigged to give a result that is not
// possible.
func (c *Call) impossible(v state.Value, gives string) {
	c.host.VM.Fail(diag.New("script/runtime", diag.Place{}, "the stream %q is rigged to give %s, but here it %s", c.stream(0), v, gives).
		WithHint("correct rig:, or the order of its results"))
}

// mustHave returns the index of a rigged result among those that are possible.
// An entity is named by its label or by the id of its definition.
func (c *Call) mustHave(v state.Value, possible []lua.Value) int {
	h := c.host
	k := slices.IndexFunc(possible, func(x lua.Value) bool {
		if id, ok := h.entityOf(x); ok && v.Type == state.Text && h.State.Alive(id) {
			return v.Str == h.State.Prototype(id).ID || v.Str == h.label(id)
		}
		return x.Equal(h.lua(v)) && !x.IsNil()
	})
	if k < 0 {
		var known []string
		for _, x := range possible {
			name := x.String()
			if id, ok := h.entityOf(x); ok && h.State.Alive(id) {
				name = h.label(id) + " (" + h.State.Prototype(id).ID + ")"
			}
			if !x.IsNil() && len(known) < 12 {
				known = append(known, name)
			}
		}
		c.impossible(v, "gives one of "+strings.Join(known, ", "))
	}
	return k
}
