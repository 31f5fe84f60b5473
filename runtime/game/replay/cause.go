package replay

import (
	"cmp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/provenance"
	"sleight/runtime/diag"
	"sleight/runtime/game/save"
)

// Cause is a changed definition, or a changed Lua module that several
// definitions share.
type Cause struct {
	// Definition is kind/id, or the name of a module.
	Definition string     `json:"definition"`
	Pack       string     `json:"pack"`
	Version    string     `json:"version,omitempty"`
	Place      diag.Place `json:"place"`
	// Gone and New mean that it exists on the first or the second side only.
	Gone bool `json:"gone,omitempty"`
	New  bool `json:"new,omitempty"`
	// Possible means that the command did not involve it: it is only one of the
	// definitions that differ.
	Possible bool `json:"perhaps,omitempty"`
	// Values are its differing values, as far as they are known.
	Values []Value `json:"values,omitempty"`
}

// Value is a differing value of a definition. A side without the value is
// empty.
type Value struct {
	Path    string     `json:"path"`
	Before  string     `json:"before"`
	After   string     `json:"after"`
	Pack    string     `json:"pack"`
	Version string     `json:"version,omitempty"`
	Place   diag.Place `json:"place"`
	Text    string     `json:"text,omitempty"` // the pack's reason for its change
}

// maxCauses is the largest number of possible causes that are reported.
const maxCauses = 5

// involved lists, by their names in the save, the definitions that the last
// command involved, in groups: those closest to its outcome first.
func (p *playback) involved() [][]string {
	var changed, given []string
	for _, c := range p.outcome.Changes {
		changed = append(changed, c.Definition, c.Of)
	}
	if p.outcome.Problem != nil {
		for _, d := range p.game.Catalog().All() {
			if d.Place.File == p.outcome.Problem.Place.File || d.Script != nil && d.Script.File == p.outcome.Problem.Place.File {
				changed = append(changed, d.Key())
			}
		}
	}
	if p.session != nil && p.session.State().Alive(p.command.Item) {
		given = append(given, p.session.Definition(p.command.Item).Key())
	}
	out := [][]string{changed, slices.Clone(p.called), given, {p.game.Definition.Key()}}
	for _, group := range out {
		for i, key := range group {
			group[i] = p.names.Then(def.CategoryDefinition, key)
		}
	}
	return out
}

// find returns the definition that the save calls key.
func (p *playback) find(key string) *def.Definition {
	d, _ := p.game.Catalog().Get(p.names.Now(def.CategoryDefinition, key))
	return d
}

// nearest returns the differing definitions of the first group that has any, at
// most maxCauses of them.
func nearest(groups [][]string, differs func(key string) bool) []string {
	for _, group := range groups {
		var out []string
		for _, key := range group {
			if !slices.Contains(out, key) && differs(key) {
				out = append(out, key)
			}
		}
		if len(out) > 0 {
			return out[:min(len(out), maxCauses)]
		}
	}
	return nil
}

// causesBetween returns the causes of different outcomes on two sides.
func causesBetween(a, b *playback) []Cause {
	var groups [][]string
	other := b.involved()
	for i, group := range a.involved() {
		groups = append(groups, append(other[i], group...))
	}
	renamed := a.names != nil || b.names != nil
	if renamed { // many definitions then differ in names only, so the groups say little
		groups = [][]string{slices.Concat(groups...)}
	}
	old, now := a.game.Catalog(), b.game.Catalog()
	found := nearest(groups, func(key string) bool {
		was, is := a.find(key), b.find(key)
		switch {
		case was == nil || is == nil:
			return was != is
		case was.ID != is.ID || was.Kind != is.Kind: // a new name alone changes the digest
			return len(causeIn(old, now, was, is).Values) > 0
		}
		return was.Digest != is.Digest
	})
	var out []Cause
	for _, key := range found {
		out = append(out, causeIn(old, now, a.find(key), b.find(key)))
	}
	if renamed {
		slices.SortStableFunc(out, func(x, y Cause) int { return cmp.Compare(len(x.Values), len(y.Values)) })
	}
	if len(out) > 0 {
		return out
	}
	if out = changedModules(old, now); len(out) > 0 {
		return out
	}
	for _, d := range def.Diff(old, now) {
		if c := causeIn(old, now, d.Old, d.New); len(out) < maxCauses {
			c.Possible = true
			out = append(out, c)
		}
	}
	return out
}

// causesSinceSave returns the causes of an outcome other than that in the save. A save
// has only the digests of the definitions that were in play.
func (p *playback) causesSinceSave(in *save.File) []Cause {
	catalog := p.game.Catalog()
	var out []Cause
	for _, key := range nearest(p.involved(), func(key string) bool { return !in.Same(catalog, key) }) {
		d := p.find(key)
		c := causeOf(catalog, d)
		for _, ch := range d.Changes {
			if pack, ok := catalog.Pack(ch.Pack); ok && !slices.Contains(in.Packs, save.Pack{ID: pack.ID, Version: pack.Version, Digest: pack.Sources}) {
				c.Values = append(c.Values, changedValue(catalog, ch))
			}
		}
		out = append(out, c)
	}
	return out
}

