package save

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Pack is a pack that a save was made with.
type Pack struct {
	ID      string `json:"id"`
	Version string `json:"version,omitempty"`
	// Digest identifies the files of the pack.
	Digest string `json:"digest"`
}

// Packs lists the packs that the game sees, in the order in which they are applied.
func Packs(g *rules.Game) []Pack {
	var out []Pack
	for _, p := range g.Catalog().Ordered() {
		out = append(out, Pack{p.ID, p.Version, p.Sources})
	}
	return out
}

// Digests returns the beginnings of the digests of the game's definition and of
// all definitions in the state, by kind/id.
func Digests(g *rules.Game, s *state.State) map[string]string {
	out := map[string]string{g.Definition.Key(): shortDigest(g.Definition)}
	s.Prototypes(func(p *state.Prototype) {
		d := rules.ItemOf(p).Definition
		out[d.Key()] = shortDigest(d)
	})
	return out
}

func shortDigest(d *def.Definition) string { return d.Digest[:min(16, len(d.Digest))] }

// Same reports whether a definition, given as kind/id, is unchanged since the
// save was made; true if the save does not mention it.
func (f *File) Same(c *def.Catalog, key string) bool {
	was, known := f.Definitions[key]
	d, ok := c.Get(key)
	return !known || ok && shortDigest(d) == was
}

// Differences describes in words how the packs and definitions of a save differ
// from those that a game sees now.
func (f *File) Differences(g *rules.Game) []string {
	var out []string
	now := map[string]Pack{}
	for _, p := range Packs(g) {
		now[p.ID] = p
	}
	for _, was := range f.Packs {
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
	for _, p := range Packs(g) {
		if _, added := now[p.ID]; added && len(f.Packs) > 0 {
			out = append(out, fmt.Sprintf("the pack %s is new", versioned(p)))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.Definitions)) {
		d, ok := g.Catalog().Get(key)
		switch {
		case !ok:
			out = append(out, key+" is gone")
		case shortDigest(d) != f.Definitions[key]:
			out = append(out, fmt.Sprintf("%s differs%s", key, changedBy(d)))
		}
	}
	return out
}

func versioned(p Pack) string { return strings.TrimSpace(p.ID + " " + p.Version) }

func changedBy(d *def.Definition) string {
	if changers := d.Changers(); len(changers) > 0 {
		return ", changed by " + strings.Join(changers, ", ")
	}
	return ""
}
