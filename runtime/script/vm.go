package script

import (
	"fmt"
	"runtime"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/def"
	"sleight/runtime/diag"
)

// VM runs programs. It is one goroutine's at a time.
type VM struct {
	lua       *lua.LState
	fuel      *fuel
	instances map[*Program]*Instance
	modules   map[string]*Program
	frozen    map[*lua.LTable]lua.LValue
	nodes     map[*def.Node]lua.LValue
	sealed    map[*lua.LFunction]bool
	refuse    *lua.LFunction // __newindex of what is frozen
	broken    bool
	steppers  map[string]*lua.LFunction
	called    *lua.LFunction // the last that Call1 was given
	depth     int            // protected sections within one another
	joins     *lua.LTable    // see Join
}

// Instance is a program in a VM: its functions.
type Instance struct {
	hooks   *lua.LTable
	single  *lua.LFunction
	exports lua.LValue
	loading bool
}

// failure carries a diagnostic through gopher-lua's stack.
type failure struct{ problem diag.Diagnostic }

// raised carries a Lua error through Go's stack.
type raised struct{ value lua.LValue }

// NewVM makes a VM whose scripts see Lua's own library, cut down to what is
// safe and deterministic, and the globals that the function makes.
func NewVM(globals func(*lua.LState) map[string]lua.LValue) *VM {
	vm := &VM{
		lua: lua.NewState(lua.Options{
			SkipOpenLibs: true, CallStackSize: maxDepth, RegistrySize: 4096, RegistryMaxSize: maxRegistry,
		}),
		fuel: newFuel(), instances: map[*Program]*Instance{}, modules: map[string]*Program{},
		frozen: map[*lua.LTable]lua.LValue{}, nodes: map[*def.Node]lua.LValue{}, sealed: map[*lua.LFunction]bool{},
	}
	l := vm.lua
	// The stock panic function builds a traceback, which takes gigabytes after
	// endless tail calls.
	l.Panic = func(l *lua.LState) { panic(raised{l.Get(-1)}) }
	vm.fuel.reset(DefaultFuel)
	l.SetContext(vm.fuel)
	vm.refuse = l.NewFunction(func(l *lua.LState) int {
		vm.Fail(diag.New("script/state", diag.Place{}, "this table cannot be changed: it belongs to the script or to the content").
			WithHint("copy what you need with table.copy, or keep it in a variable of the game"))
		return 0
	})
	vm.openLibraries()
	if globals != nil {
		for name, value := range globals(l) {
			l.SetGlobal(name, value)
		}
	}
	return vm
}

// Lua returns the state on which API functions find their arguments.
func (vm *VM) Lua() *lua.LState { return vm.lua }

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
	if vm.depth > 0 {
		// Which command happens to be the first to need a script must not
		// change what the command costs.
		left, stores := vm.fuel.left, vm.fuel.stores
		vm.fuel.left = DefaultFuel
		vm.load(p, i)
		vm.fuel.left, vm.fuel.stores = left, stores
		return i, nil
	}
	if problem := vm.Protect(DefaultFuel, func() { vm.load(p, i) }); problem != nil {
		delete(vm.instances, p)
		return nil, problem
	}
	return i, nil
}

func (vm *VM) load(p *Program, i *Instance) {
	result := vm.Call1(vm.lua.NewFunctionFromProto(p.proto))
	switch v := result.(type) {
	case *lua.LFunction:
		vm.seal(v)
		i.single = v
	case *lua.LTable:
		i.hooks = v
		i.exports = vm.Freeze(v)
	default:
		vm.Fail(diag.New("script/shape", placeOf(p.proto.SourceName, 1), "the script must return a table of functions, not a %s", result.Type()))
	}
	i.loading = false
}

// Hook returns a function of the program, or nil. An expression is its own
// only function, whatever the name.
func (i *Instance) Hook(name string) *lua.LFunction {
	if i.hooks == nil {
		return i.single
	}
	fn, _ := i.hooks.RawGetString(name).(*lua.LFunction)
	return fn
}

// IsOdd tells whether something other than a function stands where a hook is
// looked for.
func (i *Instance) IsOdd(name string) bool {
	if i.hooks == nil {
		return false
	}
	value := i.hooks.RawGetString(name)
	return value != lua.LNil && value.Type() != lua.LTFunction
}

// Protect runs body with a fresh budget. Whatever fails within becomes one
// located diagnostic; then the VM is broken and must be thrown away, because
// gopher-lua may have left its stacks in use.
func (vm *VM) Protect(budget int64, body func()) (problem *diag.Diagnostic) {
	vm.fuel.reset(budget)
	vm.depth++
	completed := false
	defer func() {
		vm.depth--
		if !completed {
			vm.broken = true
			inVM := panickedInVM()
			problem = vm.problem(recover(), inVM)
		}
	}()
	body()
	completed = true
	return nil
}

// problem turns what was recovered into a diagnostic. A panic of Go was in
// gopher-lua or not.
func (vm *VM) problem(cause any, inVM bool) *diag.Diagnostic {
	var d diag.Diagnostic
	switch c := cause.(type) {
	case failure:
		return &c.problem
	case raised:
		d = vm.luaError(c.value)
	case *lua.ApiError:
		d = vm.luaError(c.Object)
	case runtime.Error:
		d = vm.goPanic(c, inVM)
	default:
		d = vm.luaError(lua.LString(fmt.Sprint(c)))
	}
	return &d
}

