package manifest

import (
	"cmp"
	"maps"
	"slices"

	"sleight/runtime/diag"
)

// Requirement is a pack to be chosen.
type Requirement struct {
	Dependency
	// By says who requires it, for messages, as in "you ask for".
	By string
	// Optional is set if the pack need not be chosen, but if it is, must be in
	// this range.
	Optional bool
}

// Available are the available versions of packs.
type Available struct {
	// Versions are the versions by id, in order of preference.
	Versions map[string][]*Manifest
	// Present are packs that are present in any case. Their requirements and
	// conflicts apply, except for a pack that has another version in Known.
	Present []*Manifest
}

// maxTries is the maximum number of versions tried. Real packs take about one
// try each.
const maxTries = 100_000

// Resolve chooses a version of each wanted pack, and of each pack the chosen
// ones require, so that all their constraints hold. It takes the most preferred
// version of each pack where possible, and depends only on its arguments. If
// there is no solution, it reports which packs require what, and which versions
// there are. The result is sorted by id.
func Resolve(wants []Requirement, choices Available) ([]*Manifest, *diag.Diagnostic) {
	s := &search{choices: choices, wants: wants, domains: map[string]*domain{}}
	for _, w := range wants {
		d := s.domain(w.Pack)
		d.demand(w.Optional, root)
		d.block(func(m *Manifest) bool { return !w.Range.Allows(m.Version) }, root)
	}
	for _, m := range choices.Present {
		if s.isIrreplaceable(m) {
			s.impose(m, root, false)
		}
	}
	failed := s.next(0)
	if failed != nil {
		d := s.explain(failed.involved)
		return nil, &d
	}
	var out []*Manifest
	for _, id := range slices.Sorted(maps.Keys(s.domains)) {
		if d := s.domains[id]; d.level >= 0 {
			out = append(out, d.known[d.chosen])
		}
	}
	return out, nil
}

// root is the level of the initial constraints, before any choice.
const root = -1

// search chooses a version for one pack after another. If a pack has none left,
// it backtracks to the last choice involved in the conflict.
type search struct {
	choices Available
	wants   []Requirement
	domains map[string]*domain
	tries   int
}

// domain holds the versions of one pack that can be chosen.
type domain struct {
	id    string
	known []*Manifest
	// blocked holds, for each version, the levels of choices that forbid it.
	blocked [][]int
	// demanded are the levels of choices that require the pack.
	demanded []int
	// chosen is the version chosen at level; level is open if there is none.
	chosen, level int
}

const open = -1

// conflict explains why no version of a pack can be chosen: the levels of the
// choices that forbid or require it, and the packs involved.
type conflict struct {
	levels   map[int]bool
	involved map[string]bool
}

func (c *conflict) add(level int) {
	if level != root {
		c.levels[level] = true
	}
}

func (s *search) domain(id string) *domain {
	d := s.domains[id]
	if d == nil {
		d = &domain{id: id, known: s.choices.Versions[id], level: open}
		d.blocked = make([][]int, len(d.known))
		for i, m := range d.known {
			if !m.FitsEngine(Engine) || s.conflictsWithPresent(m) {
				d.blocked[i] = []int{root}
			}
		}
		s.domains[id] = d
	}
	return d
}

// isIrreplaceable reports whether no other version of a pack that is present is available.
func (s *search) isIrreplaceable(m *Manifest) bool {
	return !slices.ContainsFunc(s.choices.Versions[m.ID], func(k *Manifest) bool { return k != m })
}

// conflictsWithPresent reports whether a version is incompatible with a pack that is present
// in any case.
func (s *search) conflictsWithPresent(m *Manifest) bool {
	for _, b := range s.choices.Present {
		for _, n := range m.Conflicts {
			if b.ID == n.Pack && b != m && s.isIrreplaceable(b) && n.Range.Allows(b.Version) {
				return true
			}
		}
	}
	return false
}

func (d *domain) demand(perhaps bool, level int) {
	if !perhaps {
		d.demanded = append(d.demanded, level)
	}
}

