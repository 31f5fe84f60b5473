package lua

import (
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/analysis"
)

// TestFixedFieldsAreReadOnce checks that fields of fixed values are read once
// in each VM, unless they are nil.
func TestFixedFieldsAreReadOnce(t *testing.T) {
	const source = `
local function both() return game.data.n, game.none end
return { use = function() local n, none = both() return tostring(n) .. " " .. tostring(none) end }`
	p, problems := Compile(&def.Script{File: "x.lua", Source: source}, &analysis.Surface{Values: []string{"game"}, Fixed: []string{"game"}}, nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for range 2 {
		reads := map[string]int{}
		none := Nil
		v := NewVM(map[string]Value{"game": (&Class{Get: func(_ uint64, key Value) Value {
			reads[key.String()]++
			if key.String() == "none" {
				return none
			}
			data := NewTable()
			data.Put("n", Num(float64(reads["data"])))
			return data.Value()
		}}).Object(0)})
		for _, want := range []string{"1 nil", "1 nil", "1 7", "1 7"} {
			if want == "1 7" && reads["none"] == 2 {
				none = Num(7)
			}
			if got, problem := run(t, v, p); got != want || problem != nil {
				t.Errorf("got %q, not %q %v", got, want, problem)
			}
		}
		if reads["data"] != 1 || reads["none"] != 3 {
			t.Errorf("read %v, not data once and none until it was something", reads)
		}
	}
}

// TestFieldsReadDuringLoadingAreNotKept checks that a function that runs while
// its script is loaded reads the current fields, and that they are not cached.
func TestFieldsReadDuringLoadingAreNotKept(t *testing.T) {
	m := compile(t, "return { n = 1, list = { 5 } }")
	p, problems := Compile(&def.Script{File: "x.lua", Source: `
local dice = require("dice")
local function n() return dice.n + dice.list[1] end
local early = n()
return { use = function() return early .. " " .. n() .. " " .. math.max(n(), 2) end }`}, surface, requirable{"dice": m})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	v := vm(t)
	for range 2 {
		if got, problem := run(t, v, p); got != "6 6 6" || problem != nil {
			t.Errorf("got %q %v", got, problem)
		}
	}
}
