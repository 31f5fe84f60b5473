package rules

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
)

// Content is a catalog with compiled scripts and checked games. It is
// immutable, so any number of sessions and goroutines may share it.
type Content struct {
	Catalog *def.Catalog
	games   map[string]*Game
	// programs caches compiled programs by source, for the next build.
	programs *programs
	code     []Code
	recorded map[ownedProgram]bool // the expressions in code
	retained []string
	// blocked maps the games that cannot be played to the problems of the packs
	// they use.
	blocked map[string]diag.List
	// migrations holds the scripts of migrations that have one.
	migrations map[*def.Migration]*lua.Program
}

// Build compiles and checks a catalog. Programs of the previous content are
// reused if their sources have not changed; previous may be nil. There is no
// content if the list has failed.
func Build(catalog *def.Catalog, previous *Content) (*Content, diag.List) {
	return BuildExcept(catalog, previous, nil)
}

// BuildExcept is Build, but does not build the games with these ids, which are
// blocked for the problems given.
func BuildExcept(catalog *def.Catalog, previous *Content, blocked map[string]diag.List) (*Content, diag.List) {
	c := &Content{Catalog: catalog, games: map[string]*Game{}, recorded: map[ownedProgram]bool{}, programs: newPrograms(catalog)}
	if previous != nil {
		c.programs.old = previous.programs
		c.programs.known = make(map[string]compiled, len(previous.programs.known))
		c.recorded, c.code = make(map[ownedProgram]bool, len(previous.recorded)), make([]Code, 0, len(previous.code))
	}
	var problems diag.List
	scripts := map[*def.Definition]*lua.Program{}
	for _, d := range catalog.All() {
		if d.Script == nil {
			continue
		}
		p, list := c.programs.chunk(home(d.Script, d.Pack), d.Script)
		problems = append(problems, list...)
		if p != nil {
			scripts[d] = p
		}
	}
	layers, list := c.programs.layers(catalog)
	problems = append(problems, list...)
	problems = append(problems, c.programs.modules()...)
	faulty := problems.Failed()
	c.gather(scripts, layers)
	problems = append(problems, c.compileMigrations()...)
	for _, d := range catalog.Kind("game") {
		if blocked[d.ID] != nil {
			continue
		}
		if first := c.games[d.ID]; first != nil {
			problems = append(problems, twice(first.Definition, d))
			continue
		}
		b := &builder{content: c, catalog: catalog.Seen(d), layers: layers, game: &Game{Definition: d, origin: map[string]string{}}, scripts: scripts, faulty: faulty}
		if previous != nil && previous.games[d.ID] != nil {
			b.before = previous.games[d.ID].rules
		}
		b.distinct()
		b.build()
		b.before = nil
		problems = append(problems, b.problems...)
		c.games[d.ID] = b.game
	}
	if !problems.Failed() {
		problems = append(problems, c.checkMigrations()...)
	}
	c.programs.old, c.programs.trial = nil, nil
	if problems.Failed() {
		blamePatches(catalog, problems)
		c.blameOthers(problems)
	}
	problems.Sort()
	if problems.Failed() {
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
		p.old = previous.programs
	}
	problems := p.modules()
	problems.Sort()
	return problems
}

// Blocked returns why a game cannot be played although some of its packs are
// there, or nothing if it can.
func (c *Content) Blocked(id string) diag.List { return c.blocked[id] }

// BlockedGames lists the games that cannot be played, sorted.
func (c *Content) BlockedGames() []string { return slices.Sorted(maps.Keys(c.blocked)) }

