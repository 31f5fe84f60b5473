package load

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// order sorts the enabled packs into the order in which they are applied, and
// reports the problems of their manifests.
func (b *builder) order(all *scanner, chosen []*manifest.Manifest) []*manifest.Manifest {
	for _, m := range chosen {
		_, problems := b.manifest(all.packs[m.ID])
		b.problems = append(b.problems, problems...)
	}
	ordered, problems := manifest.Order(chosen)
	b.problems = append(b.problems, b.noteDisabled(chosen, problems)...)
	b.manifests = ordered
	return ordered
}

// noteDisabled notes which of the missing required packs are disabled.
func (b *builder) noteDisabled(all []*manifest.Manifest, problems diag.List) diag.List {
	for _, m := range all {
		for _, n := range m.Requires {
			if !b.choice.disables(n.Pack) {
				continue
			}
			for i := range problems {
				if problems[i].Place == n.Place {
					problems[i].Message = diag.Sentencef("%s requires the pack %s, which %s disables", m.ID, n.Pack, WorkspaceFile)
					problems[i].Hint = diag.Sentencef("sleight pack enable %s, or sleight pack disable %s", n.Pack, m.ID)
				}
			}
		}
	}
	return problems
}

// uses reports whether one of the packs depends on another.
func uses(packs []*def.Pack, pack, other string) bool {
	for _, p := range packs {
		if p.ID == pack {
			return slices.Contains(p.Uses, other)
		}
	}
	return false
}

// dependencies returns the packs that a pack depends on, in order: all that it declares
// to come before it, and their dependencies. It is called in the order of
// packs, so the dependencies of earlier packs are known.
func (b *builder) dependencies(m *manifest.Manifest) []string {
	var out []string
	for _, p := range b.packs {
		if m.ComesAfter(p.ID) {
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

// checkGames reports packs that are for a game that does not exist.
func (b *builder) checkGames() {
	var known []string
	for _, d := range b.docs {
		if d.kind == "game" && !d.abstract {
			known = append(known, d.id)
		}
	}
	for _, m := range b.manifests {
		for _, g := range m.Games {
			if slices.Contains(known, g.Name) || b.lacks(m) || b.anyUnread() {
				continue
			}
			b.problems = append(b.problems, diag.New("pack/game", g.Place, "%s is for the unknown game %q", m.ID, g.Name).Suggest(g.Name, known))
		}
	}
}

// lacks reports whether a dependency of a pack is missing, which may contain
// its games.
func (b *builder) lacks(m *manifest.Manifest) bool {
	for _, needs := range [][]manifest.Dependency{m.Requires, m.Optional} {
		for _, n := range needs {
			if b.manifestFor(n.Pack) == nil {
				return true
			}
		}
	}
	return false
}
