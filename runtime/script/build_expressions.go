package script

import (
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/yuin/gopher-lua/ast"
)

func (b *builder) expr(e ast.Expr) expression {
	switch x := e.(type) {
	case *ast.NilExpr:
		return constant(Nil)
	case *ast.TrueExpr:
		return constant(Truth(true))
	case *ast.FalseExpr:
		return constant(Truth(false))
	case *ast.NumberExpr:
		return constant(Num(literalNumber(x.Value)))
	case *ast.StringExpr:
		return constant(Name(x.Value))
	case *ast.IdentExpr:
		return b.name(x)
	case *ast.Comma3Expr:
		return func(f *frame) Value {
			if len(f.rest) == 0 {
				return Nil
			}
			return f.rest[0]
		}
	case *ast.FunctionExpr:
		return b.closure(x, false)
	}
	b.cost++
	switch x := e.(type) {
	case *ast.AttrGetExpr:
		return b.index(x)
	case *ast.FuncCallExpr:
		return b.call(x)
	case *ast.TableExpr:
		return b.table(x)
	case *ast.LogicalOpExpr:
		return b.logical(x)
	case *ast.RelationalOpExpr, *ast.UnaryNotOpExpr:
		b.cost--
		holds := b.condition(e)
		return func(f *frame) Value { return Truth(holds(f)) }
	case *ast.StringConcatOpExpr:
		return b.concat(x)
	case *ast.ArithmeticOpExpr:
		return b.arithmetic(x)
	case *ast.UnaryMinusOpExpr:
		return b.negative(x)
	case *ast.UnaryLenOpExpr:
		value, line := b.expr(x.Expr), int32(x.Line())
		return func(f *frame) Value {
			v := value(f)
			f.line = line
			return f.vm.length(v)
		}
	}
	panic("script: an expression of a kind that is refused before")
}

func constant(v Value) expression { return func(*frame) Value { return v } }

// literalNumber reads a number that was checked before.
func literalNumber(text string) float64 {
	if len(text) > 2 && (text[1] == 'x' || text[1] == 'X') {
		n, _ := strconv.ParseUint(text[2:], 16, 64)
		return float64(n)
	}
	n, _ := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n
}

func (b *builder) name(x *ast.IdentExpr) expression {
	if v, ok := b.fn.lookup(x.Value); ok {
		slot := v.slot
		if v.boxed {
			return func(f *frame) Value { return f.slots[slot].cell().v }
		}
		return func(f *frame) Value { return f.slots[slot] }
	}
	if i, ok := b.capture(b.fn, x.Value, false, x.Line()); ok {
		return func(f *frame) Value { return f.fn.cells[i].v }
	}
	i := b.global(x.Value)
	return func(f *frame) Value { return f.fn.globals[i] }
}

// isGlobal tells whether a name is no local.
func (b *builder) isGlobal(name string) bool {
	for fn := b.fn; fn != nil; fn = fn.outer {
		if _, ok := fn.lookup(name); ok {
			return false
		}
	}
	return true
}

// closure builds the making of a function.
func (b *builder) closure(x *ast.FunctionExpr, method bool) expression {
	var p *proto
	b.priced(func() { p = b.function(x, method) })
	b.cost += costFunction + costCaptured*int64(len(p.ups))
	return func(f *frame) Value {
		fn := &Function{proto: p, globals: f.fn.globals}
		if len(p.ups) > 0 {
			fn.cells = make([]*cell, len(p.ups))
		}
		for i, up := range p.ups {
			if up.local {
				fn.cells[i] = f.slots[up.index].cell()
			} else {
				fn.cells[i] = f.fn.cells[up.index]
			}
		}
		return fn.Value()
	}
}

func (b *builder) index(x *ast.AttrGetExpr) expression {
	object, line := b.expr(x.Object), int32(x.Line())
	name, named := x.Key.(*ast.StringExpr)
	if !named {
		k := b.expr(x.Key)
		return func(f *frame) Value {
			v := object(f)
			key := k(f)
			switch {
			case v.typ != TypeTable:
			case key.typ == TypeNumber:
				t := v.table()
				if i := int(key.num); float64(i) == key.num && i >= 1 && i <= len(t.list) {
					return t.list[i-1]
				}
			case key.typ == TypeText && key.size < costLook:
				return v.table().Get(key.text())
			}
			f.line = line
			return f.vm.index(v, key)
		}
	}
	key, hint := Name(name.Value), new(atomic.Int32)
	b.cost += int64(key.size / costLook)
	if id, ok := x.Object.(*ast.IdentExpr); ok {
		if v, ok := b.fn.lookup(id.Value); ok && !v.boxed {
			return func(f *frame) Value {
				if v := f.slots[v.slot]; v.typ == TypeTable {
					return v.table().hinted(key, hint)
				}
				return f.field(f.slots[v.slot], key, hint, line)
			}
		} else if i, up := b.capture(b.fn, id.Value, false, id.Line()); !ok && up {
			return func(f *frame) Value {
				v := f.fn.cells[i].v
				if v.typ == TypeTable {
					return v.table().hinted(key, hint)
				}
				return f.field(v, key, hint, line)
			}
		}
	}
	return func(f *frame) Value {
		v := object(f)
		if v.typ == TypeTable {
			return v.table().hinted(key, hint)
		}
		return f.field(v, key, hint, line)
	}
}

