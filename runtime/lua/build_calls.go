package lua

import (
	"sync/atomic"

	"github.com/yuin/gopher-lua/ast"
)

func (b *builder) call(x *ast.FuncCallExpr) expression {
	by := siteOf(x)
	if x.Receiver != nil {
		return b.method(x, by)
	}
	fn := b.callee(x.Func)
	b.cost += int64(len(x.Args))
	if n := len(x.Args); n > 0 && isMultiValued(x.Args[n-1]) {
		fixed, rest := b.list(x.Args)
		return func(f *frame) Value {
			callee := fn.get(f)
			mark := f.collect(fixed, rest)
			v := f.apply(callee, f.vm.spill[mark:], by)
			f.vm.spill = f.vm.spill[:mark]
			return v
		}
	}
	c := b.calling(x, fn, by)
	if fn.host {
		return c.host()
	}
	return c.scripted()
}

// calling is a call with a fixed number of arguments. Its closures capture only a
// pointer to it, so that Go keeps one variable across the calls in them instead of
// all that they need.
type calling struct {
	fn     callee
	global int // the function, if it is one of the host
	args   []operand
	first  [3]operand // of args
	at     int        // the slot of the first argument
	line   int32
	by     *site
}

func (b *builder) calling(x *ast.FuncCallExpr, fn callee, by *site) *calling {
	args, at := b.arguments(x.Args)
	c := &calling{fn: fn, args: args, at: at, line: by.line, by: by}
	copy(c.first[:], args)
	if fn.host {
		c.global = b.global(by.callee + toCall)
	}
	return c
}

// enter calls a Lua function.
func (c *calling) enter(f *frame, fn *Function, n int) Value {
	f.line = c.line
	return f.vm.enter(fn, f.stack, f.base+c.at, n)
}

// scripted builds the call of a function that nearly always is one of a script.
//
//go:noinline
func (c *calling) scripted() expression {
	switch len(c.args) {
	case 0:
		return func(f *frame) Value {
			callee := c.fn.get(f)
			if fn := callee.scripted(); fn != nil {
				return c.enter(f, fn, 0)
			}
			return f.callNative(callee, c.at, 0, c.by)
		}
	case 1:
		return func(f *frame) Value {
			callee := c.fn.get(f)
			f.slots[c.at] = c.first[0].get(f)
			if fn := callee.scripted(); fn != nil {
				return c.enter(f, fn, 1)
			}
			return f.callNative(callee, c.at, 1, c.by)
		}
	case 2:
		return func(f *frame) Value {
			callee := c.fn.get(f)
			f.slots[c.at] = c.first[0].get(f)
			f.slots[c.at+1] = c.first[1].get(f)
			if fn := callee.scripted(); fn != nil {
				return c.enter(f, fn, 2)
			}
			return f.callNative(callee, c.at, 2, c.by)
		}
	case 3:
		return func(f *frame) Value {
			callee := c.fn.get(f)
			f.slots[c.at] = c.first[0].get(f)
			f.slots[c.at+1] = c.first[1].get(f)
			f.slots[c.at+2] = c.first[2].get(f)
			if fn := callee.scripted(); fn != nil {
				return c.enter(f, fn, 3)
			}
			return f.callNative(callee, c.at, 3, c.by)
		}
	}
	return func(f *frame) Value {
		callee := c.fn.get(f)
		for i, a := range c.args {
			f.slots[c.at+i] = a.get(f)
		}
		return f.call(callee, c.at, len(c.args), c.by)
	}
}

// host builds the call of a global.
//
//go:noinline
func (c *calling) host() expression {
	switch len(c.args) {
	case 0:
		return func(f *frame) Value {
			fn := c.prepare(f)
			return fn.native(f.vm, nil)
		}
	case 1:
		return func(f *frame) Value {
			args := f.slots[c.at : c.at+1 : c.at+1]
			args[0] = c.first[0].get(f)
			fn := c.prepare(f)
			return fn.native(f.vm, args)
		}
	case 2:
		return func(f *frame) Value {
			args := f.slots[c.at : c.at+2 : c.at+2]
			args[0] = c.first[0].get(f)
			args[1] = c.first[1].get(f)
			fn := c.prepare(f)
			return fn.native(f.vm, args)
		}
	case 3:
		return func(f *frame) Value {
			args := f.slots[c.at : c.at+3 : c.at+3]
			args[0] = c.first[0].get(f)
			args[1] = c.first[1].get(f)
			args[2] = c.first[2].get(f)
			fn := c.prepare(f)
			return fn.native(f.vm, args)
		}
	}
	return func(f *frame) Value {
		for i, a := range c.args {
			f.slots[c.at+i] = a.get(f)
		}
		fn := c.prepare(f)
		return fn.native(f.vm, f.slots[c.at:c.at+len(c.args):c.at+len(c.args)])
	}
}

