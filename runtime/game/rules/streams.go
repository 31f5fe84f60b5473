package rules

import (
	"slices"

	"sleight/runtime/game/api"
)

// Streams lists the random streams that scripts name, and those that functions
// draw from if none is named. It returns all == false if some script computes
// the name of a stream, so that there may be others.
func (g *Game) Streams() (names []string, all bool) {
	names, all = []string{"dice", "shuffle", "moves"}, true
	at := map[string]int{}
	for _, f := range api.Functions() {
		if i := slices.IndexFunc(f.Params, func(p api.Param) bool { return p.Type == api.Stream }); i >= 0 {
			at[f.Name] = i
		}
	}
	for _, p := range g.rules.programs() {
		for _, call := range p.Facts().Calls {
			i, draws := at[call.Function]
			if !draws || i >= call.Count {
				continue
			}
			name, written := call.Texts[i]
			if all = all && written; written {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), all
}
