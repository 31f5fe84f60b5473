package api

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// maxArgs is the largest number of declared parameters.
const maxArgs = 6

// Call is one call of an API function, with its arguments checked against the
// table.
type Call struct {
	host    *Host
	f       *Function
	n       int         // number of arguments, trailing nils not counted
	used    int         // the elements after these are reset already
	raw     []lua.Value // the arguments as passed
	args    [maxArgs]state.Value
	slot    [maxArgs]int // the number a name resolves to: of a zone, event or value
	results [2]lua.Value
	gives   int         // number of results
	ids     []lua.Value // the ids that weighted draws from, and their weights
	weights []float64
}

// binding holds the data that every call of a function reads, close together in
// memory.
type binding struct {
	f        *Function
	run      func(*Call)
	params   int
	required int // number of required arguments
	args     [maxArgs]parameter
}

// parameter holds the fields of a Param that checking an argument reads.
type parameter struct {
	of        Type
	optional  bool
	low, high float64
}

// bindings holds the functions that scripts may call, which are the same for all
// hosts.
var bindings = sync.OnceValue(func() (all []binding) {
	list := functions()
	for i := range list {
		if list[i].Cost != "" {
			all = append(all, bind(&list[i]))
		}
	}
	return all
})

func bind(f *Function) binding {
	b := binding{f: f, run: f.run, params: len(f.Params)}
	for i := range f.Params {
		p := &f.Params[i]
		b.args[i] = parameter{p.Type, p.Optional, p.Low, p.High}
		if p.Low >= p.High {
			b.args[i].low, b.args[i].high = math.Inf(-1), math.Inf(1)
		}
		if !p.Optional {
			b.required = i + 1
		}
	}
	return b
}

// invoke checks the arguments of a call, runs it and returns its result.
func (h *Host) invoke(b *binding, raw []lua.Value) lua.Value {
	if h.depth == maxCallDepth {
		h.tooDeep()
	}
	c := &h.calls[h.depth]
	h.depth++
	h.Calls++
	c.f, c.n, c.raw, c.gives = b.f, len(raw), raw, 0
	h.VM.Charge(costCall)
	c.decode(b, raw)
	if h.Trace == nil {
		b.run(c)
	} else {
		c.traced(b)
	}
	if work := h.State.Work(); work > 0 {
		h.VM.Charge(work)
	}
	h.depth--
	if c.gives == 1 {
		return h.VM.ReturnOne(c.results[0])
	}
	return h.VM.Return(c.results[:c.gives]...)
}

// traced runs a call for the tracer.
func (c *Call) traced(b *binding) {
	h := c.host
	before, end := h.State.Position(), h.Trace(b.f.Name)
	b.run(c)
	end(h.VM.Where(), before, h.State.Position())
}

func (h *Host) tooDeep() {
	h.VM.Fail(diag.New("script/event-depth", diag.Place{}, "calls nest more than %d deep", maxCallDepth).
		WithHint("look for events that emit each other"))
}

// decode checks all arguments.
func (c *Call) decode(b *binding, raw []lua.Value) {
	n := len(raw)
	if n > b.params {
		if !b.f.Variadic {
			c.fail("takes at most %d arguments, not %d", b.params, n)
		}
		n = b.params
	}
	c.used = max(c.used, n) // in case an argument is refused
	for i := range n {
		if p := &b.args[i]; p.optional && raw[i].IsNil() {
			c.omit(i)
		} else {
			c.argument(i, p, raw[i])
		}
	}
	if n < b.required {
		c.fail("needs %s, %s", b.f.Params[n].Name, article(b.args[n].of.String()))
	}
	for i := n; i < c.used; i++ {
		c.omit(i)
	}
	c.used = n
}

// omit resets argument i as if it had been left out.
func (c *Call) omit(i int) { c.args[i], c.slot[i] = state.Value{}, -1 }

