package lua

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// program is a random program. It terminates, and it uses nothing that Lua
// leaves undefined or that the table of the library lists as different: the
// length of a list with gaps, the order of fields, large whole numbers as text.
func program(seed uint64) string {
	w := newAuthor(seed)
	w.line("local upper = { n = 3, list = { 1, 2, 3 } }")
	w.line("local function twice(x) return x, x end")
	w.line("local function text(x) if type(x) == 'number' and (x ~= x or x == 0 or x >= 1e14 or x <= -1e14) then return 'odd' end if type(x) == 'table' or type(x) == 'function' then return type(x) end return x end")
	w.line("return { use = function()")
	w.block(6)
	w.line("end }")
	return w.text.String()
}

func newAuthor(seed uint64) *author { return &author{luck: rand.New(rand.NewPCG(seed, 7))} }

// author writes programs.
type author struct {
	luck   *rand.Rand
	text   strings.Builder
	scopes [][]string // the locals in scope
	names  int
	depth  int
	loops  int
}

func (w *author) pick(n int) int { return w.luck.IntN(n) }

func (w *author) one(list ...string) string { return list[w.pick(len(list))] }

func (w *author) line(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }

func (w *author) fresh() string {
	w.names++
	return fmt.Sprintf("v%d", w.names)
}

func (w *author) declare(name string) {
	top := len(w.scopes) - 1
	w.scopes[top] = append(w.scopes[top], name)
}

// seen returns a local in scope.
func (w *author) seen() string {
	var all []string
	for _, s := range w.scopes {
		all = append(all, s...)
	}
	if len(all) == 0 {
		return "nil"
	}
	return all[w.pick(len(all))]
}

func (w *author) block(n int, locals ...string) {
	w.scopes = append(w.scopes, locals)
	w.depth++
	for range 1 + w.pick(n) {
		w.statement()
	}
	w.depth--
	w.scopes = w.scopes[:len(w.scopes)-1]
}

func (w *author) statement() {
	switch kind := w.pick(18); {
	case kind >= 16:
		w.idiom()
	case kind > 12 && w.depth < 5:
		w.function()
	case kind > 8 && w.depth < 5 && w.loops < 3:
		w.nested()
	default:
		w.simple()
	}
}

func (w *author) simple() {
	switch w.pick(9) {
	case 0, 1:
		name := w.fresh()
		w.line("local %s = %s", name, w.value(3))
		w.declare(name)
	case 2:
		a, b := w.fresh(), w.fresh()
		w.line("local %s, %s = %s", a, b, w.values())
		w.declare(a)
		w.declare(b)
	case 3, 4:
		w.line("emit(%s)", w.values())
	case 5:
		w.line("do local t = %s t.x = %s t[1] = %s emit(t.x, t[1], t[%s], t[2], t[3]) end", w.table(), w.value(2), w.value(2), w.value(1))
	case 6:
		w.list()
	case 7:
		if x, y := w.seen(), w.seen(); x != "nil" {
			w.line("%s, %s = %s", x, y, w.values())
		}
	case 8:
		if x := w.seen(); x != "nil" {
			w.line("%s = %s", x, w.value(3))
		}
	}
}

