package api

import (
	"sync"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Flow is the part of the API that needs rules, phases and commands.
type Flow interface {
	// Emit calls every listener of an event.
	Emit(event int, args []state.Value)
	// Modify passes a value through every listener and returns the result.
	Modify(value int, x state.Value, args []state.Value) state.Value
	// Enter changes the phase, by its number, after the running hook has
	// returned.
	Enter(phase int)
	// End ends the game.
	End(won bool, text string)
	// Say shows a text to all players; a warning is emphasized.
	Say(text string, warning bool)
	// Tell shows a text to one player, counted from 1, or to everyone for 0. It
	// may contain what was hidden.
	Tell(player int, text string)
	// Refuse aborts the running command as forbidden by the rules.
	Refuse(reason string)
	// Phase returns the name of the current phase.
	Phase() string
	// SetPlayer makes a player, counted from 1, the acting one.
	SetPlayer(player int)
	// Play uses an entity for the acting player, with targets, and without costs
	// if free. The refusal is empty if that was allowed; usable is false if its
	// definition has no use.
	Play(id state.ID, targets []state.Value, free bool) (refusal string, usable bool)
	// CanPlay checks whether Play would be allowed; targets may be left out if
	// there is something to pick for them.
	CanPlay(id state.ID, targets []state.Value) (refusal string, usable bool)
	// QueueAction queues an action of the game to be performed instead of the
	// next command.
	QueueAction(a *state.Act) *diag.Diagnostic
	// Paid returns the amount that the running use took from a variable slot. For
	// a cost of x it is the amount available, even if the use is free.
	Paid(slot int) float64
	// Options lists what can be picked for the next target of an entity's use after
	// those picked; usable is false if its definition has no use.
	Options(id state.ID, picked []state.Value) (options []state.Value, usable bool)
	// Target returns the n-th target of the running use or action, counted from 1,
	// or Nil.
	Target(n int) state.Value
	// ChooseMove chooses the next move of an entity that has moves, using a
	// random stream, and returns its name, or "" if none is possible. MakeMove
	// makes it, and reports whether there is one.
	ChooseMove(id state.ID, stream string) string
	MakeMove(id state.ID) bool
	// CallHook calls a hook of an entity's script by name and returns its result,
	// Nil if there is no such hook.
	CallHook(id state.ID, hook string, args []state.Value) state.Value
	// Question asks a player a question once the running command is done.
	Question(q state.Question) *diag.Diagnostic
}

// Game is what a host needs to know about the game being played. It is
// immutable.
type Game struct {
	Catalog    *def.Catalog
	Definition *def.Definition
	Layout     *state.Layout
	// Values maps the values that listeners modify to their numbers.
	Values map[string]int
	Phases map[string]int
	// Actions maps the actions of the game to their numbers.
	Actions map[string]int
	// Weights are the expressions used as weights in tables.
	Weights map[*def.Node]*Hook
	// Prototypes, by kind/id, has every definition that can be in play.
	Prototypes map[string]*state.Prototype
	// Params are the names of the parameters of all definitions of a kind.
	Params map[*state.KindDecl][]string
	// DefinitionOf returns the definition of a prototype.
	DefinitionOf func(*state.Prototype) *def.Definition
	// IdleHosts holds hosts that no session uses at the moment.
	IdleHosts sync.Pool
}

// Hook is a function of a script, numbered within its game so that a host finds
// it without searching.
type Hook struct {
	Index   int
	Program *lua.Program
	// Script is the number of the program within the game.
	Script int
	// Name is the hook's name in the script; empty for an expression.
	Name  string
	Owner *def.Definition
	Place diag.Place
	// Under is the hook that this one, of another pack, is layered on, or nil;
	// Join says how the two combine.
	Under *Hook
	Mode  lua.CombineMode
}

// Self is the first argument of a hook: an entity in play, or else a
// definition.
type Self struct {
	Entity     state.ID
	Definition *def.Definition
}

// maxCallDepth is the largest number of nested API calls in a command.
const maxCallDepth = 48

// Host binds the API to one state and one VM. It is not safe for concurrent
// use.
type Host struct {
	VM    *lua.VM
	State *state.State
	Game  *Game
	Flow  Flow
	// Acting is the player for whom scripts run, counted from 1.
	Acting int
	// Luck, if set, replaces the state's streams: for scripts that change
	// nothing, such as bots.
	Luck *random.Stream
	// Veil, if set, hides from scripts what a player may not know: for bots.
	Veil *Veil
	// Trace, if set, is called when an API call begins, and the function it
	// returns when the call has ended: with the place of the call, and the
	// journal positions that its changes are between.
	Trace func(function string) (end func(at diag.Place, from, to int))

	// Calls is the number of API calls made by scripts.
	Calls int64

	hooks     []*lua.Function
	calls     [maxCallDepth]Call
	depth     int
	scratch   []state.Value
	options   []state.Value // scratch of live
	snapshots []state.ID
	numbers   []float64
	next      lua.Value  // the iterator of each
	emptyList *lua.Table // an empty list
	entities  lua.Class
	vars      lua.Value
	game      lua.Value
	ledger    ledger
	selves    map[*def.Definition]lua.Value
	keys      map[*def.Definition]string // what Key returns
	// fields caches the fields that were read, and gameFields those of the
	// game.
	fields     map[*def.Definition]*lua.Table
	gameFields *lua.Table
	// Caches of what names in scripts resolve to.
	zoneNames  lua.TextCache[int, int]
	varNames   lua.TextCache[int, int]
	declared   lua.TextCache[int, int]                   // by type
	props      lua.TextCache[*state.KindDecl, int]       // negative for what is not a property
	ownFields  lua.TextCache[*state.Prototype, ownField] // nil for definitions themselves
	prototypes lua.TextCache[int, *state.Prototype]      // by zone slot
	valid      lua.TextCache[int, struct{}]              // texts that are UTF-8; the context is 0
	// Memory of what questions keep.
	candidates state.Blocks[state.Candidate]
	values     state.Blocks[state.Value]
}

// NewHost makes a VM for the game and binds the API to it.
func NewHost(g *Game, s *state.State, f Flow) *Host {
	h := &Host{State: s, Game: g, Flow: f, Acting: 1, selves: map[*def.Definition]lua.Value{}, keys: map[*def.Definition]string{}, fields: map[*def.Definition]*lua.Table{}, gameFields: lua.NewTable(), emptyList: lua.NewTable()}
	for i := range h.calls {
		h.calls[i].host, h.calls[i].used = h, maxArgs
	}
	h.ledger.command = 1
	h.VM = lua.NewVM(h.globals())
	return h
}

// Attach attaches the host to another session of the game, or to none.
func (h *Host) Attach(s *state.State, f Flow) {
	h.State, h.Flow, h.Acting, h.Calls = s, f, 1, 0
	h.Luck, h.Veil, h.Trace, h.VM.TextTemplates = nil, nil, nil, nil
	h.Reset()
}

func (h *Host) globals() map[string]lua.Value {
	bound := bindings()
	all := make(map[string]lua.Value, len(bound)+2)
	for i := range bound {
		b := &bound[i]
		run := func(_ *lua.VM, args []lua.Value) lua.Value { return h.invoke(b, args) }
		if b.f.direct != nil {
			run = b.f.direct(h, b)
		}
		all[b.f.Name] = lua.NewFunction(run).Value()
	}
	h.makeClasses()
	all["vars"], all["game"] = h.vars, h.game
	return all
}

// function returns the Lua function of a hook, loading its script on first use.
// It returns nil if the script lacks the hook.
func (h *Host) function(k *Hook) *lua.Function {
	if k.Index < len(h.hooks) && h.hooks[k.Index] != nil {
		return h.hooks[k.Index]
	}
	instance, problem := h.VM.Load(k.Program)
	if problem != nil {
		h.VM.Fail(*problem)
	}
	if instance.HookIsNotFunction(k.Name) {
		h.VM.Fail(diag.New("script/shape", k.Place, "the hook %s is not a function", k.Name).
			WithHint("write %s = function(self) … end", k.Name))
	}
	fn := instance.Hook(k.Name)
	if k.Under != nil {
		fn = h.VM.Combine(k.Mode, fn, h.function(k.Under))
	}
	h.hooks = grownTo(h.hooks, k.Index)
	h.hooks[k.Index] = fn
	return fn
}

// Call calls a hook with up to eight arguments and returns its first result. It
// must run inside VM.Protect.
func (h *Host) Call(k *Hook, self Self, args []state.Value) state.Value {
	var fn *lua.Function
	if k.Index < len(h.hooks) {
		fn = h.hooks[k.Index]
	}
	if fn == nil {
		if fn = h.function(k); fn == nil {
			return state.Value{}
		}
	}
	h.enter(k, self)
	in := h.VM.ArgumentSlots(fn, 1+len(args))
	if self.Definition == h.Game.Definition && self.Entity == state.None {
		in[0] = h.game
	} else {
		in[0] = h.self(self)
	}
	for i := range args {
		in[1+i] = h.lua(args[i])
	}
	result := h.value(h.VM.CallOnStack(fn, in))
	h.leave()
	return result
}

// CallReading is Call with a definition as self, for a hook that reads only these
// fields of it and calls nothing. No other field is converted for the script.
func (h *Host) CallReading(k *Hook, d *def.Definition, fields []string) state.Value {
	t := lua.NewTable()
	for _, name := range fields {
		t.Put(name, h.converted(d, name))
		if name == "key" { // even if a parameter has this name; see definition
			t.Put(name, lua.Text(d.Key()))
		}
	}
	h.VM.Freeze(t)
	h.selves[d] = t.Value()
	defer delete(h.selves, d)
	return h.Call(k, Self{Definition: d}, nil)
}

// BotAnswer is the hook of a bot that answers questions.
const BotAnswer = "answer"

// CallAll is like Call but appends all results to out. The hook BotAnswer may also
// return lists of results.
func (h *Host) CallAll(k *Hook, self Self, args, out []state.Value) []state.Value {
	fn := h.function(k)
	if fn == nil {
		return out
	}
	h.enter(k, self)
	first := h.call(fn, self, args)
	for i := range h.VM.ResultCount() {
		v := h.VM.Result(first, i)
		list := v.Table()
		if list == nil || k.Name != BotAnswer {
			out = append(out, h.value(v))
			continue
		}
		h.VM.Charge(int64(list.Len() / searchedPlaces))
		for i := range list.Len() {
			out = append(out, h.value(list.At(i+1)))
		}
	}
	h.leave()
	return out
}

// CallWithAnswer calls a hook with the answer to a question, and further arguments. A
// single answer is the pick itself, nil for none; otherwise it is the list of
// the picks.
func (h *Host) CallWithAnswer(k *Hook, self Self, picks []state.Value, single bool, with []state.Value) {
	fn := h.function(k)
	if fn == nil {
		return
	}
	h.enter(k, self)
	in := h.VM.ArgumentSlots(fn, 2+len(with))
	in[0], in[1] = h.self(self), lua.Nil
	if !single {
		in[1] = h.newList(picks)
	} else if len(picks) > 0 {
		in[1] = h.lua(picks[0])
	}
	for i, v := range with {
		in[2+i] = h.lua(v)
	}
	h.VM.CallOnStack(fn, in)
	h.leave()
}

// CallList calls a hook that returns a list and appends its items to out. A
// text is taken as the name of a zone.
func (h *Host) CallList(k *Hook, self Self, args []state.Value, out []state.Value) []state.Value {
	fn := h.function(k)
	h.enter(k, self)
	result := h.call(fn, self, args)
	h.leave()
	if result.Type() == lua.TypeText {
		for _, id := range h.within(h.zone(result)) {
			out = append(out, state.Entity(id))
		}
		return out
	}
	list := result.Table()
	if list == nil {
		h.VM.Fail(diag.New("script/runtime", k.Place, "expected a list, not %s", describe(result)))
	}
	h.VM.Charge(int64(list.Len() / searchedPlaces))
	for i := range list.Len() {
		out = append(out, h.value(list.At(i+1)))
	}
	return out
}

func (h *Host) call(fn *lua.Function, self Self, args []state.Value) lua.Value {
	in := h.VM.ArgumentSlots(fn, 1+len(args))
	in[0] = h.self(self)
	for i := range args {
		in[1+i] = h.lua(args[i])
	}
	return h.VM.CallOnStack(fn, in)
}

// CallText calls a hook with arguments and returns all results as text for people, separated
// by commas. Lists are written out.
func (h *Host) CallText(k *Hook, self Self, args []state.Value) string {
	fn := h.function(k)
	h.enter(k, self)
	result := h.call(fn, self, args)
	h.leave()
	return h.text(result)
}

// Forget drops the cached data of a hook whose number is about to be reused.
func (h *Host) Forget(k *Hook) {
	if k.Index < len(h.hooks) {
		h.hooks[k.Index] = nil
	}
	if k.Index < len(h.ledger.spent) {
		h.ledger.spent[k.Index] = tally{}
	}
}

// Reset prepares the host for the next command.
func (h *Host) Reset() {
	h.depth, h.scratch, h.snapshots = 0, h.scratch[:0], h.snapshots[:0]
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
