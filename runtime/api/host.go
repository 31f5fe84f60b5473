package api

import (
	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/def"
	"sleight/runtime/diag"
	"sleight/runtime/rng"
	"sleight/runtime/script"
	"sleight/runtime/state"
)

// Flow is what the engine does for scripts.
type Flow interface {
	// Emit tells every listener that the event has happened.
	Emit(event int, args []state.Value)
	// Modify asks every listener for the value and returns what came of it.
	Modify(value int, x state.Value, args []state.Value) state.Value
	// Enter changes the phase once the running hook has returned.
	Enter(phase string) *diag.Diagnostic
	// End ends the game.
	End(won bool, text string)
	// Say shows a text to the players; a warning stands out.
	Say(text string, warning bool)
	// Refuse gives up the running command as forbidden by the rules.
	Refuse(reason string)
	// Phase returns the name of the current phase.
	Phase() string
	// Act makes player (counted from 1) the acting one.
	Act(player int)
}

// Game is what a host must know of the game being played. It is immutable.
type Game struct {
	Catalog    *def.Catalog
	Definition *def.Definition
	Layout     *state.Layout
	// Values numbers the values that listeners modify.
	Values map[string]int
	Phases map[string]int
	// Weights are the expressions that stand for weights in tables.
	Weights map[*def.Node]*Hook
	// Prototypes by kind/id, for every definition that can be in play.
	Prototypes map[string]*state.Prototype
	// Definitions finds the definition of a prototype.
	DefinitionOf func(*state.Prototype) *def.Definition
}

// Hook is a function of a script, numbered within its game so that a host
// finds it without a search.
type Hook struct {
	Index   int
	Program *script.Program
	// Name is the hook's name in the script; empty for an expression.
	Name  string
	Owner *def.Definition
	Place diag.Place
	// Under is the hook that this one was put upon by another pack, and Join how
	// they go together; nil when it stands alone.
	Under *Hook
	Join  script.Join
}

// Self is what a hook is called with first: an entity in play, or else a
// definition.
type Self struct {
	Entity     state.ID
	Definition *def.Definition
}

// maxCallDepth is how many API calls may be open at once in a command.
const maxCallDepth = 48

// Host binds the API to one state for one VM. It is one goroutine's at a time.
type Host struct {
	VM    *script.VM
	State *state.State
	Game  *Game
	Flow  Flow
	// Acting is the player on whose behalf scripts run, counted from 1.
	Acting int
	// Luck, when set, is what chance draws from instead of the state: for
	// scripts that only look, such as bots.
	Luck *rng.Stream
	// Trace, when set, is told of each API call as it begins, and what it
	// returns when the call has ended: where the call stands, and from where to
	// where in the journal its changes are.
	Trace func(function string) (end func(at diag.Place, from, to int))

	functions []Function
	hooks     []*lua.LFunction
	handles   []*lua.LUserData
	calls     [maxCallDepth]Call
	depth     int
	scratch   []state.Value
	snapshots []state.ID
	numbers   []float64
	next      *lua.LFunction // the iterator of each
	entity    *lua.LTable    // metatable of entity handles
	vars      *lua.LUserData
	game      *lua.LUserData
	ledger    ledger
	selves    map[*def.Definition]lua.LValue
	fields    map[fieldKey]lua.LValue
}

// NewHost makes a VM for the game and binds the API to it.
func NewHost(g *Game, s *state.State, f Flow) *Host {
	h := &Host{State: s, Game: g, Flow: f, Acting: 1, functions: Functions(), selves: map[*def.Definition]lua.LValue{}, fields: map[fieldKey]lua.LValue{}}
	for i := range h.calls {
		h.calls[i].host = h
	}
	h.VM = script.NewVM(h.globals)
	return h
}

func (h *Host) globals(l *lua.LState) map[string]lua.LValue {
	all := map[string]lua.LValue{}
	for i := range h.functions {
		f := &h.functions[i]
		all[f.Name] = l.NewFunction(func(*lua.LState) int { return h.invoke(f) })
	}
	h.makeHandles(l)
	all["vars"] = h.vars
	h.game = h.gameHandle(l)
	all["game"] = h.game
	return all
}

