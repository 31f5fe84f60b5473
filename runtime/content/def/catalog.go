package def

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sleight/runtime/content/picture"
	"sleight/runtime/diag"
)

// Param is a number that a designer tunes.
type Param struct {
	Name    string
	Default float64
	// Safe is the range outside which, according to the author, the game
	// breaks; both ends are included. It is unknown if HasSafe is false.
	HasSafe      bool
	Low, High    float64
	Breaks, Unit string
	Text         string
	Position
}

// Script is the Lua source of a definition or module, with the place of its
// first character: its own file, or a block inside YAML.
type Script struct {
	// File is the path shown to users; for inline Lua that of the YAML file.
	File string
	// Module is the name for require, "pack:name"; empty for inline Lua.
	Module string
	Source string
	// Pack is the pack that contains it, whose modules it can require by name.
	Pack string
	// Line and Column are the offsets to add to positions in Source, both 0 for
	// a file.
	Line, Column int
}

// Definition is one item of content.
type Definition struct {
	Pack, Kind, ID string
	Name, Text     string
	// Pluses is the number of plus signs at the end of Name that were appended
	// because the definition is the upgrade of another and has no name itself.
	Pluses int
	// Bases are the definitions and templates that it extends, as PACK:KIND/ID,
	// nearest first.
	Bases  []string
	Tags   []string
	Params []Param
	// Rarity is how rare it is; empty if the definition does not say, or is the
	// upgrade of another.
	Rarity string
	// Data is the whole definition as written, envelope included.
	Data   *Node
	Script *Script // nil if it has no behaviour
	// Layers are the hook functions that other packs add to it, in order.
	Layers []Layer
	// Keywords are those that its texts mention, in order.
	Keywords []*Definition
	// Expressions are the expressions in its texts, each once, in order.
	Expressions []Expression
	// Changes are the changes made by other packs, in order.
	Changes []Change
	// Absent is set if games leave it out unless a script names it; see
	// rules.Content.Without.
	Absent bool
	// Allowed lists every key in the schema of the kind.
	Allowed []string
	// Traits are the traits that the schema of the kind lists.
	Traits []string
	// Digest identifies data and script: definitions with equal digests behave
	// alike.
	Digest string
	Place  diag.Place
}

// Expression is a Lua expression in a text.
type Expression struct {
	Lua   string
	Place diag.Place
}

// KeywordKind is the kind of the definitions that texts mention by {id}.
const KeywordKind = "keyword"

// PresetKind is the kind of presets: named texts and targets that definitions share.
// Catalogs have none: the loader inserts them where they are used.
const PresetKind = "preset"

// The traits of kinds.
const (
	DieTrait    = "die"  // it has sides and shows a value: value, sides, held, locked
	CardTrait   = "card" // it may be hidden from other players: face_up
	HealthTrait = "hp"   // it has hit points: hp, max_hp
)

// Has reports whether the kind of the definition has a trait.
func (d *Definition) Has(trait string) bool { return slices.Contains(d.Traits, trait) }

// Key returns "kind/id", which is unique in a pack.
func (d *Definition) Key() string { return d.Kind + "/" + d.ID }

// Param finds a parameter by name.
func (d *Definition) Param(name string) (Param, bool) {
	for _, p := range d.Params {
		if p.Name == name {
			return p, true
		}
	}
	return Param{}, false
}

// Fill replaces each {param} in a text with the value of the definition's
// parameter. Package locale fills the other placeholders.
func (d *Definition) Fill(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	for _, p := range d.Params {
		text = strings.ReplaceAll(text, "{"+p.Name+"}", FormatParam(p.Default))
	}
	return text
}

