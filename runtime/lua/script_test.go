package lua

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
)

// modules finds programs by name.
type modules map[string]*Program

func (m modules) Module(name string) (*Program, diag.List) { return m[name], nil }

func (m modules) Names() []string { return slices.Sorted(maps.Keys(m)) }

var surface = &analysis.Surface{
	Functions: map[string]analysis.Signature{
		"get":  {Params: []analysis.Param{{Name: "die", Kind: analysis.KindEntity}}},
		"set":  {Params: []analysis.Param{{Name: "die", Kind: analysis.KindEntity}, {Name: "value", Kind: analysis.KindNumber}}},
		"emit": {Params: []analysis.Param{{Name: "event", Kind: analysis.KindText}}, Variadic: true},
		"fail": {},
	},
	Values: []string{"vars", "game"},
}

func compile(t testing.TB, source string) *Program {
	t.Helper()
	p, problems := Compile(&def.Script{File: "x.lua", Source: source}, surface, modules{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return p
}

// vm returns a VM whose API does nothing, except that fail() fails.
func vm(t testing.TB) *VM {
	t.Helper()
	none := NewFunction(func(*VM, []Value) Value { return Nil }).Value()
	fail := NewFunction(func(v *VM, _ []Value) Value {
		v.Fail(diag.New("game/zone", diag.Place{}, "no room"))
		return Nil
	}).Value()
	return NewVM(map[string]Value{"get": none, "set": none, "emit": none, "fail": fail, "vars": NewTable().Value(), "game": NewTable().Value()})
}

// run calls the hook use of a chunk and returns its result as text.
func run(t testing.TB, v *VM, p *Program) (string, *diag.Diagnostic) {
	t.Helper()
	i, problem := v.Load(p)
	if problem != nil {
		return "", problem
	}
	result := ""
	problem = v.Protect(DefaultFuel, func() { result = v.Call(i.Hook("use")).String() })
	return result, problem
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"unknown global", "return { use = function() flip() end }", `x.lua:1:27: error: unknown name "flip" [script/unknown-global]`},
		{"near global", "return {\n  use = function() emti('x') end\n}", `x.lua:2:20: error: unknown name "emti" [script/unknown-global]; did you mean "emit"?`},
		{"absent library", "return { use = function() pcall(f) end }", "scripts cannot catch errors"},
		{"unknown library function", "return { use = function() return string.uper('x') end }", `did you mean "upper"?`},
		{"absent function", "return { use = function() return math.random(6) end }", "use random(stream, low, high)"},
		{"a function that names itself", "return { use = function() local f = function()\n return f() end end }", "x.lua:2:9: error: unknown name \"f\" [script/unknown-global]; write: local function f"},
		{"escape", "return { use = function()\n return '\\300' end }", "x.lua:2:10: error: the escape \\300 is not a byte"},
		{"malformed number", "return { use = function()\n return 3x end }", "x.lua:2:9: error: malformed number '3x'"},
		{"nested long text", "return { use = function() return [[ [[ ]] end }", "write the outer brackets as [=[ … ]=]"},
		{"arg", "local arg = 1\nreturn { use = function(...)\n return arg end }", "x.lua:3:9: error: arg means the arguments"},
		{"locals", "return { use = function()\n" + strings.Repeat("local a\n", 201) + "end }", "x.lua:202: error: the function has more than 200 locals"},
		{"captured locals", manyCaptured(61), "the function uses more than 60 locals of enclosing functions"},
		{"empty field", "return { use = function()\n return { 1, , 2 } end }", "x.lua:2:14: error: unexpected ',': there is no value before it"},
		{"a call in parentheses", "return { use = function(f)\n (f()) end }", "x.lua:2:2: error: a call in parentheses is not a statement"},
		{"empty statement", "return { use = function() ; end }", "there is no statement before it"},
		{"ambiguous call", "return { use = function(f)\n local a = f\n (f)() end }", "x.lua:3:2: error: this '(' may continue the line above"},
		{"global assignment", "return { use = function() count = 1 end }", "[script/state]; write local count"},
		{"kept number", "local n = 0\nreturn { use = function() n = n + 1 end }", "x.lua:2:27: error: n belongs to the whole script"},
		{"kept table", "local seen = {}\nreturn { use = function(self, x) seen[x] = 1 end }", "seen belongs to the whole script"},
		{"kept list", "local seen = {}\nreturn { use = function(self, x) table.insert(seen, x) end }", "seen belongs to the whole script"},
		{"changed library", "return { use = function() string.upper = nil end }", "the library string cannot be changed"},
		{"too few arguments", "return { use = function(self, die) set(die) end }", "set needs at least 2 arguments, not 1 [script/arguments]; set(die, value)"},
		{"too many arguments", "return { use = function(self, die) get(die, 1) end }", "get takes at most 1 arguments, not 2"},
		{"wrong literal", "return { use = function(self, die) set(die, 'six') end }", "x.lua:1:46: error: set needs a number for value, not a text"},
		{"missing module", "local m = require('hands')\nreturn {}", `unknown module "hands"`},
		{"computed module", "local m = require(name)\nreturn {}", "require needs one module name in quotes"},
		{"no table", "local x = 1", "[script/shape]"},
		{"empty", "", "the script is empty"},
		{"open function", "return { use = function(self)\n  if self then\nend }", "'end' expected"},
		{"assignment for comparison", "return { use = function(a)\n  if a = 1 then end\nend }", "to compare, write =="},
		{"goto", "return { use = function() goto out end }", "goto is not available"},
		{"label", "return { use = function()\n::out::\nend }", "x.lua:2:1: error: labels are not available"},
		{"break", "return { use = function() for i = 1, 2 do local f = function()\n  break end end end }", "x.lua:2:3: error: break is outside a loop"},
		{"varargs", "return { use = function(...) return function()\n  return ... end end }", "x.lua:2:3: error: cannot use ... in a function"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems := Compile(&def.Script{File: "x.lua", Source: c.source}, surface, modules{})
			if !strings.Contains(problems.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", problems.Error(), c.want)
			}
		})
	}
}

