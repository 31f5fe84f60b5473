package lua

import (
	"slices"
	"sync/atomic"

	"sleight/runtime/lua/syntax"

	"github.com/yuin/gopher-lua/ast"
)

func (b *builder) statement(st ast.Stmt) statement {
	defer b.deeper()()
	b.cost++
	b.line = int32(st.Line())
	if b.probes != nil {
		return b.probe(st)
	}
	return b.unprobed(st)
}

// unprobed builds a statement without a probe.
func (b *builder) unprobed(st ast.Stmt) statement {
	switch s := st.(type) {
	case *ast.LocalAssignStmt:
		return b.local(s)
	case *ast.AssignStmt:
		return b.assign(s)
	case *ast.FuncCallStmt:
		call := b.expr(s.Expr)
		return func(f *frame) signal {
			call(f)
			return signalNone
		}
	case *ast.DoBlockStmt:
		return b.block(s.Stmts)
	case *ast.WhileStmt:
		return b.while(s)
	case *ast.RepeatStmt:
		return b.repeat(s)
	case *ast.IfStmt:
		return b.ifStatement(s)
	case *ast.NumberForStmt:
		return b.numericFor(s)
	case *ast.GenericForStmt:
		return b.genericFor(s)
	case *ast.FuncDefStmt:
		return b.functionStatement(s)
	case *ast.ReturnStmt:
		return b.returnStatement(s)
	case *ast.BreakStmt:
		return func(*frame) signal { return signalBreak }
	}
	panic("script: a statement of a kind that is refused before")
}

// local builds local a, b = … and local function a.
func (b *builder) local(s *ast.LocalAssignStmt) statement {
	names := b.names.Declared[s]
	if syntax.IsLocalFunction(s) {
		v := b.declare(names[0])
		return b.recursive(v, b.expr(s.Exprs[0]))
	}
	if len(s.Names) == 1 && len(s.Exprs) == 1 {
		var value expression
		b.inScope(func() { value = b.expr(s.Exprs[0]) })
		return initial(b.declare(names[0]), value)
	}
	return b.locals(s)
}

// locals builds local a, b = … for any numbers of names and values. Each value
// is evaluated into the slot of its local, which no other expression sees yet.
func (b *builder) locals(s *ast.LocalAssignStmt) statement {
	var values []expression
	var rest expression
	b.inScope(func() {
		for i, e := range s.Exprs {
			if i == len(s.Exprs)-1 && i < len(s.Names)-1 && isMultiValued(e) {
				rest = b.first(e)
			} else {
				values = append(values, b.expr(e))
			}
			b.take(1)
		}
	})
	at := b.fn.top
	names := make([]local, len(s.Names))
	for i, v := range b.names.Declared[s] {
		names[i] = b.declare(v)
	}
	if len(names) == 2 && !names[0].boxed && !names[1].boxed {
		switch {
		case len(values) == 2:
			first, second := values[0], values[1]
			return func(f *frame) signal {
				f.slots[at] = first(f)
				f.slots[at+1] = second(f)
				return signalNone
			}
		case rest != nil: // the only value
			return func(f *frame) signal {
				f.slots[at] = rest(f)
				f.slots[at+1] = f.vm.result(1)
				return signalNone
			}
		}
	}
	return func(f *frame) signal {
		for i, value := range values {
			f.slots[at+i] = value(f)
		}
		n := len(values)
		if rest != nil {
			f.slots[at+n] = rest(f)
			for i := 1; n+i < len(names); i++ {
				f.slots[at+n+i] = f.vm.result(i)
			}
			n = len(names)
		}
		for i, v := range names {
			if i >= n {
				f.slots[v.slot] = Nil
			}
			if v.boxed {
				f.slots[v.slot] = f.vm.newCell(f.slots[v.slot]).slot()
			}
		}
		return signalNone
	}
}

// spilled returns the i-th temporary value, or nil if there are fewer.
func (vm *VM) spilled(i int) Value {
	if i < len(vm.spill) {
		return vm.spill[i]
	}
	return Nil
}

// set initializes a local.
func set(f *frame, v local, value Value) {
	if v.boxed {
		value = f.vm.newCell(value).slot()
	}
	f.slots[v.slot] = value
}

func initial(v local, value expression) statement {
	slot := v.slot
	if v.boxed {
		return func(f *frame) signal {
			f.slots[slot] = f.vm.newCell(value(f)).slot()
			return signalNone
		}
	}
	return func(f *frame) signal {
		f.slots[slot] = value(f)
		return signalNone
	}
}

