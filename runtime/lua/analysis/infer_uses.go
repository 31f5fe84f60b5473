package analysis

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// walk records what the chunk requires of values, and doubtful statements.
func (x *inferrer) walk(chunk []ast.Stmt) {
	v := syntax.Visitor{
		Statement:  func(st ast.Stmt, in *ast.FunctionExpr) { x.statementUses(st); x.oddStatement(st, in) },
		Expression: func(e ast.Expr, in *ast.FunctionExpr) { x.expressionUses(e, in); x.oddExpression(e) },
	}
	v.Block(chunk, nil)
}

func (x *inferrer) statementUses(st ast.Stmt) {
	switch s := st.(type) {
	case *ast.AssignStmt:
		for i, l := range s.Lhs {
			target, ok := l.(*ast.AttrGetExpr)
			mark(&x.targets, l)
			if !ok || len(s.Rhs) != len(s.Lhs) {
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
		if len(s.Exprs) == 1 && !x.reportNotIterable(s) {
			x.need(s.Exprs[0], NeedIterator, "")
		}
	}
}

func (x *inferrer) expressionUses(e ast.Expr, in *ast.FunctionExpr) {
	switch v := e.(type) {
	case *ast.ArithmeticOpExpr:
		x.need(v.Lhs, NeedNumber, v.Operator)
		if v.Operator != "+" || x.typeOf(v.Lhs).Kind != StaticText && !x.isReported(v.Lhs) { // otherwise it has been reported
			x.need(v.Rhs, NeedNumber, v.Operator)
		}
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
			if key, ok := v.Key.(*ast.StringExpr); ok {
				x.need(v.Object, NeedFields, key.Value)
			} else {
				x.need(v.Object, NeedItems, "")
			}
		}
	case *ast.FuncCallExpr:
		x.call(v, in)
	case *ast.LogicalOpExpr:
		x.alternatives(v)
	}
}

// joined records the parts of a text, at the outermost of its operators.
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
		u.Parts = append(u.Parts, x.partType(e))
	}
	x.concatenations = append(x.concatenations, concatenation{v, u, all[0]})
}

// partType returns the type of a part of a text. An expression with a number as
// its default, such as x or 0, is a number.
func (x *inferrer) partType(e ast.Expr) StaticType {
	t := x.typeOf(e)
	if or, ok := e.(*ast.LogicalOpExpr); ok && or.Operator == "or" && t.Kind == StaticUnknown {
		if _, number := numberOf(or.Rhs); number {
			return StaticType{Kind: StaticNumber}
		}
	}
	return t
}

// concatenation is one whose parts may all be numbers.
type concatenation struct {
	whole *ast.StringConcatOpExpr
	use   Use
	first ast.Expr
}

// noteConcatenations records the concatenations, except those used as numbers,
// which are reported already.
func (x *inferrer) noteConcatenations() {
	for _, s := range x.concatenations {
		if !x.numeric[s.whole] {
			x.note(s.use, s.first)
		}
	}
}

// reportNotIterable reports a loop over a plain parameter, where ipairs is
// missing.
func (x *inferrer) reportNotIterable(s *ast.GenericForStmt) bool {
	e := s.Exprs[0]
	switch v := e.(type) {
	case *ast.IdentExpr:
		if x.typeOf(v).Kind != staticParam {
			return false
		}
	case *ast.AttrGetExpr:
		if kind := x.typeOf(v).Kind; x.module(v.Object) != nil || x.isReported(v) || x.typeOf(v.Object).Kind == StaticFunction || kind != StaticUnknown && kind != StaticField {
			return false // the problem with its type is more specific
		}
	default:
		return false
	}
	name := syntax.Format(e)
	x.doubtHint(x.src.PlaceOf(e), diag.Sentencef("a for loop cannot iterate over %s by itself", name), "write: for _, x in ipairs(%s) do, or pairs(%s) for a table with names, or each(%s) for a zone", name, name, name)
	return true
}

