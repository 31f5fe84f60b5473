package lua

import "github.com/yuin/gopher-lua/ast"

// visitor is called for every statement and expression of a chunk, from the
// outside in and in the order of the source, with the innermost enclosing
// function; nil for the chunk.
type visitor struct {
	statement  func(ast.Stmt, *ast.FunctionExpr)
	expression func(ast.Expr, *ast.FunctionExpr)
}

func (v *visitor) block(stmts []ast.Stmt, in *ast.FunctionExpr) {
	for _, st := range stmts {
		v.visit(st, in)
	}
}

func (v *visitor) visit(st ast.Stmt, in *ast.FunctionExpr) {
	v.statement(st, in)
	switch s := st.(type) {
	case *ast.AssignStmt:
		v.exprs(s.Rhs, in)
		v.exprs(s.Lhs, in)
	case *ast.LocalAssignStmt:
		v.exprs(s.Exprs, in)
	case *ast.FuncCallStmt:
		v.expr(s.Expr, in)
	case *ast.DoBlockStmt:
		v.block(s.Stmts, in)
	case *ast.WhileStmt:
		v.expr(s.Condition, in)
		v.block(s.Stmts, in)
	case *ast.RepeatStmt:
		v.block(s.Stmts, in)
		v.expr(s.Condition, in)
	case *ast.IfStmt:
		v.expr(s.Condition, in)
		v.block(s.Then, in)
		v.block(s.Else, in)
	case *ast.NumberForStmt:
		v.exprs([]ast.Expr{s.Init, s.Limit, s.Step}, in)
		v.block(s.Stmts, in)
	case *ast.GenericForStmt:
		v.exprs(s.Exprs, in)
		v.block(s.Stmts, in)
	case *ast.FuncDefStmt:
		v.expr(s.Func, in)
	case *ast.ReturnStmt:
		v.exprs(s.Exprs, in)
	}
}

func (v *visitor) exprs(list []ast.Expr, in *ast.FunctionExpr) {
	for _, e := range list {
		v.expr(e, in)
	}
}

func (v *visitor) expr(e ast.Expr, in *ast.FunctionExpr) {
	if e == nil {
		return
	}
	v.expression(e, in)
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		v.exprs([]ast.Expr{x.Object, x.Key}, in)
	case *ast.TableExpr:
		for _, f := range x.Fields {
			v.exprs([]ast.Expr{f.Key, f.Value}, in)
		}
	case *ast.FuncCallExpr:
		v.exprs([]ast.Expr{x.Func, x.Receiver}, in)
		v.exprs(x.Args, in)
	case *ast.LogicalOpExpr:
		v.exprs([]ast.Expr{x.Lhs, x.Rhs}, in)
	case *ast.RelationalOpExpr:
		v.exprs([]ast.Expr{x.Lhs, x.Rhs}, in)
	case *ast.StringConcatOpExpr:
		v.exprs([]ast.Expr{x.Lhs, x.Rhs}, in)
	case *ast.ArithmeticOpExpr:
		v.exprs([]ast.Expr{x.Lhs, x.Rhs}, in)
	case *ast.UnaryMinusOpExpr:
		v.expr(x.Expr, in)
	case *ast.UnaryNotOpExpr:
		v.expr(x.Expr, in)
	case *ast.UnaryLenOpExpr:
		v.expr(x.Expr, in)
	case *ast.FunctionExpr:
		v.block(x.Stmts, x)
	}
}
