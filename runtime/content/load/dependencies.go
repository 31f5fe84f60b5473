package load

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/content/schema"
	"sleight/runtime/diag"
)

// Dependencies maps problems to packs and packs to the games that use them, as of one
// Load, failed or not. It stays valid after later Loads. It is not safe for
// concurrent use.
type Dependencies struct {
	folders   map[string]*folder
	files     map[string]*file
	broken    map[string]string
	packs     []*def.Pack
	manifests []*manifest.Manifest
	conflicts []Conflict
	missing   []MissingPack
	packOf    map[string]string // see PackOf
	index     *documentIndex    // see documents
}

// documentIndex holds what Dependencies looks up in the documents of all packs.
type documentIndex struct {
	homes   map[string]string   // the pack of each game
	owners  map[string][]string // the packs with definitions of a name, kind/id, or of a kind
	patches map[string][]string // what the patches of a pack change, each once
}

// Dependencies returns the dependencies of the packs of the last Load.
func (l *Loader) Dependencies() *Dependencies {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.dependencies()
}

func (l *Loader) dependencies() *Dependencies {
	r := &Dependencies{l.folders, l.files, l.broken, l.packs, l.manifests, l.conflicts, nil, map[string]string{}, nil}
	for _, root := range l.roots {
		r.missing = append(r.missing, root.MissingPacks...)
	}
	return r
}

// clashes lists the codes of problems between two packs, whose notes point into
// the other pack.
var clashes = []string{"patch/conflict", "pack/conflict", "pack/cycle", "content/duplicate-id"}

// IsClash reports whether a problem is between two packs.
func IsClash(d diag.Diagnostic) bool { return slices.Contains(clashes, d.Code) }

// Blame assigns the errors of a list. packs holds those of packs, which must be
// left out; games those that concern single games, which must be blocked, while
// their packs can stay. Errors at other places, such as sleight.yaml, are in
// neither. It returns ok == false if an error has no place.
func (deps *Dependencies) Blame(problems diag.List) (packs, games map[string]diag.List, ok bool) {
	packs, games = map[string]diag.List{}, map[string]diag.List{}
	for _, d := range problems {
		if d.Severity != diag.Error {
			continue
		}
		if d.Place.File == "" {
			return nil, nil, false
		}
		if clashing := deps.clashing(d); len(clashing) > 0 {
			for _, id := range clashing {
				games[id] = append(games[id], d)
			}
			continue
		}
		for _, id := range deps.blamed(d) {
			packs[id] = append(packs[id], d)
		}
	}
	return packs, games, true
}

// clashing returns the games for which two packs clash.
func (deps *Dependencies) clashing(d diag.Diagnostic) []string {
	switch d.Code {
	case "patch/conflict":
		i := slices.IndexFunc(deps.conflicts, func(c Conflict) bool { return c.Places[1] == d.Place })
		if i >= 0 {
			return deps.Games([]string{deps.conflicts[i].Owner})
		}
	case "content/duplicate-id":
		if c, ok := deps.DuplicateID(d); ok {
			second := deps.Games([]string{c.Packs[1]})
			return slices.DeleteFunc(deps.Games([]string{c.Packs[0]}), func(id string) bool { return !slices.Contains(second, id) })
		}
	}
	return nil
}

// blamed returns the packs that an error is in.
func (deps *Dependencies) blamed(d diag.Diagnostic) (packs []string) {
	for _, p := range deps.missing {
		if sameProblem(p.Problem, d) {
			packs = append(packs, p.ID)
		}
	}
	if len(packs) > 0 {
		return packs
	}
	if kind, ok := deps.broken[d.Place.File]; ok {
		return deps.holding(kind)
	}
	id := deps.PackOf(d.Place.File)
	if id == "" {
		return nil
	}
	packs = append(packs, id)
	if !IsClash(d) {
		return packs
	}
	for _, n := range d.Notes {
		if other := deps.PackOf(n.Place.File); other != id && !deps.uses(id, other) {
			packs = append(packs, other)
		}
	}
	return packs
}