// mentions reports whether an expression uses a local.
func (x *inferrer) mentions(e ast.Expr, b *Binding) bool {
	found := false
	v := syntax.Visitor{Statement: func(ast.Stmt, *ast.FunctionExpr) {}, Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
		id, ok := e.(*ast.IdentExpr)
		found = found || ok && x.Uses[id] == b
	}}
	v.Expr(e, nil)
	return found
}

func (x *inferrer) compared(v *ast.RelationalOpExpr) {
	need := NeedOrder
	if v.Operator == "==" || v.Operator == "~=" {
		need = NeedSame
	}
	left, right := v.Lhs, v.Rhs
	if _, twice := left.(*ast.RelationalOpExpr); twice && need == NeedOrder {
		return // oddComparison reports it
	}
	if _, not := left.(*ast.UnaryNotOpExpr); not && need == NeedSame {
		return // oddComparison reports it
	}
	if isLiteral(left) && isLiteral(right) {
		return // noteFixed notes it
	}
	if need == NeedSame && (x.comparesFunction(left, right, v.Operator) || x.comparesFunction(right, left, v.Operator)) {
		return
	}
	if need == NeedOrder {
		x.ordered(left)
		x.ordered(right)
	}
	if isLiteral(left) { // report the literal, which is more specific
		left, right = right, left
	}
	x.note(Use{Need: need, Other: x.typeOf(right), Name: v.Operator, Word: wordOf(right), IsWord: wordOf(right) != "", Literal: isLiteral(right), OtherText: syntax.Format(right)}, left)
}

// ordered notes a local that is compared by < or >.
func (x *inferrer) ordered(side ast.Expr) {
	if id, ok := side.(*ast.IdentExpr); ok && x.Uses[id] != nil {
		x.Uses[id].counted = true
	}
}

func wordOf(e ast.Expr) string {
	if s, ok := e.(*ast.StringExpr); ok {
		return s.Value
	}
	return ""
}

// call records what a call requires of the function and of its arguments.
func (x *inferrer) call(call *ast.FuncCallExpr, in *ast.FunctionExpr) {
	if call.Receiver != nil {
		if kind := x.typeOf(call.Receiver).Kind; kind == StaticEntity || kind == staticSelf {
			x.doubtHint(x.src.PlaceOf(call.Receiver), diag.Sentencef("%s has no methods", syntax.Format(call.Receiver)), "for a value, write %s.%s; functions are called as %s(%s)", syntax.Format(call.Receiver), call.Method, call.Method, syntax.Format(call.Receiver))
			return
		}
		if x.methodOfList(call) {
			return
		}
		x.need(call.Receiver, NeedFields, call.Method)
		return
	}
	if x.missingComma(call) {
		return
	}
	x.need(call.Func, NeedCall, "")
	name := x.calledName(call)
	x.quoted(call, in)
	if sig, ok := x.Surface.signature(name); ok {
		x.send(name, call)
		x.foreignPlaceholders(call, in)
		x.emptyRange(name, call)
		if x.swappedArguments(name, call, sig) {
			return
		}
		for i, a := range call.Args {
			if t := x.typeOf(a); t.Kind == staticParam {
				first, _ := call.Args[0].(*ast.IdentExpr)
				n := hostArgument{function: name, arg: i}
				if first != nil {
					n.first = first.Value
				}
				t.summary.needs[t.param].named = append(t.summary.needs[t.param].named, n)
			}
			if i < len(sig.Params) && !isConstant(a) {
				if need, ok := kindNeeds[sig.Params[i].Kind]; ok {
					x.need(a, need, name+" "+sig.Params[i].Name)
				}
			}
		}
		return
	}
	if name == "type" {
		x.noteTypeCheck(call)
	}
	needs := libraryNeeds[name]
	for i, a := range call.Args {
		if i < len(needs) {
			x.need(a, needs[i], name)
		}
	}
	if summary := x.summaryOf(call); summary != nil {
		x.calls = append(x.calls, pendingCall{call, summary, in})
	}
}

// kindNeeds maps kinds of parameters of host functions to what they need.
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