func (vm *VM) luaError(value lua.LValue) diag.Diagnostic {
	at := vm.Where()
	text, isText := value.(lua.LString)
	message := string(text)
	switch {
	case vm.fuel.left < 0:
		return vm.outOfFuel(at)
	case !isText:
		return diag.New("script/runtime", at, "the script failed with a %s", value.Type())
	case strings.Contains(message, "stack overflow") || strings.Contains(message, "registry overflow"):
		return diag.New("script/fuel", at, "functions call one another more than %d deep, or pass too many values", maxDepth).
			WithHint("does a function call itself without end?")
	}
	message, hint := friendly(message)
	d := diag.New("script/runtime", at, "%s", message)
	if hint != "" {
		d = d.WithHint("%s", hint)
	}
	return d
}

// goPanic explains a panic of Go. What scripts can provoke are overflows of the
// stacks of gopher-lua; anything else is a fault of the engine, and so is every
// panic outside of gopher-lua.
func (vm *VM) goPanic(err runtime.Error, inVM bool) diag.Diagnostic {
	if inVM && vm.fuel.left < 0 {
		return vm.outOfFuel(vm.Where())
	}
	text := err.Error()
	if inVM && strings.Contains(text, "out of range") {
		return diag.New("script/fuel", vm.Where(), "the script uses more of the stack than one command may")
	}
	return diag.New("engine/internal", vm.Where(), "the engine failed in this call: %s", text)
}

// panickedInVM tells, while a panic is on its way, whether it began in a
// function of gopher-lua.
func panickedInVM() bool {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	panicking := false
	for {
		frame, more := frames.Next()
		inGo := strings.HasPrefix(frame.Function, "runtime.")
		if panicking && !inGo {
			return strings.HasPrefix(frame.Function, "github.com/yuin/gopher-lua.")
		}
		panicking = panicking || inGo
		if !more {
			return false
		}
	}
}

func (vm *VM) outOfFuel(at diag.Place) diag.Diagnostic {
	return diag.New("script/fuel", at, "the script took more than the %d units of work that one command may take", vm.fuel.budget).
		WithHint("is there a loop without end?")
}

// Call1 calls a function inside Protect and returns its first result.
func (vm *VM) Call1(fn *lua.LFunction, args ...lua.LValue) lua.LValue {
	l := vm.lua
	vm.called = fn
	l.Push(fn)
	for _, a := range args {
		l.Push(a)
	}
	l.Call(len(args), 1)
	v := l.Get(-1)
	l.Pop(1)
	return v
}

// CallAll calls a function inside Protect and returns all its results.
func (vm *VM) CallAll(fn *lua.LFunction, args ...lua.LValue) []lua.LValue {
	l := vm.lua
	vm.called = fn
	before := l.GetTop()
	l.Push(fn)
	for _, a := range args {
		l.Push(a)
	}
	l.Call(len(args), lua.MultRet)
	var results []lua.LValue
	for i := before + 1; i <= l.GetTop(); i++ {
		results = append(results, l.Get(i))
	}
	l.SetTop(before)
	return results
}

// Fail aborts the protected section with a diagnostic. Without a place it is
// located at the line that runs.
func (vm *VM) Fail(d diag.Diagnostic) {
	if d.Place.IsZero() {
		d.Place = vm.Where()
	}
	panic(failure{d})
}

// Where is the line that runs: the innermost in Lua.
func (vm *VM) Where() diag.Place {
	for level := 0; level < maxDepth; level++ {
		frame, ok := vm.lua.GetStack(level)
		if !ok {
			break
		}
		if _, err := vm.lua.GetInfo("Sl", frame, lua.LNil); err == nil && frame.CurrentLine > 0 {
			return placeOf(frame.Source, frame.CurrentLine)
		}
	}
	// The stack may be beyond reading; then the function that was called counts.
	if vm.called != nil && !vm.called.IsG {
		return placeOf(vm.called.Proto.SourceName, vm.called.Proto.LineDefined)
	}
	return diag.Place{}
}

// Charge takes fuel beyond what instructions take.
func (vm *VM) Charge(units int64) {
	vm.fuel.left -= units
	if vm.fuel.left < 0 {
		vm.Fail(vm.outOfFuel(vm.Where()))
	}
}

// Spent returns the fuel used in this or the last protected section.
func (vm *VM) Spent() int64 { return vm.fuel.budget - vm.fuel.left }

// Broken tells that a protected section has failed.
func (vm *VM) Broken() bool { return vm.broken }

// The whole numbers that are boxed once for all VMs.
const (
	boxLow  = -1024
	boxHigh = 8192
)

var boxes = makeBoxes()

func makeBoxes() (all [boxHigh - boxLow]lua.LValue) {
	for i := range all {
		all[i] = lua.LNumber(i + boxLow)
	}
	return all
}

// Box returns a number as a Lua value. Small whole numbers cost no memory.
func (vm *VM) Box(n float64) lua.LValue {
	if n >= boxLow && n < boxHigh {
		if i := int(n); float64(i) == n {
			return boxes[i-boxLow]
		}
	}
	return lua.LNumber(n)
}
