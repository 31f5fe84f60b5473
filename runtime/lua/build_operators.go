package lua

import (
	"math"

	"github.com/yuin/gopher-lua/ast"
)

// condition builds an expression of which only the truth value is needed.
func (b *builder) condition(e ast.Expr) condition {
	defer b.deeper()()
	switch x := e.(type) {
	case *ast.TrueExpr:
		return condition{expr: func(*frame) bool { return true }}
	case *ast.RelationalOpExpr:
		b.cost++
		if b.isNumber(x.Lhs) && b.isNumber(x.Rhs) {
			return b.compared(x)
		}
		return condition{expr: b.relation(x)}
	case *ast.UnaryNotOpExpr:
		b.cost++
		c := b.condition(x.Expr)
		if holds := c.expr; holds != nil {
			return condition{expr: func(f *frame) bool { return !holds(f) }}
		}
		c.outside = !c.outside
		return c
	case *ast.LogicalOpExpr:
		b.cost++
		return condition{expr: junction(x.Operator == "or", b.condition(x.Lhs), b.condition(x.Rhs))}
	}
	value := b.operand(e)
	if value.expr == nil {
		return condition{expr: func(f *frame) bool { return f.slots[value.slot].True() }}
	}
	return condition{expr: func(f *frame) bool { return value.expr(f).True() }}
}

// condition is the truth value of an expression. A local that is proven to be a
// number is compared with a literal in place, without a closure.
type condition struct {
	expr predicate // nil for such a comparison
	slot int
	span
}

// predicate builds a condition as a closure.
func (b *builder) predicate(e ast.Expr) predicate {
	c := b.condition(e)
	if c.expr == nil {
		return func(f *frame) bool { return c.has(f.slots[c.slot].float()) }
	}
	return c.expr
}

// junction builds or, if either decides, or else and.
//
//go:noinline
func junction(either bool, left, right condition) predicate {
	switch first, second := left.expr, right.expr; {
	case first == nil || second == nil:
		sides := &[2]condition{left, right} // see calling
		return func(f *frame) bool {
			holds := false
			if l := &sides[0]; l.expr == nil {
				holds = l.has(f.slots[l.slot].float())
			} else {
				holds = l.expr(f)
			}
			if r := &sides[1]; holds == either {
				return holds
			} else if r.expr == nil {
				return r.has(f.slots[r.slot].float())
			} else {
				return r.expr(f)
			}
		}
	case either:
		return func(f *frame) bool { return first(f) || second(f) }
	default:
		return func(f *frame) bool { return first(f) && second(f) }
	}
}

func (b *builder) logical(x *ast.LogicalOpExpr) expression {
	left, right := b.expr(x.Lhs), b.expr(x.Rhs)
	if x.Operator == "and" {
		return func(f *frame) Value {
			if v := left(f); !v.True() {
				return v
			}
			return right(f)
		}
	}
	return func(f *frame) Value {
		if v := left(f); v.True() {
			return v
		}
		return right(f)
	}
}

// changes reports whether a function called in the meantime may change the
// value of an expression, because it is a local that closures capture. PUC Lua
// reads such a local when it is used, so x + f() adds the value that f has left
// in x.
func (b *builder) changes(e ast.Expr) bool {
	id, ok := e.(*ast.IdentExpr)
	if !ok {
		return false
	}
	v, here := b.lookup(id)
	return here && v.Captured
}

