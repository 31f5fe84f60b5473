package load

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/tests/golden"
)

// TestWholeCatalog checks everything in the catalog of a workspace that
// uses every feature: packs, definitions, parameters, scripts, changes, hooks,
// migrations, translations, places and digests.
func TestWholeCatalog(t *testing.T) {
	a := readArchive(t, "testdata/whole/workspace.txtar")
	l := NewLoader(Root{FS: newWorkspace(a.texts)})
	c, faults := l.Load()
	if c == nil {
		t.Fatal(faults)
	}
	var out strings.Builder
	out.WriteString(annotate("problems", faults))
	for _, p := range c.Ordered() {
		dumpPack(&out, p)
	}
	for _, d := range c.All() {
		dumpDefinition(&out, d)
	}
	for _, tongue := range c.Locales {
		n, faults := tongue.Read()
		fmt.Fprintf(&out, "locale %s %s at %s: %s, %d problems\n", tongue.Pack, tongue.Tag, tongue.Place, n.Show(), len(faults))
	}
	for _, conflict := range l.Conflicts() {
		fmt.Fprintf(&out, "conflict %+v\n", conflict)
	}
	fmt.Fprintf(&out, "files %v\nfound %v\ncatalog %s\n", l.Files(), l.Found(), c.Digest)
	golden.Check(t, "testdata/whole/catalog.golden", out.String())
}

func dumpPack(out *strings.Builder, p *def.Pack) {
	fmt.Fprintf(out, "pack %d %s %s %q games %v uses %v game %v at %s\n\tmodules %s, files %s\n",
		p.Rank, p.ID, p.Version, p.Title, p.Games, p.Uses, p.HoldsGame, p.Place, p.Digest, p.Sources)
	var modules []string
	for name, m := range p.Modules {
		modules = append(modules, fmt.Sprintf("\tmodule %s: %s %s %s %d bytes", name, m.Module, m.File, m.Pack, len(m.Source)))
	}
	slices.Sort(modules)
	for _, m := range modules {
		fmt.Fprintln(out, m)
	}
	for _, m := range p.Migrations {
		fmt.Fprintf(out, "\tmigration %s before %s %q at %s\n", m.Pack, m.Before, m.Text, m.Place)
		for _, moved := range m.Moves {
			fmt.Fprintf(out, "\t\t%s %s → %s gone %v at %s, %s\n", moved.Sort, moved.From, moved.To, moved.Gone, moved.Place, moved.ToPlace)
		}
		dumpScript(out, m.Script)
	}
	for _, s := range p.Saves {
		text, err := s.Read()
		fmt.Fprintf(out, "\tsave %s %s %q %v\n", s.Pack, s.File, text, err)
	}
}

func dumpDefinition(out *strings.Builder, d *def.Definition) {
	fmt.Fprintf(out, "%s:%s %q %q tags %q traits %v absent %v at %s\n\t%s\n\t%s\n", d.Pack, d.Key(), d.Name, d.Text, d.Tags, d.Traits, d.Absent, d.Place, d.Data.Show(), d.Digest)
	for _, p := range d.Params {
		fmt.Fprintf(out, "\tparam %s %v safe %v %v–%v %q %q %q at %s\n", p.Name, p.Default, p.HasSafe, p.Low, p.High, p.Breaks, p.Unit, p.Text, p.Place())
	}
	dumpScript(out, d.Script)
	for _, layer := range d.Layers {
		fmt.Fprintf(out, "\t%s %s %s at %s\n", layer.Pack, layer.Op, layer.Hook, layer.Place)
		dumpScript(out, layer.Script)
	}
	for _, ch := range d.Changes {
		fmt.Fprintf(out, "\t%s %s of %s by %s at %s %q: %s → %s\n", ch.Op, ch.Path, ch.Of, ch.Pack, ch.Place, ch.Text, ch.Before.Show(), ch.After.Show())
	}
	dumpPlaces(out, d.Data)
}

// dumpPlaces writes where each value of a definition is.
func dumpPlaces(out *strings.Builder, n *def.Node) {
	fmt.Fprintf(out, "\t\t%s+%d %s\n", n.Place(), n.Length, n.Place().Path)
	for _, item := range n.Items() {
		dumpPlaces(out, item)
	}
	for _, f := range n.Fields() {
		dumpPlaces(out, f.Value)
	}
}

func dumpScript(out *strings.Builder, s *def.Script) {
	if s != nil {
		fmt.Fprintf(out, "\tscript %s %q %s %d:%d %q\n", s.File, s.Module, s.Pack, s.Line, s.Column, s.Source)
	}
}
