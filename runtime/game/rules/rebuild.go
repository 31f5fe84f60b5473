package rules

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
	"sleight/runtime/lua/analysis"
)

// builtDefinition is everything built from one definition, which the next build reuses if
// nothing that it depends on has changed.
type builtDefinition struct {
	item      *Item
	prototype *state.Prototype
	hooks     []keyedHook
	// expressions are the programs of its expressions; compiled has them with
	// their keys.
	expressions []*lua.Program
	compiled    []*compiled
	standalone  map[string]*api.Hook
	own         []*api.Hook // see hooksOf
	weights     map[*def.Node]*api.Hook
	later       []lateStart
	waiting     []analysis.Reference
	// checked means that checkScripts found nothing in its scripts, and that this
	// does not depend on the hooks of other definitions, besides anyItem.
	checked bool
}

type keyedHook struct {
	key  hookKey
	hook *api.Hook
}

// spareHooks is how many numbers of hooks may be unused before a build numbers
// all hooks afresh.
const spareHooks = 10_000

// continueFrom adopts the numbering of the previous build, so that a hook keeps
// its number as long as it exists.
func (b *builder) continueFrom(before *builder) {
	if before != nil { // the maps will hold about as much as before
		b.built = make(map[*def.Definition]*builtDefinition, len(before.built))
		b.hooks = make(map[hookKey]*api.Hook, len(before.hooks))
		b.numbers = make(map[*lua.Program]int, len(before.numbers))
	} else {
		b.built, b.hooks, b.numbers = map[*def.Definition]*builtDefinition{}, map[hookKey]*api.Hook{}, map[*lua.Program]int{}
	}
	if before == nil || before.nextHook > len(before.hooks)+spareHooks {
		b.previous = nil
		return
	}
	b.nextHook, b.nextScript = before.nextHook, before.nextScript
}

// sameContext reports whether an unchanged definition means the same to the game
// as in the previous build: the game, its kinds, the modules of packs and the
// names that other definitions can refer to are the same. Names may have been
// added.
func (b *builder) sameContext() bool {
	if !slices.EqualFunc(b.previous.catalog.Packs(), b.catalog.Packs(), func(x, y *def.Pack) bool {
		return x.ID == y.ID && x.Digest == y.Digest && slices.Equal(x.Uses, y.Uses) && x.Place == y.Place
	}) {
		return false
	}
	was, is := b.previous.catalog.All(), b.catalog.All()
	if len(was) != len(is) {
		return false
	}
	for i, d := range is {
		if was[i] != d && !b.keepsNames(d, was[i]) {
			return false
		}
	}
	return true
}

// keepsNames reports whether a definition has the key of its predecessor and all
// names by which others could refer to it.
func (b *builder) keepsNames(now, before *def.Definition) bool {
	includes := func(all, some []string) bool {
		return !slices.ContainsFunc(some, func(name string) bool { return !slices.Contains(all, name) })
	}
	return now.Pack == before.Pack && now.Kind == before.Kind && now.ID == before.ID &&
		includes(b.entityNames(now), b.previous.entityNames(before)) && includes(tagsOf(now), tagsOf(before))
}

// canReuse reports whether what the previous build built from a definition is still
// right, given that sameContext holds.
func (b *builder) canReuse(d *def.Definition, m *builtDefinition) bool {
	if m == nil || b.scripts[d] != b.previous.scripts[d] || !slices.EqualFunc(b.layers[d], b.previous.layers[d], func(x, y layer) bool { return x.program == y.program }) {
		return false
	}
	for _, h := range m.hooks { // one program may serve several definitions
		if owner := h.hook.Owner; owner != d && b.catalog.Definition(owner.Pack, owner.Kind, owner.ID) != owner {
			return false
		}
	}
	return true
}

// reuse reuses what the previous build built from a definition.
func (b *builder) reuse(d *def.Definition, m *builtDefinition) {
	for _, h := range m.hooks {
		b.hooks[h.key], b.numbers[h.hook.Program] = h.hook, h.hook.Script
	}
	for _, c := range m.compiled {
		b.content.programs.reuse(c)
	}
	for _, p := range m.expressions {
		b.content.recordExpression(d, p)
	}
	for _, r := range m.waiting {
		b.waiting = append(b.waiting, waitingReference{d, r})
	}
	for n, h := range m.weights {
		b.weights[n] = h
	}
	if m.standalone != nil {
		b.game.standalone[d.Key()] = m.standalone
	}
	if len(m.later) > 0 { // computed again, and sessions share the prototype
		m = m.copied()
		b.lateStarts = append(b.lateStarts, m.later...)
	}
	b.built[d] = m
	if m.item != nil {
		b.addListeners(m.item)
		b.game.Restricted = b.game.Restricted || m.item.Use != nil && len(m.item.Use.During) > 0
		b.game.items[m.prototype.Key], b.prototypes[m.prototype.Key] = m.item, m.prototype
	}
}

// copied returns a copy whose prototype can be changed.
func (d *builtDefinition) copied() *builtDefinition {
	c, p := *d, *d.prototype
	p.Start = slices.Clone(p.Start)
	c.prototype, c.later = &p, slices.Clone(d.later)
	for i := range c.later {
		c.later[i].prototype = &p
	}
	return &c
}

// record runs a function that builds a definition, and keeps the result for the next
// build, unless there are problems or no next build.
func (b *builder) record(d *def.Definition, build func(*builtDefinition)) {
	m := &builtDefinition{}
	if b.content.checkOnly {
		build(m)
		return
	}
	problems, later, waiting := len(b.problems), len(b.lateStarts), len(b.waiting)
	b.building, b.content.programs.record = m, &m.compiled
	build(m)
	b.building, b.content.programs.record = nil, nil
	m.later, m.own = slices.Clone(b.lateStarts[later:]), b.own[d]
	for _, w := range b.waiting[waiting:] {
		m.waiting = append(m.waiting, w.Reference)
	}
	if len(b.problems) == problems {
		b.built[d] = m
	}
}

// reuse reuses a program of the previous build.
func (p *programs) reuse(c *compiled) {
	if p.find(c.hash, &c.key) == nil && len(c.problems) == 0 {
		p.add(c)
		p.work -= c.program.OwnLoadFuel() - loadingFree
	}
}
