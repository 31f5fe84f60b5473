package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// Environment describes the packs around an installation.
type Environment struct {
	// Present are the packs that exist without being installed.
	Present []*manifest.Manifest
	// Fixed are the ids of those that an installed pack cannot replace.
	Fixed []string
	// Ranges are the version ranges that the workspace sets for packs, if they
	// are installed.
	Ranges []manifest.Dependency
}

// Change is a change to one pack.
type Change struct {
	Pack string `json:"pack"`
	// Before and After are versions, empty if the pack was or is not installed.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Digest string `json:"digest,omitempty"`
	Source string `json:"source,omitempty"`
	// Key is the public key it is signed with, or empty.
	Key string `json:"key,omitempty"`
	// For lists the packs that require it, if the user did not ask for it.
	For []string `json:"for,omitempty"`
}

// Install installs the packs that sources offer, and the packs those require,
// and returns the changes by id. It is atomic. If sources offer several
// versions of a pack, it takes the newest that is compatible with everything
// else. Installed packs keep their version if possible.
func (i *Installation) Install(ctx context.Context, env Environment, sources ...Source) ([]Change, error) {
	given, err := offersOfAll(ctx, sources)
	if err != nil {
		return nil, err
	}
	for _, o := range given {
		if id := o.Manifest.ID; slices.Contains(env.Fixed, id) {
			return nil, fmt.Errorf("%s is a pack of this workspace: an installed one would never be used", id)
		}
	}
	return i.change(ctx, env, func(t *planner) error {
		for _, o := range given {
			t.given[o.Manifest.ID] = append(t.given[o.Manifest.ID], o)
			t.requested[o.Manifest.ID] = true
		}
		return nil
	})
}

// offersOfAll returns the offers of all sources, and the problems of any.
func offersOfAll(ctx context.Context, sources []Source) (out []Offer, err error) {
	var problems diag.List
	for _, s := range sources {
		offers, err := s.Offers(ctx)
		var list diag.List
		if errors.As(err, &list) {
			problems = append(problems, list...)
		} else if err != nil {
			return nil, err
		}
		out = append(out, offers...)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return out, nil
}

// Remove removes packs, and the packs that only they required.
func (i *Installation) Remove(ctx context.Context, env Environment, ids ...string) ([]Change, error) {
	return i.change(ctx, env, func(t *planner) error {
		for _, id := range ids {
			if _, ok := t.lock.Find(id); !ok {
				return notInstalled(id, t.lock)
			}
			delete(t.requested, id)
			t.removed[id] = true
		}
		return t.checkDependents()
	})
}

// Update updates packs, or all if no id is given, to the newest compatible
// versions in their sources and the cache. find returns the Source for a source
// name in the lock.
func (i *Installation) Update(ctx context.Context, env Environment, find func(source string) (Source, error), ids ...string) ([]Change, error) {
	return i.change(ctx, env, func(t *planner) error {
		for _, id := range ids {
			if _, ok := t.lock.Find(id); !ok {
				return notInstalled(id, t.lock)
			}
		}
		for _, p := range t.lock.Packs {
			if len(ids) > 0 && !slices.Contains(ids, p.ID) {
				continue
			}
			t.updating[p.ID] = true
			if p.Source == fromCache {
				continue
			}
			offers, err := offersOf(ctx, p, find)
			if err != nil {
				return err
			}
			t.extra = append(t.extra, offers...)
		}
		return nil
	})
}

// offersOf returns what the source of an installed pack offers.
func offersOf(ctx context.Context, p LockedPack, find func(source string) (Source, error)) ([]Offer, error) {
	s, err := find(p.Source)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.ID, err)
	}
	offers, err := s.Offers(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.ID, err)
	}
	return slices.DeleteFunc(offers, func(o Offer) bool { return o.Manifest.ID != p.ID }), nil
}

// Restore restores archives of the lock that are missing or damaged, from the
// cache or from their source. It does not change the lock.
func (i *Installation) Restore(ctx context.Context, find func(source string) (Source, error)) ([]Change, error) {
	free, err := i.acquireLock()
	if err != nil {
		return nil, err
	}
	defer free()
	lock, problems := i.ReadLockFile()
	if lock == nil {
		return nil, problems
	}
	var out []Change
	for _, p := range lock.Packs {
		if i.Check(p) == nil {
			continue
		}
		if err := i.Cache.Write(p.Digest, io.Discard); err != nil {
			if err := i.refetch(ctx, p, find); err != nil {
				return nil, err
			}
		}
		out = append(out, Change{Pack: p.ID, After: p.Version, Digest: p.Digest, Source: p.Source})
	}
	return out, i.switchTo(lock)
}

// refetch fetches an installed pack from its source.
func (i *Installation) refetch(ctx context.Context, p LockedPack, find func(source string) (Source, error)) error {
	var offers []Offer
	if p.Source != fromCache {
		var err error
		if offers, err = offersOf(ctx, p, find); err != nil {
			return err
		}
	}
	for _, o := range offers {
		if o.Manifest.VersionText() == p.Version {
			o.Digest = p.Digest
			if _, err := i.fetch(ctx, o); err != nil {
				return err
			}
			return i.Cache.remember(p.Digest, o)
		}
	}
	return diag.List{diag.New("pack/digest", i.at(p), "%s %s cannot be restored: it is not in the cache, and no longer available from %s", p.ID, p.Version, p.Source).
		WithHint("sleight pack install SOURCE installs it from another source; sleight pack remove %s removes it", p.ID)}
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
