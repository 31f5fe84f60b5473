package def

import (
	"slices"
	"strings"

	"sleight/runtime/content/picture"
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
	// Before and After are nil if there is no value.
	Before, After *Node
	// Text is the reason that the pack gives; usually empty.
	Text string
}

// ArtPacks returns the packs whose pictures a key of a definition, as a data
// path, can name: those that changed the key, the last one first, then its own
// and those of the definitions that it extends.
func (d *Definition) ArtPacks(key string) []string {
	var out []string
	for _, c := range slices.Backward(d.Changes) {
		if c.Path == key || strings.HasPrefix(key, c.Path+".") {
			out = append(out, c.Pack)
		}
	}
	out = append(out, d.Pack)
	for _, base := range d.Bases {
		pack, _, _ := strings.Cut(base, ":")
		out = append(out, pack)
	}
	return out
}

// Picture returns the picture that a key of a definition, as a data path, names,
// or nil.
func (c *Catalog) Picture(d *Definition, key, name string) *picture.Picture {
	if name == "" {
		return nil
	}
	for _, id := range d.ArtPacks(key) {
		if p := c.packs[id]; p != nil && p.Pictures[name] != nil {
			return p.Pictures[name]
		}
	}
	return nil
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
