package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Without returns content whose games do without some definitions, given as
// kind/id: none is in a zone when a game begins, no table yields it, and lists
// of definitions omit it. A script that names it can still create one.
func (c *Content) Without(keys ...string) (*Content, diag.List) {
	all := slices.Clone(c.Catalog.All())
	digest := sha256.New()
	digest.Write([]byte(c.Catalog.Digest))
	names := map[string]bool{}
	for _, key := range keys {
		found := false
		for i, d := range all {
			if d.Key() == key {
				gone := *d
				gone.Absent = true
				all[i], found = &gone, true
				names[d.ID], names[key] = true, true
			}
		}
		if !found {
			d := diag.New("content/reference", diag.Place{}, "unknown definition %q", key)
			return nil, diag.List{d}
		}
		fmt.Fprintf(digest, "without %s\n", key)
	}
	for i, d := range all {
		if d.Kind == "table" {
			all[i] = tableWithout(d, names)
		}
	}
	return c.variant(def.NewCatalog(c.Catalog.Packs(), all, hex.EncodeToString(digest.Sum(nil))))
}

// tableWithout returns a table without some entries.
func tableWithout(d *def.Definition, names map[string]bool) *def.Definition {
	gone := func(e *def.Node) bool { return names[e.TextOr("id", "")] }
	if !slices.ContainsFunc(d.Data.All("entries"), gone) {
		return d
	}
	copied, fields := *d, slices.Clone(d.Data.Fields())
	for i, f := range fields {
		if f.Key == "entries" {
			fields[i].Value = def.NewList(f.Value.Position(), slices.DeleteFunc(slices.Clone(f.Value.Items()), gone))
		}
	}
	copied.Data = def.NewMap(d.Data.Position(), fields)
	return &copied
}
