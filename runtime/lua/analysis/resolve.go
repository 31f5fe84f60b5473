package analysis

import (
	"slices"
	"sync"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// resolver walks a parsed chunk once: it resolves names, checks API calls,
// rejects code that would keep state, and records what a game must resolve.
type resolver struct {
	src *syntax.Source
	Options
	scopes
	loops             int  // the number of enclosing loops in the innermost function
	fixed             bool // that function has no ...
	variadic          int  // the depth of the innermost function with ..., 0 if there is none
	problems          diag.List
	references        []Reference
	requires          map[string]Module
	requiresAsWritten map[string]Module // by the names in the source
	facts             Facts
	rare              rareFacts // what facts points to
	joining           int       // the number of enclosing ..
	tables            []string  // locals that hold tables
	// initializing are the locals whose values are being resolved, which cannot
	// see the locals yet.
	initializing []string
	// reportedNames are the names already reported as not being locals.
	reportedNames []string
	// genericLoops are the enclosing for loops with in.
	genericLoops []*ast.GenericForStmt
}

// resolvers are reused: large content has tens of thousands of chunks, most of
// them short.
var resolvers = sync.Pool{New: func() any { return new(resolver) }}

func newResolver(src *syntax.Source, o Options) *resolver {
	r := resolvers.Get().(*resolver)
	r.src, r.Options, r.Bindings = src, o, newBindings()
	r.facts.rareFacts = &r.rare
	if o.Surface != nil {
		r.Bindings.Fixed = o.Surface.Fixed
	}
	return r
}

// release lets another chunk reuse the resolver and the memory of its lists, which
// the result must not share.
func (r *resolver) release() {
	kept := resolver{
		scopes: scopes{locals: emptied(r.locals), blocks: emptied(r.blocks)},
		tables: emptied(r.tables), initializing: emptied(r.initializing), reportedNames: emptied(r.reportedNames), genericLoops: emptied(r.genericLoops),
		references: emptied(r.references),
	}
	kept.facts.Fields, kept.facts.Texts, kept.facts.Calls = emptied(r.facts.Fields), emptied(r.facts.Texts), emptied(r.facts.Calls)
	kept.facts.Comparisons, kept.facts.Uses, kept.facts.TableFields = emptied(r.facts.Comparisons), emptied(r.facts.Uses), emptied(r.facts.TableFields)
	*r = kept
	resolvers.Put(r)
}

// emptied returns the memory of a list without what the list refers to. It drops
// the memory of the few long lists.
func emptied[T any](list []T) []T {
	const long = 256
	if cap(list) > long {
		return nil
	}
	clear(list[:cap(list)])
	return list[:0]
}

// copied returns a copy that has no more memory than it needs, nil for an empty list.
func copied[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return append(make([]T, 0, len(list)), list...)
}

func (r *resolver) report(d diag.Diagnostic) { r.problems = append(r.problems, d) }

func (r *resolver) block(stmts []ast.Stmt) { r.scope(nil, stmts) }

// scope resolves a block in which the enclosing statement declares locals.
func (r *resolver) scope(by any, stmts []ast.Stmt, locals ...string) {
	r.open()
	r.declare(by, locals...)
	for _, st := range stmts {
		r.statement(st)
	}
	r.close()
}

func (r *resolver) statement(st ast.Stmt) {
	switch s := st.(type) {
	case *ast.AssignStmt:
		r.exprs(s.Rhs)
		for _, l := range s.Lhs {
			r.assign(l)
			r.forgetModule(l)
		}
	case *ast.LocalAssignStmt:
		if syntax.IsLocalFunction(s) {
			r.declare(s, s.Names...)
			r.function(s.Exprs[0].(*ast.FunctionExpr))
			return
		}
		r.initializing = append(r.initializing, s.Names...)
		r.exprs(s.Exprs)
		r.initializing = r.initializing[:len(r.initializing)-len(s.Names)]
		r.declare(s, s.Names...)
		r.noteLocals(s)
	case *ast.FuncCallStmt:
		if s.Expr.(*ast.FuncCallExpr).AdjustRet {
			r.report(diag.New("script/syntax", r.src.PlaceOfLine(s.Line()), "a call in parentheses is not a statement").
				WithHint("remove the parentheses around it"))
		}
		r.expr(s.Expr)
	case *ast.DoBlockStmt:
		r.block(s.Stmts)
	case *ast.WhileStmt:
		r.expr(s.Condition)
		r.loop(s, s.Stmts)
	case *ast.RepeatStmt:
		r.repeat(s)
	case *ast.IfStmt:
		r.expr(s.Condition)
		r.block(s.Then)
		r.block(s.Else)
	case *ast.NumberForStmt:
		r.exprs([]ast.Expr{s.Init, s.Limit, s.Step})
		r.loop(s, s.Stmts, s.Name)
	case *ast.GenericForStmt:
		r.exprs(s.Exprs)
		r.genericLoops = append(r.genericLoops, s)
		r.loop(s, s.Stmts, s.Names...)
		r.genericLoops = r.genericLoops[:len(r.genericLoops)-1]
	case *ast.FuncDefStmt:
		r.define(s)
	case *ast.ReturnStmt:
		if len(s.Exprs) > 0 {
			r.noteReturned(s.Exprs[0])
		}
		r.exprs(s.Exprs)
	case *ast.BreakStmt:
		if r.loops == 0 {
			r.report(diag.New("script/syntax", r.src.Find(s.Line(), "break", false), "break is outside a loop").
				WithHint("to leave a function, write return"))
		}
	case *ast.LabelStmt:
		r.report(diag.New("script/syntax", r.src.Find(s.Line(), "::", false), "labels are not available; use a loop, break or a function"))
	}
}

func (r *resolver) loop(by any, stmts []ast.Stmt, locals ...string) {
	r.loops++
	r.scope(by, stmts, locals...)
	r.loops--
}

// The condition of repeat sees the locals of its body.
func (r *resolver) repeat(s *ast.RepeatStmt) {
	r.open()
	r.loops++
	for _, st := range s.Stmts {
		r.statement(st)
	}
	r.loops--
	r.expr(s.Condition)
	r.close()
}

func (r *resolver) define(s *ast.FuncDefStmt) {
	if s.Name.Func != nil {
		r.assign(s.Name.Func)
		r.function(s.Func)
		return
	}
	r.assign(&ast.AttrGetExpr{Object: s.Name.Receiver, Key: &ast.StringExpr{Value: s.Name.Method}})
	r.function(s.Func, "self")
}

func (r *resolver) function(fn *ast.FunctionExpr, more ...string) {
	loops, fixed, variadic := r.loops, r.fixed, r.variadic
	r.loops, r.fixed = 0, !fn.ParList.HasVargs
	r.depth++
	if fn.ParList.HasVargs {
		r.variadic = r.depth
	}
	r.scope(fn, fn.Stmts, append(more, fn.ParList.Names...)...)
	r.depth--
	r.loops, r.fixed, r.variadic = loops, fixed, variadic
}

// assign checks the left side of an assignment.
func (r *resolver) assign(l ast.Expr) {
	switch x := l.(type) {
	case *ast.IdentExpr:
		depth, local := r.lookup(x)
		at := r.src.Find(x.Line(), x.Value, false)
		switch {
		case !local && slices.Contains(r.reportedNames, x.Value):
		case !local:
			r.reportedNames = append(r.reportedNames, x.Value)
			d := diag.New("script/state", at, "%s is not a local variable, and scripts have no global variables", x.Value)
			if whole, ok := r.qualified(x.Value); ok {
				r.report(d.WithHint("did you mean %s = …?", whole))
				return
			}
			if _, ok := diag.Nearest(x.Value, r.localNames()); ok {
				r.report(d.Suggest(x.Value, r.localNames()))
				return
			}
			if r.depth == 0 {
				r.report(d.WithHint("write it into the table that the script returns: %s = …", x.Value))
				return
			}
			r.report(d.WithHint("write local %s = … inside the function, or declare a variable of the game", x.Value))
		case depth == 0 && r.depth > 0:
			r.reportState(at, x.Value)
		}
	case *ast.AttrGetExpr:
		if key, named := x.Key.(*ast.StringExpr); named {
			r.noteField(x, key.Value, true)
		} else {
			r.expr(x.Key)
		}
		if id, ok := root(x).(*ast.IdentExpr); ok {
			r.assignField(x, id)
			return
		}
		r.expr(x.Object)
	}
}

// assignField checks a store into something that a name leads to.
func (r *resolver) assignField(x *ast.AttrGetExpr, id *ast.IdentExpr) {
	depth, local := r.lookup(id)
	at := r.src.Find(id.Line(), id.Value, false)
	key, named := x.Key.(*ast.StringExpr)
	switch {
	case local && depth == 0 && r.depth > 0:
		r.reportState(at, id.Value)
	case !local && r.Surface.isValue(id.Value) && named && x.Object == ast.Expr(id):
		r.noteReference(id, key.Value, true)
	case !local:
		r.name(id)
		r.changesContent(id, x)
		if r.Library.IsLibrary(id.Value) {
			r.report(diag.New("script/state", at, "the library %s cannot be changed", id.Value))
		}
	default:
		r.expr(x.Object)
		if x.Object == ast.Expr(id) && !isLiteral(x.Key) {
			r.Uses[id].filled = true
		}
		if named && x.Object == ast.Expr(id) {
			r.noteReference(id, key.Value, true)
		}
	}
}

func (r *resolver) reportState(at diag.Place, name string) {
	r.report(diag.New("script/state", at, "%s belongs to the whole script, and a function changes it: scripts keep no state", name).
		WithHint("make it local to the function, or declare a variable of the game and use vars.%s", name))
}

// root returns the expression at which a chain of fields begins.
func root(e ast.Expr) ast.Expr {
	for {
		x, ok := e.(*ast.AttrGetExpr)
		if !ok {
			return e
		}
		e = x.Object
	}
}

func (r *resolver) exprs(list []ast.Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

func (r *resolver) expr(e ast.Expr) {
	switch x := e.(type) {
	case *ast.NumberExpr:
		if !syntax.ValidNumber(x.Value) {
			r.report(diag.New("script/syntax", r.src.Find(x.Line(), x.Value, false), "%q is not a number that scripts can hold", x.Value))
		}
	case *ast.IdentExpr:
		r.name(x)
	case *ast.Comma3Expr:
		if r.fixed {
			r.report(diag.New("script/syntax", r.src.PlaceOfLine(x.Line()), "cannot use ... in a function whose parameters do not end with ...").
				WithHint("write function(a, ...)"))
		}
	case *ast.StringExpr:
		r.noteText(x.Value, x.Line())
	case *ast.AttrGetExpr:
		r.field(x)
	case *ast.TableExpr:
		r.noteTable(x)
		for _, f := range x.Fields {
			r.expr(f.Key)
			r.expr(f.Value)
		}
	case *ast.FuncCallExpr:
		r.noteSentence(x)
		r.call(x)
	case *ast.LogicalOpExpr:
		r.exprs([]ast.Expr{x.Lhs, x.Rhs})
	case *ast.RelationalOpExpr:
		r.noteComparison(x)
		r.exprs([]ast.Expr{x.Lhs, x.Rhs})
	case *ast.StringConcatOpExpr:
		if r.joining == 0 {
			r.noteSentence(x)
		}
		r.joining++
		r.exprs([]ast.Expr{x.Lhs, x.Rhs})
		r.joining--
	case *ast.ArithmeticOpExpr:
		r.exprs([]ast.Expr{x.Lhs, x.Rhs})
	case *ast.UnaryMinusOpExpr:
		r.expr(x.Expr)
	case *ast.UnaryNotOpExpr:
		r.expr(x.Expr)
	case *ast.UnaryLenOpExpr:
		r.expr(x.Expr)
	case *ast.FunctionExpr:
		r.function(x)
	}
}

func (r *resolver) field(x *ast.AttrGetExpr) {
	key, named := x.Key.(*ast.StringExpr)
	id, direct := x.Object.(*ast.IdentExpr)
	r.expr(x.Object)
	if named {
		r.noteField(x, key.Value, false)
	} else {
		r.expr(x.Key)
	}
	if !named || !direct {
		return
	}
	if _, local := r.lookup(id); !local && r.Library.IsLibrary(id.Value) {
		if known := r.Library.Fields[id.Value]; !slices.Contains(known, key.Value) {
			d := diag.New("script/unknown-global", r.src.Find(id.Line(), key.Value, true), "%s has no function %q", id.Value, key.Value)
			if hint, ok := r.Library.Absent[id.Value+"."+key.Value]; ok {
				d = d.WithHint("%s", hint)
			} else {
				d = d.Suggest(key.Value, known)
			}
			r.report(d)
		}
		return
	}
	r.noteReference(id, key.Value, false)
}

// noteReference records the use of a field of a global value, or of self.
func (r *resolver) noteReference(id *ast.IdentExpr, name string, write bool) {
	_, local := r.lookup(id)
	if !local && r.depth == 0 && r.Surface.isValue(id.Value) {
		r.reportWhileLoading(id, "%s is read while the script is loaded, when there is no game yet")
		return
	}
	if local == (id.Value == "self") && (local || r.Surface.isValue(id.Value)) {
		r.references = append(r.references, Reference{
			Of: id.Value, Name: name, Write: write, Place: r.src.Find(id.Line(), name, true),
		})
	}
}

// reportWhileLoading rejects an operation that a script may perform only in a
// function.
func (r *resolver) reportWhileLoading(id *ast.IdentExpr, format string) {
	r.report(diag.New("script/load", r.src.Find(id.Line(), id.Value, false), format, id.Value).WithHint(LoadHint))
}

func (r *resolver) call(x *ast.FuncCallExpr) {
	if x.Receiver != nil {
		r.expr(x.Receiver)
		r.method(x)
	} else {
		r.expr(x.Func)
	}
	if r.requiresName(x) {
		return
	}
	r.exprs(r.looseArguments(x))
	id, ok := x.Func.(*ast.IdentExpr)
	if !ok {
		r.mutates(x)
		return
	}
	if _, local := r.lookup(id); local {
		return
	}
	if id.Value == "require" {
		r.require(x)
	}
	if sig, ok := r.Surface.signature(id.Value); ok {
		if r.depth == 0 {
			r.reportWhileLoading(id, "%s is called while the script is loaded, when there is no game yet")
		}
		r.noteCall(x, id)
		r.arguments(x, id, sig)
	}
}

// method rejects a colon in a call of a module's function: it would pass the
// module as the first argument.
func (r *resolver) method(x *ast.FuncCallExpr) {
	id, ok := x.Receiver.(*ast.IdentExpr)
	if !ok {
		return
	}
	_, local := r.lookup(id)
	d := diag.New("script/arguments", r.src.Find(x.Line(), id.Value, false), "%s has no methods", id.Value)
	switch {
	case !local && r.Surface.isValue(id.Value):
		r.report(d.WithHint("%s", r.noMethodHint(id.Value, x.Method)))
	case local && r.Uses[id].holds() != nil || !local && r.Library.IsLibrary(id.Value):
		r.report(d.WithHint("write %s.%s(…), with a dot", id.Value, x.Method))
	}
}

// mutates rejects table functions that change a table of the whole script.
func (r *resolver) mutates(x *ast.FuncCallExpr) {
	f, ok := x.Func.(*ast.AttrGetExpr)
	if !ok || len(x.Args) == 0 || r.depth == 0 {
		return
	}
	lib, ok := f.Object.(*ast.IdentExpr)
	key, named := f.Key.(*ast.StringExpr)
	if !ok || !named || lib.Value != "table" || !slices.Contains([]string{"insert", "remove", "sort"}, key.Value) {
		return
	}
	if id, ok := root(x.Args[0]).(*ast.IdentExpr); ok {
		r.changesContent(id, x.Args[0])
		if depth, local := r.lookup(id); local && depth == 0 {
			r.reportState(r.src.Find(id.Line(), id.Value, false), id.Value)
		}
	}
}

// LoadHint says what the top level of a script may do.
const LoadHint = "the top level of a script may only define functions and constant tables; move this into a function"
