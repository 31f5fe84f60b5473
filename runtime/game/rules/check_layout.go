package rules

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// checkLayout reports undeclared names in the game's layout. Only front ends
// read the rest of it.
func (b *builder) checkLayout(data *def.Node) {
	variables, views := b.varNames(), names(data.Each("views"))
	figures := slices.Concat(variables, views)
	amounts := slices.Clone(figures)
	for _, p := range b.game.Definition.Params {
		amounts = append(amounts, p.Name)
	}
	for _, group := range data.All("layout") {
		for _, n := range group.All("of") {
			b.mustShow(n, "variable, view or zone", slices.Concat(figures, b.zoneNames()))
		}
	}
	for _, section := range []string{"variables", "views"} {
		for _, f := range data.Each(section) {
			if most := f.Value.Get("most"); most != nil && most.Type == def.Text {
				b.mustShow(most, "parameter, variable or view", amounts)
			}
			if harms := f.Value.Get("harms"); harms != nil {
				b.mustShow(harms, "variable or view", figures)
			}
		}
	}
}

func (b *builder) mustShow(n *def.Node, what string, known []string) {
	if !slices.Contains(known, n.Text) {
		b.report(diag.New("content/reference", n.Place(), "the game declares no %s %q", what, n.Text).Suggest(n.Text, known))
	}
}
