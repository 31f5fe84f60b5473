package lua

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/content/def"
)

// gopher-lua is the judge of what Lua means: programs that its parser reads do
// here what they do on its VM. How failures are worded differs.
func TestProgramsDoWhatTheyDoOnGopherLua(t *testing.T) {
	programs := 3000
	if testing.Short() {
		programs = 400
	}
	failed := 0
	for seed := range programs {
		w := &author{luck: rand.New(rand.NewPCG(uint64(seed), 7))}
		source := w.program()
		ours, theirs := here(t, source), there(t, source)
		if strings.Contains(theirs, "\nfailed") {
			failed++
		}
		if ours != theirs {
			t.Fatalf("seed %d\n%s\n--- here\n%s\n--- on gopher-lua\n%s", seed, source, ours, theirs)
		}
	}
	if failed > programs*8/10 || failed < programs/100 {
		t.Errorf("%d of %d programs fail, which tells little", failed, programs)
	}
}

// here runs a program in the sandbox and returns what it told.
func here(t *testing.T, source string) string {
	t.Helper()
	var told strings.Builder
	v := NewVM(map[string]Value{"emit": NewFunction(func(v *VM, args []Value) Value {
		for _, a := range args {
			fmt.Fprintf(&told, " %s:%s", a.Type(), a)
		}
		told.WriteByte('\n')
		return v.Give()
	}).Value()})
	p, problems := Compile(&def.Script{File: "x.lua", Source: source}, &Surface{Functions: map[string]Signature{"emit": {Variadic: true}}}, modules{})
	if len(problems) > 0 {
		t.Fatalf("%s\n%v", source, problems)
	}
	if _, problem := run(t, v, p); problem != nil {
		if problem.Code != "script/runtime" {
			t.Fatalf("%s\n%v", source, problem)
		}
		told.WriteString("\nfailed")
	}
	return told.String()
}

// there runs it on gopher-lua as it comes.
func there(t *testing.T, source string) string {
	t.Helper()
	var told strings.Builder
	l := lua.NewState()
	defer l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // for a program that does not end there
	defer cancel()
	l.SetContext(ctx)
	l.SetGlobal("emit", l.NewFunction(func(l *lua.LState) int {
		for i := 1; i <= l.GetTop(); i++ {
			v := l.Get(i)
			if v == nil {
				v = lua.LNil // as it leaves some in its registers
			}
			text := v.String()
			if v.Type() == lua.LTTable || v.Type() == lua.LTFunction {
				text = v.Type().String()
			}
			fmt.Fprintf(&told, " %s:%s", v.Type(), text)
		}
		told.WriteByte('\n')
		return 0
	}))
	if err := l.DoString(source); err != nil {
		t.Fatalf("%s\n%v", source, err)
	}
	if err := l.CallByParam(lua.P{Fn: l.GetField(l.Get(-1), "use"), Protect: true}); err != nil {
		told.WriteString("\nfailed")
	}
	return told.String()
}

// author writes programs at random. They end, and they do nothing whose outcome
// Lua leaves open.
type author struct {
	luck   *rand.Rand
	text   strings.Builder
	scopes [][]string // the locals that can be seen
	names  int
	depth  int
}

func (w *author) pick(n int) int { return w.luck.IntN(n) }

func (w *author) one(list ...string) string { return list[w.pick(len(list))] }

func (w *author) fresh() string {
	w.names++
	return fmt.Sprintf("v%d", w.names)
}

func (w *author) declare(name string) {
	top := len(w.scopes) - 1
	w.scopes[top] = append(w.scopes[top], name)
}

// seen returns a local that can be seen.
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

func (w *author) program() string {
	w.line("local upper = { n = 3, list = { 1, 2, 3 } }")
	w.line("local function twice(x) return x, x end")
	w.line("return { use = function()")
	w.block(6)
	w.line("end }")
	return w.text.String()
}

func (w *author) line(format string, args ...any) { fmt.Fprintf(&w.text, format+"\n", args...) }

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
	switch kind := w.pick(16); {
	case kind == 15:
		w.idiom()
	case kind > 12 && w.depth < 5:
		w.function()
	case kind > 7 && w.depth < 5:
		w.nested()
	default:
		w.simple()
	}
}

