package lua

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
	"sleight/runtime/lua/syntax"
)

// Modules finds the modules that scripts require. It returns nil and no
// problems if there is no such module.
type Modules interface {
	Module(name string) (*Program, diag.List)
	// Names lists the modules that can be named without a pack.
	Names() []string
}

// Compile compiles a chunk that returns a table of functions: the script of a
// definition, or a module.
func Compile(src *def.Script, s *analysis.Surface, modules Modules) (*Program, diag.List) {
	return compileChunk(src, s, modules, nil)
}

func compileChunk(src *def.Script, s *analysis.Surface, modules Modules, probes *probing) (*Program, diag.List) {
	in := &syntax.Source{Text: src.Source, File: src.File, Line: src.Line, Column: src.Column, TextFunctions: library.Fields["string"]}
	defer in.Release()
	chunk, problem := in.Parse("")
	if problem != nil {
		return nil, diag.List{*problem}
	}
	p := &Program{module: src.Module}
	p.recompile = func(probes *probing) (*Program, diag.List) { return compileChunk(src, s, p, probes) }
	o := options(s, modules)
	o.Returns, o.IsModule = true, src.Module != ""
	return p.finish(in, chunk, o, probes)
}

// CompileExpr compiles an expression to a function of the parameters.
func CompileExpr(text string, params []string, at diag.Place, s *analysis.Surface, modules Modules) (*Program, diag.List) {
	return compileFunction(text, "return ", params, at, s, modules, nil)
}

// CompileStatements compiles statements to a function of the parameters.
func CompileStatements(text string, params []string, at diag.Place, s *analysis.Surface, modules Modules) (*Program, diag.List) {
	return compileFunction(text, "", params, at, s, modules, nil)
}

func compileFunction(text, prefix string, params []string, at diag.Place, s *analysis.Surface, modules Modules, probes *probing) (*Program, diag.List) {
	in := &syntax.Source{Text: text, File: at.File, Path: at.Path, Line: max(0, at.Line-1), Column: max(0, at.Column-1), IsExpression: prefix != "", TextFunctions: library.Fields["string"]}
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
	p := &Program{expression: true}
	p.recompile = func(probes *probing) (*Program, diag.List) {
		return compileFunction(text, prefix, params, at, s, p, probes)
	}
	return p.finish(in, []ast.Stmt{give}, options(s, modules), probes)
}

// options are what the chunks of a game may use.
func options(s *analysis.Surface, modules Modules) analysis.Options {
	glossary, _ := modules.(analysis.Glossary)
	return analysis.Options{Library: library, Surface: s, Modules: moduleFinder{modules}, Glossary: glossary}
}

// moduleFinder finds modules for the analysis.
type moduleFinder struct{ Modules }

// Required returns the program of a module.
func (m moduleFinder) Required(name string) (analysis.Module, diag.List) {
	p, problems := m.Module(name)
	if p == nil {
		return nil, problems // not a Module that holds nil
	}
	return p, problems
}

// programs are modules as the programs that they are.
func programs(modules map[string]analysis.Module) map[string]*Program {
	if len(modules) == 0 {
		return nil
	}
	out := make(map[string]*Program, len(modules))
	for name, m := range modules {
		out[name] = m.(*Program)
	}
	return out
}

// finish sets the results of the analysis and builds the chunk.
func (p *Program) finish(src *syntax.Source, chunk []ast.Stmt, o analysis.Options, probes *probing) (*Program, diag.List) {
	got := analysis.Analyze(src, chunk, o)
	if got.Problems.Failed() {
		return nil, got.Problems
	}
	p.hooks, p.references, p.facts, p.types = got.Hooks, got.References, got.Facts, got.Types
	p.requires, p.requiresAsWritten = programs(got.Requires), programs(got.RequiresAsWritten)
	p.origin = &origin{src.File, src.Path, src.Line, src.Column}
	if problem := p.build(chunk, got.Bindings, probes.of(src)); problem != nil {
		return nil, append(got.Problems, *problem)
	}
	return p, got.Problems
}

// build builds the functions of the program. A failure is a fault of the
// engine, which no script should be able to provoke.
func (p *Program) build(chunk []ast.Stmt, meant analysis.Bindings, probes *probing) (problem *diag.Diagnostic) {
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
