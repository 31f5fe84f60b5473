package lua

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
)

// TestTablesAreReused checks that a new table is empty, whatever its memory
// contained before, and that tables created during loading are never reused.
func TestTablesAreReused(t *testing.T) {
	v := NewVM(nil)
	i, problem := v.Load(compile(t, `
local constant = { 7, n = 8 }
return {
  fill = function()
    local t = { 1, 2, 3, a = 4, b = 5 }
    t[t] = t
    t.c = { t }
    return t
  end,
  empty = function()
    local t, n = {}, 0
    for _ in pairs(t) do n = n + 1 end
    for _ in pairs({ t.a, t.b, t.c }) do n = n + 1 end
    return n + #t
  end,
  constant = function() return constant[1] * 10 + constant.n end,
}`))
	if problem != nil {
		t.Fatal(problem)
	}
	call := func(name string) (result Value) {
		if problem := v.Protect(DefaultFuel, func() { result = v.Call(i.Hook(name)) }); problem != nil {
			t.Fatal(problem)
		}
		return result
	}
	for range 3 {
		first := call("fill").Table()
		if n, _ := call("empty").Number(); n != 0 {
			t.Fatalf("a new table has %v items and fields", n)
		}
		if second := call("fill").Table(); first != second {
			t.Error("the table of an earlier command was not used again")
		}
		if n, _ := call("constant").Number(); n != 78 {
			t.Fatalf("the constant table has become %v", n)
		}
	}
}

// TestTablesThatLeaveTheVMAreNotReused checks that a value which a program
// evaluates between two commands, or in the middle of one, belongs to the
// program: the prompt's local variables outlive the command.
func TestTablesThatLeaveTheVMAreNotReused(t *testing.T) {
	v := NewVM(nil)
	i, problem := v.Load(compile(t, `return {
  pair = function(t) return { 1, t } end,
  many = function() for _ = 1, 100 do local t = { 9, 9, 9 } end end,
}`))
	if problem != nil {
		t.Fatal(problem)
	}
	var kept, inner Value
	run := func(protect func(int64, func()) *diag.Diagnostic, job func()) {
		if problem := protect(DefaultFuel, job); problem != nil {
			t.Fatal(problem)
		}
	}
	many := func() { v.Call(i.Hook("many")) }
	run(v.RunIsolated, func() { kept = v.Call(i.Hook("pair")) })
	run(v.Protect, func() {
		many()
		inner = v.Call(i.Hook("pair"))
		run(v.RunIsolated, func() { kept = v.Call(i.Hook("pair"), kept) })
		many()
	})
	run(v.Protect, many)
	run(v.RunIsolated, many)
	if first, _ := kept.Table().At(1).Number(); first != 1 || kept.Table().At(2).Table().Len() != 1 || inner.Table().Len() != 1 {
		t.Errorf("tables that were kept have been used again: %v, %d and %d items", first, kept.Table().At(2).Table().Len(), inner.Table().Len())
	}
}

// TestLargeTablesAreNotKept checks that the memory that a VM keeps for reuse is
// bounded, however large and many its tables were.
func TestLargeTablesAreNotKept(t *testing.T) {
	v := NewVM(nil)
	i, problem := v.Load(compile(t, `return { use = function(n, tables)
  local all = {}
  for i = 1, tables do
    local t = {}
    for k = 1, n do t[k] = k end
    t["x" .. n] = true
    all[i] = t
  end
end }`))
	if problem != nil {
		t.Fatal(problem)
	}
	for _, use := range [][2]float64{{1, 200}, {500, 200}, {5000, 20}, {1, 200}, {1, 5000}, {60, 1000}, {1, 3}} {
		if problem := v.Protect(DefaultFuel, func() { v.Call(i.Hook("use"), Num(use[0]), Num(use[1])) }); problem != nil {
			t.Fatal(problem)
		}
		v.pool.reclaim()
		if n := len(v.pool.tables); n > pooledTables || n < 3 {
			t.Fatalf("after %v, %d tables are kept", use, n)
		}
		bytes := 0
		for _, kept := range v.pool.tables {
			if bytes += kept.size(); kept.size() > pooledTable || len(kept.list)+len(kept.fields) > 0 {
				t.Fatalf("a table with room for %d items and %d fields is kept", cap(kept.list), cap(kept.fields))
			}
		}
		if bytes > pooledBytes || bytes != v.pool.bytes {
			t.Errorf("after %v, tables of %d bytes are kept, counted as %d", use, bytes, v.pool.bytes)
		}
		for _, dropped := range v.pool.tables[len(v.pool.tables):cap(v.pool.tables)] {
			if dropped != nil {
				t.Fatalf("after %v, the pool keeps tables that it has dropped alive", use)
			}
		}
	}
}

