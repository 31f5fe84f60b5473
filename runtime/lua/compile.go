package lua

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// Hook is a function that a chunk returns.
type Hook struct {
	Name   string
	Params []string
	Place  diag.Place

	first, last int // its lines
}

// Reference is something that a script names and that only a game can resolve:
// a field of a global value or of self (Of and Name), or a literal argument of
// an API call (Call, Arg counted from 0, and Text or Number).
type Reference struct {
	Of, Name string
	Write    bool
	Call     string
	First    string // the first argument of the call, if it is a name
	Arg      int
	Field    string // the field, if the argument is a table of options
	Text     string
	IsText   bool
	Number   float64
	Place    diag.Place
}

// Modules finds the modules that scripts require. It returns nil and no
// problems if there is no such module.
type Modules interface {
	Module(name string) (*Program, diag.List)
	// Names lists the modules that can be named without a pack.
	Names() []string
}

// Program is compiled Lua. It is immutable and shared by all VMs.
type Program struct {
	code       atomic.Pointer[code]
	origin     *origin
	module     string
	hooks      []Hook
	references []Reference
	requires   map[string]*Program // by the name in the source
	facts      Facts
	types      map[string]StaticType // of the table that a module returns

	// again compiles it again: for a debugger, or after Shelve.
	again func(*probing) (*Program, diag.List)
	twin  twin
	// written are the modules by their names in the source.
	written map[string]*Program

	// The cost of loading, of the program itself and of its modules, once it
	// has been tried.
	tried, expression     bool
	exports               []string // sorted; nil before it has been tried
	loadFuel, modulesFuel int64
}

// Hooks returns the functions that the chunk returns, in the order of the
// source.
func (p *Program) Hooks() []Hook { return p.hooks }

// Resolves reports whether the given modules are those that the program was
// compiled with, so that compiling it again would give the same. The problems
// are those of the modules.
func (p *Program) Resolves(modules Modules) (same bool, problems diag.List) {
	same = true
	for _, name := range slices.Sorted(maps.Keys(p.written)) {
		m, list := modules.Module(name)
		problems = append(problems, list...)
		same = same && m == p.written[name] && len(list) == 0
	}
	return same, problems
}

// Alone reports whether the program requires no modules.
func (p *Program) Alone() bool { return len(p.written) == 0 }

// References returns the references that a game must resolve.
func (p *Program) References() []Reference { return p.references }

// Compile compiles a chunk that returns a table of functions: the script of a
// definition, or a module.
func Compile(src *def.Script, s *Surface, modules Modules) (*Program, diag.List) {
	return compileChunk(src, s, modules, nil)
}

func compileChunk(src *def.Script, s *Surface, modules Modules, probes *probing) (*Program, diag.List) {
	in := &syntax.Source{Text: src.Source, File: src.File, Line: src.Line, Column: src.Column, TextFunctions: libraryFields("string")}
	defer in.Release()
	chunk, problem := in.Parse("")
	if problem != nil {
		return nil, diag.List{*problem}
	}
	r := newResolver(in, s, modules)
	r.isModule = src.Module != ""
	r.block(chunk)
	hooks := r.hooks(chunk)
	p := &Program{hooks: hooks, module: src.Module}
	p.again = func(probes *probing) (*Program, diag.List) { return compileChunk(src, s, p, probes) }
	return r.finish(chunk, p, probes)
}

// CompileExpr compiles an expression to a function of the parameters.
func CompileExpr(text string, params []string, at diag.Place, s *Surface, modules Modules) (*Program, diag.List) {
	return compileFunction(text, "return ", params, at, s, modules, nil)
}

// CompileStatements compiles statements to a function of the parameters.
func CompileStatements(text string, params []string, at diag.Place, s *Surface, modules Modules) (*Program, diag.List) {
	return compileFunction(text, "", params, at, s, modules, nil)
}

func compileFunction(text, prefix string, params []string, at diag.Place, s *Surface, modules Modules, probes *probing) (*Program, diag.List) {
	in := &syntax.Source{Text: text, File: at.File, Path: at.Path, Line: max(0, at.Line-1), Column: max(0, at.Column-1), IsExpression: prefix != "", TextFunctions: libraryFields("string")}
	defer in.Release()
	body, problem := in.Parse(prefix)
	if problem != nil {
		return nil, diag.List{*problem}
	}
	if prefix != "" && len(body[0].(*ast.ReturnStmt).Exprs) != 1 {
		return nil, diag.List{diag.New("script/syntax", in.PlaceAt(1, 1, 0), "one expression is expected here").
			WithHint("write a value, such as: die.value > 3")}
	}
	fn := &ast.FunctionExpr{ParList: &ast.ParList{Names: params}, Stmts: body}
	fn.SetLine(1)
	fn.SetLastLine(strings.Count(text, "\n") + 1)
	give := &ast.ReturnStmt{Exprs: []ast.Expr{fn}}
	give.SetLine(1)
	give.SetLastLine(fn.LastLine())
	r := newResolver(in, s, modules)
	r.block([]ast.Stmt{give})
	p := &Program{expression: true}
	p.again = func(probes *probing) (*Program, diag.List) {
		return compileFunction(text, prefix, params, at, s, p, probes)
	}
	return r.finish([]ast.Stmt{give}, p, probes)
}

// finish builds the checked source.
func (r *resolver) finish(chunk []ast.Stmt, p *Program, probes *probing) (*Program, diag.List) {
	if r.problems.Failed() {
		r.misdeclared()
		return nil, r.problems
	}
	if exports := r.infer(chunk).exports; r.isModule { // nothing can require any other chunk
		p.types = exports
	}
	p.references, p.requires, p.facts, p.written = r.references, r.requires, r.finishFacts(chunk, p.hooks), r.written
	p.origin = &origin{r.src.File, r.src.Path, r.src.Line, r.src.Column}
	if problem := p.build(chunk, r.bindings, probes.of(r.src)); problem != nil {
		return nil, append(r.problems, *problem)
	}
	return p, r.problems
}

// build builds the functions of the program. A failure is a fault of the
// engine, which no script should be able to provoke.
func (p *Program) build(chunk []ast.Stmt, meant bindings, probes *probing) (problem *diag.Diagnostic) {
	defer func() {
		if cause := recover(); cause != nil {
			d := diag.New("engine/internal", p.origin.at(1), "the engine failed to build this script: %v", cause)
			problem = &d
		}
	}()
	c := &code{texts: names{}}
	c.proto, c.globals, problem = build(p.origin, chunk, meant, c.texts, probes)
	p.code.Store(c)
	return problem
}

// origin is the position at which the text of a program begins.
type origin struct {
	file, path   string
	line, column int
}

// at returns the place of a line, counted from 1 in the text. The place of an
// expression on one line has a column.
func (o *origin) at(line int32) diag.Place {
	at := diag.Place{File: o.file, Line: int(line) + o.line}
	if o.path != "" && line == 1 {
		at.Column, at.Path = o.column+1, o.path
	}
	return at
}
