package load

import (
	"bytes"
	"slices"
	"sort"

	"sleight/runtime/content/def"
	"sleight/runtime/content/schema"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// Partial is the content of a Load that found errors, without the parts that the
// errors make unusable. It can be checked, but not played.
type Partial struct {
	// Catalog has every definition that could be read, including those that do
	// not match their schema.
	Catalog *def.Catalog
	parts   map[string][]part // by file, in order
}

// part is a part of a file with an error: a document or, if the file cannot be
// parsed, the whole file.
type part struct {
	from, to int // its lines, the first and the last
	// uncheckable is set if nothing in it can be checked, because it could not be
	// parsed or lacks what it inherits.
	uncheckable bool
	lines       []int // those with errors, sorted
	text        string
}

// Partial returns what can still be checked if the last Load found errors. It
// returns nil if there are errors outside definitions, such as in manifests or
// schemas: then nothing else is certain.
func (l *Loader) Partial() *Partial {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.partial
}

func (l *Loader) partialOf(b *builder, catalog *def.Catalog) *Partial {
	if l.quarantined || len(l.broken) > 0 {
		return nil
	}
	wrong := map[*file][]int{} // the lines with errors
	for _, d := range b.problems {
		if d.Severity != diag.Error {
			continue
		}
		f := b.files[d.Place.File]
		switch {
		case f == nil || f.src == nil:
			return nil
		case f.locale != nil: // nothing depends on translations
		case wrong[f] != nil:
			wrong[f] = append(wrong[f], d.Place.Line)
		case f.pack == "" || slices.ContainsFunc(f.docs, func(d *document) bool { return d.kind == schema.Manifest }):
			return nil
		default:
			wrong[f] = append(wrong[f], d.Place.Line)
		}
	}
	r := &Partial{Catalog: catalog, parts: map[string][]part{}}
	for f, lines := range wrong {
		slices.Sort(lines)
		r.parts[f.path] = f.parts(lines)
	}
	return r
}

// parts returns the parts of a file with errors on the lines, which are sorted; 0
// is the whole file.
func (f *file) parts(wrong []int) (parts []part) {
	lines := yaml.Lines(f.src)
	if wrong[0] == 0 || f.problems.Failed() {
		return []part{{to: len(lines) + 1, uncheckable: true, lines: wrong, text: string(f.src)}}
	}
	var dependent []int // the lines of documents that lack something now
	for _, d := range f.docs {
		if d.extends != nil || d.mayUsePresets || d.upgrade != "" {
			dependent = append(dependent, d.node.Place().Line)
		}
	}
	slices.Sort(dependent)
	from := 1
	for to := 1; len(wrong) > 0; to++ {
		if to < len(lines) && !bytes.HasPrefix(lines[to], []byte("---")) {
			continue
		}
		if to == len(lines) {
			to = max(to, wrong[len(wrong)-1])
		}
		if n, _ := slices.BinarySearch(wrong, to+1); n > 0 {
			i, _ := slices.BinarySearch(dependent, from)
			parts = append(parts, part{
				from: from, to: to, uncheckable: i < len(dependent) && dependent[i] <= to, lines: wrong[:n],
				text: string(bytes.Join(lines[from-1:min(to, len(lines))], []byte("\n"))),
			})
			wrong = wrong[n:]
		}
		from = to + 1
	}
	return parts
}

// Texts returns the texts of the parts with errors, which may declare or use any
// name in them.
func (p *Partial) Texts() (texts []string) {
	for _, parts := range p.parts {
		for i := range parts {
			texts = append(texts, parts[i].text)
		}
	}
	return texts
}

// Uncheckable reports whether an error makes it impossible to check a place, and
// whether the place is in one of the Texts. A script cannot be checked if there is
// any error in its part.
func (p *Partial) Uncheckable(at diag.Place, script bool) (uncheckable, within bool) {
	parts := p.parts[at.File]
	n := sort.Search(len(parts), func(i int) bool { return parts[i].from > at.Line })
	if n == 0 || at.Line > parts[n-1].to {
		return false, false
	}
	part := &parts[n-1]
	_, wrong := slices.BinarySearch(part.lines, at.Line)
	return part.uncheckable || script || wrong, true
}
