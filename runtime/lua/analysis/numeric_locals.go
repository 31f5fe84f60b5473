package analysis

import (
	"sleight/runtime/lua/syntax"

	"github.com/yuin/gopher-lua/ast"
)

// flow is an expression whose value a local receives.
type flow struct {
	to   *Binding
	from ast.Expr // nil for anything else that a local may receive
}

// proveNumbers finds the locals that are numbers from their declaration to
// their end: everything assigned to them is a calculation, a number literal, or
// another such local. They are read and written without a type check. Captured
// locals are left out.
func (b Bindings) proveNumbers(chunk []ast.Stmt) {
	var bad []*Binding
	copies := map[*Binding][]*Binding{} // the locals that a local is assigned to
	for _, fl := range b.flows(chunk) {
		switch from := fl.from.(type) {
		case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryLenOpExpr:
			continue
		case *ast.IdentExpr:
			if of := b.Uses[from]; of != nil {
				copies[of] = append(copies[of], fl.to)
				continue
			}
		}
		fl.to.Number = false
		bad = append(bad, fl.to)
	}
	for of := range copies {
		if !of.Number {
			bad = append(bad, of)
		}
	}
	for len(bad) > 0 {
		of := bad[len(bad)-1]
		bad = bad[:len(bad)-1]
		for _, to := range copies[of] {
			bad = append(bad, to)
			to.Number = false
		}
		delete(copies, of)
	}
}

// flows lists what locals receive, and takes those for numbers whose declaration
// permits it.
func (b Bindings) flows(chunk []ast.Stmt) []flow {
	var all []flow
	note := func(to *Binding, i int, from []ast.Expr) {
		if i < len(from) {
			all = append(all, flow{to, from[i]})
		} else {
			all = append(all, flow{to, nil})
		}
	}
	v := syntax.Visitor{Expression: func(ast.Expr, *ast.FunctionExpr) {}, Statement: func(st ast.Stmt, _ *ast.FunctionExpr) {
		switch s := st.(type) {
		case *ast.NumberForStmt:
			local := b.Declared[s][0]
			local.Number = !local.Captured
		case *ast.LocalAssignStmt:
			for i, local := range b.Declared[s] {
				local.Number = !local.Captured
				note(local, i, s.Exprs)
			}
		case *ast.AssignStmt:
			for i, l := range s.Lhs {
				if id, ok := l.(*ast.IdentExpr); ok {
					note(b.Uses[id], i, s.Rhs)
				}
			}
		case *ast.FuncDefStmt:
			if id, ok := s.Name.Func.(*ast.IdentExpr); ok {
				note(b.Uses[id], 0, nil)
			}
		}
	}}
	v.Block(chunk, nil)
	return all
}
