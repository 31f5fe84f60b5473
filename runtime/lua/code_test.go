package lua

import (
	"sync"
	"testing"

	"sleight/runtime/content/def"
)

// TestDroppedCodeIsCompiledOnce checks that VMs that load a program without
// code at the same time share one code, and that Unload knows its functions.
func TestDroppedCodeIsCompiledOnce(t *testing.T) {
	p, problems := Compile(&def.Script{File: "x.lua", Source: "local function two() return 2 end\nreturn { use = function() return two() end }"}, testSurface, requirable{})
	if p == nil {
		t.Fatal(problems)
	}
	place, before := p.Place(), p.code.Load()
	p.DropCode()
	if p.Place() != place || p.File() != "x.lua" || p.code.Load() != nil {
		t.Errorf("a program without code is at %s", p.Place())
	}
	var wg sync.WaitGroup
	codes := make([]*code, 8)
	for i := range codes {
		wg.Go(func() {
			vm := NewVM(nil)
			instance, problem := vm.Load(p)
			if problem != nil {
				t.Error(problem)
				return
			}
			fn := instance.Hook("use")
			if problem := vm.Protect(1000, func() {
				if v := vm.Call(fn); v != Num(2) {
					t.Errorf("it returns %s", displayed(v))
				}
			}); problem != nil {
				t.Error(problem)
			}
			if codes[i] = p.code.Load(); !p.holds(fn) || codes[i] == before {
				t.Error("the function is not of the program")
			}
			vm.Unload(p)
			for fn := range vm.frozenFunctions {
				if p.holds(fn) {
					t.Error("an unloaded function is kept")
				}
			}
		})
	}
	wg.Wait()
	for _, c := range codes {
		if c != codes[0] {
			t.Error("VMs have different codes")
		}
	}
}
