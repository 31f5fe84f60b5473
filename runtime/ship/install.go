package ship

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/manifest"
)

// Around is what an installation goes together with.
type Around struct {
	// Present are the packs that are there without being installed.
	Present []*manifest.Manifest
	// Fixed are ids of packs among them that no installed one can replace.
	Fixed []string
	// Ranges are versions that the workspace says of packs, should they be
	// installed.
	Ranges []manifest.Need
}

// Change is what was done with one pack.
type Change struct {
	Pack string `json:"pack"`
	// Before and After are versions; empty when there was or is none.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Digest string `json:"digest,omitempty"`
	Source string `json:"source,omitempty"`
	// Key is the public key that it is signed with, if it is.
	Key string `json:"key,omitempty"`
	// For names the packs that require it, when nobody asked for it.
	For []string `json:"for,omitempty"`
}

// Install installs the packs that sources offer, and what those require, and
// returns what has changed, by id. It happens whole or not at all. Sources that
// offer several versions of a pack give the newest that goes together with
// everything else. What is installed already stays in its version if it can.
func (i *Installation) Install(ctx context.Context, around Around, sources ...Source) ([]Change, error) {
	return i.change(ctx, around, func(t *turn) error {
		var faults diag.List
		for _, s := range sources {
			offers, err := s.Offers(ctx)
			var list diag.List
			if errors.As(err, &list) {
				faults = append(faults, list...)
			} else if err != nil {
				return err
			}
			for _, o := range offers {
				if slices.Contains(around.Fixed, o.Manifest.ID) {
					return fmt.Errorf("%s is a pack of this workspace: one that was installed beside it would never be used", o.Manifest.ID)
				}
				t.given[o.Manifest.ID] = append(t.given[o.Manifest.ID], o)
				t.asked[o.Manifest.ID] = true
			}
		}
		if faults.Failed() {
			return faults
		}
		return nil
	})
}

// Remove removes packs, and those that only they required.
func (i *Installation) Remove(ctx context.Context, around Around, ids ...string) ([]Change, error) {
	return i.change(ctx, around, func(t *turn) error {
		for _, id := range ids {
			if _, ok := t.lock.Find(id); !ok {
				return notInstalled(id, t.lock)
			}
			delete(t.asked, id)
			t.gone[id] = true
		}
		return t.missed()
	})
}

// Update brings packs, or all of them when no id is given, to the newest
// versions that their sources and the cache have and that go together.
func (i *Installation) Update(ctx context.Context, around Around, find func(source string) (Source, error), ids ...string) ([]Change, error) {
	return i.change(ctx, around, func(t *turn) error {
		for _, id := range ids {
			if _, ok := t.lock.Find(id); !ok {
				return notInstalled(id, t.lock)
			}
		}
		for _, p := range t.lock.Packs {
			if len(ids) > 0 && !slices.Contains(ids, p.ID) {
				continue
			}
			t.newest[p.ID] = true
			s, err := find(p.Source)
			if err != nil {
				return err
			}
			offers, err := s.Offers(ctx)
			if err != nil {
				return err
			}
			for _, o := range offers {
				if o.Manifest.ID == p.ID {
					t.more = append(t.more, o)
				}
			}
		}
		return nil
	})
}

