package def

import (
	"slices"
	"testing"
)

// TestLookupsEqualAFullScan checks that lookups by kind and by id find
// what a scan of all definitions finds: in whole catalogs, in parts of them,
// and after definitions were replaced.
func TestLookupsEqualAFullScan(t *testing.T) {
	var all []*Definition
	add := func(pack, kind string, ids ...string) {
		for _, id := range ids {
			all = append(all, &Definition{Pack: pack, Kind: kind, ID: id})
		}
	}
	add("base", "game", "one")
	add("base", "card", "ace", "king")
	add("base", "card-back", "ace") // '-' is before '/'
	add("more", "card", "ace", "queen")
	add("more", "die", "king")
	packs := []*Pack{{ID: "base"}, {ID: "more"}}
	whole := NewCatalog(packs, all, "")
	other := &Definition{Pack: "more", Kind: "card", ID: "queen"}
	for name, c := range map[string]*Catalog{
		"whole":    whole,
		"all of":   whole.Scope("base", "more"),
		"part":     whole.Scope("more"),
		"nothing":  whole.Scope(),
		"replaced": whole.Replace(map[*Definition]*Definition{all[5]: other}, packs, ""),
	} {
		for _, kind := range []string{"game", "card", "card-back", "die", "joker"} {
			var want []*Definition
			for _, d := range c.All() {
				if d.Kind == kind {
					want = append(want, d)
				}
			}
			if got := c.Kind(kind); !slices.Equal(got, want) {
				t.Errorf("%s: of kind %s are %v, not %v", name, kind, got, want)
			}
		}
		for _, id := range []string{"one", "ace", "king", "queen", "jack"} {
			i := slices.IndexFunc(c.All(), func(d *Definition) bool { return d.ID == id })
			if d, ok := c.Find(id); ok != (i >= 0) || ok && d != c.All()[i] {
				t.Errorf("%s: %s is %v", name, id, d)
			}
		}
	}
}