// field reads what stands under a name in what is no table.
func (f *frame) field(v, name Value, hint *atomic.Int32, line int32) Value {
	if v.typ == TypeObject {
		if t := v.class().Fixed; t != nil {
			if x := t.hinted(name, hint); x.typ != TypeNil {
				return x
			}
		}
	}
	f.line = line
	return f.vm.index(v, name)
}

// list builds expressions of which the last may give several values.
func (b *builder) list(exprs []ast.Expr) (fixed []expression, rest several) {
	for i, e := range exprs {
		if i == len(exprs)-1 && isSeveral(e) {
			return fixed, b.several(e)
		}
		fixed = append(fixed, b.expr(e))
	}
	return fixed, nil
}

// isSeveral tells whether an expression may give any number of values.
func isSeveral(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.FuncCallExpr:
		return !x.AdjustRet
	case *ast.Comma3Expr:
		return !x.AdjustRet
	}
	return false
}

// first builds an expression that may give several values: the others are
// results of the VM, also those of ….
func (b *builder) first(e ast.Expr) expression {
	if _, ok := e.(*ast.Comma3Expr); !ok {
		return b.expr(e)
	}
	b.cost++
	return func(f *frame) Value {
		f.vm.Charge(int64(costSpread * len(f.rest)))
		return f.vm.Give(f.rest...)
	}
}

func (b *builder) several(e ast.Expr) several {
	if _, ok := e.(*ast.Comma3Expr); ok {
		b.cost++
		return func(f *frame, out []Value) []Value {
			f.vm.Charge(int64(costSpread * len(f.rest)))
			return append(out, f.rest...)
		}
	}
	call := b.expr(e)
	return func(f *frame, out []Value) []Value {
		v := call(f)
		if f.vm.results > 2 {
			f.vm.Charge(int64(costSpread * f.vm.results))
		}
		return f.vm.all(v, out)
	}
}

func (b *builder) table(x *ast.TableExpr) expression {
	var parts []part
	items, fields := 0, 0
	for i, fd := range x.Fields {
		p := part{line: int32(x.Line())}
		if fd.Key != nil {
			fields++
			p.key = b.expr(fd.Key)
		} else if items++; i == len(x.Fields)-1 && isSeveral(fd.Value) {
			p.rest = b.several(fd.Value)
			parts = append(parts, p)
			continue
		}
		p.value = b.expr(fd.Value)
		parts = append(parts, p)
	}
	b.cost += costTable + costItem*int64(items) + costField*int64(fields)
	return func(f *frame) Value {
		t := &Table{}
		if items > 0 {
			t.list = make([]Value, 0, items)
		}
		if fields > 0 {
			t.fields = make([]field, 0, fields)
		}
		for i := range parts {
			parts[i].put(f, t)
		}
		t.trim()
		return t.Value()
	}
}

// part is an item or a field of a table that is written out.
type part struct {
	key, value expression
	rest       several
	line       int32
}

func (p *part) put(f *frame, t *Table) {
	switch {
	case p.rest != nil:
		mark := f.collect(nil, p.rest)
		f.vm.Charge(costItem * int64(len(f.vm.spill)-mark))
		t.list = append(t.list, f.vm.spill[mark:]...)
		f.vm.spill = f.vm.spill[:mark]
	case p.key == nil:
		t.list = append(t.list, p.value(f))
	default:
		k := p.key(f)
		v := p.value(f)
		f.line = p.line
		f.vm.checkKey(k)
		if n := len(t.list); k.typ == TypeNumber && k.num >= 1 && k.num <= float64(n) {
			return // an item stands there
		}
		t.setField(k, v)
	}
}

// concat builds a chain of .. as one joining.
func (b *builder) concat(x *ast.StringConcatOpExpr) expression {
	var parts []expression
	line := int32(x.Line())
	for {
		parts = append(parts, b.expr(x.Lhs))
		more, ok := x.Rhs.(*ast.StringConcatOpExpr)
		if !ok {
			parts = append(parts, b.expr(x.Rhs))
			break
		}
		x = more
		b.cost++
	}
	return func(f *frame) Value {
		mark := f.collect(parts, nil)
		f.line = line
		v := f.vm.concatenate(f.vm.spill[mark:])
		f.vm.spill = f.vm.spill[:mark]
		return v
	}
}

