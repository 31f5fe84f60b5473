package api

import (
	"math"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

var (
	setFrom = Param{Name: "from", Type: Entities, Doc: "the zone to read, or a list of entities, each of which counts as often as it is in the list"}
	setProp = Param{Name: "property", Type: Property, Optional: true, Default: `"value"`, Doc: "the property to read"}
)

// sets are functions that work on all entities of a zone or list: one call instead
// of a loop.
var sets = []Function{
	{
		Name: "sum", Group: "sets", Cost: "4, and 2 for each entity", Params: params(setFrom, setProp), Reads: true,
		Doc: "Adds up a property of the entities of a zone or list.", Result: "the sum, 0 if there are none", ResultType: "number", Example: `sum("dice")`,
		run: func(c *Call) {
			total := 0.0
			c.eachNumber(func(n float64) { total += n })
			c.resultNumber(total)
		},
		direct: directSum,
	},
	{
		Name: "highest", Group: "sets", Cost: "4, and 2 for each entity", Params: params(setFrom, setProp), Reads: true,
		Doc: "Finds the highest value of a property in a zone or list.", Result: "the number, or nil if there are none", ResultType: "number?", Example: `highest("dice")`,
		run: func(c *Call) { c.extreme(math.Max) },
	},
	{
		Name: "lowest", Group: "sets", Cost: "4, and 2 for each entity", Params: params(setFrom, setProp), Reads: true,
		Doc: "Finds the lowest value of a property in a zone or list.", Result: "the number, or nil if there are none", ResultType: "number?", Example: `lowest("dice")`,
		run: func(c *Call) { c.extreme(math.Min) },
	},
	{
		Name: "kinds", Group: "sets", Cost: "4, and 4 for each entity", Params: params(setFrom, setProp), Reads: true,
		Doc:    "Counts equal values: a full house gives 3 and 2.",
		Result: "the size of the largest group of equal values and of the second largest, 0 when there is none", ResultType: "number; number", Example: `local most, second = kinds("dice")`,
		run: func(c *Call) {
			most, second := 0, 0
			c.eachGroup(func(n int) {
				if n > most {
					most, second = n, most
				} else if n > second {
					second = n
				}
			})
			c.resultNumber(float64(most))
			c.resultNumber(float64(second))
		},
	},
	{
		Name: "run", Group: "sets", Cost: "4, and 4 for each entity", Params: params(setFrom, setProp), Reads: true,
		Doc: "Measures the longest run of consecutive values: 2, 3, 4, 6 gives 3.", Result: "its length, 0 if there are none", ResultType: "number", Example: `run("dice") >= 4`,
		run: func(c *Call) { c.resultNumber(float64(c.longestRun())) },
	},
	{
		Name: "matching", Group: "sets", Cost: "4, and 2 for each entity",
		Params: params(setFrom, Param{Name: "property", Type: Property, Doc: "the property to read"}, Param{Name: "wanted", Type: Any, Doc: "the value it must have"}),
		Reads:  true, Doc: "Counts the entities of a zone or list whose property has a value.", Result: "how many", ResultType: "number", Example: `matching("dice", "held", true)`,
		run: func(c *Call) {
			if c.slot[0] >= 0 {
				c.result(c.host.matching(c.slot[0], c.raw[1], c.args[2]))
				return
			}
			n, of := 0, c.host.column(c.slot[0], c.raw[1])
			c.eachElement(func(id state.ID) {
				if of.read(id) == c.args[2] {
					n++
				}
			})
			c.resultNumber(float64(n))
		},
		direct: directMatching,
	},
}

// matching counts the entities of a zone whose property has a value.
func (h *Host) matching(slot int, name lua.Value, wanted state.Value) lua.Value {
	n, of := 0, h.column(slot, name)
	for _, id := range h.walk(slot) {
		if of.read(id) == wanted {
			n++
		}
	}
	return lua.Num(float64(n))
}

// column reads one property of the entities of a zone or list.
type column struct {
	host *Host
	name lua.Value
	// open means that reads need no check. The property has the number prop in
	// kind, the kind of the last entity, or nil if that lacks it.
	open bool
	kind *state.KindDecl
	prop int
}

// column returns the column of a zone or, if slot is negative, of a list.
func (h *Host) column(slot int, name lua.Value) column {
	return column{host: h, name: name, open: h.Veil == nil || slot >= 0 && !h.Veil.guards(slot)}
}

// read returns the property of an entity.
func (c *column) read(id state.ID) state.Value {
	h := c.host
	if kind := h.State.Prototype(id).Kind; kind != c.kind || !c.open {
		v := h.read(id, c.name)
		if i, ok := h.props.Get(c.name, kind); ok && i >= 0 {
			c.kind, c.prop = kind, i
		}
		return v
	}
	return h.State.Prop(id, c.prop)
}

// number returns the property, which must be a number, for an API function.
func (c *column) number(f *Function, id state.ID) float64 {
	v := c.read(id)
	if v.Type != state.Number {
		c.host.fail(f, "needs numbers, but %s of %s is not one", c.name, c.host.State.Prototype(id).ID)
	}
	return v.Num
}

var valueName = lua.Text("value")

// read returns the value of entity.name in a script, as game data.
func (h *Host) read(id state.ID, key lua.Value) state.Value {
	name := key.String()
	h.mayRead(id, name)
	proto := h.State.Prototype(id)
	i, known := h.props.Get(key, proto.Kind)
	if !known {
		var ok bool
		if i, ok = proto.Kind.Prop(name); !ok {
			i = -1
		}
		h.props.Put(key, proto.Kind, i)
	}
	if i >= 0 {
		return h.State.Prop(id, i)
	}
	if v, ok := h.place(id, name); ok {
		return h.value(v)
	}
	return h.value(h.field(h.Game.DefinitionOf(proto), proto.Kind, name))
}

func (c *Call) eachNumber(f func(float64)) {
	name := valueName
	if c.has(1) {
		name = c.raw[1]
	}
	of := c.host.column(c.slot[0], name)
	if c.slot[0] < 0 {
		c.eachElement(func(id state.ID) { f(of.number(c.f, id)) })
		return
	}
	for _, id := range c.host.walk(c.slot[0]) {
		f(of.number(c.f, id))
	}
}

// eachElement calls f with each entity of the list in the first argument, and
// charges 2 units for each.
func (c *Call) eachElement(f func(state.ID)) {
	h, list := c.host, c.raw[0].Table()
	n := list.Len()
	h.VM.Charge(costItem * int64(n))
	if n == 0 {
		c.mustBeEmpty(list)
	}
	for i := 1; i <= n; i++ {
		v := list.At(i)
		id, ok := h.entityOf(v)
		if !ok {
			c.fail("needs entities, but element %d of the list is %s", i, h.describe(v))
		}
		if proto, _ := h.State.Find(id); proto == nil {
			h.VM.Fail(diag.New("game/gone", diag.Place{}, "element %d of the list is no longer in play", i).WithHint(whyGone))
		}
		f(id)
	}
}

// mustBeEmpty refuses a table that has fields but no items.
func (c *Call) mustBeEmpty(t *lua.Table) {
	key, passed := t.First()
	c.host.chargeSearch(passed)
	if !key.IsNil() {
		c.fail("needs a list, but this table has nothing at position 1")
	}
}

func (c *Call) extreme(better func(a, b float64) float64) {
	best := math.NaN()
	c.eachNumber(func(n float64) {
		if math.IsNaN(best) {
			best = n
		} else {
			best = better(best, n)
		}
	})
	if !math.IsNaN(best) {
		c.resultNumber(best)
	} else {
		c.result(lua.Nil)
	}
}

// sorted returns the numbers of the zone or list in ascending order. The slice is
// valid until the next call.
func (c *Call) sorted() []float64 {
	h := c.host
	h.numbers = h.numbers[:0]
	c.eachNumber(func(n float64) { h.numbers = append(h.numbers, n) })
	h.VM.Charge(costItem * int64(len(h.numbers)))
	slices.Sort(h.numbers)
	return h.numbers
}

func (c *Call) eachGroup(f func(size int)) {
	all := c.sorted()
	for i := 0; i < len(all); {
		k := i
		for k < len(all) && all[k] == all[i] {
			k++
		}
		f(k - i)
		i = k
	}
}

func (c *Call) longestRun() int {
	all := c.sorted()
	longest, length := min(1, len(all)), 1
	for i := 1; i < len(all); i++ {
		switch all[i] {
		case all[i-1]:
		case all[i-1] + 1:
			length++
		default:
			length = 1
		}
		longest = max(longest, length)
	}
	return longest
}
