package install

import (
	"context"
	"slices"
	"strings"

	"sleight/runtime/content/manifest"
	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
)

// Manifests returns the manifests of the installed packs, by id, except those
// that cannot be read.
func (i *Installation) Manifests() (out []*manifest.Manifest) {
	lock, _ := i.ReadLockFile()
	if lock == nil {
		return nil
	}
	for _, p := range lock.Packs {
		if m, problem := i.manifest(p); problem == nil {
			out = append(out, m)
		}
	}
	return out
}

// manifest reads the manifest of an installed pack.
func (i *Installation) manifest(p LockedPack) (*manifest.Manifest, *diag.Diagnostic) {
	file, err := i.Cache.disk.Open(i.archive(p))
	if err != nil {
		d := i.unreadable(p, err)
		return nil, &d
	}
	defer file.Close()
	one, _ := openPackage(p.fileName(), file)
	if one == nil || !p.matches(one) {
		d := i.altered(p)
		return nil, &d
	}
	return one.Manifest, nil
}

// fetch fetches the chosen offers into the cache and returns their lock.
func (t *planner) fetch(ctx context.Context, offers []Offer) (*Lock, error) {
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
		if err := t.i.Cache.remember(digest, o); err != nil {
			return nil, err
		}
		p := LockedPack{ID: m.ID, Version: m.VersionText(), Digest: digest, Source: o.Source, Key: o.key(), Requested: t.requested[m.ID]}
		if p.Games, p.Requires = old.Games, old.Requires; !there || old.Digest != digest || old.Games == nil {
			p.Games, p.Requires = t.i.scope(p, m)
		}
		next.Packs = append(next.Packs, p)
	}
	return next, nil
}

// fetch stores an offer in the cache, if it is the announced pack.
func (i *Installation) fetch(ctx context.Context, o Offer) (string, error) {
	if err := i.beginStep("fetch"); err != nil {
		return "", err
	}
	name := o.Manifest.ID + " " + o.Manifest.VersionText()
	return i.Cache.Put(func(f *safefile.Output) (string, error) {
		digest, err := o.Write(ctx, f)
		if err != nil {
			return "", err
		}
		one, problems := openPackage(o.Source, f.File)
		switch {
		case problems.Failed():
			return "", problems
		case one.Manifest.ID != o.Manifest.ID || !one.Manifest.Version.Equal(o.Manifest.Version):
			return "", wrongArchive(o, "the archive fetched for %s is %s", name, one.Name())
		case o.Digest != "" && digest != o.Digest:
			return "", wrongArchive(o, "the archive fetched for %s has the digest %s, not %s", name, digest, o.Digest)
		}
		got, err := one.Digest()
		if err == nil && got != digest {
			err = wrongArchive(o, "the archive fetched for %s has the digest %s, not %s", name, got, digest)
		}
		return digest, err
	})
}

func wrongArchive(o Offer, format string, args ...any) error {
	return diag.List{diag.New("pack/digest", diag.Place{File: o.Source}, format, args...).
		WithHint("nothing was installed; ask the maintainer of %s", o.Source)}
}

// changes returns the differences between two locks, by id.
func changes(before, after *Lock, offers []Offer) []Change {
	var out []Change
	for _, p := range after.Packs {
		old, _ := before.Find(p.ID)
		if old.Digest == p.Digest {
			continue
		}
		c := Change{Pack: p.ID, Before: old.Version, After: p.Version, Digest: p.Digest, Source: p.Source, Key: p.Key}
		for _, o := range offers {
			if !p.Requested && slices.ContainsFunc(o.Manifest.Requires, func(n manifest.Dependency) bool { return n.Pack == p.ID }) {
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