// send records the types of the arguments of emit and modify.
func (x *inferrer) send(function string, call *ast.FuncCallExpr) {
	if function != "emit" && function != "modify" {
		return
	}
	s := Send{Function: function}
	if word, ok := call.Args[0].(*ast.StringExpr); ok {
		s.Name = word.Value
	}
	for _, a := range call.Args[1:] {
		t := x.typeOf(a)
		if x.isFunction(a) {
			x.doubtHint(x.src.PlaceOf(a), diag.Sentencef("%s is a function, but %s passes on values only", syntax.Format(a), function), "to call it, write %s()", syntax.Format(a))
		}
		s.Args = append(s.Args, t.named())
	}
	x.facts.Sends = append(x.facts.Sends, s)
}

// noteTypeCheck records that a function checks the type of its parameter.
func (x *inferrer) noteTypeCheck(call *ast.FuncCallExpr) {
	for _, a := range call.Args {
		if t := x.typeOf(a); t.Kind == staticParam {
			t.summary.needs[t.param].mixed, t.summary.needs[t.param].typeChecked = true, true
		}
	}
}

// checkArguments records what a function of a script requires of its arguments.
func (x *inferrer) checkArguments(p pendingCall) {
	name := syntax.Format(p.call.Func)
	for i, a := range p.call.Args {
		if i >= len(p.summary.needs) {
			break
		}
		word, quoted := a.(*ast.StringExpr)
		if quoted && word.Value == p.summary.params[i] && x.local(p.in, word.Value) != nil {
			x.doubtHint(x.src.PlaceOf(a), diag.Sentencef("%s gets the text %s, not the local of that name", name, syntax.Format(a)), "remove the quotes: %s", word.Value)
			continue
		}
		n := p.summary.needs[i]
		if quoted && n.asked == 0 && !n.typeChecked && len(n.named) > 0 {
			at := n.named[0] // what it names is checked once
			x.references = append(x.references, Reference{Call: at.function, First: at.first, Arg: at.arg, Text: word.Value, IsText: true, Place: x.src.PlaceOf(a)})
		}
		if !n.known || n.mixed {
			continue
		}
		if got := x.typeOf(a).Kind; n.is == NeedObject && (got == StaticNil || n.asked&(1<<got) != 0) {
			continue // the function checks for it
		}
		x.need(a, n.is, name+" "+p.summary.params[i])
	}
	x.arity(p.call, p.summary, name)
	x.missingArguments(p.call, p.summary, name)
}

// need records a requirement of a value.
func (x *inferrer) need(e ast.Expr, is Need, name string) {
	x.note(Use{Need: is, Name: name}, e)
}

// note completes a use of a value and records it, unless the value certainly
// meets the requirement or nothing is known about it.
func (x *inferrer) note(u Use, e ast.Expr) {
	u.Got = x.typeOf(e)
	if u.Need == NeedSum {
		u.Got = x.partType(e)
	}
	if id, ok := e.(*ast.IdentExpr); ok && u.Need == NeedNumber && x.Uses[id] != nil {
		x.Uses[id].counted = true
	}
	if x.eachOfList(u, e) || x.isReported(e) {
		return
	}
	if call, ok := e.(*ast.FuncCallExpr); ok {
		if summary := x.summaryOf(call); summary != nil && summary.silent {
			u.Silent = true
		}
	}
	if u.Got.Kind == staticParam {
		x.needed(u, e)
		if u.Need != NeedSame && u.Need != NeedOrder {
			return
		}
	}
	if n, ok := numberOf(e); ok {
		u.Number, u.IsNumber = n, true
	}
	if s, ok := e.(*ast.StringExpr); ok {
		u.Word, u.IsWord = s.Value, true
	}
	if u.Got.Kind == StaticNil && x.neverSet(e) && u.Need != NeedSame && u.Need != NeedSet {
		x.doubtHint(x.src.PlaceOf(e), diag.Sentencef("%s is always nil: nothing is ever assigned to it", syntax.Format(e)), "give it a value: local %s = …", syntax.Format(e))
		return
	}
	if u.Need == NeedNumber || u.Need == NeedOrder && u.Other.Kind == StaticNumber {
		if x.listed(e) {
			return
		}
	}
	if x.uncalledLocal(u, e) {
		return
	}
	if u.Got.Kind == StaticUnknown && !u.Silent && u.Need != NeedSame && u.Need != NeedOrder || u.suits() {
		return
	}
	u.Text, u.Place = syntax.Format(e), x.src.PlaceOf(e)
	if _, joins := e.(*ast.StringConcatOpExpr); joins {
		u.Joined = true
		if u.Need == NeedNumber || u.Need == NeedOrder {
			mark(&x.numeric, e)
		}
	}
	if !x.reportLoopPosition(&u, e) {
		return
	}
	u.Got.item, u.Got.summary, u.Other.item, u.Other.summary = nil, nil, nil, nil
	x.facts.Uses = append(x.facts.Uses, u)
}

