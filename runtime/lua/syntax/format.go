package syntax

import (
	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// PlaceOf returns the place of an expression, as precisely as it can be determined
// from its line and its names.
func (s *Source) PlaceOf(e ast.Expr) diag.Place {
	switch v := e.(type) {
	case *ast.IdentExpr:
		return s.Find(v.Line(), v.Value, false)
	case *ast.StringExpr:
		return s.FindText(v.Line(), v.Value)
	case *ast.NumberExpr:
		return s.Find(v.Line(), v.Value, false)
	case *ast.AttrGetExpr:
		if key, ok := v.Key.(*ast.StringExpr); ok {
			return s.Find(max(v.Line(), v.Object.Line()), key.Value, true)
		}
		return s.PlaceOf(v.Object)
	case *ast.FuncCallExpr:
		if v.Func != nil {
			return s.PlaceOf(v.Func)
		}
	case *ast.UnaryLenOpExpr:
		return s.PlaceOf(v.Expr)
	case *ast.UnaryNotOpExpr:
		return s.PlaceOf(v.Expr)
	case *ast.LogicalOpExpr:
		return s.PlaceOf(v.Lhs)
	case *ast.RelationalOpExpr: // long chains of which may be nested
		return s.PlaceOfLine(v.Line())
	case *ast.ArithmeticOpExpr:
		return s.PlaceOf(v.Lhs)
	case *ast.StringConcatOpExpr:
		return s.PlaceOf(v.Lhs)
	}
	return s.PlaceOfLine(e.Line())
}

// Format formats an expression as an author would, shortened.
func Format(e ast.Expr) string {
	switch v := e.(type) {
	case *ast.IdentExpr:
		return v.Value
	case *ast.StringExpr:
		return `"` + Shorten(v.Value) + `"`
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
			return Format(v.Object) + "." + key.Value
		}
		return Format(v.Object) + "[" + Format(v.Key) + "]"
	case *ast.FuncCallExpr:
		if v.Receiver != nil {
			return Format(v.Receiver) + ":" + v.Method + "(…)"
		}
		if len(v.Args) == 0 {
			return Format(v.Func) + "()"
		}
		return Format(v.Func) + "(…)"
	case *ast.UnaryLenOpExpr:
		return "#" + Format(v.Expr)
	case *ast.UnaryMinusOpExpr:
		return "-" + Format(v.Expr)
	case *ast.UnaryNotOpExpr:
		return "not " + Format(v.Expr)
	case *ast.TableExpr:
		return "{…}"
	case *ast.LogicalOpExpr:
		if _, long := v.Lhs.(*ast.LogicalOpExpr); !long {
			return Format(v.Lhs) + " " + v.Operator + " " + Format(v.Rhs)
		}
	case *ast.StringConcatOpExpr:
		return Format(v.Lhs) + " .. " + Format(v.Rhs)
	case *ast.ArithmeticOpExpr:
		return operand(v.Lhs) + " " + v.Operator + " " + operand(v.Rhs)
	}
	return "…"
}

// operand formats an operand of an arithmetic operation. It leaves out those that
// are operations themselves and may be in parentheses.
func operand(e ast.Expr) string {
	switch e.(type) {
	case *ast.ArithmeticOpExpr, *ast.StringConcatOpExpr, *ast.LogicalOpExpr:
		return "…"
	}
	return Format(e)
}
