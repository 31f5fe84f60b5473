package lua

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/content/def"
)

// FuzzCompile checks that compiling and running any script ends, that every
// problem is in the file, that nothing exposes the internals of the VM, and
// that a second run gives the same results.
func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{"../../scripts/*/*.lua", "../../tests/hostile/cases/lua/*.lua"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			f.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(strings.NewReplacer("do_go", "use", "do_act", "use").Replace(string(text)))
		}
	}
	f.Add("return { use = function(a, ...) local t = {...} for k, v in pairs(t) do t[k] = v .. k end return #t < 3 end }")
	f.Add("local function f(x) return x and f(x - 1) end return { use = function() return f('9') % 2 end }")
	f.Fuzz(func(t *testing.T, source string) {
		p, problems := Compile(&def.Script{File: "x.lua", Source: source}, surface, modules{})
		if (p == nil) != problems.Failed() {
			t.Fatalf("program %v with %v", p, problems)
		}
		lines := strings.Count(source, "\n") + strings.Count(source, "\r") + 1
		for _, d := range problems {
			if d.Code == "engine/internal" || d.Place.File != "x.lua" || d.Place.Line > lines {
				t.Errorf("%v", d)
			}
		}
		if p == nil {
			return
		}
		first, second := try(t, p), try(t, p)
		if first != second {
			t.Errorf("one run says %q and the next %q", first, second)
		}
	})
}

// try runs the hook use of a program with little fuel, and returns the outcome.
func try(t *testing.T, p *Program) string {
	t.Helper()
	v := vm(t)
	i, problem := v.Load(p)
	if problem == nil {
		fn := i.Hook("use")
		if fn == nil {
			return "no hook"
		}
		result := ""
		if problem = v.Protect(50_000, func() { result = v.Call(fn).Type().String() }); problem == nil {
			return result
		}
	}
	if problem.Code == "engine/internal" || strings.Contains(problem.Message.String(), "0xc0") {
		t.Errorf("%v", problem)
	}
	return problem.Error()
}