func notInstalled(id string, lock *Lock) error {
	var known []string
	for _, p := range lock.Packs {
		known = append(known, p.ID)
	}
	text := fmt.Sprintf("%s is not installed", id)
	if near, ok := diag.Nearest(id, known); ok {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return errors.New(text)
}

// turn is a change that is being thought out.
type turn struct {
	i      *Installation
	around Around
	lock   *Lock
	asked  map[string]bool
	gone   map[string]bool // what is to be removed
	newest map[string]bool // what is to be brought up to date
	given  map[string][]Offer
	more   []Offer // what can be had beside that
}

func (i *Installation) change(ctx context.Context, around Around, ask func(*turn) error) ([]Change, error) {
	free, err := i.hold()
	if err != nil {
		return nil, err
	}
	defer free()
	lock, faults := i.Lock()
	if lock == nil {
		return nil, faults
	}
	t := &turn{i: i, around: around, lock: lock, asked: map[string]bool{}, gone: map[string]bool{}, newest: map[string]bool{}, given: map[string][]Offer{}}
	for _, p := range lock.Packs {
		t.asked[p.ID] = p.Asked
	}
	if err := ask(t); err != nil {
		return nil, err
	}
	offers, err := t.choose(ctx)
	if err != nil {
		return nil, err
	}
	next, err := t.fetch(ctx, offers)
	if err != nil {
		return nil, err
	}
	return changes(lock, next, offers), i.become(next)
}

// choose finds out which packs to install, in which versions.
func (t *turn) choose(ctx context.Context) ([]Offer, error) {
	choices, offers, err := t.choices(ctx)
	if err != nil {
		return nil, err
	}
	var wants []manifest.Want
	for id, asked := range t.asked {
		if asked {
			wants = append(wants, manifest.Want{Need: manifest.Need{Pack: id}, By: "you ask"})
		}
	}
	slices.SortFunc(wants, func(a, b manifest.Want) int { return strings.Compare(a.Pack, b.Pack) })
	for _, n := range t.around.Ranges {
		wants = append(wants, manifest.Want{Need: n, By: "the workspace", Perhaps: true})
	}
	chosen, problem := manifest.Resolve(wants, choices)
	if problem != nil {
		return nil, problem
	}
	var out []Offer
	for _, m := range chosen {
		if o, ok := offers[m]; ok {
			out = append(out, o)
		}
	}
	return out, nil
}

// missed reports packs that stay and require what is to be removed.
func (t *turn) missed() error {
	installed, err := t.installed()
	if err != nil {
		return err
	}
	stay := slices.Clone(t.around.Present)
	for _, o := range installed {
		stay = append(stay, o.Manifest)
	}
	var out diag.List
	for _, m := range stay {
		for _, n := range m.Requires {
			provides := func(p *manifest.Manifest) bool { return p.ID == n.Pack && n.Range.Allows(p.Version) }
			if t.gone[n.Pack] && !slices.ContainsFunc(stay, provides) {
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

// choices are the versions that there are, those first that are liked best:
// what is given, then what is there, then the newest.
func (t *turn) choices(ctx context.Context) (manifest.Choices, map[*manifest.Manifest]Offer, error) {
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
		return len(t.given[id]) > 0 || t.gone[id] || slices.Contains(t.around.Fixed, id)
	}
	installed, err := t.installed()
	if err != nil {
		return manifest.Choices{}, nil, err
	}
	cached, err := t.i.Cache.Offers(ctx)
	if err != nil {
		return manifest.Choices{}, nil, err
	}
	cached = slices.DeleteFunc(cached, func(o Offer) bool { return t.i.May != nil && !t.i.May(o.Manifest.ID, o.key()) })
	fresh := sorted(append(append(slices.Clone(t.more), cached...), installed...))
	for _, o := range fresh {
		if t.newest[o.Manifest.ID] && !given(o) {
			add(o)
		}
	}
	for _, o := range installed {
		if !given(o) {
			add(o)
		}
	}
	for _, m := range t.around.Present {
		if len(t.given[m.ID]) == 0 {
			known[m.ID] = append(known[m.ID], m)
		}
	}
	for _, o := range fresh {
		if !given(o) {
			add(o)
		}
	}
	return manifest.Choices{Known: known, Beside: t.around.Present}, offers, nil
}

// installed offers what is installed and stays as it is.
func (t *turn) installed() ([]Offer, error) {
	var out []Offer
	var faults diag.List
	for _, p := range t.lock.Packs {
		if t.gone[p.ID] || len(t.given[p.ID]) > 0 {
			continue
		}
		m, err := t.i.manifest(p)
		if err != nil {
			faults = append(faults, *err)
			continue
		}
		out = append(out, Offer{Manifest: m, Source: p.Source, Digest: p.Digest, Write: func(context.Context, io.Writer) (string, error) {
			return p.Digest, nil
		}, Key: func() string { return p.Key }})
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return out, nil
}

// manifest reads that of an installed pack.
func (i *Installation) manifest(p Locked) (*manifest.Manifest, *diag.Diagnostic) {
	file, err := os.Open(i.archive(p))
	if err != nil {
		d := i.lost(p, err)
		return nil, &d
	}
	defer file.Close()
	one, _ := i.Cache.Reader.open(p.fileName(), file)
	if one == nil || one.Manifest.ID != p.ID || one.Manifest.VersionText() != p.Version {
		d := i.changed(p)
		return nil, &d
	}
	return one.Manifest, nil
}

// fetch brings what was chosen into the cache and makes the lock that says so.
func (t *turn) fetch(ctx context.Context, offers []Offer) (*Lock, error) {
	next := &Lock{}
	for n, o := range offers {
		m := o.Manifest
		digest := o.Digest
		old, there := t.lock.Find(m.ID)
		if !(there && old.Digest == digest && len(t.given[m.ID]) == 0) && (digest == "" || !t.i.Cache.Has(digest) || len(t.given[m.ID]) > 0) {
			var err error
			if digest, err = t.i.fetch(ctx, o); err != nil {
				return nil, err
			}
		}
		offers[n].Digest = digest
		if err := t.i.Cache.Sign(digest, o.key()); err != nil {
			return nil, err
		}
		next.Packs = append(next.Packs, Locked{ID: m.ID, Version: m.VersionText(), Digest: digest, Source: o.Source, Key: o.key(), Asked: t.asked[m.ID]})
	}
	return next, nil
}

// fetch puts an offer into the cache, if it is what it says.
func (i *Installation) fetch(ctx context.Context, o Offer) (string, error) {
	if err := i.pass("fetch"); err != nil {
		return "", err
	}
	name := o.Manifest.ID + " " + o.Manifest.VersionText()
	return i.Cache.Put(func(f *os.File) (string, error) {
		digest, err := o.Write(ctx, f)
		if err != nil {
			return "", err
		}
		one, faults := i.Cache.Reader.open(o.Source, f)
		switch {
		case faults.Failed():
			return "", faults
		case one.Manifest.ID != o.Manifest.ID || !one.Manifest.Version.Equal(o.Manifest.Version):
			return "", fetched(o, "what was fetched for %s is %s", name, one.Name())
		case o.Digest != "" && digest != o.Digest:
			return "", fetched(o, "what was fetched for %s has the digest %s, and not %s", name, digest, o.Digest)
		}
		got, err := one.Digest()
		if err == nil && got != digest {
			err = fetched(o, "what was fetched for %s has the digest %s, and not %s", name, got, digest)
		}
		return digest, err
	})
}

func fetched(o Offer, format string, args ...any) error {
	return diag.List{diag.New("pack/digest", diag.Place{File: o.Source}, format, args...).
		WithHint("nothing was installed; ask whoever keeps %s", o.Source)}
}

// changes tells how two locks differ, by id.
func changes(before, after *Lock, offers []Offer) []Change {
	var out []Change
	for _, p := range after.Packs {
		old, _ := before.Find(p.ID)
		if old.Version == p.Version && old.Digest == p.Digest {
			continue
		}
		c := Change{Pack: p.ID, Before: old.Version, After: p.Version, Digest: p.Digest, Source: p.Source, Key: p.Key}
		for _, o := range offers {
			if !p.Asked && slices.ContainsFunc(o.Manifest.Requires, func(n manifest.Need) bool { return n.Pack == p.ID }) {
				c.For = append(c.For, o.Manifest.ID)
			}
		}
		out = append(out, c)
	}
	for _, p := range before.Packs {
		if _, ok := after.Find(p.ID); !ok {
			out = append(out, Change{Pack: p.ID, Before: p.Version})
		}
	}
	slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Pack, b.Pack) })
	return out
}
