package board

import (
	"sleight/runtime/content/def"
	"sleight/runtime/content/icon"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/rules"
)

// DieOf returns a definition as a die with its last side up, or nil if it is
// not a die.
func DieOf(d *def.Definition) *Die {
	sides := int(d.Data.NumberOr("sides", 0))
	out := &Die{Sides: sides, Value: sides, Color: d.Data.TextOr("color", ""), Material: d.Data.TextOr("material", "")}
	for i, face := range d.Data.All("faces") {
		out.Value = i + 1
		if face.Type() == def.Number {
			out.Value = int(face.Number())
			out.Sides = max(out.Sides, out.Value)
			continue
		}
		out.Word, out.Sides = face.Text(), i+1
	}
	if out.Sides == 0 {
		return nil
	}
	if out.Color == "" {
		out.Color = out.Word
	}
	return out
}

// LifeOf returns the initial hit points of an entity of the definition, or nil
// if it has none.
func LifeOf(d *def.Definition) *HitPoints {
	hp := d.Data.NumberOr("hp", 0)
	if hp <= 0 {
		return nil
	}
	return &HitPoints{Left: hp, Most: hp}
}

// CostsOf returns what the use of a definition costs where no game runs, in the
// words in which its game is written.
func CostsOf(d *def.Definition, printer *rules.CostPrinter) (out []Cost) {
	g, printed := printer.Costs(d)
	for _, p := range printed {
		n := g.Definition.Data.Get(sectionOf(g, "variables", p.Variable)).Get(p.Variable)
		sign, drawing := icon.Split(n.TextOr("icon", ""))
		out = append(out, Cost{p.Variable, n.TextOr("name", locale.Words(p.Variable)), sign, drawing, p.Amount, !p.Known && !p.All, p.All})
	}
	return out
}
