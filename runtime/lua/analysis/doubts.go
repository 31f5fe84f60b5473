package analysis

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/number"
	"sleight/runtime/lua/syntax"
)

// doubt records code that is valid but almost certainly not intended.
func (inf *inferrer) doubt(at diag.Place, format string, args ...any) *diag.Diagnostic {
	inf.facts.Doubts = append(inf.facts.Doubts, diag.New("script/doubt", at, format, args...))
	return &inf.facts.Doubts[len(inf.facts.Doubts)-1]
}

func (inf *inferrer) doubtHint(at diag.Place, message diag.Sentence, hint string, args ...any) {
	d := inf.doubt(at, "%s", message)
	*d = d.WithHint(hint, args...)
}

// oddExpression looks for conditions that do not test what they seem to test.
func (inf *inferrer) oddExpression(e ast.Expr) {
	switch v := e.(type) {
	case *ast.FunctionExpr:
		inf.mixedReturns(v)
	case *ast.UnaryNotOpExpr:
		if inf.isFunction(v.Expr) {
			inf.doubtHint(inf.src.PlaceOf(v.Expr), diag.Sentencef("this is always false: %s is a function, and it is not called", syntax.Format(v.Expr)), "to call it, write %s()", syntax.Format(v.Expr))
		}
	case *ast.LogicalOpExpr:
		inf.oddLogic(v)
	case *ast.RelationalOpExpr:
		inf.oddComparison(v)
	case *ast.AttrGetExpr:
		inf.oddIndex(v)
		inf.oddLength(v)
	case *ast.UnaryLenOpExpr:
		inf.countsNames(v.Expr, "#%s is always 0")
	case *ast.FuncCallExpr:
		if len(v.Args) == 1 && inf.calledName(v) == "ipairs" {
			inf.countsNames(v.Args[0], "ipairs(%s) finds nothing")
		}
	case *ast.TableExpr:
		inf.mixedTable(v)
		for _, f := range v.Fields {
			n, ok := numberOf(f.Key)
			inf.facts.FillsZero = inf.facts.FillsZero || ok && n == 0
		}
	}
}

// oddLogic finds x == "a" or "b", and functions used where their result is meant.
func (inf *inferrer) oddLogic(v *ast.LogicalOpExpr) {
	c, compares := lastOf(v.Lhs).(*ast.RelationalOpExpr)
	right := firstOf(v.Rhs)
	if compares && v.Operator == "or" && isLiteral(right) && (c.Operator == "==" || c.Operator == "~=") {
		inf.doubtHint(inf.src.PlaceOf(right), diag.Sentencef("this is always true: %s after 'or' is not compared with anything", syntax.Format(right)),
			"write: %s %s … or %s %s %s", syntax.Format(c.Lhs), c.Operator, syntax.Format(c.Lhs), c.Operator, syntax.Format(right))
	}
	inf.oddCondition(v.Lhs)
}

// lastOf returns the last operand of an expression with and.
func lastOf(e ast.Expr) ast.Expr {
	if and, ok := e.(*ast.LogicalOpExpr); ok && and.Operator == "and" {
		return lastOf(and.Rhs)
	}
	return e
}

// firstOf returns the first operand of an expression with and.
func firstOf(e ast.Expr) ast.Expr {
	for {
		and, ok := e.(*ast.LogicalOpExpr)
		if !ok || and.Operator != "and" {
			return e
		}
		e = and.Lhs
	}
}

// oddCondition finds a function used as a condition where its result is meant.
func (inf *inferrer) oddCondition(e ast.Expr) {
	if or, ok := e.(*ast.LogicalOpExpr); ok && or.Operator == "or" && isLiteral(or.Rhs) {
		if c, compares := lastOf(or.Lhs).(*ast.RelationalOpExpr); !compares || c.Operator != "==" && c.Operator != "~=" { // which oddLogic reports
			inf.doubtHint(inf.src.PlaceOf(or.Rhs), diag.Sentencef("this is always true: %s after 'or' is not compared with anything", syntax.Format(or.Rhs)), "write: … or x == %s", syntax.Format(or.Rhs))
		}
	}
	if id, ok := e.(*ast.IdentExpr); ok && inf.uncalledLocal(Use{Got: inf.typeOf(e), Need: NeedBoolean}, id) {
		return
	}
	if inf.isFunction(e) {
		inf.doubtHint(inf.src.PlaceOf(e), diag.Sentencef("this is always true: %s is a function, and it is not called", syntax.Format(e)), "to call it, write %s()", syntax.Format(e))
	}
}

