package lua

import (
	"math"
	"sync/atomic"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/lua/syntax"
)

func (b *builder) expr(e ast.Expr) expression {
	defer b.deeper()()
	switch x := e.(type) {
	case *ast.NilExpr:
		return constant(Nil)
	case *ast.TrueExpr:
		return constant(Bool(true))
	case *ast.FalseExpr:
		return constant(Bool(false))
	case *ast.NumberExpr:
		return constant(Num(literalNumber(x.Value)))
	case *ast.StringExpr:
		return constant(b.kept.name(x.Value))
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
		return b.closure(x)
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
		holds := b.predicate(e)
		return func(f *frame) Value { return Bool(holds(f)) }
	case *ast.StringConcatOpExpr:
		return b.concat(x)
	case *ast.ArithmeticOpExpr:
		if b.isNumber(x.Lhs) && b.isNumber(x.Rhs) {
			return b.calculation(x).value()
		}
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

// literalNumber parses a number literal that has been checked.
func literalNumber(text string) float64 {
	n, _ := syntax.ParseNumber(text)
	return n
}

func (b *builder) name(x *ast.IdentExpr) expression {
	v, here := b.lookup(x)
	switch {
	case v == nil:
		i := b.global(x.Value)
		return func(f *frame) Value { return f.fn.globals[i] }
	case !here:
		i := b.capture(b.fn, v, false, x.Line())
		return func(f *frame) Value { return f.fn.cells[i].v }
	}
	slot := v.Slot
	if v.Captured {
		return func(f *frame) Value { return f.slots[slot].cell().v }
	}
	return func(f *frame) Value { return f.slots[slot] }
}

// closure builds the creation of a closure.
func (b *builder) closure(x *ast.FunctionExpr) expression {
	var p *proto
	b.costOf(func() { p = b.function(x) })
	b.cost += costFunction + costCaptured*int64(len(p.upvalues))
	return func(f *frame) Value {
		fn := f.vm.newFunction(p, f.fn.globals, len(p.upvalues))
		for i, up := range p.upvalues {
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
	if name, ok := x.Key.(*ast.StringExpr); ok {
		return b.constantField(x, b.named(x, b.kept.name(name.Value)))
	}
	c := &indexing{b.operand(x.Object), b.operand(x.Key), int32(x.Line())}
	if b.changes(x.Object) {
		return func(f *frame) Value {
			key := c.key.get(f)
			v := c.object.get(f)
			f.line = c.line
			return f.vm.index(v, key)
		}
	}
	return c.usual()
}

// indexing is the read of a field with a computed key. Its closures capture only a
// pointer to it; see calling.
type indexing struct {
	object, key operand
	line        int32
}

// usual builds the read of a table by a number or a short text.
//
//go:noinline
func (x *indexing) usual() expression {
	return func(f *frame) Value {
		v := x.object.get(f)
		key := x.key.get(f)
		switch {
		case !v.is(TypeTable):
		case key.isNumber():
			t := v.table()
			if i := int(key.float()); float64(i) == key.float() && i >= 1 && i <= len(t.list) {
				return t.list[i-1]
			}
		case key.isText() && key.size() < costLook:
			return v.table().getText(key)
		}
		f.line = x.line
		return f.vm.index(v, key)
	}
}

// named builds the read of a field with a constant name.
func (b *builder) named(x *ast.AttrGetExpr, key Value) expression {
	r := &reading{key: key, line: int32(x.Line())}
	b.cost += int64(key.size() / costLook)
	object := b.operand(x.Object)
	if id, ok := x.Object.(*ast.IdentExpr); ok {
		if v, _ := b.lookup(id); v == nil {
			r.at = b.global(id.Value)
			return r.global()
		}
	}
	if object.expr == nil {
		r.at = object.slot
		return r.local()
	}
	r.object = object.expr
	return r.computed()
}

// reading is the read of a field with a constant name. Its closures capture only a
// pointer to it; see calling.
type reading struct {
	at     int        // the slot of the local, or the index of the global
	object expression // for any other object
	key    Value
	hint   atomic.Int32
	line   int32
}

// computed builds the read of a field of what an expression yields.
//
//go:noinline
func (r *reading) computed() expression {
	return func(f *frame) Value {
		v := r.object(f)
		if !v.is(TypeTable) {
			return f.field(v, r)
		}
		t := v.table()
		if i := int(uint32(r.hint.Load())); i < len(t.fields) { // place, inlined
			if fd := &t.fields[i]; fd.key.identical(r.key) {
				return fd.value
			}
		}
		return t.getHinted(r.key, &r.hint)
	}
}

// local builds the read of a field of a local, which often is an entity.
//
//go:noinline
func (r *reading) local() expression {
	return func(f *frame) Value {
		v := f.slots[r.at]
		if v.is(TypeObject) {
			if class := v.class(); class.Fixed == nil && f.vm.loading == 0 {
				f.line = r.line
				return class.Get(v.handle(), r.key)
			}
		} else if v.is(TypeTable) {
			t := v.table()
			if i := int(uint32(r.hint.Load())); i < len(t.fields) { // place, inlined
				if fd := &t.fields[i]; fd.key.identical(r.key) {
					return fd.value
				}
			}
			return t.getHinted(r.key, &r.hint)
		}
		return f.field(v, r)
	}
}

// global builds the read of a field of a global, which usually holds the variables.
//
//go:noinline
func (r *reading) global() expression {
	return func(f *frame) Value {
		v := f.fn.globals[r.at]
		if v.is(TypeObject) {
			if class := v.class(); class.Fixed == nil && f.vm.loading == 0 {
				f.line = r.line
				return class.Get(v.handle(), r.key)
			}
		}
		return f.field(v, r)
	}
}

// field reads a named field of a value.
func (f *frame) field(v Value, r *reading) Value {
	f.line = r.line
	if v.is(TypeTable) {
		return v.table().getHinted(r.key, &r.hint)
	}
	if v.is(TypeObject) && f.vm.loading == 0 {
		class := v.class()
		if t := class.Fixed; t != nil {
			if x := t.getHinted(r.key, &r.hint); !x.IsNil() {
				return x
			}
		}
		return class.Get(v.handle(), r.key)
	}
	return f.vm.index(v, r.key)
}

// list builds expressions of which the last may yield any number of values.
func (b *builder) list(exprs []ast.Expr) (fixed []expression, rest multiExpression) {
	for i, e := range exprs {
		if i == len(exprs)-1 && isMultiValued(e) {
			return fixed, b.multi(e)
		}
		fixed = append(fixed, b.expr(e))
	}
	return fixed, nil
}

// isMultiValued reports whether an expression may yield any number of values.
func isMultiValued(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.FuncCallExpr:
		return !x.AdjustRet
	case *ast.Comma3Expr:
		return !x.AdjustRet
	}
	return false
}

// first builds an expression that may yield several values: it returns the
// first one and leaves the others, including those of …, in the VM.
func (b *builder) first(e ast.Expr) expression {
	if _, ok := e.(*ast.Comma3Expr); !ok {
		return b.expr(e)
	}
	b.cost++
	return func(f *frame) Value {
		f.vm.Charge(int64(costSpread * len(f.rest)))
		return f.vm.Return(f.rest...)
	}
}

func (b *builder) multi(e ast.Expr) multiExpression {
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
	items, fields, computed := 0, 0, false
	for i, fd := range x.Fields {
		// PUC Lua stores items in batches before it evaluates the next field.
		p := part{line: int32(x.Line()), stored: items - items%flushed}
		if fd.Key != nil {
			fields++
			if _, named := fd.Key.(*ast.StringExpr); !named {
				computed = true
			}
			p.key, p.late = b.expr(fd.Key), b.changes(fd.Key)
		} else if items++; i == len(x.Fields)-1 && isMultiValued(fd.Value) {
			p.rest = b.multi(fd.Value)
			parts = append(parts, p)
			continue
		}
		p.value = b.expr(fd.Value)
		parts = append(parts, p)
	}
	b.cost += costTable + costItem*int64(items) + costField*int64(fields)
	return func(f *frame) Value {
		t := f.vm.newTable(items, fields)
		for i := range parts {
			parts[i].put(f, t)
		}
		written := len(t.list)
		t.trim()
		if computed {
			t.dropReplacedFields(written)
		}
		return t.Value()
	}
}

// flushed is how many items of a constructor PUC Lua keeps in registers before
// it stores them. The difference is visible if a computed key names one of
// them.
const flushed = 50

// part is an item or a field of a table constructor.
type part struct {
	key, value expression
	late       bool // the key is evaluated after the value
	rest       multiExpression
	stored     int // the number of items stored before this part
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
		k, v := p.key(f), p.value(f)
		if p.late {
			k = p.key(f)
		}
		f.line = p.line
		f.vm.checkKey(k)
		if k.isNumber() && k.float() >= 1 && k.float() <= float64(p.stored) && k.float() == math.Trunc(k.float()) {
			t.list[int(k.float())-1] = v
			return
		}
		t.setField(k, v)
	}
}

// concat builds a chain of .. as a single concatenation.
func (b *builder) concat(x *ast.StringConcatOpExpr) expression {
	var parts []expression
	var fixed []bool // the parts that are literals of the script
	line := int32(x.Line())
	for {
		parts, fixed = append(parts, b.expr(x.Lhs)), append(fixed, isFixed(x.Lhs))
		more, ok := x.Rhs.(*ast.StringConcatOpExpr)
		if !ok {
			parts, fixed = append(parts, b.expr(x.Rhs)), append(fixed, isFixed(x.Rhs))
			break
		}
		x = more
		b.cost++
	}
	return func(f *frame) Value {
		mark := f.collect(parts, nil)
		f.line = line
		v := f.vm.concatenate(f.vm.spill[mark:])
		if f.vm.TextTemplates != nil {
			f.vm.recordTemplate(v, f.vm.spill[mark:], fixed)
		}
		f.vm.spill = f.vm.spill[:mark]
		return v
	}
}
