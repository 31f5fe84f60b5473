package lua

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// TestLoadedValuesAreFrozen checks that no value that a script created while it
// was being loaded can be changed, on any path by which a function can reach
// it.
func TestLoadedValuesAreFrozen(t *testing.T) {
	for name, source := range map[string]string{
		"a table that is a key":     "local reg = {[{n = 0}] = true}\nreturn { use = function()\nfor k in pairs(reg) do k.n = k.n + 1 return k.n end end }",
		"a closure that is a key":   "local function make() local t = {n = 0} return function() t.n = t.n + 1 return t.n end end\nlocal reg = {[make()] = true}\nreturn { use = function()\nfor f in pairs(reg) do return f() end end }",
		"a table in a table's key":  "local reg = {[{inner = {n = 0}}] = true}\nreturn { use = function()\nfor k in pairs(reg) do k.inner.n = k.inner.n + 1 return k.inner.n end end }",
		"a closure in a closure":    "local function make() local t = {n = 0} local function f() t.n = t.n + 1 return t.n end return function() return f() end end\nlocal g = make()\nreturn { use = function()\n return g() end }",
		"a key of the hooks":        "local M = { use = function(self)\nlocal reg = self for k in pairs(reg) do if type(k) == 'table' then k.n = k.n + 1 return k.n end end end, [{n = 0}] = 1 }\nreturn M",
		"a key of a nested library": "local lib = {sub = {[{n = 0}] = 1}}\nreturn { use = function()\nfor k in pairs(lib.sub) do k.n = k.n + 1 return k.n end end }",
	} {
		t.Run(name, func(t *testing.T) {
			v, p := vm(t), compile(t, source)
			i, problem := v.Load(p)
			if problem != nil {
				t.Fatal(problem)
			}
			for range 2 {
				problem = v.Protect(DefaultFuel, func() { v.Call(i.Hook("use"), i.exports) })
				if problem == nil || problem.Code != "script/state" {
					t.Fatalf("got %v, want script/state", problem)
				}
			}
		})
	}
}

// TestDeeplyNestedTablesAreFrozen checks that freezing deeply nested tables
// takes no more of Go's stack.
func TestDeeplyNestedTablesAreFrozen(t *testing.T) {
	v, p := vm(t), compile(t, "local t = {} for i = 1, 3000 do t = {t} end local function bottom(t) while t[1] do t = t[1] end return t end\nreturn { use = function() bottom(t).x = 1 end }")
	if _, problem := run(t, v, p); problem == nil || problem.Code != "script/state" {
		t.Errorf("got %v, want script/state", problem)
	}
}

// TestLoadingDoesNotUseTheGame checks that the top level of a script can only
// define functions and constant tables. Uses of the game are rejected by the
// compiler if it can detect them, otherwise when the script is loaded.
func TestLoadingDoesNotUseTheGame(t *testing.T) {
	for _, c := range []struct {
		source string
		line   int
		late   bool
	}{
		{"local x = 1\nlocal y = fail()\nreturn { use = function() return x, y end }", 2, false},
		{"local x = vars.gold\nreturn { use = function() return x end }", 1, false},
		{"local x = 1\nvars.gold = 2\nreturn { use = function() return x end }", 2, false},
		{"for i = 1, 3 do\nemit('x')\nend\nreturn { use = function() end }", 2, false},
		{"local function hidden()\nreturn fail()\nend\nlocal y = hidden()\nreturn { use = function() return y end }", 2, true},
		{"local v = vars\nlocal y = v.gold\nreturn { use = function() return y end }", 2, true},
		{"local v = vars\nv.gold = 1\nreturn { use = function() return v end }", 2, true},
		{"local t = {2, 1}\ntable.sort(t, get)\nreturn { use = function() return t end }", 2, true},
		{"local g = fail\nlocal y = (function() return g() end)()\nreturn { use = function() return y end }", 2, true},
	} {
		p, problems := Compile(&def.Script{File: "x.lua", Source: c.source}, surface, modules{})
		var problem *diag.Diagnostic
		switch {
		case !c.late && len(problems) == 1:
			problem = &problems[0]
		case c.late && p != nil:
			problem = NewTrialVM(surface).TrialLoad(p)
			if _, atRun := v(t).Load(p); atRun == nil || problem == nil || atRun.Code != problem.Code || atRun.Place != problem.Place {
				t.Errorf("%s\ntried it fails with %v, run with %v", c.source, problem, atRun)
			}
		}
		if problem == nil || problem.Code != "script/load" || problem.Place.Line != c.line {
			t.Errorf("%s\ngot %v %v, want script/load at line %d", c.source, problem, problems, c.line)
		}
	}
}

// v returns a VM whose vars are a host object.
func v(t *testing.T) *VM {
	t.Helper()
	made := vm(t)
	class := &Class{Get: func(uint64, Value) Value { return Num(1) }, Set: func(uint64, Value, Value) {}}
	made.globals["vars"] = class.Object(0)
	return made
}

