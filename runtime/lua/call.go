package lua

import "sleight/runtime/diag"

// Function is a Lua function or a host function.
type Function struct {
	proto   *proto
	cells   []*cell // the captured locals
	globals []Value // the values of the host and the library that its program uses
	native  Native
	step    Step // called by loops instead of native
	// stateName names a host function that keeps state between calls, so that
	// no script may store it. It is empty for all others.
	stateName string
}

// Native is a host function. It returns its first result, or Nil if it has none;
// see VM.Return for several. The arguments are valid until it returns.
type Native func(vm *VM, args []Value) Value

// NewFunction returns a host function.
func NewFunction(run Native) *Function { return &Function{native: run} }

// Step is one step of a loop. It receives the subject of the iteration and the
// first value of the previous step, and returns the two values of this one. The
// first is nil at the end.
type Step func(subject, control Value) (first, second Value)

// NewIterator returns a host function that loops call as an iterator.
func NewIterator(step Step) *Function {
	return &Function{step: step, native: func(vm *VM, args []Value) Value {
		first, second := step(arg(args, 1), arg(args, 2))
		return vm.Return(first, second)
	}}
}

// proto is what all closures created at one place in the source share.
type proto struct {
	origin   *origin
	line     int32 // where it begins
	params   int
	vararg   bool
	size     int   // the number of slots for locals and temporaries
	boxed    []int // the parameters that closures capture
	plain    bool  // it has neither captured parameters nor ...
	levels   int32 // the Go stack levels that a call may take
	body     statement
	only     expression // the value of a function that only returns one; body is nil then
	price    price      // of only
	upvalues []capture
	// outerAssignment is the first assignment to an outer local, which would
	// persist between calls.
	outerAssignment struct {
		name string
		line int32
	}
	debug *debugNames // nil unless it was built for a debugger
}

// capture is the location from which a new closure takes a captured local: a slot
// of the enclosing function, or one of that function's cells.
type capture struct {
	local bool
	index int
}

// frame is a Lua call in progress.
type frame struct {
	vm    *VM
	fn    *Function
	slots []Value // the locals, and above them the temporaries
	rest  []Value // ..., unless the function has none
	stack *[]Value
	start int // the index of its arguments in the stack
	base  int // the index of its slots in the stack
	top   int // where in the stack a host function that it calls may put values
	value Value
	line  int32
	point *Statement // the current statement; only for a debugger
}

// site is a call site: its line, and what it calls.
type site struct {
	line   int32
	callee string
}

// signal is how a statement ended.
type signal uint8

const (
	signalNone signal = iota // it ended normally
	signalBreak
	signalReturn
	signalTailCall // VM.tailed is to be called in place of this function
)

type (
	expression func(*frame) Value
	predicate  func(*frame) bool
	statement  func(*frame) signal
	// multiExpression appends any number of values.
	multiExpression func(f *frame, out []Value) []Value
)

// call calls a value with the n arguments in the slots from at on.
func (f *frame) call(v Value, at, n int, by *site) Value {
	f.line = by.line
	if fn := v.scripted(); fn != nil {
		return f.vm.enter(fn, f.stack, f.base+at, n)
	}
	return f.callNative(v, at, n, by)
}

// callNative is call for a value that is not a Lua function.
func (f *frame) callNative(v Value, at, n int, by *site) Value {
	f.line = by.line
	if !v.is(TypeFunction) {
		f.vm.notCallable(v, by)
	}
	fn, vm := v.function(), f.vm
	f.top, vm.results = f.base+at+n, 1
	return fn.native(vm, f.slots[at:at+n:at+n])
}

// scripted returns the Lua function that a value is, or nil.
func (v Value) scripted() *Function {
	if v.is(TypeFunction) && v.function().native == nil {
		return v.function()
	}
	return nil
}

// apply calls a value with arguments that are not in slots.
func (f *frame) apply(v Value, args []Value, by *site) Value {
	f.line = by.line
	if !v.is(TypeFunction) {
		f.vm.notCallable(v, by)
	}
	f.top = f.base + len(f.slots)
	return f.vm.Call(v.function(), args...)
}