func (w *author) simple() {
	switch w.pick(6) {
	case 0, 1:
		name := w.fresh()
		w.line("local %s = %s", name, w.value(3))
		w.declare(name)
	case 2:
		a, b := w.fresh(), w.fresh()
		// With more values than names gopher-lua uses registers of others.
		w.line("local %s, %s = %s", a, b, w.one(w.value(2), w.value(2)+", "+w.value(2), "twice("+w.value(2)+")", "unpack("+w.table()+")"))
		w.declare(a)
		w.declare(b)
	case 3:
		w.line("emit(%s)", w.values())
	case 4:
		w.line("do local t = %s t.x = %s t[1] = %s emit(t.x, #t, t[1], t[%s]) end", w.table(), w.value(2), w.value(2), w.value(1))
	case 5:
		x, y := w.seen(), w.seen()
		if x == "nil" {
			return
		}
		// x = y and … on gopher-lua may leave x as it was.
		w.line("%s = %s", x, w.one(w.number(3), "(function() return "+w.value(3)+" end)()"))
		if x != y {
			// Several assignments at once go wrong on gopher-lua when they
			// read what they write, or compare.
			w.line("%s, %s = %s, %s", x, y, w.number(0), w.number(0))
		}
	}
}

func (w *author) nested() {
	switch n := w.fresh(); w.pick(6) {
	case 0, 1:
		w.line("if %s then", w.value(3))
		w.block(3)
		if w.pick(2) == 0 {
			w.line("elseif %s then", w.value(2))
			w.block(2)
			w.line("else")
			w.block(2)
		}
		w.line("end")
	case 2:
		w.line("for %s = %d, %d, %s do", n, w.pick(4), w.pick(5), w.one("1", "2", "-1", "0.5"))
		w.loop(n)
	case 3:
		v := w.fresh()
		w.line("for %s, %s in %s(%s) do", n, v, w.one("ipairs", "pairs"), w.table())
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
		w.line("until last == %d or %s > 2", w.pick(3), n)
	}
}

// loop writes a body that sees copies of the loop's locals: what becomes of a
// loop whose local is changed Lua leaves open.
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

// function writes a function and calls it. It cannot call itself, so that it
// ends.
func (w *author) function() {
	name, a, b := w.fresh(), w.fresh(), w.fresh()
	rest := w.one("", ", ...")
	w.line("local %s", name)
	w.line("%s = function(%s, %s%s)", name, a, b, rest)
	w.scopes = append(w.scopes, []string{a, b})
	if rest != "" {
		w.line("emit(select('#', ...), ...)")
	}
	w.block(3)
	w.line("%s %s", w.one("do return", "do return 1,", "do return twice(7),"), w.values()+" end")
	w.scopes = w.scopes[:len(w.scopes)-1]
	w.line("end")
	w.line("emit(%s(%s))", name, w.values())
	w.line("emit((%s(%s)))", name, w.values())
	w.line("emit(%s(%s), %s())", name, w.value(2), name)
}

// idioms are what functions are used for, with holes for values.
var idioms = []string{
	"do local c = 0 local function inc(by) c = c + by return c end emit(inc(1), inc(%[1]s), c) end",
	"do local o = { n = 1 } function o:add(x) self.n = self.n + x return self end emit(o:add(2):add(%[1]s).n) end",
	"do local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end emit(fact(5), %[2]s) end",
	"do local function down(n, ...) if n == 0 then return ... end return down(n - 1, ...) end emit(down(5, %[2]s)) end",
	"do local fs = {} for i = 1, 3 do local n = i fs[#fs + 1] = function() n = n + 1 return n end end emit(fs[1](), fs[1](), fs[2](), %[1]s) end",
	"do local even, odd function even(n) if n == 0 then return true end return odd(n - 1) end function odd(n) if n == 0 then return false end return even(n - 1) end emit(even(7), %[2]s) end",
	"do local t = { 5, 2, 9, 1 } table.sort(t, function(a, b) return a > b end) table.insert(t, 2, %[1]s) emit(unpack(t)) emit(table.remove(t, 1), #t, table.concat({ 1, 2 }, '-')) end",
	"do local t = {} for w = 1, 12 do t['k' .. w] = w t[w * w] = w end t.k3, t.k12 = nil, 5 local n = 0 for k, v in pairs(t) do n = n + v end emit(n, t.k7, t[49], t.k3, %[1]s) end",
	"do local a = { b = { c = { %[2]s } } } a.b.c.d = a emit(a.b.c.d.b.c[1], a.b.c.d == a, a.b == a.b.c) end",
	"do local function f(a, b, ...) local x, y, z = ... return select('#', ...), x, y, z, b end emit(f(%[2]s, 1, 2)) emit((f(1))) end",
}

