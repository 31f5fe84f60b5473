package board

import (
	"sleight/runtime/content/def"
	"sleight/runtime/game/state"
)

// Map places the entities of a zone that is drawn as a map: rank after rank, in
// their order.
type Map struct {
	// Across is the number of places in a rank.
	Across int `json:"across"`
	// Here is the label of the place where the player is, if anywhere.
	Here string `json:"here,omitempty"`
	// Paths are the connections between places: the labels of both, from and to.
	Paths [][2]string `json:"ways,omitempty"`
}

// mapOf returns the map of a zone, or nil if the content does not say how many
// places each rank has.
func (vw *Viewer) mapOf(z *Zone, n *def.Node) *Map {
	across, ok := vw.amount(n.Get("across"))
	if !ok || across < 1 || across > 9 {
		return nil
	}
	m := &Map{Across: int(across), Here: vw.harmed(n.TextOr("here", ""))}
	ways := n.TextOr("ways", "")
	if ways == "" {
		return m
	}
	for i := range z.Entities {
		next := (i/m.Across + 1) * m.Across
		for _, digit := range vw.pathsFrom(z, i, ways) {
			to := int(digit - '1')
			if to >= 0 && to < m.Across && next+to < len(z.Entities) {
				m.connect(z, i, next+to)
			}
		}
	}
	vw.joinLast(m, z, ways)
	return m
}

// pathsFrom returns the ways from a place, as written in its property; "" if the
// player may not know them.
func (vw *Viewer) pathsFrom(z *Zone, place int, property string) string {
	t := z.Entities[place]
	if t.Hidden {
		return ""
	}
	value, ok := vw.Prop(state.ID(t.ID), property)
	if !ok || value.Type != state.Text {
		return ""
	}
	return value.Str
}

// joinLast connects all places of the last two ranks if the last one is
// incomplete, such as a single goal, and no place of the one before it declares
// its own paths.
func (vw *Viewer) joinLast(m *Map, z *Zone, property string) {
	last := len(z.Entities) - len(z.Entities)%m.Across
	if last == len(z.Entities) || last == 0 {
		return
	}
	for i := last - m.Across; i < last; i++ {
		if z.Entities[i].Hidden || vw.pathsFrom(z, i, property) != "" {
			return
		}
	}
	for i := last - m.Across; i < last; i++ {
		for to := last; to < len(z.Entities); to++ {
			m.connect(z, i, to)
		}
	}
}

func (m *Map) connect(z *Zone, from, to int) {
	m.Paths = append(m.Paths, [2]string{z.Entities[from].Label, z.Entities[to].Label})
}