// manyCaptured is a script with a function that uses n locals of another
// function.
func manyCaptured(n int) string {
	var declared, used strings.Builder
	for i := range n {
		fmt.Fprintf(&declared, "local a%d = 1\n", i)
		fmt.Fprintf(&used, "use(a%d) ", i)
	}
	return "local function use(x) return x end return { use = function()\n" + declared.String() + "return function(use) " + used.String() + "end end }"
}

// TestRunawayScriptsAreStopped runs every source in the body of a function: it
// must end in a located diagnostic, quickly and without much memory.
func TestRunawayScriptsAreStopped(t *testing.T) {
	well := compile(t, "local function sum(...) local n = 0 for _, x in ipairs({...}) do n = n + x end return n end return { use = function() return sum(1, 2, 3) end }")
	for _, c := range []struct{ name, source, code string }{
		{"endless loop", "while true do end", "script/fuel"},
		{"endless repeat", "repeat until false", "script/fuel"},
		{"long for", "for i = 1, 1e18 do end", "script/fuel"},
		{"recursion", "local function f() return 1 + f() end return f()", "script/fuel"},
		{"tail calls", "local function f() return f() end return f()", "script/fuel"},
		{"vararg tail calls", "local function f(...) return f(1, ...) end return f()", "script/fuel"},
		{"mutual recursion", "local a, b; function a() return b() + 1 end function b() return a() + 1 end return a()", "script/fuel"},
		{"doubling text", "local s = 'x' while true do s = s .. s end", "script/runtime"},
		{"repeated text", "return string.rep('x', 1e9)", "script/runtime"},
		{"method repeat", "return ('x'):rep(1e9)", "script/runtime"},
		{"wide format", "return string.format('%999999d', 1)", "script/runtime"},
		{"nan key", "local t = {} t[0/0] = 1", "script/runtime"},
		{"nil key", "local t, k = {} t[k] = 1", "script/runtime"},
		{"growing list", "local t = {} while true do t[#t + 1] = {} end", "script/fuel"},
		{"growing map", "local t, i = {}, 0 while true do i = i + 1 t['k' .. i] = i end", "script/fuel"},
		{"tables in a loop", "while true do local t = {1, 2, 3} end", "script/fuel"},
		{"closures in a loop", "while true do local f = function() end end", "script/fuel"},
		{"deleted keys", "local t = {} for i = 1, 1e5 do t['k' .. i] = i end for i = 1, 1e5 do t['k' .. i] = nil end while true do next(t) end", "script/fuel"},
		{"long tail of nil", "local t = {} for i = 1, 9e4 do t[i] = 1 end for i = 1, 89999 do t[i] = nil end while true do local n = #t end", "script/fuel"},
		{"unpack", "return unpack({}, 1, 1e8)", "script/runtime"},
		{"lying comparator", "local t = {} for i = 1, 500 do t[i] = i end while true do table.sort(t, function() return true end) end", "script/fuel"},
		{"shrinking comparator", "local t = {3, 1, 2} table.sort(t, function(a, b) table.remove(t) return a < b end) while true do end", "script/fuel"},
		{"error with a table", "error({})", "script/runtime"},
		{"error with nothing", "error()", "script/runtime"},
		{"calling nothing", "local x x()", "script/runtime"},
		{"field of nothing", "local x return x.y.z", "script/runtime"},
		{"changing a library by another name", "local s = string s.upper = 1", "script/state"},
		{"changing the text library by a method", "local s = ('x').upper s.y = 1", "script/runtime"},
		{"API failure", "fail()", "game/zone"},
		{"concat of a table", "return table.concat({{}})", "script/runtime"},
		{"comparing different types", "return 1 < 'x'", "script/runtime"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := vm(t)
			_, problem := run(t, v, compile(t, "return { use = function()\n"+c.source+"\nend }"))
			if problem == nil {
				t.Fatal("nothing stopped it")
			}
			if problem.Code != c.code || problem.Place.File != "x.lua" || problem.Place.Line > 2 {
				t.Errorf("got %v, want %s at x.lua:2", problem, c.code)
			}
			if strings.Contains(problem.Error(), "0x") || strings.Contains(problem.Error(), "\x00") {
				t.Errorf("the message has an address or a mark: %q", problem.Error())
			}
			again := vm(t)
			for _, v := range []*VM{v, again} { // the used VM behaves like a new one
				if got, problem := run(t, v, well); v.Broken() || problem != nil || got != "6" {
					t.Errorf("afterwards: %v %s %v", v.Broken(), got, problem)
				}
			}
			if v.Spent() != again.Spent() {
				t.Errorf("afterwards a script costs %d, in another VM %d", v.Spent(), again.Spent())
			}
		})
	}
}