func (b *builder) recursive(v local, value expression) statement {
	if !v.boxed {
		return initial(v, value)
	}
	return func(f *frame) signal {
		c := f.vm.newCell(Nil)
		f.slots[v.slot] = c.slot()
		c.v = value(f)
		return signalNone
	}
}

// target builds the left side of an assignment: it evaluates the object and the
// key, and returns the function that stores a value.
type target struct {
	object, key expression // nil for a local
	put         func(f *frame, object, key, value Value)
	// A captured local that is the object or the key is read when the value is
	// stored, unless the same statement assigns to it further on.
	lateObject, lateKey bool
}

// readLate reads again whatever must be read when the value is stored.
func (t *target) readLate(f *frame, object, key Value) (Value, Value) {
	if t.lateObject {
		object = t.object(f)
	}
	if t.lateKey {
		key = t.key(f)
	}
	return object, key
}

func (b *builder) target(e ast.Expr) target {
	if x, ok := e.(*ast.AttrGetExpr); ok {
		return b.field(x)
	}
	id := e.(*ast.IdentExpr)
	v, here := b.lookup(id)
	switch {
	case v == nil:
		panic("script: an assignment to a global, which is refused before")
	case !here:
		i := b.capture(b.fn, v, true, id.Line())
		return target{put: func(f *frame, _, _, value Value) { f.fn.cells[i].v = value }}
	}
	slot := v.Slot
	if v.Captured {
		return target{put: func(f *frame, _, _, value Value) { f.slots[slot].cell().v = value }}
	}
	return target{put: func(f *frame, _, _, value Value) { f.slots[slot] = value }}
}

func (b *builder) field(x *ast.AttrGetExpr) target {
	b.cost++
	line := int32(x.Line())
	t := target{object: b.expr(x.Object), key: b.expr(x.Key), put: func(f *frame, object, key, value Value) {
		f.line = line
		f.vm.store(object, key, value)
	}}
	t.lateObject, t.lateKey = b.changes(x.Object), b.changes(x.Key)
	return t
}

// assigns reports whether an expression is a name that the statement assigns
// to.
func assigns(targets []ast.Expr, e ast.Expr) bool {
	name, ok := e.(*ast.IdentExpr)
	return ok && slices.ContainsFunc(targets, func(t ast.Expr) bool {
		id, ok := t.(*ast.IdentExpr)
		return ok && id.Value == name.Value
	})
}

// assign evaluates the objects and keys on the left, then every value, and
// stores from the last to the first: i, t[i] = 2, 5 stores under the old i.
func (b *builder) assign(s *ast.AssignStmt) statement {
	if len(s.Lhs) == 1 && len(s.Rhs) == 1 {
		return b.assignOne(s.Lhs[0], s.Rhs[0])
	}
	if slots := b.uncaptured(s.Lhs); len(slots) == len(s.Rhs) && !isMultiValued(s.Rhs[len(slots)-1]) {
		values, at := b.arguments(s.Rhs)
		return func(f *frame) signal {
			for i := range values {
				f.slots[at+i] = values[i].get(f)
			}
			for i := len(slots) - 1; i >= 0; i-- {
				f.slots[slots[i]] = f.slots[at+i]
			}
			return signalNone
		}
	}
	var targets []target
	for i, l := range s.Lhs {
		t := b.target(l)
		if x, ok := l.(*ast.AttrGetExpr); ok {
			t.lateObject = t.lateObject && !assigns(s.Lhs[i+1:], x.Object)
			t.lateKey = t.lateKey && !assigns(s.Lhs[i+1:], x.Key)
		}
		targets = append(targets, t)
	}
	fixed, rest := b.list(s.Rhs)
	return func(f *frame) signal {
		mark := len(f.vm.spill)
		for _, t := range targets {
			if t.object != nil {
				object := t.object(f)
				f.vm.spill = append(f.vm.spill, object, t.key(f))
			}
		}
		where := len(f.vm.spill)
		values := f.collect(fixed, rest)
		for i := len(targets) - 1; i >= 0; i-- {
			var object, key Value
			if targets[i].object != nil {
				where -= 2
				object, key = targets[i].readLate(f, f.vm.spill[where], f.vm.spill[where+1])
			}
			targets[i].put(f, object, key, f.vm.spilled(values+i))
		}
		f.vm.spill = f.vm.spill[:mark]
		return signalNone
	}
}

// uncaptured returns the slots of the locals on the left of an assignment, or nil
// if anything else is among them.
func (b *builder) uncaptured(left []ast.Expr) (slots []int) {
	for _, l := range left {
		id, ok := l.(*ast.IdentExpr)
		if !ok {
			return nil
		}
		v, here := b.lookup(id)
		if !here || v.Captured {
			return nil
		}
		slots = append(slots, v.Slot)
	}
	return slots
}

