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
	"sleight/runtime/lua/analysis"
)

// programs compiles each source only once.
type programs struct {
	catalog *def.Catalog
	surface *analysis.Surface
	params  map[string][]api.Param // of each API function
	// known maps the hash of a key to its program. If another key has the same
	// hash, the next free number is used.
	known map[uint64]*compiled
	seed  maphash.Seed // for the hashes
	// old is the last successful build, attempt the last failed one since then.
	old, attempt *programs
	expected     int      // how many definitions have scripts
	loading      []string // modules being compiled, to detect cycles
	trial        *lua.VM  // for loading each program once
	work         int64    // what is left of loadingWork
	// scripted are the scripts of the definitions in the catalog, in their order; nil
	// for those that have none.
	scripted  []*compiled
	keptReady int // see the constant keptReady
	// record, if not nil, receives the keys of all programs that are used.
	record *[]*compiled
}

type compiled struct {
	key      programKey
	hash     uint64
	program  *lua.Program
	problems diag.List
}

// keptReady is the number of programs whose functions are kept after they are
// checked. The functions of further programs are built again when a game first
// loads them: with that many programs, nearly all belong to definitions that
// are not in play.
const keptReady = 2_000

// programKey identifies a program's source, its position, and the pack whose
// modules it can require. Line and column are those of the first character;
// params is nil for a script.
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
	return &programs{catalog: c, surface: surface, params: params, known: map[uint64]*compiled{}, seed: maphash.MakeSeed(), trial: lua.NewTrialVM(surface), work: loadingWork, keptReady: keptReady}
}

// after makes the programs of earlier builds available for reuse.
func (p *programs) after(previous *Content) {
	p.old, p.attempt, p.seed = previous.programs, previous.attempt.Load(), previous.programs.seed
	p.known, p.expected = make(map[uint64]*compiled, len(p.old.known)), p.old.expected
}

// endBuild ends a build. Programs compiled by a failed build are kept for the next
// one.
func (p *programs) endBuild(previous *Content, failed bool) {
	p.old, p.attempt, p.trial = nil, nil, nil
	switch {
	case previous == nil:
	case failed:
		previous.attempt.Store(p)
	default:
		previous.attempt.Store(nil)
	}
}

// find returns the program with a key, or nil.
func (p *programs) find(hash uint64, key *programKey) *compiled {
	for ; ; hash++ {
		if c := p.known[hash]; c == nil || c.key == *key {
			return c
		}
	}
}

// add adds a program for find to return.
func (p *programs) add(c *compiled) {
	hash := c.hash
	for p.known[hash] != nil {
		hash++
	}
	p.known[hash] = c
}

// candidates are what earlier builds compiled: the last good one, the last
// attempt after it, and builds of other content that has the same files. Each may be nil.
func (p *programs) candidates(hash uint64, key *programKey) (out [3]*compiled) {
	for i, old := range [...]*programs{p.old, p.attempt} {
		if old == nil {
			continue
		}
		if c := old.find(hash, key); c != nil && len(c.problems) == 0 && c.program.IsTrialLoaded() {
			out[i] = c
		}
	}
	if program, ok := p.shared(key).Get(*key).(*lua.Program); ok {
		out[2] = &compiled{key: *key, hash: hash, program: program}
	}
	return out
}

// shared returns what keeps programs for other content, if the program is in a file that
// never changes: those of a pack, not patches of it.
func (p *programs) shared(key *programKey) *def.Shared {
	pack, ok := p.catalog.Pack(key.pack)
	if !ok || !strings.HasPrefix(key.file, strings.TrimSuffix(pack.Place.File, "content/"+pack.ID)) {
		return nil
	}
	return pack.Shared
}

// compileOnce compiles a source, or returns the program compiled earlier with the same
// key. A program of an earlier build is reused if every module that it requires
// is reused.
func (p *programs) compileOnce(key programKey, modules resolver, compile func() (*lua.Program, diag.List)) (*lua.Program, diag.List) {
	hash := maphash.Comparable(p.seed, key)
	if c := p.find(hash, &key); c != nil {
		p.recordUse(c)
		return c.program, nil // its problems have been reported
	}
	var required diag.List // problems of modules, which are reported only once
	for _, c := range p.candidates(hash, &key) {
		if c == nil {
			continue
		}
		same, problems := c.program.IsUpToDate(modules)
		if required = append(required, problems...); same && len(required) == 0 {
			p.add(c)
			p.work -= c.program.OwnLoadFuel() - loadingFree
			p.recordUse(c)
			return c.program, nil
		}
	}
	program, problems := compile()
	if program != nil {
		if problem := p.try(program); problem != nil {
			program, problems = nil, append(problems, *problem)
		}
	}
	if len(required) > 0 { // problems of a module are reported where it is first required
		program, problems = nil, append(required, problems...)
	}
	now := &compiled{key, hash, program, problems}
	p.add(now)
	switch {
	case program == nil:
	case len(p.known) > p.keptReady:
		program.DropCode()
	case len(problems) == 0 && program.IsTrialLoaded():
		p.shared(&key).Keep(key, program)
	}
	p.recordUse(now)
	return program, problems
}

// recordUse records that a program is used.
func (p *programs) recordUse(c *compiled) {
	if p.record != nil {
		*p.record = append(*p.record, c)
	}
}

// The fuel budget for loading all scripts: an amount per script, and an amount
// that all scripts share.
const (
	loadingFree = 2_000
	loadingWork = 10_000_000
)

// try loads a program, to find failures and the cost of loading.
func (p *programs) try(program *lua.Program) *diag.Diagnostic {
	if problem := p.trial.TrialLoad(program); problem != nil {
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
	return p.compileOnce(key, modules, func() (*lua.Program, diag.List) {
		return lua.Compile(s, p.surface, modules)
	})
}

func (p *programs) expression(pack, source string, params []string, at diag.Place) (*lua.Program, diag.List) {
	key := programKey{at.File, at.Path, at.Line, at.Column, at.Length, pack, strings.Join(params, " "), source}
	modules := resolver{p, pack, nil}
	return p.compileOnce(key, modules, func() (*lua.Program, diag.List) {
		return lua.CompileExpr(source, params, at, p.surface, modules)
	})
}

// scripts compiles the scripts of all definitions.
func (p *programs) scripts(catalog *def.Catalog) (map[*def.Definition]*lua.Program, diag.List) {
	var problems diag.List
	out := make(map[*def.Definition]*lua.Program, p.expected)
	p.scripted = make([]*compiled, len(catalog.All()))
	var used []*compiled
	p.record = &used
	for i, d := range catalog.All() {
		if d.Script == nil {
			continue
		}
		if c := p.reusedScript(i, d); c != nil {
			p.scripted[i], out[d] = c, c.program
			continue
		}
		program, list := p.chunk(scriptPack(d.Script, d.Pack), d.Script)
		problems = append(problems, list...)
		if program != nil {
			p.scripted[i], out[d] = used[len(used)-1], program
		}
	}
	p.expected, p.record = len(out), nil
	return out, problems
}

// reusedScript returns the script of a definition that was at the same place in the
// catalog of the last good build, unless it requires modules; nil means that it must
// be looked up.
func (p *programs) reusedScript(i int, d *def.Definition) *compiled {
	if p.old == nil || i >= len(p.old.scripted) || p.old.catalog.All()[i] != d {
		return nil
	}
	c := p.old.scripted[i]
	if c == nil || len(c.problems) > 0 || !c.program.IsTrialLoaded() || !c.program.RequiresNothing() {
		return nil
	}
	p.reuse(c)
	return c
}

// modules compiles the modules that nothing has required, so that every file is
// checked.
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