// argument checks one argument.
func (c *Call) argument(i int, p *parameter, v lua.Value) {
	h, t := c.host, p.of
	switch t {
	case Zone, Entities:
		if slot, ok := h.zoneNames.Get(v, h.Acting); ok {
			c.slot[i] = slot
		} else if c.omit(i); t == Zone || v.Table() == nil { // the function reads the list
			c.name(i, v)
		}
	case Number, Whole:
		c.number(i, p, v)
	case Entity, Die, Living, Card:
		c.entity(i, t, v)
	case Target:
		if v.Equal(h.vars) {
			c.omit(i) // Nil stands for vars
		} else {
			c.entity(i, t, v)
		}
	case Any:
		c.args[i], c.slot[i] = h.value(v), -1
	case Former:
		id, ok := h.entityOf(v)
		if !ok {
			c.wrong(i, v)
		}
		c.args[i] = state.Entity(id)
	case Flag:
		if v.Type() != lua.TypeBool {
			c.wrong(i, v)
		}
		c.args[i] = state.Truth(v.True())
	case Options, List:
		if c.args[i], c.slot[i] = (state.Value{}), -1; v.Table() == nil { // the function reads it
			c.wrong(i, v)
		}
	case Event, Value, Phase, Action, Stream, ID, Kind:
		if slot, ok := h.declared.Get(v, int(t)); ok {
			text, _ := v.Text()
			c.args[i], c.slot[i] = state.Str(text), slot
		} else {
			c.omit(i)
			c.name(i, v)
		}
	case Property: // functions look properties up themselves
		text, ok := v.Text()
		if !ok {
			c.wrong(i, v)
		}
		c.args[i], c.slot[i] = state.Str(text), -1
	default:
		c.args[i], c.slot[i] = state.Value{}, -1
		c.name(i, v)
	}
}

func (c *Call) number(i int, p *parameter, v lua.Value) {
	n, ok := v.Number()
	if !ok {
		c.wrong(i, v)
	}
	if whole := float64(int64(n)) == n && math.Abs(n) <= state.MaxWhole; !whole || n < p.low || n > p.high {
		c.unusual(i, p, n, whole)
	}
	c.args[i] = state.Num(n + 0)
}

// unusual refuses a number, unless it may be a fraction.
func (c *Call) unusual(i int, p *parameter, n float64, whole bool) {
	name := c.f.Params[i].Name
	switch {
	case p.of == Whole && !whole:
		c.fail("needs a whole number for %s, not %s", name, state.FormatNumber(n))
	case n != n || math.IsInf(n, 0):
		c.fail("cannot take %v for %s", n, name)
	case n < p.low || n > p.high:
		c.fail("takes %s from %s to %s, not %s", name, state.FormatNumber(p.low), bound(p.high), state.FormatNumber(n))
	}
}

func bound(n float64) string {
	if n == unbounded {
		return "any number"
	}
	return state.FormatNumber(n)
}

func (c *Call) entity(i int, t Type, v lua.Value) {
	id, ok := c.host.entityOf(v)
	if !ok {
		c.wrong(i, v)
	}
	if !c.host.State.Alive(id) {
		c.host.gone(c.f.Params[i].Name)
	}
	c.args[i] = state.Entity(id)
	if t == Entity || t == Target {
		return
	}
	c.host.mustKnowIdentity(id, "the kind")
	kind := c.host.State.Prototype(id).Kind
	switch t {
	case Die:
		if !kind.Die {
			c.wrong(i, v)
		}
	case Living:
		if !kind.Living() {
			c.wrong(i, v)
		}
	case Card:
		if !kind.Turns() {
			c.wrong(i, v)
		}
	}
}

// name resolves arguments that are names, and passes on values of any type.
func (c *Call) name(i int, v lua.Value) {
	p := &c.f.Params[i]
	h := c.host
	if p.Type == ListOrZone && v.Type() != lua.TypeText || p.Type == IDOrList && v.Table() != nil {
		return // the function reads the list itself
	}
	text, ok := v.Text()
	if !ok {
		c.wrong(i, v)
	}
	switch p.Type { // a name that is found is valid UTF-8
	case Zone, Entities, ListOrZone:
		c.slot[i] = h.zone(v)
	case Event, Value, Phase, Action:
		c.slot[i] = c.findDeclared(p.Type, text)
		h.declared.Put(v, int(p.Type), c.slot[i])
	case Stream, ID, Kind:
		c.args[i] = h.textData(v)
		h.declared.Put(v, int(p.Type), -1)
	default:
		c.args[i] = h.textData(v)
		return
	}
	c.args[i] = state.Str(text)
}

func (c *Call) findDeclared(t Type, name string) int {
	g := c.host.Game
	switch t {
	case Value:
		return c.declaredSlot("value", name, g.Values)
	case Phase:
		return c.declaredSlot("phase", name, g.Phases)
	case Action:
		return c.declaredSlot("action", name, g.Actions)
	}
	slot, ok := g.Layout.Event(name)
	if !ok {
		c.unknown("event", name, g.Layout.Events)
	}
	return slot
}

