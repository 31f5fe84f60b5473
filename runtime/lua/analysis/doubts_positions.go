package analysis

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/number"
	"sleight/runtime/lua/syntax"
)

// oddIndex finds positions that no list has.
func (inf *inferrer) oddIndex(v *ast.AttrGetExpr) {
	n, isNumber := numberOf(v.Key)
	switch {
	case !isLiteral(v.Key) && sameExpr(v.Object, v.Key):
		inf.doubtHint(inf.src.PlaceOf(v.Key), diag.Sentencef("%s is used as its own key", syntax.Format(v.Object)), "the last item is %s[#%s]", syntax.Format(v.Object), syntax.Format(v.Object))
	case inf.targets[v]:
		inf.facts.FillsZero = inf.facts.FillsZero || isNumber && n == 0
	case isNumber && n == 0 && inf.typeOf(v.Object).Kind == StaticList:
		inf.doubtHint(inf.src.PlaceOf(v.Object), diag.Sentencef("%s[0] is always nil: lists begin at 1", syntax.Format(v.Object)), "write %s[1] for the first item", syntax.Format(v.Object))
	case isNumber && n < 0 && inf.typeOf(v.Object).Kind == StaticList:
		inf.doubtHint(inf.src.PlaceOf(v.Object), diag.Sentencef("%s[%s] is always nil: lists begin at 1", syntax.Format(v.Object), number.Format(n)), "the last item is %s[#%s]", syntax.Format(v.Object), syntax.Format(v.Object))
	case isNumber && n == 0:
		inf.facts.ZeroIndexes = append(inf.facts.ZeroIndexes, Excerpt{syntax.Format(v.Object), inf.src.PlaceOf(v.Object)})
	case isPastEnd(v.Key, v.Object):
		inf.doubtHint(inf.src.PlaceOf(v.Object), diag.Sentencef("this is always nil: it is past the last item of %s", syntax.Format(v.Object)), "the last item is %s[#%s]", syntax.Format(v.Object), syntax.Format(v.Object))
	}
}

// isPastEnd reports whether a position is #list + n for an n of 1 or more.
func isPastEnd(position, list ast.Expr) bool {
	sum, ok := position.(*ast.ArithmeticOpExpr)
	if !ok || sum.Operator != "+" {
		return false
	}
	length, ok := sum.Lhs.(*ast.UnaryLenOpExpr)
	n, isNumber := numberOf(sum.Rhs)
	return ok && isNumber && n >= 1 && sameExpr(length.Expr, list)
}

// finishZeros drops the recorded reads at index 0 of tables that the chunk fills at
// computed positions, since one of these positions may be 0.
func (inf *inferrer) finishZeros() {
	if len(inf.facts.ZeroIndexes) == 0 {
		return
	}
	computed := map[string]bool{}
	for e := range inf.targets {
		if f, ok := e.(*ast.AttrGetExpr); ok && !isLiteral(f.Key) {
			computed[syntax.Format(f.Object)] = true
		}
	}
	inf.facts.ZeroIndexes = slices.DeleteFunc(inf.facts.ZeroIndexes, func(z Excerpt) bool { return computed[z.Text] })
}

// oddCount finds loops that begin at 0 although they clearly go through positions or
// repeat something a number of times, loops that go beyond the end of a list, and
// loops that count down without a step.
func (inf *inferrer) oddCount(s *ast.NumberForStmt) {
	if inf.lacksStep(s) {
		inf.doubtHint(inf.src.Find(s.Line(), "for", false), diag.Sentencef("without a step, this loop counts up, not from %s down to %s", syntax.Format(s.Init), syntax.Format(s.Limit)), "write: for %s = %s, %s, -1", s.Name, syntax.Format(s.Init), syntax.Format(s.Limit))
		return
	}
	n, ok := numberOf(s.Init)
	if !ok {
		return
	}
	uses := inf.countUses(s)
	switch {
	case n == 1 && s.Step == nil && uses.beyond:
		inf.doubtHint(inf.src.Find(s.Line(), "for", false), diag.Sentencef("this loop goes one position past the last"), "write: for %s = 1, #…", s.Name)
	case n != 0 || s.Step != nil:
	case uses.indexes:
		inf.doubtHint(inf.src.Find(s.Line(), "0", false), diag.Sentencef("this loop begins at 0, but positions in lists begin at 1"), "write: for %s = 1, …", s.Name)
	case uses.function != "":
		inf.doubtHint(inf.src.Find(s.Line(), "0", false), diag.Sentencef("this loop begins at 0, but %s counts from 1", uses.function), "write: for %s = 1, …", s.Name)
	case isLess(s.Limit):
	case !uses.reads || inf.isNumberOf(s.Limit):
		inf.doubtHint(inf.src.Find(s.Line(), "0", false), diag.Sentencef("this loop begins at 0, so it runs one time too many (not %s times)", syntax.Format(s.Limit)), "write: for %s = 1, …", s.Name)
	}
}

