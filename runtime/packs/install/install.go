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
	given, err := offersOfAll(ctx, sources)
	if err != nil {
		return nil, err
	}
	for _, o := range given {
		if id := o.Manifest.ID; slices.Contains(around.Fixed, id) {
			return nil, fmt.Errorf("%s is a pack of this workspace: one that was installed beside it would never be used", id)
		}
	}
	return i.change(ctx, around, func(t *turn) error {
		for _, o := range given {
			t.given[o.Manifest.ID] = append(t.given[o.Manifest.ID], o)
			t.asked[o.Manifest.ID] = true
		}
		return nil
	})
}

// offersOfAll asks all sources, and reports what is wrong with any.
func offersOfAll(ctx context.Context, sources []Source) (out []Offer, err error) {
	var faults diag.List
	for _, s := range sources {
		offers, err := s.Offers(ctx)
		var list diag.List
		if errors.As(err, &list) {
			faults = append(faults, list...)
		} else if err != nil {
			return nil, err
		}
		out = append(out, offers...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return out, nil
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
// versions that their sources and the cache have and that go together. find
// makes a Source of what the lock says.
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
			if p.Source == fromCache {
				continue
			}
			offers, err := offersOf(ctx, p, find)
			if err != nil {
				return err
			}
			t.more = append(t.more, offers...)
		}
		return nil
	})
}

// offersOf asks the source of an installed pack for it.
func offersOf(ctx context.Context, p Locked, find func(source string) (Source, error)) ([]Offer, error) {
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

// Restore puts back what the lock says where it is missing or is something
// else: from the cache, or from where it came from. The lock stays as it is.
func (i *Installation) Restore(ctx context.Context, find func(source string) (Source, error)) ([]Change, error) {
	free, err := i.hold()
	if err != nil {
		return nil, err
	}
	defer free()
	lock, faults := i.Lock()
	if lock == nil {
		return nil, faults
	}
	var out []Change
	for _, p := range lock.Packs {
		if i.Check(p) == nil {
			continue
		}
		if err := i.Cache.Write(p.Digest, io.Discard); err != nil {
			if err := i.again(ctx, p, find); err != nil {
				return nil, err
			}
		}
		out = append(out, Change{Pack: p.ID, After: p.Version, Digest: p.Digest, Source: p.Source})
	}
	return out, i.become(lock)
}

// again fetches a pack that was installed from where it came from.
func (i *Installation) again(ctx context.Context, p Locked, find func(source string) (Source, error)) error {
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
	return diag.List{diag.New("pack/digest", i.at(p), "%s %s cannot be put back: it is neither kept nor to be had any more from %s", p.ID, p.Version, p.Source).
		WithHint("sleight pack install SOURCE takes it from elsewhere; sleight pack remove %s does without", p.ID)}
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