func withModules(t *testing.T, source string, l modules) *Program {
	t.Helper()
	p, problems := Compile(&def.Script{File: "x.lua", Source: source}, surface, l)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return p
}

// TestFuelAfterAFailedLoad checks that a load that fails, within another load
// or a hook, leaves the fuel and the VM in the same state as any failure.
func TestFuelAfterAFailedLoad(t *testing.T) {
	bad := compile(t, "local function f() error('no') end\nf()\nreturn {}")
	p := withModules(t, "local m = require('lib')\nreturn { use = function() return m end }", modules{"lib": bad})
	v := vm(t)
	const budget = 5000
	problem := v.Protect(budget, func() { _, _ = v.Load(p) })
	if problem == nil || problem.Code != "script/runtime" {
		t.Fatalf("got %v, want script/runtime", problem)
	}
	if spent := v.Spent(); spent <= 0 || spent > budget {
		t.Errorf("%d units are spent of %d", spent, budget)
	}
	if len(v.instances) != 0 || v.loading != 0 {
		t.Errorf("%d programs are left half loaded, %d loading", len(v.instances), v.loading)
	}
}

// TestLoadsShareOneBudget checks that loads share the budget of the section,
// that loading a tried program costs nothing, and that a program whose modules
// take too long together is refused when it is tried.
func TestLoadsShareOneBudget(t *testing.T) {
	all := modules{}
	source := ""
	for i := range 40 {
		name := fmt.Sprintf("m%d", i)
		all[name] = compile(t, "local n = 0 for i = 1, 5000 do n = n + i end\nreturn { n = n }")
		source += fmt.Sprintf("local %s = require('%s')\n", name, name)
	}
	p := withModules(t, source+"return { use = function() return 1 end }", all)
	untried := vm(t)
	if problem := untried.Protect(200_000, func() { _, _ = untried.Load(p) }); problem == nil || problem.Code != "script/fuel" {
		t.Errorf("40 modules that take 10,000 units each are loaded for 200,000: %v", problem)
	}
	trial := NewTrialVM(surface)
	for _, m := range all {
		if problem := trial.TrialLoad(m); problem != nil {
			t.Fatal(problem)
		}
	}
	if problem := trial.TrialLoad(p); problem != nil {
		t.Fatal(problem)
	}
	if p.LoadFuel() < 40*10_000 || p.OwnLoadFuel() > 1000 {
		t.Errorf("loading takes %d units, %d of them for itself", p.LoadFuel(), p.OwnLoadFuel())
	}
	tried := vm(t)
	if problem := tried.Protect(1000, func() { _, _ = tried.Load(p) }); problem != nil || tried.Spent() != 0 {
		t.Errorf("loading what was tried takes %d units: %v", tried.Spent(), problem)
	}
	heavy := compile(t, "local n = 0 for i = 1, 70000 do n = n + i end\nreturn { n = n }")
	all["m40"] = heavy
	if problem := trial.TrialLoad(heavy); problem != nil {
		t.Fatal(problem)
	}
	tooMuch := withModules(t, source+"local m40 = require('m40')\nreturn {}", all)
	if problem := trial.TrialLoad(tooMuch); problem == nil || problem.Code != "script/load" {
		t.Errorf("modules that take 540,000 units together: got %v, want script/load", problem)
	}
}

// TestLoadingIsBounded checks that a script that takes too long to load is
// rejected before it is shared.
func TestLoadingIsBounded(t *testing.T) {
	problem := NewTrialVM(surface).TrialLoad(compile(t, "local n = 0\nwhile true do n = n + 1 end\nreturn {}"))
	if problem == nil || problem.Code != "script/load" || problem.Place.Line != 2 {
		t.Errorf("got %v, want script/load at line 2", problem)
	}
}

// TestTheGoStackIsBounded checks that expressions nested in recursive calls
// use less than 16 MB of Go's stack, which grows by doubling and is never
// returned while it is in use.
func TestTheGoStackIsBounded(t *testing.T) {
	nested := "f(n - 1)"
	for range 45 {
		nested = "(" + nested + strings.Repeat(" == 1", 195) + ")"
	}
	for name, source := range map[string]string{
		"comparisons": "local function f(n) if n == 0 then return 1 end return " + nested + " end\nreturn { use = function() return f(190) end }",
		"sorting":     "local function f(n) if n == 0 then return true end table.sort({2, 1}, function() return " + strings.Repeat("1 == (", 90) + "f(n - 1)" + strings.Repeat(")", 90) + " end) return true end\nreturn { use = function() return f(190) end }",
	} {
		t.Run(name, func(t *testing.T) {
			p := compile(t, source)
			peak := make(chan uint64)
			go func() { // a goroutine whose stack begins small
				v := vm(t)
				runtime.GC()
				before := stackBytes()
				_, _ = run(t, v, p)
				peak <- stackBytes() - before
			}()
			if bytes := <-peak; bytes > 16<<20 {
				t.Errorf("it took %d MB of stack", bytes>>20)
			}
		})
	}
}

// stackBytes returns the memory of all stacks.
func stackBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
