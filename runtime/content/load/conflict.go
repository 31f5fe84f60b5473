package load

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// withoutOverruled removes the changes to a definition that the workspace
// overrules, and reports contradictory ones.
func (b *builder) withoutOverruled(d *document, all []change) []change {
	for i := range b.settle {
		s := &b.settle[i]
		if s.whole() || !s.appliesTo(d) {
			continue
		}
		s.used = s.used || slices.ContainsFunc(all, func(c change) bool { return s.path.Covers(c.path) })
		all = slices.DeleteFunc(all, func(c change) bool { return c.pack != s.pack && s.path.Covers(c.path) })
	}
	contested := make([]bool, len(all))
	for k, later := range all {
		for i, earlier := range all[:k] {
			if !b.contradict(earlier, later) {
				continue
			}
			if b.quarantined {
				contested[i], contested[k] = true, true
				continue
			}
			key := d.kind + "/" + d.id + "." + shorter(earlier.path, later.path).String()
			b.conflicts = append(b.conflicts, Conflict{
				Key: key, Packs: [2]string{earlier.pack, later.pack}, Places: [2]diag.Place{earlier.place, later.place},
				Values: [2]string{earlier.shown(), later.shown()}, Owner: d.pack,
			})
			b.problems = append(b.problems, diag.New("patch/conflict", later.place, "%s and %s both change %s", earlier.pack, later.pack, key).
				WithHint("decide which change applies, with sleight pack settle or, in %s, settle: {%s: %s}; or let one pack name the other in its manifest", WorkspaceFile, key, later.pack).
				WithNote(earlier.place, "%s changes it here", earlier.pack))
			break
		}
	}
	if !slices.Contains(contested, true) {
		return all
	}
	var agreed []change
	for i, c := range all {
		if !contested[i] {
			agreed = append(agreed, c)
		}
	}
	return agreed
}

func shorter(a, b def.Path) def.Path {
	if len(a) < len(b) {
		return a
	}
	return b
}

// contradict reports whether two changes conflict: their packs do not know each
// other, they change the same value, and their order matters.
func (b *builder) contradict(earlier, later change) bool {
	if earlier.pack == later.pack || b.knows(later.pack, earlier.pack) {
		return false
	}
	same := earlier.path.Covers(later.path) && later.path.Covers(earlier.path)
	if !same && !earlier.path.Covers(later.path) && !later.path.Covers(earlier.path) {
		return false
	}
	if earlier.layer != nil || later.layer != nil {
		return (earlier.op == def.ReplaceHook || later.op == def.ReplaceHook) && earlier.layer != nil && later.layer != nil
	}
	switch {
	case same && earlier.op == later.op:
		switch earlier.op {
		case def.Add, def.Scale, def.Remove:
			return false
		}
		return !def.Equal(earlier.value, later.value)
	case earlier.op == def.Add && !same && earlier.path.Covers(later.path),
		later.op == def.Add && !same && later.path.Covers(earlier.path):
		return false // appended entries do not affect the others
	}
	return true
}

// knows reports whether a pack declares that another comes before it, directly
// or through its dependencies.
func (b *builder) knows(pack, other string) bool {
	return uses(b.packs, pack, other)
}

// shown describes a change briefly.
func (c change) shown() string {
	if c.layer != nil || c.value == nil {
		return string(c.op)
	}
	return string(c.op) + " " + c.value.Show()
}
