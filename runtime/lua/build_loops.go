package lua

import (
	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

func (b *builder) while(s *ast.WhileStmt) statement {
	var holds predicate
	cost := b.costOf(func() { holds = b.predicate(s.Condition) })
	each := price{cost, int32(s.Line())}
	body := b.block(s.Stmts)
	return func(f *frame) signal {
		for {
			f.charge(each)
			if !holds(f) {
				return signalNone
			}
			if s := body(f); s != signalNone {
				return ended(s)
			}
		}
	}
}

// ended returns how a loop ends after its body ended with the given signal.
func ended(s signal) signal {
	if s == signalBreak {
		return signalNone
	}
	return s
}

// The condition of repeat sees the locals of its body.
func (b *builder) repeat(s *ast.RepeatStmt) statement {
	var list []statement
	var holds predicate
	b.probes.block()
	cost := b.costOf(func() {
		b.inScope(func() {
			for _, st := range s.Stmts {
				list = append(list, b.statement(st))
			}
			holds = b.predicate(s.Condition)
		})
	})
	body := sequence(price{max(1, cost), b.lineOf(s.Stmts)}, list)
	return func(f *frame) signal {
		for {
			if s := body(f); s != signalNone {
				return ended(s)
			}
			if holds(f) {
				return signalNone
			}
		}
	}
}

// hiddenInLoop is the number of hidden locals that PUC Lua has in a for loop.
const hiddenInLoop = 3

// numericFor builds for i = a, b, c.
func (b *builder) numericFor(s *ast.NumberForStmt) statement {
	line := int32(s.Line())
	from, to := b.expr(s.Init), b.expr(s.Limit)
	step := func(*frame) Value { return Num(1) }
	if s.Step != nil {
		step = b.expr(s.Step)
	}
	var v local
	var body statement
	b.fn.hidden += hiddenInLoop
	b.inScope(func() {
		v = b.declare(b.names.Declared[s][0])
		body = b.block(s.Stmts)
	})
	b.fn.hidden -= hiddenInLoop
	if !v.boxed && s.Step == nil {
		return countUp(v.slot, from, to, body, line)
	}
	return func(f *frame) signal {
		i, limit, by := f.bound(from, to, step, line)
		// PUC Lua subtracts the step first, which matters where the subtraction
		// rounds.
		for i = i - by + by; by > 0 && i <= limit || by <= 0 && i >= limit; i += by {
			set(f, v, Num(i))
			if s := body(f); s != signalNone {
				return ended(s)
			}
		}
		return signalNone
	}
}

// countUp is for i = a, b, where no function captures i.
//
//go:noinline
func countUp(slot int, from, to expression, body statement, line int32) statement {
	one := constant(Num(1))
	return func(f *frame) signal {
		i, limit, _ := f.bound(from, to, one, line)
		for i = i - 1 + 1; i <= limit; i++ {
			f.slots[slot] = Num(i)
			if s := body(f); s != signalNone {
				return ended(s)
			}
		}
		return signalNone
	}
}

// bound evaluates the three numbers of a for loop.
func (f *frame) bound(from, to, step expression, line int32) (i, limit, by float64) {
	first, last, each := from(f), to(f), step(f)
	if first.isNumber() && last.isNumber() && each.isNumber() {
		return first.float(), last.float(), each.float()
	}
	f.line = line
	number := func(v Value, name string) float64 {
		if n, ok := f.vm.toNumber(v); ok {
			return n
		}
		f.vm.Fail(diag.New("script/runtime", diag.Place{}, "the %s of a for loop must be a number, not %s", name, describe(v)))
		return 0
	}
	return number(first, "start"), number(last, "limit"), number(each, "step")
}

// genericFor builds for a, b in …. The results of ipairs and pairs are iterated
// without a call for each item.
func (b *builder) genericFor(s *ast.GenericForStmt) statement {
	begin := b.iterator(s.Exprs)
	var names []local
	var body statement
	at := 0
	b.fn.hidden += hiddenInLoop
	b.inScope(func() {
		for _, v := range b.names.Declared[s] {
			names = append(names, b.declare(v))
		}
		body = b.block(s.Stmts)
		at = b.take(2)
	})
	b.fn.hidden -= hiddenInLoop
	loop := &iteration{names, -1, body, at, &site{int32(s.Line()), "the value after in"}}
	if len(names) == 2 && !names[0].boxed && !names[1].boxed {
		loop.first = names[0].slot
	}
	return func(f *frame) signal {
		step := begin(f)
		vm := f.vm
		subject, control := vm.result(1), vm.result(2)
		if fn := step.Function(); fn != nil {
			switch {
			case fn == vm.ipairsIterator && subject.is(TypeTable) && control.isNumber() && control.float() >= 0:
				return loop.items(f, subject.table(), control.float())
			case fn == vm.nextFunction && subject.is(TypeTable) && control.IsNil():
				return loop.fields(f, subject.table())
			case fn.step != nil:
				return loop.steps(f, fn.step, subject, control)
			}
		}
		return loop.run(f, step, subject, control)
	}
}

// iterator builds the expressions after in. It returns the first value and leaves
// the others in the VM.
func (b *builder) iterator(exprs []ast.Expr) expression {
	if call, ok := exprs[0].(*ast.FuncCallExpr); ok && len(exprs) == 1 && isMultiValued(call) {
		first := b.expr(call)
		return func(f *frame) Value {
			v := first(f)
			if f.vm.results > 2 {
				f.vm.Charge(int64(costSpread * f.vm.results))
			}
			return v
		}
	}
	fixed, rest := b.list(exprs)
	return func(f *frame) Value {
		mark := f.collect(fixed, rest)
		v := f.vm.Return(f.vm.spill[mark:]...)
		f.vm.spill = f.vm.spill[:mark]
		return v
	}
}

// iteration is a for loop over an iterator. The two slots from at on hold the
// arguments of the iterator.
type iteration struct {
	names []local
	first int // the first of two slots that no function captures, or -1
	body  statement
	at    int
	by    *site
}

// setVariables assigns values to the variables of the loop.
func (l *iteration) setVariables(f *frame, first, second Value) {
	if l.first >= 0 {
		f.slots[l.first], f.slots[l.first+1] = first, second
		return
	}
	for i, v := range l.names {
		switch i {
		case 0:
			set(f, v, first)
		case 1:
			set(f, v, second)
		default:
			set(f, v, f.vm.result(i))
		}
	}
}

// result returns the i-th result of the last call, counted from 0, except the
// first one.
func (vm *VM) result(i int) Value {
	if i < vm.results {
		return vm.more[i-1]
	}
	return Nil
}

func (l *iteration) run(f *frame, step, subject, control Value) signal {
	for {
		f.slots[l.at], f.slots[l.at+1] = subject, control
		control = f.call(step, l.at, 2, l.by)
		if control.IsNil() {
			return signalNone
		}
		l.setVariables(f, control, f.vm.result(1))
		if s := l.body(f); s != signalNone {
			return ended(s)
		}
	}
}

// steps runs a loop over a host iterator.
func (l *iteration) steps(f *frame, step Step, subject, control Value) signal {
	for {
		var second Value
		f.vm.Charge(1)
		f.line = l.by.line
		if control, second = step(subject, control); control.IsNil() {
			return signalNone
		}
		f.vm.results = 2
		if l.first >= 0 { // give, inlined
			f.slots[l.first], f.slots[l.first+1] = control, second
		} else {
			l.setVariables(f, control, second)
		}
		if s := l.body(f); s != signalNone {
			return ended(s)
		}
	}
}

func (l *iteration) items(f *frame, t *Table, from float64) signal {
	for i := int(min(from, maxWhole)) + 1; ; i++ {
		v := t.item(i)
		if v.IsNil() {
			return signalNone
		}
		f.vm.results = 2
		l.setVariables(f, Num(float64(i)), v)
		if s := l.body(f); s != signalNone {
			return ended(s)
		}
	}
}

func (l *iteration) fields(f *frame, t *Table) signal {
	for place := 0; ; {
		k, v, following, passed := t.next(place)
		f.vm.Charge(int64(passed / costPassed))
		if k.IsNil() {
			return signalNone
		}
		f.vm.results, place = 2, following
		l.setVariables(f, k, v)
		if s := l.body(f); s != signalNone {
			return ended(s)
		}
	}
}