func (b *builder) relation(x *ast.RelationalOpExpr) predicate {
	left, right, line := b.operand(x.Lhs), b.operand(x.Rhs), int32(x.Line())
	if v, ok := b.simple(x.Rhs); ok {
		switch x.Operator {
		case "==":
			return equalTo(left, v)
		case "~=":
			return notEqualTo(left, v)
		}
		if v.isNumber() {
			return orderedBy(x.Operator, left, v, line)
		}
	}
	late := b.changes(x.Lhs)
	switch {
	case x.Operator == "==" && late:
		return func(f *frame) bool { r := right.get(f); return f.vm.equal(left.get(f), r) }
	case x.Operator == "~=" && late:
		return func(f *frame) bool { r := right.get(f); return !f.vm.equal(left.get(f), r) }
	case x.Operator == "==":
		return func(f *frame) bool { l := left.get(f); return f.vm.equal(l, right.get(f)) }
	case x.Operator == "~=":
		return func(f *frame) bool { l := left.get(f); return !f.vm.equal(l, right.get(f)) }
	}
	c := comparison{left, right, late, line}
	switch x.Operator {
	case "<":
		return func(f *frame) bool { l, r := c.sides(f); return l < r }
	case "<=":
		return func(f *frame) bool { l, r := c.sides(f); return l <= r }
	case ">":
		return func(f *frame) bool { l, r := c.sides(f); return l > r }
	}
	return func(f *frame) bool { l, r := c.sides(f); return l >= r }
}

// equalTo builds left == v for a simple constant.
//
//go:noinline
func equalTo(left operand, v Value) predicate {
	switch {
	case v.isNumber() && v.float() != 0: // a zero has two representations
		return func(f *frame) bool { return left.get(f).identical(v) }
	case v.isText():
		return func(f *frame) bool {
			l := left.get(f)
			return l.bits == v.bits && (l.data == v.data || l.isText() && l.text() == v.text())
		}
	}
	return func(f *frame) bool { return left.get(f).Equal(v) }
}

// notEqualTo builds left ~= v for a simple constant.
//
//go:noinline
func notEqualTo(left operand, v Value) predicate {
	if v.isNumber() && v.float() != 0 {
		return func(f *frame) bool { return !left.get(f).identical(v) }
	}
	return func(f *frame) bool { return !left.get(f).Equal(v) }
}

// orderedBy builds a comparison with a number literal.
func orderedBy(operator string, left operand, bound Value, line int32) predicate {
	n := bound.float()
	refuse := func(f *frame, v Value) {
		f.line = line
		f.vm.order(v, bound)
	}
	switch operator {
	case "<":
		return func(f *frame) bool {
			v := left.get(f)
			if !v.isNumber() {
				refuse(f, v)
			}
			return v.float() < n
		}
	case "<=":
		return func(f *frame) bool {
			v := left.get(f)
			if !v.isNumber() {
				refuse(f, v)
			}
			return v.float() <= n
		}
	case ">":
		return func(f *frame) bool {
			v := left.get(f)
			if !v.isNumber() {
				refuse(f, v)
			}
			return v.float() > n
		}
	}
	return func(f *frame) bool {
		v := left.get(f)
		if !v.isNumber() {
			refuse(f, v)
		}
		return v.float() >= n
	}
}

// simple returns the value of a simple constant.
func (b *builder) simple(e ast.Expr) (v Value, ok bool) {
	switch x := e.(type) {
	case *ast.NilExpr:
		return Nil, true
	case *ast.TrueExpr:
		return Bool(true), true
	case *ast.FalseExpr:
		return Bool(false), true
	case *ast.NumberExpr:
		return Num(literalNumber(x.Value)), true
	case *ast.StringExpr:
		return b.kept.name(x.Value), len(x.Value) < costLook
	}
	return Nil, false
}

// comparison orders two values.
type comparison struct {
	left, right operand
	late        bool // left is read after right
	line        int32
}

// sides returns two numbers whose order is that of two values: the values
// themselves, or the result of comparing two texts.
func (c *comparison) sides(f *frame) (left, right float64) {
	l := c.left.get(f)
	r := c.right.get(f)
	if c.late {
		l = c.left.get(f)
	}
	if l.isNumber() && r.isNumber() {
		return l.float(), r.float()
	}
	f.line = c.line
	return float64(f.vm.order(l, r)), 0
}

// operation is an arithmetic operation, with its sign for messages.
type operation struct {
	sign      string
	calculate func(vm *VM, a, b float64) float64
}

