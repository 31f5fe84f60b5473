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

// Reach maps problems to packs and packs to the games that use them, as of one
// Load, failed or not. It stays valid after later Loads.
type Reach struct {
	folders   map[string]*folder
	files     map[string]*file
	packs     []*def.Pack
	manifests []*manifest.Manifest
}

// Reach returns the reach of the packs of the last Load.
func (l *Loader) Reach() *Reach {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return &Reach{l.folders, l.files, l.packs, l.said}
}

// clashes are the problems between two packs: the notes point at the other one.
var clashes = []string{"patch/conflict", "pack/conflict", "pack/cycle", "content/duplicate-id"}

// IsClash reports whether a problem is between two packs.
func IsClash(d diag.Diagnostic) bool { return slices.Contains(clashes, d.Code) }

// Blame returns the errors of a list by the pack they are in. It returns ok ==
// false if an error is in no pack.
func (r *Reach) Blame(problems diag.List) (faults map[string]diag.List, ok bool) {
	faults = map[string]diag.List{}
	for _, d := range problems {
		if d.Severity != diag.Error {
			continue
		}
		id := r.PackOf(d.Place.File)
		if id == "" {
			return nil, false
		}
		faults[id] = append(faults[id], d)
		if !IsClash(d) {
			continue
		}
		for _, n := range d.Notes {
			if other := r.PackOf(n.Place.File); other != "" && other != id && !r.uses(id, other) {
				faults[other] = append(faults[other], d)
			}
		}
	}
	return faults, true
}

// PackOf returns the pack of a file, named as in places, or "" if it is in no
// pack.
func (r *Reach) PackOf(name string) string {
	for id, p := range r.folders {
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
func (r *Reach) Dependents(packs []string) []string {
	in := map[string]bool{}
	for _, id := range packs {
		in[id] = true
	}
	for before := -1; before != len(in); {
		before = len(in)
		for _, m := range r.manifests {
			if slices.ContainsFunc(m.Requires, func(n manifest.Need) bool { return in[n.Pack] }) {
				in[m.ID] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(in))
}

// Games returns the sorted ids of the games that use any of the packs: those
// that the packs hold, are declared for, or change, and those of packs that
// depend on them.
func (r *Reach) Games(packs []string) []string {
	homes := r.homes()
	in := map[string]bool{}
	for id, pack := range homes {
		if slices.ContainsFunc(packs, func(p string) bool { return p == pack || r.uses(pack, p) }) {
			in[id] = true
		}
	}
	for _, p := range packs {
		for _, id := range r.declared(p, homes) {
			in[id] = true
		}
		for pack := range r.patched(p) {
			for id, home := range homes {
				if home == pack || r.uses(home, pack) || slices.Contains(r.declared(pack, homes), id) {
					in[id] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(in))
}

// homes returns the pack of each game.
func (r *Reach) homes() map[string]string {
	out := map[string]string{}
	for _, f := range r.files {
		for _, d := range f.docs {
			if d.kind == "game" && d.id != "" {
				out[d.id] = d.pack
			}
		}
	}
	return out
}

// uses reports whether a pack depends on another.
func (r *Reach) uses(pack, other string) bool {
	i := slices.IndexFunc(r.packs, func(p *def.Pack) bool { return p.ID == pack })
	return i >= 0 && slices.Contains(r.packs[i].Uses, other)
}

// declared returns the games that a pack declares it is for. If its manifest
// cannot be read, these are the games its text names, by their id or by that of
// their pack.
func (r *Reach) declared(pack string, homes map[string]string) (games []string) {
	i := slices.IndexFunc(r.manifests, func(m *manifest.Manifest) bool { return m.ID == pack })
	if i >= 0 && r.manifests[i].Version != nil {
		for _, g := range r.manifests[i].Games {
			games = append(games, g.Name)
		}
		return games
	}
	p := r.folders[pack]
	if p == nil {
		return nil
	}
	f := r.files[p.root.shown(path.Join("content", pack, manifest.File))]
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

// patched returns the packs whose definitions a pack changes.
func (r *Reach) patched(pack string) map[string]bool {
	out := map[string]bool{}
	for _, f := range r.files {
		for _, d := range f.docs {
			if d.pack != pack || d.kind != schema.Patch {
				continue
			}
			key := d.node.TextOr("of", "")
			if owner, _, named := strings.Cut(key, ":"); named {
				out[owner] = true
				continue
			}
			for _, other := range r.files {
				for _, o := range other.docs {
					if o.name == key && o.pack != pack {
						out[o.pack] = true
					}
				}
			}
		}
	}
	return out
}

// Without leaves packs out from the next Load on, as if they did not exist and
// nothing named them. Packs that require them must be left out too; see
// Reach.Dependents.
func (l *Loader) Without(packs ...string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !slices.Equal(l.without, packs) {
		l.memory = nil
	}
	l.without = slices.Clone(packs)
}

// leaveOut removes the packs that are left out, but keeps their files, so that
// their problems can still be shown.
func (l *Loader) leaveOut(b *builder, all *found) {
	if len(l.without) == 0 {
		l.folders = maps.Clone(all.packs)
		return
	}
	for _, id := range l.without {
		delete(all.packs, id)
	}
	for name, f := range l.files {
		if f.pack != "" && slices.Contains(l.without, f.pack) || strings.HasSuffix(name, ".lua") {
			b.files[name] = f
		}
	}
}
