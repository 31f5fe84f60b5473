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
)

// plainKeys is the greatest number that may be a key without being charged:
// what the size of a source bounds anyway.
const plainKeys = 1000

// meterBlock rewrites, in place, what costs more than the one unit of its
// instruction: concatenation, tables, stores under computed keys, and length.
// Comparisons stay, since no text is longer than maxText.
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
	values := &ast.LocalAssignStmt{Exprs: s.Rhs}
	place(values, s)
	block := &ast.DoBlockStmt{Stmts: []ast.Stmt{values}}
	place(block, s)
	for i, l := range s.Lhs {
		name := "\x00value" + strconv.Itoa(i)
		values.Names = append(values.Names, name)
		value := ident(name, s)
		if x, ok := l.(*ast.AttrGetExpr); ok && !plainKey(x.Key) {
			block.Stmts = append(block.Stmts, store(s, x, value))
			continue
		}
		one := &ast.AssignStmt{Lhs: []ast.Expr{l}, Rhs: []ast.Expr{value}}
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
		x.Lhs, x.Rhs = meter(x.Lhs), meter(x.Rhs)
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
	}
	return e
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
