package load

import (
	"maps"
	"reflect"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// reloadCache is the part of a Load without problems that Reload needs.
type reloadCache struct {
	b       *builder
	x       *extender
	catalog *def.Catalog
	// folders are the packs in the roots, by id.
	folders map[string]*folder
	// usable are the documents that became definitions, and at holds the
	// position of each in usable.
	usable []*document
	at     map[*document]int
	// extending are the documents that extend others.
	extending []*document
	// sums are the digests of all definitions, sorted.
	sums []string
	// built is the number of definitions built by the last Reload.
	built int
}

// remember keeps the results of a Load, unless something rules out an
// incremental reload.
func (l *Loader) remember(b *builder, all *scanner, catalog *def.Catalog) {
	l.cache = nil
	if len(b.problems) > 0 || len(b.settle) > 0 {
		return
	}
	b.kept, b.docs, b.patchDocs = nil, nil, nil
	m := &reloadCache{b: b, x: b.x, catalog: catalog, folders: all.packs, usable: b.usable, sums: b.sums}
	l.cache = m
}

// index builds the lookup tables on first use.
func (c *reloadCache) index() {
	if c.at != nil {
		return
	}
	c.at = make(map[*document]int, len(c.usable))
	for i, d := range c.usable {
		c.at[d] = i
		if d.extends != nil {
			c.extending = append(c.extending, d)
		}
	}
}

// CheckOnly prepares the loader for content that is checked once and not played:
// from the next Load on, definitions have no digest, and their tests are packed;
// see def.Node.Pack.
func (l *Loader) CheckOnly() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.once = true
}

// Forget drops everything kept for the next Load and for Dependencies except the
// texts of files.
func (l *Loader) Forget() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.cache = nil
	for _, f := range l.files {
		f.docs = nil
	}
}

// Reload is Load for callers that know which files, named as in diagnostics,
// can have changed since the last load; nil means any. It returns what Load
// would return. Its cost is proportional to the changes as long as only the
// data of definitions changes, neither their number nor their ids, and there
// are no problems before or after.
func (l *Loader) Reload(files []string) (*def.Catalog, diag.List) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if files == nil || l.cache == nil {
		return l.load()
	}
	m := l.cache
	l.cache = nil // it must not be used if the update stops halfway
	m.index()
	m.built = 0
	read, ok := m.read(l.files, files)
	if !ok {
		return l.load()
	}
	if len(read) > 0 && !m.replace(read) {
		return l.load()
	}
	l.stats = Stats{Files: len(m.b.files), Read: len(files), Parsed: len(read), Built: m.built}
	l.files, l.packs, l.cache = m.b.files, m.b.packs, m
	return m.catalog, nil
}

// read reads files again and returns those that differ. It returns ok == false
// if the change may affect more than definitions.
func (c *reloadCache) read(known map[string]*file, names []string) (differ []*file, ok bool) {
	for _, name := range names {
		before := known[name]
		if before == nil || len(before.docs) == 0 {
			return nil, false
		}
		p := c.folders[before.pack]
		if p == nil {
			return nil, false
		}
		f := read(p.root, before.inner, before)
		if f == before {
			continue
		}
		if f.src == nil {
			return nil, false
		}
		f.parse(before.pack, nil)
		if len(f.problems)+len(f.ambiguous) > 0 || !c.replaceable(before, f) {
			return nil, false
		}
		differ = append(differ, f)
	}
	return differ, true
}

// replaceable reports whether a file has definitions with the same names as before,
// which extend the same definitions and are not patched.
func (c *reloadCache) replaceable(before, now *file) bool {
	return slices.EqualFunc(before.docs, now.docs, func(was, is *document) bool {
		_, sound := c.at[was]
		return sound && len(c.x.changes[was]) == 0 &&
			was.name == is.name && was.abstract == is.abstract &&
			was.node.TextOr("extends", "") == is.node.TextOr("extends", "")
	})
}

