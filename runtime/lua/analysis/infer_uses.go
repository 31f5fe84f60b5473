package analysis

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// walk records what the chunk requires of values, and doubtful statements.
func (inf *inferrer) walk(chunk []ast.Stmt) {
	v := syntax.Visitor{
		Statement:  func(st ast.Stmt, in *ast.FunctionExpr) { inf.statementUses(st); inf.oddStatement(st, in) },
		Expression: func(e ast.Expr, in *ast.FunctionExpr) { inf.expressionUses(e, in); inf.oddExpression(e) },
	}
	v.Block(chunk, nil)
}

func (inf *inferrer) statementUses(st ast.Stmt) {
	switch s := st.(type) {
	case *ast.AssignStmt:
		for i, l := range s.Lhs {
			target, ok := l.(*ast.AttrGetExpr)
			mark(&inf.targets, l)
			if !ok || len(s.Rhs) != len(s.Lhs) {
				continue
			}
			if other := inf.typeOf(target); other.Kind >= StaticVariable && other.Kind <= StaticField {
				inf.note(Use{Need: NeedSet, Other: other}, s.Rhs[i])
			}
		}
	case *ast.NumberForStmt:
		for _, e := range []ast.Expr{s.Init, s.Limit, s.Step} {
			if e != nil {
				inf.need(e, NeedNumber, "")
			}
		}
	case *ast.GenericForStmt:
		if len(s.Exprs) == 1 && !inf.reportNotIterable(s) {
			inf.need(s.Exprs[0], NeedIterator, "")
		}
	}
}

func (inf *inferrer) expressionUses(e ast.Expr, in *ast.FunctionExpr) {
	switch v := e.(type) {
	case *ast.ArithmeticOpExpr:
		inf.need(v.Lhs, NeedNumber, v.Operator)
		if v.Operator != "+" || inf.typeOf(v.Lhs).Kind != StaticText && !inf.isReported(v.Lhs) { // otherwise it has been reported
			inf.need(v.Rhs, NeedNumber, v.Operator)
		}
	case *ast.UnaryMinusOpExpr:
		inf.need(v.Expr, NeedNumber, "-")
	case *ast.UnaryLenOpExpr:
		inf.need(v.Expr, NeedLength, "#")
	case *ast.StringConcatOpExpr:
		inf.joined(v)
	case *ast.RelationalOpExpr:
		inf.compared(v)
	case *ast.AttrGetExpr:
		if inf.module(v.Object) == nil {
			if key, ok := v.Key.(*ast.StringExpr); ok {
				inf.need(v.Object, NeedFields, key.Value)
			} else {
				inf.need(v.Object, NeedItems, "")
			}
		}
	case *ast.FuncCallExpr:
		inf.call(v, in)
	case *ast.LogicalOpExpr:
		inf.alternatives(v)
	}
}

// joined records the parts of a text, at the outermost of its operators.
func (inf *inferrer) joined(v *ast.StringConcatOpExpr) {
	if inf.parts == nil {
		inf.parts = map[ast.Expr]bool{}
	}
	var all []ast.Expr
	var flatten func(e ast.Expr)
	flatten = func(e ast.Expr) {
		if c, ok := e.(*ast.StringConcatOpExpr); ok {
			inf.parts[c] = true
			flatten(c.Lhs)
			flatten(c.Rhs)
			return
		}
		all = append(all, e)
	}
	if inf.parts[v] {
		return
	}
	flatten(v)
	for _, e := range all {
		inf.need(e, NeedPart, "..")
	}
	u := Use{Need: NeedSum}
	for _, e := range all[1:] {
		u.Parts = append(u.Parts, inf.partType(e))
	}
	inf.concatenations = append(inf.concatenations, concatenation{v, u, all[0]})
}