var operations = map[string]*operation{
	"+": {"+", func(_ *VM, a, b float64) float64 { return a + b }},
	"-": {"-", func(_ *VM, a, b float64) float64 { return a - b }},
	"*": {"*", func(_ *VM, a, b float64) float64 { return float64(a * b) }},
	"/": {"/", func(_ *VM, a, b float64) float64 { return a / b }},
	"%": {"%", func(_ *VM, a, b float64) float64 { return modulo(a, b) }},
	"^": {"^", (*VM).power},
}

// modulo has the sign of its divisor. It is computed as in PUC Lua, so that
// fractions, infinities and large numbers give the same results.
func modulo(a, b float64) float64 {
	if a > 0 && b > 0 {
		if q := a / b; q < 1<<52 { // floor by a conversion, which is quicker
			return a - float64(float64(int64(q))*b)
		}
	}
	return a - float64(math.Floor(a/b)*b) // the conversion prevents a fused multiplication and addition
}

func (b *builder) arithmetic(x *ast.ArithmeticOpExpr) expression {
	left, right, line := b.operand(x.Lhs), b.operand(x.Rhs), int32(x.Line())
	op := operations[x.Operator]
	slow := func(f *frame, l, r Value) Value {
		f.line = line
		return f.vm.calculate(op, l, r)
	}
	if b.changes(x.Lhs) {
		return func(f *frame) Value {
			r := right.get(f)
			return slow(f, left.get(f), r)
		}
	}
	if with := withNumber(x, left, slow); with != nil {
		return with
	}
	switch x.Operator {
	case "+":
		return func(f *frame) Value {
			l := left.get(f)
			r := right.get(f)
			if l.isNumber() && r.isNumber() {
				return Num(l.float() + r.float())
			}
			return slow(f, l, r)
		}
	case "-":
		return func(f *frame) Value {
			l := left.get(f)
			r := right.get(f)
			if l.isNumber() && r.isNumber() {
				return Num(l.float() - r.float())
			}
			return slow(f, l, r)
		}
	case "*":
		return func(f *frame) Value {
			l := left.get(f)
			r := right.get(f)
			if l.isNumber() && r.isNumber() {
				return Num(l.float() * r.float())
			}
			return slow(f, l, r)
		}
	case "%":
		return func(f *frame) Value {
			l := left.get(f)
			r := right.get(f)
			if l.isNumber() && r.isNumber() {
				return Num(modulo(l.float(), r.float()))
			}
			return slow(f, l, r)
		}
	}
	return func(f *frame) Value {
		l := left.get(f)
		return slow(f, l, right.get(f))
	}
}

// withNumber builds an operation whose right side is a number literal. It
// returns nil for other operands and for operators that rarely have one.
func withNumber(x *ast.ArithmeticOpExpr, left operand, slow func(f *frame, l, r Value) Value) expression {
	literal, ok := x.Rhs.(*ast.NumberExpr)
	if !ok {
		return nil
	}
	n := literalNumber(literal.Value)
	right := Num(n)
	switch x.Operator {
	case "-":
		n = -n // a - n equals a + -n, also for zeros
		fallthrough
	case "+":
		return func(f *frame) Value {
			l := left.get(f)
			if l.isNumber() {
				return Num(l.float() + n)
			}
			return slow(f, l, right)
		}
	case "*":
		return func(f *frame) Value {
			l := left.get(f)
			if l.isNumber() {
				return Num(l.float() * n)
			}
			return slow(f, l, right)
		}
	case "%":
		return func(f *frame) Value {
			l := left.get(f)
			if l.isNumber() {
				return Num(modulo(l.float(), n))
			}
			return slow(f, l, right)
		}
	}
	return nil
}

func (b *builder) negative(x *ast.UnaryMinusOpExpr) expression {
	if n, ok := x.Expr.(*ast.NumberExpr); ok {
		return constant(Num(-literalNumber(n.Value)))
	}
	value, line := b.expr(x.Expr), int32(x.Line())
	return func(f *frame) Value {
		v := value(f)
		if v.isNumber() {
			return Num(-v.float())
		}
		f.line = line
		return Num(-f.vm.operand(v, "cannot negate this: it is not a number"))
	}
}