func (b *builder) assignOne(left, right ast.Expr) statement {
	if id, ok := left.(*ast.IdentExpr); ok {
		if v, here := b.lookup(id); here && !v.Captured {
			if b.isNumberLocal(v) {
				return b.assignNumber(v.Slot, right)
			}
			return initial(local{slot: v.Slot}, b.expr(right))
		}
	}
	if x, ok := left.(*ast.AttrGetExpr); ok {
		return b.storeOne(x, right)
	}
	t := b.target(left)
	value := b.expr(right)
	return func(f *frame) signal {
		t.put(f, Nil, Nil, value(f))
		return signalNone
	}
}

// storeOne builds t[k] = v, where t is nearly always a table that has the key.
func (b *builder) storeOne(x *ast.AttrGetExpr, right ast.Expr) statement {
	b.cost++
	line, lateObject, lateKey := int32(x.Line()), b.changes(x.Object), b.changes(x.Key)
	object, k := b.operand(x.Object), b.operand(x.Key)
	if name, ok := x.Key.(*ast.StringExpr); ok && len(name.Value) < costLook && !lateObject {
		return storeNamed(object, b.kept.name(name.Value), b.expr(right), line)
	}
	value := b.expr(right)
	return func(f *frame) signal {
		o := object.get(f)
		key := k.get(f)
		v := value(f)
		if lateObject {
			o = object.get(f)
		}
		if lateKey {
			key = k.get(f)
		}
		f.line = line
		if o.is(TypeTable) && key.isNumber() && !v.IsNil() {
			t := o.table()
			i := int(key.float())
			switch last := len(t.list); {
			case float64(i) != key.float() || i < 1 || t.frozen:
			case i <= last:
				f.vm.Charge(costStore)
				t.list[i-1] = v
				return signalNone
			case i == last+1 && i <= cap(t.list) && len(t.fields) == 0:
				f.vm.Charge(costStore)
				t.list = append(t.list, v)
				return signalNone
			}
		}
		f.vm.store(o, key, v)
		return signalNone
	}
}

// storeNamed builds t.name = v.
//
//go:noinline
func storeNamed(object operand, key Value, value expression, line int32) statement {
	hint := new(atomic.Int32)
	return func(f *frame) signal {
		o := object.get(f)
		v := value(f)
		f.line = line
		if o.is(TypeTable) {
			if at := o.table().valueHinted(key, hint); at != nil && !o.table().frozen {
				f.vm.Charge(costStore)
				*at = v
				return signalNone
			}
		}
		f.vm.store(o, key, v)
		return signalNone
	}
}

// functionStatement builds function name() and function a.b:c().
func (b *builder) functionStatement(s *ast.FuncDefStmt) statement {
	name := s.Name.Func
	if name == nil {
		key := &ast.StringExpr{Value: s.Name.Method}
		x := &ast.AttrGetExpr{Object: s.Name.Receiver, Key: key}
		x.SetLine(s.Line())
		name = x
	}
	t := b.target(name)
	value := b.closure(s.Func)
	return func(f *frame) signal {
		var object, key Value
		if t.object != nil {
			object, key = t.object(f), t.key(f)
		}
		t.put(f, object, key, value(f))
		return signalNone
	}
}

// returnStatement builds return. A single call becomes a tail call.
func (b *builder) returnStatement(s *ast.ReturnStmt) statement {
	switch len(s.Exprs) {
	case 0:
		return func(f *frame) signal {
			f.value, f.vm.results = Nil, 0
			return signalReturn
		}
	case 1:
		if call, ok := s.Exprs[0].(*ast.FuncCallExpr); ok && !call.AdjustRet {
			return b.tailCall(call)
		}
		if !isMultiValued(s.Exprs[0]) {
			value := b.expr(s.Exprs[0])
			return func(f *frame) signal {
				f.value, f.vm.results = value(f), 1
				return signalReturn
			}
		}
	}
	fixed, rest := b.list(s.Exprs)
	if rest == nil && len(fixed) == 2 {
		first, second := fixed[0], fixed[1]
		return func(f *frame) signal {
			f.value = first(f)
			v := second(f)
			f.vm.more, f.vm.results = append(f.vm.more[:0], v), 2
			return signalReturn
		}
	}
	return func(f *frame) signal {
		mark := f.collect(fixed, rest)
		f.value = f.vm.Return(f.vm.spill[mark:]...)
		f.vm.spill = f.vm.spill[:mark]
		return signalReturn
	}
}
