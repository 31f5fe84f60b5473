package board

import (
	"slices"

	"sleight/runtime/content/locale"
)

// groups sorts figures and zones into the groups of the game's layout, without
// groups that have nothing to show. Those the layout does not name follow in
// the order of declaration.
func (vw *Viewer) groups() []Group {
	figures, zones := append(vw.variables(), vw.Views()...), vw.zones()
	figures = slices.DeleteFunc(figures, func(f Figure) bool { return f.Empty() })
	var out []Group
	game := vw.session.Game().Definition
	for i, n := range game.Data.All("layout") {
		title := vw.book.Text(game, "layout["+locale.EntryOf(n, i)+"].name", n.TextOr("name", ""))
		g := Group{Title: title, Place: n.TextOr("at", ""), Figures: []Figure{}, Zones: []Zone{}}
		for _, name := range n.All("of") {
			figures = take(figures, &g.Figures, func(f Figure) bool { return plain(f.Name) == name.Text })
			zones = take(zones, &g.Zones, func(z Zone) bool { return plain(z.Name) == name.Text })
		}
		if g.Place == "" {
			g.Place = placed(&g, i)
		}
		if len(g.Figures)+len(g.Zones) > 0 {
			out = append(out, g)
		}
	}
	if len(figures) > 0 || len(zones) > 0 {
		g := Group{Figures: append([]Figure{}, figures...), Zones: append([]Zone{}, zones...)}
		g.Place = placed(&g, len(out))
		out = append(out, g)
	}
	return out
}

// The places of a group on the table: the line of figures above it, the
// opponent's side, the middle, the player's side, and beside the table.
const (
	Head   = "head"
	Far    = "far"
	Middle = "middle"
	Near   = "near"
	Side   = "side"
)

// placed suggests a place for the n-th group where the layout does not say.
func placed(g *Group, n int) string {
	away := func(z Zone) bool { return z.As == Stack || z.As == List }
	alive := func(z Zone) bool { return slices.ContainsFunc(z.Things, func(t Thing) bool { return t.Life != nil }) }
	switch {
	case n == 0 && g.Title == "" && len(g.Zones) == 0:
		return Head
	case slices.ContainsFunc(g.Zones, alive):
		return Far
	case len(g.Zones) > 0 && !slices.ContainsFunc(g.Zones, func(z Zone) bool { return !away(z) }):
		return Side
	}
	return Middle
}

// take moves the items that fit from one list to the end of another and returns
// the rest.
func take[T any](from []T, to *[]T, fits func(T) bool) []T {
	for _, x := range from {
		if fits(x) {
			*to = append(*to, x)
		}
	}
	return slices.DeleteFunc(from, fits)
}

// plain returns a name without its @PLAYER suffix.
func plain(name string) string {
	if i := slices.Index([]byte(name), '@'); i >= 0 {
		return name[:i]
	}
	return name
}
