package lua

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sleight/runtime/content/def"
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
		joined := v.Join(Fold, i.Hook(c.upper), i.Hook(c.lower))
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
		if _, ok := v.Text(); ok || v.Table() != nil || v.Function() != nil || !v.True() || v.IsNil() {
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
