package board

import "sleight/runtime/game/state"

// Amount is a number that a viewer sees: a figure, or the hit points of an entity.
type Amount struct {
	// Figure is the name of the figure, ID the entity; the other one is zero.
	Figure string
	ID     uint64
	Title  string
	Number float64
}

// Odds are the values that chance may give to a number that the seat sees,
// estimated from trial runs.
type Odds struct {
	// Figure is the name of the figure, or ID the entity whose hit points these are.
	Figure string `json:"figure,omitempty"`
	ID     uint64 `json:"id,omitempty"`
	Title  string `json:"title"`
	// Low and High are the smallest and the largest value found, Mean the average.
	Low  float64 `json:"low"`
	Mean float64 `json:"mean"`
	High float64 `json:"high"`
}

// Amounts returns the numbers that the viewer sees: variables and views in the
// order of declaration, then the hit points of entities in the order of zones.
func (vw *Viewer) Amounts() (out []Amount) {
	for _, f := range append(vw.variables(), vw.Views()...) {
		if f.Number != nil && !f.Hidden && f.Show != Text {
			out = append(out, Amount{Figure: f.Name, Title: f.Title, Number: *f.Number})
		}
	}
	for slot := range vw.state().Layout.ZoneSlots() {
		for _, id := range vw.state().Zone(slot) {
			if out = vw.appendHitPoints(out, id); len(out) == maxSteps {
				return out
			}
		}
	}
	return out
}

// appendHitPoints appends the hit points of an entity, if it has any that the viewer sees.
func (vw *Viewer) appendHitPoints(out []Amount, id state.ID) []Amount {
	if vw.hidden(id) {
		return out
	}
	if life := vw.hitPoints(id); life != nil {
		out = append(out, Amount{ID: uint64(id), Title: vw.Name(id), Number: life.Left})
	}
	return out
}