// counters creates functions that capture locals.
const counters = `
local function counter(from)
  local n = from
  return function(by) n = n + by return n end, function() return n end
end
local seven = 7
local constant = function() return seven end
return {
  use = function(n)
    local first, read = counter(100)
    local sum = 0
    for k = 1, n do
      local add = counter(k)
      sum = sum + add(1) + constant()
    end
    local none
    local peek = function() return none end
    first(5)
    return read() * 1000000 + sum * 10 + (peek() == nil and 1 or 0)
  end,
  pair = function(kept)
    local n = kept and kept() or 3
    return function() return n end
  end,
}`

// TestFunctionsAreReused checks that functions and captured locals are reused in the
// next command, never in the same one, and that nothing in them outlives a command or
// is shared with functions created during loading.
func TestFunctionsAreReused(t *testing.T) {
	v := NewVM(nil)
	i, problem := v.Load(compile(t, counters))
	if problem != nil {
		t.Fatal(problem)
	}
	args, result, use := []Value{Nil}, Nil, i.Hook("use")
	body := func() { result = v.Call(use, args...) }
	call := func(n float64) {
		args[0] = Num(n)
		if problem := v.Protect(DefaultFuel, body); problem != nil {
			t.Fatal(problem)
		}
		if want := 105e6 + 10*(n*(n+1)/2+8*n) + 1; result != Num(want) {
			t.Fatalf("with %v functions more, the result is %v, not %v", n, result, want)
		}
	}
	for range 3 {
		call(3)
		call(400)
	}
	v.pool.reclaim()
	if len(v.pool.functions) > pooledFunctions || len(v.pool.cells) > pooledCells {
		t.Errorf("%d functions and %d captured locals are kept", len(v.pool.functions), len(v.pool.cells))
	}
	for _, fn := range v.pool.functions {
		if slices.ContainsFunc(fn.cells, func(c *cell) bool { return c != nil }) {
			t.Error("a function keeps what it has captured")
		}
	}
	for _, c := range v.pool.cells {
		if !c.v.IsNil() {
			t.Error("a captured local keeps its value")
		}
	}
	if n := testing.AllocsPerRun(10, func() { call(3) }); n > 0 {
		t.Errorf("a command that creates functions allocates %v times", n)
	}
	var kept Value
	keep := func() { kept = v.Call(i.Hook("pair"), kept) }
	if problem := v.RunIsolated(DefaultFuel, keep); problem != nil {
		t.Fatal(problem)
	}
	call(400)
	if problem := v.Protect(DefaultFuel, func() { result = v.Call(kept.Function()) }); problem != nil || result != Num(3) {
		t.Errorf("a function that was kept returns %v: %v", result, problem)
	}
}

