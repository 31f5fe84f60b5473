package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// Digest identifies everything the game sees: with equal digests, the same seed
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

// Blame adds notes to a problem in a definition about the packs that have changed
// the definition, since one of them may be the cause.
func (g *Game) Blame(problem *diag.Diagnostic) {
	if problem == nil || problem.Place.File == "" {
		return
	}
	for _, d := range g.Catalog().All() {
		if len(d.Changes) == 0 || !concerns(d, problem.Place.File) {
			continue
		}
		noted := map[string]bool{}
		for _, c := range d.Changes {
			if !noted[c.Pack] {
				noted[c.Pack] = true
				*problem = problem.WithNote(c.Place, "the pack %s changes %s", c.Pack, d.Key())
			}
		}
	}
}

// concerns reports whether a file holds data or Lua code of a definition.
func concerns(d *def.Definition, file string) bool {
	if d.Place.File == file || d.Script != nil && d.Script.File == file {
		return true
	}
	return slices.ContainsFunc(d.Layers, func(l def.Layer) bool { return l.Script.File == file }) ||
		slices.ContainsFunc(d.Changes, func(c def.Change) bool { return c.Place.File == file })
}
