package board

import "sleight/runtime/content/def"

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
func LifeOf(d *def.Definition) *Life {
	hp := d.Data.NumberOr("hp", 0)
	if hp <= 0 {
		return nil
	}
	return &Life{Left: hp, Most: hp}
}
