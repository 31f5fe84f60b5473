package lua

import "sleight/runtime/diag"

// Frame is a Lua call in progress, as a debugger sees it. It is valid while the
// VM waits for the debugger.
type Frame struct{ *frame }

// Depth returns the number of Lua calls in progress.
func (vm *VM) Depth() int { return vm.depth }

// Frame returns a call in progress; 0 is the outermost.
func (vm *VM) Frame(i int) Frame { return Frame{vm.frames[i]} }

// Function returns the name of the function; empty if it has none.
func (f Frame) Function() string {
	if d := f.fn.proto.debug; d != nil {
		return d.function
	}
	return ""
}

// Begins returns where the function begins.
func (f Frame) Begins() diag.Place { return f.fn.proto.origin.at(f.fn.proto.line) }

// Place returns the line that is running or is about to run.
func (f Frame) Place() diag.Place {
	vm := f.vm
	if vm.atPoint && vm.frames[vm.depth-1] == f.frame && f.point != nil {
		return f.point.Place()
	}
	return f.fn.proto.origin.at(f.line)
}

// Variable is a local that a function sees.
type Variable struct {
	Name  string
	Value Value
	// Captured reports whether it belongs to a function around this one.
	Captured bool
	at       *Value
}

// Variables lists the locals in scope at the frame, those of the function in
// the order of their declaration, then the captured ones. Of equal names only
// the innermost is listed.
func (f Frame) Variables() []Variable {
	var out []Variable
	add := func(v Variable) {
		for i := range out {
			if out[i].Name == v.Name {
				if !v.Captured {
					out[i] = v
				}
				return
			}
		}
		out = append(out, v)
	}
	if f.point != nil && f.point.proto == f.fn.proto {
		for _, l := range f.point.locals {
			at := &f.slots[l.slot]
			if l.boxed {
				if !at.isCell() {
					continue
				}
				at = &at.cell().v
			}
			add(Variable{Name: l.name, Value: *at, at: at})
		}
	}
	if d := f.fn.proto.debug; d != nil {
		for i, name := range d.upvalues {
			at := &f.fn.cells[i].v
			add(Variable{Name: name, Value: *at, Captured: true, at: at})
		}
	}
	return out
}

// Extra returns the values of ….
func (f Frame) Extra() []Value {
	if !f.fn.proto.vararg {
		return nil
	}
	return f.rest
}

// Set assigns a value to a local and reports whether there is one with that
// name. Locals that a function has captured from its script cannot be changed.
func (f Frame) Set(name string, value Value) bool {
	for _, v := range f.Variables() {
		if v.Name == name && (!v.Captured || !f.vm.frozenFunctions[f.fn]) {
			*v.at = value
			return true
		}
	}
	return false
}

// RunIsolated runs a job in the middle of a call and restores everything that the job
// may have changed in the VM: its fuel, pending results, and the locals and
// tables that calls in progress can reach. Changes that the job makes elsewhere
// are the caller's concern. Values that the job hands out stay valid, and so
// does everything they can reach.
func (vm *VM) RunIsolated(budget int64, job func()) *diag.Diagnostic {
	left, was, results, more := vm.left, vm.budget, vm.results, append([]Value(nil), vm.more...)
	tailed, args, called := vm.tailed, vm.tailedArgs, vm.called
	probe, atPoint, spilled := vm.probe, vm.atPoint, len(vm.spill)
	undo := vm.remember()
	vm.probe.Failure, vm.probe.Statement = nil, func(*Statement) {}
	if vm.depth > 0 {
		f := vm.frames[vm.depth-1]
		defer func(top int) { f.top = top }(f.top)
		f.top = f.base + len(f.slots)
	}
	problem := vm.Protect(budget, job)
	vm.pool.leave()
	undo()
	vm.probe, vm.atPoint, vm.spill = probe, atPoint, vm.spill[:spilled]
	vm.left, vm.budget, vm.results, vm.more = left, was, results, append(vm.more[:0], more...)
	vm.tailed, vm.tailedArgs, vm.called = tailed, args, called
	return problem
}

// remember copies every mutable table and captured local that the calls in
// progress can reach. The returned function restores the copies.
func (vm *VM) remember() (undo func()) {
	tables, cells, seen := map[*Table]Table{}, map[*cell]Value{}, map[*Function]bool{}
	var values []Value
	hold := func(c *cell) {
		if _, known := cells[c]; !known && c != nil {
			cells[c] = c.v
			values = append(values, c.v)
		}
	}
	for _, f := range vm.frames[:vm.depth] {
		values = append(append(append(values, f.slots...), Frame{f}.Extra()...), f.value, f.fn.Value())
	}
	values = append(append(values, vm.spill...), vm.more...)
	for len(values) > 0 {
		v := values[len(values)-1]
		values = values[:len(values)-1]
		switch {
		case v.isCell():
			hold(v.cell())
		case v.is(TypeTable) && !v.table().frozen:
			t := v.table()
			if _, known := tables[t]; !known {
				tables[t] = t.copied()
				t.Each(func(k, v Value) { values = append(values, k, v) })
			}
		case v.is(TypeFunction) && !seen[v.function()]:
			seen[v.function()] = true
			for _, c := range v.function().cells {
				hold(c)
			}
		}
	}
	slots := vm.slots()
	return func() {
		for t, was := range tables {
			*t = was
		}
		for c, was := range cells {
			c.v = was
		}
		for i, f := range vm.frames[:vm.depth] {
			copy(f.slots, slots[i])
		}
	}
}

// slots copies the slots of the calls in progress.
func (vm *VM) slots() [][]Value {
	var out [][]Value
	for _, f := range vm.frames[:vm.depth] {
		out = append(out, append([]Value(nil), f.slots...))
	}
	return out
}
