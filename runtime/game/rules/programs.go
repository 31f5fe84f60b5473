package rules

import (
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
)

// programs compiles each source once.
type programs struct {
	catalog *def.Catalog
	surface *lua.Surface
	params  map[string][]api.Param // of every API function
	// known holds what was compiled, by the hash of its key or, if another key has
	// that, one of the next numbers.
	known map[uint64]*compiled
	seed  maphash.Seed // of the hashes
	// old is the last good build, and attempt the last one that failed since.
	old, attempt *programs
	loading      []string // modules being compiled, to detect cycles
	trial        *lua.VM  // for loading each program once
	work         int64    // the rest of loadingWork
	// record, if there is one, receives the keys of the programs asked for.
	record *[]*compiled
}

type compiled struct {
	key      programKey
	hash     uint64
	program  *lua.Program
	problems diag.List
}

// keptReady is how many programs keep their functions once they are checked.
// Further ones build them again when a game first loads them: of more, nearly
// all belong to definitions that are not in play.
const keptReady = 2_000

// programKey identifies the source of a program, with its place and with the
// pack whose modules it can require. Line and column are those of the first
// character; params are nil for a script.
type programKey struct {
	file, path           string
	line, column, length int
	pack, params, source string
}

func newPrograms(c *def.Catalog) *programs {
	params := map[string][]api.Param{}
	for _, f := range api.Functions() {
		params[f.Name] = f.Params
	}
	surface := api.Surface()
	return &programs{catalog: c, surface: surface, params: params, known: map[uint64]*compiled{}, seed: maphash.MakeSeed(), trial: lua.NewTrial(surface), work: loadingWork}
}

// after makes the programs of earlier builds serve again.
func (p *programs) after(previous *Content) {
	p.old, p.attempt, p.seed = previous.programs, previous.attempt.Load(), previous.programs.seed
	p.known = make(map[uint64]*compiled, len(p.old.known))
}

// done ends a build. What a failed one compiled is kept for the next.
func (p *programs) done(previous *Content, failed bool) {
	p.old, p.attempt, p.trial = nil, nil, nil
	switch {
	case previous == nil:
	case failed:
		previous.attempt.Store(p)
	default:
		previous.attempt.Store(nil)
	}
}

// find returns what was compiled under a key, or nil.
func (p *programs) find(hash uint64, key *programKey) *compiled {
	for ; ; hash++ {
		if c := p.known[hash]; c == nil || c.key == *key {
			return c
		}
	}
}

// keep makes find return what was compiled.
func (p *programs) keep(c *compiled) {
	hash := c.hash
	for p.known[hash] != nil {
		hash++
	}
	p.known[hash] = c
}

// candidates are what earlier builds compiled: the last good one, and the last
// attempt after it.
func (p *programs) candidates(hash uint64, key *programKey) (out []*compiled) {
	for _, old := range []*programs{p.old, p.attempt} {
		if old == nil {
			continue
		}
		if c := old.find(hash, key); c != nil && len(c.problems) == 0 && c.program.Tried() {
			out = append(out, c)
		}
	}
	return out
}

// once compiles a source, or returns the program compiled before under the same
// key. A program of an earlier build serves again if every module that it
// requires does.
func (p *programs) once(key programKey, modules resolver, compile func() (*lua.Program, diag.List)) (*lua.Program, diag.List) {
	hash := maphash.Comparable(p.seed, key)
	if c := p.find(hash, &key); c != nil {
		p.note(c)
		return c.program, nil // its problems have been reported
	}
	var required diag.List // problems of modules, which are reported only once
	for _, c := range p.candidates(hash, &key) {
		same, problems := c.program.Resolves(modules)
		if required = append(required, problems...); same && len(required) == 0 {
			p.keep(c)
			p.work -= c.program.OwnLoadFuel() - loadingFree
			p.note(c)
			return c.program, nil
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
	now := &compiled{key, hash, program, problems}
	p.keep(now)
	if program != nil && len(p.known) > keptReady {
		program.Shelve()
	}
	p.note(now)
	return program, problems
}

// note records that a program is used.
func (p *programs) note(c *compiled) {
	if p.record != nil {
		*p.record = append(*p.record, c)
	}
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
	key := programKey{file: s.File, line: s.Line, column: s.Column, pack: pack, source: s.Source}
	modules := resolver{p, pack, s}
	return p.once(key, modules, func() (*lua.Program, diag.List) {
		return lua.Compile(s, p.surface, modules)
	})
}

func (p *programs) expression(pack, source string, params []string, at diag.Place) (*lua.Program, diag.List) {
	key := programKey{at.File, at.Path, at.Line, at.Column, at.Length, pack, strings.Join(params, " "), source}
	modules := resolver{p, pack, nil}
	return p.once(key, modules, func() (*lua.Program, diag.List) {
		return lua.CompileExpr(source, params, at, p.surface, modules)
	})
}

// scripts compiles the scripts of definitions.
func (p *programs) scripts(catalog *def.Catalog) (map[*def.Definition]*lua.Program, diag.List) {
	var problems diag.List
	out := map[*def.Definition]*lua.Program{}
	for _, d := range catalog.All() {
		if d.Script == nil {
			continue
		}
		program, list := p.chunk(home(d.Script, d.Pack), d.Script)
		problems = append(problems, list...)
		if program != nil {
			out[d] = program
		}
	}
	return out, problems
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