func (w *author) idiom() {
	text := w.one(idioms...)
	w.line("%s", strings.NewReplacer("%[1]s", w.number(1), "%[2]s", w.value(2)).Replace(text))
}

// values are one or more, of which the last may be any number.
func (w *author) values() string {
	list := w.value(2)
	for w.pick(2) == 0 {
		list += ", " + w.value(2)
	}
	if w.pick(3) == 0 {
		list += ", " + w.one("twice("+w.value(1)+")", "unpack("+w.table()+")", "(twice(4))")
	}
	return list
}

func (w *author) table() string {
	return w.one("{}", "{ 1, 2, 3 }", "{ 4, x = 5, y = 6 }", "{ twice(8) }", "{ twice(8), 9 }", "{ upper, 'a', n = 1 }",
		fmt.Sprintf("{ %s, %s, [-%d] = 1 }", w.number(1), w.number(1), 5+w.pick(2)), "{ a = 1, ['b c'] = 2, [true] = 3, [0.5] = 4 }")
}

func (w *author) number(depth int) string {
	if depth == 0 || w.pick(2) == 0 {
		return w.one("1", "2", "7", "(- upper.n)", "0.5", "1e3", "0x10", "2^0.5", "upper.n", "#upper.list", "'12'")
	}
	// gopher-lua has no -0, which % may give.
	return "(" + w.number(depth-1) + " " + w.one("+", "-", "*", "/", "^ 2 +", "% 5 +") + " " + w.number(depth-1) + ")"
}

func (w *author) value(depth int) string {
	if depth == 0 {
		return w.one(w.seen(), w.number(0), "'text'", "true", "false", "nil", w.seen())
	}
	switch w.pick(13) {
	case 0, 1:
		return w.number(depth)
	case 2, 3:
		return w.seen()
	case 4: // after a constant, gopher-lua may jump to somewhere else
		return "(" + w.one("upper.x", "upper.n", w.number(1)+" < 2") + " " + w.one("and", "or") + " " + w.value(depth-1) + ")"
	case 5:
		return "not " + w.value(depth-1)
	case 6:
		return "(" + w.value(depth-1) + " " + w.one("==", "~=") + " " + w.value(depth-1) + ")"
	case 7:
		return "(" + w.number(depth-1) + " " + w.one("<", "<=", ">", ">=") + " " + w.one("3", "0", "-1.5") + ")"
	case 8:
		return "('a' .. " + w.number(depth-1) + " .. 'b')"
	case 9:
		return "(" + w.table() + ")[" + w.one("1", "2", "'x'", "true", "0.5", "upper.n") + "]"
	case 10:
		return w.one("('Abc'):upper()", "('x'):rep(3)", "#'four'", "tostring(7)", "math.floor("+w.number(1)+")", "math.max(1, 2, -3)", "string.sub('Sleight', 2, -2)", "tonumber('12')", "upper.list[2]", "- "+w.number(0))
	case 11:
		inner := w.fresh()
		return fmt.Sprintf("(function(%s) return %s end)(%s)", inner, w.one(inner, "twice("+inner+")", inner+" and 1"), w.value(depth-1))
	}
	if w.pick(8) > 0 { // most of these fail
		return w.number(depth)
	}
	return "(" + w.value(depth-1) + " " + w.one("+", "-", "*", "..", "<") + " " + w.value(depth-1) + ")"
}
