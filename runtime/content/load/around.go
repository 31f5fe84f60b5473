package load

import (
	"slices"

	"sleight/runtime/content/manifest"
)

// Around makes Load, from the next one on, read only what some games or packs
// may need of spare roots: the packs of these names, those that the manifests
// of the packs read name, and those whose manifests name them. All packs of
// other roots are read. A game in a spare root must have the id of its pack.
// Without arguments, Load reads everything again.
func (l *Loader) Around(names ...string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !slices.Equal(l.around, names) {
		l.memory = nil
	}
	l.around = slices.Clone(names)
}

// related returns the manifests of the packs to read. Decisions of the workspace
// may be about any pack, so then it returns all.
func (b *builder) related(all []*manifest.Manifest, folders map[string]*folder) []*manifest.Manifest {
	if len(b.around) == 0 || len(b.settle) > 0 {
		return all
	}
	in := map[string]bool{}
	for _, m := range all {
		in[m.ID] = !folders[m.ID].root.Spare || slices.Contains(b.around, m.ID)
	}
	for grown := true; grown; {
		grown = false
		for _, m := range all {
			if in[m.ID] {
				continue
			}
			in[m.ID] = slices.ContainsFunc(all, func(o *manifest.Manifest) bool { return in[o.ID] && (o.Names(m.ID) || m.Names(o.ID)) })
			grown = grown || in[m.ID]
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(m *manifest.Manifest) bool { return !in[m.ID] })
}
