package lua

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/lua/analysis"
)

// world is the state that a program of these tests may change.
type world struct{ vars map[string]float64 }

// vm returns a VM on the world.
func (w *world) vm() *VM {
	class := &Class{
		Get: func(_ uint64, k Value) Value { return Num(w.vars[k.String()]) },
		Set: func(_ uint64, k, v Value) { w.vars[k.String()], _ = v.Number() },
	}
	return NewVM(map[string]Value{
		"draw": NewFunction(func(vm *VM, _ []Value) Value { w.vars["draws"]++; return Num(w.vars["draws"]) }).Value(),
		"vars": class.Object(0),
	})
}

var worldly = &analysis.Surface{Functions: map[string]analysis.Signature{"draw": {}}, Values: []string{"vars"}}

// smuggler writes scripts that try to keep something from call to call, or to
// read the state of a game while they are being loaded.
type smuggler struct {
	luck *rand.Rand
	text strings.Builder
}

func (w *smuggler) one(list ...string) string { return list[w.luck.IntN(len(list))] }

// place wraps an expression so that it is reached through a path. The second
// result follows that path, and leaves the value in x.
func (w *smuggler) place(thing string, depth int) (made, walk string) {
	if depth == 0 {
		return thing, ""
	}
	switch inner, rest := w.place(thing, depth-1); w.luck.IntN(6) {
	case 0:
		return "{ [" + inner + "] = true }", "for k in pairs(x) do x = k end " + rest
	case 1:
		return "{ a = " + inner + " }", "x = x.a " + rest
	case 2:
		return "{ " + inner + " }", "x = x[1] " + rest
	case 3:
		return "(function() local y = " + inner + " return function() return y end end)()", "x = x() " + rest
	case 4:
		return "{ [(function() local y = " + inner + " return function() return y end end)()] = 1 }", "for k in pairs(x) do x = k() end " + rest
	default:
		return "{ { b = { " + inner + " } } }", "x = x[1].b[1] " + rest
	}
}

func (w *smuggler) program() string {
	if w.luck.IntN(3) == 0 { // an access to the game during loading
		look := w.one("v.gold", "d()", "(function() return v.gold + 1 end)()", "(function() return d() * 2 end)()")
		fmt.Fprintf(&w.text, "local v, d = vars, draw\nlocal seen = %s\n", look)
		w.text.WriteString("return { use = function() vars.out = seen end }")
		return w.text.String()
	}
	thing, count := w.one("{ n = 0 }", "{ n = 1, 2 }"), "x.n = x.n + 1 vars.out = x.n"
	if w.luck.IntN(3) == 0 {
		thing, count = "{}", w.one("x[#x + 1] = 1 vars.out = #x", "table.insert(x, 1) vars.out = #x", "x.k = (x.k or 0) + 1 vars.out = x.k")
	}
	if w.luck.IntN(4) == 0 {
		thing, count = "(function() local n = 0 return function() n = n + 1 return n end end)()", "vars.out = x()"
	}
	made, walk := w.place(thing, 1+w.luck.IntN(3))
	fmt.Fprintf(&w.text, "local kept = %s\nreturn { use = function() local x = kept %s %s end }", made, walk, count)
	return w.text.String()
}

// outcome runs the hook on a VM and returns all of its effects.
func (w *world) outcome(vm *VM, p *Program) string {
	for name := range w.vars {
		delete(w.vars, name)
	}
	w.vars["gold"] = 3
	var spent int64
	problem := vm.Protect(100_000, func() {
		i, _ := vm.Load(p)
		before := vm.Spent()
		vm.Call(i.Hook("use"))
		spent = vm.Spent() - before
	})
	code := ""
	if problem != nil {
		code, spent = problem.Code, 0
	}
	return fmt.Sprint(w.vars, code, spent)
}

// sabotage is a change to a VM that a test must notice.
type sabotage struct {
	early bool // the game can be used while a script is being loaded
	thaw  bool // keys, and everything reachable from them, are not frozen
}

func (s sabotage) apply(vm *VM, p *Program) {
	if s.early {
		vm.loading = -1000
	}
	if s.thaw {
		_ = vm.Protect(100_000, func() {
			if i, _ := vm.Load(p); i != nil {
				thaw(i.exports, false, map[*Table]bool{}, map[*Function]bool{})
			}
		})
	}
}

// thaw unfreezes tables below keys.
func thaw(v Value, below bool, tables map[*Table]bool, functions map[*Function]bool) {
	if t := v.Table(); t != nil && !tables[t] {
		tables[t] = true
		t.frozen = t.frozen && !below
		t.Each(func(k, x Value) {
			thaw(k, true, tables, functions)
			thaw(x, below, tables, functions)
		})
	}
	if fn := v.Function(); fn != nil && !functions[fn] {
		functions[fn] = true
		for _, c := range fn.cells {
			thaw(c.v, below, tables, functions)
		}
	}
}

// different counts the programs whose hook behaves differently on a VM that has
// been used, or that was loaded in another order or situation, than on a fresh
// one.
func different(t *testing.T, programs int, s sabotage) (n int) {
	t.Helper()
	var earlier []*Program
	for seed := range programs {
		writer := &smuggler{luck: rand.New(rand.NewPCG(uint64(seed), 11))}
		source := writer.program()
		p, problems := Compile(&def.Script{File: "x.lua", Source: source}, worldly, modules{})
		if p == nil {
			if problems[0].Code != "script/state" && problems[0].Code != "script/load" {
				t.Fatalf("%s\n%v", source, problems)
			}
			continue
		}
		w := &world{map[string]float64{}}
		fresh, used := w.vm(), w.vm()
		s.apply(fresh, p)
		want := w.outcome(fresh, p)
		w.vars["gold"], w.vars["draws"] = 8, 40 // another situation to load in
		s.apply(used, p)
		_ = used.Protect(100_000, func() { _, _ = used.Load(p) })
		for _, other := range append(earlier[max(0, len(earlier)-20):], p, p, p) {
			w.outcome(used, other)
		}
		if got := w.outcome(used, p); got != want {
			n++
			if s == (sabotage{}) {
				t.Errorf("%s\non a fresh VM it comes to %s, on a used one to %s", source, want, got)
			}
		}
		earlier = append(earlier, p)
	}
	return n
}

// TestCallsLeaveNoState checks that a hook does the same on a
// fresh VM as on one that has run other programs and the hook itself before,
// and was loaded in another state of the game. The same test notices if keys
// are not frozen and if scripts see the game while they are being loaded.
func TestCallsLeaveNoState(t *testing.T) {
	programs := 400
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		programs = 100_000
	}
	different(t, programs, sabotage{})
	if n := different(t, 400, sabotage{thaw: true}); n < 10 {
		t.Errorf("with keys that are not frozen, only %d of 400 programs are noticed", n)
	}
	if n := different(t, 400, sabotage{early: true}); n < 10 {
		t.Errorf("with scripts that see the game while they are loaded, only %d of 400 programs are noticed", n)
	}
}
