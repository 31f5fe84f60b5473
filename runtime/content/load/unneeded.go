package load

import (
	"slices"

	"sleight/runtime/content/manifest"
)

// SkipUnneeded makes later calls of Load skip packs of optional roots that the named games
// and packs do not need. Load then reads from optional roots only the packs with these
// names, packs that the manifests of loaded packs name, and packs whose manifests
// name them. A game in an optional root must have the same id as its pack. Without
// arguments, Load reads everything again.
func (l *Loader) SkipUnneeded(names ...string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !slices.Equal(l.needed, names) {
		l.cache = nil
	}
	l.needed = slices.Clone(names)
}

// withoutUnneeded returns the manifests of the packs to read. It returns all if
// the workspace settles conflicts, because these may concern any pack.
func (b *builder) withoutUnneeded(all []*manifest.Manifest, folders map[string]*folder) []*manifest.Manifest {
	if len(b.needed) == 0 || len(b.settle) > 0 {
		return all
	}
	in := map[string]bool{}
	for _, m := range all {
		in[m.ID] = !folders[m.ID].root.Optional || slices.Contains(b.needed, m.ID)
	}
	for grown := true; grown; {
		grown = false
		for _, m := range all {
			if in[m.ID] {
				continue
			}
			in[m.ID] = slices.ContainsFunc(all, func(o *manifest.Manifest) bool { return in[o.ID] && (o.Mentions(m.ID) || m.Mentions(o.ID)) })
			grown = grown || in[m.ID]
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(m *manifest.Manifest) bool { return !in[m.ID] })
}
