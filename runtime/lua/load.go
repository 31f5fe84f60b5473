package lua

import (
	"maps"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// Instance is a program in a VM: its functions.
type Instance struct {
	hooks   *Table
	single  *Function
	exports Value
	loading bool
}

// Load creates a program's functions, once for each VM. A program that was
// passed to TrialLoad takes no fuel here: callers of its functions charge
// LoadFuel instead, whether or not the functions existed before. Any other
// program is charged to the budget of the section.
func (vm *VM) Load(p *Program) (i *Instance, problem *diag.Diagnostic) {
	if i, ok := vm.instances[p]; ok && !i.loading {
		return i, nil
	}
	i = &Instance{loading: true}
	vm.instances[p], vm.required = i, [16]cachedModule{}
	maps.Copy(vm.modules, p.requires)
	if vm.sections == 0 {
		if problem = vm.Protect(DefaultFuel, func() { vm.load(p, i) }); problem != nil {
			return nil, problem
		}
		return i, nil
	}
	if !p.trialLoaded {
		vm.load(p, i)
		return i, nil
	}
	left := vm.left
	defer func() { vm.left = left }()
	vm.left = maxLoad
	vm.load(p, i)
	return i, nil
}

// Unload forgets a program that is no longer needed.
func (vm *VM) Unload(p *Program) {
	delete(vm.instances, p)
	vm.required = [16]cachedModule{}
	maps.DeleteFunc(vm.frozenFunctions, func(fn *Function, _ bool) bool {
		return p.holds(fn) || p.debugged().holds(fn)
	})
}

func (vm *VM) load(p *Program, i *Instance) {
	vm.enterLoad()
	defer func() {
		vm.leaveLoad()
		if i.loading { // it has failed
			delete(vm.instances, p)
			vm.required = [16]cachedModule{}
		}
	}()
	built := p
	if vm.probe.Statement != nil {
		built = p.debugged()
	}
	code := vm.codeOf(built)
	chunk := &Function{proto: code.proto, globals: make([]Value, len(code.globals))}
	for n, name := range code.globals {
		chunk.globals[n] = vm.global(name)
	}
	switch v := vm.Call(chunk); v.Type() {
	case TypeFunction:
		i.single = v.function()
		vm.freeze(v)
	case TypeTable:
		i.hooks, i.exports = v.table(), v
		vm.freeze(v)
	default:
		vm.Fail(diag.New("script/shape", p.origin.at(1), "the script must return a table of functions, not a %s", v.Type()))
	}
	i.loading = false
}

// toCall ends the names of globals that a program calls, and which are functions
// for that reason.
const toCall = "()"

// global returns the value of a name. In place of a value that cannot be called, a
// call gets a function that refuses it.
func (vm *VM) global(name string) Value {
	of, call := strings.CutSuffix(name, toCall)
	v := vm.globals[of]
	if !call || v.is(TypeFunction) {
		return v
	}
	return NewFunction(func(vm *VM, _ []Value) Value { vm.notCallable(v, &site{callee: of}); return Nil }).Value()
}

// NewTrialVM returns a VM on which programs are only loaded. Every name of the
// surface exists there, and fails when it is used.
func NewTrialVM(s *analysis.Surface) *VM {
	globals := map[string]Value{}
	for name := range s.Functions {
		globals[name] = NewFunction(func(vm *VM, _ []Value) Value { vm.failWhileLoading(name + " is called"); return Nil }).Value()
	}
	for _, name := range s.Values {
		globals[name] = (&Class{}).Object(0)
	}
	return NewVM(globals)
}

// IsTrialLoaded reports whether TrialLoad has loaded the program, so that
// everything it returns is known.
func (p *Program) IsTrialLoaded() bool { return p.trialLoaded }

// TrialLoad loads a program whose modules have been loaded in this way, and
// records the cost. It must be called before the program is shared.
func (vm *VM) TrialLoad(p *Program) *diag.Diagnostic {
	for _, m := range p.requires {
		if !m.trialLoaded { // it has failed, so nothing of this build is ever run
			return nil
		}
	}
	var i Instance
	problem := vm.Protect(maxLoad, func() {
		maps.Copy(vm.modules, p.requires)
		vm.required = [16]cachedModule{}
		i.loading = true
		vm.load(p, &i)
	})
	if problem != nil {
		if problem.Code == "script/fuel" {
			problem.Message = diag.Sentencef("loading this script takes too much work")
			problem.Code = "script/load"
			problem.Hint = diag.Sentencef("move the work into a hook, or the data into YAML")
		}
		return problem
	}
	if !p.expression { // which no other program requires
		vm.instances[p] = &i
	}
	p.returned(&i)
	p.trialLoaded, p.loadFuel = true, vm.Spent()
	counted := map[*Program]bool{}
	var count func(*Program)
	count = func(of *Program) {
		for _, m := range of.requires {
			if !counted[m] {
				counted[m] = true
				p.modulesFuel += m.loadFuel
				count(m)
			}
		}
	}
	count(p)
	if p.LoadFuel() > LoadFuelLimit {
		d := diag.New("script/load", p.Place(), "loading this script and its modules takes more than %d units of work", LoadFuelLimit).
			WithHint("move the work into hooks, or the data into YAML")
		return &d
	}
	return nil
}

// Place is the position at which the program begins.
func (p *Program) Place() diag.Place {
	if p.expression {
		return p.origin.at(1)
	}
	return p.origin.at(0) // the file, or the key above the script
}

// OwnLoadFuel returns the cost of loading the program without its modules, and
// LoadFuel the cost with them, in units of fuel.
func (p *Program) OwnLoadFuel() int64 { return p.loadFuel }

// LoadFuel returns the charge for a command that calls functions of the
// program, out of LoadFuelLimit.
func (p *Program) LoadFuel() int64 { return p.loadFuel + p.modulesFuel }

// failWhileLoading rejects an operation that only hooks may perform.
func (vm *VM) failWhileLoading(what string) {
	vm.Fail(diag.New("script/load", diag.Place{}, "%s while the script is loaded, when there is no game yet", what).
		WithHint(analysis.LoadHint))
}

// hostFunction is a host function that only hooks may call.
type hostFunction struct {
	fn                   *Function
	inPlay, whileLoading Native // its behaviour, normally and while a script is being loaded
}

// enterLoad makes the host functions reject calls until leaveLoad is called.
// The functions are exchanged rather than checking at each call, since scripts
// are loaded once and call these functions all the time.
func (vm *VM) enterLoad() {
	if vm.loading++; vm.loading == 1 {
		for i := range vm.hosts {
			vm.hosts[i].fn.native = vm.hosts[i].whileLoading
		}
	}
}

func (vm *VM) leaveLoad() {
	if vm.loading--; vm.loading == 0 {
		for i := range vm.hosts {
			vm.hosts[i].fn.native = vm.hosts[i].inPlay
		}
	}
}

// Hook returns a function of the program, or nil. The only function of an
// expression is the expression itself, whatever the name.
func (i *Instance) Hook(name string) *Function {
	if i.hooks == nil {
		return i.single
	}
	return i.hooks.Get(name).Function()
}

// HookIsNotFunction reports whether the value in the place of a hook is not a
// function.
func (i *Instance) HookIsNotFunction(name string) bool {
	if i.hooks == nil {
		return false
	}
	t := i.hooks.Get(name).Type()
	return t != TypeNil && t != TypeFunction
}