// isFunction reports whether an expression names a function.
func (inf *inferrer) isFunction(e ast.Expr) bool {
	switch e.(type) {
	case *ast.IdentExpr, *ast.AttrGetExpr:
		return inf.typeOf(e).Kind == StaticFunction
	}
	return false
}

// oddComparison finds not a == b, and comparisons of something with itself.
func (inf *inferrer) oddComparison(v *ast.RelationalOpExpr) {
	equality := v.Operator == "==" || v.Operator == "~="
	if not, ok := v.Lhs.(*ast.UnaryNotOpExpr); ok && equality && inf.typeOf(v.Rhs).Kind != StaticBoolean {
		other := map[string]string{"==": "~=", "~=": "=="}[v.Operator]
		inf.doubtHint(inf.src.PlaceOf(not.Expr), diag.Sentencef("'not' applies only to %s, so this compares true or false with %s", syntax.Format(not.Expr), syntax.Format(v.Rhs)),
			"write: %s %s %s", syntax.Format(not.Expr), other, syntax.Format(v.Rhs))
	}
	if inner, ok := v.Lhs.(*ast.RelationalOpExpr); ok && !equality && inner.Operator != "==" && inner.Operator != "~=" {
		inf.doubtHint(inf.src.PlaceOf(inner), diag.Sentencef("%s is true or false, and this result is compared with %s", spelledComparison(inner), syntax.Format(v.Rhs)),
			"write: %s and %s %s %s", spelledComparison(inner), syntax.Format(inner.Rhs), v.Operator, syntax.Format(v.Rhs))
	}
	if sameExpr(v.Lhs, v.Rhs) && !isLiteral(v.Lhs) {
		inf.doubtHint(inf.src.PlaceOf(v.Lhs), diag.Sentencef("%s is compared with itself", syntax.Format(v.Lhs)), "compare it with something else, or remove the condition")
	}
}

// spelledComparison formats a comparison as a script has it.
func spelledComparison(v *ast.RelationalOpExpr) string {
	return syntax.Format(v.Lhs) + " " + v.Operator + " " + syntax.Format(v.Rhs)
}

// sameExpr reports whether two expressions are the same names and fields.
func sameExpr(a, b ast.Expr) bool {
	switch v := a.(type) {
	case *ast.IdentExpr:
		w, ok := b.(*ast.IdentExpr)
		return ok && v.Value == w.Value
	case *ast.StringExpr:
		w, ok := b.(*ast.StringExpr)
		return ok && v.Value == w.Value
	case *ast.NumberExpr:
		w, ok := b.(*ast.NumberExpr)
		return ok && v.Value == w.Value
	case *ast.AttrGetExpr:
		w, ok := b.(*ast.AttrGetExpr)
		return ok && !isLiteral(v.Object) && sameExpr(v.Object, w.Object) && sameExpr(v.Key, w.Key)
	}
	return false
}

