package load

import (
	"maps"
	"path"
	"slices"
	"sync"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/content/parallel"
	"sleight/runtime/content/schema"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// Stats count the work of one Load.
type Stats struct {
	// Files is the number of files in the roots, Read the number read from
	// their file system, Parsed the number of YAML files parsed because their
	// bytes were new, Built the number of definitions built again.
	Files, Read, Parsed, Built int
}

// Loader turns roots into catalogs. It caches what it has parsed, so another
// Load costs little more than reading the files and parsing the changed ones.
// Its methods are safe for concurrent use.
type Loader struct {
	mutex       sync.Mutex
	roots       []Root
	files       map[string]*file // by the name shown
	kinds       *schema.Kinds
	kindsOf     map[string]*file // the schemas of packs that kinds was made from
	problems    diag.List        // the problems of these schemas
	stats       Stats
	cache       *reloadCache // of the last Load; nil if unusable
	packs       []*def.Pack
	art         []*file // the pictures of the last Load
	manifests   []*manifest.Manifest
	packIDs     []string
	only        []string
	needed      []string // see SkipUnneeded
	conflicts   []Conflict
	without     []string           // see Quarantine
	quarantined bool               // likewise
	partial     *Partial           // see Partial
	broken      map[string]string  // the kinds of unusable schemas, by file
	folders     map[string]*folder // found by the last Load, including those left out
	once        bool               // see CheckOnly
}

// NewLoader returns a loader. A pack in a later root completely replaces the
// pack of the same name in an earlier one.
func NewLoader(roots ...Root) *Loader {
	return &Loader{roots: slices.Clone(roots), files: map[string]*file{}}
}

// SetRoots sets the roots for the next Load on. Unchanged files of roots that it
// already had are not parsed again.
func (l *Loader) SetRoots(roots ...Root) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !sameRoots(l.roots, roots) {
		l.cache = nil
	}
	l.roots = slices.Clone(roots)
}

// Only enables just these packs and what they require from the next Load on,
// instead of the packs the workspace enables. Without arguments, the workspace
// decides again.
func (l *Loader) Only(packs ...string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !slices.Equal(l.only, packs) {
		l.cache = nil
	}
	l.only = slices.Clone(packs)
}

// Source returns the text of a file as of the last Load, by its name in
// diagnostics.
func (l *Loader) Source(name string) ([]byte, bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	f, ok := l.files[name]
	if !ok || f.src == nil {
		return nil, false
	}
	return f.src, true
}

// Files returns the files that the last Load read, by their names in
// diagnostics, sorted.
func (l *Loader) Files() []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Sorted(maps.Keys(l.files))
}

// Stats returns the figures of the last Load.
func (l *Loader) Stats() Stats {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.stats
}

// Roots returns the roots of the next Load.
func (l *Loader) Roots() []Root {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Clone(l.roots)
}

// Chosen returns the packs that Only has enabled.
func (l *Loader) Chosen() []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Clone(l.only)
}

// Packs returns the packs of the last Load with their Lua, even if the Load
// failed.
func (l *Loader) Packs() []*def.Pack {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.packs
}

// Manifests returns the manifests of the packs of the last Load, in the order
// in which packs are applied. It includes packs without a manifest, with no
// version.
func (l *Loader) Manifests() []*manifest.Manifest {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.manifests
}

// Found returns the ids of all packs that the last Load found, enabled or not,
// sorted.
func (l *Loader) Found() []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.packIDs
}

// Kinds returns the kinds of definition that the last Load knew, sorted.
func (l *Loader) Kinds() []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.kinds == nil {
		return nil
	}
	return l.kinds.Names()
}

// Load reads the roots. The catalog is nil if the list has an error; warnings
// and notices do not prevent a catalog. The list is sorted.
func (l *Loader) Load() (*def.Catalog, diag.List) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.load()
}

