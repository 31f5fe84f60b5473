package def

import (
	"slices"

	"sleight/runtime/diag"
)

// Op says what a change does.
type Op string

// What packs may do to a value of another pack.
const (
	Set     Op = "set"
	Replace Op = "replace"
	Add     Op = "add"
	Remove  Op = "remove"
	Scale   Op = "scale"
	// AddHook, WrapHook and ReplaceHook put a function upon a hook.
	AddHook     Op = "add hook"
	WrapHook    Op = "wrap hook"
	ReplaceHook Op = "replace hook"
)

// Change is one value of a definition that another pack has changed.
type Change struct {
	// Of is the definition that was changed, kind/id; others inherit it.
	Of string
	// Path is the data path of the value; of a hook it is hooks.NAME.
	Path string
	Op   Op
	// Pack is the pack that changes it, and Place where it says so.
	Pack  string
	Place diag.Place
	// Before and After are nil where there is no value.
	Before, After *Node
	// Text is why, in the words of the pack; mostly empty.
	Text string
}

// Layer is a function that a pack puts upon a hook of another pack's
// definition.
type Layer struct {
	Pack   string
	Op     Op // AddHook, WrapHook or ReplaceHook
	Hook   string
	Script *Script
	Place  diag.Place
}

// Changers lists the packs that have changed a definition, each once, in order.
func (d *Definition) Changers() []string {
	var out []string
	for _, c := range d.Changes {
		if !slices.Contains(out, c.Pack) {
			out = append(out, c.Pack)
		}
	}
	return out
}
