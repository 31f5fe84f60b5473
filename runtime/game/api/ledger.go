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
	command uint64    // counts commands
	loaded  []uint64  // by program number, the last command that was charged for loading it
	loading int64     // charged for loading scripts, apart from the budget
	open    []account // the running hooks, outermost first
	spent   []int64   // by hook number
	seen    []*Hook   // hooks that have spent something
}

// account is a running hook: what had been spent when it began, and what others
// have spent during it.
type account struct {
	hook         *Hook
	self         Self
	began, inner int64
}

// Bill is what a hook has spent, in units of fuel.
type Bill struct {
	Hook *Hook
	Fuel int64
}

// enter begins a hook.
func (h *Host) enter(k *Hook, self Self) {
	l := &h.ledger
	l.open = append(l.open, account{hook: k, self: self, began: h.VM.Spent()})
	if k.Script >= len(l.loaded) || l.loaded[k.Script] != l.command || k.Under != nil {
		h.chargeLoads(k)
	}
}

// chargeLoads charges a command's first call to each script for loading it,
// whether or not this host has loaded it before: what a command may do must not
// depend on earlier commands. Loading has a budget of its own, so that the fuel
// of a command is what its hooks have spent.
func (h *Host) chargeLoads(k *Hook) {
	l := &h.ledger
	for layer := k; layer != nil; layer = layer.Under {
		for len(l.loaded) <= layer.Script {
			l.loaded = append(l.loaded, 0)
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
	last := len(l.open) - 1
	a := l.open[last]
	l.open = l.open[:last]
	total := h.VM.Spent() - a.began
	if last > 0 {
		l.open[last-1].inner += total
	}
	for len(l.spent) <= a.hook.Index {
		l.spent = append(l.spent, 0)
	}
	if l.spent[a.hook.Index] == 0 {
		l.seen = append(l.seen, a.hook)
	}
	l.spent[a.hook.Index] += total - a.inner
}

// Bills returns what each hook has spent since the last Reset, in descending
// order. It closes hooks that a failure has cut off.
func (h *Host) Bills() []Bill {
	for len(h.ledger.open) > 0 {
		h.leave()
	}
	var out []Bill
	for _, k := range h.ledger.seen {
		if fuel := h.ledger.spent[k.Index]; fuel > 0 && !slices.ContainsFunc(out, func(b Bill) bool { return b.Hook == k }) {
			out = append(out, Bill{k, fuel})
		}
	}
	slices.SortStableFunc(out, func(a, b Bill) int { return cmp.Compare(b.Fuel, a.Fuel) })
	return out
}

func (l *ledger) reset() {
	l.command++
	l.loading = 0
	for _, k := range l.seen {
		l.spent[k.Index] = 0
	}
	l.open, l.seen = l.open[:0], l.seen[:0]
}