func (l *Loader) load() (*def.Catalog, diag.List) {
	l.stats = Stats{}
	all := startScan(l.roots)
	b := &builder{kept: l.files, files: map[string]*file{}, stats: &l.stats, unread: map[string]bool{}}
	concurrently(all.scan, func() { l.loadKinds(b, all) })
	b.kinds = l.kinds
	b.files = withRoom(b.files, len(all.listed))
	b.without, b.quarantined, b.needed, b.once = l.without, l.quarantined, l.needed, l.once
	l.leaveOut(b, all)
	ids := slices.Sorted(maps.Keys(all.packs))
	l.packIDs = ids
	var manifests []*manifest.Manifest
	concurrently(func() { manifests = b.chosen(all, ids, l.only) }, all.checkNames)
	b.problems = append(b.problems, all.problems...)
	for _, m := range b.order(all, manifests) {
		b.pack(all.packs[m.ID], m)
	}
	if len(all.packs) == 0 && !b.problems.Failed() {
		b.problems = append(b.problems, diag.New("content/empty", diag.Place{}, "there is no content").
			WithHint("put definitions into content/PACK/"))
	}
	b.picturesChanged = !slices.Equal(b.art, l.art)
	l.art = b.art
	var catalog *def.Catalog
	concurrently(func() { catalog = b.catalog() }, func() {
		for _, p := range b.packs {
			p.Sources = b.sourcesDigest(all.packs[p.ID])
		}
	})
	b.checkSettlements(all, ids)
	if !l.quarantined {
		l.conflicts = b.conflicts
	}
	l.packs, l.manifests = b.packs, b.manifests
	l.files = b.files
	if l.quarantined {
		b.problems = l.dependencies().ignore(b.problems, l.without)
	}
	b.problems.Sort()
	l.remember(b, all, catalog)
	l.partial = nil
	if b.problems.Failed() {
		l.partial = l.partialOf(b, catalog)
		return nil, b.problems
	}
	return catalog, b.problems
}

// withRoom returns a map with room for n more entries.
func withRoom(m map[string]*file, n int) map[string]*file {
	out := make(map[string]*file, len(m)+n)
	maps.Copy(out, m)
	return out
}

// concurrently runs two functions at the same time.
func concurrently(one, other func()) { parallel.Each(2, func(i int) { []func(){one, other}[i]() }) }

// loadKinds compiles the schemas if those of the packs have changed.
func (l *Loader) loadKinds(b *builder, all *scanner) {
	added := map[string]*file{}
	for kind, at := range all.schemas {
		if f := b.read(at.root, at.inner); kind != "envelope" || f.src != nil {
			added[kind] = f
		}
	}
	for _, f := range added {
		b.problems = append(b.problems, f.problems...)
	}
	maps.DeleteFunc(added, func(_ string, f *file) bool { return f.src == nil })
	if l.kinds == nil || !maps.Equal(added, l.kindsOf) {
		sources := make(map[string]schema.Source, len(added))
		for kind, f := range added {
			sources[kind] = schema.Source{Path: f.path, Text: f.src}
		}
		l.kinds, l.problems = schema.New(sources)
		l.kindsOf = added
	}
	l.broken = map[string]string{}
	for kind, at := range all.schemas {
		if l.kinds.Broken(kind) {
			l.broken[at.root.shown(at.inner)] = kind
		}
	}
	b.problems = append(b.problems, l.problems...)
}

// builder gathers one catalog.
type builder struct {
	kept, files     map[string]*file
	kinds           *schema.Kinds
	stats           *Stats
	packs           []*def.Pack
	locales         []*def.Locale        // in the order of packs
	manifests       []*manifest.Manifest // in order
	choice          choice
	without         []string // packs that are left out
	quarantined     bool     // see Loader.Quarantine
	needed          []string // see Loader.SkipUnneeded
	docs            []*document
	usable          []*document // those of docs that definitions are made of
	x               *extender
	sums            []string     // the digests of definitions, sorted
	patchDocs       []*document  // in order
	settle          []settlement // by the workspace
	conflicts       []Conflict
	art             []*file                           // the pictures of the packs, in order
	picturesChanged bool                              // whether they differ from those of the last Load
	scripts         map[string]map[string]*def.Script // by pack and path below scripts/PACK/
	unread          map[string]bool                   // packs with something unreadable
	once            bool                              // see Loader.CheckOnly
	problems        diag.List
	ambiguous       diag.List // reported unless there is a problem in the same place
}

func (b *builder) read(root Root, inner string) *file {
	name := root.shown(inner)
	f := read(root, inner, b.kept[name])
	root.share(f)
	return b.keep(root, name, f)
}

// keep stores a file that has been read.
func (b *builder) keep(root Root, name string, f *file) *file {
	b.stats.Files++
	if !root.Fixed || b.kept[name] == nil {
		b.stats.Read++
	}
	b.files[name] = f
	return f
}

