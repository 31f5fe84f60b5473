package symbols

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// declaringSections are the sections of a game that declare names.
var declaringSections = map[string]Category{
	"variables": Variable, "profile": Variable, "zones": Zone, "phases": Phase, "windows": Window, "actions": Action,
	"events": Event, "values": Value, "views": View, "metrics": Metric,
}

// patchPaths indexes the paths of a patch of one definition.
func (b *indexer) patchPaths(n *def.Node) {
	s, _, ok := b.Resolve(b.currentDefinition(), nil, Path, n.TextOr("of", ""))
	if !ok {
		return
	}
	d := b.Definition(s)
	for _, f := range slices.Concat(n.Each("set"), n.Each("scale")) {
		b.path(d, f.Key, f.KeyPlace())
	}
	for _, item := range n.All("remove") {
		b.path(d, item.Text(), item.Place())
	}
}

// path indexes the name in a path into a definition, such as params.NAME.default
// or, for a game, variables.NAME.start and properties.KIND.NAME.start.
func (b *indexer) path(d *def.Definition, text string, at diag.Place) {
	path, _ := def.ParsePath(text)
	if len(path) < 2 {
		return
	}
	name, category := path[1], declaringSections[path[0].Name]
	before := width(path[0].Name) + 1
	if path[0].Name == "properties" && len(path) > 2 {
		before += width(name.Name) + 1
		name, category = path[2], Property
	}
	at.Column += before
	if s, ok := b.param(d, name.Name); ok && path[0].Name == "params" {
		b.add(s, name.Name, at, false)
	}
	if g, ok := b.Content.Game(d.ID); ok && d.Kind == "game" {
		if s, short, ok := b.Resolve(d, g, category, name.Name); ok {
			b.add(s, short, at, false)
		}
	}
}
