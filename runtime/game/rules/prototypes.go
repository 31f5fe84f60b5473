package rules

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// newPrototype returns the prototype of a definition, with start values yet to be
// filled in.
func newPrototype(d *def.Definition, kind *state.KindDecl, it *Item) *state.Prototype {
	p := &state.Prototype{Key: d.Key(), ID: d.ID, Kind: kind, UserData: it, Start: make([]state.Value, len(kind.Props))}
	if faces := d.Data.All("faces"); kind.Die && len(faces) > 0 && faces[0].Type() == def.Number {
		for _, f := range faces {
			p.Faces = append(p.Faces, f.Number())
		}
	}
	return p
}

// checkFaces reports faces that mix words and numbers.
func (b *builder) checkFaces(d *def.Definition) {
	if !d.Has(def.DieTrait) {
		return
	}
	faces := d.Data.All("faces")
	for _, f := range faces {
		if f.Type() != faces[0].Type() {
			b.report(diag.New("content/rule", f.Place(), "the faces of a die must be all numbers or all words").
				WithHint("write a number as a word in quotes, or the other way round"))
			return
		}
	}
}
