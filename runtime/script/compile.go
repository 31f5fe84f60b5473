package script

import (
	"fmt"
	"strings"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/def"
	"sleight/runtime/diag"
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
	Text     string
	IsText   bool
	Number   float64
	Place    diag.Place
}

// Modules finds what require names. It returns nil and no problems when there
// is no such module.
type Modules interface {
	Module(name string) (*Program, diag.List)
	// Names lists the modules that can be named without a pack.
	Names() []string
}

// Program is compiled Lua. It is immutable and shared by all VMs.
type Program struct {
	proto      *lua.FunctionProto
	module     string
	hooks      []Hook
	references []Reference
	requires   map[string]*Program // by the name that the code uses
	expression bool
	facts      Facts
}

// Hooks returns the functions that the chunk returns, in the order of the
// source.
func (p *Program) Hooks() []Hook { return p.hooks }

// References returns what a game must resolve.
func (p *Program) References() []Reference { return p.references }

// Compile compiles a chunk that returns a table of functions: the script of a
// definition, or a module.
func Compile(src *def.Script, s *Surface, modules Modules) (*Program, diag.List) {
	in := &source{text: src.Source, file: src.File, module: src.Module, line: src.Line, column: src.Column}
	chunk, problem := in.parse("")
	if problem != nil {
		return nil, diag.List{*problem}
	}
	r := newResolver(in, s, modules)
	r.block(chunk)
	hooks := r.hooks(chunk)
	return in.finish(r, chunk, &Program{hooks: hooks, module: src.Module})
}

// CompileExpr compiles an expression to a function of the parameters.
func CompileExpr(text string, params []string, at diag.Place, s *Surface, modules Modules) (*Program, diag.List) {
	return compileFunction(text, "return ", params, at, s, modules)
}

// CompileStatements compiles statements to a function of self.
func CompileStatements(text string, at diag.Place, s *Surface, modules Modules) (*Program, diag.List) {
	return compileFunction(text, "", []string{"self"}, at, s, modules)
}

func compileFunction(text, prefix string, params []string, at diag.Place, s *Surface, modules Modules) (*Program, diag.List) {
	in := &source{text: text, file: at.File, path: at.Path, line: max(0, at.Line-1), column: max(0, at.Column-1), expression: prefix != ""}
	body, problem := in.parse(prefix)
	if problem != nil {
		return nil, diag.List{*problem}
	}
	if prefix != "" && !isOneExpression(body) {
		return nil, diag.List{diag.New("script/syntax", in.place(1, 1, 0), "one expression is expected here").
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
	return in.finish(r, []ast.Stmt{give}, &Program{expression: true})
}

// isOneExpression tells whether what stands behind return is one value.
func isOneExpression(body []ast.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	give, ok := body[0].(*ast.ReturnStmt)
	return ok && len(give.Exprs) == 1
}

// finish meters, compiles and patches what has been checked.
func (s *source) finish(r *resolver, chunk []ast.Stmt, p *Program) (*Program, diag.List) {
	if r.problems.Failed() {
		return nil, r.problems
	}
	p.references, p.requires, p.facts = r.references, r.requires, r.finishFacts(p.hooks)
	chunk = (&meter{r.free, r.captured}).block(chunk)
	proto, err := s.compile(capture(chunk, r.globals))
	if err != nil {
		proto, err = s.compile(chunk) // it has no registers to spare
	}
	if err != nil {
		d := diag.New("script/too-large", s.place(1, 0, 0), "the script cannot be compiled: %s", scrub(err.Error()))
		return nil, append(r.problems, d)
	}
	patch(proto)
	p.proto = proto
	return p, r.problems
}

// compile calls gopher-lua's compiler, which reports some excesses by panics.
func (s *source) compile(chunk []ast.Stmt) (proto *lua.FunctionProto, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	if proto, err = lua.Compile(chunk, s.name()); err == nil && !countable(proto) {
		err = fmt.Errorf("a function uses more than %d locals of the functions around it", maxUpvalues)
	}
	return proto, err
}

// name carries the place of the source's first character through gopher-lua,
// which keeps a name and lines only.
func (s *source) name() string {
	return fmt.Sprintf("%s\x00%d\x00%d\x00%s", s.file, s.line, s.column, s.path)
}

// placeOf turns a source name and a line back into a place.
func placeOf(name string, line int) diag.Place {
	parts := strings.SplitN(name, "\x00", 4)
	at := diag.Place{File: parts[0], Line: line}
	if len(parts) == 4 {
		var first, column int
		fmt.Sscan(parts[1], &first)
		fmt.Sscan(parts[2], &column)
		at.Line += first
		if parts[3] != "" && line == 1 {
			at.Column, at.Path = column+1, parts[3]
		}
	}
	return at
}
