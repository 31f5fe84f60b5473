package lua

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"sleight/tests/golden"
)

// makers has a hook for each kind of table that is read and changed; each run
// makes a new table.
const makers = `
local constant, made = { 1, 2, x = 3 }, {}
function made.list() return { 10, 20, 30 } end
function made.both() return { 10, 20, x = "ex", y = "why", [true] = 5, [0] = 6, [2.5] = 7, [4] = 8 } end
function made.many() local t = { 1 } for i = 1, 20 do t["k" .. i] = i t[-i] = i end t.x = 5 return t end
function made.empty() return {} end
function made.gone() local t = { 1, 2, x = 1 } t.x = nil t[2] = nil return t end
function made.method() return { x = function(self, k) return k, self.n end, n = 4 } end
function made.frozen() return constant end
return made`

// accesses are the ways to use an object o with a key k and a value v.
var accesses = []string{
	"return (O[K])", "local r = O[K] return r", "return (O.x)", "if O.x then return 1 end return 2",
	"O[K] = V return 1", "O.x = V return 1", "local r r, O[K] = 1, V return r", "O[K], O.x = V, K return 1",
	"return O:x(K)", "local r, s = O:x(K) return { r, s }", "return (O:x(K, V))", "O:x() return 1",
	"return O(K)", "local r = O(K, V) return r", "O() return 1", "return (O(K, V, K))", "return (O(unpack({ 1, 2 })))",
	"return { [K] = V, 7 }", "return { O, K, V, x = K }", "return { K, V, [1] = 9, [3] = 8 }", "return { x = V, x = K }",
	"return (-K)", "return (#O)", "return (not K)", "return (O == K)", "return (K .. K)",
	"local s = 0 for i = 1, K do s = s + i if s > 20 then break end end return s", "local s = 0 for i = K, 3 do s = s + i end return s",
	"local s = 0 for i = 3, 1, K do s = s + i if s > 20 then break end end return s",
	"local s, n = '', 0 for k, v in pairs(O) do n = n + 1 if n < 9 then s = s .. tostring(k) .. tostring(v) end end return s .. n",
	"local s = '' for i, v in ipairs(O) do s = s .. i .. tostring(v) end return s", "local s = 0 for k in O do s = s + 1 end return s",
	"local s = 0 for k, v in next, O, K do s = s + 1 end return s", "table.insert(O, V) return 1", "table.insert(O, K, V) return 1",
	"return (table.remove(O))", "return (table.remove(O, K))", "return (next(O, K))", "return (table.concat(O, K))", "return { unpack(O, K) }",
}

// calledName matches the name of the called value in a message, which depends on
// how the call is written.
var calledName = regexp.MustCompile(`^[\w.:]+ is`)

// accessTest runs accesses to objects.
type accessTest struct {
	*testing.T
	vm      *VM
	made    *Program
	objects map[string]Value // those that scripts do not make
	set     string           // what was set in the entity
}

func newAccessTest(t *testing.T) *accessTest {
	x := &accessTest{T: t, vm: vm(t), made: compiled(t, makers)}
	entity := &Class{Fixed: NewTable()}
	entity.Fixed.Put("x", Num(12))
	entity.Get = func(h uint64, k Value) Value {
		if k.IsNil() || k.String() != "x" {
			return Text(fmt.Sprint(h, k))
		}
		return Num(12)
	}
	entity.Set = func(h uint64, k, v Value) { x.set = fmt.Sprint(", set ", h, " ", k, " ", v) }
	echo := NewFunction(func(vm *VM, args []Value) Value { return vm.Return(Num(float64(len(args))), args[0]) })
	x.objects = map[string]Value{"entity": entity.Object(7), "text": Name("abc"), "nil": Nil, "7": Num(7), "echo": echo.Value()}
	return x
}