// Call calls a function inside Protect and returns its first result; ResultCount
// and Result give access to all of them.
func (vm *VM) Call(fn *Function, args ...Value) Value {
	if fn.native != nil {
		vm.results = 1
		return fn.native(vm, args)
	}
	if vm.depth == 0 {
		vm.called = fn.proto
	}
	stack, base := vm.freeStack(len(args))
	into := (*stack)[base:]
	//lint:ignore S1001 faster than copy for a few values that were just written
	for i, v := range args {
		into[i] = v
	}
	return vm.enter(fn, stack, base, len(args))
}

// freeStack returns the first slot of the stack that no call uses, followed by at
// least n more.
func (vm *VM) freeStack(n int) (stack *[]Value, base int) {
	if stack, base = vm.unused(); base+n > len(*stack) {
		stack, base = vm.useLargeStack(stack, base, 0, n), 0
	}
	return stack, base
}

// unused returns the first slot of the stack that no call uses.
func (vm *VM) unused() (stack *[]Value, base int) {
	if vm.depth == 0 {
		return &vm.stack, 0
	}
	f := vm.frames[vm.depth-1]
	return f.stack, f.top
}

// ArgumentSlots returns the stack slots for n arguments of the next call, which must be
// CallOnStack of fn, with these. They need not be nil at first. If making an argument
// takes too much fuel, that is reported where fn begins.
func (vm *VM) ArgumentSlots(fn *Function, n int) []Value {
	stack, base := vm.unused()
	if vm.depth == 0 && fn.proto != nil && vm.called != fn.proto {
		vm.called = fn.proto
	}
	if free := (*stack)[base:]; n <= len(free) {
		return free[:n:n]
	}
	return (*vm.useLargeStack(stack, base, 0, n))[:n:n]
}

// CallOnStack is Call with arguments in the slots that ArgumentSlots returned.
func (vm *VM) CallOnStack(fn *Function, args []Value) Value {
	if fn.native != nil { // which may call others, whose arguments take the same slots
		return vm.Call(fn, append([]Value(nil), args...)...)
	}
	stack, base := vm.unused()
	if base+len(args) > len(*stack) {
		stack, base = &vm.largeStack, 0 // as in freeStack
	}
	return vm.enter(fn, stack, base, len(args))
}

// enter calls a Lua function whose n arguments are in the stack from base on.
func (vm *VM) enter(fn *Function, stack *[]Value, base, n int) Value {
	var f *frame
	if i := vm.depth; i < len(vm.frames) {
		f = vm.frames[i]
	} else {
		f = vm.addFrame()
	}
	vm.depth++
	levels := vm.levels
	for {
		p := fn.proto
		f.fn, f.line = fn, p.line
		if vm.levels = levels + p.levels; vm.levels > maxLevels {
			vm.overflow()
		}
		if p.plain && base+p.size <= len(*stack) {
			f.start, f.base = base, base
			if f.stack != stack {
				f.stack = stack
			}
			f.slots = (*stack)[base : base+p.size : base+p.size]
			for i := n; i < p.params; i++ {
				f.slots[i] = Value{}
			}
		} else {
			f.setUpSlots(p, stack, base, n)
		}
		if p.only != nil {
			f.charge(p.price)
			v := p.only(f)
			vm.depth--
			vm.levels, vm.results = levels, 1
			return v
		}
		switch p.body(f) {
		case signalTailCall:
			fn, n, stack, base = vm.tailed, vm.tailedArgs, f.stack, f.start
			continue
		case signalNone:
			f.value, vm.results = Value{}, 0 // nil
		}
		vm.depth--
		vm.levels = levels
		return f.value
	}
}

// addFrame allocates a frame for a call that is nested more deeply than any
// before.
func (vm *VM) addFrame() *frame {
	if vm.depth >= maxDepth {
		vm.overflow()
	}
	f := &frame{vm: vm}
	vm.frames = append(vm.frames, f)
	return f
}

