package board

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"

	"sleight/runtime/content/locale"
)

// groups sorts figures and zones into the groups of the game's layout, without
// groups that have nothing to show. Those the layout does not name follow in
// the order of declaration.
func (vw *Viewer) groups() []Group {
	figures, zones := append(vw.variables(), vw.Views()...), vw.zones()
	figures = slices.DeleteFunc(figures, func(f Figure) bool { return f.Empty() })
	tookFigures, tookZones := make([]bool, len(figures)), make([]bool, len(zones))
	game := vw.session.Game().Definition
	layout := game.Data.All("layout")
	out := make([]Group, 0, len(layout)+1)
	for i, n := range layout {
		title := vw.cached(textKey{section: "layout", owner: i}, false, func() Words {
			return Words{Text: vw.translator.Text(game, "layout["+locale.EntryStep(n, i)+"].name", n.TextOr("name", ""))}
		}).Text
		g := Group{Title: title, Place: n.TextOr("at", "")}
		names := n.All("of")
		g.Figures = takeNamed(figures, tookFigures, func(f *Figure) string { return f.Name }, names)
		g.Zones = takeNamed(zones, tookZones, func(z *Zone) string { return z.Name }, names)
		if g.Place == "" {
			g.Place = vw.defaultPlace(&g, i)
		}
		if len(g.Figures)+len(g.Zones) > 0 {
			out = append(out, g)
		}
	}
	return append(out, vw.ungrouped(untaken(figures, tookFigures), untaken(zones, tookZones))...)
}

// ungrouped groups what the layout does not mention by its place on the table.
func (vw *Viewer) ungrouped(figures []Figure, zones []Zone) (out []Group) {
	all := []Group{{Place: Head}, {Place: Far}, {Place: Middle}, {Place: Near}, {Place: Side}}
	all[0].Figures = figures
	for _, z := range zones {
		i := slices.IndexFunc(all, func(g Group) bool { return g.Place == vw.zonePlace(z) })
		all[i].Zones = append(all[i].Zones, z)
	}
	for _, g := range all {
		if len(g.Figures)+len(g.Zones) > 0 {
			g.Figures, g.Zones = append([]Figure{}, g.Figures...), append([]Zone{}, g.Zones...)
			out = append(out, g)
		}
	}
	return out
}

// The places of a group: the line of figures above the table, the opponent's
// side, the middle, the player's side, and beside the table.
const (
	Head   = "head"
	Far    = "far"
	Middle = "middle"
	Near   = "near"
	Side   = "side"
)

// defaultPlace suggests a place for the n-th group where the layout does not say.
func (vw *Viewer) defaultPlace(g *Group, n int) string {
	in := func(place string) func(Zone) bool {
		return func(z Zone) bool { return vw.zonePlace(z) == place }
	}
	switch {
	case n == 0 && g.Title == "" && len(g.Zones) == 0:
		return Head
	case slices.ContainsFunc(g.Zones, in(Far)):
		return Far
	case len(g.Zones) > 0 && !slices.ContainsFunc(g.Zones, func(z Zone) bool { return !in(Side)(z) }):
		return Side
	}
	return Middle
}

// zonePlace returns the place of a zone by what it holds: entities with hit points
// are on the opponent's side, decks and lists beside the table, and usable
// entities, such as a hand of cards, on the player's side.
func (vw *Viewer) zonePlace(z Zone) string {
	name := withoutOwner(z.Name)
	alive := func(kind *def.Node) bool {
		all := vw.session.Game().Catalog().Kind(kind.Text())
		return len(all) > 0 && all[0].Has(def.HealthTrait)
	}
	switch of := vw.declared("zones", name).All("of"); {
	case slices.ContainsFunc(of, alive):
		return Far
	case z.As == Stack || z.As == List:
		return Side
	case slices.ContainsFunc(vw.session.Game().Phases, func(p *rules.Phase) bool { return slices.Contains(p.Use, name) }):
		return Near
	}
	return Middle
}

// takeNamed returns the items of some names, in the order of the names, and marks
// them as taken.
func takeNamed[T any](from []T, taken []bool, name func(*T) string, names []*def.Node) []T {
	var buf [64]int
	found := buf[:0]
	for _, n := range names {
		for i := range from {
			if !taken[i] && withoutOwner(name(&from[i])) == n.Text() {
				taken[i], found = true, append(found, i)
			}
		}
	}
	out := make([]T, len(found))
	for k, i := range found {
		out[k] = from[i]
	}
	return out
}

// untaken returns the items that have not been taken.
func untaken[T any](from []T, taken []bool) (out []T) {
	for i := range from {
		if !taken[i] {
			out = append(out, from[i])
		}
	}
	return out
}

// withoutOwner returns a name without its @PLAYER suffix.
func withoutOwner(name string) string {
	name, _, _ = strings.Cut(name, "@")
	return name
}