// oddStatement looks for statements that do nothing or never end.
func (inf *inferrer) oddStatement(st ast.Stmt, in *ast.FunctionExpr) {
	switch s := st.(type) {
	case *ast.FuncCallStmt:
		inf.dropped(s)
	case *ast.IfStmt:
		inf.usedAfterRemoval(s.Then)
		inf.usedAfterRemoval(s.Else)
		inf.oddCondition(s.Condition)
		if both, ok := s.Condition.(*ast.LogicalOpExpr); ok && both.Operator == "and" {
			inf.oddCondition(both.Rhs) // oddLogic checks the left side
		}
	case *ast.WhileStmt:
		inf.oddCondition(s.Condition)
		inf.endless(s.Condition, s.Stmts, s.Line(), "while", true)
	case *ast.RepeatStmt:
		inf.endless(s.Condition, s.Stmts, s.Line(), "repeat", false)
	case *ast.NumberForStmt:
		inf.usedAfterRemoval(s.Stmts)
		inf.oddCount(s)
	case *ast.GenericForStmt:
		inf.usedAfterRemoval(s.Stmts)
		inf.positionOf(s)
		if n, ok := numberOf(s.Exprs[0]); ok && len(s.Exprs) > 1 {
			inf.doubtHint(inf.src.PlaceOf(s.Exprs[0]), diag.Sentencef("a for loop with in iterates over a list, not over numbers"), "write: for %s = %s, %s do", s.Names[0], number.Format(n), syntax.Format(s.Exprs[1]))
		}
	case *ast.LocalAssignStmt:
		if len(s.Names) > 1 && len(s.Exprs) == 1 && inf.isFunction(s.Exprs[0]) {
			inf.reportUncalled(inf.Declared[s][0], s.Exprs[0])
		}
		if len(s.Names) == 1 && len(s.Exprs) == 1 {
			if fn, ok := s.Exprs[0].(*ast.FunctionExpr); ok {
				inf.recursion(s, fn)
			}
		}
	}
	if in != nil && in.Stmts[0] == st {
		inf.usedAfterRemoval(in.Stmts)
	}
}

// dropped finds calls that are only useful for their results, which are
// dropped.
func (inf *inferrer) dropped(s *ast.FuncCallStmt) {
	call := s.Expr.(*ast.FuncCallExpr)
	if call.Receiver != nil {
		return
	}
	name := inf.calledName(call)
	sig, host := inf.Surface.signature(name)
	summary := inf.summaryOf(call)
	if summary != nil && summary.reads {
		name = syntax.Format(call.Func)
	} else if name == "" || !pureFunctions[name] && !(host && readsOnly(name, sig)) {
		return
	}
	inf.doubtHint(inf.src.PlaceOf(call), diag.Sentencef("%s only returns a value, and nothing uses it", name), "keep the result: local x = %s", syntax.Format(call))
}

// readsOnly reports whether a host function changes nothing and runs nothing
// that could. Hooks that modify values may only read.
func readsOnly(name string, sig Signature) bool {
	return sig.Reads && name != "call_hook"
}

// onlyReads reports whether a function of the script calls only functions that
// change nothing, and assigns only to its own locals.
func (inf *inferrer) onlyReads(fn *ast.FunctionExpr) bool {
	reads, own := true, map[*Binding]bool{}
	for _, b := range inf.Declared[fn] {
		own[b] = true
	}
	v := syntax.Visitor{Statement: func(st ast.Stmt, _ *ast.FunctionExpr) {
		for _, b := range inf.Declared[st] {
			own[b] = true
		}
		if s, ok := st.(*ast.AssignStmt); ok {
			reads = reads && !slices.ContainsFunc(s.Lhs, func(l ast.Expr) bool {
				id, ok := l.(*ast.IdentExpr)
				return !ok || !own[inf.Uses[id]] // a field, or a local of a function around it
			})
		}
	}, Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
		if call, ok := e.(*ast.FuncCallExpr); ok && reads {
			name := inf.calledName(call)
			sig, host := inf.Surface.signature(name)
			summary := inf.summaryOf(call)
			reads = pureFunctions[name] || host && readsOnly(name, sig) || summary != nil && summary.reads
		}
	}}
	v.Block(fn.Stmts, nil)
	return reads
}

// HasNoField is the message about a field that lists have in other languages only. Its
// arguments are the list, as written, and the field.
const HasNoField = "%s has no field %q"

