package script

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// The helpers that metered code calls. Scripts cannot write these names.
const (
	helperConcat = "\x00concat"
	helperTable  = "\x00table"
	helperStore  = "\x00store"
	helperKey    = "\x00key"
	helperLength = "\x00length"
	helperSpread = "\x00spread"
)

// plainKeys is the greatest number that may be a key without being charged: a
// list has room for as many from the start.
const plainKeys = 16

// helperCompare are the helpers of comparisons that may read long texts.
var helperCompare = map[string]string{"<": "\x00<", "<=": "\x00<=", ">": "\x00>", ">=": "\x00>="}

// meterBlock rewrites, in place, what costs more than the one unit of its
// instruction: concatenation, tables, stores under computed keys, length, the
// passing on of varargs, and ordering what may be texts. Equality stays, since
// no text is longer than maxText and it compares a word at a time.
func meterBlock(stmts []ast.Stmt) []ast.Stmt {
	for i, st := range stmts {
		stmts[i] = meterStmt(st)
	}
	return stmts
}

func meterStmt(st ast.Stmt) ast.Stmt {
	switch s := st.(type) {
	case *ast.AssignStmt:
		return meterAssign(s)
	case *ast.LocalAssignStmt:
		meterExprs(s.Exprs)
	case *ast.FuncCallStmt:
		s.Expr = meter(s.Expr)
	case *ast.DoBlockStmt:
		meterBlock(s.Stmts)
	case *ast.WhileStmt:
		s.Condition = meter(s.Condition)
		meterBlock(s.Stmts)
	case *ast.RepeatStmt:
		s.Condition = meter(s.Condition)
		meterBlock(s.Stmts)
	case *ast.IfStmt:
		s.Condition = meter(s.Condition)
		meterBlock(s.Then)
		meterBlock(s.Else)
	case *ast.NumberForStmt:
		s.Init, s.Limit = meter(s.Init), meter(s.Limit)
		if s.Step != nil {
			s.Step = meter(s.Step)
		}
		meterBlock(s.Stmts)
	case *ast.GenericForStmt:
		meterExprs(s.Exprs)
		meterBlock(s.Stmts)
	case *ast.FuncDefStmt:
		meterBlock(s.Func.Stmts)
	case *ast.ReturnStmt:
		meterExprs(s.Exprs)
	}
	return st
}

func meterExprs(list []ast.Expr) {
	for i, e := range list {
		list[i] = meter(e)
	}
}

// meterAssign turns stores under computed keys into calls. Several targets at
// once, as in a[i], a[j] = a[j], a[i], are computed before any is stored.
func meterAssign(s *ast.AssignStmt) ast.Stmt {
	meterExprs(s.Rhs)
	computed := false
	for _, l := range s.Lhs {
		if x, ok := l.(*ast.AttrGetExpr); ok {
			x.Object, x.Key = meter(x.Object), meter(x.Key)
			computed = computed || !plainKey(x.Key)
		}
	}
	if !computed {
		return s
	}
	if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		return store(s, s.Lhs[0].(*ast.AttrGetExpr), s.Rhs[0])
	}
	return meterAssignMany(s)
}

// meterAssignMany evaluates every table and key, then every value, and stores
// from the last target to the first: i, t[i] = 2, 5 stores under the old i.
func meterAssignMany(s *ast.AssignStmt) ast.Stmt {
	block := &ast.DoBlockStmt{}
	place(block, s)
	hold := func(exprs []ast.Expr, names ...string) {
		held := &ast.LocalAssignStmt{Names: names, Exprs: exprs}
		place(held, s)
		block.Stmts = append(block.Stmts, held)
	}
	var names []string
	for i, l := range s.Lhs {
		number := strconv.Itoa(i)
		names = append(names, "\x00value"+number)
		x, ok := l.(*ast.AttrGetExpr)
		if !ok {
			continue
		}
		hold([]ast.Expr{single(x.Object)}, "\x00object"+number)
		x.Object = ident("\x00object"+number, s)
		if !plainKey(x.Key) {
			hold([]ast.Expr{single(x.Key)}, "\x00key"+number)
			x.Key = ident("\x00key"+number, s)
		}
	}
	hold(s.Rhs, names...)
	for i := len(s.Lhs) - 1; i >= 0; i-- {
		value := ident(names[i], s)
		if x, ok := s.Lhs[i].(*ast.AttrGetExpr); ok && !plainKey(x.Key) {
			block.Stmts = append(block.Stmts, store(s, x, value))
			continue
		}
		one := &ast.AssignStmt{Lhs: []ast.Expr{s.Lhs[i]}, Rhs: []ast.Expr{value}}
		place(one, s)
		block.Stmts = append(block.Stmts, one)
	}
	return block
}

