package lua

import "github.com/yuin/gopher-lua/ast"

// operand is an operand of an expression. A local is read in place, which is
// faster than calling a closure.
type operand struct {
	slot int
	expr expression // nil for the local in slot
}

func (o operand) get(f *frame) Value {
	if o.expr == nil {
		return f.slots[o.slot]
	}
	return o.expr(f)
}

// operand builds an expression that is an operand of another one.
func (b *builder) operand(e ast.Expr) operand {
	o := operand{expr: b.expr(e)}
	if id, ok := e.(*ast.IdentExpr); ok {
		if v, here := b.lookup(id); here && !v.Captured {
			return operand{slot: v.Slot}
		}
	}
	return o
}

// callee is the function of a call. A function of the host or the library is
// read in place.
type callee struct {
	global int
	expr   expression // nil for the global
}

func (c callee) get(f *frame) Value {
	if c.expr == nil {
		return f.fn.globals[c.global]
	}
	return c.expr(f)
}

func (b *builder) callee(e ast.Expr) callee {
	c := callee{expr: b.expr(e)}
	if id, ok := e.(*ast.IdentExpr); ok {
		if v, _ := b.lookup(id); v == nil {
			return callee{global: b.global(id.Value)}
		}
	}
	return c
}
