package load

import (
	"math"
	"slices"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// applied is a definition's data with the changes of packs.
type applied struct {
	node     *def.Node
	changes  []def.Change
	layers   []def.Layer
	problems diag.List
}

// apply applies changes to data in order. A change that cannot be made is
// reported and skipped.
func apply(n *def.Node, all []change) applied {
	out := applied{node: n}
	removed := map[string]bool{}
	for _, c := range all {
		if c.layer != nil {
			out.layers = append(out.layers, *c.layer)
			out.record(c, nil, nil)
			continue
		}
		out.node = fullParam(c, out.node)
		w := inParams(c, out.node)
		before := w.At(out.node)
		after, problem := c.result(w, before, out.node)
		if c.op == def.Remove && before == nil && removed[w.String()] {
			continue // another pack has already done it
		}
		if problem == nil {
			next, ok := w.Put(out.node, after, c.keys)
			if ok {
				removed[w.String()] = after == nil
				out.node = next
				out.record(c, before, after)
				continue
			}
			problem = badPath(c, w, out.node)
		}
		out.problems = append(out.problems, *problem)
	}
	return out
}

func (a *applied) record(c change, before, after *def.Node) {
	a.changes = append(a.changes, def.Change{
		Of: c.of, Path: c.path.String(), Op: c.op, Pack: c.pack, Place: c.place, Before: before, After: after, Text: c.text,
	})
}

// inParams returns the path of a change; if the change names a parameter that
// is written in full, that is the path of the parameter's default.
func inParams(c change, n *def.Node) def.Path {
	if len(c.path) != 2 || c.path[0].Name != "params" || c.value == nil || c.op == def.Replace {
		return c.path
	}
	if full := c.path.At(n); full != nil && full.Type() == def.Map && (c.value.Type() == def.Number || c.op == def.Scale) {
		return append(slices.Clip(c.path), def.Step{Name: "default"})
	}
	return c.path
}

// fullParam expands a parameter to its full form if a change names a part of
// it.
func fullParam(c change, n *def.Node) *def.Node {
	if len(c.path) < 3 || c.path[0].Name != "params" {
		return n
	}
	short := c.path[:2].At(n)
	if short == nil || short.Type() != def.Number {
		return n
	}
	full := def.NewMap(short.Position(), []def.Field{def.NewField("default", short.Position(), short)})
	out, _ := c.path[:2].Put(n, full, nil)
	return out
}

// result returns the value after a change.
func (c change) result(w def.Path, before, root *def.Node) (*def.Node, *diag.Diagnostic) {
	switch c.op {
	case def.Set:
		return c.value, c.misspelt(w, root)
	case def.Add:
		return c.added(w, before)
	case def.Scale:
		return c.scaled(w, before, root)
	}
	if before == nil { // replace and remove
		return nil, badPath(c, w, root)
	}
	return c.value, nil
}

// misspelt reports a path in set that leads to a parameter the definition does
// not have, or through a key that looks like one it has.
func (c change) misspelt(w def.Path, root *def.Node) *diag.Diagnostic {
	at, known := w.Names(root)
	if at == len(w) {
		return nil
	}
	_, near := diag.Nearest(w[at].Name, known)
	switch {
	case at == 1 && w[0].Name == "params":
		d := badPath(c, w, root).AlsoHint("add: {%s: …} creates a new one", w[:2])
		return &d
	case at < len(w)-1 && near:
		return badPath(c, w, root)
	}
	return nil
}

// badPath returns the problem for a change whose path leads to nothing.
func badPath(c change, w def.Path, root *def.Node) *diag.Diagnostic {
	at, known := w.Names(root)
	place := c.place
	if at < len(c.keys) {
		place = c.keys[at].Place()
	}
	d := diag.New("patch/field", place, "%s does not exist", w[:at+1]).Suggest(w[at].Name, known)
	if place.Length != utf8.RuneCountInString(w[at].Name) {
		d.Edits = nil // the place is more than the name
	}
	return &d
}

func (c change) added(w def.Path, before *def.Node) (*def.Node, *diag.Diagnostic) {
	var d diag.Diagnostic
	switch {
	case before == nil:
		return c.value, nil
	case before.Type() == def.List:
		more := []*def.Node{c.value}
		if c.value.Type() == def.List {
			more = c.value.Items()
		}
		return def.NewList(before.Position(), slices.Concat(before.Items(), more)), nil
	case before.Type() == def.Number && c.value.Type() == def.Number:
		return def.NewNumber(c.value.Position(), before.Number()+c.value.Number()), nil
	case def.Equal(before, c.value):
		return before, nil
	default:
		d = diag.New("patch/field", c.place, "nothing can be added to %s, which is %s", w, before.Type()).
			WithHint("set gives it another value").WithNote(before.Place(), "it is here")
	}
	return nil, &d
}

func (c change) scaled(w def.Path, before, root *def.Node) (*def.Node, *diag.Diagnostic) {
	if before == nil {
		return nil, badPath(c, w, root)
	}
	if before.Type() != def.Number {
		d := diag.New("patch/field", c.place, "%s cannot be multiplied: it is %s", w, before.Type()).
			WithNote(before.Place(), "it is here")
		return nil, &d
	}
	factor := c.value.Number()
	if c.value.Type() == def.Map {
		factor = c.value.NumberOr("by", 1)
	}
	number := before.Number() * factor
	switch c.value.TextOr("round", "") {
	case "nearest":
		number = math.Round(number)
	case "up":
		number = math.Ceil(number)
	case "down":
		number = math.Floor(number)
	}
	return def.NewNumber(c.value.Position(), number), nil
}
