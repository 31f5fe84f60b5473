package lint

import (
	"slices"
	"strings"
	"unicode"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// dataValues finds values and keys in data: and moves:, whose form no schema
// knows, that differ from those beside them: a word or nothing in a table of
// numbers by id, a number in quotes, a key in camel case.
func dataValues(d *pass) {
	for i := range d.index.notes {
		x := d.index.notes[i].of
		for _, part := range []string{"data", "moves"} {
			if n := x.Data.Get(part); n != nil && n.Place().File == x.Place.File {
				d.among(n)
			}
		}
	}
}

// among compares the values of a mapping or list with each other, and those
// below them.
func (d *pass) among(n *def.Node) {
	values := n.Items
	for _, f := range n.Fields {
		values = append(values, f.Value)
		d.camelKey(f)
	}
	numbers := 0
	var other *def.Node
	for _, v := range values {
		if v.Type == def.Number {
			numbers++
		} else {
			other = v
		}
		d.among(v)
	}
	d.numerals(values)
	if other == nil || numbers < 2 || numbers != len(values)-1 || !d.keyedByID(n) {
		return
	}
	if other.Type == def.Null || other.Type == def.Text && !strings.HasPrefix(other.Text, "=") {
		d.report(diag.New("content/doubt", other.Place(), "this is %s, and the %d other values here are numbers", other.Type, numbers).WithHint("write a number"))
	}
}

// keyedByID reports whether all keys of a mapping are ids of definitions.
func (d *pass) keyedByID(n *def.Node) bool {
	return len(n.Fields) > 0 && !slices.ContainsFunc(n.Fields, func(f def.Field) bool {
		return !slices.ContainsFunc(d.all, func(x *def.Definition) bool { return x.ID == f.Key })
	})
}

// numerals finds numbers in quotes beside mappings that have a number there.
func (d *pass) numerals(rows []*def.Node) {
	for _, row := range rows {
		for _, f := range row.Fields {
			if f.Value.Type != def.Text || !isNumeral(f.Value.Text) {
				continue
			}
			if slices.ContainsFunc(rows, func(r *def.Node) bool { v := r.Get(f.Key); return v != nil && v.Type == def.Number }) || d.calculated(f.Key) {
				d.report(diag.New("content/doubt", f.Value.Place(), "%s is a text here, not a number", f.Key).WithHint("remove the quotes: %s: %s", f.Key, f.Value.Text))
			}
		}
	}
}

// calculated reports whether every other definition has a number for a key below
// moves.
func (d *pass) calculated(key string) bool {
	numbers, others := 0, 0
	for i := range d.index.notes {
		for _, f := range d.index.notes[i].of.Data.Each("moves") {
			switch v := f.Value.Get(key); {
			case v == nil:
			case v.Type == def.Number:
				numbers++
			default:
				others++
			}
		}
	}
	return numbers > 0 && others == 1
}

// camelKey finds keys such as inRow where scripts read in_row.
func (d *pass) camelKey(f def.Field) {
	var snake strings.Builder
	for i, r := range f.Key {
		if unicode.IsUpper(r) && i > 0 {
			snake.WriteByte('_')
		}
		snake.WriteRune(unicode.ToLower(r))
	}
	if name := snake.String(); name != f.Key && len(d.index.fields[name]) > 0 && len(d.index.fields[f.Key]) == 0 && !d.index.texts[f.Key] {
		d.report(diag.New("content/doubt", f.KeyPlace(), "scripts read %q, not %q", name, f.Key).WithHint("write %s", name))
	}
}
