package def

import (
	"slices"
	"strings"
)

// Scope returns the part of the catalog that the packs hold.
func (c *Catalog) Scope(packs ...string) *Catalog {
	part := &Catalog{packs: map[string]*Pack{}, Digest: c.Digest, Locales: c.Locales}
	for _, id := range packs {
		if p, ok := c.packs[id]; ok {
			part.packs[id] = p
		}
	}
	part.firstNames = firstNames(part.packs)
	if len(part.packs) == len(c.packs) { // all of it
		part.keys, part.sorted = c.keys, c.sorted
		return part
	}
	for _, d := range c.sorted {
		if _, ok := part.packs[d.Pack]; ok {
			part.sorted = append(part.sorted, d)
		}
	}
	part.keys = c.keys.part(part.packs, part.sorted)
	return part
}

// VisibleTo returns the definitions that a game sees: those of its own pack, of the
// packs on which that depends, and of the packs that are declared for the game. Of
// the dependencies of packs declared for it, a game sees those that hold no game and
// are not for other games.
func (c *Catalog) VisibleTo(game *Definition) *Catalog { return c.Scope(c.PacksOf(game)...) }

// PacksOf returns the packs whose definitions a game sees, in the order in
// which packs are applied.
func (c *Catalog) PacksOf(game *Definition) []string {
	in := map[string]bool{game.Pack: true}
	if own, ok := c.packs[game.Pack]; ok {
		for _, id := range own.Uses {
			in[id] = true
		}
	}
	for id, p := range c.packs {
		if !slices.Contains(p.Games, game.ID) {
			continue
		}
		in[id] = true
		for _, below := range p.Uses {
			if b, ok := c.packs[below]; ok && !b.HoldsGame && len(b.Games) == 0 {
				in[below] = true
			}
		}
	}
	var out []string
	for _, p := range c.Ordered() {
		if in[p.ID] {
			out = append(out, p.ID)
		}
	}
	return out
}

// PackBelongsTo reports whether a pack belongs to a game: it holds the game, or
// is for that game only.
func (c *Catalog) PackBelongsTo(pack string, game *Definition) bool {
	p, ok := c.packs[pack]
	return pack == game.Pack || ok && len(p.Games) == 1 && p.Games[0] == game.ID
}

// Holds reports whether a file, named as in places, is one of the pack's
// content files or scripts.
func (p *Pack) Holds(file string) bool {
	root := strings.TrimSuffix(p.Place.File, "content/"+p.ID)
	for _, folder := range []string{"content/", "scripts/"} {
		if strings.HasPrefix(file, root+folder+p.ID+"/") {
			return true
		}
	}
	return false
}

// Ordered returns the packs in the order in which they are applied.
func (c *Catalog) Ordered() []*Pack {
	all := c.Packs()
	slices.SortStableFunc(all, func(a, b *Pack) int { return a.Rank - b.Rank })
	return all
}