// lacksStep reports whether a loop surely means to count down and has no step: it
// begins at the end of a list, or at the larger of two numbers.
func (inf *inferrer) lacksStep(s *ast.NumberForStmt) bool {
	last, ok := numberOf(s.Limit)
	if !ok || s.Step != nil {
		return false
	}
	if n, isNumber := numberOf(s.Init); isNumber {
		return n > last
	}
	return last <= 1 && inf.isNumberOf(s.Init)
}

// countUses records what a loop does with its counter.
type countUses struct {
	reads, indexes bool
	beyond         bool   // it reads a list up to #list + n
	function       string // it passes the counter to a function that takes numbers from 1 on
}

func (inf *inferrer) countUses(s *ast.NumberForStmt) (u countUses) {
	own := inf.Declared[s][0]
	is := func(e ast.Expr) bool {
		id, ok := e.(*ast.IdentExpr)
		return ok && inf.Uses[id] == own
	}
	v := syntax.Visitor{Statement: func(ast.Stmt, *ast.FunctionExpr) {}, Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
		switch f := e.(type) {
		case *ast.IdentExpr:
			u.reads = u.reads || is(f)
		case *ast.AttrGetExpr:
			u.indexes = u.indexes || is(f.Key)
			u.beyond = u.beyond || is(f.Key) && !inf.targets[f] && isPastEnd(s.Limit, f.Object)
		case *ast.FuncCallExpr:
			name := inf.calledName(f)
			sig, _ := inf.Surface.signature(name)
			for i, a := range f.Args {
				if is(a) && i < len(sig.Params) && sig.Params[i].Low == 1 {
					u.function = name
				}
			}
		}
	}}
	v.Block(s.Stmts, nil)
	return u
}

// isLess reports whether an expression subtracts something, as in n - 1.
func isLess(e ast.Expr) bool {
	a, ok := e.(*ast.ArithmeticOpExpr)
	return ok && a.Operator == "-"
}

// isNumberOf reports whether an expression is surely a count, such as #list or
// game.lanes, rather than the last position, such as game.max_depth.
func (inf *inferrer) isNumberOf(e ast.Expr) bool {
	switch v := e.(type) {
	case *ast.UnaryLenOpExpr:
		return true
	case *ast.FuncCallExpr:
		return slices.Contains([]string{"count", "players"}, inf.calledName(v))
	case *ast.AttrGetExpr:
		t := inf.typeOf(v)
		isLast := func(word string) bool { return strings.Contains(t.Of, word) }
		return (t.Kind == StaticGame || t.Kind == StaticOwn) && !slices.ContainsFunc([]string{"max", "last", "top", "high", "limit", "most", "end", "depth"}, isLast)
	}
	return false
}

// positionOf finds a loop over a list or zone with one variable only, which is
// the position, if a field of it is read and it is also assigned something else.
func (inf *inferrer) positionOf(s *ast.GenericForStmt) {
	call, ok := s.Exprs[0].(*ast.FuncCallExpr)
	if !ok {
		return
	}
	if name := inf.calledName(call); name != "each" && name != "ipairs" {
		return
	}
	b := inf.Declared[s][0]
	if len(s.Names) == 1 && len(call.Args) == 1 && isPlural(syntax.Format(call.Args[0]), b.Name) {
		mark(&inf.reportedLoops, s)
		inf.doubtHint(inf.src.Find(s.Line(), b.Name, false), diag.Sentencef("%s is a position here, not an item of %s", b.Name, syntax.Format(call.Args[0])),
			"each and ipairs give the position first: for _, %s in …", b.Name)
		return
	}
	if len(s.Names) == 2 && inf.readsFields(s, b) && !inf.readsFields(s, inf.Declared[s][1]) {
		mark(&inf.reportedLoops, s)
		inf.doubtHint(inf.src.Find(s.Line(), b.Name, false), diag.Sentencef("%s is a number, but it is used as the item at that position", b.Name),
			"each and ipairs give the position first: for %s, %s in …", s.Names[1], s.Names[0])
		return
	}
	if len(s.Names) != 1 || b.only() != nil {
		return // its type is known
	}
	if inf.readsFields(s, b) {
		inf.doubtHint(inf.src.Find(s.Line(), b.Name, false), diag.Sentencef("%s is a number, but it is used as the item at that position", b.Name),
			"each and ipairs give the position first: for _, %s in …", b.Name)
	}
}

