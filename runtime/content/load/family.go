package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
)

// family says how a document is related to others.
type family struct {
	// abstract documents are templates: others extend them, and no definition
	// is made of them.
	abstract bool
	// upgrade is the id of the document made from the key upgrade, and upgradeOf
	// the id of the one that such a document was made from.
	upgrade, upgradeOf string
	// bases are the full keys of what the document extends, nearest first.
	bases []string
	// title is the name that players read. It ends in this many plus signs, which
	// the loader has appended to the name of the base.
	title     string
	plusSigns int
}

// plusSuffix is appended to the id of a definition for that of its upgrade.
const plusSuffix = "_plus"

// documents returns the document of a node, followed by the one that its key
// upgrade describes, the upgrade of that, and so on.
func documents(pack string, f *file, n *def.Node) []*document {
	d := newDocument(pack, f, n)
	up := n.Get("upgrade")
	if !d.identified || up == nil || up.Type() != def.Map {
		return []*document{d}
	}
	d.upgrade = up.TextOr("id", d.id+plusSuffix)
	more := documents(pack, f, upgraded(d, up))
	more[0].upgradeOf = d.id
	return append([]*document{d}, more...)
}

// upgraded returns the document that the key upgrade describes: one that extends
// the document and has a few values of its own.
func upgraded(d *document, up *def.Node) *def.Node {
	fields := make([]def.Field, 0, 3+len(up.Fields()))
	put := func(key, text string, of *def.Node) {
		at := up.Position()
		if of != nil {
			at = of.Position()
		}
		fields = append(fields, def.NewField(key, at, def.NewText(at, text)))
	}
	put("kind", d.kind, d.node.Get("kind"))
	put("id", d.upgrade, up.Get("id"))
	put("extends", d.id, nil)
	for _, f := range up.Fields() {
		if !slices.Contains([]string{"kind", "id", "extends"}, f.Key) {
			fields = append(fields, f)
		}
	}
	return def.NewMap(up.Position(), fields)
}

// setFamily fills in what a resolved document has from what it extends.
func (x *extender) setFamily(d *document, m *merged) {
	d.bases, d.plusSigns = nil, 0
	name := m.node.Get("name")
	switch {
	case name != nil && name.Type() == def.Text:
		d.title = name.Text()
	default:
		d.title = titled(d, x.kinds.Traits(d.kind))
	}
	if m.base == nil {
		return
	}
	d.bases = append([]string{m.base.full}, m.base.bases...)
	if d.upgradeOf != "" && d.node.Get("name") == nil {
		d.title, d.plusSigns = m.base.title+"+", m.base.plusSigns+1
	}
}

// titled returns the name of a definition that has none: its id in words. Dice
// are known by their ids, such as d6.
func titled(d *document, traits []string) string {
	if slices.Contains(traits, def.DieTrait) {
		return d.id
	}
	words := strings.ReplaceAll(d.id, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// linked returns the data of a document with the ids of its upgrade and of what
// it is the upgrade of. A name that comes from another definition is left out.
func (d *document) linked(n *def.Node) *def.Node {
	if d.upgrade == "" && d.upgradeOf == "" {
		return n
	}
	fields := make([]def.Field, 0, len(n.Fields())+1)
	for _, f := range n.Fields() {
		switch {
		case f.Key == "upgrade":
			f.Value = def.NewText(f.Value.Position(), d.upgrade)
		case f.Key == "name" && d.plusSigns > 0:
			continue
		}
		fields = append(fields, f)
	}
	if d.upgradeOf != "" {
		at := d.node.Position()
		fields = append(fields, def.NewField("upgrade_of", at, def.NewText(at, d.upgradeOf)))
	}
	return def.NewMap(n.Position(), fields)
}
