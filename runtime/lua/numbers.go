package lua

import (
	"math"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/lua/analysis"
)

// numeric is an expression that is known to be a number.
type numeric func(*frame) float64

// isNumber reports whether an expression yields a number, unless it fails.
func (b *builder) isNumber(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryLenOpExpr:
		return true
	case *ast.IdentExpr:
		v, here := b.lookup(x)
		return here && b.isNumberLocal(v)
	}
	return false
}

// isNumberLocal reports whether a local is proven to hold numbers. A debugger may
// give it another value.
func (b *builder) isNumberLocal(v *analysis.Binding) bool { return v.Number && b.probes == nil }

// numeric builds an expression that isNumber.
func (b *builder) numeric(e ast.Expr) numeric {
	switch x := e.(type) {
	case *ast.NumberExpr:
		defer b.deeper()()
		n := literalNumber(x.Value)
		return func(*frame) float64 { return n }
	case *ast.IdentExpr:
		defer b.deeper()()
		v, _ := b.lookup(x)
		slot := v.Slot
		return func(f *frame) float64 { return f.slots[slot].float() }
	case *ast.ArithmeticOpExpr:
		if b.isNumber(x.Lhs) && b.isNumber(x.Rhs) {
			defer b.deeper()()
			b.cost++
			return b.calculation(x)
		}
	}
	value := b.expr(e)
	return func(f *frame) float64 { return value(f).float() }
}

// numericOperand is a number within another expression. A local is read in place.
type numericOperand struct {
	slot int
	expr numeric // nil for the local in slot
}

func (a numericOperand) get(f *frame) float64 {
	if a.expr == nil {
		return math.Float64frombits(f.slots[a.slot].bits)
	}
	return a.expr(f)
}

func (b *builder) numericOperand(e ast.Expr) numericOperand {
	if id, ok := e.(*ast.IdentExpr); ok {
		defer b.deeper()()
		v, _ := b.lookup(id)
		return numericOperand{slot: v.Slot}
	}
	return numericOperand{expr: b.numeric(e)}
}

// calculation builds an operation on two numbers.
func (b *builder) calculation(x *ast.ArithmeticOpExpr) numeric {
	left := b.numericOperand(x.Lhs)
	if literal, ok := x.Rhs.(*ast.NumberExpr); ok {
		if with := calculateWith(x.Operator, left, literalNumber(literal.Value)); with != nil {
			return with
		}
	}
	right := b.numericOperand(x.Rhs)
	switch x.Operator {
	case "+":
		return func(f *frame) float64 { return left.get(f) + right.get(f) }
	case "-":
		return func(f *frame) float64 { return left.get(f) - right.get(f) }
	case "*":
		return func(f *frame) float64 { return float64(left.get(f) * right.get(f)) }
	case "/":
		return func(f *frame) float64 { return left.get(f) / right.get(f) }
	case "%":
		return func(f *frame) float64 { return modulo(left.get(f), right.get(f)) }
	}
	calculate, line := operations[x.Operator].calculate, int32(x.Line())
	return func(f *frame) float64 {
		l, r := left.get(f), right.get(f)
		f.line = line
		return calculate(f.vm, l, r)
	}
}

// value makes an expression of it. It must not be inlined: see builder.
//
//go:noinline
func (n numeric) value() expression { return func(f *frame) Value { return Num(n(f)) } }

// calculateWith builds an operation with a number literal. It returns nil for
// operators that are rarely used in this way. It must not be inlined: see builder.
//
//go:noinline
func calculateWith(operator string, left numericOperand, n float64) numeric {
	switch operator {
	case "-":
		n = -n // a - n and a + -n are the same, also for zeros
		fallthrough
	case "+":
		return func(f *frame) float64 { return left.get(f) + n }
	case "*":
		return func(f *frame) float64 { return float64(left.get(f) * n) }
	case "%":
		return func(f *frame) float64 { return modulo(left.get(f), n) }
	}
	return nil
}

// compared builds a comparison of two numbers.
func (b *builder) compared(x *ast.RelationalOpExpr) condition {
	left := b.numericOperand(x.Lhs)
	if literal, ok := x.Rhs.(*ast.NumberExpr); ok {
		c := condition{slot: left.slot, span: spanOf(x.Operator, literalNumber(literal.Value))}
		if value := left.expr; value != nil {
			c.expr = func(f *frame) bool { return c.has(value(f)) }
		}
		return c
	}
	right := b.numericOperand(x.Rhs)
	switch x.Operator {
	case "==":
		return condition{expr: func(f *frame) bool { return left.get(f) == right.get(f) }}
	case "~=":
		return condition{expr: func(f *frame) bool { return left.get(f) != right.get(f) }}
	case "<":
		return condition{expr: func(f *frame) bool { return left.get(f) < right.get(f) }}
	case "<=":
		return condition{expr: func(f *frame) bool { return left.get(f) <= right.get(f) }}
	case ">":
		return condition{expr: func(f *frame) bool { return left.get(f) > right.get(f) }}
	}
	return condition{expr: func(f *frame) bool { return left.get(f) >= right.get(f) }}
}

// span is the numbers for which a comparison with a literal, which is finite,
// holds: those from low to high, or those outside.
type span struct {
	low, high float64
	outside   bool
}

func spanOf(operator string, n float64) span {
	all := math.Inf(1)
	switch operator {
	case "<":
		return span{-all, math.Nextafter(n, -all), false}
	case "<=":
		return span{-all, n, false}
	case ">":
		return span{math.Nextafter(n, all), all, false}
	case ">=":
		return span{n, all, false}
	}
	return span{n, n, operator == "~="}
}

// has evaluates both comparisons, so that no branch can be mispredicted.
func (s *span) has(n float64) bool {
	above, below := n >= s.low, n <= s.high
	return (above && below) != s.outside
}

// assignNumber builds an assignment to a local that is proven to hold numbers,
// so the mark of its slot as a number need not be written again.
func (b *builder) assignNumber(slot int, e ast.Expr) statement {
	if x, ok := e.(*ast.ArithmeticOpExpr); ok && (x.Operator == "+" || x.Operator == "-") {
		id, local := x.Lhs.(*ast.IdentExpr)
		literal, by := x.Rhs.(*ast.NumberExpr)
		if local && by && b.isNumber(id) && b.names.Uses[id].Slot == slot {
			return b.increment(slot, x.Operator, literalNumber(literal.Value))
		}
	}
	value := b.numeric(e)
	return func(f *frame) signal {
		n := value(f)
		f.slots[slot].renumber(n)
		return signalNone
	}
}

// increment builds n = n + 1, of any local and number.
func (b *builder) increment(slot int, operator string, by float64) statement {
	defer b.deeper()()
	defer b.deeper()() // the local
	b.cost++
	if operator == "-" {
		by = -by
	}
	return func(f *frame) signal {
		at := &f.slots[slot]
		at.renumber(at.float() + by)
		return signalNone
	}
}