// isPlural reports whether the name of a list is the plural of another name, such as
// places or vars.places for place.
func isPlural(list, one string) bool {
	list = strings.Trim(list[strings.LastIndexByte(list, '.')+1:], `"`)
	return len(one) > 2 && (list == one+"s" || list == one+"es")
}

// readsFields reports whether the body of a loop reads fields of a local.
func (inf *inferrer) readsFields(s *ast.GenericForStmt, b *Binding) bool {
	read := false
	v := syntax.Visitor{Statement: func(ast.Stmt, *ast.FunctionExpr) {}, Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
		if f, ok := e.(*ast.AttrGetExpr); ok {
			id, ok := f.Object.(*ast.IdentExpr)
			read = read || ok && inf.Uses[id] == b
		}
	}}
	v.Block(s.Stmts, nil)
	return read
}

// emptyRange finds random(stream, #list, 1), which draws from a range that is
// empty unless the list has at most one item.
func (inf *inferrer) emptyRange(name string, call *ast.FuncCallExpr) {
	if name != "random" || len(call.Args) != 3 {
		return
	}
	_, counts := call.Args[1].(*ast.UnaryLenOpExpr)
	if inner, ok := call.Args[1].(*ast.FuncCallExpr); ok {
		counts = inf.calledName(inner) == "count"
	}
	if n, number := numberOf(call.Args[2]); counts && number && n <= 1 {
		inf.doubtHint(inf.src.PlaceOf(call), diag.Sentencef("the lowest result here is %s, and the highest is %s", syntax.Format(call.Args[1]), syntax.Format(call.Args[2])),
			"swap them: random(%s, %s, %s)", syntax.Format(call.Args[0]), syntax.Format(call.Args[2]), syntax.Format(call.Args[1]))
	}
}

// swappedArguments finds two arguments of an API function that are locals, each
// with the name of the other's parameter.
func (inf *inferrer) swappedArguments(name string, call *ast.FuncCallExpr, sig Signature) bool {
	called := func(i, as int) bool {
		id, ok := call.Args[i].(*ast.IdentExpr)
		return ok && inf.Uses[id] != nil && id.Value == sig.Params[as].Name
	}
	for j := 1; j < min(len(call.Args), len(sig.Params)); j++ {
		for i := range j {
			if called(i, j) && called(j, i) {
				inf.doubtHint(inf.src.PlaceOf(call), diag.Sentencef("%s and %s are swapped in this call of %s", syntax.Format(call.Args[i]), syntax.Format(call.Args[j]), name), "%s", sig.usage(name))
				return true
			}
		}
	}
	return false
}

// quoted records arguments in quotes that are the name of a local of the
// enclosing function which nothing else uses.
func (inf *inferrer) quoted(call *ast.FuncCallExpr, in *ast.FunctionExpr) {
	name := inf.calledName(call)
	sig, _ := inf.Surface.signature(name)
	for i, a := range call.Args {
		word, ok := a.(*ast.StringExpr)
		if !ok || inf.local(in, word.Value) == nil {
			continue
		}
		read := inf.isRead(inf.local(in, word.Value))
		if coined := i < len(sig.Params) && sig.Params[i].Coined; coined && read {
			continue
		}
		inf.facts.Quoted = append(inf.facts.Quoted, Quote{Excerpt{word.Value, inf.src.PlaceOf(a)}, read, name, i, wordOf(call.Args[0])})
	}
}

// isRead reports whether a name refers to the local anywhere.
func (inf *inferrer) isRead(b *Binding) bool {
	for _, used := range inf.Uses {
		if used == b {
			return true
		}
	}
	return false
}
