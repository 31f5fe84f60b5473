package analysis

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// loopOver returns the loop over positions and items whose first variable is
// the expression, or nil.
func (inf *inferrer) loopOver(e ast.Expr) *ast.GenericForStmt {
	id, _ := e.(*ast.IdentExpr)
	only := inf.Uses[id].only()
	if only == nil || only.loop == nil {
		return nil
	}
	if loop := only.loop; loop.Names[0] == id.Value && (len(loop.Names) == 1 || inf.countsItems(loop)) {
		return loop
	}
	return nil
}

// countsItems reports whether a loop iterates over each(…) or ipairs(…).
func (inf *inferrer) countsItems(s *ast.GenericForStmt) bool {
	call, ok := s.Exprs[0].(*ast.FuncCallExpr)
	return ok && slices.Contains([]string{"each", "ipairs"}, inf.calledName(call))
}

// reportLoopPosition reports a misuse of a loop's position variable as a
// problem of the loop. It returns false if the loop was reported already.
func (inf *inferrer) reportLoopPosition(u *Use, e ast.Expr) bool {
	if loop := inf.secondOf(e); loop != nil && inf.reportedLoops[loop] {
		return false
	}
	loop := inf.loopOver(e)
	if loop == nil || u.Need != NeedFields && u.Need != NeedItems && u.Need != NeedEntity && u.Need != NeedObject && u.Need != NeedText && !u.Need.mayNameZone() {
		return true
	}
	if inf.reportedLoops[loop] {
		return false
	}
	u.Position = true
	mark(&inf.reportedLoops, loop)
	u.Place = inf.src.Find(loop.Line(), loop.Names[0], false)
	if len(loop.Names) == 2 {
		u.Other = StaticType{Kind: StaticFunction, Of: loop.Names[1]}
	}
	return true
}

// secondOf returns the loop whose second variable is the expression, or nil.
func (inf *inferrer) secondOf(e ast.Expr) *ast.GenericForStmt {
	id, _ := e.(*ast.IdentExpr)
	only := inf.Uses[id].only()
	if only == nil || only.loop == nil || len(only.loop.Names) != 2 || only.loop.Names[1] != id.Value {
		return nil
	}
	return only.loop
}

// isReported reports whether an expression has already been reported for a problem
// that also makes its use wrong: a sum of strings, or an item that no list has.
func (inf *inferrer) isReported(e ast.Expr) bool {
	switch v := e.(type) {
	case *ast.ArithmeticOpExpr:
		return inf.typeOf(v.Lhs).Kind == StaticText || inf.typeOf(v.Rhs).Kind == StaticText || inf.isReported(v.Lhs) || inf.isReported(v.Rhs)
	case *ast.AttrGetExpr:
		n, ok := numberOf(v.Key)
		return ok && n < 1 && inf.typeOf(v.Object).Kind == StaticList
	}
	return false
}

// listMethods maps the list methods of other languages to their equivalents.
var listMethods = map[string]string{
	"push": "table.insert(%s, x)", "append": "table.insert(%s, x)", "add": "table.insert(%s, x)", "insert": "table.insert(%s, x)",
	"pop": "table.remove(%s)", "remove": "table.remove(%s, position)", "shift": "table.remove(%s, 1)",
	"sort": "table.sort(%s)", "join": "table.concat(%s, \", \")", "concat": "table.concat(%s, \", \")",
	"forEach": "for _, x in ipairs(%s) do … end", "each": "for _, x in ipairs(%s) do … end", "map": "for i, x in ipairs(%s) do … end",
	"filter": "for _, x in ipairs(%s) do … end", "includes": "for _, x in ipairs(%s) do … end", "contains": "for _, x in ipairs(%s) do … end",
	"indexOf": "for i, x in ipairs(%s) do … end", "find": "for i, x in ipairs(%s) do … end",
	"length": "#%s", "size": "#%s", "len": "#%s", "count": "#%s", "Count": "#%s", "Length": "#%s",
}

// methodOfList reports a method call on a list. Lists have no methods.
func (inf *inferrer) methodOfList(call *ast.FuncCallExpr) bool {
	kind := inf.typeOf(call.Receiver).Kind
	if kind != StaticList && kind != StaticTable || slices.Contains(inf.facts.TableFields, call.Method) {
		return false
	}
	form, ok := listMethods[call.Method]
	if !ok {
		return false
	}
	inf.doubtHint(inf.src.PlaceOf(call.Receiver), diag.Sentencef("%s has no method %q", syntax.Format(call.Receiver), call.Method), "write: "+form, syntax.Format(call.Receiver))
	return true
}

// mark adds a key to a set, which is allocated for its first key: most chunks need few
// of the inferrer's sets.
func mark[K comparable](set *map[K]bool, key K) {
	if *set == nil {
		*set = map[K]bool{}
	}
	(*set)[key] = true
}