// FormatParam formats the value of a parameter as texts show it.
func FormatParam(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// Pack is a unit of content that is shipped together.
type Pack struct {
	ID string
	// Version and Title come from the manifest; Version is empty if there is no
	// manifest.
	Version, Title string
	// Games are the ids of games that its definitions join, besides its own.
	Games []string
	// Uses are the packs it depends on, directly or indirectly, in the order in
	// which packs are applied.
	Uses []string
	// Rank is its position in that order, counted from 0.
	Rank int
	// HoldsGame is set if a game is among its definitions.
	HoldsGame bool
	// Modules are the Lua files of the pack by their name for require.
	Modules map[string]*Script
	// Digest identifies the modules: packs with equal digests behave alike.
	Digest string
	// Migrations describe how to update saves of earlier versions, in the order
	// of versions; Saves are such saves kept in the pack, by name.
	Migrations []*Migration
	Saves      []SaveFile
	// Pictures are the pictures of the pack by their path below art/. They are
	// not part of any digest, since a game does not depend on them.
	Pictures map[string]*picture.Picture
	// Shared keeps what was made from the pack's files, if they never change.
	Shared *Shared
	// Sources identifies the files of the pack.
	Sources string
	Place   diag.Place
}

// Catalog holds every definition of the enabled packs. It is immutable; a
// reload returns a new one.
type Catalog struct {
	packs  map[string]*Pack
	sorted []*Definition
	*keys
	// firstNames holds the names that definitions had before they were renamed.
	firstNames map[string]string
	// Locales are the translations of the packs' texts, in the order of packs.
	// They are not part of any digest, since a game is the same in every language.
	Locales []*Locale
	// Digest identifies the whole catalog: catalogs with equal digests behave
	// alike.
	Digest string
}

// keys maps the keys of a catalog's definitions to their positions. Catalogs that
// differ only in the contents of their definitions share it.
type keys struct {
	byKey map[string]int // positions in sorted
	kinds []kindRange    // in the order of keys

	mutex sync.Mutex
	parts map[string]*keys // of the parts of the catalog, by their packs; see Scope
}

// kindRange is the range of a kind's definitions in the order of keys: from the
// first position up to but not including the second.
type kindRange struct {
	kind     string
	from, to int
}

// NewCatalog returns a catalog of definitions, whose keys must be unique in
// their pack.
func NewCatalog(packs []*Pack, all []*Definition, digest string) *Catalog {
	c := &Catalog{packs: map[string]*Pack{}, keys: &keys{byKey: make(map[string]int, 2*len(all))}, sorted: make([]*Definition, len(all)), Digest: digest}
	for _, p := range packs {
		c.packs[p.ID] = p
	}
	c.firstNames = firstNames(c.packs)
	type keyed struct {
		pack, key string
		*Definition
	}
	sorted := make([]keyed, len(all))
	for i, d := range all {
		sorted[i] = keyed{d.Pack, d.Key(), d}
	}
	slices.SortFunc(sorted, func(a, b keyed) int {
		return cmp.Or(strings.Compare(a.key, b.key), strings.Compare(a.pack, b.pack))
	})
	for i, d := range sorted {
		c.sorted[i] = d.Definition
		c.keys.add(i, d.Definition, d.key)
	}
	return c
}

// add adds a definition at the next position; definitions must be added in the
// order of keys.
func (k *keys) add(at int, d *Definition, key string) {
	k.byKey[d.Pack+":"+key] = at
	if _, ok := k.byKey[key]; !ok {
		k.byKey[key] = at
	}
	if n := len(k.kinds); n == 0 || k.kinds[n-1].kind != d.Kind {
		k.kinds = append(k.kinds, kindRange{kind: d.Kind, from: at})
	}
	k.kinds[len(k.kinds)-1].to = at + 1
}

// part returns the keys of a part of the catalog, which holds the packs given.
func (k *keys) part(packs map[string]*Pack, part []*Definition) *keys {
	name := strings.Join(slices.Sorted(maps.Keys(packs)), "\x00")
	k.mutex.Lock()
	defer k.mutex.Unlock()
	out, ok := k.parts[name]
	if !ok {
		if k.parts == nil {
			k.parts = map[string]*keys{}
		}
		out = &keys{byKey: make(map[string]int, 2*len(part))}
		for i, d := range part {
			out.add(i, d, d.Key())
		}
		k.parts[name] = out
	}
	return out
}

// Replace returns a catalog in which the given definitions replace those with
// the same pack, kind and id, and the given packs replace the old ones.
func (c *Catalog) Replace(others map[*Definition]*Definition, packs []*Pack, digest string) *Catalog {
	out := &Catalog{packs: make(map[string]*Pack, len(packs)), keys: c.keys, sorted: slices.Clone(c.sorted), Locales: c.Locales, Digest: digest}
	for _, p := range packs {
		out.packs[p.ID] = p
	}
	out.firstNames = firstNames(out.packs)
	for before, now := range others {
		out.sorted[c.byKey[before.Pack+":"+before.Key()]] = now
	}
	return out
}

// Definition returns a definition of a pack, or nil.
func (c *Catalog) Definition(pack, kind, id string) *Definition {
	d, _ := c.Get(pack + ":" + kind + "/" + id)
	return d
}

// Get returns a definition by "kind/id" or, if packs share a key,
// "pack:kind/id"; without a pack, the alphabetically first pack is used.
func (c *Catalog) Get(key string) (*Definition, bool) {
	if i, ok := c.byKey[key]; ok {
		return c.sorted[i], true
	}
	return nil, false
}

// Find returns a definition by id among the given kinds, or all kinds if none
// is given. Of several it returns the first by the order of kinds, then of
// keys.
func (c *Catalog) Find(id string, kinds ...string) (*Definition, bool) {
	if strings.Contains(id, "/") {
		return c.Get(id)
	}
	for _, k := range kinds {
		if i, ok := c.byKey[k+"/"+id]; ok {
			return c.sorted[i], true
		}
	}
	if len(kinds) > 0 {
		return nil, false
	}
	for _, k := range c.kinds {
		if i, ok := c.byKey[k.kind+"/"+id]; ok {
			return c.sorted[i], true
		}
	}
	return nil, false
}

// All returns every definition in the order of keys. Callers must not change
// the slice.
func (c *Catalog) All() []*Definition { return c.sorted }

// Kind returns the definitions of one kind in the order of ids. Callers must not
// change the slice.
func (c *Catalog) Kind(kind string) []*Definition {
	for _, k := range c.kinds {
		if k.kind == kind {
			return c.sorted[k.from:k.to:k.to]
		}
	}
	return nil
}

// WithTrait returns the definitions whose kind has a trait, in the order of keys.
func (c *Catalog) WithTrait(trait string) []*Definition {
	var out []*Definition
	for _, k := range c.kinds {
		if c.sorted[k.from].Has(trait) {
			out = append(out, c.sorted[k.from:k.to]...)
		}
	}
	return out
}

// Pack finds a pack by id.
func (c *Catalog) Pack(id string) (*Pack, bool) {
	p, ok := c.packs[id]
	return p, ok
}

// Packs returns the packs in the order of ids.
func (c *Catalog) Packs() []*Pack {
	return slices.SortedFunc(func(yield func(*Pack) bool) {
		for _, p := range c.packs {
			if !yield(p) {
				return
			}
		}
	}, func(a, b *Pack) int { return strings.Compare(a.ID, b.ID) })
}
