package lua

import (
	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// placeOf returns the place of an expression, as precisely as its line and
// names allow.
func (s *source) placeOf(e ast.Expr) diag.Place {
	switch v := e.(type) {
	case *ast.IdentExpr:
		return s.find(v.Line(), v.Value, false)
	case *ast.StringExpr:
		return s.findText(v.Line(), v.Value)
	case *ast.NumberExpr:
		return s.find(v.Line(), v.Value, false)
	case *ast.AttrGetExpr:
		if key, ok := v.Key.(*ast.StringExpr); ok {
			return s.find(max(v.Line(), v.Object.Line()), key.Value, true)
		}
		return s.placeOf(v.Object)
	case *ast.FuncCallExpr:
		if v.Func != nil {
			return s.placeOf(v.Func)
		}
	case *ast.UnaryLenOpExpr:
		return s.placeOf(v.Expr)
	case *ast.UnaryNotOpExpr:
		return s.placeOf(v.Expr)
	case *ast.LogicalOpExpr:
		return s.placeOf(v.Lhs)
	case *ast.RelationalOpExpr: // long chains of which may be nested
		return s.whole(v.Line())
	case *ast.ArithmeticOpExpr:
		return s.placeOf(v.Lhs)
	case *ast.StringConcatOpExpr:
		return s.placeOf(v.Lhs)
	}
	return s.whole(e.Line())
}

// spelled formats an expression as an author would, shortened.
func spelled(e ast.Expr) string {
	switch v := e.(type) {
	case *ast.IdentExpr:
		return v.Value
	case *ast.StringExpr:
		return `"` + shorten(v.Value) + `"`
	case *ast.NumberExpr:
		return v.Value
	case *ast.NilExpr:
		return "nil"
	case *ast.TrueExpr:
		return "true"
	case *ast.FalseExpr:
		return "false"
	case *ast.AttrGetExpr:
		if key, ok := v.Key.(*ast.StringExpr); ok {
			return spelled(v.Object) + "." + key.Value
		}
		return spelled(v.Object) + "[" + spelled(v.Key) + "]"
	case *ast.FuncCallExpr:
		if v.Receiver != nil {
			return spelled(v.Receiver) + ":" + v.Method + "(…)"
		}
		if len(v.Args) == 0 {
			return spelled(v.Func) + "()"
		}
		return spelled(v.Func) + "(…)"
	case *ast.UnaryLenOpExpr:
		return "#" + spelled(v.Expr)
	case *ast.UnaryMinusOpExpr:
		return "-" + spelled(v.Expr)
	case *ast.UnaryNotOpExpr:
		return "not " + spelled(v.Expr)
	case *ast.TableExpr:
		return "{…}"
	case *ast.LogicalOpExpr:
		if _, long := v.Lhs.(*ast.LogicalOpExpr); !long {
			return spelled(v.Lhs) + " " + v.Operator + " " + spelled(v.Rhs)
		}
	case *ast.StringConcatOpExpr:
		return spelled(v.Lhs) + " .. " + spelled(v.Rhs)
	case *ast.ArithmeticOpExpr:
		return spelled(v.Lhs) + " … " + spelled(v.Rhs)
	}
	return "…"
}
