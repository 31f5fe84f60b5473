package syntax

import "github.com/yuin/gopher-lua/ast"

// Visitor is called for every statement and expression of a chunk, from the
// outside in and in the order of the source, with the innermost enclosing
// function; nil for the chunk.
type Visitor struct {
	Statement  func(ast.Stmt, *ast.FunctionExpr)
	Expression func(ast.Expr, *ast.FunctionExpr)
}

// Block visits statements and all they contain.
func (v *Visitor) Block(stmts []ast.Stmt, in *ast.FunctionExpr) {
	for _, st := range stmts {
		v.Visit(st, in)
	}
}

// Visit visits a statement and all it contains.
func (v *Visitor) Visit(st ast.Stmt, in *ast.FunctionExpr) {
	v.Statement(st, in)
	switch s := st.(type) {
	case *ast.AssignStmt:
		v.exprs(s.Rhs, in)
		v.exprs(s.Lhs, in)
	case *ast.LocalAssignStmt:
		v.exprs(s.Exprs, in)
	case *ast.FuncCallStmt:
		v.Expr(s.Expr, in)
	case *ast.DoBlockStmt:
		v.Block(s.Stmts, in)
	case *ast.WhileStmt:
		v.Expr(s.Condition, in)
		v.Block(s.Stmts, in)
	case *ast.RepeatStmt:
		v.Block(s.Stmts, in)
		v.Expr(s.Condition, in)
	case *ast.IfStmt:
		v.Expr(s.Condition, in)
		v.Block(s.Then, in)
		v.Block(s.Else, in)
	case *ast.NumberForStmt:
		v.exprs([]ast.Expr{s.Init, s.Limit, s.Step}, in)
		v.Block(s.Stmts, in)
	case *ast.GenericForStmt:
		v.exprs(s.Exprs, in)
		v.Block(s.Stmts, in)
	case *ast.FuncDefStmt:
		v.Expr(s.Func, in)
	case *ast.ReturnStmt:
		v.exprs(s.Exprs, in)
	}
}

func (v *Visitor) exprs(list []ast.Expr, in *ast.FunctionExpr) {
	for _, e := range list {
		v.Expr(e, in)
	}
}

// Expr visits an expression, if it is not nil, and all it contains.
func (v *Visitor) Expr(e ast.Expr, in *ast.FunctionExpr) {
	if e == nil {
		return
	}
	v.Expression(e, in)
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
		v.Expr(x.Expr, in)
	case *ast.UnaryNotOpExpr:
		v.Expr(x.Expr, in)
	case *ast.UnaryLenOpExpr:
		v.Expr(x.Expr, in)
	case *ast.FunctionExpr:
		v.Block(x.Stmts, x)
	}
}

// IsLocalFunction distinguishes local function f from local f = function: only
// in the former does the body see the new local. The parser records the last
// line for the former only.
func IsLocalFunction(s *ast.LocalAssignStmt) bool { return s.LastLine() > 0 }
