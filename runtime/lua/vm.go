package lua

import (
	"fmt"
	"maps"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// VM runs programs. It is not safe for concurrent use.
type VM struct {
	// TextTemplates, if set, record how texts are composed.
	TextTemplates *TextTemplates

	left, budget int64 // of the fuel

	// The active calls, and the stack with their values.
	frames     []*frame
	depth      int
	failed     int    // depth when the last section failed
	called     *proto // the last function called from outside of Lua
	levels     int32  // the Go stack levels that they may take together
	stack      []Value
	largeStack []Value // for calls that do not fit into the first one

	// The results of the last call: their number, and all but the first.
	results int
	more    []Value
	// tailed is called in place of the function that has just ended.
	tailed     *Function
	tailedArgs int
	numbers    []float64 // scratch of table.sort
	spill      []Value   // temporaries whose number is not known in advance

	*libraryValues                  // of all VMs
	globals        map[string]Value // with those of the library
	hosts          []hostFunction

	instances       map[*Program]*Instance
	modules         map[string]*Program
	required        [16]cachedModule // by the address of the name
	nodes           map[*def.Node]*Table
	names           names // of the content that scripts have read
	frozenFunctions map[*Function]bool
	broken          bool
	sections        int // nested protected sections
	pool            pool
	probe           Probe
	atPoint         bool // the probe has been called before a statement
	loading         int  // programs being loaded, nested by require
}

// failure carries a diagnostic through Go's stack.
type failure struct{ problem diag.Diagnostic }

// NewVM returns a VM whose scripts see Lua's own library, reduced to what is
// safe and deterministic, and the given globals.
func NewVM(globals map[string]Value) *VM {
	vm := &VM{
		stack: make([]Value, smallStack), libraryValues: sharedLibrary(),
		instances: map[*Program]*Instance{}, modules: map[string]*Program{},
		nodes: map[*def.Node]*Table{}, names: names{}, frozenFunctions: map[*Function]bool{},
		hosts: make([]hostFunction, 0, len(globals)),
	}
	vm.globals = make(map[string]Value, len(vm.values)+len(globals))
	maps.Copy(vm.globals, vm.values)
	for name, value := range globals {
		if fn := value.Function(); fn != nil {
			vm.hosts = append(vm.hosts, hostFunction{fn, fn.native, func(vm *VM, _ []Value) Value { vm.failWhileLoading(name + " is called"); return Nil }})
		}
		vm.globals[name] = value
	}
	return vm
}

// Protect runs body with a fresh budget. Any failure becomes one located
// diagnostic, and the VM is restored to its state before the call.
func (vm *VM) Protect(budget int64, body func()) (problem *diag.Diagnostic) {
	vm.left, vm.budget = budget, budget
	if vm.sections++; vm.sections == 1 {
		vm.pool.reclaim()
	}
	depth, levels, spilled := vm.depth, vm.levels, len(vm.spill)
	completed := false
	defer func() {
		vm.sections--
		if !completed {
			vm.failed = vm.depth
			problem = vm.problem(recover())
			vm.atPoint = false
			if vm.probe.Failure != nil {
				vm.probe.Failure(problem)
			}
			vm.depth, vm.levels, vm.spill = depth, levels, vm.spill[:spilled]
		}
	}()
	body()
	completed = true
	return nil
}

// problem turns a recovered value into a diagnostic. Anything but a failure is
// a fault of the engine.
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
// located at the running line.
func (vm *VM) Fail(d diag.Diagnostic) {
	if d.Place.IsZero() {
		d.Place = vm.Where()
	}
	panic(failure{d})
}

// Where returns the running line, the innermost in Lua; if none is running, the
// line at which the last called function begins.
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

// Broken reports that the engine itself has failed in a protected section. Such
// a VM should be discarded.
func (vm *VM) Broken() bool { return vm.broken }
