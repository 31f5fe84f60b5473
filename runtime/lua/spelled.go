package lua

import (
	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// placeOf returns the place of an expression, as precisely as its line and
// names allow.
func (x *inferrer) placeOf(e ast.Expr) diag.Place {
	switch v := e.(type) {
	case *ast.IdentExpr:
		return x.src.find(v.Line(), v.Value, false)
	case *ast.StringExpr:
		return x.literal(v.Line(), v.Value)
	case *ast.NumberExpr:
		return x.src.find(v.Line(), v.Value, false)
	case *ast.AttrGetExpr:
		if key, ok := v.Key.(*ast.StringExpr); ok {
			return x.src.find(max(v.Line(), v.Object.Line()), key.Value, true)
		}
		return x.placeOf(v.Object)
	case *ast.FuncCallExpr:
		if v.Func != nil {
			return x.placeOf(v.Func)
		}
	case *ast.UnaryLenOpExpr:
		return x.placeOf(v.Expr)
	case *ast.UnaryNotOpExpr:
		return x.placeOf(v.Expr)
	case *ast.LogicalOpExpr:
		return x.placeOf(v.Lhs)
	case *ast.RelationalOpExpr: // long chains of which may be nested
		return x.src.whole(v.Line())
	case *ast.ArithmeticOpExpr:
		return x.placeOf(v.Lhs)
	case *ast.StringConcatOpExpr:
		return x.placeOf(v.Lhs)
	}
	return x.src.whole(e.Line())
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