// partType returns the type of a part of a text. An expression with a number as
// its default, such as x or 0, is a number.
func (inf *inferrer) partType(e ast.Expr) StaticType {
	t := inf.typeOf(e)
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
func (inf *inferrer) noteConcatenations() {
	for _, s := range inf.concatenations {
		if !inf.numeric[s.whole] {
			inf.note(s.use, s.first)
		}
	}
}

// reportNotIterable reports a loop over a plain parameter, where ipairs is
// missing.
func (inf *inferrer) reportNotIterable(s *ast.GenericForStmt) bool {
	e := s.Exprs[0]
	switch v := e.(type) {
	case *ast.IdentExpr:
		if inf.typeOf(v).Kind != staticParam {
			return false
		}
	case *ast.AttrGetExpr:
		if kind := inf.typeOf(v).Kind; inf.module(v.Object) != nil || inf.isReported(v) || inf.typeOf(v.Object).Kind == StaticFunction || kind != StaticUnknown && kind != StaticField {
			return false // the problem with its type is more specific
		}
	default:
		return false
	}
	name := syntax.Format(e)
	inf.doubtHint(inf.src.PlaceOf(e), diag.Sentencef("a for loop cannot iterate over %s by itself", name), "write: for _, x in ipairs(%s) do, or pairs(%s) for a table with names, or each(%s) for a zone", name, name, name)
	return true
}

// mentions reports whether an expression uses a local.
func (inf *inferrer) mentions(e ast.Expr, b *Binding) bool {
	found := false
	v := syntax.Visitor{Statement: func(ast.Stmt, *ast.FunctionExpr) {}, Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
		id, ok := e.(*ast.IdentExpr)
		found = found || ok && inf.Uses[id] == b
	}}
	v.Expr(e, nil)
	return found
}

func (inf *inferrer) compared(v *ast.RelationalOpExpr) {
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
	if need == NeedSame && (inf.comparesFunction(left, right, v.Operator) || inf.comparesFunction(right, left, v.Operator)) {
		return
	}
	if need == NeedOrder {
		inf.ordered(left)
		inf.ordered(right)
	}
	if isLiteral(left) { // report the literal, which is more specific
		left, right = right, left
	}
	inf.note(Use{Need: need, Other: inf.typeOf(right), Name: v.Operator, Word: wordOf(right), IsWord: wordOf(right) != "", Literal: isLiteral(right), OtherText: syntax.Format(right)}, left)
}

// ordered notes a local that is compared by < or >.
func (inf *inferrer) ordered(side ast.Expr) {
	if id, ok := side.(*ast.IdentExpr); ok && inf.Uses[id] != nil {
		inf.Uses[id].counted = true
	}
}

func wordOf(e ast.Expr) string {
	if s, ok := e.(*ast.StringExpr); ok {
		return s.Value
	}
	return ""
}

// call records what a call requires of the function and of its arguments.
func (inf *inferrer) call(call *ast.FuncCallExpr, in *ast.FunctionExpr) {
	if call.Receiver != nil {
		if kind := inf.typeOf(call.Receiver).Kind; kind == StaticEntity || kind == staticSelf {
			inf.doubtHint(inf.src.PlaceOf(call.Receiver), diag.Sentencef("%s has no methods", syntax.Format(call.Receiver)), "for a value, write %s.%s; functions are called as %s(%s)", syntax.Format(call.Receiver), call.Method, call.Method, syntax.Format(call.Receiver))
			return
		}
		if inf.methodOfList(call) {
			return
		}
		inf.need(call.Receiver, NeedFields, call.Method)
		return
	}
	if inf.missingComma(call) {
		return
	}
	inf.need(call.Func, NeedCall, "")
	name := inf.calledName(call)
	inf.quoted(call, in)
	if sig, ok := inf.Surface.signature(name); ok {
		inf.send(name, call)
		inf.passesOn(name, call, sig)
		inf.foreignPlaceholders(call, in)
		inf.emptyRange(name, call)
		if inf.swappedArguments(name, call, sig) {
			return
		}
		for i, a := range call.Args {
			if t := inf.typeOf(a); t.Kind == staticParam {
				first, _ := call.Args[0].(*ast.IdentExpr)
				n := hostArgument{function: name, arg: i}
				if first != nil {
					n.first = first.Value
				}
				t.summary.needs[t.param].named = append(t.summary.needs[t.param].named, n)
			}
			if i < len(sig.Params) {
				inf.passed(a, &sig.Params[i], name)
			}
		}
		return
	}
	if name == "type" {
		inf.noteTypeCheck(call)
	}
	needs := libraryNeeds[name]
	for i, a := range call.Args {
		if i < len(needs) {
			inf.need(a, needs[i], name)
		}
	}
	if summary := inf.summaryOf(call); summary != nil {
		inf.calls = append(inf.calls, pendingCall{call, summary, in})
	}
}