// eachOfList reports each(list) for what is a list elsewhere.
func (x *inferrer) eachOfList(u Use, e ast.Expr) bool {
	key, ok := x.listOf(e)
	if !ok || !x.lists[key] || key.of.only() == nil || !strings.HasPrefix(u.Name, "each ") {
		return false
	}
	if kind := x.typeOf(e).Kind; kind != StaticUnknown && kind != staticParam {
		return false // the problem with its type is more specific
	}
	x.doubtHint(x.src.PlaceOf(e), diag.Sentencef("each iterates over a zone, but %s is used as a list elsewhere", key.text), "write ipairs(%s)", key.text)
	return true
}

// neverSet reports whether an expression is a local that is declared without a
// value and never gets one.
func (x *inferrer) neverSet(e ast.Expr) bool {
	id, _ := e.(*ast.IdentExpr)
	only := x.Uses[id].only()
	return only != nil && only.expr == nil
}

// needed records what a function does with its parameter.
func (x *inferrer) needed(u Use, e ast.Expr) {
	n := &u.Got.summary.needs[u.Got.param]
	switch {
	case u.Need == NeedSame:
		n.asked |= 1 << u.Other.Kind
		return
	case u.Need == NeedFields && u.Name != "" && !slices.Contains(x.Library.Fields["string"], u.Name):
		u.Need = NeedObject
	case u.Need == NeedSum || u.Need == NeedSet || u.Need == NeedFields || u.Need == NeedItems || u.Need == NeedPart:
		return // nearly any value will do
	case u.Need == NeedOrder:
		if u.Other.Kind != StaticNumber {
			return
		}
		u.Need = NeedNumber
	}
	if items := n.is == NeedTable || n.is == NeedList || n.is == NeedLength; items && u.Need == NeedNumber {
		x.clashes = append(x.clashes, clash{n, syntax.Format(e), x.src.PlaceOf(e)})
	}
	n.add(u.Need)
}

// clash is a use as a number of a parameter that was used as a list before.
type clash struct {
	of    *need
	text  string
	place diag.Place
}

// noteClashes reports the clashes in functions that do not check the type of
// their parameter.
func (x *inferrer) noteClashes() {
	for _, c := range x.clashes {
		if !c.of.typeChecked {
			x.doubtHint(c.place, diag.Sentencef("%s is used as a number here, but as a list above", c.text), "its length is #%s", c.text)
		}
	}
}

// suits reports whether a value certainly meets the requirement.
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
	case NeedItems:
		return u.Got.Kind == StaticTable || u.Got.Kind == StaticList || u.Got.Kind == StaticEntity || u.Got.Kind >= staticParam
	case NeedLength:
		return u.Got.Kind == StaticTable || u.Got.Kind == StaticList || u.Got.Kind == StaticText
	case NeedTable, NeedList:
		return u.Got.Kind == StaticTable || u.Got.Kind == StaticList
	case NeedObject:
		return u.Got.Kind == StaticTable || u.Got.Kind == StaticList || u.Got.Kind == StaticEntity || u.Got.Kind >= staticVars
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