// holding returns the packs that have definitions of a kind, sorted.
func (deps *Dependencies) holding(kind string) []string {
	in := map[string]bool{}
	for _, f := range deps.files {
		for _, d := range f.docs {
			if d.kind == kind {
				in[d.pack] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(in))
}

// PackOf returns the pack of a file, named as in places, or "" if it is in no
// pack.
func (deps *Dependencies) PackOf(name string) string {
	id, known := deps.packOf[name]
	if !known {
		id = deps.findPack(name)
		deps.packOf[name] = id
	}
	return id
}

func (deps *Dependencies) findPack(name string) string {
	for id, p := range deps.folders {
		for _, top := range []string{"content", "scripts"} {
			home := p.root.shown(path.Join(top, id))
			if name == home || strings.HasPrefix(name, home+"/") {
				return id
			}
		}
	}
	return ""
}

// Dependents returns packs together with those that require any of them,
// directly or indirectly. The list is sorted.
func (deps *Dependencies) Dependents(packs []string) []string {
	in := map[string]bool{}
	for _, id := range packs {
		in[id] = true
	}
	for before := -1; before != len(in); {
		before = len(in)
		for _, m := range deps.manifests {
			if slices.ContainsFunc(m.Requires, func(n manifest.Dependency) bool { return in[n.Pack] }) {
				in[m.ID] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(in))
}

// GamesIn returns the ids of the games that a pack of a root holds.
func GamesIn(root Root, pack string) (games []string) {
	l := NewLoader(root)
	l.Load()
	for id, home := range l.Dependencies().documents().homes {
		if home == pack {
			games = append(games, id)
		}
	}
	return games
}

// Games returns the sorted ids of the games that use any of the packs: those
// that the packs hold, are declared for, or change, and those of packs that
// depend on them.
func (deps *Dependencies) Games(packs []string) []string {
	homes := deps.documents().homes
	in := map[string]bool{}
	for id, pack := range homes {
		if slices.ContainsFunc(packs, func(p string) bool { return p == pack || deps.uses(pack, p) }) {
			in[id] = true
		}
	}
	for _, p := range packs {
		for _, id := range deps.missingGames(p, homes) {
			in[id] = true
		}
		for _, id := range deps.declared(p, homes) {
			in[id] = true
		}
		for pack := range deps.patched(p) {
			for id, home := range homes {
				if home == pack || deps.uses(home, pack) || slices.Contains(deps.declared(pack, homes), id) {
					in[id] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(in))
}

// documents returns the index of all documents, which is made on first use: a load
// with many errors asks for each of them.
func (deps *Dependencies) documents() *documentIndex {
	if deps.index != nil {
		return deps.index
	}
	x := &documentIndex{map[string]string{}, map[string][]string{}, map[string][]string{}}
	deps.index = x
	for _, f := range deps.files {
		for _, d := range f.docs {
			if d.kind == "game" && d.id != "" && !d.abstract {
				x.homes[d.id] = d.pack
			}
			if d.kind == schema.Patch {
				x.patches[d.pack] = append(x.patches[d.pack], d.node.TextOr("of", ""))
			}
			for _, name := range []string{d.name, d.kind} {
				if known := x.owners[name]; !slices.Contains(known, d.pack) {
					x.owners[name] = append(known, d.pack)
				}
			}
		}
	}
	for pack, changed := range x.patches {
		slices.Sort(changed)
		x.patches[pack] = slices.Compact(changed)
	}
	return x
}

// uses reports whether a pack depends on another.
func (deps *Dependencies) uses(pack, other string) bool {
	return uses(deps.packs, pack, other)
}

// declared returns the games that a pack declares it is for. If its manifest
// cannot be read, these are the games its text names, by their id or by that of
// their pack.
func (deps *Dependencies) declared(pack string, homes map[string]string) (games []string) {
	i := slices.IndexFunc(deps.manifests, func(m *manifest.Manifest) bool { return m.ID == pack })
	if i >= 0 && deps.manifests[i].Version != nil {
		for _, g := range deps.manifests[i].Games {
			games = append(games, g.Name)
		}
		return games
	}
	p := deps.folders[pack]
	if p == nil {
		return nil
	}
	f := deps.files[p.root.shown(path.Join("content", pack, manifest.File))]
	if f == nil {
		return nil
	}
	words := word.FindAllString(string(f.src), -1)
	for id, home := range homes {
		if slices.Contains(words, id) || slices.Contains(words, home) {
			games = append(games, id)
		}
	}
	return games
}

var word = regexp.MustCompile(`[a-z][a-z0-9_-]*`)

// patched returns the packs whose definitions a pack changes. If a patch names
// no definition, it may be meant for any of that kind.
func (deps *Dependencies) patched(pack string) map[string]bool {
	out := map[string]bool{}
	add := func(name string) (found bool) {
		for _, owner := range deps.documents().owners[name] {
			if owner != pack {
				out[owner], found = true, true
			}
		}
		return found
	}
	for _, key := range deps.documents().patches[pack] {
		if owner, _, named := strings.Cut(key, ":"); named {
			out[owner] = true
		} else if kind, _, _ := strings.Cut(key, "/"); !add(key) {
			add(kind)
		}
	}
	return out
}

// Quarantine makes later calls of Load build only the sound content: without some
// packs, as if they did not exist and nothing named them; without changes that
// contradict each other; and without parts outside packs that have errors, such as in
// sleight.yaml, which become warnings with the code pack/ignored. Packs that
// require those left out must be left out too; see Dependencies.Dependents.
func (l *Loader) Quarantine(without ...string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.cache = nil
	l.without, l.quarantined = slices.Clone(without), true
}

// EndQuarantine ends Quarantine from the next Load on.
func (l *Loader) EndQuarantine() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.quarantined {
		l.cache = nil
	}
	l.without, l.quarantined = nil, false
}

// leaveOut removes the packs named in Quarantine, but keeps their files, so that
// their problems can still be shown.
func (l *Loader) leaveOut(b *builder, all *scanner) {
	if !l.quarantined {
		l.folders = maps.Clone(all.packs)
		return
	}
	for _, id := range l.without {
		delete(all.packs, id)
	}
	for name, f := range l.files {
		if slices.Contains(l.without, f.pack) || strings.HasSuffix(name, ".lua") {
			b.files[name] = f
		}
	}
}