func (c *Call) declaredSlot(what, name string, all map[string]int) int {
	slot, ok := all[name]
	if !ok {
		c.unknown(what, name, slices.Sorted(maps.Keys(all)))
	}
	return slot
}

func (c *Call) unknown(what, name string, known []string) {
	c.host.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "%s: the game has no %s %q", c.f.Name, what, name).
		Suggest(name, known))
}

// zone finds a zone by name: NAME for the acting player's zone, NAME@PLAYER for
// another's.
func (h *Host) zone(text lua.Value) int {
	slot, ok := h.zoneNames.Get(text, h.Acting)
	if !ok {
		slot = h.findZone(text.String())
		h.zoneNames.Put(text, h.Acting, slot)
	}
	return slot
}

func (h *Host) findZone(name string) int {
	slot, ok := h.Game.Layout.Zone(name, h.Acting)
	if ok {
		return slot
	}
	if base, player, found := strings.Cut(name, "@"); found && len(player) == 1 {
		n := int(player[0] - '0')
		if slot, ok = h.Game.Layout.Zone(base, n); ok && n >= 1 && n <= h.Game.Layout.Players {
			return slot
		}
	}
	problem := diag.New("script/unknown-name", diag.Place{}, "the game has no zone %q", name)
	base, _, found := strings.Cut(name, "@")
	if _, ok := h.Game.Layout.Zone(base, 1); ok && found {
		h.VM.Fail(problem.WithHint("there are %d players, counted from 1", h.Game.Layout.Players))
		return 0
	}
	var known []string
	for _, z := range h.Game.Layout.Zones {
		known = append(known, z.Name)
	}
	h.VM.Fail(problem.Suggest(name, known))
	return 0
}

// until returns the end of a change, from the two parameters of functions whose
// change may be temporary.
func (c *Call) until() state.Until {
	i := len(c.f.Params) - 2
	if c.slot[i] < 0 {
		return state.Until{}
	}
	count := 1
	if c.args[i+1].Type == state.Number {
		count = int(c.args[i+1].Num)
	}
	return state.Until{Event: c.slot[i], Count: count}
}

func (c *Call) id(i int) state.ID { return c.args[i].ID() }

func (c *Call) has(i int) bool { return c.args[i].Type != state.Nil }

// stream returns the name of the random stream in argument i, or "dice".
func (c *Call) stream(i int) string {
	if c.has(i) {
		return c.args[i].Str
	}
	return "dice"
}

// check aborts the command if a change was refused.
func (c *Call) check(problem *diag.Diagnostic) { c.host.check(c.f, problem) }

func (h *Host) check(f *Function, problem *diag.Diagnostic) {
	if problem != nil {
		problem.Message = diag.Sentencef("%s: %s", f.Name, problem.Message)
		h.VM.Fail(*problem)
	}
}

// result adds a result.
func (c *Call) result(v lua.Value) {
	c.results[c.gives] = v
	c.gives++
}

func (c *Call) resultNumber(n float64) { c.result(lua.Num(n)) }

func (c *Call) resultBool(b bool) { c.result(lua.Bool(b)) }

func (c *Call) resultEntity(id state.ID) { c.result(c.host.handle(id)) }

func (c *Call) fail(format string, args ...any) { c.host.fail(c.f, format, args...) }

func (h *Host) fail(f *Function, format string, args ...any) {
	h.VM.Fail(diag.New("script/arguments", diag.Place{}, f.Name+" "+format, args...).
		WithHint("%s", f.Usage()))
}

func (c *Call) wrong(i int, got lua.Value) {
	p := &c.f.Params[i]
	c.fail("needs %s for %s, not %s", article(p.Type.String()), p.Name, c.host.describe(got))
}

// Usage returns the signature as the reference prints it, with optional
// parameters in brackets.
func (f *Function) Usage() string {
	var b strings.Builder
	b.WriteString(f.Name + "(")
	depth := 0
	for i, p := range f.Params {
		if p.Optional {
			b.WriteString("[")
			depth++
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.Name)
	}
	b.WriteString(strings.Repeat("]", depth))
	if f.Variadic {
		b.WriteString(", …")
	}
	b.WriteString(")")
	return b.String()
}
