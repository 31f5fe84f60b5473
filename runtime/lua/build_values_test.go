package lua

import "testing"

// TestFunctionsCompiledAsExpressionsCostTheSame checks that a function compiled
// as an expression has the same effects and cost as one compiled as statements,
// as for a debugger.
func TestFunctionsCompiledAsExpressionsCostTheSame(t *testing.T) {
	bodies := []string{
		"return a + 1",
		"if a > 2 then return a * 2 end return a - 1",
		"local b = a + 1 return b * b",
		"local b, c = a, 2 b = b + c return b * c",
		"if a == 1 then return 10 end if a == 2 then return 20 end return 30",
		"local b = a if b > 1 then return b end b = b + 5 log(b) return b",
		"local b = a log(b) if b > 1 then return b end local c = { b } return #c",
		"local b = a local function f() return b end b = b + 1 return (f())",
		"if a > 1 then return end return a",
		"if a > 1 then return a, a end return a",
		"local b = 1 local c = 2 local d = 3 local e = 4 local g = 5 return a + b + c + d + e + g",
		"if nothing(a) then return 1 end return nil",
		"local b = nothing(a) return b",
	}
	for _, body := range bodies {
		source := `
local function log(n) return n end
local function nothing() end
local function subject(a) ` + body + ` end
return { run = function(n)
  local sum = 0
  for _, v in ipairs({ 1, 2, 3 }) do
    local x, y = subject(v)
    sum = sum * 100 + (x or 7) * 3 + (y or 0)
  end
  return sum
end }`
		p := compile(t, source)
		type outcome struct {
			result Value
			fuel   int64
			fails  string
		}
		run := func(budget int64, stepped bool) (o outcome) {
			vm := NewVM(nil)
			if stepped {
				vm.SetProbe(Probe{Statement: func(*Statement) {}})
			}
			i, problem := vm.Load(p)
			if problem != nil {
				t.Fatal(problem)
			}
			if problem := vm.Protect(budget, func() { o.result = vm.Call(i.Hook("run"), Num(1)) }); problem != nil {
				o.fails = problem.Place.String() + ": " + problem.Message.String()
			}
			o.fuel = vm.Spent()
			return o
		}
		whole := run(DefaultFuel, true)
		if whole.fails != "" {
			t.Fatalf("%s: %s", body, whole.fails)
		}
		for budget := range whole.fuel + 1 {
			if got, want := run(budget, false), run(budget, true); got != want {
				t.Errorf("%s, with a budget of %d: %+v, but as statements %+v", body, budget, got, want)
				break
			}
		}
	}
}
