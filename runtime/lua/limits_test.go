package lua

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// TestNestedEvaluationIsLimitedExactly calls a function at the bottom of nested
// calls of nested expressions, with the most expressions that fit and with one
// more. What a call counts, with and without expressions of its own, decides
// where the limit lies.
func TestNestedEvaluationIsLimitedExactly(t *testing.T) {
	nested := func(inner string, times int) string {
		return strings.Repeat("1 + (", times) + inner + strings.Repeat(")", times)
	}
	for leaf, most := range map[string]int{"": 76, "local x = 1": 74} {
		for times, fails := range map[int]bool{most: false, most + 1: true} {
			source := "local function leaf() " + leaf + " end " +
				"local function last() return " + nested("leaf() or 0", times) + " end " +
				"local function descend(n) if n == 0 then return last() end return " + nested("descend(n - 1)", 76) + " end " +
				"return { use = function() return descend(194) end }"
			if _, problem := run(t, vm(t), compile(t, source)); (problem != nil) != fails {
				t.Errorf("%q below %d expressions: %v", leaf, times, problem)
			}
		}
	}
}

// TestSizesAreLimitedExactly makes texts and lists of values of the greatest
// size, and of one more.
func TestSizesAreLimitedExactly(t *testing.T) {
	for source, most := range map[string]int{
		"return #string.format(string.rep('x', N))":                     maxText,
		"return #string.format('%s%%', string.rep('x', N - 1))":         maxText,
		"return #string.gsub(string.rep('x', N), 'y', '')":              maxText,
		"return #string.gsub(string.rep('x', N - 1) .. 'y', 'y', '%%')": maxText,
		"return #string.gsub('y', 'y', string.rep('x', N))":             maxText,
		"return select('#', string.byte(string.rep('x', N), 1, -1))":    maxUnpack,
		"return select('#', unpack({}, 1, N))":                          maxUnpack,
		"return #table.concat({ string.rep('x', N - 1), 'y' })":         maxText,
		"local half = string.rep('x', N - 3) return #(half .. 'yyy')":   maxText,
		"return #string.upper(string.rep('x', N - 1) .. 'y')":           maxText,
		"return #string.reverse(string.rep('x', N))":                    maxText,
	} {
		for n, want := range map[int]string{most: fmt.Sprint(most), most + 1: ""} {
			written := strings.ReplaceAll(source, "N", fmt.Sprint(n))
			got, problem := run(t, vm(t), compile(t, "return { use = function() "+written+" end }"))
			if got != want {
				t.Errorf("%s: %s, want %q (%v)", written, got, want, problem)
			}
		}
	}
}

// TestJoinedFunctionsGiveOneResult calls functions that a pack has joined, each of
// which returns two values.
func TestJoinedFunctionsGiveOneResult(t *testing.T) {
	v := vm(t)
	i, problem := v.Load(compile(t, "return { two = function(a, b) return (a or 0) + (b or 0), 'more' end, none = function() return end, "+
		"use = function(joined) return select('#', joined(1, 2)) .. ' ' .. tostring((joined(1, 2))) end }"))
	if problem != nil {
		t.Fatal(problem)
	}
	for _, c := range []struct{ upper, lower, want string }{
		{"two", "two", "1 4"}, {"none", "two", "1 3"}, {"two", "none", "1 3"}, {"none", "none", "1 2"},
	} {
		joined := v.Combine(Fold, i.Hook(c.upper), i.Hook(c.lower))
		got := ""
		if problem := v.Protect(DefaultFuel, func() { got = v.Call(i.Hook("use"), joined.Value()).String() }); problem != nil || got != c.want {
			t.Errorf("%s over %s: %s, want %s (%v)", c.upper, c.lower, got, c.want, problem)
		}
	}
}

// TestModulesGiveOneResult requires a module whose main function ends with a call
// that returns two values.
func TestModulesGiveOneResult(t *testing.T) {
	m, problems := Compile(&def.Script{File: "m.lua", Source: "local function two() return { n = 1 }, 2 end return two()", Module: "mine:m"}, surface, modules{})
	if m == nil {
		t.Fatal(problems)
	}
	for _, source := range []string{
		"return { use = function() return select('#', require('m')) end }",
		"return { use = function() local m, more = require('m') return type(more) == 'nil' and m.n end }",
	} {
		p, problems := Compile(&def.Script{File: "x.lua", Source: source}, surface, requirable{"m": m})
		if p == nil {
			t.Fatal(problems)
		}
		if got, problem := run(t, vm(t), p); got != "1" {
			t.Errorf("%s: %s, want 1 (%v)", source, got, problem)
		}
	}
}

// TestFailuresOfDefinitionsAreLocated defines functions in what is no table.
func TestFailuresOfDefinitionsAreLocated(t *testing.T) {
	for source, line := range map[string]int{
		"return { use = function()\nlocal t\n\nfunction t.f() end\nend }":             4,
		"return { use = function()\nlocal t = {}\n\n\nfunction t.a.f()\nend\nend }":   5,
		"return { use = function()\nlocal t = {}\n\n\n\nfunction t.a:f()\nend\nend }": 6,
	} {
		_, problem := run(t, vm(t), compile(t, source))
		if problem == nil || problem.Place.Line != line {
			t.Errorf("%q: %v, want line %d", source, problem, line)
		}
	}
}

