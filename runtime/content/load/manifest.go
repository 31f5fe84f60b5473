package load

import (
	"path"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/content/schema"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// ReadManifest parses the manifest in src outside a catalog, for packs that are
// built or installed; file is its name in problems. The manifest is not nil if
// src has an id and a version, even if the list has errors. ReadManifest does
// not check that the id is the name of the folder.
func ReadManifest(file string, src []byte) (*manifest.Manifest, diag.List) {
	text, problem := yaml.Clean(file, src)
	if problem != nil {
		return nil, diag.List{*problem}
	}
	nodes, problems := yaml.Parse(file, text)
	at := diag.Place{File: file, Line: 1, Column: 1}
	switch {
	case problems.Failed():
	case len(nodes) != 1 || nodes[0].Type() != def.Map:
		problems = append(problems, diag.New("pack/manifest", at, "a manifest must be a single mapping that starts with kind: pack"))
	case nodes[0].TextOr("kind", "") != schema.Manifest:
		problems = append(problems, diag.New("pack/manifest", nodes[0].Get("kind").At(at), "a manifest starts with kind: pack"))
	default:
		problems = append(problems, schema.BuiltIn().Check(schema.Manifest, nodes[0])...)
	}
	if len(nodes) == 0 || nodes[0].Type() != def.Map {
		return nil, problems
	}
	out, more := manifestOf(nodes[0])
	problems = append(problems, withoutDuplicates(more, problems)...)
	problems.Sort()
	if out.ID == "" || out.Version == nil {
		return nil, problems
	}
	return out, problems
}

// manifestOf builds a manifest from validated data. It skips data of the wrong
// shape, which has already been reported.
func manifestOf(n *def.Node) (*manifest.Manifest, diag.List) {
	m := &manifest.Manifest{
		ID: n.TextOr("id", ""), Title: n.TextOr("title", n.TextOr("id", "")), Text: n.TextOr("text", ""),
		Licence: n.TextOr("licence", ""), Registry: n.TextOr("registry", ""), Place: n.Get("id").At(n.Place()),
	}
	var problems diag.List
	if v := n.Get("version"); v != nil {
		version, err := manifest.ParseVersion(v.Text())
		if err != nil {
			problems = append(problems, diag.New("pack/version", v.Place(), "%q is not a semantic version (semver.org)", v.Text()).
				WithHint("write three numbers, such as 1.0.0"))
		}
		m.Version = version
	}
	if v := n.Get("engine"); v != nil {
		m.Engine = readRange(v, &problems)
	}
	for _, list := range []struct {
		key string
		to  *[]string
	}{{"authors", &m.Authors}, {"capabilities", &m.Capabilities}} {
		for _, v := range readNames(n, list.key, &problems) {
			*list.to = append(*list.to, v.Name)
		}
	}
	m.Games, m.After, m.Locales = readNames(n, "games", &problems), readNames(n, "after", &problems), readNames(n, "locales", &problems)
	m.Requires, m.Optional, m.Conflicts = needs(n, "requires", &problems), needs(n, "optional", &problems), needs(n, "conflicts", &problems)
	return m, append(problems, contradictions(m)...)
}

// readNames reads a list of names, which must be unique.
func readNames(n *def.Node, key string, problems *diag.List) []manifest.LocatedName {
	var out []manifest.LocatedName
	if v := n.Get(key); v == nil || v.Type() != def.List {
		return nil
	}
	for _, item := range n.All(key) {
		first := slices.IndexFunc(out, func(o manifest.LocatedName) bool { return o.Name == item.Text() })
		switch {
		case item.Type() != def.Text:
		case first >= 0:
			*problems = append(*problems, diag.New("pack/manifest", item.Place(), "%s names %q twice", key, item.Text()).
				WithHint("remove one of them").WithNote(out[first].Place, "first defined here"))
		default:
			out = append(out, manifest.LocatedName{Name: item.Text(), Place: item.Place()})
		}
	}
	return out
}

// needs reads ranges by pack. A value that is not a text, or not a range, allows
// every version; it has been reported.
func needs(n *def.Node, key string, problems *diag.List) []manifest.Dependency {
	var out []manifest.Dependency
	for _, f := range n.Each(key) {
		need := manifest.Dependency{Pack: f.Key, Place: f.KeyPlace()}
		if f.Value.Type() == def.Text {
			need.Range = readRange(f.Value, problems)
		}
		out = append(out, need)
	}
	slices.SortFunc(out, func(a, b manifest.Dependency) int { return strings.Compare(a.Pack, b.Pack) })
	return out
}

func readRange(n *def.Node, problems *diag.List) manifest.Range {
	r, err := manifest.ParseRange(n.Text())
	if err != nil {
		*problems = append(*problems, diag.New("pack/version", n.Place(), "%q is not a version range", n.Text()).
			WithHint("write a range such as ^1.2, ~1.2.3, >=1.0 <3, or *"))
	}
	return r
}

// contradictions reports contradictions within a manifest.
func contradictions(m *manifest.Manifest) diag.List {
	var out diag.List
	requires := map[string]diag.Place{}
	for _, n := range m.Requires {
		requires[n.Pack] = n.Place
	}
	for _, list := range [][]manifest.Dependency{m.Requires, m.Optional, m.Conflicts} {
		for _, n := range list {
			if n.Pack == m.ID {
				out = append(out, diag.New("pack/manifest", n.Place, "the pack %s refers to itself", m.ID).WithHint("remove this line"))
			}
		}
	}
	for _, list := range []struct {
		word  string
		needs []manifest.Dependency
	}{{"optional", m.Optional}, {"a conflict", m.Conflicts}} {
		for _, n := range list.needs {
			if first, twice := requires[n.Pack]; twice {
				out = append(out, diag.New("pack/manifest", n.Place, "%s is required, and %s as well", n.Pack, list.word).
					WithHint("keep one of the two lines").WithNote(first, "it is required here"))
			}
		}
	}
	for _, n := range m.After {
		if n.Name == m.ID {
			out = append(out, diag.New("pack/manifest", n.Place, "the pack %s cannot come after itself", m.ID).WithHint("remove it"))
		}
	}
	return out
}

// manifest finds the manifest of a pack among its documents and removes it from
// them.
func (b *builder) manifest(p *folder) (*manifest.Manifest, diag.List) {
	var all diag.List
	home := path.Join(p.root.Name, "content", p.id, manifest.File)
	out := manifest.Implicit(p.id, diag.Place{File: path.Join(p.root.Name, "content", p.id)})
	for _, f := range p.files {
		if f == nil {
			continue
		}
		for _, d := range f.docs {
			if d.kind != schema.Manifest {
				continue
			}
			all = append(all, d.problems...)
			m, problems := manifestOf(d.node)
			all = append(all, withoutDuplicates(problems, d.problems)...)
			switch {
			case f.path != home:
				all = append(all, diag.New("pack/manifest", d.node.Get("kind").Place(), "a manifest belongs in content/PACK/%s, not here", manifest.File).
					WithHint("move it to %s", home))
			case out.Place.Line > 0:
				all = append(all, diag.New("pack/manifest", d.node.Get("kind").Place(), "the pack has two manifests").
					WithHint("remove one of them").WithNote(out.Place, "the first is here"))
			default:
				if m.ID != p.id && m.ID != "" {
					all = append(all, diag.New("pack/manifest", m.Place, "the manifest says %s, but the folder is called %s", m.ID, p.id).
						WithHint("they must be the same"))
				}
				out = m
				out.ID = p.id
			}
		}
	}
	return out, all
}
