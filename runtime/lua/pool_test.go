package lua

import (
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
// bounded, however large its tables were.
func TestLargeTablesAreNotKept(t *testing.T) {
	v := NewVM(nil)
	i, problem := v.Load(compile(t, `return { use = function(n)
  local all = {}
  for i = 1, 200 do
    local t = {}
    for k = 1, n do t[k] = k end
    t["x" .. n] = true
    all[i] = t
  end
end }`))
	if problem != nil {
		t.Fatal(problem)
	}
	for _, n := range []float64{1, 500, 1} {
		if problem := v.Protect(DefaultFuel, func() { v.Call(i.Hook("use"), Num(n)) }); problem != nil {
			t.Fatal(problem)
		}
		v.pool.reclaim()
		if len(v.pool.tables) > pooledTables {
			t.Fatalf("%d tables are kept", len(v.pool.tables))
		}
		for _, kept := range v.pool.tables {
			if cap(kept.list) > pooledItems || cap(kept.fields) > pooledItems || len(kept.list)+len(kept.fields) > 0 {
				t.Fatalf("a table with room for %d items and %d fields is kept", cap(kept.list), cap(kept.fields))
			}
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
