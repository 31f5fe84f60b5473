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
	// Ways are the labels of places that are connected: from, to.
	Ways [][2]string `json:"ways,omitempty"`
}

// mapOf returns the map of a zone, or nil if the content does not say how many
// places a rank has.
func (vw *Viewer) mapOf(z *Zone, n *def.Node) *Map {
	across, ok := vw.amount(n.Get("across"))
	if !ok || across < 1 || across > 9 {
		return nil
	}
	m := &Map{Across: int(across), Here: vw.harmed(n.TextOr("here", ""))}
	ways := n.TextOr("ways", "")
	for i, t := range z.Things {
		if ways == "" || t.Hidden {
			continue
		}
		value, ok := vw.Prop(state.ID(t.ID), ways)
		if !ok || value.Type != state.Text {
			continue
		}
		next := (i/m.Across + 1) * m.Across
		for _, digit := range value.Str {
			to := int(digit - '1')
			if to >= 0 && to < m.Across && next+to < len(z.Things) {
				m.Ways = append(m.Ways, [2]string{t.Label, z.Things[next+to].Label})
			}
		}
	}
	return m
}
