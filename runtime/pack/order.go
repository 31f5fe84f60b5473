package pack

import (
	"slices"

	"sleight/runtime/manifest"
)

// order reads the manifests and puts the packs into the order in which they are
// applied.
func (b *builder) order(all *found, ids []string) []*manifest.Manifest {
	said := make([]*manifest.Manifest, len(ids))
	for i, id := range ids {
		said[i] = b.manifest(all.packs[id])
	}
	ordered, faults := manifest.Order(said)
	b.faults = append(b.faults, faults...)
	b.manifests = ordered
	return ordered
}

// uses lists the packs that a pack builds on, in order: all that come before
// it because it says so, and all that those build on. Packs come in order, so
// that what they build on is known.
func (b *builder) uses(m *manifest.Manifest) []string {
	var out []string
	for _, p := range b.packs {
		if m.Knows(p.ID) {
			out = append(out, append(slices.Clone(p.Uses), p.ID)...)
		}
	}
	rank := map[string]int{}
	for i, p := range b.packs {
		rank[p.ID] = i
	}
	slices.SortFunc(out, func(a, b string) int { return rank[a] - rank[b] })
	return slices.Compact(out)
}
