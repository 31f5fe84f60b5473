package def

import (
	"slices"

	"sleight/runtime/diag"
)

// Op is the kind of a change.
type Op string

// The ways a pack may change a value of another pack.
const (
	Set     Op = "set"
	Replace Op = "replace"
	Add     Op = "add"
	Remove  Op = "remove"
	Scale   Op = "scale"
	// AddHook, WrapHook and ReplaceHook attach a function to a hook.
	AddHook     Op = "add hook"
	WrapHook    Op = "wrap hook"
	ReplaceHook Op = "replace hook"
)

// Change is one value of a definition that another pack has changed.
type Change struct {
	// Of is the changed definition, kind/id; others may inherit the change.
	Of string
	// Path is the data path of the value; for a hook it is hooks.NAME.
	Path string
	Op   Op
	// Pack is the pack that changes it, and Place the place of the change.
	Pack  string
	Place diag.Place
	// Before and After are nil if there is not a value.
	Before, After *Node
	// Text is the reason that the pack gives; usually empty.
	Text string
}

// Layer is a function that a pack attaches to a hook of another pack's
// definition.
type Layer struct {
	Pack   string
	Op     Op // AddHook, WrapHook or ReplaceHook
	Hook   string
	Script *Script
	Place  diag.Place
}

// Changers returns the packs that have changed a definition, each once, in
// order.
func (d *Definition) Changers() []string {
	var out []string
	for _, c := range d.Changes {
		if !slices.Contains(out, c.Pack) {
			out = append(out, c.Pack)
		}
	}
	return out
}
