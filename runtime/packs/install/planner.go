package install

import (
	"bytes"
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// planner plans a change.
type planner struct {
	i         *Installation
	env       Environment
	lock      *Lock
	requested map[string]bool
	removed   map[string]bool // ids of packs to remove
	updating  map[string]bool // ids of packs to update
	given     map[string][]Offer
	extra     []Offer // other available offers
	kept      []Offer // installed packs that are neither removed nor given
}

func (i *Installation) change(ctx context.Context, env Environment, configure func(*planner) error) ([]Change, error) {
	// All checks run before the folder is changed.
	before, next, done, err := i.plan(ctx, env, configure)
	if err != nil {
		return nil, err
	}
	unlock, err := i.acquireLock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	if now, problems := i.ReadLockFile(); now == nil {
		return nil, problems
	} else if !bytes.Equal(now.Bytes(), before.Bytes()) { // changed by another program meanwhile
		if _, next, done, err = i.plan(ctx, env, configure); err != nil {
			return nil, err
		}
	}
	return done, i.switchTo(next)
}

// plan chooses what to install, fetches it into the cache, and returns the
// current lock, the next lock, and their differences.
func (i *Installation) plan(ctx context.Context, env Environment, configure func(*planner) error) (lock, next *Lock, done []Change, err error) {
	lock, problems := i.ReadLockFile()
	if lock == nil {
		return nil, nil, nil, problems
	}
	t := &planner{i: i, env: env, lock: lock, requested: map[string]bool{}, removed: map[string]bool{}, updating: map[string]bool{}, given: map[string][]Offer{}}
	for _, p := range lock.Packs {
		t.requested[p.ID] = p.Requested
	}
	if err := configure(t); err != nil {
		return nil, nil, nil, err
	}
	if t.kept, err = t.installed(); err != nil {
		return nil, nil, nil, err
	}
	if err := t.findSiblings(ctx); err != nil {
		return nil, nil, nil, err
	}
	offers, err := t.choose(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	if next, err = t.fetch(ctx, offers); err == nil {
		err = t.checkVersions(next)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	done = changes(lock, next, offers)
	if i.Preview != nil && len(done) > 0 {
		roots, err := i.RootsOf(next)
		if err == nil {
			err = i.Preview(roots, offers, done)
		}
		if err != nil {
			return nil, nil, nil, err
		}
	}
	return lock, next, done, nil
}

// checkVersions returns an error for packs whose contents differ from those of the
// installed pack of the same version, unless Force is set.
func (t *planner) checkVersions(next *Lock) error {
	if t.i.Force {
		return nil
	}
	var out diag.List
	for _, p := range next.Packs {
		if old, ok := t.lock.Find(p.ID); ok && old.Version == p.Version && old.Digest != p.Digest {
			out = append(out, diag.New("pack/digest", t.i.at(old), "%s %s is already installed with different contents; a changed pack needs a new version", p.ID, p.Version).
				WithHint("raise the version of the pack; --force replaces it anyway"))
		}
	}
	if len(out) > 0 {
		return out
	}
	return nil
}

// RootsOf returns a root for each pack of a lock, which need not be the
// installation's: from the cache, or from the installed archive.
func (i *Installation) RootsOf(next *Lock) ([]load.Root, error) {
	var roots []load.Root
	for _, p := range next.Packs {
		root := i.rootOf(p, i.Cache.file(p.Digest))
		if root.FS == nil {
			root = i.rootOf(p, i.archive(p))
		}
		if root.FS == nil {
			return nil, root.Problems
		}
		roots = append(roots, root)
	}
	return roots, nil
}

// maxSiblings is the maximum number of packs looked for beside others.
const maxSiblings = 100

// findSiblings looks for required packs that are missing in the places of the packs
// that require them.
func (t *planner) findSiblings(ctx context.Context) error {
	there := slices.Clone(t.env.Present)
	queue := slices.Clone(t.extra)
	for _, id := range slices.Sorted(maps.Keys(t.given)) {
		queue = append(queue, sorted(t.given[id])...)
	}
	for _, o := range slices.Concat(t.kept, queue) {
		there = append(there, o.Manifest)
	}
	looked := map[string]bool{}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, n := range queue[0].Manifest.Requires {
			provides := func(m *manifest.Manifest) bool { return m.ID == n.Pack && n.Range.Allows(m.Version) }
			if looked[n.Pack] || queue[0].Siblings == nil || len(looked) >= maxSiblings || slices.ContainsFunc(there, provides) {
				continue
			}
			looked[n.Pack] = true
			found, err := queue[0].Siblings(ctx, n.Pack)
			if err != nil {
				return err
			}
			t.extra, queue = append(t.extra, found...), append(queue, found...)
		}
	}
	return nil
}

// choose resolves which packs to install, in which versions.
func (t *planner) choose(ctx context.Context) ([]Offer, error) {
	choices, offers, err := t.choices(ctx)
	if err != nil {
		return nil, err
	}
	var wants []manifest.Requirement
	for id, asked := range t.requested {
		if asked {
			wants = append(wants, manifest.Requirement{Dependency: manifest.Dependency{Pack: id}, By: "you ask"})
		}
	}
	slices.SortFunc(wants, func(a, b manifest.Requirement) int { return strings.Compare(a.Pack, b.Pack) })
	for _, n := range t.env.Ranges {
		wants = append(wants, manifest.Requirement{Dependency: n, By: "the workspace", Optional: true})
	}
	chosen, problem := manifest.Resolve(wants, choices)
	if problem != nil {
		return nil, t.explainMissing(ctx, problem, choices)
	}
	var out []Offer
	for _, m := range chosen {
		if o, ok := offers[m]; ok {
			out = append(out, o)
		}
	}
	return out, t.checkCycles(chosen)
}

// checkCycles reports cycles in the order of packs.
func (t *planner) checkCycles(chosen []*manifest.Manifest) error {
	all := slices.Clone(t.env.Present)
	for _, m := range chosen {
		all = append(slices.DeleteFunc(all, func(p *manifest.Manifest) bool { return p.ID == m.ID }), m)
	}
	_, problems := manifest.Order(all)
	problems = slices.DeleteFunc(problems, func(d diag.Diagnostic) bool { return d.Code != "pack/cycle" })
	if len(problems) > 0 {
		return problems
	}
	return nil
}

// checkDependents reports packs that stay and require a pack that is being
// removed.
func (t *planner) checkDependents() error {
	installed, err := t.installed()
	if err != nil {
		return err
	}
	stay := slices.Clone(t.env.Present)
	for _, o := range installed {
		stay = append(stay, o.Manifest)
	}
	var out diag.List
	for _, m := range stay {
		for _, n := range m.Requires {
			provides := func(p *manifest.Manifest) bool { return p.ID == n.Pack && n.Range.Allows(p.Version) }
			if t.removed[n.Pack] && !slices.ContainsFunc(stay, provides) {
				out = append(out, diag.New("pack/missing", n.Place, "%s %s requires %s, which is to be removed", m.ID, m.VersionText(), n.Pack).
					WithHint("remove %s too, in the same command", m.ID))
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	return nil
}

// choices returns the available versions in order of preference: those given,
// then those present, then the newest.
func (t *planner) choices(ctx context.Context) (manifest.Available, map[*manifest.Manifest]Offer, error) {
	offers := map[*manifest.Manifest]Offer{}
	known := map[string][]*manifest.Manifest{}
	add := func(o Offer) {
		same := func(m *manifest.Manifest) bool { return m.Version.Equal(o.Manifest.Version) }
		if id := o.Manifest.ID; !slices.ContainsFunc(known[id], same) {
			known[id] = append(known[id], o.Manifest)
			offers[o.Manifest] = o
		}
	}
	for _, list := range t.given {
		for _, o := range sorted(list) {
			add(o)
		}
	}
	given := func(o Offer) bool {
		id := o.Manifest.ID
		return len(t.given[id]) > 0 || t.removed[id] || slices.Contains(t.env.Fixed, id)
	}
	cached, err := t.i.Cache.Offers(ctx)
	if err != nil {
		return manifest.Available{}, nil, err
	}
	cached = slices.DeleteFunc(cached, func(o Offer) bool { return t.i.MayUse != nil && !t.i.MayUse(o.Manifest.ID, o.key()) })
	cached = slices.DeleteFunc(cached, func(o Offer) bool { // do not replace the source of a pack with its cached copy
		p, ok := t.lock.Find(o.Manifest.ID)
		return ok && o.Source == fromCache && p.Source != fromCache && p.Digest != o.Digest
	})
	fresh := sorted(slices.Concat(t.extra, t.kept, cached))
	for _, o := range fresh {
		if t.updating[o.Manifest.ID] && !given(o) {
			add(o)
		}
	}
	for _, o := range t.kept {
		if !given(o) {
			add(o)
		}
	}
	for _, m := range t.env.Present {
		if len(t.given[m.ID]) == 0 {
			known[m.ID] = append(known[m.ID], m)
		}
	}
	for _, o := range fresh {
		if !given(o) {
			add(o)
		}
	}
	return manifest.Available{Versions: known, Present: t.env.Present}, offers, nil
}

// installed returns offers of the installed packs.
func (t *planner) installed() ([]Offer, error) {
	var out []Offer
	var problems diag.List
	for _, p := range t.lock.Packs {
		if t.removed[p.ID] || len(t.given[p.ID]) > 0 {
			continue
		}
		m, err := t.i.manifest(p)
		if err != nil {
			problems = append(problems, *err)
			continue
		}
		out = append(out, Offer{Manifest: m, Source: p.Source, Digest: p.Digest, Write: func(context.Context, io.Writer) (string, error) {
			return p.Digest, nil
		}, Key: func() string { return p.Key }})
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return out, nil
}
