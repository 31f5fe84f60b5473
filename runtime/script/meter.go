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
	helperMake   = "\x00make"
)

// freeFields is how many named fields a table constructor may have without
// being charged for each.
const freeFields = 8

// plainKeys is the greatest number that may be a key without being charged: a
// list has room for as many from the start.
const plainKeys = 16

// helperCompare are the helpers of comparisons that may read long texts.
var helperCompare = map[string]string{"<": "\x00<", "<=": "\x00<=", ">": "\x00>", ">=": "\x00>="}

// meter rewrites, in place, what costs more than the one unit of its
// instruction: concatenation, tables, functions that are made, stores, length,
// the passing on of varargs, and ordering what may be texts. Equality stays,
// since no text is longer than maxText and it compares a word at a time.
type meter struct {
	// free are stores that need no helper: those to a value of the game, which
	// charges by itself.
	free map[*ast.AttrGetExpr]bool
	// captured is how many locals of others a function holds on to.
	captured map[*ast.FunctionExpr]int
}

func (m *meter) block(stmts []ast.Stmt) []ast.Stmt {
	out := make([]ast.Stmt, 0, len(stmts))
	for _, st := range stmts {
		if fn := namedFunction(st); fn != nil {
			fn.Stmts = m.block(fn.Stmts)
			pay := &ast.FuncCallStmt{Expr: helper(helperMake, st, number(m.captured[fn], st))}
			place(pay, st)
			out = append(out, pay, st)
			continue
		}
		out = append(out, m.statement(st))
	}
	return out
}

// namedFunction returns the function that a statement does nothing but name. It
// cannot be passed through a helper, since it may call itself by that name.
func namedFunction(st ast.Stmt) *ast.FunctionExpr {
	switch s := st.(type) {
	case *ast.LocalAssignStmt:
		if len(s.Names) == 1 && len(s.Exprs) == 1 {
			fn, _ := s.Exprs[0].(*ast.FunctionExpr)
			return fn
		}
	case *ast.FuncDefStmt:
		return s.Func
	}
	return nil
}

func (m *meter) statement(st ast.Stmt) ast.Stmt {
	switch s := st.(type) {
	case *ast.AssignStmt:
		return m.assign(s)
	case *ast.LocalAssignStmt:
		m.exprs(s.Exprs)
	case *ast.FuncCallStmt:
		s.Expr = m.expr(s.Expr)
	case *ast.DoBlockStmt:
		s.Stmts = m.block(s.Stmts)
	case *ast.WhileStmt:
		s.Condition, s.Stmts = m.expr(s.Condition), m.block(s.Stmts)
	case *ast.RepeatStmt:
		s.Condition, s.Stmts = m.expr(s.Condition), m.block(s.Stmts)
	case *ast.IfStmt:
		s.Condition, s.Then, s.Else = m.expr(s.Condition), m.block(s.Then), m.block(s.Else)
	case *ast.NumberForStmt:
		s.Init, s.Limit = m.expr(s.Init), m.expr(s.Limit)
		if s.Step != nil {
			s.Step = m.expr(s.Step)
		}
		s.Stmts = m.block(s.Stmts)
	case *ast.GenericForStmt:
		m.exprs(s.Exprs)
		s.Stmts = m.block(s.Stmts)
	case *ast.ReturnStmt:
		m.exprs(s.Exprs)
	}
	return st
}

func (m *meter) exprs(list []ast.Expr) {
	for i, e := range list {
		list[i] = m.expr(e)
	}
}

// assign turns stores under computed keys into calls. Several targets at
// once, as in a[i], a[j] = a[j], a[i], are computed before any is stored.
func (m *meter) assign(s *ast.AssignStmt) ast.Stmt {
	m.exprs(s.Rhs)
	computed := false
	for _, l := range s.Lhs {
		if x, ok := l.(*ast.AttrGetExpr); ok {
			x.Object, x.Key = m.expr(x.Object), m.expr(x.Key)
			computed = computed || !m.plain(x)
		}
	}
	if !computed {
		return s
	}
	if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		return store(s, s.Lhs[0].(*ast.AttrGetExpr), s.Rhs[0])
	}
	return m.assignMany(s)
}

