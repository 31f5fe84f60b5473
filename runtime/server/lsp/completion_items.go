package lsp

import (
	"slices"
	"strings"

	"sleight/runtime/author/symbols"
	"sleight/runtime/content/def"
)

// items completes the contents of a zone in a test: the ids that the zone
// accepts, and the properties of an item.
func (c *completer) items() {
	zone, inside := c.zoneAround()
	if zone == nil {
		return
	}
	kinds := zone.All("of")
	takes := func(kind string) bool {
		return slices.ContainsFunc(kinds, func(n *def.Node) bool { return n.Text() == kind })
	}
	key := ""
	if len(inside) > 0 {
		key = inside[len(inside)-1].Key
	}
	if c.yaml.OnKey && key == "" && len(inside) > 0 {
		c.addKey(item{label: "is", doc: "The id of the item."})
		for _, k := range c.game.Table(c.game.MinPlayers).Layout.Kinds { // with those that the engine adds, such as hp
			for _, p := range k.Props {
				if takes(k.Name) {
					c.addKey(c.itemFor(symbols.Property, p.Name))
				}
			}
		}
	}
	if key != "" && key != "is" {
		return // the value of a property
	}
	for _, d := range c.game.Catalog().All() {
		if takes(d.Kind) {
			c.add(c.itemFor(symbols.Definition, d.ID))
		}
	}
}

// zoneAround returns the declaration of the zone whose contents the position is
// in, and the path from there; nil if it is in none.
func (c *completer) zoneAround() (zone *def.Node, inside []symbols.Step) {
	if c.game == nil {
		return nil, nil
	}
	for i, step := range c.yaml.Path {
		name, _, _ := strings.Cut(step.Key, "@")
		around := c.snapshot.schemas.Schema(c.yaml.Kind, c.yaml.Path[:i])
		if slices.Contains(around.KeyNames().Categories(), symbols.Zone) {
			return c.game.Definition.Data.Get("zones").Get(name), c.yaml.Path[i+1:]
		}
	}
	return nil, nil
}
