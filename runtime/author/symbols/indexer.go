package symbols

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
)

// Sources are the inputs of an index.
type Sources struct {
	Content *rules.Content
	Schemas Schemas
	// Files are the names of all files, and Text returns their texts.
	Files []string
	Text  func(file string) ([]byte, bool)
}

// Build indexes content.
func Build(s Sources) *Index { return new(Indexer).Build(s) }

// Indexer indexes content repeatedly. As long as the same names are declared,
// it reads again only the definitions and files that have changed. The zero
// Indexer is ready to use; it is not safe for concurrent use.
type Indexer struct {
	functions   map[string]*api.Function
	environment *environment
	texts       map[string][]byte
	units       map[any]*unit // by definition, or by file for what is not one
	files       map[string][]Use
}

// unit holds the names that one definition or file uses.
type unit struct {
	uses []Use
	// read lists the files whose lines were read, including those that contain
	// the uses.
	read []string
	// owner is the definition that a Lua file belongs to, or nil.
	owner *def.Definition
	// programs is its compiled Lua.
	programs []*lua.Program
	order    int // of the units: the first to claim a place owns it
}

// module identifies a Lua file among the units.
type module struct{ pack, file string }

// Build indexes content. The schemas must be those of the last call, or newly
// read ones.
func (x *Indexer) Build(s Sources) *Index {
	if x.functions == nil {
		x.functions = functions()
	}
	b := &indexer{
		Index:   &Index{Content: s.Content, Schemas: s.Schemas, files: map[string][]Use{}, params: map[diag.Place]Symbol{}, names: namesOfGames(s.Content)},
		sources: s, lines: map[string][][]byte{}, functions: x.functions, scriptModules: map[string]bool{},
	}
	for _, d := range s.Content.Catalog.All() {
		b.declareParams(d)
	}
	around := environmentOf(b)
	if x.environment == nil || !around.equal(x.environment) {
		x.units, x.files = nil, nil
	}
	texts := map[string][]byte{}
	for _, file := range s.Files {
		texts[file], _ = s.Text(file)
	}
	r := &indexRun{Indexer: x, indexer: b, texts: texts, units: map[any]*unit{}, dirty: map[string]bool{}}
	r.all()
	b.files = r.merge()
	x.environment, x.texts, x.units, x.files = around, texts, r.units, b.files
	return b.Index
}

// indexRun is one run of an Indexer.
type indexRun struct {
	*Indexer
	*indexer
	texts map[string][]byte
	units map[any]*unit
	dirty map[string]bool // the files whose uses may differ
}

// all visits every unit, in the order in which they claim places.
func (r *indexRun) all() {
	programs := r.programs()
	for _, d := range r.Content.Catalog.All() {
		r.visit(d, nil, programs[programOwner{definition: d}], func() { r.definition(d) })
	}
	owners := r.owners()
	for _, p := range r.Content.Catalog.Packs() {
		for _, name := range slices.Sorted(maps.Keys(p.Modules)) {
			script := p.Modules[name]
			owner := owners[script.File]
			r.visit(module{p.ID, script.File}, owner, programs[programOwner{module: script.Module}], func() { r.module(p, script, owner) }, script.File)
		}
	}
	for _, file := range r.sources.Files {
		if isYAML(file) {
			r.visit(file, nil, nil, func() { r.documents(file, r.texts[file]) }, file)
		}
	}
	for key, was := range r.Indexer.units {
		if r.units[key] == nil {
			r.markDirty(was)
		}
	}
}

// visit reads a unit, unless none of its sources has changed.
func (r *indexRun) visit(key any, owner *def.Definition, programs []*lua.Program, read func(), files ...string) {
	was := r.Indexer.units[key]
	if was != nil && was.owner == owner && slices.Equal(was.programs, programs) && !slices.ContainsFunc(was.read, r.changed) {
		was.order = len(r.units)
		r.units[key] = was
		return
	}
	r.seen, r.uses, r.examined, r.moduleOf = map[diag.Place]bool{}, nil, files, membersOf(programs)
	read()
	now := &unit{uses: slices.Clip(r.uses), read: slices.Clip(r.examined), owner: owner, programs: programs, order: len(r.units)}
	r.units[key] = now
	r.markDirty(now) // the same key reads the same files
}

// changed reports whether a file differs from that of the last run.
func (r *indexRun) changed(file string) bool {
	return !bytes.Equal(r.texts[file], r.Indexer.texts[file])
}

// markDirty marks the files of a unit.
func (r *indexRun) markDirty(u *unit) {
	for _, file := range u.read {
		r.dirty[file] = true
	}
}

// merge sorts the uses of all units by file and place.
func (r *indexRun) merge() map[string][]Use {
	out := maps.Clone(r.Indexer.files)
	if out == nil {
		out = map[string][]Use{}
	}
	var units []*unit
	for _, u := range r.units {
		if slices.ContainsFunc(u.read, func(file string) bool { return r.dirty[file] }) {
			units = append(units, u)
		}
	}
	slices.SortFunc(units, func(a, b *unit) int { return a.order - b.order })
	for file := range r.dirty {
		delete(out, file)
	}
	for _, u := range units {
		for _, use := range u.uses {
			if r.dirty[use.Place.File] {
				out[use.Place.File] = append(out[use.Place.File], use)
			}
		}
	}
	for file := range r.dirty {
		slices.SortStableFunc(out[file], func(a, c Use) int { return comparePlaces(a.Place, c.Place) })
		out[file] = slices.CompactFunc(out[file], func(a, b Use) bool { return a.Place == b.Place })
	}
	return out
}

// owners maps Lua files to the definitions whose scripts they are.
func (r *indexRun) owners() map[string]*def.Definition {
	owners := map[string]*def.Definition{}
	for _, d := range r.Content.Catalog.All() {
		if d.Script != nil && d.Script.Module != "" {
			owners[d.Script.File] = d
		}
	}
	return owners
}

func isYAML(file string) bool {
	return strings.HasSuffix(file, ".yaml")
}

// linesOf returns the lines of a file and records that the unit has read them.
func (b *indexer) linesOf(file string) [][]byte {
	if !slices.Contains(b.examined, file) {
		b.examined = append(b.examined, file)
	}
	lines, ok := b.lines[file]
	if !ok {
		text, _ := b.sources.Text(file)
		lines = yaml.Lines(text)
		b.lines[file] = lines
	}
	return lines
}
