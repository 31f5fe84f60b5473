package lint

import (
	"maps"
	"slices"

	"sleight/runtime/def"
	"sleight/runtime/diag"
	"sleight/runtime/engine"
)

// unknownFields finds x.name where no property, parameter, key of content or
// table of a script has the name: it can only be nothing, or an error.
func unknownFields(d *desk) {
	known := d.knownFields()
	names := slices.Sorted(maps.Keys(known))
	for _, code := range d.code {
		for _, f := range code.Program.Facts().Fields {
			if f.Of == "vars" || f.Of == "game" || known[f.Name] || f.Of == "self" && code.Owner != nil {
				continue // the first and the last are checked by what they are
			}
			d.report(diag.New("script/unknown-name", f.Place, "nothing has a field %q", f.Name).Suggest(f.Name, names))
		}
	}
}

// knownFields gathers every name that a field may have.
func (d *desk) knownFields() map[string]bool {
	known, allowed := maps.Clone(d.index.made), map[string]bool{}
	for _, name := range engine.EntityFields() {
		known[name] = true
	}
	for _, x := range d.all {
		if !allowed[x.Kind] {
			allowed[x.Kind] = true
			for _, name := range x.Allowed {
				known[name] = true
			}
		}
		for _, p := range x.Params {
			note(known, p.Name)
		}
		keys(x.Data, known)
	}
	for name, uses := range d.index.fields { // tables that are passed to functions
		written := slices.ContainsFunc(uses, func(f field) bool { return f.Write })
		read := slices.ContainsFunc(uses, func(f field) bool { return !f.Write })
		known[name] = known[name] || written && read
	}
	for _, code := range d.content.Code() {
		for _, h := range code.Program.Hooks() {
			known[h.Name] = true
		}
	}
	return known
}

// keys gathers the keys of all mappings in a value, except tests.
func keys(n *def.Node, known map[string]bool) {
	for _, f := range n.Fields {
		if f.Key == "tests" {
			continue
		}
		note(known, f.Key)
		keys(f.Value, known)
	}
	for _, item := range n.Items {
		keys(item, known)
	}
}
