package load

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/schema"
	"sleight/runtime/diag"
)

// rendered returns everything that a loader says after a load: the problems with
// all their parts, what is known about packs, and the catalog or the rest of it.
func rendered(l *Loader, c *def.Catalog, problems diag.List) string {
	var out strings.Builder
	dumpProblems(&out, "", problems)
	for _, conflict := range l.Conflicts() {
		fmt.Fprintf(&out, "conflict %+v %s\n", conflict, conflict.Name())
	}
	own := slices.DeleteFunc(l.Kinds(), schema.BuiltIn().Has)
	fmt.Fprintf(&out, "found %v, files %v, kinds %v\n", l.Found(), l.Files(), own)
	for _, name := range l.Files() {
		if source, ok := l.Source(name); ok {
			fmt.Fprintf(&out, "source of %s: %d lines\n", name, bytes.Count(source, []byte("\n")))
		}
	}
	for _, m := range l.Manifests() {
		fmt.Fprintf(&out, "manifest %+v\n", *m)
	}
	dumpReach(&out, l, problems)
	for _, p := range l.Packs() {
		dumpPack(&out, p)
	}
	if c == nil {
		c = dumpRest(&out, l.Partial())
	}
	if c != nil {
		dumpCatalog(&out, c)
	}
	return out.String()
}

// dumpProblems writes problems with all their parts, after an indentation.
func dumpProblems(out *strings.Builder, indent string, problems diag.List) {
	for _, d := range problems {
		fmt.Fprintf(out, "%s%s %s: %s: %s [%s]", indent, extent(d.Place), d.Place.Path, d.Severity, d.Message, d.Code)
		if !d.Hint.IsZero() {
			fmt.Fprintf(out, "; %s", d.Hint)
		}
		out.WriteString("\n")
		for _, n := range d.Notes {
			fmt.Fprintf(out, "%s\t%s: %s\n", indent, extent(n.Place), n.Message)
		}
		for _, e := range d.Edits {
			fmt.Fprintf(out, "%s\tedit %s: %d lines, %q to %q, unquote %v\n", indent, extent(e.Place), e.Lines, e.Old, e.New, e.Unquote)
		}
	}
}

// extent returns a place with its length.
func extent(at diag.Place) string { return fmt.Sprintf("%s+%d", at, at.Length) }

// dumpReach writes which packs and games the problems concern, and which games
// each pack.
func dumpReach(out *strings.Builder, l *Loader, problems diag.List) {
	r := l.Dependencies()
	for _, id := range l.Found() {
		fmt.Fprintf(out, "reach of %s: games %v, dependents %v\n", id, r.Games([]string{id}), r.Dependents([]string{id}))
	}
	packs, games, ok := r.Blame(problems)
	fmt.Fprintf(out, "blamed: packs %s; games %s; placed %v\n", blamed(packs), blamed(games), ok)
}

// dumpRest writes what is left of a failed load, and returns its catalog.
func dumpRest(out *strings.Builder, r *Partial) *def.Catalog {
	if r == nil {
		fmt.Fprintln(out, "nothing is certain")
		return nil
	}
	for _, file := range slices.Sorted(maps.Keys(r.parts)) {
		for _, p := range r.parts[file] {
			fmt.Fprintf(out, "spoilt: %s, lines %d to %d, lost %v, wrong %v, %d bytes\n", file, p.from, p.to, p.uncheckable, p.lines, len(p.text))
		}
		lines := make([]byte, 60)
		for i := range lines {
			lines[i] = certainty(r, diag.Place{File: file, Line: i})
		}
		fmt.Fprintf(out, "certain: %s\n", lines)
	}
	texts := r.Texts()
	slices.Sort(texts)
	for _, text := range texts {
		fmt.Fprintf(out, "text %q\n", text)
	}
	return r.Catalog
}

// certainty returns a sign for what can be said about a line: a dot for all, s for
// nothing about scripts, and x for nothing. It is a capital in one of the texts.
func certainty(r *Partial, at diag.Place) byte {
	data, within := r.Uncheckable(at, false)
	script, again := r.Uncheckable(at, true)
	switch {
	case within != again:
		return '?'
	case data && script && within:
		return 'X'
	case script && within:
		return 'S'
	case within:
		return 'T'
	case data || script:
		return '?'
	}
	return '.'
}

