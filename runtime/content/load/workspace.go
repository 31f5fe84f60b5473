package load

import (
	"io/fs"
	"path"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/content/schema"
	"sleight/runtime/diag"
)

// WorkspaceFile is the file in a root that says which packs are enabled.
const WorkspaceFile = "sleight.yaml"

// choice is the selection of enabled packs.
type choice struct {
	// all is set if nothing was chosen.
	all   bool
	needs []manifest.Dependency
	// disabled packs are left out, whatever else is chosen.
	disabled []manifest.LocatedName
	// root is the name of the root whose file lists the packs, and place is where.
	root  string
	place diag.Place
}

// disables reports whether the workspace disables a pack.
func (c *choice) disables(id string) bool {
	return slices.ContainsFunc(c.disabled, func(n manifest.LocatedName) bool { return n.Name == id })
}

// readWorkspace reads the workspace files of the roots. The last one sets the
// enabled packs, unless only is not empty, which takes precedence.
func (b *builder) readWorkspace(all *scanner, only []string) {
	b.choice = choice{all: true}
	for _, root := range all.roots {
		if root.FS == nil {
			continue
		}
		if _, err := fs.Stat(root.FS, WorkspaceFile); err != nil {
			continue
		}
		f := b.read(root, WorkspaceFile)
		if f.docs == nil {
			f.parse("", nil)
		}
		b.problems = append(b.problems, f.problems...)
		b.ambiguous = append(b.ambiguous, f.ambiguous...)
		for i, d := range f.docs {
			switch {
			case i > 0 || d.kind != schema.Workspace:
				if !f.problems.Failed() {
					b.problems = append(b.problems, diag.New("pack/workspace", d.node.Get("kind").At(d.node.Place()), "%s is one mapping that starts with kind: workspace", path.Base(f.path)))
				}
			default:
				b.workspace(d, root)
			}
		}
	}
	if len(only) == 0 {
		return
	}
	b.choice = choice{}
	for _, id := range only {
		b.choice.needs = append(b.choice.needs, manifest.Dependency{Pack: id})
	}
}

func (b *builder) workspace(d *document, root Root) {
	if d.rules != b.kinds {
		d.rules, d.problems = b.kinds, b.kinds.Check(schema.Workspace, d.node)
	}
	b.problems = append(b.problems, d.problems...)
	// A list that cannot be read chooses nothing: an error in it must not block games.
	if i := slices.IndexFunc(d.node.Fields(), func(f def.Field) bool { return f.Key == "packs" && f.Value.Type() == def.Map }); i >= 0 {
		var problems diag.List
		b.choice.all, b.choice.needs = false, needs(d.node, "packs", &problems)
		b.problems = append(b.problems, problems...)
		if !problems.Failed() {
			b.choice.root, b.choice.place = root.Name, d.node.Fields()[i].KeyPlace()
		}
	}
	if d.node.Get("disabled") != nil {
		var problems diag.List
		b.choice.disabled = readNames(d.node, "disabled", &problems)
		b.problems = append(b.problems, problems...)
	}
	for _, f := range d.node.Each("settle") {
		s, ok := parseSettlement(f.Key)
		if !ok {
			b.problems = append(b.problems, diag.New("pack/workspace", f.KeyPlace(), "%q is not a value of a definition", f.Key).
				WithHint("write KIND/ID.PATH, such as relic/lucky_coin.params.gold, or PACK:KIND/ID of a definition that two packs have"))
			continue
		}
		s.pack, s.place, s.packPlace = f.Value.Text(), f.KeyPlace(), f.Value.Place()
		s.foreign = root.Foreign
		b.settle = append(b.settle, s)
	}
}

// enabled returns the manifests of the chosen packs and of those they require,
// and reports choices that cannot be met.
func (b *builder) enabled(all []*manifest.Manifest, folders map[string]*folder) []*manifest.Manifest {
	byID := map[string]*manifest.Manifest{}
	var ids []string
	for _, m := range all {
		byID[m.ID] = m
		ids = append(ids, m.ID)
	}
	b.checkDisabled(byID, ids)
	if b.choice.all {
		return slices.DeleteFunc(slices.Clone(all), func(m *manifest.Manifest) bool { return b.choice.disables(m.ID) })
	}
	in := map[string]bool{}
	var take func(m *manifest.Manifest)
	take = func(m *manifest.Manifest) {
		if m == nil || in[m.ID] || b.choice.disables(m.ID) {
			return
		}
		in[m.ID] = true
		for _, n := range m.Requires {
			take(byID[n.Pack])
		}
	}
	before := len(b.problems)
	for _, n := range b.choice.needs {
		m := byID[n.Pack]
		switch {
		case slices.Contains(b.without, n.Pack):
		case m == nil:
			b.problems = append(b.problems, diag.New("pack/missing", n.Place, "cannot enable the unknown pack %q", n.Pack).Suggest(n.Pack, ids))
		case !n.Range.Allows(m.Version):
			b.problems = append(b.problems, diag.New("pack/missing", n.Place, "%s %s is to be enabled, but found %s", n.Pack, n.Range, m.VersionText()).
				WithNote(m.Place, "%s is here", n.Pack))
		default:
			take(m)
		}
	}
	if len(b.problems) == before { // otherwise a pack may be unlisted because its name is misspelt
		b.unlisted(folders, ids, in)
	}
	return slices.DeleteFunc(slices.Clone(all), func(m *manifest.Manifest) bool { return !in[m.ID] })
}

// unlisted warns of packs in the workspace that are neither enabled nor
// disabled: nothing in them is played or checked.
func (b *builder) unlisted(folders map[string]*folder, ids []string, in map[string]bool) {
	for _, id := range ids {
		if p := folders[id]; b.choice.place.Line > 0 && p.root.Name == b.choice.root && !in[id] && !b.choice.disables(id) {
			b.problems = append(b.problems, diag.New("pack/unlisted", b.choice.place, "the pack %s is here but not enabled, so nothing in it is played or checked", id).
				WithHint("sleight pack enable %s, or sleight pack disable %s if that is meant", id, id))
		}
	}
}

// checkDisabled warns of disabled packs that do not exist.
func (b *builder) checkDisabled(byID map[string]*manifest.Manifest, ids []string) {
	for _, n := range b.choice.disabled {
		if byID[n.Name] == nil && !slices.Contains(b.without, n.Name) {
			b.problems = append(b.problems, diag.New("pack/settled", n.Place, "cannot disable the unknown pack %q", n.Name).Suggest(n.Name, ids))
		}
	}
}
