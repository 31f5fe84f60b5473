package api

import (
	"cmp"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/lua"
)

// ledger records how much of the command's budget each hook has spent, without
// the hooks that it called in turn.
type ledger struct {
	command uint64    // counts commands, from 1
	loaded  []uint64  // by program number, the last command that was charged for loading it
	loading int64     // charged for loading scripts, outside the budget
	open    []running // the running hooks, outermost first
	since   int64     // fuel spent when the innermost of them began or resumed
	spent   []tally   // by hook number
}

// running is a hook that has not returned yet.
type running struct {
	hook  *Hook
	self  Self
	depth int // how many Lua calls were under way
}

// StackFrame is a hook that was running when a command failed.
type StackFrame struct {
	Hook *Hook
	Self Self
	// Lines are the lines of the hook and of the functions that it called, the
	// innermost last.
	Lines []diag.Place
}

// CallStack returns the hooks that were running when the last protected section
// failed, outermost first. Call it before anything else runs.
func (h *Host) CallStack() []StackFrame {
	open := h.ledger.open
	lines := h.VM.Traceback(0)
	var out []StackFrame
	for i, o := range open {
		to := len(lines)
		if i+1 < len(open) {
			to = min(to, open[i+1].depth)
		}
		out = append(out, StackFrame{o.hook, o.self, lines[min(o.depth, to):to]})
	}
	return out
}

// tally is the fuel that a hook has spent in the last command that called it.
type tally struct {
	command uint64
	hook    *Hook
	fuel    int64
}

// HookFuel is the fuel that a hook has spent.
type HookFuel struct {
	Hook *Hook
	Fuel int64
}

// enter begins a hook.
func (h *Host) enter(k *Hook, self Self) {
	l := &h.ledger
	if k.Index >= len(l.spent) || l.spent[k.Index].command != l.command {
		h.firstCall(k)
	}
	l.charge(h.VM.Spent())
	l.open = append(l.open, running{k, self, h.VM.Depth()})
}

// returned returns the place of the innermost hook if that has just returned, and
// otherwise no place: a wrong result is that hook's fault, not its caller's.
func (h *Host) returned() diag.Place {
	if last := len(h.ledger.open) - 1; last >= 0 && h.ledger.open[last].depth == h.VM.Depth() {
		return h.ledger.open[last].hook.Place
	}
	return diag.Place{}
}

// charge charges what has been spent since the last time to the innermost hook.
func (l *ledger) charge(now int64) {
	if last := len(l.open) - 1; last >= 0 {
		l.spent[l.open[last].hook.Index].fuel += now - l.since
	}
	l.since = now
}

// grownTo returns a list extended, if necessary, to have an element with a number.
// The numbers of hooks go up to tens of thousands.
func grownTo[T any](list []T, number int) []T {
	if missing := number + 1 - len(list); missing > 0 {
		return append(list, make([]T, missing)...)
	}
	return list
}

// firstCall prepares for the first call of a hook in a command.
func (h *Host) firstCall(k *Hook) {
	l := &h.ledger
	if k.Index >= len(l.spent) {
		l.spent = grownTo(l.spent, k.Index)
	}
	t := &l.spent[k.Index]
	if t.command, t.fuel = l.command, 0; t.hook != k {
		t.hook = k
	}
	if k.Under == nil && k.Script < len(l.loaded) { // the usual case of chargeLoads
		if l.loaded[k.Script] == l.command {
			return
		}
		if all := l.loading + k.Program.LoadFuel(); all <= lua.LoadFuelLimit {
			l.loading, l.loaded[k.Script] = all, l.command
			return
		}
	}
	h.chargeLoads(k)
}

// chargeLoads charges a command's first call to each script for loading it,
// whether or not this host has loaded it before: what a command may do must not
// depend on earlier commands. Loading has a budget of its own, so that the fuel
// of a command is what its hooks have spent.
func (h *Host) chargeLoads(k *Hook) {
	l := &h.ledger
	for layer := k; layer != nil; layer = layer.Under {
		if layer.Script >= len(l.loaded) {
			l.loaded = grownTo(l.loaded, layer.Script)
		}
		if l.loaded[layer.Script] == l.command {
			continue
		}
		l.loaded[layer.Script] = l.command
		if l.loading += layer.Program.LoadFuel(); l.loading > lua.LoadFuelLimit {
			h.VM.Fail(diag.New("script/load", layer.Place, "the scripts that this command uses take more than %d units of work to load", lua.LoadFuelLimit).
				WithHint("move the work into hooks, or the data into YAML"))
		}
	}
}

func (h *Host) leave() {
	l := &h.ledger
	l.charge(h.VM.Spent())
	l.open = l.open[:len(l.open)-1]
}

// FuelByHook returns what each hook has spent since the last Reset, in descending
// order. It closes hooks that a failure has cut off.
func (h *Host) FuelByHook() []HookFuel {
	l := &h.ledger
	l.charge(h.VM.Spent())
	l.open = l.open[:0]
	var out []HookFuel
	for _, t := range l.spent {
		if t.command == l.command && t.fuel > 0 {
			out = append(out, HookFuel{t.hook, t.fuel})
		}
	}
	slices.SortStableFunc(out, func(a, b HookFuel) int { return cmp.Compare(b.Fuel, a.Fuel) })
	return out
}

func (l *ledger) reset() {
	l.command++
	l.loading = 0
	l.open = l.open[:0]
}
