package rules

import (
	"maps"
	"math"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
)

// Streams lists the random streams that scripts name, and those that functions
// draw from if none is named. complete is false if some script computes the name of
// a stream, so that there may be others.
func (g *Game) Streams() (names []string, complete bool) {
	draws := g.Draws()
	return slices.Sorted(maps.Keys(draws.By)), len(draws.Computed) == 0
}

// Draws is what scripts draw from random streams.
type Draws struct {
	// By is who draws from each stream that scripts name.
	By map[string][]Draw
	// Computed is who draws from streams whose names scripts compute.
	Computed []Draw
	// passed holds the strings in scripts that are not arguments of API
	// functions, if every computed name is a local, to which they may be
	// passed.
	passed map[string]bool
}

// Draw is an API function that draws from a stream. Least is its lowest result, or
// −∞ if that is not written in the script.
type Draw struct {
	Function string
	Least    float64
}

// From returns who may draw from a stream.
func (d *Draws) From(stream string) []Draw {
	if d.passed != nil && !d.passed[stream] {
		return d.By[stream]
	}
	return slices.Concat(d.By[stream], d.Computed)
}

// Draws lists who draws from which random streams.
func (g *Game) Draws() *Draws {
	out := &Draws{By: map[string][]Draw{"dice": {{Function: "roll_dice", Least: math.Inf(-1)}}, "shuffle": nil, "moves": nil}, passed: map[string]bool{}}
	at := map[string]api.Param{}
	number := map[string]int{}
	for _, f := range api.Functions() {
		if i := slices.IndexFunc(f.Params, func(p api.Param) bool { return p.Type == api.Stream }); i >= 0 {
			at[f.Name], number[f.Name] = f.Params[i], i
		}
	}
	onlyLocals := true
	for _, p := range g.rules.programs() {
		for _, t := range p.Facts().Texts {
			if t.Call == "" {
				out.passed[t.Text] = true
			}
		}
		for _, call := range p.Facts().Calls {
			param, draws := at[call.Function]
			if !draws {
				continue
			}
			name, written := call.Texts[number[call.Function]]
			if number[call.Function] >= call.Count {
				name, written = strings.Trim(param.Default, `"`), param.Optional
			}
			draw := Draw{Function: call.Function, Least: math.Inf(-1)}
			if least, ok := call.Numbers[1]; ok && call.Function == "random" {
				draw.Least = least
			}
			switch _, local := call.Names[number[call.Function]]; {
			case written && !slices.Contains(out.By[name], draw):
				out.By[name] = append(out.By[name], draw)
			case !written:
				out.Computed = append(out.Computed, draw)
				onlyLocals = onlyLocals && local
			}
		}
	}
	if !onlyLocals {
		out.passed = nil
	}
	return out
}

// FindWords returns which of the given words occur as strings in scripts, or as values
// or keys of definitions outside tests.
func (g *Game) FindWords(words map[string]bool) map[string]bool {
	out := map[string]bool{}
	var lengths [64]bool // a filter: most texts have none of these, and need not be hashed
	for word := range words {
		lengths[len(word)%len(lengths)] = true
	}
	note := func(text string) {
		if lengths[len(text)%len(lengths)] && words[text] {
			out[text] = true
		}
	}
	for _, p := range g.rules.programs() {
		for _, t := range p.Facts().Texts {
			note(t.Text)
		}
	}
	var add func(n *def.Node)
	add = func(n *def.Node) {
		if n.Type() == def.Text {
			note(n.Text())
		}
		for _, item := range n.Items() {
			add(item)
		}
		for i := range n.Fields() {
			if f := &n.Fields()[i]; f.Key != "tests" {
				note(f.Key)
				add(f.Value)
			}
		}
	}
	for _, d := range g.Catalog().All() {
		if len(out) == len(words) {
			break
		}
		add(d.Data)
	}
	return out
}
