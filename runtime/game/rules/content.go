package rules

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua"
)

// Content is a catalog with compiled scripts and checked games. It is
// immutable, so any number of sessions and goroutines may share it.
type Content struct {
	Catalog *def.Catalog
	games   map[string]*Game
	// programs caches compiled programs by source, for the next build; attempt
	// holds those of the next build if it failed.
	programs *programs
	attempt  atomic.Pointer[programs]
	// outline is what the last failed build could declare; it is only set in the
	// result of Nothing.
	outline atomic.Pointer[Content]
	// checkOnly is set in the result of CheckOnly, and in what is built after it.
	checkOnly bool
	// partial is what the first failed build after this content compiled, until
	// Partial returns it.
	partial  atomic.Pointer[Content]
	code     []Code
	recorded map[ownedProgram]bool // the expressions in code
	retained []string
	// blocked maps the games that cannot be played to the problems of the packs
	// they use.
	blocked map[string]diag.List
	// migrations holds the scripts of migrations that have one.
	migrations map[*def.Migration]*lua.Program
}

// Nothing returns content without any games. Used as the previous content of a
// first build, it keeps the programs that failed builds compiled, like any
// other content.
func Nothing() *Content {
	catalog := def.NewCatalog(nil, nil, "")
	return &Content{Catalog: catalog, programs: newPrograms(catalog)}
}

// CheckOnly is Nothing for a build that is checked once: it drops what only play or
// the next build needs as soon as it can, so its games cannot be played.
func CheckOnly() *Content {
	c := Nothing()
	c.checkOnly = true
	return c
}

// ForChecksOnly reports whether c is the result of CheckOnly, or was built after it.
func (c *Content) ForChecksOnly() bool { return c != nil && c.checkOnly }

// isNothing reports whether c is the result of Nothing.
func (c *Content) isNothing() bool { return c != nil && c.games == nil }

// keepOutline keeps what a build after c could declare, if c is Nothing.
func (c *Content) keepOutline(built *Content) {
	if c.isNothing() {
		c.outline.Store(built)
	}
}

// Outline returns content in which names can be looked up but which cannot be
// played: if c is the result of Nothing, what could be declared by the last failed
// build whose previous content was c. It returns nil if nothing is certain.
func (c *Content) Outline() *Content { return c.outline.Load() }

// Partial returns the catalog and the code of the first build since the last call that
// failed and whose previous content was c, for checks of single definitions and scripts;
// nil if there was none. It has no games.
func (c *Content) Partial() *Content { return c.partial.Swap(nil) }

// keepPartial keeps what a failed build after c compiled, for Partial.
func (c *Content) keepPartial(built *Content) {
	if c != nil {
		c.partial.CompareAndSwap(nil, &Content{Catalog: built.Catalog, code: built.code})
	}
}

// Build compiles and checks a catalog. Programs of the previous content are
// reused if their sources have not changed; previous may be nil. The content is
// nil if the list has errors.
func Build(catalog *def.Catalog, previous *Content) (*Content, diag.List) {
	return BuildExcept(catalog, previous, nil)
}

// BuildExcept is Build, but does not build the games with these ids, which are
// blocked for the problems given.
func BuildExcept(catalog *def.Catalog, previous *Content, blocked map[string]diag.List) (*Content, diag.List) {
	return build(catalog, previous, blocked, func(*Game) bool { return false }, nil)
}

// newContent returns content to be built after a previous one, which may be nil.
func newContent(catalog *def.Catalog, previous *Content) *Content {
	c := &Content{Catalog: catalog, games: map[string]*Game{}, recorded: map[ownedProgram]bool{}, programs: newPrograms(catalog)}
	if c.checkOnly = previous.ForChecksOnly(); c.checkOnly {
		c.programs.keptReady = 0
	}
	if previous != nil {
		c.programs.after(previous)
		c.recorded, c.code = make(map[ownedProgram]bool, len(previous.recorded)), make([]Code, 0, len(previous.code))
	}
	return c
}

