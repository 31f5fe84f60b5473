package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

const (
	// savesFolder is the folder of a pack that holds saves of earlier versions.
	savesFolder = "saves"
	// nothing is the replacement for what leaves the game.
	nothing = "none"
)

// nameChangeCategories are the keys of rename and gone with their categories, in the
// order in which they are applied: variables and properties are renamed by
// their own names, whatever their entity is called.
var nameChangeCategories = []struct {
	key      string
	category def.Category
}{
	{"properties", def.CategoryProperty},
	{"definitions", def.CategoryDefinition},
	{"variables", def.CategoryVariable},
	{"zones", def.CategoryZone},
	{"phases", def.CategoryPhase},
	{"events", def.CategoryEvent},
	{"streams", def.CategoryStream},
}

// migrations reads the migrations of a pack and sorts them by version.
func (b *builder) migrations(docs []*document, out *def.Pack) {
	for _, d := range docs {
		b.problems = append(b.problems, d.problems...)
		if d.problems.Failed() || d.file.problems.Failed() {
			continue
		}
		m := &def.Migration{
			Pack: d.pack, Before: d.node.TextOr("before", ""), Text: d.node.TextOr("text", ""),
			NameChanges: b.nameChanges(d.node), Place: d.node.Place(),
		}
		script, problems := b.script(d.pack, d.node)
		b.problems = append(b.problems, problems...)
		if m.Script = script; script == nil && len(problems) == 0 && d.node.Get("rename") == nil && d.node.Get("gone") == nil {
			b.problems = append(b.problems, diag.New("migration/empty", d.node.Place(), "the migration changes nothing").
				WithHint("write rename:, gone: or a script with the function migrate, or remove it"))
		}
		if b.versioned(d, m, out) {
			out.Migrations = append(out.Migrations, m)
		}
	}
	slices.SortStableFunc(out.Migrations, func(x, y *def.Migration) int { return manifest.Compare(x.Before, y.Before) })
}

// versioned checks that each version has one migration, and that no migration
// is later than the pack's version.
func (b *builder) versioned(d *document, m *def.Migration, out *def.Pack) bool {
	at := d.node.Get("before").Place()
	for _, other := range out.Migrations {
		if manifest.Compare(other.Before, m.Before) == 0 {
			b.problems = append(b.problems, diag.New("migration/version", at, "there are two migrations for what %s changed", m.Before).
				WithHint("merge them").WithNote(other.Place, "the first is here"))
			return false
		}
	}
	switch {
	case out.Version == "":
		b.problems = append(b.problems, diag.New("migration/version", at, "the pack %s has no version, so no save can be older than %s", out.ID, m.Before).
			WithHint("give it a manifest: content/%s/%s", out.ID, manifest.File))
	case manifest.Compare(out.Version, m.Before) < 0:
		b.problems = append(b.problems, diag.New("migration/version", at, "this changed in %s, but %s is only at %s", m.Before, out.ID, out.Version).
			WithHint("write version: %s into %s, or the version that brings the change here", m.Before, manifest.File))
	}
	return true
}

// nameChanges reads the renamed and the removed names.
func (b *builder) nameChanges(n *def.Node) []def.NameChange {
	var out []def.NameChange
	for _, s := range nameChangeCategories {
		from, to := map[string]diag.Place{}, map[string]diag.Place{}
		for _, f := range n.Get("rename").Each(s.key) {
			m := def.NameChange{Category: s.category, From: f.Key, To: f.Value.Text(), Place: f.KeyPlace(), ToPlace: f.Value.Place()}
			if first, twice := to[m.To]; twice && s.category != def.CategoryPhase {
				b.problems = append(b.problems, diag.New("migration/clash", m.ToPlace, "two renames lead to %s", m.To).
					WithHint("replace one by the other, under gone").WithNote(first, "the first is here"))
				continue
			}
			kind, _, _ := strings.Cut(m.From, ".")
			if s.category == def.CategoryProperty && !strings.HasPrefix(m.To, kind+".") {
				b.problems = append(b.problems, diag.New("migration/clash", m.ToPlace, "%s cannot become %s, which is of another kind", m.From, m.To).
					WithHint("a property belongs to one kind; use a script"))
				continue
			}
			from[m.From], to[m.To] = m.Place, m.ToPlace
			out = append(out, m)
		}
		for _, m := range removedNames(n.Get("gone").Get(s.key), s.category) {
			if first, twice := from[m.From]; twice {
				b.problems = append(b.problems, diag.New("migration/clash", m.Place, "%s cannot be both renamed and removed", m.From).
					WithHint("remove one of them").WithNote(first, "it is renamed here"))
				continue
			}
			out = append(out, m)
		}
	}
	return out
}

// removedNames reads a list of names, or a mapping from names to replacements.
func removedNames(n *def.Node, category def.Category) []def.NameChange {
	var out []def.NameChange
	if n == nil {
		return nil
	}
	for _, item := range n.Items() {
		out = append(out, def.NameChange{Category: category, From: item.Text(), Removed: true, Place: item.Place(), ToPlace: item.Place()})
	}
	for _, f := range n.Fields() {
		m := def.NameChange{Category: category, From: f.Key, To: f.Value.Text(), Removed: true, Place: f.KeyPlace(), ToPlace: f.Value.Place()}
		if m.To == nothing {
			m.To = ""
		}
		out = append(out, m)
	}
	return out
}