// block forbids versions because of a choice.
func (d *domain) block(forbidden func(*Manifest) bool, level int) {
	for i, m := range d.known {
		if forbidden(m) {
			d.blocked[i] = append(d.blocked[i], level)
		}
	}
}

// free returns the number of versions that can be chosen.
func (d *domain) free() (n int) {
	for _, b := range d.blocked {
		if len(b) == 0 {
			n++
		}
	}
	return n
}

// impose forbids versions that a manifest is incompatible with, and demands the
// packs it requires.
func (s *search) impose(m *Manifest, level int, demanding bool) {
	for _, n := range m.Requires {
		d := s.domain(n.Pack)
		d.demand(!demanding, level)
		d.block(func(o *Manifest) bool { return !n.Range.Allows(o.Version) }, level)
	}
	for _, n := range m.Optional {
		s.domain(n.Pack).block(func(o *Manifest) bool { return !n.Range.Allows(o.Version) }, level)
	}
	for _, n := range m.Conflicts {
		if n.Pack != m.ID {
			s.domain(n.Pack).block(func(o *Manifest) bool { return n.Range.Allows(o.Version) }, level)
		}
	}
}

// undoImpose undoes impose at a level, which must be the last.
func (s *search) undoImpose(m *Manifest, level int) {
	drop := func(list []int) []int {
		for len(list) > 0 && list[len(list)-1] == level {
			list = list[:len(list)-1]
		}
		return list
	}
	for _, needs := range [][]Dependency{m.Requires, m.Optional, m.Conflicts} {
		for _, n := range needs {
			d := s.domain(n.Pack)
			d.demanded = drop(d.demanded)
			for i := range d.blocked {
				d.blocked[i] = drop(d.blocked[i])
			}
		}
	}
}

// mostConstrained returns the pack to choose next: of the demanded ones the one with
// the fewest versions left, then the first by id. There is none at the end.
func (s *search) mostConstrained() *domain {
	var best *domain
	least := 0
	for _, d := range s.domains {
		if len(d.demanded) == 0 || d.level != open {
			continue
		}
		n := d.free()
		if best == nil || cmp.Or(cmp.Compare(n, least), cmp.Compare(d.id, best.id)) < 0 {
			best, least = d, n
		}
	}
	return best
}

// next chooses the remaining versions; if there is no solution, it returns the
// conflict.
func (s *search) next(level int) *conflict {
	d := s.mostConstrained()
	if d == nil {
		return nil
	}
	failed := &conflict{levels: map[int]bool{}, involved: map[string]bool{d.id: true}}
	failed.add(d.demanded[0])
	for i, m := range d.known {
		if len(d.blocked[i]) > 0 {
			failed.add(d.blocked[i][0])
			continue
		}
		if s.tries++; s.tries > maxTries {
			return failed
		}
		why := s.try(d, i, m, level)
		if why == nil {
			return nil
		}
		if !why.levels[level] {
			return why // another version of this pack would change nothing
		}
		delete(why.levels, level)
		maps.Copy(failed.levels, why.levels)
		maps.Copy(failed.involved, why.involved)
	}
	return failed
}

// try chooses a version and goes on.
func (s *search) try(d *domain, i int, m *Manifest, level int) *conflict {
	d.chosen, d.level = i, level
	s.impose(m, level, true)
	why := s.earlierConflict(m, level)
	if why == nil {
		why = s.next(level + 1)
	}
	if why != nil {
		s.undoImpose(m, level)
		d.level = open
	}
	return why
}

// earlierConflict looks for an earlier choice that is incompatible with the last one.
func (s *search) earlierConflict(m *Manifest, level int) *conflict {
	for _, needs := range [][]Dependency{m.Requires, m.Optional, m.Conflicts} {
		for _, n := range needs {
			d := s.domain(n.Pack)
			if d.level == open || len(d.blocked[d.chosen]) == 0 {
				continue
			}
			why := &conflict{levels: map[int]bool{level: true}, involved: map[string]bool{m.ID: true, d.id: true}}
			why.add(d.level)
			return why
		}
	}
	return nil
}
