package board

import (
	"slices"

	"sleight/runtime/content/locale"
)

// groups sorts figures and zones into the groups of the game's layout. Those
// the layout does not name follow in the order of declaration.
func (vw *Viewer) groups() []Group {
	figures, zones := append(vw.variables(), vw.Views()...), vw.zones()
	figures = slices.DeleteFunc(figures, func(f Figure) bool { return f.Empty() })
	var out []Group
	game := vw.session.Game().Definition
	for i, n := range game.Data.All("layout") {
		title := vw.book.Text(game, "layout["+locale.EntryOf(n, i)+"].name", n.TextOr("name", ""))
		g := Group{Title: title, Figures: []Figure{}, Zones: []Zone{}}
		for _, name := range n.All("of") {
			figures = take(figures, &g.Figures, func(f Figure) bool { return plain(f.Name) == name.Text })
			zones = take(zones, &g.Zones, func(z Zone) bool { return plain(z.Name) == name.Text })
		}
		out = append(out, g)
	}
	if len(figures) > 0 || len(zones) > 0 {
		out = append(out, Group{Figures: append([]Figure{}, figures...), Zones: append([]Zone{}, zones...)})
	}
	return out
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
