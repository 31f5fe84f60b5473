package symbols

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/rules"
)

// Resolve finds the symbol that a name of a category refers to in a definition and a
// game, either of which may be nil. short is the last part of the name:
// the id in KIND/ID.
func (x *Index) Resolve(of *def.Definition, g *rules.Game, category Category, name string) (s Symbol, short string, ok bool) {
	switch category {
	case Definition, Same, Game, Bot, Path:
		return x.resolveDefinition(of, g, category, name)
	case Kind, Tag, Script, Picture, "":
		return s, name, false
	case Param:
		return s, name, false // only the definition knows; see param
	}
	if g == nil || !x.knows(g, category, name) {
		return s, name, false
	}
	return Symbol{category, g.ID(), name}, name, true
}

// resolveKey returns the definition that a key means in the files of a pack: that of the
// pack itself, or else of the latest pack it depends on; other if there is none.
func (x *Index) resolveKey(pack, key string, other *def.Definition) *def.Definition {
	catalog := x.Content.Catalog
	if d, ok := catalog.Get(pack + ":" + key); ok {
		return d
	}
	if p, ok := catalog.Pack(pack); ok {
		for _, below := range slices.Backward(catalog.Ordered()) {
			if d, ok := catalog.Get(below.ID + ":" + key); ok && slices.Contains(p.Uses, below.ID) {
				return d
			}
		}
	}
	return other
}

func (x *Index) resolveDefinition(of *def.Definition, g *rules.Game, category Category, name string) (s Symbol, short string, ok bool) {
	id := name[strings.LastIndexAny(name, ":/")+1:]
	catalog := x.Content.Catalog
	if g != nil && category != Game && category != Path {
		catalog = g.Catalog()
	}
	var d *def.Definition
	switch {
	case strings.Contains(name, "/"):
		if d, _ = catalog.Get(name); g == nil && of != nil {
			d = x.resolveKey(of.Pack, name, d)
		}
	case category == Same && of != nil:
		pack, _, named := strings.Cut(name, ":")
		if d, _ = x.Content.Catalog.Find(id, of.Kind); named {
			d = x.Content.Catalog.Definition(pack, of.Kind, id)
		} else {
			d = x.resolveKey(of.Pack, of.Kind+"/"+id, d)
		}
	case category == Game || category == Bot:
		d, _ = catalog.Find(id, string(category))
	default:
		d, _ = catalog.Find(id)
	}
	if d == nil {
		return s, id, false
	}
	return Symbol{Definition, d.Pack, d.Key()}, id, true
}
