package lua

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// Program is compiled Lua. It is immutable and shared by all VMs.
type Program struct {
	code       atomic.Pointer[code]
	origin     *origin
	module     string
	hooks      []analysis.Hook
	references []analysis.Reference
	requires   map[string]*Program // by the name in the source
	facts      analysis.Facts
	types      map[string]analysis.StaticType // of the table that a module returns

	// recompile compiles it again: for a debugger, or after DropCode.
	recompile  func(*probing) (*Program, diag.List)
	debugBuild debugBuild
	// requiresAsWritten are the modules by their names in the source.
	requiresAsWritten map[string]*Program

	// The cost of loading, of the program itself and of its modules, once it
	// has been loaded on a trial VM.
	trialLoaded, expression bool
	exports                 []string // sorted; nil before that
	loadFuel, modulesFuel   int64
}

// Facts returns the facts about the program. Callers must not change them.
func (p *Program) Facts() *analysis.Facts { return &p.facts }

// Requires lists the modules that the program names, as "pack:name", sorted.
func (p *Program) Requires() []string {
	if len(p.requires) == 0 {
		return nil
	}
	var out []string
	for _, m := range p.requires {
		if m.module != "" {
			out = append(out, m.module)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// returned records what the loaded chunk actually returned: its names, and the
// functions that cannot be found in the source, such as those made by a loop or
// by another function.
func (p *Program) returned(i *Instance) {
	if i.hooks == nil {
		return
	}
	p.exports = i.hooks.Names()
	for _, name := range p.exports {
		fn := i.hooks.Get(name).Function()
		if fn == nil || slices.ContainsFunc(p.hooks, func(h analysis.Hook) bool { return h.Name == name }) {
			continue
		}
		h := analysis.Hook{Name: name, Place: p.Place()}
		if fn.proto != nil {
			h.Place = fn.proto.origin.at(fn.proto.line)
		}
		p.hooks = append(p.hooks, h)
	}
}

// Types returns the types of the functions that a module returns.
func (p *Program) Types() map[string]analysis.StaticType { return p.types }

// Exports reports whether the table that the chunk returns has a field with
// this name; known is false if that has not been determined.
func (p *Program) Exports(name string) (has, known bool) {
	return slices.Contains(p.exports, name), p.exports != nil
}

// ExportNames lists the names of the fields of the table that the chunk
// returns, in alphabetical order.
func (p *Program) ExportNames() []string { return p.exports }

// ModuleName returns the name under which scripts of its own pack require the
// program, empty if none can.
func (p *Program) ModuleName() string { return p.module[strings.LastIndex(p.module, ":")+1:] }

// FullName returns the name under which scripts of any pack require the program, as
// "pack:name"; empty if none can.
func (p *Program) FullName() string { return p.module }

// Hooks returns the functions that the chunk returns, in the order of the
// source.
func (p *Program) Hooks() []analysis.Hook { return p.hooks }

// IsUpToDate reports whether the given modules are those that the program was
// compiled with, so that compiling it again would give the same result. The
// problems are those of the modules.
func (p *Program) IsUpToDate(modules Modules) (same bool, problems diag.List) {
	same = true
	for _, name := range slices.Sorted(maps.Keys(p.requiresAsWritten)) {
		m, list := modules.Module(name)
		problems = append(problems, list...)
		same = same && m == p.requiresAsWritten[name] && len(list) == 0
	}
	return same, problems
}

// RequiresNothing reports whether the program requires no modules.
func (p *Program) RequiresNothing() bool { return len(p.requiresAsWritten) == 0 }

// References returns the references that a game must resolve.
func (p *Program) References() []analysis.Reference { return p.references }