func store(at ast.PositionHolder, x *ast.AttrGetExpr, value ast.Expr) ast.Stmt {
	st := &ast.FuncCallStmt{Expr: helper(helperStore, at, x.Object, x.Key, single(value))}
	place(st, at)
	return st
}

// single cuts several values down to one.
func single(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.FuncCallExpr:
		x.AdjustRet = true
	case *ast.Comma3Expr:
		x.AdjustRet = true
	}
	return e
}

func plainKey(e ast.Expr) bool {
	switch k := e.(type) {
	case *ast.StringExpr:
		return true
	case *ast.NumberExpr:
		n, err := strconv.ParseFloat(k.Value, 64)
		return err == nil && n >= 0 && n <= plainKeys
	case *ast.TrueExpr, *ast.FalseExpr:
		return true
	}
	return false
}

// meter rewrites an expression and returns what stands in its place.
func meter(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		x.Object, x.Key = meter(x.Object), meter(x.Key)
	case *ast.TableExpr:
		return meterTable(x)
	case *ast.FuncCallExpr:
		if x.Receiver != nil {
			x.Receiver = meter(x.Receiver)
		} else {
			x.Func = meter(x.Func)
		}
		meterExprs(x.Args)
	case *ast.LogicalOpExpr:
		x.Lhs, x.Rhs = meter(x.Lhs), meter(x.Rhs)
	case *ast.RelationalOpExpr:
		number := isNumber(x.Lhs) || isNumber(x.Rhs)
		x.Lhs, x.Rhs = meter(x.Lhs), meter(x.Rhs)
		if name := helperCompare[x.Operator]; name != "" && !number {
			return helper(name, x, x.Lhs, single(x.Rhs))
		}
	case *ast.ArithmeticOpExpr:
		x.Lhs, x.Rhs = meter(x.Lhs), meter(x.Rhs)
	case *ast.UnaryMinusOpExpr:
		x.Expr = meter(x.Expr)
	case *ast.UnaryNotOpExpr:
		x.Expr = meter(x.Expr)
	case *ast.UnaryLenOpExpr:
		return helper(helperLength, x, single(meter(x.Expr)))
	case *ast.StringConcatOpExpr:
		return helper(helperConcat, x, operands(x)...)
	case *ast.FunctionExpr:
		meterBlock(x.Stmts)
	case *ast.Comma3Expr:
		if !x.AdjustRet {
			// One instruction copies them all, however many there are.
			spread := helper(helperSpread, x, x)
			spread.AdjustRet = false
			return spread
		}
	}
	return e
}

// isNumber tells that an expression can only be a number, so that comparing it
// is quick or an error.
func isNumber(e ast.Expr) bool {
	switch e.(type) {
	case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryLenOpExpr:
		return true
	}
	return false
}

// operands flattens a chain of concatenations.
func operands(x *ast.StringConcatOpExpr) []ast.Expr {
	list := []ast.Expr{single(meter(x.Lhs))}
	if more, ok := x.Rhs.(*ast.StringConcatOpExpr); ok {
		return append(list, operands(more)...)
	}
	return append(list, single(meter(x.Rhs)))
}

func meterTable(t *ast.TableExpr) ast.Expr {
	for _, f := range t.Fields {
		f.Value = meter(f.Value)
		if f.Key == nil {
			continue
		}
		f.Key = meter(f.Key)
		if !plainKey(f.Key) {
			f.Key = helper(helperKey, t, single(f.Key))
		}
	}
	return helper(helperTable, t, t)
}

func helper(name string, at ast.PositionHolder, args ...ast.Expr) *ast.FuncCallExpr {
	call := &ast.FuncCallExpr{Func: ident(name, at), Args: args, AdjustRet: true}
	place(call, at)
	return call
}

func ident(name string, at ast.PositionHolder) *ast.IdentExpr {
	id := &ast.IdentExpr{Value: name}
	place(id, at)
	return id
}

func place(n, at ast.PositionHolder) {
	n.SetLine(at.Line())
	n.SetLastLine(at.LastLine())
}