func TestLibraryResults(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"return 'a' .. 1 .. 'b'", "a1b"},
		{"return #{1, 2, 3} + #'four'", "7"},
		{"local t = {3, 1, 2} table.sort(t) return table.concat(t, ' ')", "1 2 3"},
		{"local t = {1, 2, 3} t[1], t[3] = t[3], t[1] return table.concat(t)", "321"},
		{"local t = {} for k, v in pairs({a = 1, b = 2}) do t[#t + 1] = k .. v end return table.concat(t, ' ')", "a1 b2"},
		{"local n = 0 for i, v in ipairs({5, 6}) do n = n + i * v end return n", "17"},
		{"return ('Sleight'):upper():sub(2, -2)", "LEIGH"},
		{"return string.format('%d of %s, %.1f %%', 3, 'x', 2.5)", "3 of x, 2.5 %"},
		{"return string.find('a.b', '.', 1, true)", "2"},
		{"local t = {} t[67108863] = 1 return #t", "0"},
		{"return tostring({}) .. ' ' .. tostring(nil)", "table nil"},
		{"return select('#', 1, nil, 3)", "3"},
		{"return math.floor(-1.5) + math.max(1, 9, 4)", "7"},
		{"return type(require) .. type({}) .. type(nil)", "functiontablenil"},
		{"return tonumber('12') + tonumber('ff', 16)", "267"},
		{"local a, b = unpack({1, 2}) return a + b", "3"},
		{"local c = table.copy({1, 2}) c[3] = 3 return #c", "3"},
	} {
		got, problem := run(t, vm(t), compile(t, "return { use = function() "+c.source+" end }"))
		if problem != nil || got != c.want {
			t.Errorf("%s: got %q %v, want %q", c.source, got, problem, c.want)
		}
	}
}

