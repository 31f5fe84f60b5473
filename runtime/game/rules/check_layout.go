package rules

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// checkLayout reports undeclared names in the game's layout. The rest of the
// layout concerns front ends only.
func (b *builder) checkLayout(data *def.Node) {
	variables, views := b.varNames(), names(data.Each("views"))
	figures := slices.Concat(variables, views)
	amounts := slices.Concat(figures, paramNames(b.game.Definition))
	for _, group := range data.All("layout") {
		for _, n := range group.All("of") {
			b.mustShow(n, "variable, view or zone", slices.Concat(figures, b.zoneNames()))
		}
	}
	for _, section := range []string{"variables", "profile", "views", "zones", "actions"} {
		for _, f := range data.Each(section) {
			if n := f.Value.Get("switch"); n != nil {
				b.mustShow(n, "parameter", paramNames(b.game.Definition))
			}
		}
	}
	for _, zone := range data.Each("zones") {
		b.checkMap(zone.Value, views, amounts)
	}
	for _, section := range []string{"variables", "profile", "views"} {
		for _, f := range data.Each(section) {
			if most := f.Value.Get("most"); most != nil && most.Type() == def.Text {
				b.mustShow(most, "parameter, variable or view", amounts)
			}
			if harms := f.Value.Get("harms"); harms != nil {
				b.mustShow(harms, "variable or view", figures)
			}
		}
	}
}

// checkMap reports undeclared names in the map of a zone.
func (b *builder) checkMap(zone *def.Node, views, amounts []string) {
	m := zone.Get("map")
	if n := m.Get("across"); n != nil && n.Type() == def.Text {
		b.mustShow(n, "parameter, variable or view", amounts)
	}
	if n := m.Get("here"); n != nil {
		b.mustShow(n, "view", views)
	}
	if n := m.Get("ways"); n != nil {
		b.mustShow(n, "property", b.propsIn(zone))
	}
}

// propsIn lists the properties of the kinds that a zone holds.
func (b *builder) propsIn(zone *def.Node) []string {
	var out []string
	for _, of := range zone.All("of") {
		if k := b.kindIndex[of.Text()]; k != nil {
			for _, p := range k.Props {
				out = append(out, p.Name)
			}
		}
	}
	return out
}

// SwitchedOff reports whether a declaration of a game is switched off: the
// parameter that it names as its switch is 0.
func SwitchedOff(game *def.Definition, n *def.Node) bool {
	name := n.TextOr("switch", "")
	p, ok := game.Param(name)
	return name != "" && ok && p.Default == 0
}

func paramNames(d *def.Definition) (out []string) {
	for _, p := range d.Params {
		out = append(out, p.Name)
	}
	return out
}

// mustShow reports a name in the layout that the game does not declare.
func (b *builder) mustShow(n *def.Node, what string, known []string) {
	if !slices.Contains(known, n.Text()) {
		b.report(diag.New("content/reference", n.Place(), undeclared, what, n.Text()).Suggest(n.Text(), known))
	}
}
