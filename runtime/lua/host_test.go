package lua

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// hosted runs the body of a hook with host functions: walk(list) and each(list), which
// return iterators, give(n), which returns n results, and refuse(), which fails.
func hosted(t *testing.T, v *VM, body string) (result string) {
	t.Helper()
	names := &analysis.Surface{Functions: map[string]analysis.Signature{"walk": {Params: []analysis.Param{{Name: "list"}}}, "each": {Params: []analysis.Param{{Name: "list"}}}, "give": {Params: []analysis.Param{{Name: "n"}}}, "refuse": {}}}
	p, problems := Compile(&def.Script{File: "x.lua", Source: "return { use = function(self)\n" + body + "\nend }"}, names, modules{})
	if p == nil {
		t.Fatal(body, problems)
	}
	i, problem := v.Load(p)
	if problem == nil {
		problem = v.Protect(300, func() { result = displayed(v.Call(i.Hook("use"))) })
	}
	if problem != nil {
		result = fmt.Sprintf("line %d: %s", problem.Place.Line, problem.Message)
	}
	return fmt.Sprintf("%s, %d units", result, v.Spent())
}

// hostVM returns the VM of hosted.
func hostVM() *VM {
	step := NewIterator(func(subject, control Value) (Value, Value) {
		i, _ := control.Number()
		if v := subject.Table().At(int(i) + 1); !v.IsNil() {
			return Num(i + 1), v
		}
		return Nil, Nil
	}).Value()
	walk := func(vm *VM, args []Value) Value { return vm.Return(step, args[0], Num(0)) }
	return NewVM(map[string]Value{
		"walk": NewFunction(walk).Value(), "each": NewFunction(walk).Value(),
		"give": NewFunction(func(vm *VM, args []Value) Value {
			n, _ := args[0].Number()
			var all []Value
			for i := range int(n) {
				all = append(all, Num(float64(i+1)))
			}
			return vm.Return(all...)
		}).Value(),
		"refuse": NewFunction(func(vm *VM, _ []Value) Value {
			vm.Fail(diag.New("game/zone", diag.Place{}, "no room"))
			return Nil
		}).Value(),
	})
}