// build is BuildExcept, but shares the games of the previous content that are
// the same. If check is not nil, it only checks the content.
func build(catalog *def.Catalog, previous *Content, blocked map[string]diag.List, same func(*Game) bool, check *checking) (*Content, diag.List) {
	c := newContent(catalog, previous)
	scripts, problems := c.programs.scripts(catalog)
	layers, list := c.programs.layers(catalog)
	problems = append(problems, list...)
	problems = append(problems, c.programs.modules()...)
	c.dropScripts()
	compiled, faulty := slices.Clone(problems), problems.Failed() || check != nil
	if check != nil {
		check.compiled = compiled
	}
	c.gatherCode(scripts, layers)
	problems = append(problems, c.compileMigrations()...)
	for _, d := range catalog.Kind("game") {
		if blocked[d.ID] != nil {
			continue
		}
		if first := c.games[d.ID]; first != nil {
			problems = append(problems, duplicate(first.Definition, d))
			continue
		}
		if previous != nil && previous.games[d.ID] != nil && same(previous.games[d.ID]) {
			c.share(d.ID, previous)
			continue
		}
		b := &builder{content: c, catalog: catalog.VisibleTo(d), layers: layers, game: &Game{Definition: d, origin: map[string]string{}}, scripts: scripts, faulty: faulty, compiled: compiled}
		if previous != nil && previous.games[d.ID] != nil {
			b.previous = previous.games[d.ID].rules
		}
		b.checkDuplicates()
		b.build()
		b.checkSections(check.isFaulty(d))
		if previous.isNothing() && b.faulty {
			b.outline()
		}
		b.previous = nil
		problems = append(problems, b.problems...)
		c.games[d.ID] = b.game
		if c.checkOnly {
			b.dropPlay()
		}
	}
	if check == nil && !problems.Failed() {
		problems = append(problems, c.checkMigrations()...)
	}
	failed := problems.Failed() || check != nil
	c.endBuild(previous, failed)
	if problems.Failed() {
		blamePatches(catalog, problems)
		c.explainUnknownNames(problems)
	}
	problems.Sort()
	previous.keepOutline(c)
	if failed {
		previous.keepPartial(c)
		return nil, problems
	}
	c.blocked = blocked
	return c, problems
}

// Compile checks the Lua code of packs alone, as Build does first: for content
// that cannot be built otherwise. Modules that the previous content has in the
// same form are not compiled again; previous may be nil. The list is sorted.
func Compile(packs []*def.Pack, previous *Content) diag.List {
	p := newPrograms(def.NewCatalog(packs, nil, ""))
	if previous != nil {
		previous.outline.Store(nil)
		p.after(previous)
	}
	problems := p.modules()
	problems.Sort()
	return problems
}

// Blocked returns the problems because of which a game with some valid packs cannot
// be played, or nil if it can be.
func (c *Content) Blocked(id string) diag.List { return c.blocked[id] }

// BlockedGames lists the games that cannot be played, sorted.
func (c *Content) BlockedGames() []string { return slices.Sorted(maps.Keys(c.blocked)) }

// DefinitionBlocked reports whether a definition cannot be tried out because the games it
// belongs to are blocked: those of its own pack, or all that could use it.
func (c *Content) DefinitionBlocked(d *def.Definition) bool {
	if len(c.blocked) == 0 {
		return false
	}
	own := slices.DeleteFunc(slices.Clone(c.Catalog.Kind("game")), func(g *def.Definition) bool { return g.Pack != d.Pack })
	if len(own) > 0 {
		return !slices.ContainsFunc(own, func(g *def.Definition) bool { return c.games[g.ID] != nil })
	}
	return c.GameOf(d) == nil
}

// Game finds a game by id.
func (c *Content) Game(id string) (*Game, bool) {
	g, ok := c.games[id]
	return g, ok
}

