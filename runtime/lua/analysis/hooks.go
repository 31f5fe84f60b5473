package analysis

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// Hook is a function that a chunk returns.
type Hook struct {
	Name   string
	Params []string
	Place  diag.Place

	// FirstLine and LastLine are the lines of its source, if it is there.
	FirstLine, LastLine int
}

// hooks finds the functions that a chunk returns: those in a table constructor
// after return, or stored in a local table one by one.
func (r *resolver) hooks(chunk []ast.Stmt) []Hook {
	if len(chunk) == 0 {
		r.report(diag.New("script/shape", r.src.PlaceAt(1, 1, 0), "the script is empty").
			WithHint("a script returns a table of functions: return { use = function(self) … end }"))
		return nil
	}
	give, ok := chunk[len(chunk)-1].(*ast.ReturnStmt)
	if !ok || len(give.Exprs) != 1 {
		hint := "end it with: return { use = function(self) … end }"
		if last, ok := chunk[len(chunk)-1].(*ast.LocalAssignStmt); ok && len(last.Names) == 1 && len(last.Exprs) == 1 {
			if _, holds := last.Exprs[0].(*ast.TableExpr); holds {
				hint = "end it with: return " + last.Names[0]
			}
		}
		r.report(diag.New("script/shape", r.src.PlaceOfLine(chunk[len(chunk)-1].Line()), "the script must end by returning one table of functions").
			WithHint("%s", hint))
		return nil
	}
	switch x := give.Exprs[0].(type) {
	case *ast.TableExpr:
		return r.tableHooks(x)
	case *ast.IdentExpr:
		return r.localHooks(chunk, x.Value)
	case *ast.FuncCallExpr: // its result is known once the script has been loaded
		return nil
	}
	r.report(diag.New("script/shape", r.src.PlaceOfLine(give.Line()), "the script must return a table of functions"))
	return nil
}

func (r *resolver) tableHooks(t *ast.TableExpr) []Hook {
	var out []Hook
	for _, f := range t.Fields {
		if key, ok := f.Key.(*ast.StringExpr); ok {
			out = append(out, r.hook(key.Value, f.Value, max(key.Line(), f.Value.Line())))
		}
	}
	return out
}

func (r *resolver) hook(name string, value ast.Expr, line int) Hook {
	h := Hook{Name: name}
	if fn, ok := value.(*ast.FunctionExpr); ok {
		h.Params = fn.ParList.Names
		line = fn.Line()
		h.FirstLine, h.LastLine = fn.Line()+r.src.Line, fn.LastLine()+r.src.Line
	}
	for _, l := range []int{line, line - 1} {
		for _, field := range []bool{false, true} {
			if h.Place = r.src.Find(l, name, field); h.Place.Length > 0 {
				return h
			}
		}
	}
	h.Place = r.src.PlaceOfLine(line)
	return h
}

// localHooks follows local M = {}; function M.name() and M.name = function.
func (r *resolver) localHooks(chunk []ast.Stmt, name string) []Hook {
	var out []Hook
	add := func(target ast.Expr, value ast.Expr, line int) {
		x, ok := target.(*ast.AttrGetExpr)
		if !ok {
			return
		}
		id, isName := x.Object.(*ast.IdentExpr)
		key, named := x.Key.(*ast.StringExpr)
		if isName && named && id.Value == name && !strings.ContainsAny(key.Value, " ") {
			out = append(out, r.hook(key.Value, value, line))
		}
	}
	for _, st := range chunk {
		switch s := st.(type) {
		case *ast.LocalAssignStmt:
			for i, n := range s.Names {
				if n == name && i < len(s.Exprs) {
					if t, ok := s.Exprs[i].(*ast.TableExpr); ok {
						out = append(out, r.tableHooks(t)...)
					}
				}
			}
		case *ast.AssignStmt:
			for i, l := range s.Lhs {
				if i < len(s.Rhs) {
					add(l, s.Rhs[i], l.Line())
				}
			}
		case *ast.FuncDefStmt:
			add(s.Name.Func, s.Func, s.Func.Line())
		}
	}
	return out
}
