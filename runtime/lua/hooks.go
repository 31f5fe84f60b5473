package lua

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// hooks finds the functions that a chunk returns: in a table written out after
// return, or put into a local table one by one.
func (r *resolver) hooks(chunk []ast.Stmt) []Hook {
	if len(chunk) == 0 {
		r.report(diag.New("script/shape", r.src.place(1, 1, 0), "the script is empty").
			WithHint("a script returns a table of functions: return { use = function(self) … end }"))
		return nil
	}
	give, ok := chunk[len(chunk)-1].(*ast.ReturnStmt)
	if !ok || len(give.Exprs) != 1 {
		r.report(diag.New("script/shape", r.src.whole(chunk[len(chunk)-1].Line()), "the script must end by returning one table of functions").
			WithHint("end it with: return { use = function(self) … end }"))
		return nil
	}
	switch x := give.Exprs[0].(type) {
	case *ast.TableExpr:
		return r.tableHooks(x)
	case *ast.IdentExpr:
		return r.localHooks(chunk, x.Value)
	}
	r.report(diag.New("script/shape", r.src.whole(give.Line()), "the script must return a table of functions"))
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
		h.first, h.last = fn.Line()+r.src.line, fn.LastLine()+r.src.line
	}
	for _, l := range []int{line, line - 1} {
		for _, field := range []bool{false, true} {
			if h.Place = r.src.find(l, name, field); h.Place.Length > 0 {
				return h
			}
		}
	}
	h.Place = r.src.whole(line)
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
