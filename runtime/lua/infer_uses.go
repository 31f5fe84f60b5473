package lua

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// walk notes what is needed of values, and what looks odd.
func (x *inferrer) walk(chunk []ast.Stmt) {
	v := visitor{
		statement:  func(st ast.Stmt, in *ast.FunctionExpr) { x.statementUses(st); x.oddStatement(st, in) },
		expression: func(e ast.Expr, _ *ast.FunctionExpr) { x.expressionUses(e); x.oddExpression(e) },
	}
	v.block(chunk, nil)
}

func (x *inferrer) statementUses(st ast.Stmt) {
	switch s := st.(type) {
	case *ast.AssignStmt:
		for i, l := range s.Lhs {
			target, ok := l.(*ast.AttrGetExpr)
			if !ok || i >= len(s.Rhs) || len(s.Rhs) != len(s.Lhs) {
				continue
			}
			if other := x.typeOf(target); other.Kind >= StaticVariable && other.Kind <= StaticField {
				x.note(Use{Need: NeedSet, Other: other}, s.Rhs[i])
			}
		}
	case *ast.NumberForStmt:
		for _, e := range []ast.Expr{s.Init, s.Limit, s.Step} {
			if e != nil {
				x.need(e, NeedNumber, "")
			}
		}
	case *ast.GenericForStmt:
		if len(s.Exprs) == 1 {
			x.need(s.Exprs[0], NeedIterator, "")
		}
	}
}

func (x *inferrer) expressionUses(e ast.Expr) {
	switch v := e.(type) {
	case *ast.ArithmeticOpExpr:
		x.need(v.Lhs, NeedNumber, v.Operator)
		x.need(v.Rhs, NeedNumber, v.Operator)
	case *ast.UnaryMinusOpExpr:
		x.need(v.Expr, NeedNumber, "-")
	case *ast.UnaryLenOpExpr:
		x.need(v.Expr, NeedLength, "#")
	case *ast.StringConcatOpExpr:
		x.joined(v)
	case *ast.RelationalOpExpr:
		x.compared(v)
	case *ast.AttrGetExpr:
		if x.module(v.Object) == nil {
			name := ""
			if key, ok := v.Key.(*ast.StringExpr); ok {
				name = key.Value
			}
			x.need(v.Object, NeedFields, name)
		}
	case *ast.FuncCallExpr:
		x.call(v)
	}
}

// joined notes the parts of a text, at the outermost of its operators.
func (x *inferrer) joined(v *ast.StringConcatOpExpr) {
	if x.parts == nil {
		x.parts = map[ast.Expr]bool{}
	}
	var all []ast.Expr
	var flatten func(e ast.Expr)
	flatten = func(e ast.Expr) {
		if c, ok := e.(*ast.StringConcatOpExpr); ok {
			x.parts[c] = true
			flatten(c.Lhs)
			flatten(c.Rhs)
			return
		}
		all = append(all, e)
	}
	if x.parts[v] {
		return
	}
	flatten(v)
	for _, e := range all {
		x.need(e, NeedPart, "..")
	}
	u := Use{Need: NeedSum}
	for _, e := range all[1:] {
		u.Parts = append(u.Parts, x.typeOf(e))
	}
	x.note(u, all[0])
}

func (x *inferrer) compared(v *ast.RelationalOpExpr) {
	need := NeedOrder
	if v.Operator == "==" || v.Operator == "~=" {
		need = NeedSame
	}
	left, right := v.Lhs, v.Rhs
	if isLiteral(left) && isLiteral(right) {
		return // noteFixed notes it
	}
	if isLiteral(left) { // the literal is better told about
		left, right = right, left
	}
	x.note(Use{Need: need, Other: x.typeOf(right), Name: v.Operator, Word: wordOf(right), IsWord: wordOf(right) != "", Literal: isLiteral(right)}, left)
}

func wordOf(e ast.Expr) string {
	if s, ok := e.(*ast.StringExpr); ok {
		return s.Value
	}
	return ""
}

// call notes what a call needs of the function and of its arguments.
func (x *inferrer) call(call *ast.FuncCallExpr) {
	if call.Receiver != nil {
		x.need(call.Receiver, NeedFields, call.Method)
		return
	}
	x.need(call.Func, NeedCall, "")
	name := x.calledName(call)
	if sig, ok := x.surface.signature(name); ok && name != "" {
		for i, a := range call.Args {
			if i < len(sig.Params) && !isConstant(a) {
				if need, ok := kindNeeds[sig.Params[i].Kind]; ok {
					x.need(a, need, name+" "+sig.Params[i].Name)
				}
			}
		}
		return
	}
	needs := libraryNeeds[name]
	for i, a := range call.Args {
		if i < len(needs) {
			x.need(a, needs[i], name)
		}
	}
	if shape := x.shapeOf(call); shape != nil {
		x.calls = append(x.calls, pending{call, shape})
	}
}

// kindNeeds is what parameters of the host's functions need.
var kindNeeds = map[string]Need{
	KindNumber: NeedNumber, KindText: NeedText, KindBoolean: NeedBoolean, KindEntity: NeedEntity, KindList: NeedList,
}

// isConstant reports whether an expression is a literal, which the compiler
// checks where it is an argument.
func isConstant(e ast.Expr) bool {
	switch e.(type) {
	case *ast.StringExpr, *ast.NumberExpr, *ast.NilExpr, *ast.TrueExpr, *ast.FalseExpr, *ast.TableExpr, *ast.FunctionExpr:
		return true
	}
	_, isNumber := numberOf(e)
	return isNumber
}

