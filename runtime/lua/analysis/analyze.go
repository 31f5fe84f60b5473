package analysis

import (
	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// Module is a compiled module that a script requires.
type Module interface {
	// FullName is the name under which scripts of any pack require it, as
	// "pack:name"; empty if none can.
	FullName() string
	// ModuleName is the name within its own pack.
	ModuleName() string
	// Exports reports whether the table that the module returns has a field with
	// this name; known is false if that has not been determined.
	Exports(name string) (has, known bool)
	// ExportNames lists the fields of that table, in alphabetical order.
	ExportNames() []string
	// Hooks returns its functions, in the order of the source.
	Hooks() []Hook
	// Types returns the types of those functions.
	Types() map[string]StaticType
}

// Required finds the modules that scripts require.
type Required interface {
	// Required returns nil and no problems if there is no such module.
	Required(name string) (Module, diag.List)
	// Names lists the modules that can be named without a pack.
	Names() []string
}

// Glossary knows the names that a game declares, for hints about names that
// scripts do not have.
type Glossary interface {
	// Qualified returns the full form of a name, such as vars.gold.
	Qualified(name string) (full string, ok bool)
	// Meant returns how to write a name, or "".
	Meant(name string) string
}

// Options are what a chunk may use.
type Options struct {
	Library  *Library
	Surface  *Surface
	Modules  Required
	Glossary Glossary // may be nil
	// Returns is set for a script or module, which returns a table of functions,
	// and IsModule for a module.
	Returns, IsModule bool
}

// Result is what is known about a chunk before it runs.
type Result struct {
	// Hooks are the functions that it returns, in the order of the source.
	Hooks []Hook
	// References are what a game must resolve.
	References []Reference
	// Requires are the modules it requires by their full names, to which the
	// calls of require in the chunk are changed; RequiresAsWritten by the names
	// in the source.
	Requires, RequiresAsWritten map[string]Module
	Facts                       Facts
	// Types are the types of the functions that a module returns.
	Types    map[string]StaticType
	Bindings Bindings
	// Problems are all problems. If one is an error, nothing else is set.
	Problems diag.List
}

// Analyze resolves the names of a parsed chunk, checks it and collects facts.
func Analyze(src *syntax.Source, chunk []ast.Stmt, o Options) *Result {
	r := newResolver(src, o)
	defer r.release()
	r.block(chunk)
	var hooks []Hook
	if o.Returns {
		hooks = r.hooks(chunk)
	}
	if r.problems.Failed() {
		r.misdeclared()
		return &Result{Problems: r.problems}
	}
	out := &Result{Hooks: hooks}
	if exports := r.infer(chunk).exports; o.IsModule { // nothing can require any other chunk
		out.Types = exports
	}
	r.Bindings.proveNumbers(chunk)
	out.References, out.Requires, out.Facts, out.RequiresAsWritten = copied(r.references), r.requires, r.finishFacts(chunk, hooks), r.requiresAsWritten
	out.Bindings, out.Problems = r.Bindings, r.problems
	return out
}