// TestHostFunctionsInScripts checks the results and the fuel of host iterators, in loops
// of every form and called directly, and of host functions with several results.
func TestHostFunctionsInScripts(t *testing.T) {
	v := hostVM()
	for _, c := range [][2]string{
		{"local s = '' for i, x in walk({ 'a', 'b' }) do s = s .. i .. x end return s", `"1a2b", 91 units`},
		{"local n = 0 for i in walk({ 'a', 'b', 'c' }) do n = n + i end return n", "6, 88 units"},
		{"local s = '' for i, x, y in walk({ 'a' }) do s = s .. i .. x .. tostring(y) end return s", `"1anil", 82 units`},
		{"local all = {} for i, x in walk({ 5, 6 }) do all[i] = function() return i + x end end return all[1]() * 10 + all[2]()", "68, 244 units"},
		{"for i, x in walk({ 5, 6, 7 }) do if x == 6 then break end end return 'left'", `"left", 84 units`},
		{"for i, x in walk({ 5, 6, 7 }) do if x == 6 then return i end end return 0", "2, 84 units"},
		{"for i, x in walk({ 5 }) do\nrefuse() end return 1", "line 3: no room, 72 units"},
		{"local list = { 1 }\nfor i, x in walk(list) do\nlist[i + 1] = x end return 1", "line 4: the script took more than the 300 units of work that one command may take, 302 units"},
		{"local step, list, at = walk({ 5 }) local a, b = step(list, at) return { a, b, step(list, 1) }", "{1 5}, 133 units"},
		{"local step, list, at = walk({ 5 }) local i, x, y = step(list, at) return tostring(y)", `"nil", 63 units`},
		{"return { give(0), give(2), (give(3)), give(3) }", "{nil 1 1 1 2 3}, 98 units"},
		{"local a, b, c = give(2) return { a, b, tostring(c) }", `{1 2 "nil"}, 71 units`},
		{"return { (function(...) return select('#', ...) end)(give(4)) }", "{4}, 131 units"},
	} {
		if got := hosted(t, v, c[0]); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}

// TestScriptResultsForTheHost checks the results of a call, the fuel that a
// host takes and returns, and the place of a failure that no script has caused.
func TestScriptResultsForTheHost(t *testing.T) {
	v := vm(t)
	i, problem := v.Load(compile(t, "\nreturn { none = function() end,\n three = function() return 1, nil, 3 end, one = function() return 'x' end }"))
	if problem != nil {
		t.Fatal(problem)
	}
	for _, c := range [][2]string{{"none", "0: nil nil nil nil"}, {"one", "1: x nil nil nil"}, {"three", "3: 1 nil 3 nil"}} {
		name, want := c[0], c[1]
		problem := v.Protect(100, func() {
			first := v.Call(i.Hook(name))
			got := fmt.Sprintf("%d:", v.ResultCount())
			for n := range 4 {
				got += " " + v.Result(first, n).String()
			}
			if got != want {
				t.Errorf("%s gives %s, want %s", name, got, want)
			}
		})
		if problem != nil {
			t.Error(problem)
		}
	}
	fuel := ""
	note := func() { fuel += fmt.Sprintf(" %d", v.Spent()) }
	problem = v.Protect(10, func() {
		v.Charge(4)
		note()
		fuel += fmt.Sprintf(" %t %t", v.Affords(6), v.Affords(7))
		v.Charge(3)
		note()
		v.Refund(5)
		note()
		v.Charge(5)
		note()
		v.Charge(1)
	})
	if note(); fuel != " 4 true false 7 5 10 11" || problem == nil || problem.Code != "script/fuel" {
		t.Errorf("fuel%s, then %v", fuel, problem)
	}
	fail := func() *diag.Diagnostic {
		return v.Protect(9, func() { v.Fail(diag.New("game/zone", diag.Place{}, "no")) })
	}
	if problem := fail(); problem.Place.Line != 3 {
		t.Errorf("a failure is placed at %s, not where the last function that was called begins", problem.Place)
	}
	v = vm(t)
	if problem := fail(); !problem.Place.IsZero() {
		t.Errorf("without scripts, a failure is placed at %s", problem.Place)
	}
	var none *Function
	if !none.Value().IsNil() || !v.ContentValue(nil).IsNil() {
		t.Error("no function is a value")
	}
}

// TestScriptsThatCannotBeLoaded compares the problems of scripts that compile but fail
// while they are loaded, with and without a game.
func TestScriptsThatCannotBeLoaded(t *testing.T) {
	for source, want := range map[string]string{
		"local function f() return 5 end\nreturn f()":                                                                     "1: the script must return a table of functions, not a number ()",
		"local function f() end\nreturn f()":                                                                              "1: the script must return a table of functions, not a nil ()",
		"local n = {}\nlocal x = n.y.z\nreturn { n = x }":                                                                 "2: nil has no field 'z' (something before .z is missing; check it with: if x then … end)",
		"local t = { f = string.gmatch('a', 'b') }\nreturn t":                                                             "0: the iterator of string.gmatch outlives the call: scripts keep no state (call it where it is used)",
		"local function counter()\nlocal n = 0 return function()\nn = n + 1 return n end end\nreturn { use = counter() }": "3: n outlives the call, and a function changes it: scripts keep no state (make it local to the function, or declare a variable of the game)",
		"local f = fail\nlocal x = f()\nreturn { x = x }":                                                                 "2: fail is called while the script is loaded, when there is no game yet (the top level of a script may only define functions and constant tables; move this into a function)",
		"local v = vars\nlocal x = v.gold\nreturn { x = x }":                                                              "",
	} {
		p, problems := Compile(&def.Script{File: "x.lua", Source: source}, surface, modules{})
		if p == nil {
			t.Fatal(source, problems)
		}
		shown := func(d *diag.Diagnostic) string {
			if d == nil {
				return ""
			}
			return fmt.Sprintf("%d: %s (%s)", d.Place.Line, d.Message, d.Hint)
		}
		v := vm(t)
		_, problem := v.Load(p)
		if got := shown(problem); got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
		if _, again := v.Load(p); shown(again) != want {
			t.Errorf("%s: loaded again, it gives %s", source, shown(again))
		}
		if trial := NewTrialVM(surface).TrialLoad(p); want != "" && shown(trial) != want || p.IsTrialLoaded() != (trial == nil) {
			t.Errorf("%s: tried, it gives %s", source, shown(trial))
		}
	}
}

// TestHooksThatOnlyLoadingFinds checks the names and places of functions made
// by a loop or another function.
func TestHooksThatOnlyLoadingFinds(t *testing.T) {
	p := compile(t, "local function make(n)\n  return function() return n end\nend\nlocal all = { sure = function() end, n = 1 }\nfor i, name in ipairs({ 'b', 'a' }) do all['on_' .. name] = make(i) end\nall.upper = string.upper\nreturn all")
	if has, known := p.Exports("on_a"); has || known {
		t.Error("what a loop makes is known before the script is loaded")
	}
	if problem := NewTrialVM(surface).TrialLoad(p); problem != nil {
		t.Fatal(problem)
	}
	var got []string
	for _, h := range p.Hooks() {
		got = append(got, fmt.Sprintf("%s:%d", h.Name, h.Place.Line))
	}
	if text := strings.Join(got, " "); text != "sure:4 n:4 upper:6 on_a:2 on_b:2" {
		t.Errorf("the hooks are %s", text)
	}
	if has, known := p.Exports("on_a"); !has || !known {
		t.Error("what a loop made is not known after loading")
	}
	if got := p.ExportNames(); !slices.Equal(got, []string{"n", "on_a", "on_b", "sure", "upper"}) {
		t.Errorf("the script exports %q", got)
	}
}

// TestScriptsWithoutAGame checks scripts compiled without a surface: they have
// Lua's library only.
func TestScriptsWithoutAGame(t *testing.T) {
	for source, want := range map[string]string{
		"return { use = function() return math.floor(1.5) end }": "",
		"return { use = function() return emit(1) end }":         "x.lua:1:34: error: unknown name \"emit\" [script/unknown-global]",
		"return { use = function() math.pi.x = 1 end }":          "x.lua:1:27: error: the library math cannot be changed [script/state]",
		"return { use = function() vars.gold = 1 end }":          "x.lua:1:27: error: unknown name \"vars\" [script/unknown-global]",
	} {
		_, problems := Compile(&def.Script{File: "x.lua", Source: source}, nil, modules{})
		if got := fmt.Sprint(problems); got != want {
			t.Errorf("%s\n got %s\nwant %s", source, got, want)
		}
	}
}

// TestListsReserveRoom checks that the first items of a list allocate once.
func TestListsReserveRoom(t *testing.T) {
	list := NewTable()
	for n := range leastItems {
		if list.Append(Num(float64(n))); cap(list.list) != leastItems {
			t.Errorf("a list of %d items has room for %d", n+1, cap(list.list))
		}
	}
}

// TestTablesAreMaps makes the same random changes to tables and to a map, and compares
// the contents.
func TestTablesAreMaps(t *testing.T) {
	keys := []Value{Num(-1), Num(0), Num(1.5), Bool(true), Name("a"), Name("b"), Text("a b"), Num(1e18)}
	for n := range 12 {
		keys = append(keys, Num(float64(n+1)), Name(fmt.Sprint("k", n)))
	}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		table, model := NewTable(), map[string]Value{}
		for range 120 {
			k, v := keys[r.IntN(4+int(seed)%(len(keys)-3))], Num(r.Float64())
			if r.IntN(3) == 0 {
				v = Nil
			}
			switch name, isName := k.Text(); {
			case isName && r.IntN(2) == 0:
				table.Put(name, v)
			case !v.IsNil() && r.IntN(6) == 0:
				k = Num(float64(table.Len() + 1))
				table.Append(v)
			default:
				table.Set(k, v)
			}
			if model[k.String()] = v; v.IsNil() {
				delete(model, k.String())
			}
		}
		if problem := differs(table, model, keys); problem != "" {
			t.Fatalf("seed %d: %s: %s, want %v", seed, problem, displayed(table.Value()), model)
		}
		copied := table.copied()
		table.Set(keys[0], Num(7))
		table.Set(Num(1), Nil)
		if problem := differs(&copied, model, keys); problem != "" {
			t.Fatalf("seed %d: a copy: %s", seed, problem)
		}
	}
}

// differs describes the difference between a table and a map.
func differs(table *Table, model map[string]Value, keys []Value) string {
	for _, k := range keys {
		want := model[k.String()]
		if table.Index(k) != want {
			return "index " + k.String()
		}
		if name, ok := k.Text(); ok && table.Get(name) != want {
			return "get " + name
		}
	}
	n := table.Len()
	if !table.At(0).IsNil() || !table.At(n+1).IsNil() || !table.Index(Num(float64(n+1))).IsNil() || n > 0 && table.At(n).IsNil() {
		return fmt.Sprint("length ", n)
	}
	var names []string
	seen, at, listed := map[string]bool{}, 0, true
	table.Each(func(k, v Value) {
		if model[k.String()] != v || seen[k.String()] {
			names = append(names, "wrong "+k.String())
		}
		seen[k.String()] = true
		next, ok := table.after(k)
		listed = listed && ok && next > at
		at = next
	})
	if len(seen) != len(model) || !listed {
		return "each"
	}
	for k := range model {
		if !strings.ContainsAny(k[:1], "-0123456789t") {
			names = append(names, k)
		}
	}
	if slices.Sort(names); !slices.Equal(names, table.Names()) {
		return fmt.Sprintf("names %q", table.Names())
	}
	return ""
}
