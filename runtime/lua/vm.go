package lua

import (
	"fmt"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// VM runs programs. It is one goroutine's at a time.
type VM struct {
	left, budget int64 // of the fuel

	// The calls under way, and the stack on which their values lie. A function
	// of the host may use it from top on.
	frames []*frame
	depth  int
	called *proto // the last that was called from outside of Lua
	stack  []Value
	top    int
	deep   []Value // for calls that do not fit into the first one

	// What the last call gave: how many results, and those but the first.
	results int
	more    []Value
	// tailed is to be called in place of the function that has just ended.
	tailed     *Function
	tailedArgs int
	spill      []Value // values on the way whose number is not known beforehand

	globals   map[string]Value
	texts     *Table    // the functions of texts, found by a method
	itemStep  *Function // the iterators of ipairs and pairs
	fieldStep *Function

	instances map[*Program]*Instance
	modules   map[string]*Program
	nodes     map[*def.Node]*Table
	sealed    map[*Function]bool
	broken    bool
	sections  int // protected sections within one another
}

// Instance is a program in a VM: its functions.
type Instance struct {
	hooks   *Table
	single  *Function
	exports Value
	loading bool
}

// failure carries a diagnostic through Go's stack.
type failure struct{ problem diag.Diagnostic }

// NewVM makes a VM whose scripts see Lua's own library, cut down to what is
// safe and deterministic, and the given globals.
func NewVM(globals map[string]Value) *VM {
	vm := &VM{
		stack: make([]Value, smallStack), globals: map[string]Value{},
		instances: map[*Program]*Instance{}, modules: map[string]*Program{},
		nodes: map[*def.Node]*Table{}, sealed: map[*Function]bool{},
	}
	vm.openLibraries()
	for name, value := range globals {
		vm.globals[name] = value
	}
	return vm
}

// Load makes a program's functions, once for each VM.
func (vm *VM) Load(p *Program) (*Instance, *diag.Diagnostic) {
	if i, ok := vm.instances[p]; ok && !i.loading {
		return i, nil
	}
	i := &Instance{loading: true}
	vm.instances[p] = i
	for name, module := range p.requires {
		vm.modules[name] = module
	}
	if vm.sections > 0 {
		// Which command happens to be the first to need a script must not
		// change what the command costs.
		left := vm.left
		vm.left = DefaultFuel
		vm.load(p, i)
		vm.left = left
		return i, nil
	}
	if problem := vm.Protect(DefaultFuel, func() { vm.load(p, i) }); problem != nil {
		delete(vm.instances, p)
		return nil, problem
	}
	return i, nil
}

func (vm *VM) load(p *Program, i *Instance) {
	chunk := &Function{proto: p.proto, globals: make([]Value, len(p.globals))}
	for n, name := range p.globals {
		chunk.globals[n] = vm.globals[name]
	}
	switch v := vm.Call(chunk); v.typ {
	case TypeFunction:
		i.single = v.function()
		vm.seal(i.single)
	case TypeTable:
		i.hooks, i.exports = v.table(), v
		vm.Freeze(i.hooks)
	default:
		vm.Fail(diag.New("script/shape", p.proto.origin.at(1), "the script must return a table of functions, not a %s", v.typ))
	}
	i.loading = false
}

// Hook returns a function of the program, or nil. An expression is its own
// only function, whatever the name.
func (i *Instance) Hook(name string) *Function {
	if i.hooks == nil {
		return i.single
	}
	return i.hooks.Get(name).Function()
}

// IsOdd tells whether something other than a function stands where a hook is
// looked for.
func (i *Instance) IsOdd(name string) bool {
	if i.hooks == nil {
		return false
	}
	t := i.hooks.Get(name).typ
	return t != TypeNil && t != TypeFunction
}

// Protect runs body with a fresh budget. Whatever fails within becomes one
// located diagnostic, and the VM is as it was before.
func (vm *VM) Protect(budget int64, body func()) (problem *diag.Diagnostic) {
	vm.left, vm.budget = budget, budget
	vm.sections++
	depth, stack, top, spilled := vm.depth, vm.stack, vm.top, len(vm.spill)
	completed := false
	defer func() {
		vm.sections--
		if !completed {
			problem = vm.problem(recover())
			vm.depth, vm.stack, vm.top, vm.spill = depth, stack, top, vm.spill[:spilled]
		}
	}()
	body()
	completed = true
	return nil
}

// problem turns what was recovered into a diagnostic. What is no failure is a
// fault of the engine.
func (vm *VM) problem(cause any) *diag.Diagnostic {
	if f, ok := cause.(failure); ok {
		return &f.problem
	}
	vm.broken = true
	d := diag.New("engine/internal", vm.Where(), "the engine failed in this call: %s", fmt.Sprint(cause))
	return &d
}

func (vm *VM) outOfFuel(at diag.Place) diag.Diagnostic {
	return diag.New("script/fuel", at, "the script took more than the %d units of work that one command may take", vm.budget).
		WithHint("is there a loop without end?")
}

// Fail aborts the protected section with a diagnostic. Without a place it is
// located at the line that runs.
func (vm *VM) Fail(d diag.Diagnostic) {
	if d.Place.IsZero() {
		d.Place = vm.Where()
	}
	panic(failure{d})
}

// Where is the line that runs, the innermost in Lua; when none runs, where the
// function begins that was called last.
func (vm *VM) Where() diag.Place {
	if vm.depth == 0 {
		if vm.called != nil {
			return vm.called.origin.at(vm.called.line)
		}
		return diag.Place{}
	}
	f := vm.frames[vm.depth-1]
	return f.fn.proto.origin.at(f.line)
}

// Broken tells that the engine itself has failed in a protected section. Such a
// VM should be thrown away.
func (vm *VM) Broken() bool { return vm.broken }
