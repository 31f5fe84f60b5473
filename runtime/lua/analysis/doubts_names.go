package analysis

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// countsNames reports that a table which has only named fields is used as a list. said
// is the message about the result, with %s for the table.
func (inf *inferrer) countsNames(e ast.Expr, said string) {
	id, local := e.(*ast.IdentExpr)
	if t, ok := e.(*ast.TableExpr); ok && namesOnly(t) || local && inf.namesOnly(inf.Uses[id]) {
		text := "{…}"
		if local {
			text = id.Value
		}
		inf.doubtHint(inf.src.PlaceOf(e), diag.Sentencef(said+": all fields of the table have names, and it has no items", text), "loop over fields with: for name, field in pairs(%s) do … end", text)
	}
}

// namesOnly reports whether a table has fields, all of them named.
func namesOnly(t *ast.TableExpr) bool {
	for _, f := range t.Fields {
		if _, ok := f.Key.(*ast.StringExpr); !ok {
			return false
		}
	}
	return len(t.Fields) > 0
}

// namesOnly reports whether a local always holds a table that has only named fields:
// nothing else is assigned to the local, no field is stored under a computed name, and
// the table is not passed on to code that might do so.
func (inf *inferrer) namesOnly(b *Binding) bool {
	only := b.only()
	if only == nil || only.result > 0 {
		return false
	}
	t, ok := only.expr.(*ast.TableExpr)
	if !ok || !namesOnly(t) {
		return false
	}
	uses, harmless := 0, 0
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.IdentExpr)
		return ok && inf.Uses[id] == b
	}
	stores := func(st ast.Stmt, _ *ast.FunctionExpr) {
		s, ok := st.(*ast.AssignStmt)
		if !ok {
			return
		}
		for _, l := range s.Lhs {
			if f, ok := l.(*ast.AttrGetExpr); ok && is(f.Object) {
				if _, named := f.Key.(*ast.StringExpr); !named {
					harmless--
				}
			}
		}
	}
	v := syntax.Visitor{Statement: stores, Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
		switch v := e.(type) {
		case *ast.IdentExpr:
			if is(v) {
				uses++
			}
		case *ast.AttrGetExpr:
			if is(v.Object) {
				harmless++
			}
		case *ast.UnaryLenOpExpr:
			if is(v.Expr) {
				harmless++
			}
		case *ast.FuncCallExpr:
			if name := inf.calledName(v); len(v.Args) == 1 && is(v.Args[0]) && (name == "ipairs" || name == "pairs") {
				harmless++
			}
		}
	}}
	v.Block(inf.chunk, nil)
	return uses == harmless
}

// comparesFunction reports a function that is compared where its result is meant. A local
// or a parameter may hold a function, too, and nil asks whether there is one.
func (inf *inferrer) comparesFunction(e, other ast.Expr, operator string) bool {
	id, named := e.(*ast.IdentExpr)
	if !inf.isFunction(e) || named && inf.Uses[id] != nil {
		return false
	}
	if id, local := other.(*ast.IdentExpr); local && inf.Uses[id] != nil {
		return false
	}
	if kind := inf.typeOf(other).Kind; kind == StaticFunction || kind == StaticNil {
		return false
	}
	always := map[string]string{"==": "false", "~=": "true"}[operator]
	inf.doubtHint(inf.src.PlaceOf(e), diag.Sentencef("this is always %s: %s is a function, and it is not called", always, syntax.Format(e)), "to call it, write %s()", syntax.Format(e))
	return true
}

// repeatedKeys reports the keys that a table constructor has more than once: only the
// last value is kept.
func (r *resolver) repeatedKeys(x *ast.TableExpr, keys []Excerpt) {
	if len(keys) < 2 {
		return
	}
	sorted := make([]string, len(keys))
	for i := range keys {
		sorted[i] = keys[i].Text
	}
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] != sorted[i-1] || i > 1 && sorted[i] == sorted[i-2] {
			continue
		}
		for _, f := range slices.Backward(x.Fields) {
			if key, ok := f.Key.(*ast.StringExpr); ok && key.Value == sorted[i] {
				r.facts.Doubts = append(r.facts.Doubts, diag.New("script/doubt", r.src.FindLastKey(f.Value.Line(), key.Value),
					"this table has the key %s more than once, and only the last value counts", key.Value).WithHint("remove the others, or rename them"))
				break
			}
		}
	}
}