// GameOf returns the game most closely related to a definition: itself, the
// first game of its pack, the first that its pack says it is for, or the first
// that sees it at all. It returns nil if there is none.
func (c *Content) GameOf(d *def.Definition) *Game {
	if d.Kind == "game" {
		return c.games[d.ID]
	}
	for _, g := range c.Games() {
		if g.Definition.Pack == d.Pack {
			return g
		}
	}
	if p, ok := c.Catalog.Pack(d.Pack); ok {
		for _, id := range p.Games {
			if g := c.games[id]; g != nil {
				return g
			}
		}
	}
	for _, g := range c.Games() {
		if slices.Contains(c.Catalog.PacksOf(g.Definition), d.Pack) {
			return g
		}
	}
	return nil
}

// Games returns all games in listing order: by order: in their definitions, then
// by id.
func (c *Content) Games() []*Game {
	return slices.SortedFunc(maps.Values(c.games), func(a, b *Game) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(a.ID(), b.ID()))
	})
}

// With returns content with changed numbers, by "id.name" or "kind/id.name": the
// name is that of a parameter, or else the path of a number in the definition.
func (c *Content) With(params map[string]float64) (*Content, diag.List) {
	all := slices.Clone(c.Catalog.All())
	digest := sha256.New()
	digest.Write([]byte(c.Catalog.Digest))
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if problem := override(all, name, params[name]); problem != nil {
			return nil, diag.List{*problem}
		}
		fmt.Fprintf(digest, "%s=%v\n", name, params[name])
	}
	return c.variant(def.NewCatalog(c.Catalog.Packs(), all, hex.EncodeToString(digest.Sum(nil))))
}

// variant builds a catalog in which some definitions of the content have
// changed. The games that see none of them are shared.
func (c *Content) variant(catalog *def.Catalog) (*Content, diag.List) {
	catalog.Locales = c.Catalog.Locales
	var changed []*def.Definition
	for i, d := range c.Catalog.All() {
		if catalog.All()[i] != d {
			changed = append(changed, d)
		}
	}
	return build(catalog, c, c.blocked, func(g *Game) bool {
		return !slices.ContainsFunc(changed, g.sees)
	}, nil)
}

// sees reports whether a definition is among those of the game.
func (g *Game) sees(d *def.Definition) bool {
	return g.Catalog().Definition(d.Pack, d.Kind, d.ID) == d
}

// share reuses a game of the previous content, with its entries in code.
func (c *Content) share(id string, previous *Content) {
	g := previous.games[id]
	c.games[id] = g
	for _, code := range previous.code {
		if code.Expression && g.sees(code.Owner) {
			c.recordExpression(code.Owner, code.Program)
		}
	}
}

// Retain returns content that also has definitions that the catalog has lost
// but which are still in play. The catalog from has those definitions and their
// packs.
func (c *Content) Retain(lost []*def.Definition, from *def.Catalog) (*Content, diag.List) {
	if len(lost) == 0 {
		return c, nil
	}
	all, packs := append(slices.Clone(c.Catalog.All()), lost...), c.Catalog.Packs()
	for _, d := range lost {
		if p, ok := from.Pack(d.Pack); ok && !slices.ContainsFunc(packs, func(q *def.Pack) bool { return q.ID == p.ID }) {
			packs = append(packs, p)
		}
	}
	catalog := def.NewCatalog(packs, all, c.Catalog.Digest)
	catalog.Locales = c.Catalog.Locales
	kept, problems := BuildExcept(catalog, c, c.blocked)
	if kept != nil {
		for _, d := range lost {
			kept.retained = append(kept.retained, d.Key())
		}
	}
	return kept, problems
}

// Retained lists the definitions, by kind/id, that Retain has kept.
func (c *Content) Retained() []string { return c.retained }

// Migration returns the compiled script of a migration, or nil if it has none.
func (c *Content) Migration(m *def.Migration) *lua.Program { return c.migrations[m] }