// changedValue returns the value, or the hook, that a pack changes.
func changedValue(c *def.Catalog, ch def.Change) Value {
	out := Value{
		Path: ch.Path, Before: ch.Before.Show(), After: ch.After.Show(),
		Pack: ch.Pack, Version: version(c, ch.Pack), Place: ch.Place, Text: ch.Text,
	}
	if ch.Before == nil && ch.After == nil {
		out.After = string(ch.Op)
	}
	return out
}

func causeOf(c *def.Catalog, d *def.Definition) Cause {
	return Cause{Definition: d.Key(), Pack: d.Pack, Version: version(c, d.Pack), Place: d.Place}
}

func version(c *def.Catalog, pack string) string {
	if p, ok := c.Pack(pack); ok {
		return p.Version
	}
	return ""
}

// causeIn returns the differences of a definition.
func causeIn(old, now *def.Catalog, was, is *def.Definition) Cause {
	switch {
	case is == nil:
		out := causeOf(old, was)
		out.Gone = true
		return out
	case was == nil:
		out := causeOf(now, is)
		out.New = true
		return out
	}
	out := causeOf(now, is)
	v := valueDiff{old: old, now: now, was: was, is: is}
	v.compare("", was.Data, is.Data)
	v.addScripts()
	out.Values = v.all
	if len(v.all) > 0 {
		out.Place = v.all[0].Place
	}
	return out
}

// valueDiff collects the differences of two definitions.
type valueDiff struct {
	old, now *def.Catalog
	was, is  *def.Definition
	all      []Value
}

// compare descends to the values at which two mappings differ.
func (v *valueDiff) compare(path string, was, is *def.Node) {
	if def.Equal(was, is) {
		return
	}
	if was == nil || is == nil || was.Type() != def.Map || is.Type() != def.Map {
		v.add(path, was, is)
		return
	}
	below := func(key string) string {
		if path == "" {
			return key
		}
		return path + "." + key
	}
	for _, f := range is.Fields() {
		v.compare(below(f.Key), was.Get(f.Key), f.Value)
	}
	for _, f := range was.Fields() {
		if is.Get(f.Key) == nil {
			v.compare(below(f.Key), f.Value, nil)
		}
	}
}

func (v *valueDiff) add(path string, was, is *def.Node) {
	if path == "lua" || path == "id" || path == "kind" {
		return // addScripts adds the script; a renamed definition is the same one
	}
	out := Value{Path: path, Before: was.Show(), After: is.Show(), Pack: v.is.Pack, Version: version(v.now, v.is.Pack), Place: is.At(v.is.Place)}
	// A pack that changed the value on one side is the cause.
	for _, side := range []struct {
		c *def.Catalog
		d *def.Definition
	}{{v.now, v.is}, {v.old, v.was}} {
		steps, ok := provenance.History(side.c, side.d, path)
		if !ok || len(steps) == 0 {
			continue
		}
		s := steps[len(steps)-1]
		if s.Op == "" && len(v.is.Changes) == 0 && len(v.was.Changes) > 0 && side.d == v.is {
			continue // the pack no longer makes this change
		}
		out.Pack, out.Version, out.Place, out.Text = s.Pack, s.Version, s.Place, s.Text
		break
	}
	v.all = append(v.all, out)
}

// addScripts adds where scripts differ, and the functions that packs have attached to
// hooks on one side only.
func (v *valueDiff) addScripts() {
	if was, is := v.was.Script, v.is.Script; is != nil && (was == nil || was.Source != is.Source) {
		v.all = append(v.all, v.script(was, is))
	}
	tell := func(layers, other []def.Layer, c *def.Catalog, words func(*Value, string)) {
		for _, l := range layers {
			same := func(o def.Layer) bool {
				return o.Pack == l.Pack && o.Hook == l.Hook && o.Op == l.Op && o.Script.Source == l.Script.Source
			}
			if !slices.ContainsFunc(other, same) {
				out := Value{Path: "hooks." + l.Hook, Pack: l.Pack, Version: version(c, l.Pack), Place: l.Place}
				words(&out, string(l.Op))
				v.all = append(v.all, out)
			}
		}
	}
	tell(v.is.Layers, v.was.Layers, v.now, func(out *Value, op string) { out.After = op })
	tell(v.was.Layers, v.is.Layers, v.old, func(out *Value, op string) { out.Before = op })
}

func (v *valueDiff) script(was, is *def.Script) Value {
	at, before, after := firstDifference(was, is)
	return Value{Path: "script", Before: before, After: after, Pack: v.is.Pack, Version: version(v.now, v.is.Pack), Place: at}
}

// changedModules returns the Lua modules that differ.
func changedModules(old, now *def.Catalog) []Cause {
	var out []Cause
	for _, p := range now.Ordered() {
		was, ok := old.Pack(p.ID)
		if !ok || was.Digest == p.Digest {
			continue
		}
		for name, s := range p.Modules {
			if before := was.Modules[name]; before == nil || before.Source != s.Source {
				at, first, second := firstDifference(before, s)
				out = append(out, Cause{
					Definition: s.Module, Pack: p.ID, Version: p.Version, Place: at,
					Values: []Value{{Path: "script", Before: first, After: second, Pack: p.ID, Version: p.Version, Place: at}},
				})
			}
		}
	}
	slices.SortFunc(out, func(a, b Cause) int { return strings.Compare(a.Place.File, b.Place.File) })
	return out[:min(len(out), maxCauses)]
}