func (b *builder) call(x *ast.FuncCallExpr) expression {
	line := int32(x.Line())
	if x.Receiver != nil {
		return b.method(x, line)
	}
	fn := b.expr(x.Func)
	b.cost += int64(len(x.Args))
	if n := len(x.Args); n > 0 && isSeveral(x.Args[n-1]) {
		fixed, rest := b.list(x.Args)
		return func(f *frame) Value {
			callee := fn(f)
			mark := f.collect(fixed, rest)
			v := f.apply(callee, f.vm.spill[mark:], line)
			f.vm.spill = f.vm.spill[:mark]
			return v
		}
	}
	args, at := b.arguments(x.Args)
	if id, ok := x.Func.(*ast.IdentExpr); ok && b.isGlobal(id.Value) {
		return callGlobal(b.global(id.Value), args, at, line)
	}
	switch len(args) {
	case 0:
		return func(f *frame) Value { return f.call(fn(f), at, 0, line) }
	case 1:
		first := args[0]
		return func(f *frame) Value {
			callee := fn(f)
			f.slots[at] = first(f)
			return f.call(callee, at, 1, line)
		}
	case 2:
		first, second := args[0], args[1]
		return func(f *frame) Value {
			callee := fn(f)
			f.slots[at] = first(f)
			f.slots[at+1] = second(f)
			return f.call(callee, at, 2, line)
		}
	}
	return func(f *frame) Value {
		callee := fn(f)
		for i, a := range args {
			f.slots[at+i] = a(f)
		}
		return f.call(callee, at, len(args), line)
	}
}

// callGlobal builds the call of a function of the host or of the library.
func callGlobal(g int, args []expression, at int, line int32) expression {
	switch len(args) {
	case 0:
		return func(f *frame) Value { return f.call(f.fn.globals[g], at, 0, line) }
	case 1:
		first := args[0]
		return func(f *frame) Value {
			f.slots[at] = first(f)
			return f.call(f.fn.globals[g], at, 1, line)
		}
	case 2:
		first, second := args[0], args[1]
		return func(f *frame) Value {
			f.slots[at] = first(f)
			f.slots[at+1] = second(f)
			return f.call(f.fn.globals[g], at, 2, line)
		}
	}
	return func(f *frame) Value {
		for i, a := range args {
			f.slots[at+i] = a(f)
		}
		return f.call(f.fn.globals[g], at, len(args), line)
	}
}

// arguments builds expressions whose values go into free slots, from the one
// that it returns on. Each has the slots behind its own for what is on the way.
func (b *builder) arguments(list []ast.Expr) (args []expression, at int) {
	at = b.fn.top
	b.within(func() {
		for _, e := range list {
			args = append(args, b.expr(e))
			b.take(1)
		}
	})
	return args, at
}

// method builds receiver:name(…), which evaluates the receiver once.
func (b *builder) method(x *ast.FuncCallExpr, line int32) expression {
	receiver, key := b.expr(x.Receiver), Name(x.Method)
	b.cost += int64(len(x.Args)) + 1
	fixed, rest := b.list(x.Args)
	return func(f *frame) Value {
		object := receiver(f)
		f.line = line
		callee := f.vm.index(object, key)
		mark := len(f.vm.spill)
		f.vm.spill = append(f.vm.spill, object)
		f.collect(fixed, rest)
		v := f.apply(callee, f.vm.spill[mark:], line)
		f.vm.spill = f.vm.spill[:mark]
		return v
	}
}

// tailCall builds return f(…).
func (b *builder) tailCall(x *ast.FuncCallExpr) statement {
	if x.Receiver != nil {
		call := b.expr(x)
		return func(f *frame) signal {
			f.value = call(f)
			return returns
		}
	}
	line := int32(x.Line())
	fn := b.expr(x.Func)
	b.cost += int64(len(x.Args)) + 1
	if n := len(x.Args); n > 0 && isSeveral(x.Args[n-1]) {
		fixed, rest := b.list(x.Args)
		return func(f *frame) signal {
			callee := fn(f)
			mark := f.collect(fixed, rest)
			s := f.tail(callee, f.vm.spill[mark:], line)
			f.vm.spill = f.vm.spill[:mark]
			return s
		}
	}
	args, at := b.arguments(x.Args)
	return func(f *frame) signal {
		callee := fn(f)
		for i, a := range args {
			f.slots[at+i] = a(f)
		}
		return f.tail(callee, f.slots[at:at+len(args)], line)
	}
}
