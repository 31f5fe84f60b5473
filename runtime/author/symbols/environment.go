package symbols

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
)

// nameSet identifies the names of a category that a game knows.
type nameSet struct {
	game     string
	category Category
}

// gameCategories lists the categories of names that a game alone determines.
var gameCategories = []Category{Variable, Zone, Phase, Window, Action, Event, Value, View, Metric, Property}

// namesOfGames returns the names that each game knows.
func namesOfGames(c *rules.Content) map[nameSet]map[string]bool {
	out := map[nameSet]map[string]bool{}
	for _, g := range c.Games() {
		for _, category := range gameCategories {
			set := map[string]bool{}
			for _, name := range new(Index).Names(g, category) {
				set[name] = true
			}
			out[nameSet{g.ID(), category}] = set
		}
	}
	return out
}

// knows reports whether a game knows a name of a category in gameCategories.
func (x *Index) knows(g *rules.Game, category Category, name string) bool {
	if x.names == nil { // an index that was not built only resolves names
		return slices.Contains(x.Names(g, category), name)
	}
	return x.names[nameSet{g.ID(), category}][name]
}

// environment is everything that determines the meaning of names in a
// definition or file, except its own text.
type environment struct {
	schemas     uintptr
	definitions []*def.Definition
	params      [][]Symbol // of each definition
	names       map[nameSet]map[string]bool
	// packs describes the packs that each pack uses, the game of its
	// definitions, and the packs that each game sees.
	packs []string
}

func environmentOf(b *indexer) *environment {
	catalog := b.Content.Catalog
	s := &environment{
		schemas: reflect.ValueOf(b.Schemas).Pointer(), definitions: catalog.All(),
		params: make([][]Symbol, len(catalog.All())), names: b.names,
	}
	for i, d := range s.definitions {
		for _, f := range d.Data.Each("params") {
			if p, ok := b.param(d, f.Key); ok {
				s.params[i] = append(s.params[i], p)
			}
		}
	}
	for _, p := range catalog.Packs() {
		s.packs = append(s.packs, p.ID+" uses "+strings.Join(p.Uses, " "))
		if g := b.Content.GameOf(&def.Definition{Pack: p.ID}); g != nil {
			s.packs = append(s.packs, p.ID+" belongs to "+g.ID())
		}
	}
	for _, g := range b.Content.Games() {
		for _, p := range g.Catalog().Packs() {
			s.packs = append(s.packs, g.ID()+" sees "+p.ID)
		}
	}
	return s
}

// equal reports whether names mean the same in both. The contents of
// definitions may differ.
func (e *environment) equal(o *environment) bool {
	same := e.schemas == o.schemas && len(e.definitions) == len(o.definitions) && slices.Equal(e.packs, o.packs) &&
		maps.EqualFunc(e.names, o.names, maps.Equal[map[string]bool, map[string]bool])
	if !same {
		return false
	}
	for i, d := range e.definitions {
		was := o.definitions[i]
		if d != was && (d.Pack != was.Pack || d.Key() != was.Key()) || !slices.Equal(e.params[i], o.params[i]) {
			return false
		}
	}
	return true
}