// list is a list without gaps, written in any way, and a check of Lua's results
// for it.
func (w *author) list() {
	n := w.pick(7)
	items := w.pick(n + 1)
	var parts []string
	for range items {
		parts = append(parts, w.solid())
	}
	for k := items + 1; k <= n; k++ {
		at := w.pick(len(parts) + 1)
		parts = append(parts[:at], append([]string{fmt.Sprintf("[%d] = %s", k, w.solid())}, parts[at:]...)...)
	}
	for range w.pick(3) {
		at, k := w.pick(len(parts)+1), w.one("x", "['y z']", "[true]", "[1.5]", "[-1]", "[0]", "[1e15]")
		if items > 0 && w.pick(2) == 0 {
			k = fmt.Sprintf("[%d]", 1+w.pick(items)) // the item replaces it
		}
		parts = append(parts[:at], append([]string{k + " = " + w.value(1)}, parts[at:]...)...)
	}
	t := w.fresh()
	w.line("local %s = { %s }", t, strings.Join(parts, w.one(", ", "; ")))
	w.line("emit(#%s, table.getn(%s), %s[1], %s[%d], %s[1.5], %s.x)", t, t, t, t, n, t, t)
	for range 1 + w.pick(3) {
		w.line("%s", strings.NewReplacer("T", t, "V", w.solid(), "W", w.solid(), "I", fmt.Sprint(1+w.pick(n+1)), "N", fmt.Sprint(n)).Replace(w.one(
			"table.insert(T, V) emit(#T, T[#T])", "if #T >= I - 1 then table.insert(T, I, V) end emit(#T, unpack(T))",
			"emit(table.remove(T)) emit(#T)", "emit(table.remove(T, I)) emit(#T, unpack(T))", "T[#T + 1] = V emit(#T)",
			"T[#T] = nil emit(#T)", "emit(unpack(T, 2))", "emit(unpack(T, -1, 2))", "emit(unpack(T, I, N))",
			"local s = {} for i, v in ipairs(T) do s[i] = text(v) end emit(#s)",
			"for i = #T, 1, -1 do T[i] = nil end emit(#T, next(T) == nil)",
			"local n = 0 for k, v in pairs(T) do n = n + 1 end emit(n)", "emit(table.maxn(T))",
			"emit(table.foreachi(T, function(i, v) emit(i, v) if i == I then return v end end))",
			"local u = {} for i = 1, #T do u[i] = tostring(text(T[i])) end table.sort(u, function(a, b) return a > b end) emit(unpack(u))",
			"local m = #T T[m + 2] = V T[m + 1] = W emit(#T - m, T[m + 1], T[m + 2])",
			"local u = {} for i = 1, #T do u[#u + 1] = tostring(type(T[i])) end emit(table.concat(u, V == 1 and '' or ', ', 1))",
			"local n = { 5, 2, 9, 1, 7, 3 } table.sort(n) emit(unpack(n)) table.sort(n, function(a, b) return a > b end) emit(table.concat(n, '-', I % 6 + 1))",
		)))
	}
}

// solid is a value that is not nil.
func (w *author) solid() string {
	return w.one(w.number(1), "'b'", "true", "false", "{}", w.string(1), w.number(0))
}

func (w *author) nested() {
	w.loops++
	switch n := w.fresh(); w.pick(6) {
	case 0, 1:
		w.loops--
		w.line("if %s then", w.value(3))
		w.block(3)
		if w.pick(2) == 0 {
			w.line("elseif %s then", w.value(2))
			w.block(2)
			w.line("else")
			w.block(2)
		}
		w.line("end")
		return
	case 2:
		w.line("for %s = %s, %s, %s do", n, w.one("0", "1", "3", "0.1", "'2'", "-1"), w.one("0", "1", "4", "-2", "0.9", "'3'"), w.one("1", "2", "-1", "0.5", "0.3", "-0.7", "'1'"))
		w.loop(n)
	case 3:
		v := w.fresh()
		w.line("for %s, %s in %s do", n, v, w.one("ipairs({ 4, 5, nil, 6 })", "pairs({ 7, 8, 9 })", "ipairs(upper.list)",
			"string.gmatch("+w.string(0)+", '"+w.pattern()+"')", "next, { 3, 2 }", "pairs({ x = 1 })"))
		w.loop(n, v)
	case 4:
		w.line("local %s = 0", n)
		w.line("while %s < %d do", n, w.pick(4))
		w.line("%s = %s + 1", n, n)
		w.loop()
	case 5:
		w.line("local %s = 0", n)
		w.line("repeat local last = %s", n)
		w.line("%s = %s + 1", n, n)
		w.block(2, "last")
		w.line("until %s > 2 or last == %d", n, w.pick(3))
	}
	w.loops--
}

// loop is the body of a loop, which may change copies of its variables: the
// effect of changing a loop's own variables is undefined in Lua.
func (w *author) loop(locals ...string) {
	var copies []string
	for _, name := range locals {
		w.line("local %s_ = %s", name, name)
		copies = append(copies, name+"_")
	}
	w.block(3, copies...)
	if w.pick(3) == 0 {
		w.line("if %s then break end", w.value(2))
	}
	w.line("end")
}

// function is a function with a call of it. It cannot call itself, so that it
// terminates.
func (w *author) function() {
	name, a, b := w.fresh(), w.fresh(), w.fresh()
	rest := w.one("", ", ...")
	switch w.pick(3) {
	case 0:
		w.line("local function %s(%s, %s%s)", name, a, b, rest)
	case 1:
		w.line("local %s = function(%s, %s%s)", name, a, b, rest)
	case 2:
		w.line("local %s = {} function %s.f(%s, %s%s)", name, name, a, b, rest)
		name += ".f"
	}
	w.scopes = append(w.scopes, []string{a, b})
	if rest != "" {
		w.line("emit(select('#', ...), ...)")
		w.line("local %s_ = { ... } emit(%s_[1], select(%s, %s...))", a, a, w.one("1", "2", "-1", "'#'"), w.one("1, ", "nil, ", ""))
	}
	loops := w.loops
	w.loops = 2
	w.block(3)
	w.loops = loops
	w.line("%s %s", w.one("do return", "do return 1,", "do return twice(7),"), w.values()+" end")
	w.scopes = w.scopes[:len(w.scopes)-1]
	w.line("end")
	w.line("emit(%s(%s))", name, w.values())
	w.line("emit((%s(%s)))", name, w.values())
	w.line("emit(%s(%s), %s())", name, w.value(2), name)
}

