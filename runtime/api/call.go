package api

import (
	"maps"
	"math"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/diag"
	"sleight/runtime/state"
)

// maxArgs is the greatest number of parameters that a function declares.
const maxArgs = 6

// Call is one call of an API function with its arguments checked against the
// table.
type Call struct {
	host    *Host
	f       *Function
	n       int // how many arguments came, nil ones at the end not counted
	args    [maxArgs]state.Value
	slot    [maxArgs]int // what names resolve to: zone, event, value
	results int
}

// invoke checks the arguments of a call, carries it out and returns results.
func (h *Host) invoke(f *Function) int {
	if h.depth == maxCallDepth {
		h.VM.Fail(diag.New("script/event-depth", diag.Place{}, "calls nest more than %d deep", maxCallDepth).
			WithHint("look for events that emit one another"))
	}
	c := &h.calls[h.depth]
	h.depth++
	l := h.VM.Lua()
	c.f, c.n, c.results = f, l.GetTop(), 0
	h.VM.Charge(costCall)
	if c.n > len(f.Params) && !f.Variadic {
		c.fail("takes at most %d arguments, not %d", len(f.Params), c.n)
	}
	for i := range f.Params {
		c.decode(l, i)
	}
	if h.Trace == nil {
		f.run(c)
	} else {
		before, end := h.State.Position(), h.Trace(f.Name)
		f.run(c)
		end(h.VM.Where(), before, h.State.Position())
	}
	h.toll()
	h.depth--
	return c.results
}

func (c *Call) decode(l *lua.LState, i int) {
	p := &c.f.Params[i]
	if i >= c.n {
		if !p.Optional {
			c.fail("needs %s, %s", p.Name, article(p.Type.String()))
		}
		c.args[i], c.slot[i] = state.Value{}, -1
		return
	}
	lv := l.Get(i + 1)
	if p.Optional && lv == lua.LNil {
		c.args[i], c.slot[i] = state.Value{}, -1
		return
	}
	switch p.Type {
	case Number, Whole:
		n, ok := lv.(lua.LNumber)
		if !ok {
			c.wrong(i, lv)
		}
		c.number(i, float64(n))
	case Thing, Die, Living, Card:
		ud, ok := lv.(*lua.LUserData)
		if !ok {
			c.wrong(i, lv)
		}
		c.entity(i, ud)
	default:
		c.args[i], c.slot[i] = state.Value{}, -1
		c.name(i, lv)
	}
}

func (c *Call) number(i int, n float64) {
	p := &c.f.Params[i]
	if p.Type == Whole && (n != math.Trunc(n) || math.Abs(n) > state.Whole) {
		c.fail("needs a whole number for %s, not %s", p.Name, state.FormatNumber(n))
	}
	if n != n || math.IsInf(n, 0) {
		c.fail("cannot take %v for %s", n, p.Name)
	}
	if p.Low < p.High && (n < p.Low || n > p.High) {
		c.fail("takes %s from %s to %s, not %s", p.Name, state.FormatNumber(p.Low), bound(p.High), state.FormatNumber(n))
	}
	c.args[i] = state.Num(n)
}

func bound(n float64) string {
	if n == unbounded {
		return "any number"
	}
	return state.FormatNumber(n)
}

func (c *Call) entity(i int, ud *lua.LUserData) {
	hd, ok := ud.Value.(*handle)
	if !ok {
		c.wrong(i, ud)
	}
	if !c.host.State.Alive(hd.id) {
		c.host.gone(c.f.Params[i].Name)
	}
	c.args[i] = state.Entity(hd.id)
	kind := c.host.State.Prototype(hd.id).Kind
	switch c.f.Params[i].Type {
	case Die:
		if kind.Name != "die" {
			c.wrong(i, ud)
		}
	case Living:
		if _, ok := kind.Prop("hp"); !ok {
			c.wrong(i, ud)
		}
	case Card:
		if _, ok := kind.Prop("face_up"); !ok {
			c.wrong(i, ud)
		}
	}
}

// name resolves arguments that are names, and passes on free values.
func (c *Call) name(i int, lv lua.LValue) {
	p := &c.f.Params[i]
	h := c.host
	switch p.Type {
	case Any:
		c.args[i] = h.value(lv)
		return
	case Target:
		if lv == lua.LValue(h.vars) {
			return // Nil stands for vars
		}
		ud, ok := lv.(*lua.LUserData)
		if !ok {
			c.wrong(i, lv)
		}
		c.entity(i, ud)
		return
	case ListOrZone:
		if _, ok := lv.(lua.LString); !ok {
			return // the function looks at the list itself
		}
	}
	text, ok := lv.(lua.LString)
	if !ok {
		c.wrong(i, lv)
	}
	c.args[i] = h.words(string(text))
	switch p.Type {
	case Zone, ListOrZone:
		c.slot[i] = h.zone(string(text))
	case Event:
		slot, ok := h.Game.Layout.Event(string(text))
		if !ok {
			c.unknown("event", string(text), h.Game.Layout.Events)
		}
		c.slot[i] = slot
	case Value:
		c.slot[i] = c.known("value", string(text), h.Game.Values)
	case Phase:
		c.slot[i] = c.known("phase", string(text), h.Game.Phases)
	}
}

func (c *Call) known(what, name string, all map[string]int) int {
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

// zone finds a zone by name: the acting player's, or NAME@PLAYER's.
func (h *Host) zone(name string) int {
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
	var known []string
	for _, z := range h.Game.Layout.Zones {
		known = append(known, z.Name)
	}
	h.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "the game has no zone %q", name).Suggest(name, known))
	return 0
}

// until reads the two parameters that end a function whose change may be
// temporary.
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

// check aborts the command when a change was not allowed.
func (c *Call) check(problem *diag.Diagnostic) {
	if problem != nil {
		problem.Message = c.f.Name + ": " + problem.Message
		c.host.VM.Fail(*problem)
	}
}

// result pushes what the function returns.
func (c *Call) result(v lua.LValue) {
	c.host.VM.Lua().Push(v)
	c.results++
}

func (c *Call) resultNumber(n float64) { c.result(c.host.VM.Box(n)) }

func (c *Call) resultBool(b bool) { c.result(lua.LBool(b)) }

func (c *Call) resultEntity(id state.ID) { c.result(c.host.handle(id)) }

func (c *Call) fail(format string, args ...any) {
	c.host.VM.Fail(diag.New("script/arguments", diag.Place{}, c.f.Name+" "+format, args...).
		WithHint("%s", c.f.Usage()))
}

func (c *Call) wrong(i int, got lua.LValue) {
	p := &c.f.Params[i]
	c.fail("needs %s for %s, not %s", article(p.Type.String()), p.Name, c.host.describe(got))
}

// Usage returns the call as the reference writes it, optional parameters in
// brackets.
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
