package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/parallel"
	"sleight/runtime/content/schema"
	"sleight/runtime/diag"
)

// catalog checks every document, merges it with what it extends, and builds the
// definitions. Problems are collected; the catalog is usable only if there are
// none.
func (b *builder) catalog() *def.Catalog {
	byKey := make(map[string]*document, len(b.docs))
	b.usable = make([]*document, 0, len(b.docs))
	for _, d := range b.docs {
		if !b.known(d) {
			b.unread[d.pack] = true
			continue
		}
		if b.overruled(d) {
			continue
		}
		key := d.key()
		if first, twice := byKey[key]; twice {
			b.problems = append(b.problems, diag.New("content/duplicate-id", d.node.Get("id").Place(), "there are two definitions of %s", d.kind+"/"+d.id).
				WithHint("give one of them another id, or remove it").
				WithNote(first.node.Get("id").Place(), "the first is here"))
			continue
		}
		byKey[key] = d
		b.usable = append(b.usable, d)
	}
	x := &extender{kinds: b.kinds, byKey: byKey, usable: b.usable, done: map[*document]*merged{}, unread: b.unread, sees: b.sees}
	b.checkGames()
	b.patches(x)
	all := b.buildAll(b.usable, x)
	b.problems = append(b.problems, withoutDuplicates(b.ambiguous, b.problems)...)
	b.x, b.sums = x, make([]string, len(all))
	for i, d := range all {
		b.sums[i] = d.Digest
	}
	var catalog *def.Catalog
	digest := ""
	concurrently(func() { catalog = def.NewCatalog(b.packs, all, "") }, func() {
		slices.Sort(b.sums)
		digest = b.digest(b.sums)
	})
	catalog.Digest = digest
	catalog.Locales = b.locales
	return catalog
}

// key identifies a document: ids need to be unique only in their pack and kind,
// so two packs may each have a die called d6.
func (d *document) key() string { return d.full }

// known reports whether the document has a kind and an id, and adds a problem if
// not.
func (b *builder) known(d *document) bool {
	report := func(problem diag.Diagnostic) bool {
		if len(d.file.problems) == 0 { // else this may be because it could not be read
			b.problems = append(b.problems, problem)
		}
		return false
	}
	n := d.node
	if n.Type() != def.Map {
		return report(diag.New("content/type", n.Place(), "a definition must be a mapping, not %s", n.Type()).
			WithHint("start with kind: and id:"))
	}
	kind := n.Get("kind")
	switch {
	case kind == nil:
		problem := diag.New("content/missing-key", n.Place(), "the key \"kind\" is missing").
			WithHint("start with kind: and one of %s", strings.Join(b.kinds.Names(), ", "))
		for _, f := range n.Fields() {
			if near, ok := diag.Nearest(f.Key, []string{"kind"}); ok {
				problem = diag.New("content/unknown-key", f.KeyPlace(), "unknown key %q", f.Key).
					WithHint("did you mean %q?", near).WithEdit(f.Key, near)
			}
		}
		return report(problem)
	case kind.Type() != def.Text:
		return report(diag.New("content/type", kind.Place(), "kind must be a text, not %s", kind.Type()))
	case b.kinds.Broken(d.kind):
		return false
	case !b.kinds.Has(d.kind):
		return report(diag.New("content/unknown-kind", kind.Place(), "unknown kind %q", d.kind).
			WithHint("known: %s", strings.Join(b.kinds.Names(), ", ")).Suggest(d.kind, slices.Concat(b.kinds.Names(), []string{schema.Manifest, schema.Patch, schema.Locale, schema.Migration})))
	}
	if d.id == "" {
		if d.rules != b.kinds {
			d.rules, d.problems = b.kinds, b.check(d, n, false)
		}
		b.problems = append(b.problems, d.problems...)
		return false
	}
	return true
}

// withoutDuplicates omits problems at places that already have one of the others.
func withoutDuplicates(problems, other diag.List) diag.List {
	same := func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(other, func(o diag.Diagnostic) bool {
			return d.Place.File == o.Place.File && d.Place.Line == o.Place.Line && d.Place.Column == o.Place.Column
		})
	}
	return slices.DeleteFunc(slices.Clone(problems), same)
}

// check validates data against the schema of its kind. It omits problems that may
// exist only because the file could not be read, or because what it extends is
// broken. A template need not be complete.
func (b *builder) check(d *document, n *def.Node, broken bool) diag.List {
	problems := b.kinds.Check(d.kind, n)
	if !broken && !d.abstract && len(d.file.problems) == 0 {
		return problems
	}
	missing := func(f diag.Diagnostic) bool { return f.Code == "content/missing-key" }
	return slices.DeleteFunc(withoutDuplicates(problems, d.file.problems), missing)
}

// checkJoined validates a document with what it inherits, unless that is the document
// alone, which was checked when its file was read.
func (b *builder) checkJoined(d *document, m *merged, x *extender) {
	if d.rules == b.kinds && !d.varied && m.node == d.node && !m.broken && len(m.changes) == 0 {
		return
	}
	d.rules, d.problems = b.kinds, b.check(d, m.node, m.broken)
	if len(d.problems) > 0 && len(m.changes) > 0 {
		d.problems = blamePatches(d.problems, b.check(d, x.unpatched.resolve(d).node, m.broken), m.changes)
	}
}

// buildAll builds the definitions of documents. It reuses the definitions that
// depend on nothing that has changed.
func (b *builder) buildAll(docs []*document, x *extender) []*def.Definition {
	var changed []*document
	for _, d := range docs {
		m := &merged{node: d.node, scriptPack: d.pack}
		if d.extends != nil || len(x.changes[d]) > 0 || d.mayUsePresets { // most neither inherit nor are changed
			m = x.resolve(d)
		} else {
			x.setFamily(d, m)
		}
		extending := m.node != d.node || m.broken || len(m.changes) > 0 || d.upgrade != ""
		if (extending || d.varied || d.rules != b.kinds) && !d.keeps(m, b.kinds) {
			b.checkJoined(d, m, x)
			d.built = nil
		}
		d.varied = extending
		b.problems = append(b.problems, d.problems...)
		b.problems = append(b.problems, withoutDuplicates(m.problems, d.problems)...)
		var script *def.Script
		if extending || d.scripted {
			var problems diag.List
			script, problems = b.script(m.scriptPack, m.node)
			b.problems = append(b.problems, withoutDuplicates(problems, d.problems)...)
		}
		// An inline script is created again each time, but from the same
		// document.
		same := d.builtFrom == script || d.builtFrom != nil && script != nil && *d.builtFrom == *script
		if d.abstract {
			continue
		}
		if d.built == nil || !same || b.picturesChanged {
			d.make(m, script)
			changed = append(changed, d)
		}
	}
	b.stats.Built = len(changed)
	parallel.Each(len(changed), func(i int) {
		d := changed[i]
		d.built, d.builtProblems = b.define(d, d.joined, d.builtFrom)
	})
	for _, d := range changed {
		if len(d.builtProblems) > 0 && len(d.changes) > 0 {
			before, _ := b.unpatchedProblems(d, x)
			d.builtProblems = blamePatches(d.builtProblems, before, d.changes)
		}
	}
	b.linkKeywords(docs, x)
	all := make([]*def.Definition, 0, len(docs))
	for _, d := range docs {
		if d.abstract {
			continue
		}
		all = append(all, d.built)
		b.reportOnce(withoutDuplicates(d.builtProblems, d.file.problems))
	}
	return all
}