// kindNeeds maps kinds of parameters of host functions to what they need.
var kindNeeds = map[string]Need{
	KindNumber: NeedNumber, KindText: NeedText, KindBoolean: NeedBoolean, KindEntity: NeedEntity, KindList: NeedList,
	KindListOrZone: NeedListOrZone, KindEntities: NeedEntities,
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
func (inf *inferrer) send(function string, call *ast.FuncCallExpr) {
	if function != "emit" && function != "modify" {
		return
	}
	s := Send{Function: function}
	if word, ok := call.Args[0].(*ast.StringExpr); ok {
		s.Name = word.Value
	}
	for _, a := range call.Args[1:] {
		t := inf.typeOf(a)
		if inf.isFunction(a) {
			inf.doubtHint(inf.src.PlaceOf(a), diag.Sentencef("%s is a function, but %s passes on values only", syntax.Format(a), function), "to call it, write %s()", syntax.Format(a))
		}
		s.Args = append(s.Args, t.named())
	}
	inf.facts.Sends = append(inf.facts.Sends, s)
}

// noteTypeCheck records that a function checks the type of its parameter.
func (inf *inferrer) noteTypeCheck(call *ast.FuncCallExpr) {
	for _, a := range call.Args {
		if t := inf.typeOf(a); t.Kind == staticParam {
			t.summary.needs[t.param].mixed, t.summary.needs[t.param].typeChecked = true, true
		}
	}
}

// checkArguments records what a function of a script requires of its arguments.
func (inf *inferrer) checkArguments(p pendingCall) {
	name := syntax.Format(p.call.Func)
	for i, a := range p.call.Args {
		if i >= len(p.summary.needs) {
			break
		}
		word, quoted := a.(*ast.StringExpr)
		if quoted && word.Value == p.summary.params[i] && inf.local(p.in, word.Value) != nil {
			inf.doubtHint(inf.src.PlaceOf(a), diag.Sentencef("%s gets the text %s, not the local of that name", name, syntax.Format(a)), "remove the quotes: %s", word.Value)
			continue
		}
		n := p.summary.needs[i]
		if quoted && n.asked == 0 && !n.typeChecked && len(n.named) > 0 {
			at := n.named[0] // what it names is checked once
			inf.references = append(inf.references, Reference{Call: at.function, First: at.first, Arg: at.arg, Text: word.Value, IsText: true, Place: inf.src.PlaceOf(a)})
		}
		if !n.known || n.mixed {
			continue
		}
		if got := inf.typeOf(a).Kind; n.is == NeedObject && (got == StaticNil || n.asked&(1<<got) != 0) {
			continue // the function checks for it
		}
		inf.need(a, n.is, name+" "+p.summary.params[i])
	}
	inf.arity(p.call, p.summary, name)
	inf.missingArguments(p.call, p.summary, name)
}

// need records a requirement of a value.
func (inf *inferrer) need(e ast.Expr, is Need, name string) {
	inf.note(Use{Need: is, Name: name}, e)
}

// note completes a use of a value and records it, unless the value certainly
// meets the requirement or nothing is known about it.
func (inf *inferrer) note(u Use, e ast.Expr) {
	u.Got = inf.typeOf(e)
	if u.Need == NeedSum {
		u.Got = inf.partType(e)
	}
	if id, ok := e.(*ast.IdentExpr); ok && u.Need == NeedNumber && inf.Uses[id] != nil {
		inf.Uses[id].counted = true
	}
	if inf.eachOfList(u, e) || inf.isReported(e) {
		return
	}
	if call, ok := e.(*ast.FuncCallExpr); ok {
		if summary := inf.summaryOf(call); summary != nil && summary.silent {
			u.Silent = true
		}
	}
	if u.Got.Kind == staticParam {
		inf.needed(u, e)
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
	if u.Got.Kind == StaticNil && inf.neverSet(e) && u.Need != NeedSame && u.Need != NeedSet {
		inf.doubtHint(inf.src.PlaceOf(e), diag.Sentencef("%s is always nil: nothing is ever assigned to it", syntax.Format(e)), "give it a value: local %s = …", syntax.Format(e))
		return
	}
	if u.Need == NeedNumber || u.Need == NeedOrder && u.Other.Kind == StaticNumber {
		if inf.listed(e) {
			return
		}
	}
	if inf.uncalledLocal(u, e) {
		return
	}
	if u.Got.Kind == StaticUnknown && !u.Silent && u.Need != NeedSame && u.Need != NeedOrder || u.suits() {
		return
	}
	u.Text, u.Place = syntax.Format(e), inf.src.PlaceOf(e)
	if _, joins := e.(*ast.StringConcatOpExpr); joins {
		u.Joined = true
		if u.Need == NeedNumber || u.Need == NeedOrder {
			mark(&inf.numeric, e)
		}
	}
	if !inf.reportLoopPosition(&u, e) {
		return
	}
	u.Got.item, u.Got.summary, u.Other.item, u.Other.summary = nil, nil, nil, nil
	inf.facts.Uses = append(inf.facts.Uses, u)
}

// eachOfList reports each(list) for what is a list elsewhere.
func (inf *inferrer) eachOfList(u Use, e ast.Expr) bool {
	key, ok := inf.listOf(e)
	if !ok || !inf.lists[key] || key.of.only() == nil || !strings.HasPrefix(u.Name, "each ") {
		return false
	}
	if kind := inf.typeOf(e).Kind; kind != StaticUnknown && kind != staticParam {
		return false // the problem with its type is more specific
	}
	inf.doubtHint(inf.src.PlaceOf(e), diag.Sentencef("each iterates over a zone, but %s is used as a list elsewhere", key.text), "write ipairs(%s)", key.text)
	return true
}

// neverSet reports whether an expression is a local that is declared without a
// value and never gets one.
func (inf *inferrer) neverSet(e ast.Expr) bool {
	id, _ := e.(*ast.IdentExpr)
	only := inf.Uses[id].only()
	return only != nil && only.expr == nil
}

// needed records what a function does with its parameter.
func (inf *inferrer) needed(u Use, e ast.Expr) {
	n := &u.Got.summary.needs[u.Got.param]
	switch {
	case u.Need == NeedSame:
		n.asked |= 1 << u.Other.Kind
		return
	case u.Need == NeedFields && u.Name != "" && !slices.Contains(inf.Library.Fields["string"], u.Name):
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
		inf.clashes = append(inf.clashes, clash{n, syntax.Format(e), inf.src.PlaceOf(e)})
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
func (inf *inferrer) noteClashes() {
	for _, c := range inf.clashes {
		if !c.of.typeChecked {
			inf.doubtHint(c.place, diag.Sentencef("%s is used as a number here, but as a list above", c.text), "its length is #%s", c.text)
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
	case NeedListOrZone, NeedEntities:
		return u.Got.Kind == StaticTable || u.Got.Kind == StaticList || u.Got.Kind == StaticText
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