// TestNumbersAreOfNoOtherType checks numbers whose bits look like the tag of
// another type.
func TestNumbersAreOfNoOtherType(t *testing.T) {
	for tag := TypeNil; tag <= TypeObject; tag++ {
		n := math.Float64frombits(tagged(tag, 3))
		v := Num(n)
		if got, ok := v.Number(); !ok || got != n || v.Type() != TypeNumber {
			t.Errorf("%v of type %s", got, v.Type())
		}
		for other := TypeNil; other <= TypeObject; other++ {
			if v.is(other) {
				t.Errorf("%v is of type %s", n, other)
			}
		}
		if _, ok := v.Text(); ok || v.Table() != nil || v.Function() != nil || v.isCell() || !v.True() || v.IsNil() {
			t.Errorf("%v is more than a number", n)
		}
		for _, source := range []string{"return n.field", "return n()", "return #n", "n.field = 1", "return table.concat({ {} }, n)", "for k in pairs(n) do end"} {
			host := vm(t)
			i, problem := host.Load(compile(t, "return { use = function(n) "+source+" end }"))
			if problem != nil {
				t.Fatal(problem)
			}
			if problem = host.Protect(DefaultFuel, func() { host.Call(i.Hook("use"), v) }); problem == nil || problem.Code != "script/runtime" {
				t.Errorf("%s of %v: %v", source, n, problem)
			}
		}
	}
}

// TestAnIteratorThatHasEndedCostsOneCall calls the iterator of string.gmatch after
// its end: it does not search the text again.
func TestAnIteratorThatHasEndedCostsOneCall(t *testing.T) {
	spent := func(calls int) int64 {
		v := vm(t)
		source := "local step = string.gmatch(string.rep('x', 4000), 'y') return step() " + strings.Repeat(", step()", calls-1)
		if _, problem := run(t, v, compile(t, "return { use = function() "+source+" end }")); problem != nil {
			t.Fatal(problem)
		}
		return v.Spent()
	}
	if first, more := spent(1), spent(11)-spent(1); more > 10*8 || first < 100 {
		t.Errorf("the search costs %d units, and ten calls after it %d", first, more)
	}
}

// TestLocalsOfLoopsAreReleased compiles a function with many loops, each of which
// has locals of its own, and as many locals as a function may have.
func TestLocalsOfLoopsAreReleased(t *testing.T) {
	for _, loop := range []string{"for i = 1, 2 do end ", "for i = 1, 2 do local function f() return i end end ", "for k, v in pairs({}) do end ", "do local a, b end ", "repeat local a until true "} {
		source := "return { use = function() " + strings.Repeat(loop, 90) + strings.Repeat("local a ", maxLocals) + "return 1 end }"
		if _, problem := run(t, vm(t), compile(t, source)); problem != nil {
			t.Errorf("%s: %v", loop, problem)
		}
	}
}

// TestWorkOnManyItemsIsPaid compares what scripts cost that differ in how much
// they move, pass over or look up.
func TestWorkOnManyItemsIsPaid(t *testing.T) {
	spent := func(source string) int64 {
		v := vm(t)
		if _, problem := run(t, v, compile(t, "return { use = function() "+source+" end }")); problem != nil {
			t.Fatal(source, problem)
		}
		return v.Spent()
	}
	const (
		list  = "local list = {} for i = 1, 200 do list[i] = i end "
		holes = "local t = {} for i = 1, 200 do t['f' .. i] = i end for i = 1, 200 do t['f' .. i] = nil end local n = 0 "
		long  = "local t, k = {}, string.rep('k', 640) t[k] = 1 local n = 0 "
	)
	for _, c := range []struct {
		name, dear, cheap string
		more              int64
	}{
		{"removing the first of 200 items", list + "table.remove(list, 1)", list + "table.remove(list, 200)", 199 / costMoved},
		{"passing over 200 empty fields", holes + "for k in pairs(t) do n = n + 1 end", holes + "t = {} for k in pairs(t) do n = n + 1 end", 200/costPassed - costTable - 2},
		{"going on after a long key", long + "n = k next(t, n)", long + "n = nil next(t, n)", 640 / costLook},
		{"reading a long key", long + "n = t[k]", long + "n = t.k", 640 / costLook},
		{"replacing by a long key", long + "t[1] = 1 return string.gsub(k, '^(k+)', t)", long + "t[1] = 1 return string.gsub(k, '^()k+', t)", 640/costLook + 1}, // one step more,
	} {
		if got := spent(c.dear) - spent(c.cheap); got != c.more {
			t.Errorf("%s costs %d units more, want %d", c.name, got, c.more)
		}
	}
}

