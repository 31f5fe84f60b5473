package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// SavedPack is a pack that a save was made with.
type SavedPack struct {
	ID      string `json:"id"`
	Version string `json:"version,omitempty"`
	// Digest identifies the files of the pack.
	Digest string `json:"digest"`
}

// Packs lists the packs that the game sees, in the order in which they are
// applied.
func (g *Game) Packs() []SavedPack {
	var out []SavedPack
	for _, p := range g.Catalog().Ordered() {
		out = append(out, SavedPack{p.ID, p.Version, p.Sources})
	}
	return out
}

// Digest identifies all that the game sees: with equal digests, the same seed
// and the same commands make the same game.
func (g *Game) Digest() string {
	var sums []string
	for _, d := range g.Catalog().All() {
		sums = append(sums, d.Digest)
	}
	slices.Sort(sums)
	for _, p := range g.Catalog().Packs() {
		sums = append(sums, p.Digest)
	}
	sum := sha256.Sum256([]byte(g.ID() + "\n" + strings.Join(sums, "\n")))
	return hex.EncodeToString(sum[:])
}

// digests lists the definitions of the game and of all that the state knows, by
// kind/id, each with the beginning of its digest.
func (s *Session) digests() map[string]string {
	out := map[string]string{s.game.Definition.Key(): short(s.game.Definition)}
	s.state.Prototypes(func(p *state.Prototype) {
		d := p.Ref.(*item).def
		out[d.Key()] = short(d)
	})
	return out
}

func short(d *def.Definition) string { return d.Digest[:min(16, len(d.Digest))] }

// Same tells whether a definition, kind/id, is in a catalog what it was when the
// save was made, as far as the save knows it.
func (in *Save) Same(c *def.Catalog, key string) bool {
	was, known := in.Definitions[key]
	d, ok := c.Get(key)
	return !known || ok && short(d) == was
}

// Differences says in words how the packs and definitions of a save differ from
// those that a game sees now.
func (g *Game) Differences(in *Save) []string {
	var out []string
	now := map[string]SavedPack{}
	for _, p := range g.Packs() {
		now[p.ID] = p
	}
	for _, was := range in.Packs {
		is, there := now[was.ID]
		delete(now, was.ID)
		switch {
		case !there:
			out = append(out, fmt.Sprintf("the pack %s is not here", versioned(was)))
		case was.Version != is.Version:
			out = append(out, fmt.Sprintf("the pack %s is %s now", versioned(was), versioned(is)))
		case was.Digest != is.Digest:
			out = append(out, fmt.Sprintf("the pack %s has been edited", versioned(was)))
		}
	}
	for _, p := range g.Packs() {
		if _, added := now[p.ID]; added && len(in.Packs) > 0 {
			out = append(out, fmt.Sprintf("the pack %s is new", versioned(p)))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(in.Definitions)) {
		d, ok := g.Catalog().Get(key)
		switch {
		case !ok:
			out = append(out, key+" is gone")
		case short(d) != in.Definitions[key]:
			out = append(out, fmt.Sprintf("%s differs%s", key, byPacks(d)))
		}
	}
	return out
}

func versioned(p SavedPack) string { return strings.TrimSpace(p.ID + " " + p.Version) }

func byPacks(d *def.Definition) string {
	if changers := d.Changers(); len(changers) > 0 {
		return ", changed by " + strings.Join(changers, ", ")
	}
	return ""
}

// blame adds to a fault of content the packs that have changed the definition
// in which it lies, since one of them may be what it comes from.
func (g *Game) blame(problem *diag.Diagnostic) {
	if problem == nil || problem.Place.File == "" {
		return
	}
	for _, d := range g.Catalog().All() {
		if len(d.Changes) == 0 || !concerns(d, problem.Place.File) {
			continue
		}
		told := map[string]bool{}
		for _, c := range d.Changes {
			if !told[c.Pack] {
				told[c.Pack] = true
				*problem = problem.WithNote(c.Place, "the pack %s changes %s", c.Pack, d.Key())
			}
		}
	}
}

// concerns tells whether a file holds data or Lua of a definition.
func concerns(d *def.Definition, file string) bool {
	if d.Place.File == file || d.Script != nil && d.Script.File == file {
		return true
	}
	return slices.ContainsFunc(d.Layers, func(l def.Layer) bool { return l.Script.File == file }) ||
		slices.ContainsFunc(d.Changes, func(c def.Change) bool { return c.Place.File == file })
}
