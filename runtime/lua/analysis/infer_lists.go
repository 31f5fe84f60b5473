package analysis

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// listed is a local, or a field of one, as written.
type listed struct {
	of   *Binding
	text string
}

// listOf returns the key of an expression that is a local assigned once, or a
// field of one.
func (inf *inferrer) listOf(e ast.Expr) (listed, bool) {
	root := e
	for {
		f, ok := root.(*ast.AttrGetExpr)
		if !ok {
			break
		}
		root = f.Object
	}
	id, _ := root.(*ast.IdentExpr)
	if inf.Uses[id] == nil || inf.Uses[id].holds() != nil {
		return listed{}, false
	}
	return listed{inf.Uses[id], syntax.Format(e)}, true
}

// gatherList records an expression that is indexed with something other than a
// name, counted, or iterated with ipairs: it is a list wherever it is used.
func (inf *inferrer) gatherList(e ast.Expr) {
	note := func(e ast.Expr) {
		if key, ok := inf.listOf(e); ok {
			mark(&inf.lists, key)
		}
	}
	switch v := e.(type) {
	case *ast.AttrGetExpr:
		if _, named := v.Key.(*ast.StringExpr); !named {
			note(v.Object)
		}
	case *ast.UnaryLenOpExpr:
		if t, ok := v.Expr.(*ast.AttrGetExpr); ok {
			note(t)
		}
	case *ast.FuncCallExpr:
		if name := inf.calledName(v); (name == "ipairs" || name == "table.insert" || name == "table.remove") && len(v.Args) > 0 {
			note(v.Args[0])
		}
	}
}

// listed reports that something used as a list elsewhere is used as a number, so
// that # is missing.
func (inf *inferrer) listed(e ast.Expr) bool {
	key, ok := inf.listOf(e)
	if !ok || !inf.lists[key] || key.of.only() == nil {
		return false
	}
	if kind := inf.typeOf(e).Kind; kind != StaticUnknown && kind < StaticVariable {
		return false // the problem with its type is more specific
	}
	inf.doubtHint(inf.src.PlaceOf(e), diag.Sentencef("%s is used as a number here, but as a list elsewhere", key.text), "its length is #%s", key.text)
	return true
}

// passed records what a host function needs of an argument, apart from literals,
// which the compiler checks.
func (inf *inferrer) passed(argument ast.Expr, p *Param, function string) {
	if need, ok := kindNeeds[p.Kind]; ok && !isConstant(argument) {
		inf.need(argument, need, function+" "+p.Name)
	}
	if p.Kind == KindEntities {
		inf.elements(function, argument)
	}
}

// elements records that a host function needs entities in a list.
func (inf *inferrer) elements(function string, list ast.Expr) {
	if table, ok := list.(*ast.TableExpr); ok {
		for i, f := range table.Fields {
			if f.Key == nil && !isConstant(f.Value) {
				inf.need(f.Value, NeedEntity, function+" element "+strconv.Itoa(i+1))
			}
		}
		return
	}
	t := inf.typeOf(list)
	if t.item == nil || t.item.Kind == StaticUnknown || t.item.Kind == StaticNil || t.item.Kind == staticParam {
		return
	}
	u := Use{Need: NeedEntity, Name: function + " each item", Got: t.item.named(), Text: "an item of " + syntax.Format(list), OtherText: syntax.Format(list), Place: inf.src.PlaceOf(list)}
	if !u.suits() {
		inf.facts.Uses = append(inf.facts.Uses, u)
	}
}

// uncalledLocal reports a local that holds a script function where its result
// is needed. It reports each local once, where the function was assigned.
func (inf *inferrer) uncalledLocal(u Use, e ast.Expr) bool {
	id, ok := e.(*ast.IdentExpr)
	if !ok || u.Got.Kind != StaticFunction || u.Need == NeedCall || u.Need == NeedIterator || u.Need == NeedSame || u.Need == NeedSet {
		return false
	}
	b := inf.Uses[id]
	if only := b.only(); only != nil && only.expr != nil {
		return inf.reportUncalled(b, only.expr)
	}
	return false
}

// reportUncalled reports that a local is assigned a function, unless that is a
// function literal.
func (inf *inferrer) reportUncalled(b *Binding, from ast.Expr) bool {
	if _, written := from.(*ast.FunctionExpr); written {
		return false
	}
	if !b.reported {
		b.reported = true
		inf.doubtHint(inf.src.PlaceOf(from), diag.Sentencef("%s is a function, but the value that it returns is needed", syntax.Format(from)), "to call it, write %s()", syntax.Format(from))
	}
	return true
}