func dumpCatalog(out *strings.Builder, c *def.Catalog) {
	for _, p := range c.Ordered() {
		fmt.Fprintf(out, "applied %s\n", p.ID)
	}
	for _, d := range c.All() {
		dumpDefinition(out, d)
	}
	for _, tongue := range c.Locales {
		n, problems := tongue.Read()
		fmt.Fprintf(out, "locale %s %s at %s: %s\n", tongue.Pack, tongue.Tag, tongue.Place, n.Show())
		dumpProblems(out, "\t", problems)
	}
	fmt.Fprintf(out, "catalog %s\n", c.Digest)
}

func dumpPack(out *strings.Builder, p *def.Pack) {
	fmt.Fprintf(out, "pack %d %s %s %q games %v uses %v game %v at %s\n\tmodules %s, files %s\n",
		p.Rank, p.ID, p.Version, p.Title, p.Games, p.Uses, p.HoldsGame, p.Place, p.Digest, p.Sources)
	for _, name := range slices.Sorted(maps.Keys(p.Modules)) {
		m := p.Modules[name]
		fmt.Fprintf(out, "\tmodule %s: %s %s %s %d bytes\n", name, m.Module, m.File, m.Pack, len(m.Source))
	}
	for _, m := range p.Migrations {
		fmt.Fprintf(out, "\tmigration %s before %s %q at %s\n", m.Pack, m.Before, m.Text, m.Place)
		for _, moved := range m.NameChanges {
			fmt.Fprintf(out, "\t\t%s %s → %s gone %v at %s, %s\n", moved.Category, moved.From, moved.To, moved.Removed, extent(moved.Place), extent(moved.ToPlace))
		}
		dumpScript(out, m.Script)
	}
	for _, s := range p.Saves {
		text, err := s.Read()
		fmt.Fprintf(out, "\tsave %s %s %q %v\n", s.Pack, s.File, text, err)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Pictures)) {
		x := p.Pictures[name]
		fmt.Fprintf(out, "\tpicture %s: %s %s %s %d bytes\n", name, x.Name, x.Type, x.Sum, len(x.Data))
	}
}

func dumpDefinition(out *strings.Builder, d *def.Definition) {
	fmt.Fprintf(out, "%s:%s %q %q tags %q traits %v absent %v at %s\n\t%s\n\t%s\n", d.Pack, d.Key(), d.Name, d.Text, d.Tags, d.Traits, d.Absent, d.Place, d.Data.Show(), d.Digest)
	fmt.Fprintf(out, "\tbases %v, pluses %d, rarity %q, may have an id %v\n", d.Bases, d.Pluses, d.Rarity, slices.Contains(d.Allowed, "id"))
	for _, p := range d.Params {
		fmt.Fprintf(out, "\tparam %s %v safe %v %v–%v %q %q %q at %s\n", p.Name, p.Default, p.HasSafe, p.Low, p.High, p.Breaks, p.Unit, p.Text, extent(p.Place()))
	}
	for _, k := range d.Keywords {
		fmt.Fprintf(out, "\tkeyword %s:%s %q\n", k.Pack, k.ID, k.Text)
		for _, inner := range k.Keywords {
			fmt.Fprintf(out, "\t\tkeyword %s:%s %q\n", inner.Pack, inner.ID, inner.Text)
		}
	}
	for _, code := range d.Expressions {
		fmt.Fprintf(out, "\tcode %q at %s\n", code.Lua, extent(code.Place))
	}
	dumpScript(out, d.Script)
	for _, layer := range d.Layers {
		fmt.Fprintf(out, "\t%s %s %s at %s\n", layer.Pack, layer.Op, layer.Hook, extent(layer.Place))
		dumpScript(out, layer.Script)
	}
	for _, ch := range d.Changes {
		fmt.Fprintf(out, "\t%s %s of %s by %s at %s %q: %s → %s\n", ch.Op, ch.Path, ch.Of, ch.Pack, extent(ch.Place), ch.Text, ch.Before.Show(), ch.After.Show())
	}
	dumpPlaces(out, d.Data)
}

// dumpPlaces writes where each value of a definition is.
func dumpPlaces(out *strings.Builder, n *def.Node) {
	fmt.Fprintf(out, "\t\t%s+%d %s\n", n.Place(), n.Position().Length, n.Place().Path)
	for _, item := range n.Items() {
		dumpPlaces(out, item)
	}
	for _, f := range n.Fields() {
		fmt.Fprintf(out, "\t\t%s %s\n", extent(f.KeyPlace()), f.Key)
		dumpPlaces(out, f.Value)
	}
}

func dumpScript(out *strings.Builder, s *def.Script) {
	if s != nil {
		fmt.Fprintf(out, "\tscript %s %q %s %d:%d %q\n", s.File, s.Module, s.Pack, s.Line, s.Column, s.Source)
	}
}