// Idle reports whether a definition cannot be tried out because the games it
// belongs to are blocked: those of its own pack, or all that could use it.
func (c *Content) Idle(d *def.Definition) bool {
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

// Games returns all games in listing order: by the order that they ask for,
// then by id.
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
	catalog := def.NewCatalog(c.Catalog.Packs(), all, hex.EncodeToString(digest.Sum(nil)))
	catalog.Locales = c.Catalog.Locales
	return BuildExcept(catalog, c, c.blocked)
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

// programs compiles each source once.
type programs struct {
	catalog *def.Catalog
	surface *lua.Surface
	params  map[string][]api.Param // of every API function
	known   map[string]compiled
	old     *programs
	loading []string // modules being compiled, to detect cycles
	trial   *lua.VM  // for loading each program once
	work    int64    // the rest of loadingWork
	// record, if there is one, receives the keys of the programs asked for.
	record *[]string
}

type compiled struct {
	program  *lua.Program
	problems diag.List
}

func newPrograms(c *def.Catalog) *programs {
	params := map[string][]api.Param{}
	for _, f := range api.Functions() {
		params[f.Name] = f.Params
	}
	surface := api.Surface()
	return &programs{catalog: c, surface: surface, params: params, known: map[string]compiled{}, trial: lua.NewTrial(surface), work: loadingWork}
}

// once compiles a source, or returns the program compiled before under the same
// key. A program of the previous build serves again if every module that it
// requires does.
func (p *programs) once(key string, modules resolver, compile func() (*lua.Program, diag.List)) (*lua.Program, diag.List) {
	if p.record != nil {
		*p.record = append(*p.record, key)
	}
	if c, ok := p.known[key]; ok {
		return c.program, nil // its problems have been reported
	}
	var required diag.List
	if p.old != nil {
		if c, ok := p.old.known[key]; ok && len(c.problems) == 0 {
			var same bool
			if same, required = c.program.Resolves(modules); same {
				p.known[key] = c
				p.work -= c.program.OwnLoadFuel() - loadingFree
				return c.program, nil
			}
		}
	}
	program, problems := compile()
	if program != nil {
		if problem := p.try(program); problem != nil {
			program, problems = nil, append(problems, *problem)
		}
	}
	if len(required) > 0 { // the first to require a module reports what is wrong with it
		program, problems = nil, append(required, problems...)
	}
	p.known[key] = compiled{program, problems}
	return program, problems
}

// The budget for loading all scripts of the content, in units of fuel: an
// amount per script, and an amount that they share.
const (
	loadingFree = 2_000
	loadingWork = 10_000_000
)

// try loads a program, to find failures and the cost of loading.
func (p *programs) try(program *lua.Program) *diag.Diagnostic {
	if problem := p.trial.Try(program); problem != nil {
		return problem
	}
	if p.work -= program.OwnLoadFuel() - loadingFree; p.work < 0 {
		d := diag.New("script/load", program.Place(), "the scripts together take too much work to load").
			WithHint("move the work into hooks, or the data into YAML")
		return &d
	}
	return nil
}

func (p *programs) chunk(pack string, s *def.Script) (*lua.Program, diag.List) {
	key := fmt.Sprintf("chunk\x00%s\x00%d:%d\x00%s\x00%s", s.File, s.Line, s.Column, pack, s.Source)
	modules := resolver{p, pack, s}
	return p.once(key, modules, func() (*lua.Program, diag.List) {
		return lua.Compile(s, p.surface, modules)
	})
}

func (p *programs) expression(pack, source string, params []string, at diag.Place) (*lua.Program, diag.List) {
	key := fmt.Sprintf("expr\x00%s\x00%s\x00%v\x00%s", at, pack, params, source)
	modules := resolver{p, pack, nil}
	return p.once(key, modules, func() (*lua.Program, diag.List) {
		return lua.CompileExpr(source, params, at, p.surface, modules)
	})
}

// modules compiles every module that nothing has required so far, so that every
// file is checked.
func (p *programs) modules() diag.List {
	var problems diag.List
	for _, pack := range p.catalog.Packs() {
		for _, name := range slices.Sorted(maps.Keys(pack.Modules)) {
			_, list := p.chunk(pack.ID, pack.Modules[name])
			problems = append(problems, list...)
		}
	}
	return problems
}