// TestCapturedTablesAreFrozen checks that a table that a script captured when
// it was loaded is frozen, by whatever name it is reached (promise 1: Lua holds
// no state).
func TestCapturedTablesAreFrozen(t *testing.T) {
	v := vm(t)
	_, problem := run(t, v, compile(t, `
local list = { inner = { 1, 2 } }
local function other() return list end
return { use = function()
  local t = other()
  t.inner[1] = 9
end }`))
	if problem == nil || problem.Code != "script/state" || problem.Place.Line != 6 {
		t.Errorf("got %v", problem)
	}
	got, problem := run(t, vm(t), compile(t, `
local list = { 4, 5, name = "x" }
return { use = function()
  local sum = #list
  for _, n in ipairs(list) do sum = sum + n end
  for k in pairs(list) do sum = sum + 1 end
  return sum .. list.name .. table.concat(list)
end }`))
	if problem != nil || got != "14x45" {
		t.Errorf("got %s %v", got, problem)
	}
}

// TestFuelIsDeterministic checks that the same script always costs the same
// (promise 3).
func TestFuelIsDeterministic(t *testing.T) {
	p := compile(t, `return { use = function()
  local t = {}
  for i = 1, 100 do t["k" .. i % 7] = i end
  local s = ""
  for k, v in pairs(t) do s = s .. k .. v end
  return s
end }`)
	first, spent := "", int64(0)
	for n := range 20 {
		v := vm(t)
		got, problem := run(t, v, p)
		if problem != nil {
			t.Fatal(problem)
		}
		if n == 0 {
			first, spent = got, v.Spent()
		}
		if got != first || v.Spent() != spent {
			t.Errorf("run %d: %q for %d units, the first %q for %d", n, got, v.Spent(), first, spent)
		}
	}
}

func TestExpressionErrorsAreLocated(t *testing.T) {
	at := diag.Place{File: "flip.yaml", Line: 7, Column: 12, Path: "use.where"}
	_, problems := CompileExpr("die.value > lmit", []string{"self", "die"}, at, surface, modules{})
	if len(problems) != 1 || problems[0].Place.Line != 7 || problems[0].Place.Column != 24 {
		t.Errorf("got %v", problems)
	}
	p, problems := CompileExpr("die.value.x", []string{"die"}, at, surface, modules{})
	if problems != nil {
		t.Fatal(problems)
	}
	v := vm(t)
	i, _ := v.Load(p)
	problem := v.Protect(DefaultFuel, func() { v.Call(i.Hook(""), NewTable().Value()) })
	if problem == nil || problem.Place.Line != 7 || problem.Place.Column != 12 || problem.Place.Path != "use.where" {
		t.Errorf("got %v", problem)
	}
}

func TestHooksAndReferences(t *testing.T) {
	p := compile(t, `local M = { start = function(self) vars.mana = vars.gold end }
function M.use(self, die) emit("scored", 3) end
M.on_scored = function(self) return self.bonus + game.base end
return M`)
	var names []string
	for _, h := range p.Hooks() {
		names = append(names, h.Name)
	}
	if got := strings.Join(names, " "); got != "start use on_scored" {
		t.Errorf("hooks: %s", got)
	}
	var refs []string
	for _, r := range p.References() {
		refs = append(refs, r.Of+"."+r.Name+r.Call+":"+r.Text)
	}
	want := "vars.gold: vars.mana: .emit:scored .emit: self.bonus: game.base:"
	if got := strings.Join(refs, " "); got != want {
		t.Errorf("references: %s\nwant        %s", got, want)
	}
}

func TestModulesAreShared(t *testing.T) {
	m, problems := Compile(&def.Script{File: "m.lua", Module: "p:m", Source: "return { six = function() return 6 end, list = {1} }"}, surface, modules{})
	if problems != nil {
		t.Fatal(problems)
	}
	p, problems := Compile(&def.Script{File: "x.lua", Source: `local m = require("m")
return { use = function() return m.six() + require("m").list[1] end }`}, surface, modules{"m": m})
	if problems != nil {
		t.Fatal(problems)
	}
	if got, problem := run(t, vm(t), p); problem != nil || got != "7" {
		t.Errorf("got %s %v", got, problem)
	}
}
