package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// mostSteps limits the statements before the last one in a function that is
// compiled as an expression: each if among them adds a nested Go call.
const mostSteps = 4

// step is what a function compiled as an expression does before it returns its
// value: an if that only returns one value, or statements after which the
// function always continues.
type step struct {
	does  []statement // nil for an if
	holds predicate   // condition of the if
	value expression  // result of the if
	price price       // cost of value
}

// asExpression compiles the body of a function as an expression if it returns
// one value at its end, after at most a few steps. It returns nil for any other
// body, and under a debugger, which stops at statements.
func (b *builder) asExpression(stmts []ast.Stmt) (value expression) {
	last := len(stmts) - 1
	if b.probes != nil || last < 0 || last > mostSteps || returned(stmts[last]) == nil {
		return nil
	}
	for _, st := range stmts[:last] {
		if !isStep(st) {
			return nil
		}
	}
	var steps []step
	b.fn.proto.price.line = b.lineOf(stmts)
	b.fn.proto.price.cost = b.costOf(func() {
		b.inScope(func() {
			for _, st := range stmts[:last] {
				next := b.step(st)
				if n := len(steps); n > 0 && next.does != nil && steps[n-1].does != nil {
					steps[n-1].does = append(steps[n-1].does, next.does...)
				} else {
					steps = append(steps, next)
				}
			}
			value = b.returned(stmts[last])
		})
	})
	for i := range slices.Backward(steps) {
		value = steps[i].before(value)
	}
	return value
}

// returned returns the expression of a statement that returns one value and is
// not a tail call, or nil for any other statement.
func returned(st ast.Stmt) ast.Expr {
	give, ok := st.(*ast.ReturnStmt)
	if !ok || len(give.Exprs) != 1 || isMultiValued(give.Exprs[0]) {
		return nil
	}
	return give.Exprs[0]
}

// returned compiles the expression of such a statement.
func (b *builder) returned(st ast.Stmt) expression {
	defer b.deeper()()
	b.cost++
	b.line = int32(st.Line())
	return b.expr(returned(st))
}

func isStep(st ast.Stmt) bool {
	switch s := st.(type) {
	case *ast.LocalAssignStmt, *ast.AssignStmt, *ast.FuncCallStmt, *ast.FuncDefStmt:
		return true
	case *ast.IfStmt:
		return len(s.Then) == 1 && len(s.Else) == 0 && returned(s.Then[0]) != nil
	}
	return false
}

func (b *builder) step(st ast.Stmt) step {
	s, ok := st.(*ast.IfStmt)
	if !ok {
		return step{does: []statement{b.statement(st)}}
	}
	defer b.deeper()()
	b.cost++
	b.line = int32(st.Line())
	out := step{holds: b.predicate(s.Condition)}
	out.price.cost = b.costOf(func() {
		b.inScope(func() { out.value = b.returned(s.Then[0]) })
	})
	out.price.line = b.lineOf(s.Then)
	return out
}

// before runs the step and then, unless the step returns, next.
//
//go:noinline
func (s *step) before(next expression) expression {
	switch does := s.does; len(does) {
	case 0:
	case 1:
		only := does[0]
		return func(f *frame) Value {
			only(f)
			return next(f)
		}
	case 2:
		first, second := does[0], does[1]
		return func(f *frame) Value {
			first(f)
			second(f)
			return next(f)
		}
	default:
		return func(f *frame) Value {
			for _, do := range does {
				do(f)
			}
			return next(f)
		}
	}
	return func(f *frame) Value {
		if s.holds(f) {
			f.charge(s.price)
			return s.value(f)
		}
		return next(f)
	}
}
