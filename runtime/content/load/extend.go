package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/schema"
	"sleight/runtime/diag"
)

// extender merges definitions with those that they extend.
type extender struct {
	kinds *schema.Kinds
	byKey map[string]*document
	done  map[*document]*merged
	// unread holds the packs with unreadable files, which may contain an
	// extended definition.
	unread map[string]bool
	// sees reports whether a pack may use definitions of another.
	sees func(pack, other string) bool
	// usable are the documents of all packs, in the order of packs, and byName
	// these by kind/id, filled by documentsByName.
	usable []*document
	byName map[string][]*document
	// changes are the changes of other packs to a document.
	changes map[*document][]change
	chain   []*document // the documents being resolved, to find cycles
	// unpatched merges the same documents without any changes.
	unpatched *extender
}

// merged is a document with everything it inherits.
type merged struct {
	node *def.Node
	// scriptPack is the pack of the document that names the script.
	scriptPack string
	// broken is set if something it should inherit is missing.
	broken   bool
	problems diag.List
	// base is the document that this one extends; inherited is base with
	// everything it inherits.
	base      *document
	inherited *merged
	depth     int // the number of definitions that it extends, directly and indirectly
	// changes and layers come from other packs.
	changes []def.Change
	layers  []def.Layer
}

// isPlain reports whether nothing is missing and no other pack has changed anything.
func (m *merged) isPlain() bool { return !m.broken && len(m.changes)+len(m.layers) == 0 }

// own lists the keys that are not inherited.
var own = []string{"kind", "id", "extends", "abstract", "upgrade", "tests"}

func (x *extender) resolve(d *document) *merged {
	if m := x.done[d]; m != nil {
		return m
	}
	m := &merged{node: d.node, scriptPack: d.pack}
	x.chain = append(x.chain, d)
	if from := d.node.Get("extends"); from != nil && from.Type() == def.Text {
		x.inherit(d, from, m)
	}
	x.chain = x.chain[:len(x.chain)-1]
	if all := x.changes[d]; len(all) > 0 {
		changed := apply(m.node, all)
		m.node, m.layers = changed.node, append(slices.Clip(m.layers), changed.layers...)
		m.changes = append(slices.Clip(m.changes), changed.changes...)
		m.problems = append(m.problems, changed.problems...)
	}
	x.insertPresets(d, m)
	if alike(m.node, d.from) {
		m.node = d.from
	}
	x.setFamily(d, m)
	x.done[d] = m
	return m
}

func (x *extender) inherit(d *document, from *def.Node, m *merged) {
	m.broken = true
	base := x.find(d, from.Text())
	switch {
	case base == nil && x.unread[d.pack]:
		return
	case base == nil:
		problem := diag.New("content/extends", from.Place(), "cannot extend the unknown %s %q", d.kind, from.Text())
		m.problems = append(m.problems, problem.Suggest(from.Text(), x.others(d)))
		return
	case slices.Contains(x.chain, base):
		circle := x.chain[slices.Index(x.chain, base):]
		var names []string
		for _, c := range append(slices.Clone(circle), base) {
			names = append(names, c.id)
		}
		m.problems = append(m.problems, diag.New("content/extends", from.Place(), "definitions extend each other in a cycle: %s", strings.Join(names, " → ")).
			WithHint("remove one extends"))
		return
	}
	var inherited *merged
	if len(x.chain) < maxResolving {
		inherited = x.resolve(base)
	}
	if inherited == nil || inherited.depth == maxChain {
		m.problems = append(m.problems, diag.New("content/extends", from.Place(), "more than %d definitions extend each other in a row", maxChain))
		return
	}
	m.base, m.inherited, m.depth = base, inherited, inherited.depth+1
	m.broken = inherited.broken
	m.changes = inherited.changes
	left := slices.Clone(own)
	for i, keys := range x.kinds.Alternatives(d.kind) {
		if slices.ContainsFunc(keys, func(key string) bool { return d.node.Get(key) != nil }) {
			left = append(left, keys...)
		} else if i == 0 {
			m.scriptPack, m.layers = inherited.scriptPack, inherited.layers
		}
	}
	under := make([]def.Field, 0, len(inherited.node.Fields()))
	for _, f := range inherited.node.Fields() {
		if !slices.Contains(left, f.Key) {
			under = append(under, f)
		}
	}
	fields := merge(under, d.node.Fields())
	m.node = def.NewMap(d.node.Position(), slices.DeleteFunc(fields, func(f def.Field) bool { return f.Key == "extends" }))
}

