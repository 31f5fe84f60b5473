package lint

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// unusedDefinitions finds definitions that could be in a zone but are never put
// there: no zone, table or script names them or their kind.
func unusedDefinitions(p *pass) {
	kind, idle := "", false
	for _, x := range p.all { // in the order of kinds
		if x.Kind != kind {
			kind, idle = x.Kind, len(p.zonesOf(x.Kind)) == 0 && x.Kind != "table"
		}
		if idle {
			continue // its purpose is unknown
		}
		if p.index.texts[x.Kind] || p.index.mentions(x.ID) || p.index.extended[x.ID] || p.testedElsewhere(x) {
			continue
		}
		p.report(diag.New("unused/definition", x.Data.Get("id").At(x.Place), "nothing brings %s into the game", x.Key()).
			WithHint("put it into a zone's start, a table or a script, or delete it"))
	}
}

// testedElsewhere reports whether the tests of another definition name this one: it may
// exist for them.
func (p *pass) testedElsewhere(x *def.Definition) bool {
	return slices.ContainsFunc(p.index.testsWith(x.ID), func(other *def.Definition) bool { return other != x })
}
