package analysis

import (
	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// passesOn finds tables among the values that a host function passes on to hooks, which
// may only be game data.
func (inf *inferrer) passesOn(function string, call *ast.FuncCallExpr, sig Signature) {
	from := len(sig.Params)
	if function == "modify" {
		from = 1 // the value itself is passed on too
	}
	if !sig.Variadic {
		return
	}
	for _, a := range call.Args[min(from, len(call.Args)):] {
		if inf.isTable(a) {
			inf.doubtHint(inf.src.PlaceOf(a), diag.Sentencef("%s is a table, but %s passes on only numbers, texts, true, false, nil and entities", syntax.Format(a), function),
				"pass its values one by one, or have the hook build the table itself")
		}
	}
}

// isTable reports whether an expression can only be a table.
func (inf *inferrer) isTable(e ast.Expr) bool {
	switch kind := inf.typeOf(e).Kind; kind {
	case StaticTable, StaticList:
		return true
	case StaticUnknown:
		key, ok := inf.listOf(e)
		return ok && inf.tables[key] && key.of.only() != nil
	}
	return false
}

// gatherTable records an expression whose first items are read by their number, or that is
// iterated or changed as a list: an entity can be none of these.
func (inf *inferrer) gatherTable(e ast.Expr) {
	note := func(e ast.Expr) {
		if key, ok := inf.listOf(e); ok {
			mark(&inf.tables, key)
		}
	}
	switch v := e.(type) {
	case *ast.AttrGetExpr:
		if _, number := v.Key.(*ast.NumberExpr); number {
			note(v.Object)
		}
	case *ast.FuncCallExpr:
		switch inf.calledName(v) {
		case "ipairs", "table.insert", "table.remove", "table.concat", "table.sort":
			if len(v.Args) > 0 {
				note(v.Args[0])
			}
		}
	}
}