// TestTheItemsOfLongConstructors stores under computed keys between items: PUC
// Lua stores fifty items at once, before the key that follows them.
func TestTheItemsOfLongConstructors(t *testing.T) {
	source := "local n = 3 local a = { " + strings.Repeat("0, ", 50) +
		"[n] = 'x', [n + 48] = 'y', 51, 52, [n + 47] = 'z', [n + 49] = 'w', [n - 1.5] = 'h' }\n" +
		"return a[2] .. a[3] .. a[50] .. a[51] .. a[52] .. a[1.5] .. #a"
	if got, problem := run(t, vm(t), compile(t, "return { use = function() "+source+" end }")); got != "0xz5152h52" {
		t.Errorf("got %s (%v)", got, problem)
	}
}

// TestFrozenTablesAreNotReused freezes a table that a script has made during a
// command, as a host may.
func TestFrozenTablesAreNotReused(t *testing.T) {
	v := vm(t)
	i, problem := v.Load(compile(t, "return { use = function() return { 1, n = 2 } end }"))
	if problem != nil {
		t.Fatal(problem)
	}
	var kept *Table
	for range 2 {
		if problem := v.Protect(DefaultFuel, func() {
			made := v.Call(i.Hook("use")).Table()
			if made == kept || made.Frozen() {
				t.Error("a frozen table is used again")
			}
			kept = made
			v.Freeze(kept)
		}); problem != nil {
			t.Fatal(problem)
		}
	}
}

// TestScriptsThatLoadTooSlowly checks the messages about scripts whose top level
// takes too much work.
func TestScriptsThatLoadTooSlowly(t *testing.T) {
	problem := NewTrialVM(surface).TrialLoad(compile(t, "local n = 0 for i = 1, 1e9 do n = n + i end\nreturn { n = n }"))
	if problem == nil || problem.Message.String() != "loading this script takes too much work" || problem.Hint.String() != "move the work into a hook, or the data into YAML" {
		t.Errorf("got %v", problem)
	}
	all, source, trial := modules{}, "", NewTrialVM(surface)
	for _, name := range []string{"a", "b", "c", "d"} {
		all[name] = compile(t, "local n = 0 for i = 1, 70000 do n = n + i end\nreturn { n = n }")
		if problem := trial.TrialLoad(all[name]); problem != nil {
			t.Fatal(problem)
		}
		source += "local " + name + " = require('" + name + "') "
	}
	problem = trial.TrialLoad(withModules(t, source+"return { use = function() end }", all))
	if problem == nil || problem.Message.String() != "loading this script and its modules takes more than 500000 units of work" {
		t.Errorf("got %v", problem)
	}
}

// TestHooksThatAreFunctionsOfTheLibrary checks the place of a hook that is written
// nowhere.
func TestHooksThatAreFunctionsOfTheLibrary(t *testing.T) {
	p := compile(t, "local all = {}\nfor name, f in pairs({ use = math.max }) do all[name] = f end\nreturn all")
	if problem := NewTrialVM(surface).TrialLoad(p); problem != nil {
		t.Fatal(problem)
	}
	hooks := p.Hooks()
	if len(hooks) != 1 || hooks[0].Name != "use" || hooks[0].Place != p.Place() || hooks[0].Place.File != "x.lua" {
		t.Errorf("got %v", hooks)
	}
}

// TestATableThatContainsItselfIsFrozenOnce loads a constant table that can be
// reached from itself.
func TestATableThatContainsItselfIsFrozenOnce(t *testing.T) {
	source := "local t = { n = 1 }\nt.self = t\nt.list = { t, { t } }\nreturn { use = function() return t.self.list[2][1].n end }"
	if got, problem := run(t, vm(t), compile(t, source)); got != "1" {
		t.Errorf("got %s (%v)", got, problem)
	}
}

// TestAJobAfterAFailureKeepsTheArguments runs a job aside when a call has failed,
// with a probe that does not stop at statements: the arguments that … holds
// are still there.
func TestAJobAfterAFailureKeepsTheArguments(t *testing.T) {
	v := vm(t)
	var i *Instance
	var before, after []Value
	v.SetProbe(Probe{Failure: func(*diag.Diagnostic) {
		f := v.Frame(0)
		before = slices.Clone(f.Extra())
		if problem := v.RunIsolated(500, func() { v.Call(i.Hook("job"), Num(5), Text("x"), Text("y")) }); problem != nil {
			t.Error(problem)
		}
		after = f.Extra()
	}})
	i, problem := v.Load(compile(t, `local function inner(...) local a, b = ... return b.none.none end
local function deep(n, ...) local a, b, c = 1, 2, 3 if n > 0 then return 1 + deep(n - 1, a, b, c) end return 0 end
return { use = function(...) local result = inner(...) return result end, job = deep }`))
	if problem != nil {
		t.Fatal(problem)
	}
	if problem := v.Protect(DefaultFuel, func() { v.Call(i.Hook("use"), Text("word"), Num(3), Text("mine"), Num(4)) }); problem == nil {
		t.Fatal("the call does not fail")
	}
	if len(before) != 4 || !slices.Equal(before, after) {
		t.Errorf("… held %v and holds %v", before, after)
	}
}
