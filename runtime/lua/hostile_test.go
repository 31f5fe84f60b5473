package lua

import (
	"testing"
	"time"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
	"sleight/tests/clock"
	"sleight/tests/heap"
)

// TestABudgetBoundsTimeAndMemory runs the most expensive scripts known: each
// spends its budget on operations that do more than a unit of work. The bounds
// are several times the measured values (0.25 s, 60 MB), for slow machines.
func TestABudgetBoundsTimeAndMemory(t *testing.T) {
	for i, c := range []struct{ name, source string }{
		{"ordering long texts", "local a, b = ('x'):rep(4000) .. 'a', ('x'):rep(4000) .. 'b' while true do if a < b then end end"},
		{"equal long texts", "local a, b = ('x'):rep(4000) .. 'a', ('x'):rep(4000) .. 'a' while true do if a == b then end end"},
		{"far literal index", "local l, i = {}, 0 while true do i = i + 1 local t = {} t[1000] = 1 l[i] = t end"},
		{"far computed key in a constructor", "local l, i, k = {}, 0, 131000 while true do i = i + 1 l[i] = {[k] = 1} end"},
		{"tables that grow a key", "local l, i = {}, 0 while true do i = i + 1 local t = {} t.a = 1 l[i] = t end"},
		{"varargs passed on", "local function g(...) end local function h(...) while true do g(...) end end local function grow(n, ...) if n > 0 then return grow(n - 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ...) end return h(...) end grow(15, unpack({}, 1, 200))"},
		{"length over deleted items", "local t = {} t[1000] = 1 t[1000] = nil while true do local n = #t end"},
		{"joining empty texts", "local t = {} for i = 1, 1e5 do t[i] = '' end while true do table.concat(t) end"},
		{"a pattern that backtracks", "local s = ('a'):rep(4000) while true do s:find('.-.-.-.-b') end"},
		{"a pattern of many choices", "local s, p = ('a'):rep(30), ('a?'):rep(30) .. ('a'):rep(30) while true do s:find(p) end"},
		{"a long set", "local s, p = ('x'):rep(4000), '[' .. ('a'):rep(3000) .. ']' while true do s:find(p) end"},
		{"a long pattern that never fits", "local s, p = ('x'):rep(4000), ('x'):rep(3000) .. 'y' while true do s:find(p) end"},
		{"balanced brackets", "local s = ('('):rep(4000) while true do s:find('%b()') end"},
		{"captures that are matched again", "local s = ('ab'):rep(2000) while true do s:find('(.-)%1%1x') end"},
		{"searching a text", "local s, w = ('a'):rep(4000), ('a'):rep(2000) .. 'b' while true do s:find(w, 1, true) end"},
		{"short matches", "while true do ('a'):match('a') end"},
		{"replacing nothing", "local s = ('a'):rep(1000) while true do s:gsub('', '') end"},
		{"short formats", "while true do string.format('%s%s%s%s', 1, 2, 3, 4) end"},
		{"wide numbers", "while true do string.format('%99.99f', 1e300) end"},
		{"powers", "local x = 1.1 while true do x = 1.1 ^ 1.7 end"},
		{"angles", "while true do math.sin(1e300) end"},
		{"remainders", "while true do math.fmod(1e308, 1e-308) end"},
		{"unpacking", "local t = {} for i = 1, 200 do t[i] = i end while true do unpack(t) end"},
		{"bytes", "local s = ('a'):rep(200) while true do s:byte(1, -1) end"},
		{"numbers in texts", "local s = ('1'):rep(4000) while true do local n = s + 1 end"},
		{"inserting in front", "local t = {} for i = 1, 1e5 do t[i] = i end while true do table.insert(t, 1, 0) end"},
		{"sorting", "local t = {} for i = 1, 1e4 do t[i] = -i end while true do table.sort(t) end"},
		{"next over deleted keys", "local t = {} for i = 1, 6e4 do t['k' .. i] = 1 end for i = 1, 6e4 do t['k' .. i] = nil end while true do next(t) end"},
	} {
		if testing.Short() && i%3 > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			var bytes uint64
			took := clock.Within(slowdown*time.Second, func() (took time.Duration) {
				took, bytes = spend(t, "return { use = function()\n"+c.source+"\nend }")
				return took
			})
			if took > slowdown*time.Second || bytes>>20 > slowdown*400 {
				t.Errorf("a budget took %v of processor time and %d MB", took, bytes>>20)
			}
		})
	}
}

// spend runs a script that does not end, and returns the processor time and the
// memory that its budget allowed.
func spend(t *testing.T, source string) (took time.Duration, bytes uint64) {
	t.Helper()
	v, p := vm(t), compile(t, source)
	var problem *diag.Diagnostic
	bytes = heap.Allocated(func() {
		took = clock.Taken(func() { _, problem = run(t, v, p) })
	})
	if problem == nil || problem.Code != "script/fuel" {
		t.Fatalf("got %v, want script/fuel", problem)
	}
	return took, bytes
}

