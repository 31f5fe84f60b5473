package rules

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
)

// Streams lists the random streams that scripts name, and those that functions
// draw from if none is named. It returns all == false if some script computes
// the name of a stream, so that there may be others.
func (g *Game) Streams() (names []string, all bool) {
	draws, all := g.Draws()
	return slices.Sorted(maps.Keys(draws)), all
}

// Draws lists, by random stream, the functions of the API that scripts draw from
// it with. It returns all == false if some script computes the name of a stream,
// so that there may be others.
func (g *Game) Draws() (by map[string][]string, all bool) {
	by, all = map[string][]string{"dice": nil, "shuffle": nil, "moves": nil}, true
	at := map[string]api.Param{}
	number := map[string]int{}
	for _, f := range api.Functions() {
		if i := slices.IndexFunc(f.Params, func(p api.Param) bool { return p.Type == api.Stream }); i >= 0 {
			at[f.Name], number[f.Name] = f.Params[i], i
		}
	}
	for _, p := range g.rules.programs() {
		for _, call := range p.Facts().Calls {
			param, draws := at[call.Function]
			if !draws {
				continue
			}
			name, written := call.Texts[number[call.Function]]
			if number[call.Function] >= call.Count {
				name, written = strings.Trim(param.Default, `"`), param.Optional
			}
			if all = all && written; written && !slices.Contains(by[name], call.Function) {
				by[name] = append(by[name], call.Function)
			}
		}
	}
	return by, all
}

// Words returns the texts that scripts quote and those that definitions have as
// values, besides tests.
func (g *Game) Words() map[string]bool {
	out := map[string]bool{}
	for _, p := range g.rules.programs() {
		for _, t := range p.Facts().Texts {
			out[t.Text] = true
		}
	}
	var add func(n *def.Node)
	add = func(n *def.Node) {
		if n.Type == def.Text {
			out[n.Text] = true
		}
		for _, item := range n.Items {
			add(item)
		}
		for _, f := range n.Fields {
			if f.Key != "tests" {
				out[f.Key] = true
				add(f.Value)
			}
		}
	}
	for _, d := range g.Catalog().All() {
		add(d.Data)
	}
	return out
}
