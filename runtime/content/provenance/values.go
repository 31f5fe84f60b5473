package provenance

import (
	"slices"

	"sleight/runtime/content/def"
)

// Value is the value of a definition at a path, after the changes of all packs.
type Value struct {
	Path string
	Node *def.Node
	// Pack is the pack with the file in which it is written.
	Pack string
	// Changers are the packs that have changed it, in order.
	Changers []string
}

// Values returns the values of a definition, in the order of its file: mappings
// field by field, everything else as one value. It omits tests and Lua. The
// catalog must be that of the definition.
func Values(c *def.Catalog, d *def.Definition) []Value {
	var out []Value
	var walk func(path def.Path, n *def.Node)
	walk = func(path def.Path, n *def.Node) {
		if n.Type() == def.Map && (len(n.Fields()) > 0 || len(path) == 0) {
			for _, f := range n.Fields() {
				if len(path) > 0 || f.Key != "tests" && f.Key != "lua" {
					walk(append(slices.Clip(path), def.Step{Name: f.Key}), f.Value)
				}
			}
			return
		}
		v := Value{Path: path.String(), Node: n, Pack: packOfFile(c, d, n.Place().File)}
		for _, s := range changes(c, d, path) {
			if !slices.Contains(v.Changers, s.Pack) {
				v.Changers = append(v.Changers, s.Pack)
			}
		}
		out = append(out, v)
	}
	walk(nil, d.Data)
	return out
}
