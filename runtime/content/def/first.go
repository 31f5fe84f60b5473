package def

import (
	"slices"
	"strings"
)

// firstNames returns the keys that definitions had before any migration of
// their pack renamed them, by PACK:KIND/ID, or nil if none was renamed.
func firstNames(packs map[string]*Pack) map[string]string {
	var out map[string]string
	for id, p := range packs {
		for _, m := range p.Migrations {
			for _, moved := range m.NameChanges {
				if moved.Category != CategoryDefinition || moved.Removed || moved.To == "" {
					continue
				}
				if out == nil {
					out = map[string]string{}
				}
				first := moved.From
				if earlier, ok := out[id+":"+moved.From]; ok {
					first = earlier
					delete(out, id+":"+moved.From)
				}
				out[id+":"+moved.To] = first
			}
		}
	}
	return out
}

// InStableOrder returns the definitions of one kind in the order of their first
// names: renaming one in a migration does not move it, so a random pick from
// the list stays the same. Callers must not change the slice.
func (c *Catalog) InStableOrder(kind string) []*Definition {
	all := c.Kind(kind)
	if c.firstNames == nil {
		return all
	}
	name := func(d *Definition) string {
		if first, ok := c.firstNames[d.Pack+":"+d.Key()]; ok {
			return first
		}
		return d.Key()
	}
	if !slices.ContainsFunc(all, func(d *Definition) bool { return name(d) != d.Key() }) {
		return all
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *Definition) int { return strings.Compare(name(a), name(b)) })
	return all
}