// TestTextsShareMemory checks that new texts take few allocations, and that none
// changes when later ones are made.
func TestTextsShareMemory(t *testing.T) {
	v := NewVM(nil)
	i, problem := v.Load(compile(t, `return { use = function(n)
  return n .. ": a text of more than thirty-two bytes" .. ("x"):rep(n % 300), n .. " is short"
end }`))
	if problem != nil {
		t.Fatal(problem)
	}
	use, args, n := i.Hook("use"), []Value{Nil}, 0
	var made []string
	body := func() {
		first := v.Call(use, args...)
		made = append(made, first.String(), v.Result(first, 1).String())
	}
	run := func() {
		args[0] = Num(float64(n))
		if problem := v.Protect(DefaultFuel, body); problem != nil {
			t.Fatal(problem)
		}
		n++
	}
	for range 2000 {
		run()
	}
	for k := range n {
		long, short := fmt.Sprint(k, ": a text of more than thirty-two bytes", strings.Repeat("x", k%300)), fmt.Sprint(k, " is short")
		if made[2*k] != long || made[2*k+1] != short {
			t.Fatalf("the texts %q and %q have become %q and %q", long, short, made[2*k], made[2*k+1])
		}
	}
}

// TestEqualTextsAreReused checks that creating the same texts again takes no
// memory.
func TestEqualTextsAreReused(t *testing.T) {
	v := NewVM(nil)
	i, problem := v.Load(compile(t, `return { use = function() local n = 1234 local t = "carp " .. n return "card " .. n end }`))
	if problem != nil {
		t.Fatal(problem)
	}
	hook, text := i.Hook("use"), Nil
	body := func() { text = v.Call(hook) }
	if n := testing.AllocsPerRun(100, func() { v.Protect(DefaultFuel, body) }); n > 0 {
		t.Errorf("making a text again allocates %v times", n)
	}
	if s, _ := text.Text(); s != "card 1234" {
		t.Errorf("the text is %q", s)
	}
}

// TestTextIteratorsAreReused checks that iterators of string.gmatch are reused
// in the next command, never in the same one, and match without allocating.
func TestTextIteratorsAreReused(t *testing.T) {
	v := NewVM(nil)
	i, problem := v.Load(compile(t, `return { pairs = function(n)
  local found = 0
  for a in ("red green blue"):gmatch("%a+") do
    for b in string.gmatch("x y", "%a") do
      if a:find("e", 1, true) and b:match("^[xy]$") then found = found + 1 end
    end
  end
  local first, second = ("1 2"):gmatch("%d"), ("3"):gmatch("%d")
  for _ = 1, n do
    local other = ("7 8"):gmatch("%d")
    found = found + other() + other()
  end
  return found * 1000 + first() * 100 + second() * 10 + first()
end }`))
	if problem != nil {
		t.Fatal(problem)
	}
	var result Value
	args := []Value{Nil}
	run := i.Hook("pairs")
	body := func() { result = v.Call(run, args...) }
	call := func(n, want float64) {
		args[0] = Num(n)
		if problem := v.Protect(DefaultFuel, body); problem != nil {
			t.Fatal(problem)
		}
		if result != Num(want) {
			t.Errorf("with %v iterators more, the result is %v, not %v", n, result, want)
		}
	}
	for range 3 {
		call(0, 6132)
		call(30, 456132)
	}
	if n := len(v.pool.matchers); n > pooledMatchers {
		t.Errorf("%d matchers are kept", n)
	}
	if n := testing.AllocsPerRun(10, func() { call(0, 6132) }); n > 0 {
		t.Errorf("a command that matches texts allocates %v times", n)
	}
}

// TestModulesAreFoundAgain checks that require returns the module that the program
// loaded last was compiled with, although it caches modules.
func TestModulesAreFoundAgain(t *testing.T) {
	v := NewVM(nil)
	for round := range 3 {
		for n := range 3 {
			lib := compile(t, fmt.Sprintf("return { n = %d }", n))
			p := withModules(t, `return { use = function() return require("lib").n * 10 + require("lib").n end }`, modules{"lib": lib})
			i, problem := v.Load(p)
			if problem != nil {
				t.Fatal(problem)
			}
			for range 2 {
				result := Nil
				if problem := v.Protect(DefaultFuel, func() { result = v.Call(i.Hook("use")) }); problem != nil || result != Num(float64(11*n)) {
					t.Errorf("round %d: module %d returns %v: %v", round, n, result, problem)
				}
			}
			if round == 1 {
				v.Unload(lib)
			}
		}
	}
}