// oddLength finds list.length and list.push, as in other languages.
func (inf *inferrer) oddLength(v *ast.AttrGetExpr) {
	key, named := v.Key.(*ast.StringExpr)
	if !named || listMethods[key.Value] == "" || slices.Contains(inf.facts.TableFields, key.Value) || inf.targets[v] {
		return
	}
	if id, ok := v.Object.(*ast.IdentExpr); ok && inf.Uses[id] == nil && inf.Library.IsLibrary(id.Value) {
		return
	}
	kind := inf.typeOf(v.Object).Kind
	of, local := inf.listOf(v.Object)
	if kind != StaticList && kind != StaticTable && !(local && inf.lists[of] && kind != StaticEntity) || inf.module(v.Object) != nil {
		return
	}
	hint := "write: " + listMethods[key.Value]
	if listMethods[key.Value] == "#%s" {
		hint = "its length is #%s"
	}
	inf.doubtHint(inf.src.PlaceOf(v), diag.Sentencef(HasNoField, syntax.Format(v.Object), key.Value), hint, syntax.Format(v.Object))
}

// endless finds loops whose condition never changes and that nothing leaves.
func (inf *inferrer) endless(condition ast.Expr, body []ast.Stmt, line int, word string, while bool) {
	leaves, changed := false, map[*Binding]bool{}
	v := syntax.Visitor{
		Statement: func(st ast.Stmt, _ *ast.FunctionExpr) {
			switch s := st.(type) {
			case *ast.BreakStmt, *ast.ReturnStmt:
				leaves = true
			case *ast.AssignStmt:
				for _, l := range s.Lhs {
					if id, ok := l.(*ast.IdentExpr); ok {
						changed[inf.Uses[id]] = true
					}
				}
			}
		},
		Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
			if call, ok := e.(*ast.FuncCallExpr); ok {
				name := inf.calledName(call)
				leaves = leaves || name == "error" || name == "assert" || name == "lose" || name == "win"
			}
		},
	}
	v.Block(body, nil)
	constant := true
	look := syntax.Visitor{Statement: func(ast.Stmt, *ast.FunctionExpr) {}, Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
		switch c := e.(type) {
		case *ast.FuncCallExpr, *ast.AttrGetExpr, *ast.FunctionExpr, *ast.Comma3Expr, *ast.UnaryLenOpExpr:
			constant = false
		case *ast.IdentExpr:
			constant = constant && inf.Uses[c] != nil && !changed[inf.Uses[c]] && !declaredIn(inf, body, inf.Uses[c])
		case *ast.FalseExpr, *ast.NilExpr:
			constant = constant && !(while && condition == e)
		case *ast.TrueExpr:
			constant = constant && (while || condition != e)
		}
	}}
	look.Expr(condition, nil)
	if constant && !leaves {
		inf.doubtHint(inf.src.Find(line, word, false), diag.Sentencef("this loop never ends: nothing in it changes its condition or leaves it"),
			"change what the condition tests, or leave with break")
	}
}

// declaredIn reports whether a local is declared directly in a block, where the
// condition of repeat sees it.
func declaredIn(x *inferrer, body []ast.Stmt, b *Binding) bool {
	return slices.ContainsFunc(body, func(st ast.Stmt) bool {
		s, ok := st.(*ast.LocalAssignStmt)
		return ok && slices.Contains(x.Declared[s], b)
	})
}

// recursion finds functions that call themselves unconditionally.
func (inf *inferrer) recursion(s *ast.LocalAssignStmt, fn *ast.FunctionExpr) {
	own := inf.Declared[s]
	for _, st := range fn.Stmts {
		var calls []ast.Expr
		switch t := st.(type) {
		case *ast.FuncCallStmt:
			calls = []ast.Expr{t.Expr}
		case *ast.ReturnStmt:
			calls = t.Exprs
		case *ast.LocalAssignStmt:
			calls = t.Exprs
		case *ast.AssignStmt:
			calls = t.Rhs
		default:
			return // it may return before
		}
		for _, e := range calls {
			call, ok := e.(*ast.FuncCallExpr)
			if !ok {
				continue
			}
			if id, ok := call.Func.(*ast.IdentExpr); ok && inf.Uses[id] == own[0] {
				inf.doubtHint(inf.src.PlaceOf(call), diag.Sentencef("%s always calls itself, so it never ends", id.Value), "first check whether there is anything left to do")
			}
		}
	}
}

