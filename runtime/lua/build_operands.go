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

// callee is the function of a call. One that is among the globals of the chunk,
// such as a function of a module, is read in place once it has been read.
type callee struct {
	link int // among the globals, of one that is always nil if there is none
	expr expression
	host bool // a function of the host or the library, called by its name
}

func (c *callee) get(f *frame) Value {
	if v := f.fn.globals[c.link]; v.data != nil {
		return v
	}
	return c.expr(f)
}

func (b *builder) callee(e ast.Expr) callee {
	c := callee{link: -1, expr: b.expr(e)}
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		c.link = b.link(x)
	case *ast.IdentExpr:
		if v, _ := b.lookup(x); v == nil {
			c.link, c.host = b.global(x.Value), true
		}
	}
	if c.link < 0 {
		c.link = b.global("nil") // a keyword, so no value has this name
	}
	return c
}
