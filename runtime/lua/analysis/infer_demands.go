package analysis

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/lua/syntax"
)

// demands returns which parameters of a function must not be nil, because every call
// computes with them, reads a field of them, or passes them to a function that demands
// them. It considers only code that runs in every call: no code inside conditions, loops
// and functions, and none after a return.
func (inf *inferrer) demands(fn *ast.FunctionExpr) []bool {
	summary := inf.info(fn).summary
	summary.demands = make([]bool, len(summary.params)) // also for a function that calls itself
	d := demander{inferrer: inf, summary: summary}
	for _, st := range fn.Stmts {
		d.statement(st)
		if d.left || leaves(st) {
			break
		}
	}
	return summary.demands
}

// demander finds the demands of one function.
type demander struct {
	*inferrer
	summary *funcSummary
	left    bool // the function has returned
}

func (d *demander) statement(st ast.Stmt) {
	switch s := st.(type) {
	case *ast.LocalAssignStmt:
		d.values(s.Exprs)
	case *ast.AssignStmt:
		d.values(s.Rhs)
		for _, l := range s.Lhs {
			if f, ok := l.(*ast.AttrGetExpr); ok {
				d.value(f)
			}
		}
	case *ast.FuncCallStmt:
		d.value(s.Expr)
	case *ast.IfStmt:
		d.value(s.Condition)
	case *ast.NumberForStmt:
		for _, e := range []ast.Expr{s.Init, s.Limit, s.Step} {
			d.must(e)
			d.value(e)
		}
	case *ast.GenericForStmt:
		d.values(s.Exprs)
	case *ast.ReturnStmt:
		d.values(s.Exprs)
		d.left = true
	}
}

func (d *demander) values(list []ast.Expr) {
	for _, e := range list {
		d.value(e)
	}
}

// must records that a value must not be nil.
func (d *demander) must(e ast.Expr) {
	if t := d.paramOf(e); t.summary == d.summary {
		d.summary.demands[t.param] = true
	}
}

// paramOf returns the type of an expression that is a parameter by itself.
func (d *demander) paramOf(e ast.Expr) StaticType {
	if id, ok := e.(*ast.IdentExpr); ok && d.Uses[id].only() != nil {
		if t := d.localType(d.Uses[id]); t.Kind == staticParam {
			return t
		}
	}
	return StaticType{}
}

// value checks an expression that is evaluated in every call.
func (d *demander) value(e ast.Expr) {
	switch v := e.(type) {
	case *ast.AttrGetExpr:
		d.must(v.Object)
		d.values([]ast.Expr{v.Object, v.Key})
	case *ast.ArithmeticOpExpr:
		d.must(v.Lhs)
		d.must(v.Rhs)
		d.values([]ast.Expr{v.Lhs, v.Rhs})
	case *ast.StringConcatOpExpr:
		d.must(v.Lhs)
		d.must(v.Rhs)
		d.values([]ast.Expr{v.Lhs, v.Rhs})
	case *ast.RelationalOpExpr:
		if v.Operator != "==" && v.Operator != "~=" {
			d.must(v.Lhs)
			d.must(v.Rhs)
		}
		d.values([]ast.Expr{v.Lhs, v.Rhs})
	case *ast.LogicalOpExpr:
		d.value(v.Lhs)
	case *ast.UnaryMinusOpExpr:
		d.must(v.Expr)
		d.value(v.Expr)
	case *ast.UnaryLenOpExpr:
		d.must(v.Expr)
		d.value(v.Expr)
	case *ast.UnaryNotOpExpr:
		d.value(v.Expr)
	case *ast.TableExpr:
		for _, f := range v.Fields {
			d.value(f.Value)
		}
	case *ast.FuncCallExpr:
		d.call(v)
	}
}

func (d *demander) call(v *ast.FuncCallExpr) {
	d.values(v.Args)
	if v.Receiver != nil {
		d.must(v.Receiver)
		return
	}
	d.must(v.Func)
	d.value(v.Func)
	name := d.calledName(v)
	if name == "ipairs" || name == "pairs" {
		d.values(v.Args)
		if len(v.Args) > 0 {
			d.must(v.Args[0])
		}
		return
	}
	if sig, ok := d.Surface.signature(name); ok {
		for i, a := range v.Args {
			if i < len(sig.Params) && !sig.Params[i].Optional && slices.Contains([]string{KindNumber, KindEntity, KindList}, sig.Params[i].Kind) {
				d.must(a)
			}
		}
		return
	}
	if summary := d.summaryOf(v); summary != nil {
		for i, a := range v.Args {
			if all := d.demandsOf(summary); i < len(all) && all[i] {
				d.must(a)
			}
		}
	}
}

// demandsOf returns the demands of a function of this script or of a module.
func (inf *inferrer) demandsOf(summary *funcSummary) []bool {
	if summary.demands == nil {
		for fn, f := range inf.functions {
			if f.summary == summary {
				return inf.demands(fn)
			}
		}
	}
	return summary.demands
}

// leaves reports whether a statement may return from the function around it.
func leaves(st ast.Stmt) bool {
	found := false
	v := syntax.Visitor{Statement: func(st ast.Stmt, in *ast.FunctionExpr) {
		_, gives := st.(*ast.ReturnStmt)
		found = found || gives && in == nil
	}, Expression: func(ast.Expr, *ast.FunctionExpr) {}}
	v.Visit(st, nil)
	return found
}

// missingArguments reports a call of a script function without an argument that
// it demands.
func (inf *inferrer) missingArguments(call *ast.FuncCallExpr, summary *funcSummary, name string) {
	if opens(call) {
		return
	}
	all := inf.demandsOf(summary)
	for i := len(call.Args); i < len(all); i++ {
		if all[i] {
			d := inf.doubt(inf.src.PlaceOf(call), "%s is called without %s, which it needs", name, summary.params[i])
			*d = d.WithHint("it is called as %s", usage(name, summary)).WithNote(summary.place, "it is declared here")
			return
		}
	}
}