// alike reports whether two nodes are the same, or made of the same nodes.
func alike(a, b *def.Node) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Type() != b.Type() || a.Position() != b.Position() {
		return false
	}
	switch a.Type() {
	case def.Text:
		return a.Text() == b.Text() && a.TextLine() == b.TextLine() && a.TextColumn() == b.TextColumn()
	case def.List:
		return slices.EqualFunc(a.Items(), b.Items(), alike)
	case def.Map:
		return slices.EqualFunc(a.Fields(), b.Fields(), func(f, g def.Field) bool {
			return f.Key == g.Key && f.KeyPosition() == g.KeyPosition() && alike(f.Value, g.Value)
		})
	}
	return false
}

// others returns the ids that a document might extend, sorted.
func (x *extender) others(d *document) []string {
	var ids []string
	for _, other := range x.byKey {
		if other.kind == d.kind && other != d && (other.pack == d.pack || x.sees(d.pack, other.pack)) {
			ids = append(ids, other.id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// documentsByName returns the documents by kind/id. The map is made on first use,
// because most packs do not need it.
func (x *extender) documentsByName() map[string][]*document {
	if x.byName == nil {
		x.byName = make(map[string][]*document, len(x.usable))
		for _, d := range x.usable {
			x.byName[d.name] = append(x.byName[d.name], d)
		}
	}
	return x.byName
}

// find returns what a document extends: "id" is searched in its own pack or
// else in the latest pack it depends on, "pack:id" in that pack only.
func (x *extender) find(d *document, name string) *document {
	if pack, id, foreign := strings.Cut(name, ":"); foreign {
		if pack != d.pack && !x.sees(d.pack, pack) {
			return nil
		}
		return x.byKey[pack+":"+d.kind+"/"+id]
	}
	return x.visible(d, d.kind, name)
}

// namesIn returns the names, kind/id, of the definitions of some packs, in the
// order of packs.
func (x *extender) namesIn(packs []string) []string {
	var out []string
	for _, d := range x.usable {
		if slices.Contains(packs, d.pack) {
			out = append(out, d.name)
		}
	}
	return out
}

// merge merges the fields of a mapping, over, into those of another, under.
// Mappings are merged key by key, under's keys first; anything else is replaced. A
// number over a parameter in full form is its default.
func merge(under, over []def.Field) []def.Field {
	out := append(make([]def.Field, 0, len(under)+len(over)), under...)
	for _, f := range over {
		i := slices.IndexFunc(out, func(u def.Field) bool { return u.Key == f.Key })
		if i < 0 {
			out = append(out, f)
			continue
		}
		if below := out[i].Value; f.Value.Type() == def.Map && below.Type() == def.Map {
			under, over := below.Fields(), f.Value.Fields()
			if f.Key == "params" {
				under, over = fullParams(below, f.Value), fullParams(f.Value, below)
			}
			f.Value = def.NewMap(f.Value.Position(), merge(under, over))
		}
		out[i] = f
	}
	return out
}

// fullParams returns parameters, with those in full that are written so in other.
func fullParams(params, other *def.Node) []def.Field {
	out := slices.Clone(params.Fields())
	for i, f := range out {
		if o := other.Get(f.Key); f.Value.Type() == def.Number && o != nil && o.Type() == def.Map {
			out[i].Value = def.NewMap(f.Value.Position(), []def.Field{def.NewField("default", f.KeyPosition(), f.Value)})
		}
	}
	return out
}