// replace replaces the documents of files and rebuilds their definitions and all
// that extend them. It reports whether that succeeded without problems.
func (c *reloadCache) replace(files []*file) bool {
	b := c.b
	b.files = maps.Clone(b.files)
	gone := map[*document]bool{}
	var todo []*document
	touched := map[string]bool{}
	for _, f := range files {
		for i, was := range b.files[f.path].docs {
			gone[was] = true
			c.swap(was, f.docs[i])
			todo = append(todo, f.docs[i])
		}
		b.files[f.path] = f
		i, _ := slices.BinarySearch(c.folders[f.pack].yaml, f.inner)
		c.folders[f.pack].files[i] = f
		touched[f.pack] = true
	}
	todo = append(todo, c.descendants(gone)...)
	made := make(map[*def.Definition]*def.Definition, len(todo))
	for _, d := range todo {
		delete(c.x.done, d)
	}
	for _, d := range todo {
		before := c.catalog.Definition(d.pack, d.kind, d.id)
		if !c.make(d) {
			return false
		}
		if !d.abstract {
			made[before] = d.built
		}
	}
	c.built = len(made)
	c.finish(made, touched)
	return true
}

// swap replaces a document with another.
func (c *reloadCache) swap(was, is *document) {
	i := c.at[was]
	c.usable[i] = is
	delete(c.at, was)
	c.at[is] = i
	c.x.byKey[is.key()] = is
	if named := c.x.byName[is.name]; named != nil {
		named[slices.Index(named, was)] = is
	}
	if k := slices.Index(c.extending, was); k >= 0 {
		c.extending[k] = is
	}
	delete(c.x.done, was)
}

// descendants returns the documents that extend any of these, directly or indirectly.
func (c *reloadCache) descendants(of map[*document]bool) (descendants []*document) {
	for _, d := range c.extending {
		for at := c.x.done[d]; at != nil; at = at.inherited {
			if of[at.base] {
				descendants = append(descendants, d)
				break
			}
		}
	}
	return descendants
}

// make builds the definition of a document. It reports whether that succeeded
// without problems.
func (c *reloadCache) make(d *document) bool {
	b := c.b
	joined := c.x.resolve(d)
	if d.kind == def.KeywordKind || d.kind == def.PresetKind { // any definition may mention it
		return false
	}
	if len(joined.problems) > 0 {
		return false
	}
	d.rules, d.problems = b.kinds, b.check(d, joined.node, false)
	script, problems := b.script(joined.scriptPack, joined.node)
	if len(d.problems)+len(problems) > 0 {
		return false
	}
	if d.abstract {
		return true
	}
	d.varied = joined.node != d.node || d.upgrade != ""
	d.make(joined, script)
	d.built, d.builtProblems = b.define(d, d.joined, d.builtFrom)
	return len(d.builtProblems)+len(b.linkKeywordsOf(d, c.x)) == 0
}

// finish builds the catalog.
func (c *reloadCache) finish(made map[*def.Definition]*def.Definition, touched map[string]bool) {
	b := c.b
	b.packs = slices.Clone(b.packs)
	for i, p := range b.packs {
		if touched[p.ID] {
			other := *p
			other.Sources = b.sourcesDigest(c.folders[p.ID])
			b.packs[i] = &other
		}
	}
	c.sums = slices.Clone(c.sums)
	for before, now := range made {
		i, _ := slices.BinarySearch(c.sums, before.Digest)
		c.sums = slices.Delete(c.sums, i, i+1)
		i, _ = slices.BinarySearch(c.sums, now.Digest)
		c.sums = slices.Insert(c.sums, i, now.Digest)
	}
	c.catalog = c.catalog.Replace(made, b.packs, b.digest(c.sums))
}

// sameRoots reports whether roots are certainly the same.
func sameRoots(a, b []Root) bool {
	return slices.EqualFunc(a, b, func(a, b Root) bool {
		if a.Name != b.Name || a.Fixed != b.Fixed || len(a.Problems)+len(b.Problems) > 0 || reflect.TypeOf(a.FS) != reflect.TypeOf(b.FS) {
			return false
		}
		return a.Fixed || a.FS == nil || reflect.TypeOf(a.FS).Comparable() && a.FS == b.FS
	})
}