// function returns the Lua function of a hook, loading its script when this
// host sees it first. It returns nil when the script lacks the hook.
func (h *Host) function(k *Hook) *lua.LFunction {
	if k.Index < len(h.hooks) && h.hooks[k.Index] != nil {
		return h.hooks[k.Index]
	}
	instance, problem := h.VM.Load(k.Program)
	if problem != nil {
		h.VM.Fail(*problem)
	}
	if instance.IsOdd(k.Name) {
		h.VM.Fail(diag.New("script/shape", k.Place, "the hook %s is no function", k.Name).
			WithHint("write %s = function(self) … end", k.Name))
	}
	fn := instance.Hook(k.Name)
	if k.Under != nil {
		fn = h.VM.Join(k.Join, fn, h.function(k.Under))
	}
	for len(h.hooks) <= k.Index {
		h.hooks = append(h.hooks, nil)
	}
	h.hooks[k.Index] = fn
	return fn
}

// Call calls a hook with up to eight arguments and returns its first result.
// It must run inside VM.Protect.
func (h *Host) Call(k *Hook, self Self, args []state.Value) state.Value {
	fn := h.function(k)
	if fn == nil {
		return state.Value{}
	}
	h.enter(k)
	result := h.value(h.call(fn, self, args))
	h.leave()
	return result
}

// CallAll calls a hook like Call and returns all its results.
func (h *Host) CallAll(k *Hook, self Self, args []state.Value) []state.Value {
	fn := h.function(k)
	if fn == nil {
		return nil
	}
	luaArgs := []lua.LValue{h.self(self)}
	for _, a := range args {
		luaArgs = append(luaArgs, h.lua(a))
	}
	var out []state.Value
	h.enter(k)
	results := h.VM.CallAll(fn, luaArgs...)
	h.leave()
	for _, v := range results {
		out = append(out, h.value(v))
	}
	return out
}

// CallList calls a hook that gives a list and appends its items to out. A text
// is taken for the name of a zone.
func (h *Host) CallList(k *Hook, self Self, args []state.Value, out []state.Value) []state.Value {
	fn := h.function(k)
	h.enter(k)
	result := h.call(fn, self, args)
	h.leave()
	if name, ok := result.(lua.LString); ok {
		for _, id := range h.State.Zone(h.zone(string(name))) {
			out = append(out, state.Entity(id))
		}
		return out
	}
	n, ok := h.VM.Len(result)
	if !ok {
		h.VM.Fail(diag.New("script/runtime", k.Place, "a list was expected, not %s", describe(result)))
	}
	for i := 1; i <= n; i++ {
		out = append(out, h.value(h.VM.Item(result, i)))
	}
	return out
}

func (h *Host) call(fn *lua.LFunction, self Self, args []state.Value) lua.LValue {
	var buf [9]lua.LValue
	buf[0] = h.self(self)
	n := 1
	for _, a := range args {
		if n < len(buf) {
			buf[n] = h.lua(a)
			n++
		}
	}
	return h.VM.Call1(fn, buf[:n]...)
}

// CallText calls a hook and returns all its results as text for a person, with
// commas between. Lists are written out.
func (h *Host) CallText(k *Hook, self Self) string {
	fn := h.function(k)
	h.enter(k)
	result := h.call(fn, self, nil)
	h.leave()
	return h.text(result)
}

// Forget drops what is known of a hook whose number is used again.
func (h *Host) Forget(k *Hook) {
	if k.Index < len(h.hooks) {
		h.hooks[k.Index] = nil
	}
}

// Reset makes the host ready for the next command.
func (h *Host) Reset() {
	h.depth, h.scratch, h.snapshots = 0, h.scratch[:0], h.snapshots[:0]
	h.ledger.reset()
}

func (h *Host) self(s Self) lua.LValue {
	if s.Entity != state.None {
		return h.handle(s.Entity)
	}
	if s.Definition == h.Game.Definition {
		return h.game
	}
	return h.definition(s.Definition)
}
