package def

import (
	"slices"
)

// Difference is a definition that differs between two catalogs.
type Difference struct {
	// Old is nil if the definition is new, New is nil if it was removed.
	Old, New *Definition
	// Fields are the top-level keys that differ, in the order of the file, with
	// "script" for behaviour.
	Fields []string
}

// Definition returns the new definition, or the old one if it was removed.
func (d Difference) Definition() *Definition {
	if d.New != nil {
		return d.New
	}
	return d.Old
}

// Diff returns the definitions that differ between two catalogs, in the order
// of keys.
func Diff(old, now *Catalog) []Difference {
	var out []Difference
	for _, d := range old.sorted {
		if other := now.Definition(d.Pack, d.Kind, d.ID); other == nil {
			out = append(out, Difference{Old: d})
		} else if d.Digest != other.Digest {
			out = append(out, Difference{Old: d, New: other, Fields: changed(d, other)})
		}
	}
	for _, d := range now.sorted {
		if old.Definition(d.Pack, d.Kind, d.ID) == nil {
			out = append(out, Difference{New: d})
		}
	}
	return out
}

func changed(old, now *Definition) []string {
	var out []string
	for _, f := range now.Data.Fields() {
		if !Equal(f.Value, old.Data.Get(f.Key)) {
			out = append(out, f.Key)
		}
	}
	for _, f := range old.Data.Fields() {
		if now.Data.Get(f.Key) == nil {
			out = append(out, f.Key)
		}
	}
	if source(old) != source(now) && !slices.Contains(out, "script") && !slices.Contains(out, "lua") {
		out = append(out, "script")
	}
	return out
}

func source(d *Definition) string {
	if d.Script == nil {
		return ""
	}
	return d.Script.Source
}

// Equal reports whether two values have the same data, regardless of place. The
// order of keys in mappings matters.
func Equal(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Type() == b.Type() && a.Bool() == b.Bool() && a.Number() == b.Number() && a.Text() == b.Text() &&
		slices.EqualFunc(a.Items(), b.Items(), Equal) &&
		slices.EqualFunc(a.Fields(), b.Fields(), func(x, y Field) bool { return x.Key == y.Key && Equal(x.Value, y.Value) })
}
