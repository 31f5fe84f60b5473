package api

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// Running is a hook that has not returned yet.
type Running struct {
	Hook *Hook
	Self Self
	// Frame is the number of the first Lua call in it, counted from 0, the
	// outermost of the VM.
	Frame int
}

// Running returns the hooks that have not returned yet, outermost first.
func (h *Host) Running() []Running {
	var out []Running
	for _, a := range h.ledger.open {
		out = append(out, Running{a.hook, a.self, a.depth})
	}
	return out
}

// Innermost returns the definition and the name of the innermost running hook,
// and the number of its first Lua call, or -1 if no hook is running.
func (h *Host) Innermost() (owner, hook string, frame int) {
	last := len(h.ledger.open) - 1
	if last < 0 {
		return "", "", -1
	}
	r := &h.ledger.open[last]
	if hook = r.hook.Name; hook == "" {
		hook = "expression"
	}
	if r.hook.Owner != nil { // typed code has no owner
		owner = r.hook.Owner.Key()
	}
	return owner, hook, r.depth
}

// EvaluateHook evaluates a hook with the given arguments, possibly while
// another hook is running, and restores what that changes in the host and its
// VM. The state must be locked.
func (h *Host) EvaluateHook(fuel int64, k *Hook, args []lua.Value, use func(v lua.Value, text string)) *diag.Diagnostic {
	was, templates := *h, h.VM.TextTemplates
	was.ledger.open = slices.Clone(was.ledger.open)
	was.ledger.spent, was.ledger.loaded = slices.Clone(was.ledger.spent), slices.Clone(was.ledger.loaded)
	calls := h.calls
	h.VM.TextTemplates, h.Trace = nil, nil
	h.Forget(k)
	problem := h.VM.RunIsolated(fuel, func() {
		fn := h.function(k)
		h.enter(k, h.ownSelf())
		v := h.VM.Call(fn, args...)
		h.leave()
		use(v, h.text(v))
	})
	h.Forget(k)
	h.VM.Unload(k.Program)
	h.depth, h.scratch, h.snapshots = was.depth, was.scratch, was.snapshots
	h.ledger, h.Acting, h.Calls, h.Trace, h.calls = was.ledger, was.Acting, was.Calls, was.Trace, calls
	h.VM.TextTemplates = templates
	return problem
}

// ownSelf returns the game, which is the self of code that somebody types.
func (h *Host) ownSelf() Self { return Self{Definition: h.Game.Definition} }

// Lua converts game data to what scripts see.
func (h *Host) Lua(v state.Value) lua.Value { return h.lua(v) }

// LuaSelf converts the first argument of a hook.
func (h *Host) LuaSelf(s Self) lua.Value { return h.self(s) }

// Entity returns the entity that a value is, or ok == false.
func (h *Host) Entity(v lua.Value) (id state.ID, ok bool) { return h.entityOf(v) }