// setUpSlots sets up the slots of a frame that needs more than a window of the
// stack.
func (f *frame) setUpSlots(p *proto, stack *[]Value, base, n int) {
	need := max(n, p.size)
	if p.vararg {
		need = n + p.size
	}
	if base+need > len(*stack) {
		stack, base = f.vm.useLargeStack(stack, base, n, need), 0
	}
	values := *stack
	f.start, f.rest = base, nil
	if p.vararg {
		args := values[base : base+n : base+n]
		f.rest = args[min(n, p.params):]
		base += n
		n = copy(values[base:base+p.params], args)
	}
	f.slots, f.stack, f.base = values[base:base+p.size:base+p.size], stack, base
	for i := n; i < p.params; i++ {
		f.slots[i] = Nil
	}
	for _, i := range p.boxed {
		f.slots[i] = f.vm.newCell(f.slots[i]).slot()
	}
}

// useLargeStack returns the large stack for calls that no longer fit into the small
// one, with n arguments moved to its beginning.
func (vm *VM) useLargeStack(stack *[]Value, base, n, need int) *[]Value {
	if stack == &vm.largeStack || need > maxStack {
		vm.overflow()
	}
	if vm.largeStack == nil {
		vm.largeStack = make([]Value, maxStack)
	}
	copy(vm.largeStack, (*stack)[base:base+n])
	return &vm.largeStack
}

// tail prepares a call that replaces the running function. A host function is
// called at once.
func (f *frame) tail(v Value, args []Value, by *site) signal {
	f.line = by.line
	if !v.is(TypeFunction) {
		f.vm.notCallable(v, by)
	}
	fn, vm := v.function(), f.vm
	if fn.native != nil {
		f.top, vm.results = f.base+len(f.slots), 1
		f.value = fn.native(vm, args)
		return signalReturn
	}
	if f.start+len(args) > len(*f.stack) {
		f.stack, f.start = vm.useLargeStack(f.stack, f.start, 0, len(args)), 0
	}
	vm.tailed, vm.tailedArgs = fn, len(args)
	into := (*f.stack)[f.start:]
	//lint:ignore S1001 see Call
	for i, v := range args {
		into[i] = v
	}
	return signalTailCall
}

// Return sets the results of a host function, which must then return the Value
// that Return returns.
func (vm *VM) Return(values ...Value) Value {
	vm.results = len(values)
	switch len(values) {
	case 0:
		return Nil
	case 1:
		return values[0]
	case 2:
		vm.more = append(vm.more[:0], values[1])
		return values[0]
	}
	vm.more = append(vm.more[:0], values[1:]...)
	return values[0]
}

// ReturnOne is Return for a single result. Host functions that have called other
// functions need it: without such calls, they can return the result directly.
func (vm *VM) ReturnOne(v Value) Value {
	vm.results = 1
	return v
}

// ResultCount returns the number of results of the last call.
func (vm *VM) ResultCount() int { return vm.results }

// Result returns the i-th result of the last call, counted from 0; first is the
// first one.
func (vm *VM) Result(first Value, i int) Value {
	if i == 0 {
		return first
	}
	return vm.result(i)
}

// all appends all results of the last call; v is the first one.
func (vm *VM) all(v Value, out []Value) []Value {
	switch vm.results {
	case 0:
		return out
	case 1:
		return append(out, v)
	}
	return append(append(out, v), vm.more[:vm.results-1]...)
}

// collect appends values to the temporaries, and returns the previous number of
// those.
func (f *frame) collect(list []expression, rest multiExpression) (mark int) {
	vm := f.vm
	mark = len(vm.spill)
	for _, e := range list {
		v := e(f)
		vm.spill = append(vm.spill, v)
	}
	if rest != nil {
		vm.spill = rest(f, vm.spill)
	}
	return mark
}

func (vm *VM) overflow() {
	vm.Fail(diag.New("script/fuel", diag.Place{}, "function calls nest more than %d deep, or pass too many values", maxDepth).
		WithHint("does a function call itself without end?"))
}

func (vm *VM) notCallable(v Value, by *site) {
	vm.Fail(diag.New("script/runtime", diag.Place{}, "%s is %s, not a function", by.callee, describe(v)).
		WithHint("is the name right, and does it exist here?"))
}
