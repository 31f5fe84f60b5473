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
	if n := len(x.Args); n > 0 && isSeveral(x.Args[n-1]) {
		fixed, rest := b.list(x.Args)
		return func(f *frame) Value {
			callee := fn.get(f)
			mark := f.collect(fixed, rest)
			v := f.apply(callee, f.vm.spill[mark:], by)
			f.vm.spill = f.vm.spill[:mark]
			return v
		}
	}
	args, at := b.arguments(x.Args)
	if fn.expr == nil {
		return hostCall(b.global(by.callee+toCall), args, at, by.line)
	}
	switch len(args) {
	case 0:
		return func(f *frame) Value { return f.call(fn.get(f), at, 0, by) }
	case 1:
		first := args[0]
		return func(f *frame) Value {
			callee := fn.get(f)
			f.slots[at] = first.get(f)
			return f.call(callee, at, 1, by)
		}
	case 2:
		first, second := args[0], args[1]
		return func(f *frame) Value {
			callee := fn.get(f)
			f.slots[at] = first.get(f)
			f.slots[at+1] = second.get(f)
			return f.call(callee, at, 2, by)
		}
	case 3:
		first, second, third := args[0], args[1], args[2]
		return func(f *frame) Value {
			callee := fn.get(f)
			f.slots[at] = first.get(f)
			f.slots[at+1] = second.get(f)
			f.slots[at+2] = third.get(f)
			return f.call(callee, at, 3, by)
		}
	}
	return func(f *frame) Value {
		callee := fn.get(f)
		for i, a := range args {
			f.slots[at+i] = a.get(f)
		}
		return f.call(callee, at, len(args), by)
	}
}

// hostCall builds the call of a global.
//
//go:noinline
func hostCall(global int, args []operand, at int, line int32) expression {
	switch len(args) {
	case 0:
		return func(f *frame) Value {
			fn := f.prepare(global, at, line)
			return fn.native(f.vm, nil)
		}
	case 1:
		first := args[0]
		return func(f *frame) Value {
			f.slots[at] = first.get(f)
			fn := f.prepare(global, at+1, line)
			return fn.native(f.vm, f.slots[at:at+1:at+1])
		}
	case 2:
		first, second := args[0], args[1]
		return func(f *frame) Value {
			f.slots[at] = first.get(f)
			f.slots[at+1] = second.get(f)
			fn := f.prepare(global, at+2, line)
			return fn.native(f.vm, f.slots[at:at+2:at+2])
		}
	case 3:
		first, second, third := args[0], args[1], args[2]
		return func(f *frame) Value {
			f.slots[at] = first.get(f)
			f.slots[at+1] = second.get(f)
			f.slots[at+2] = third.get(f)
			fn := f.prepare(global, at+3, line)
			return fn.native(f.vm, f.slots[at:at+3:at+3])
		}
	}
	n := len(args)
	return func(f *frame) Value {
		for i, a := range args {
			f.slots[at+i] = a.get(f)
		}
		fn := f.prepare(global, at+n, line)
		return fn.native(f.vm, f.slots[at:at+n:at+n])
	}
}

// prepare returns a global that is about to be called with arguments in the slots
// before top.
func (f *frame) prepare(global, top int, line int32) *Function {
	f.line, f.top, f.vm.results = line, f.base+top, 1
	return f.fn.globals[global].function()
}

// arguments builds expressions whose values go into consecutive free slots, and
// returns the first of these. Each expression may use the slots above its own
// as temporaries.
func (b *builder) arguments(list []ast.Expr) (args []operand, at int) {
	at = b.fn.top
	b.within(func() {
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
	if n := len(x.Args); n > 0 && isSeveral(x.Args[n-1]) {
		fixed, rest := b.list(x.Args)
		return func(f *frame) signal {
			callee := fn.get(f)
			mark := f.collect(fixed, rest)
			s := f.tail(callee, f.vm.spill[mark:], by)
			f.vm.spill = f.vm.spill[:mark]
			return s
		}
	}
	args, at := b.arguments(x.Args)
	return func(f *frame) signal {
		callee := fn.get(f)
		for i, a := range args {
			f.slots[at+i] = a.get(f)
		}
		return f.tail(callee, f.slots[at:at+len(args)], by)
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
