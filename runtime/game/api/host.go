package api

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
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
	Program *lua.Program
	// Script numbers the program within the game.
	Script int
	// Name is the hook's name in the script; empty for an expression.
	Name  string
	Owner *def.Definition
	Place diag.Place
	// Under is the hook that this one was put upon by another pack, and Join how
	// they go together; nil when it stands alone.
	Under *Hook
	Join  lua.Join
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
	VM    *lua.VM
	State *state.State
	Game  *Game
	Flow  Flow
	// Acting is the player on whose behalf scripts run, counted from 1.
	Acting int
	// Luck, when set, is what chance draws from instead of the state: for
	// scripts that only look, such as bots.
	Luck *random.Stream
	// Trace, when set, is told of each API call as it begins, and what it
	// returns when the call has ended: where the call stands, and from where to
	// where in the journal its changes are.
	Trace func(function string) (end func(at diag.Place, from, to int))

	// Calls is how many functions of the API scripts have called.
	Calls int64

	functions []Function
	hooks     []*lua.Function
	calls     [maxCallDepth]Call
	depth     int
	scratch   []state.Value
	args      []lua.Value
	snapshots []state.ID
	numbers   []float64
	next      lua.Value // the iterator of each
	entities  lua.Class
	vars      lua.Value
	game      lua.Value
	ledger    ledger
	selves    map[*def.Definition]lua.Value
	// fields are those that were asked for, and gameFields those of the game.
	fields     map[*def.Definition]*lua.Table
	gameFields *lua.Table
	// What the names in scripts stand for.
	zoneNames lua.Memo[int, int]
	varNames  lua.Memo[int, int]
	declared  lua.Memo[Type, int]
	props     lua.Memo[*state.KindDecl, int]
	ownFields lua.Memo[*state.Prototype, lua.Value]
}

// NewHost makes a VM for the game and binds the API to it.
func NewHost(g *Game, s *state.State, f Flow) *Host {
	h := &Host{State: s, Game: g, Flow: f, Acting: 1, functions: Functions(), selves: map[*def.Definition]lua.Value{}, fields: map[*def.Definition]*lua.Table{}, gameFields: lua.NewTable()}
	for i := range h.calls {
		h.calls[i].host = h
	}
	h.VM = lua.NewVM(h.globals())
	return h
}

func (h *Host) globals() map[string]lua.Value {
	all := map[string]lua.Value{}
	for i := range h.functions {
		f := &h.functions[i]
		if f.Cost == "" {
			continue
		}
		all[f.Name] = lua.NewFunction(func(_ *lua.VM, args []lua.Value) lua.Value { return h.invoke(f, args) }).Value()
	}
	h.makeClasses()
	all["vars"], all["game"] = h.vars, h.game
	return all
}

// function returns the Lua function of a hook, loading its script when this
// host sees it first. It returns nil when the script lacks the hook.
func (h *Host) function(k *Hook) *lua.Function {
	if k.Index < len(h.hooks) && h.hooks[k.Index] != nil {
		return h.hooks[k.Index]
	}
	instance, problem := h.VM.Load(k.Program)
	if problem != nil {
		h.VM.Fail(*problem)
	}
	if instance.IsOdd(k.Name) {
		h.VM.Fail(diag.New("script/shape", k.Place, "the hook %s is not a function", k.Name).
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

// CallAll calls a hook like Call and appends all its results to out.
func (h *Host) CallAll(k *Hook, self Self, args, out []state.Value) []state.Value {
	fn := h.function(k)
	if fn == nil {
		return out
	}
	h.enter(k)
	first := h.call(fn, self, args)
	for i := range h.VM.Gave() {
		out = append(out, h.value(h.VM.Result(first, i)))
	}
	h.leave()
	return out
}

// CallList calls a hook that gives a list and appends its items to out. A text
// is taken for the name of a zone.
func (h *Host) CallList(k *Hook, self Self, args []state.Value, out []state.Value) []state.Value {
	fn := h.function(k)
	h.enter(k)
	result := h.call(fn, self, args)
	h.leave()
	if result.Type() == lua.TypeText {
		for _, id := range h.State.Zone(h.zone(result)) {
			out = append(out, state.Entity(id))
		}
		return out
	}
	list := result.Table()
	if list == nil {
		h.VM.Fail(diag.New("script/runtime", k.Place, "a list was expected, not %s", describe(result)))
	}
	h.VM.Charge(int64(list.Len() / looked))
	for i := range list.Len() {
		out = append(out, h.value(list.At(i+1)))
	}
	return out
}

func (h *Host) call(fn *lua.Function, self Self, args []state.Value) lua.Value {
	from := len(h.args)
	h.args = append(h.args, h.self(self))
	for _, a := range args {
		h.args = append(h.args, h.lua(a))
	}
	v := h.VM.Call(fn, h.args[from:]...)
	h.args = h.args[:from]
	return v
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
	h.depth, h.scratch, h.args, h.snapshots = 0, h.scratch[:0], h.args[:0], h.snapshots[:0]
	h.ledger.reset()
}

func (h *Host) self(s Self) lua.Value {
	if s.Entity != state.None {
		return h.handle(s.Entity)
	}
	if s.Definition == h.Game.Definition {
		return h.game
	}
	return h.definition(s.Definition)
}