// removes are the functions that remove an entity from play.
var removes = []string{"remove", "remove_die"}

// usedAfterRemoval finds entities that are used after the same block has
// removed them for good.
func (inf *inferrer) usedAfterRemoval(body []ast.Stmt) {
	removed := map[*Binding]string{}
	for _, st := range body {
		if call, id := inf.removal(st); call != nil {
			removed[inf.Uses[id]] = inf.calledName(call)
			continue
		}
		if len(removed) == 0 {
			continue
		}
		v := syntax.Visitor{Statement: func(st ast.Stmt, _ *ast.FunctionExpr) {
			if s, ok := st.(*ast.AssignStmt); ok {
				for _, l := range s.Lhs {
					if id, ok := l.(*ast.IdentExpr); ok {
						delete(removed, inf.Uses[id])
					}
				}
			}
		}, Expression: func(e ast.Expr, _ *ast.FunctionExpr) { inf.usesRemoved(e, removed) }}
		v.Visit(st, nil)
	}
}

func (inf *inferrer) removal(st ast.Stmt) (*ast.FuncCallExpr, *ast.IdentExpr) {
	s, ok := st.(*ast.FuncCallStmt)
	if !ok {
		return nil, nil
	}
	call := s.Expr.(*ast.FuncCallExpr)
	if len(call.Args) != 1 || !slices.Contains(removes, inf.calledName(call)) {
		return nil, nil
	}
	id, ok := call.Args[0].(*ast.IdentExpr)
	if !ok || inf.Uses[id] == nil || inf.localType(inf.Uses[id]).Kind == staticSelf {
		return nil, nil
	}
	return call, id
}

// usesRemoved finds an argument that must be in play among the removed entities.
func (inf *inferrer) usesRemoved(e ast.Expr, removed map[*Binding]string) {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok {
		return
	}
	sig, _ := inf.Surface.signature(inf.calledName(call))
	for i, a := range call.Args {
		id, ok := a.(*ast.IdentExpr)
		if !ok || i >= len(sig.Params) || sig.Params[i].Kind != KindEntity || sig.Params[i].Former {
			continue
		}
		if by, ok := removed[inf.Uses[id]]; ok {
			inf.doubtHint(inf.src.PlaceOf(a), diag.Sentencef("%s is no longer in play here: the call of %s above removed it", id.Value, by), "use it before, or move %s(%s) below", by, id.Value)
		}
	}
}

// arity finds calls of script functions with too many arguments, or with
// arguments in another order.
func (inf *inferrer) arity(call *ast.FuncCallExpr, summary *funcSummary, name string) {
	if n := len(summary.params); len(call.Args) > n && !summary.variadic {
		d := inf.doubt(inf.src.PlaceOf(call), "%s takes %d arguments, not %d", name, n, len(call.Args))
		*d = d.WithHint("it is called as %s", usage(name, summary)).WithNote(summary.place, "it is declared here")
		return
	}
	for i := 1; i < len(call.Args); i++ {
		a, first := call.Args[i-1].(*ast.IdentExpr)
		b, second := call.Args[i].(*ast.IdentExpr)
		if first && second && i < len(summary.params) && a.Value != b.Value && a.Value == summary.params[i] && b.Value == summary.params[i-1] {
			d := inf.doubt(inf.src.PlaceOf(b), "%s and %s are swapped in this call of %s", a.Value, b.Value, name)
			*d = d.WithHint("it is called as %s", usage(name, summary)).WithNote(summary.place, "it is declared here")
		}
	}
}

func usage(name string, summary *funcSummary) string {
	text := name + "("
	for i, p := range summary.params {
		if i > 0 {
			text += ", "
		}
		text += p
	}
	return text + ")"
}