// passes notes what a function of a script needs of its arguments.
func (x *inferrer) passes(call *ast.FuncCallExpr, shape *Shape) {
	name := spelled(call.Func)
	for i, a := range call.Args {
		if i < len(shape.needs) && shape.needs[i].known && !shape.needs[i].mixed {
			x.need(a, shape.needs[i].is, name+" "+shape.params[i])
		}
	}
	x.arity(call, shape, name)
}

// need notes that something is needed of a value.
func (x *inferrer) need(e ast.Expr, is Need, name string) {
	x.note(Use{Need: is, Name: name}, e)
}

// note completes and keeps a use of a value, if anything is known of it that may
// not do.
func (x *inferrer) note(u Use, e ast.Expr) {
	u.Got = x.typeOf(e)
	if call, ok := e.(*ast.FuncCallExpr); ok {
		if shape := x.shapeOf(call); shape != nil && shape.silent {
			u.Silent = true
		}
	}
	if u.Got.Kind == staticParam {
		x.needed(u)
		if u.Need != NeedSame && u.Need != NeedOrder {
			return
		}
	}
	if n, ok := numberOf(e); ok {
		u.Number, u.IsNumber = n, true
	}
	if s, ok := e.(*ast.StringExpr); ok && u.Need != NeedSame {
		u.Word, u.IsWord = s.Value, true
		if isNumberText(s.Value) && u.Need == NeedNumber {
			return
		}
	}
	if u.Got.Kind == StaticUnknown && !u.Silent && u.Need != NeedSame && u.Need != NeedOrder || u.suits() {
		return
	}
	u.Text, u.Place = spelled(e), x.placeOf(e)
	if loop := x.loopOver(e); loop != nil && (u.Need == NeedFields || u.Need == NeedEntity) {
		if x.told[loop] {
			return
		}
		x.told[loop], u.Position = true, true
		u.Place = x.src.find(loop.Line(), loop.Names[0], false)
	}
	u.Got.item, u.Got.shape, u.Other.item, u.Other.shape = nil, nil, nil, nil
	x.facts.Uses = append(x.facts.Uses, u)
}

func isNumberText(text string) bool {
	_, ok := parseNumber(strings.TrimSpace(text))
	return ok
}

// loopOver returns the loop whose only name an expression is.
func (x *inferrer) loopOver(e ast.Expr) *ast.GenericForStmt {
	id, ok := e.(*ast.IdentExpr)
	if !ok || x.uses[id] == nil || len(x.given[x.uses[id]]) != 1 {
		return nil
	}
	if loop := x.given[x.uses[id]][0].loop; loop != nil && len(loop.Names) == 1 {
		return loop
	}
	return nil
}

// needed notes what a function does with its parameter.
func (x *inferrer) needed(u Use) {
	n := &u.Got.shape.needs[u.Got.param]
	switch {
	case u.Need == NeedSame || u.Need == NeedSum || u.Need == NeedSet || u.Need == NeedFields || u.Need == NeedPart:
		return // any value does, nearly
	case u.Need == NeedOrder:
		if u.Other.Kind != StaticNumber {
			return
		}
		u.Need = NeedNumber
	}
	n.mixed = n.mixed || n.known && n.is != u.Need
	n.is, n.known = u.Need, true
}

// suits reports whether a value surely does.
func (u *Use) suits() bool {
	switch u.Need {
	case NeedNumber:
		return u.Got.Kind == StaticNumber
	case NeedPart:
		return u.Got.Kind == StaticNumber || u.Got.Kind == StaticText
	case NeedCall, NeedIterator:
		return u.Got.Kind == StaticFunction
	case NeedFields:
		return u.Got.Kind == StaticTable || u.Got.Kind == StaticList || u.Got.Kind == StaticEntity || u.Got.Kind >= staticVars || u.Got.Kind == StaticText
	case NeedLength:
		return u.Got.Kind == StaticTable || u.Got.Kind == StaticList || u.Got.Kind == StaticText
	case NeedTable, NeedList:
		return u.Got.Kind == StaticTable || u.Got.Kind == StaticList
	case NeedText:
		return u.Got.Kind == StaticText
	case NeedEntity:
		return u.Got.Kind == StaticEntity || u.Got.Kind >= staticVars
	case NeedBoolean:
		return u.Got.Kind == StaticBoolean
	case NeedSum:
		return u.Got.Kind == StaticText || u.Got.Kind == StaticUnknown
	}
	return false
}

// placeOf returns where an expression is, as well as its line and names tell.
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
	case *ast.RelationalOpExpr: // of which long chains may be nested
		return x.src.whole(v.Line())
	case *ast.ArithmeticOpExpr:
		return x.placeOf(v.Lhs)
	case *ast.StringConcatOpExpr:
		return x.placeOf(v.Lhs)
	}
	return x.src.whole(e.Line())
}

// spelled writes an expression as an author would, shortened.
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
	case *ast.StringConcatOpExpr:
		return spelled(v.Lhs) + " .. " + spelled(v.Rhs)
	case *ast.ArithmeticOpExpr:
		return spelled(v.Lhs) + " … " + spelled(v.Rhs)
	}
	return "…"
}
