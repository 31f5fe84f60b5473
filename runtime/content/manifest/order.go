package manifest

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// Order returns packs that are used together in the order in which they are
// applied, and reports cycles. A pack comes after those in its requires, optional
// and after; among packs that could come next, the one with the alphabetically
// first id does. The order depends on nothing else. It is usable even if the list
// has errors: packs in a cycle come last, by id.
func Order(all []*Manifest) ([]*Manifest, diag.List) {
	byID := map[string]*Manifest{}
	for _, m := range all {
		byID[m.ID] = m
	}
	problems := Check(all)
	waits := map[string]int{}
	followers := map[string][]*Manifest{}
	var free queue
	for _, m := range byID {
		for _, n := range m.before() {
			if byID[n.Name] == nil || n.Name == m.ID {
				continue
			}
			waits[m.ID]++
			followers[n.Name] = append(followers[n.Name], m)
		}
		if waits[m.ID] == 0 {
			free = append(free, m)
		}
	}
	heap.Init(&free)
	out := make([]*Manifest, 0, len(byID))
	for free.Len() > 0 {
		m := heap.Pop(&free).(*Manifest)
		out = append(out, m)
		delete(byID, m.ID)
		for _, f := range followers[m.ID] {
			if waits[f.ID]--; waits[f.ID] == 0 {
				heap.Push(&free, f)
			}
		}
	}
	left := make([]*Manifest, 0, len(byID))
	for _, m := range byID {
		left = append(left, m)
	}
	slices.SortFunc(left, byName)
	if circle := cycle(left, byID); circle != nil {
		problems = append(problems, cycleProblem(circle))
	}
	problems.Sort()
	return append(out, left...), problems
}

func byName(a, b *Manifest) int { return strings.Compare(a.ID, b.ID) }

// Check reports missing requirements and conflicts among packs, and packs that
// are not for this engine. The list is sorted.
func Check(all []*Manifest) diag.List {
	byID := map[string]*Manifest{}
	var ids []string
	for _, m := range all {
		byID[m.ID] = m
		ids = append(ids, m.ID)
	}
	var out diag.List
	for _, m := range all {
		if !m.FitsEngine(Engine) {
			out = append(out, diag.New("pack/engine", m.Place, "%s is for version %s of the engine, but this is %s", m.ID, m.Engine, Engine).
				WithHint("use another version of the pack, or of Sleight"))
		}
		for _, n := range m.Requires {
			other := byID[n.Pack]
			if other == nil {
				d := diag.New("pack/missing", n.Place, "%s requires the pack %s, which is not available", m.ID, n.Pack)
				if near, ok := diag.Nearest(n.Pack, ids); ok && near != m.ID {
					d = d.WithHint("did you mean %q?", near)
				} else {
					d = d.WithHint("install %s %s, or leave %s out", n.Pack, n.Range, m.ID)
				}
				out = append(out, d)
				continue
			}
			out = append(out, outOfRange(m, n, other, "requires")...)
		}
		for _, n := range m.Optional {
			if other := byID[n.Pack]; other != nil {
				out = append(out, outOfRange(m, n, other, "works with")...)
			}
		}
		for _, n := range m.Conflicts {
			if other := byID[n.Pack]; other != nil && other != m && n.Range.Allows(other.Version) {
				out = append(out, diag.New("pack/conflict", n.Place, "%s cannot be used together with %s %s", m.ID, other.ID, other.VersionText()).
					WithHint("leave one of them out").WithNote(other.Place, "%s is here", other.ID))
			}
		}
	}
	out.Sort()
	return out
}

func outOfRange(m *Manifest, n Dependency, other *Manifest, verb string) diag.List {
	if n.Range.Allows(other.Version) {
		return nil
	}
	d := diag.New("pack/missing", n.Place, "%s %s %s %s, but found %s", m.ID, verb, n.Pack, n.Range, other.VersionText()).
		WithNote(other.Place, "%s is here", other.ID)
	if other.Version == nil {
		return diag.List{d.WithHint("give %s a manifest with a version, content/%s/%s", n.Pack, n.Pack, File)}
	}
	return diag.List{d.WithHint("use another version of %s, or of %s", n.Pack, m.ID)}
}

// cycle finds a cycle among the packs that wait for others; each waits for the
// next, and the last for the first.
func cycle(left []*Manifest, byID map[string]*Manifest) []*Manifest {
	if len(left) == 0 {
		return nil
	}
	var path []*Manifest
	for m := left[0]; ; {
		if i := slices.Index(path, m); i >= 0 {
			path = path[i:]
			first := slices.Index(path, slices.MinFunc(path, byName))
			return append(slices.Clone(path[first:]), path[:first]...)
		}
		path = append(path, m)
		for _, n := range m.before() {
			if next := byID[n.Name]; next != nil && next != m {
				m = next
				break
			}
		}
	}
}

func cycleProblem(all []*Manifest) diag.Diagnostic {
	var names []string
	for _, m := range append(slices.Clone(all), all[0]) {
		names = append(names, m.ID)
	}
	at := func(i int) diag.Place {
		next := all[(i+1)%len(all)].ID
		for _, n := range all[i].before() {
			if n.Name == next {
				return n.Place
			}
		}
		return all[i].Place
	}
	d := diag.New("pack/cycle", at(0), "the order of these packs is a cycle: %s", strings.Join(names, " → ")).
		WithHint("remove one of the lines")
	for i := 1; i < len(all); i++ {
		d = d.WithNote(at(i), "%s comes after %s here", all[i].ID, all[(i+1)%len(all)].ID)
	}
	return d
}

// queue is a heap of packs by id.
type queue []*Manifest

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return cmp.Less(q[i].ID, q[j].ID) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push adds a pack; container/heap calls it.
func (q *queue) Push(m any) { *q = append(*q, m.(*Manifest)) }

// Pop removes the last pack; container/heap calls it.
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