// prepare returns the global, which is about to be called with the arguments in
// their slots.
func (c *calling) prepare(f *frame) *Function {
	f.line, f.top, f.vm.results = c.line, f.base+c.at+len(c.args), 1
	return f.fn.globals[c.global].function()
}

// arguments builds expressions whose values go into consecutive free slots, and
// returns the first of these. Each expression may use the slots above its own
// as temporaries.
func (b *builder) arguments(list []ast.Expr) (args []operand, at int) {
	at = b.fn.top
	b.inScope(func() {
		for _, e := range list {
			args = append(args, b.operand(e))
			b.take(1)
		}
	})
	return args, at
}

// method builds receiver:name(…), which evaluates the receiver once.
func (b *builder) method(x *ast.FuncCallExpr, by *site) expression {
	receiver, key := b.expr(x.Receiver), b.kept.name(x.Method)
	b.cost += int64(len(x.Args)) + 1
	fixed, rest := b.list(x.Args)
	hint := new(atomic.Int32)
	return func(f *frame) Value {
		object := receiver(f)
		f.line = by.line
		callee := f.vm.methodOf(object, key, hint)
		mark := len(f.vm.spill)
		f.vm.spill = append(f.vm.spill, object)
		f.collect(fixed, rest)
		v := f.apply(callee, f.vm.spill[mark:], by)
		f.vm.spill = f.vm.spill[:mark]
		return v
	}
}

// methodOf reads a method of a value by name. The hint is its last known position
// in the table of text functions.
func (vm *VM) methodOf(object, name Value, hint *atomic.Int32) Value {
	if object.isText() {
		return vm.texts.getHinted(name, hint)
	}
	return vm.index(object, name)
}

// tailCall builds return f(…).
func (b *builder) tailCall(x *ast.FuncCallExpr) statement {
	by := siteOf(x)
	if x.Receiver != nil {
		return b.tailMethod(x, by)
	}
	fn := b.callee(x.Func)
	b.cost += int64(len(x.Args)) + 1
	if n := len(x.Args); n > 0 && isMultiValued(x.Args[n-1]) {
		fixed, rest := b.list(x.Args)
		return func(f *frame) signal {
			callee := fn.get(f)
			mark := f.collect(fixed, rest)
			s := f.tail(callee, f.vm.spill[mark:], by)
			f.vm.spill = f.vm.spill[:mark]
			return s
		}
	}
	c := b.calling(x, fn, by)
	if fn.host {
		value := c.host()
		return func(f *frame) signal {
			f.value = value(f)
			return signalReturn
		}
	}
	return func(f *frame) signal {
		callee := c.fn.get(f)
		for i := range c.args {
			f.slots[c.at+i] = c.args[i].get(f)
		}
		return f.tail(callee, f.slots[c.at:c.at+len(c.args)], c.by)
	}
}

// tailMethod builds return receiver:name(…).
func (b *builder) tailMethod(x *ast.FuncCallExpr, by *site) statement {
	receiver, key := b.expr(x.Receiver), b.kept.name(x.Method)
	b.cost += int64(len(x.Args)) + 2
	fixed, rest := b.list(x.Args)
	hint := new(atomic.Int32)
	return func(f *frame) signal {
		object := receiver(f)
		f.line = by.line
		callee := f.vm.methodOf(object, key, hint)
		mark := len(f.vm.spill)
		f.vm.spill = append(f.vm.spill, object)
		f.collect(fixed, rest)
		s := f.tail(callee, f.vm.spill[mark:], by)
		f.vm.spill = f.vm.spill[:mark]
		return s
	}
}

// siteOf returns the call site of a call.
func siteOf(x *ast.FuncCallExpr) *site {
	by := &site{int32(x.Line()), "this"}
	if name := written(x.Func); name != "" {
		by.callee = name
	} else if name := written(x.Receiver); name != "" {
		by.callee = name + ":" + x.Method
	}
	return by
}

// written returns a name, or a chain of fields, as it is written; empty for
// anything else.
func written(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.IdentExpr:
		return x.Value
	case *ast.AttrGetExpr:
		name, ok := x.Key.(*ast.StringExpr)
		if of := written(x.Object); ok && of != "" {
			return of + "." + name.Value
		}
	}
	return ""
}