// run calls a script with a new object, a key and a value.
func (x *accessTest) run(script *Program, object string, key, value Value) (o outcome) {
	makes, problem := x.vm.Load(x.made)
	if problem != nil {
		x.Fatal(problem)
	}
	use, problem := x.vm.Load(script)
	if problem != nil {
		x.Fatal(problem)
	}
	x.set = ""
	var of Value
	problem = x.vm.Protect(10_000, func() {
		if of = x.objects[object]; makes.Hook(object) != nil {
			of = x.vm.Call(makes.Hook(object))
		}
		before := x.vm.Spent()
		defer func() { o.fuel = x.vm.Spent() - before }()
		o.said = exact(x.vm.Call(use.Hook("use"), of, key, value))
	})
	if problem != nil {
		o.said = fmt.Sprintf("%s (line %d)", calledName.ReplaceAllString(problem.Message.String(), "it is"), problem.Place.Line)
	}
	o.said += x.set
	if t := of.Table(); t != nil && len(t.fields) < 9 {
		o.said += ", left " + displayed(of)
	}
	return o
}

// script compiles an access to given operands.
func (x *accessTest) script(access, declares, object, key, value string) *Program {
	body := strings.NewReplacer("O", object, "K", key, "V", value).Replace(access)
	return compiled(x.T, "local function id(x) return x end\nreturn { use = function(a, b, c)\n"+declares+"\n"+body+"\nend }")
}

// others returns programs with the same access whose operands are not parameters.
func (x *accessTest) others(access string) (all []*Program) {
	for _, f := range forms[1:4] {
		o, k := f.written("a")[0], f.written("b")[0]
		all = append(all, x.script(access, o.declares, o.text, "b", "c"), x.script(access, k.declares, "a", k.text, "c"),
			x.script(access, o.declares+k.declares, o.text, k.text, "id(c)"))
	}
	return all
}

// keys has keys of every type.
var keys = []given{
	{"1", "1", always(Num(1))},
	{"3", "3", always(Num(3))},
	{"4", "", always(Num(4))},
	{"0", "", always(Num(0))},
	{"-0", "", always(Num(math.Copysign(0, -1)))},
	{"2.5", "2.5", always(Num(2.5))},
	{"-2", "", always(Num(-2))},
	{"nan", "", always(Num(math.NaN()))},
	{"'x'", "'x'", func() Value { return Text(strings.Clone("x")) }},
	{"'3'", "'3'", always(Name("3"))},
	{"'k17'", "'k17'", always(Name("k17"))},
	{"nil", "nil", always(Nil)},
	{"true", "true", always(Bool(true))},
}

// TestFieldAccessInEveryForm runs each access to each object,
// with keys of every kind, and compares the result, the object afterwards, the
// fuel and the line of a problem with a golden file. With operands in other
// forms, all but the fuel must be the same.
func TestFieldAccessInEveryForm(t *testing.T) {
	x := newAccessTest(t)
	var out strings.Builder
	for _, access := range accesses {
		fmt.Fprintf(&out, "# %s\n", access)
		plain, others := x.script(access, "", "a", "b", "c"), x.others(access)
		for _, object := range []string{"list", "both", "many", "empty", "gone", "method", "frozen", "entity", "text", "nil", "7", "echo"} {
			if !strings.Contains(access, "O") && object != "nil" {
				continue
			}
			said := grouped{names: map[string][]string{}}
			for _, k := range keys {
				if !strings.Contains(access, "K") && k.name != "1" {
					continue
				}
				want := x.run(plain, object, k.value(), Name("v"))
				said.add(fmt.Sprintf("%s, %d units", want.said, want.fuel), k.name)
				others := others
				if k.literal != "" {
					others = append(others[:len(others):len(others)], x.script(access, "", "a", k.literal, "'v'"))
				}
				for _, other := range others {
					if got := x.run(other, object, k.value(), Name("v")); got.said != want.said {
						t.Errorf("%s of %s, with %s: %s, and with parameters %s", access, object, k.name, got.said, want.said)
					}
				}
				if got := x.run(plain, object, k.value(), Nil); got != want {
					said.add(fmt.Sprintf("with nil: %s, %d units", got.said, got.fuel), k.name)
				}
			}
			for _, line := range said.order {
				fmt.Fprintf(&out, "%s with %s: %s\n", object, strings.Join(said.names[line], " | "), line)
			}
		}
	}
	golden.Check(t, "testdata/accesses.golden", out.String())
}