// idioms are typical uses of functions, with holes for values.
var idioms = []string{
	"do local c = 0 local function inc(by) c = c + by return c end emit(inc(1), inc(N), c) end",
	"do local c = 1 local function to(x) c = x return x end emit(c + to(N), c, c == to(V), text(c) .. to('x'), ({ c, to(2) })[1]) end",
	"do local c = 'y' local function to(x) c = x return x end emit(c .. to('x'), c .. to('z') .. c) end",
	"do local i, t = 1, {} local function next_i() i = i + 1 return i end t[i] = next_i() emit(t[1], t[2], i) t[i], i = next_i(), 9 emit(t[2], t[3], i) end",
	"do local i, t = 1, { 10, 20, 30 } local function step() i = i + 1 return i end emit(t[i] - step(), i * step(), i < step(), -i + step(), #t % step()) end",
	"do local o = { n = 1 } function o:add(x) self.n = self.n + x return self end emit(o:add(2):add(N).n) end",
	"do local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end emit(fact(5), V) end",
	"do local function down(n, ...) if n == 0 then return ... end return down(n - 1, ...) end emit(down(5, V)) end",
	"do local function grow(n, ...) if n == 0 then return select('#', ...) end return grow(n - 1, n, V, ...) end emit(grow(60)) end",
	"do local fs = {} for i = 1, 3 do local n = i fs[#fs + 1] = function() n = n + 1 return n end end emit(fs[1](), fs[1](), fs[2](), N) end",
	"do local even, odd function even(n) if n == 0 then return true end return odd(n - 1) end function odd(n) if n == 0 then return false end return even(n - 1) end emit(even(7), V) end",
	"do local t = {} for w = 1, 12 do t['k' .. w] = w t[w * w] = w end t.k3, t.k12 = nil, 5 local n = 0 for k, v in pairs(t) do n = n + v end emit(n, t.k7, t[49], t.k3, N) end",
	"do local t = { 1, 2, 3, x = 1, y = 2, z = 3 } for k in pairs(t) do t[k] = nil end emit(next(t), #t) end",
	"do local a = { b = { c = { V } } } a.b.c.d = a emit(a.b.c.d.b.c[1], a.b.c.d == a, a.b == a.b.c) end",
	"do local function f(a, b, ...) local x, y, z = ... return select('#', ...), x, y, z, b end emit(f(V, 1, 2)) emit((f(1))) end",
	"do local function f(...) return ... end emit(({ f(1, V, 3) })[1], #{ f(1, 2, 3) }, #{ f(1, 2), 3 }, #{ (f(1, 2)) }) end",
	"do local t = { f = function(self, ...) return self.n, ... end, n = V } emit(t:f(1, V)) emit(t.f(t)) emit(t:f('x')) end",
	"do local s = '' for a, b in string.gmatch('k=v, k2=v2', '(%w+)=(%w+)') do s = s .. a .. ':' .. b .. ';' end emit(s, V) end",
	"do local x = V local y = x and N or 7 local z = x == nil and 'none' or x emit(y, z, not not x) end",
	"do local f = function() end emit(f(), (f()), #{ f() }, #{ f(), 1 }, type(f), select('#', f())) end",
	"do local n = 0 while true do n = n + 1 if n > 3 then break end local g = function() return n end emit(g()) end end",
	"do local gs = {} local i = 0 repeat local j = i gs[#gs + 1] = function() j = j + 1 return j end i = i + 1 until j >= 2 emit(gs[1](), gs[1](), gs[3]()) end",
}

func (w *author) idiom() {
	parts := strings.Fields(w.one(idioms...))
	for i, p := range parts {
		parts[i] = strings.NewReplacer("(N", "("+w.number(1), "(V", "("+w.value(2)).Replace(p)
		for _, hole := range []string{"N", "V"} {
			if strings.Trim(p, "(){},;") == hole {
				value := w.number(1)
				if hole == "V" {
					value = w.value(2)
				}
				parts[i] = strings.Replace(p, hole, value, 1)
			}
		}
	}
	w.line("%s", strings.Join(parts, " "))
}