// TestPanicsAreEngineFaults checks that a Go panic is a fault of the engine,
// for any script that provokes it.
func TestPanicsAreEngineFaults(t *testing.T) {
	for _, source := range []string{"crash()", "table.sort({2, 1}, crash)"} {
		v := NewVM(map[string]Value{"crash": NewFunction(func(_ *VM, args []Value) Value { return []Value{}[len(args)] }).Value()})
		known := &analysis.Surface{Functions: map[string]analysis.Signature{"crash": {}}}
		p, problems := Compile(&def.Script{File: "x.lua", Source: "return { use = function() " + source + " end }"}, known, modules{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if _, problem := run(t, v, p); problem == nil || problem.Code != "engine/internal" || problem.Place.Line != 1 {
			t.Errorf("%s: got %v, want engine/internal at line 1", source, problem)
		}
	}
}

func TestReturnedFunctionsKeepNoState(t *testing.T) {
	p := compile(t, "local function counter()\nlocal n = 0\nreturn function()\nn = n + 1\nreturn n end end\nlocal next_one = counter()\nreturn { use = function() return next_one() end }")
	_, problem := vm(t).Load(p)
	if problem == nil || problem.Code != "script/state" || problem.Place.Line != 4 {
		t.Errorf("got %v, want script/state at line 4", problem)
	}
}

// TestTailCallsUseNoStack checks that tail calls take no stack space, however
// many there are and however deep the stack is.
func TestTailCallsUseNoStack(t *testing.T) {
	for _, source := range []string{
		"local function down(n, ...) if n == 0 then return select('#', ...) end return down(n - 1, ...) end return down(5000, 1, 2)",
		"local o = {} function o:down(n) if n == 0 then return 2 end return self:down(n - 1) end return o:down(5000)",
		// Near the end of the small stack.
		"local function pass(...) return select('#', ...) end local function fill(n, ...) if n > 0 then local x = fill(n - 1, ...) return x end return pass(1, 2, ...) end " +
			"for n = 1, 60 do if fill(n, 1, 2, 3, 4, 5, 6, 7) ~= 9 then return n end end return 2",
		"local function wide(n, ...) if n == 0 then return select('#', ...) - 198 end return wide(n - 1, ...) end return (wide(3, unpack({}, 1, 200)))",
	} {
		if got, problem := run(t, vm(t), compile(t, "return { use = function() "+source+" end }")); problem != nil || got != "2" {
			t.Errorf("%s: got %q %v", source, got, problem)
		}
	}
}

func TestMultipleAssignment(t *testing.T) {
	for source, want := range map[string]string{
		"local i, t = 1, {10, 20} i, t[i] = 2, 5 return t[1] .. ',' .. t[2]":                    "5,20",
		"local a, i, j = {1, 2}, 1, 2 a[i], a[j] = a[j], a[i] return a[1] .. a[2]":              "21",
		"local k, t = 1, {} local function f() k = 2 return 7 end t[k], k = f(), 9 return t[1]": "7",
	} {
		got, problem := run(t, vm(t), compile(t, "return { use = function() "+source+" end }"))
		if problem != nil || got != want {
			t.Errorf("%s: got %q %v, want %q", source, got, problem, want)
		}
	}
}

func TestComparisons(t *testing.T) {
	for source, want := range map[string]string{
		"local a, b = 'a', 'b' return a < b and b > a and a <= a and b >= a": "true",
		"local a, b = 2, 3 return a > b or a >= b or b <= a or b < a":        "false",
		"local n, m = 0/0, 1 return n < m or n > m or n <= m or n >= m":      "false",
	} {
		got, problem := run(t, vm(t), compile(t, "return { use = function() "+source+" end }"))
		if problem != nil || got != want {
			t.Errorf("%s: got %q %v, want %s", source, got, problem, want)
		}
	}
}

func TestUnrepresentableNumbersAreRefused(t *testing.T) {
	for _, number := range []string{"0xFFFFFFFFFFFFFFFF", "1e999"} {
		_, problems := Compile(&def.Script{File: "x.lua", Source: "return { use = function() return " + number + " end }"}, surface, modules{})
		if len(problems) != 1 || problems[0].Code != "script/syntax" {
			t.Errorf("%s: got %v, want script/syntax", number, problems)
		}
	}
}

func TestExpressionsAreOneValue(t *testing.T) {
	for _, text := range []string{"", "1, 2", "-- only a comment", "x = 1", "1) or (2", "return 1"} {
		if p, problems := CompileExpr(text, []string{"die"}, diag.Place{File: "x.yaml", Line: 3, Column: 7}, surface, modules{}); p != nil || !problems.Failed() {
			t.Errorf("%q is parsed as an expression", text)
		}
	}
}