// chosen reads the content of the packs that the workspace enables, and returns
// their manifests. Of the others it reads only the manifests, which may be
// required: a workspace for one game does not pay for all that are shipped.
func (b *builder) chosen(all *scanner, ids, only []string) []*manifest.Manifest {
	var said []*manifest.Manifest
	for _, id := range ids {
		p := all.packs[id]
		p.files = make([]*file, len(p.yaml))
	}
	b.readYAML(all, ids, (*folder).isManifest)
	for _, id := range ids {
		m, _ := b.manifest(all.packs[id])
		said = append(said, m)
	}
	b.readWorkspace(all, only)
	said = b.withoutUnneeded(b.enabled(said, all.packs), all.packs)
	var enabled []string
	for _, m := range said {
		enabled = append(enabled, m.ID)
	}
	b.readYAML(all, enabled, func(p *folder, inner string) bool { return !p.isManifest(inner) })
	return said
}

// isManifest reports whether a file is the one that the pack's manifest is in.
func (f *folder) isManifest(inner string) bool {
	return inner == path.Join("content", f.id, manifest.File)
}

// unread reports whether a file has not been read, since its pack is not enabled.
func (f *folder) unread(inner string) bool {
	i, _ := slices.BinarySearch(f.yaml, inner)
	return f.files[i] == nil
}

// readYAML reads the matching files of packs, parses what is new and validates
// it against its schema.
func (b *builder) readYAML(all *scanner, ids []string, match func(p *folder, inner string) bool) {
	type work struct {
		folder *folder
		at     int // in its list of files
		name   string
		file   *file
		parsed bool
	}
	var todo []work
	for _, id := range ids {
		p := all.packs[id]
		for i, inner := range p.yaml {
			if match(p, inner) {
				todo = append(todo, work{folder: p, at: i, name: p.root.shown(inner)})
			}
		}
	}
	memories := sync.Pool{New: func() any { return new(yaml.Arena) }}
	parallel.Each(len(todo), func(i int) {
		w := &todo[i]
		w.file = read(w.folder.root, w.folder.yaml[w.at], b.kept[w.name])
		var arena *yaml.Arena
		if b.once {
			arena = memories.Get().(*yaml.Arena)
			defer memories.Put(arena)
		}
		if w.file.docs == nil {
			w.parsed = true
			w.file.parse(w.folder.id, arena)
		}
		for _, d := range w.file.docs {
			if d.rules != b.kinds && b.kinds.Has(d.kind) && d.extends == nil {
				d.rules, d.problems, d.built = b.kinds, b.check(d, d.node, false), nil
			}
		}
		switch {
		case b.once && w.parsed:
			w.file.packTests(arena)
		case w.parsed:
			w.folder.root.share(w.file)
		}
	})
	for _, w := range todo {
		b.keep(w.folder.root, w.name, w.file)
		w.folder.files[w.at] = w.file
		if w.parsed {
			b.stats.Parsed++
		}
	}
}

// pack collects the content of one pack's files.
func (b *builder) pack(p *folder, m *manifest.Manifest) {
	out := &def.Pack{
		ID: p.id, Title: m.Title, Rank: len(b.packs), Uses: b.dependencies(m), Shared: p.root.Shared,
		Modules: map[string]*def.Script{}, Place: diag.Place{File: path.Join(p.root.Name, "content", p.id)},
	}
	if m.Version != nil {
		out.Version = m.Version.String()
	}
	for _, g := range m.Games {
		out.Games = append(out.Games, g.Name)
	}
	b.packs = append(b.packs, out)
	b.lua(p, out)
	b.pictures(p, out)
	var moving []*document
	for _, f := range p.files {
		b.problems = append(b.problems, f.problems...)
		b.ambiguous = append(b.ambiguous, f.ambiguous...)
		for _, d := range f.docs {
			switch d.kind {
			case schema.Manifest:
			case schema.Locale:
				b.problems = append(b.problems, diag.New("locale/file", d.node.Get("kind").Place(), "a locale is content/PACK/%s/LANGUAGE.yaml, or a file in content/PACK/%s/LANGUAGE/, but this is neither", localeFolder, localeFolder).
					WithHint("move it to %s", path.Join(out.Place.File, localeFolder, d.id+".yaml")))
			case schema.Patch:
				b.patchDocs = append(b.patchDocs, d)
			case schema.Migration:
				moving = append(moving, d)
			default:
				b.docs = append(b.docs, d)
				out.HoldsGame = out.HoldsGame || d.kind == "game" && !d.abstract
			}
		}
		b.unread[p.id] = b.unread[p.id] || f.problems.Failed()
	}
	b.languages(p, m)
	for _, name := range p.locales {
		b.locales = append(b.locales, b.locale(p, name))
	}
	b.migrations(moving, out)
	out.Saves = saves(p)
}