// assignMany evaluates every table and key, then every value, and stores
// from the last target to the first: i, t[i] = 2, 5 stores under the old i.
func (m *meter) assignMany(s *ast.AssignStmt) ast.Stmt {
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
		if !literal(x.Key) {
			hold([]ast.Expr{single(x.Key)}, "\x00key"+number)
			x.Key = ident("\x00key"+number, s)
		}
	}
	hold(s.Rhs, names...)
	for i := len(s.Lhs) - 1; i >= 0; i-- {
		value := ident(names[i], s)
		if x, ok := s.Lhs[i].(*ast.AttrGetExpr); ok && !m.plain(x) {
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

// plain tells whether a store can do without the helper: it is to a value of
// the game, or to one of the first places of a list, which the table has paid
// for.
func (m *meter) plain(x *ast.AttrGetExpr) bool {
	_, named := x.Key.(*ast.StringExpr)
	return m.free[x] || literal(x.Key) && !named
}

// literal tells whether a key is written out and needs no check.
func literal(e ast.Expr) bool {
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

// expr rewrites an expression and returns what stands in its place.
func (m *meter) expr(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		x.Object, x.Key = m.expr(x.Object), m.expr(x.Key)
	case *ast.TableExpr:
		return m.table(x)
	case *ast.FuncCallExpr:
		if x.Receiver != nil {
			x.Receiver = m.expr(x.Receiver)
		} else {
			x.Func = m.expr(x.Func)
		}
		m.exprs(x.Args)
	case *ast.LogicalOpExpr:
		x.Lhs, x.Rhs = m.expr(x.Lhs), m.expr(x.Rhs)
	case *ast.RelationalOpExpr:
		number := isNumber(x.Lhs) || isNumber(x.Rhs)
		x.Lhs, x.Rhs = m.expr(x.Lhs), m.expr(x.Rhs)
		if name := helperCompare[x.Operator]; name != "" && !number {
			return helper(name, x, x.Lhs, single(x.Rhs))
		}
	case *ast.ArithmeticOpExpr:
		x.Lhs, x.Rhs = m.expr(x.Lhs), m.expr(x.Rhs)
	case *ast.UnaryMinusOpExpr:
		x.Expr = m.expr(x.Expr)
	case *ast.UnaryNotOpExpr:
		x.Expr = m.expr(x.Expr)
	case *ast.UnaryLenOpExpr:
		return helper(helperLength, x, single(m.expr(x.Expr)))
	case *ast.StringConcatOpExpr:
		return helper(helperConcat, x, m.operands(x)...)
	case *ast.FunctionExpr:
		x.Stmts = m.block(x.Stmts)
		return helper(helperMake, x, number(m.captured[x], x), x)
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
func (m *meter) operands(x *ast.StringConcatOpExpr) []ast.Expr {
	list := []ast.Expr{single(m.expr(x.Lhs))}
	if more, ok := x.Rhs.(*ast.StringConcatOpExpr); ok {
		return append(list, m.operands(more)...)
	}
	return append(list, single(m.expr(x.Rhs)))
}

func (m *meter) table(t *ast.TableExpr) ast.Expr {
	fields := 0
	for _, f := range t.Fields {
		f.Value = m.expr(f.Value)
		if f.Key == nil {
			continue
		}
		fields++
		f.Key = m.expr(f.Key)
		if !literal(f.Key) {
			f.Key = helper(helperKey, t, single(f.Key))
		}
	}
	if fields > freeFields {
		return helper(helperTable, t, t, number(fields, t))
	}
	return helper(helperTable, t, t)
}

func number(n int, at ast.PositionHolder) ast.Expr {
	out := &ast.NumberExpr{Value: strconv.Itoa(n)}
	place(out, at)
	return out
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
