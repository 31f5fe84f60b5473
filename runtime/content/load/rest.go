package load

import (
	"bytes"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/content/schema"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// Rest is the content of a Load that found errors, without what those make
// unusable. It can be checked, but not played.
type Rest struct {
	// Catalog has every definition that could be read, also those that do not
	// match their schema.
	Catalog *def.Catalog
	parts   []part
}

// part is a part of a file with an error: a document or, if the file cannot be
// parsed, the whole file.
type part struct {
	file     string
	from, to int // its lines, the first and the last
	// lost is set if nothing in it can be checked, because it could not be parsed
	// or lacks what it inherits.
	lost  bool
	lines []int // those with errors
	text  string
}

func (p *part) holds(at diag.Place) bool {
	return at.File == p.file && p.from <= at.Line && at.Line <= p.to
}

// Rest returns what can still be checked if the last Load found errors. It
// returns nil if the errors are not confined to definitions, as those in
// manifests and schemas are not: then nothing else is certain.
func (l *Loader) Rest() *Rest {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.rest
}

func (l *Loader) restOf(b *builder, catalog *def.Catalog) *Rest {
	if l.contained || len(b.settle) > 0 || len(l.broken) > 0 {
		return nil
	}
	r := &Rest{Catalog: catalog}
	for _, d := range b.faults {
		if d.Severity != diag.Error {
			continue
		}
		f := b.files[d.Place.File]
		switch {
		case f == nil || f.src == nil:
			return nil
		case f.locale != nil: // nothing depends on translations
		case f.pack == "" || slices.ContainsFunc(f.docs, func(d *document) bool { return d.kind == schema.Manifest }):
			return nil
		default:
			r.add(f, d.Place.Line)
		}
	}
	return r
}

// add notes an error on a line of a file; 0 is the whole file.
func (r *Rest) add(f *file, line int) {
	for i := range r.parts {
		if p := &r.parts[i]; p.file == f.path && p.from <= line && line <= p.to {
			p.lines = append(p.lines, line)
			return
		}
	}
	lines := yaml.Lines(f.src)
	p := part{file: f.path, from: 0, to: len(lines) + 1, lines: []int{line}, lost: true, text: string(f.src)}
	if line > 0 && !f.faults.Failed() {
		p.from, p.to, p.lost = 1, len(lines), false
		for i, text := range lines {
			switch {
			case !bytes.HasPrefix(text, []byte("---")):
			case i+1 <= line:
				p.from = i + 1
			default:
				p.to = min(p.to, i)
			}
		}
		p.text = string(bytes.Join(lines[p.from-1:p.to], []byte("\n")))
		for _, d := range f.docs {
			p.lost = p.lost || (d.extends != nil || d.borrows || d.upgrade != "") && p.holds(d.node.Place())
		}
	}
	r.parts = append(r.parts, p)
}

// Texts returns the texts of the parts with errors, which may declare or use any
// name in them.
func (r *Rest) Texts() (texts []string) {
	for i := range r.parts {
		texts = append(texts, r.parts[i].text)
	}
	return texts
}

// Spoilt reports whether nothing can be said about a place, because of an error
// there, and otherwise whether it is in one of the Texts. Scripts are spoilt by any
// error around them.
func (r *Rest) Spoilt(at diag.Place, script bool) (spoilt, within bool) {
	for i := range r.parts {
		if p := &r.parts[i]; p.holds(at) {
			return p.lost || script || slices.Contains(p.lines, at.Line), true
		}
	}
	return false, false
}