// alternatives finds a number in quotes beside another possible value: x and
// "1" or 0.
func (inf *inferrer) alternatives(v *ast.LogicalOpExpr) {
	if v.Operator != "or" {
		return
	}
	left, right := last(v.Lhs), last(v.Rhs)
	word, quoted := right.(*ast.StringExpr)
	other := left
	if !quoted {
		word, quoted = left.(*ast.StringExpr)
		other = right
	}
	if !quoted || !quotesNumber(word.Value) {
		return
	}
	u := Use{Need: NeedAlike, Other: inf.typeOf(other), Word: word.Value, Text: syntax.Format(word), Place: inf.src.PlaceOf(word), Got: StaticType{Kind: StaticText}}
	if and, ok := v.Lhs.(*ast.LogicalOpExpr); ok {
		if c, ok := and.Lhs.(*ast.RelationalOpExpr); ok && sameExpr(c.Lhs, other) {
			if _, number := numberOf(c.Rhs); number {
				u.Other = StaticType{Kind: StaticNumber} // n > 0 and n or "0"
			}
		}
	}
	u.Other.item, u.Other.summary = nil, nil
	inf.facts.Uses = append(inf.facts.Uses, u)
}

// last returns the value of an expression with and if all its conditions hold.
func last(e ast.Expr) ast.Expr {
	for {
		and, ok := e.(*ast.LogicalOpExpr)
		if !ok || and.Operator != "and" {
			return e
		}
		e = and.Rhs
	}
}

func quotesNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// mixedReturns reports numbers in quotes among the results of a function that
// returns numbers otherwise.
func (inf *inferrer) mixedReturns(fn *ast.FunctionExpr) {
	numbers := 0
	var quoted []*ast.StringExpr
	for _, give := range inf.info(fn).returns {
		if len(give.Exprs) == 0 {
			continue
		}
		if word, ok := give.Exprs[0].(*ast.StringExpr); ok && quotesNumber(word.Value) {
			quoted = append(quoted, word)
		} else if inf.typeOf(give.Exprs[0]).Kind == StaticNumber {
			numbers++
		} else {
			return
		}
	}
	for _, word := range quoted {
		if numbers > 0 {
			inf.doubtHint(inf.src.PlaceOf(word), diag.Sentencef("%s is a text, but this function otherwise returns numbers", syntax.Format(word)), "remove the quotes: %s", word.Value)
		}
	}
}

// mixedTable reports numbers in quotes in a table whose other values are numbers.
func (inf *inferrer) mixedTable(t *ast.TableExpr) {
	numbers := 0
	var quoted []*ast.StringExpr
	for _, f := range t.Fields {
		word, ok := f.Value.(*ast.StringExpr)
		_, number := numberOf(f.Value)
		switch {
		case ok && quotesNumber(word.Value):
			quoted = append(quoted, word)
		case number:
			numbers++
		default:
			return
		}
	}
	for _, word := range quoted {
		if numbers > 1 && len(quoted) == 1 {
			inf.doubtHint(inf.src.PlaceOf(word), diag.Sentencef("%s is a text, but the other values of this table are numbers", syntax.Format(word)), "remove the quotes: %s", word.Value)
		}
	}
}

// mixedLocals reports locals that are given a number in quotes here and numbers
// elsewhere.
func (inf *inferrer) mixedLocals() {
	for _, f := range inf.functions {
		for _, b := range f.locals {
			inf.mixedLocal(b)
		}
	}
}

func (inf *inferrer) mixedLocal(b *Binding) {
	var quoted *ast.StringExpr
	numbers, others, texts := 0, 0, 0
	for _, o := range b.assignments {
		word, ok := o.expr.(*ast.StringExpr)
		switch {
		case ok && quotesNumber(word.Value):
			quoted = word
		case o.expr == nil || inf.isChange(o.expr, b) || inf.assignedType(o).Kind != StaticNumber:
			others++
			if o.expr != nil && inf.assignedType(o).Kind == StaticText {
				texts++
			}
		default:
			numbers++
		}
	}
	switch {
	case quoted == nil:
	case numbers > 0 && others == 0:
		inf.doubtHint(inf.src.PlaceOf(quoted), diag.Sentencef("%s is a text, but %s is otherwise given numbers", syntax.Format(quoted), b.Name), "remove the quotes: %s", quoted.Value)
	case others > 0 && texts == 0 && b.counted:
		inf.doubtHint(inf.src.PlaceOf(quoted), diag.Sentencef("%s is a text, but %s is used as a number", syntax.Format(quoted), b.Name), "remove the quotes: %s", quoted.Value)
	}
}
