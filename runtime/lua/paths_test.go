package lua

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/tests/golden"
)

// given is a value in the scripts of these tests. literal is its form in a
// script, or empty if it has none.
type given struct {
	name, literal string
	value         func() Value
}

func always(v Value) func() Value { return func() Value { return v } }

// givens are values of every type, and numbers and texts at the edges.
var givens = []given{
	{"2", "2", always(Num(2))},
	{"-7.5", "", always(Num(-7.5))},
	{"0", "0", always(Num(0))},
	{"-0", "", always(Num(math.Copysign(0, -1)))},
	{"inf", "", always(Num(math.Inf(1)))},
	{"nan", "", always(Num(math.NaN()))},
	{"'2'", "'2'", always(Name("2"))},
	{"'ab'", "'ab'", always(Name("ab"))},
	{"another 'ab'", "", func() Value { return Text(strings.Clone("ab")) }},
	{"'abab…'", "'" + strings.Repeat("ab", 32) + "'", always(Text(strings.Repeat("ab", 32)))},
	{"true", "true", always(Bool(true))},
	{"false", "false", always(Bool(false))},
	{"nil", "nil", always(Nil)},
	{"a table", "", func() Value { return aTable }},
	{"a function", "", func() Value { return aFunction.Value() }},
	{"an entity", "", func() Value { return aClass.Object(7) }},
}

var (
	aTable    = NewTable().Value()
	aFunction = NewFunction(func(*VM, []Value) Value { return Nil })
	aClass    = &Class{Get: func(uint64, Value) Value { return Nil }}
)

// form is a way to write an operand. The compiler has separate code for most:
// locals are read in place, and those that are known to be numbers without
// checking their type. X stands for the parameter; a form without text is the
// literal of the value.
type form struct {
	name, declares, writes string
	number                 bool // only for numbers
}

var forms = []form{
	{name: "parameter", writes: "X"},
	{name: "captured local", declares: "local cX = X local function sX() return cX end ", writes: "cX"},
	{name: "result", writes: "id(X)"},
	{name: "field", declares: "local tX = { x = X } ", writes: "tX.x"},
	{name: "number", declares: "local nX = X * 1 ", writes: "nX", number: true},
	{name: "calculation", writes: "(X * 1)", number: true},
	{name: "literal"},
}

// outcome is how a run of a script ended.
type outcome struct {
	said string // the result, or the problem and its line
	fuel int64
}

func (o outcome) failed() bool { return strings.Contains(o.said, " (line ") }

// grouped collects the cases with the same line, in the order of the lines.
type grouped struct {
	order []string
	names map[string][]string
}

func (g *grouped) add(line, name string) {
	if g.names[line] == nil {
		g.order = append(g.order, line)
	}
	g.names[line] = append(g.names[line], name)
}

// called calls the hook use of a program.
func called(t *testing.T, v *VM, p *Program, args ...Value) outcome {
	t.Helper()
	i, problem := v.Load(p)
	if problem != nil {
		t.Fatal(problem)
	}
	var o outcome
	problem = v.Protect(10_000, func() { o.said = exact(v.Call(i.Hook("use"), args...)) })
	if problem != nil {
		o.said = fmt.Sprintf("%s (line %d)", problem.Message, problem.Place.Line)
	}
	o.fuel = v.Spent()
	v.Unload(p)
	return o
}

// exact shows a value with the sign of a zero.
func exact(v Value) string {
	if n, ok := v.Number(); ok && n == 0 && math.Signbit(n) {
		return "-0"
	}
	return displayed(v)
}

// inContext puts an expression into a place of a script where its value counts.
func inContext(context, declares, expression string) string {
	return "local function id(x) return x end\nreturn { use = function(a, b)\n" + declares + "\n" + strings.ReplaceAll(context, "E", expression) + "\nend }"
}

// valueContexts need a value, and truthContexts only whether it is true.
var (
	valueContexts = []string{"return (E)", "local r = E return r", "local r = 1 r = E return r", "if b == id then return 5 end return (E)"}
	truthContexts = []string{"if E then return true end return false", "return not not (E)", "while E do return true end do return false end", "local r = false if E then r = true else r = false end return r"}
)

// TestOperatorsWithEveryFormOfOperand runs each operator with operands of every
// type in every form, and each way to use the result. The golden file has the
// results for two parameters, of which nothing is known; all other forms must
// agree, also in fuel and in the line of problems.
func TestOperatorsWithEveryFormOfOperand(t *testing.T) {
	var parts []string
	v := vm(t)
	costs := map[string]map[string][]string{} // of ways to write an operation: the operators by what they cost
	for n, op := range []string{"+", "-", "*", "/", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or"} {
		var out strings.Builder
		want := map[[2]int]outcome{}
		plain := inContext(valueContexts[0], "", "a "+op+" b")
		p := compiled(t, plain)
		for i, a := range givens {
			said := grouped{names: map[string][]string{}}
			for k, b := range givens {
				o := called(t, v, p, a.value(), b.value())
				want[[2]int{i, k}] = o
				line := fmt.Sprintf("%s, %d units", o.said, o.fuel)
				if o.failed() && i > 0 && a.name != "'ab'" && a.name != "nil" {
					line = "a problem" // like those of other operands
				}
				said.add(line, b.name)
			}
			for _, line := range said.order {
				fmt.Fprintf(&out, "%s %s %s: %s\n", a.name, op, strings.Join(said.names[line], " | "), line)
			}
		}
		parts = append(parts, out.String())
		if testing.Short() && n%3 > 0 {
			continue
		}
		x := operatorTest{t, v, op, want, costs}
		for _, left := range forms {
			for _, right := range forms {
				x.agree(left, right, valueContexts[0])
			}
		}
		for _, pair := range [][2]form{{forms[0], forms[0]}, {forms[4], forms[4]}, {forms[4], forms[6]}, {forms[0], forms[6]}} {
			for _, c := range slices.Concat(valueContexts[1:], truthContexts) {
				x.agree(pair[0], pair[1], c)
			}
		}
	}
	if testing.Short() {
		clear(costs) // they are of some operators only
	}
	for _, way := range slices.Sorted(maps.Keys(costs)) {
		for _, more := range slices.Sorted(maps.Keys(costs[way])) {
			parts = append(parts, fmt.Sprintf("%s: %s more than two parameters: %s\n", way, more, strings.Join(costs[way][more], " ")))
		}
	}
	golden.CheckParts(t, "testdata/operators.golden", parts)
}

// operatorTest compares ways to write an operation with its known outcomes, by
// the positions of the operands among givens.
type operatorTest struct {
	*testing.T
	vm    *VM
	op    string
	want  map[[2]int]outcome
	costs map[string]map[string][]string
}

// agree writes both operands in a form and the result in a context, and
// compares the outcomes. It records the cost of the form, which depends only on
// the branch that the context takes.
func (x operatorTest) agree(left, right form, context string) {
	x.Helper()
	truth := slices.Contains(truthContexts, context)
	costs := map[string]int64{}
	for _, l := range left.written("a") {
		for _, r := range right.written("b") {
			source := inContext(context, l.declares+r.declares, l.text+" "+x.op+" "+r.text)
			p := compiled(x.T, source)
			for i, a := range givens {
				for k, b := range givens {
					if !l.holds(a) || !r.holds(b) {
						continue
					}
					want, got := x.want[[2]int{i, k}], called(x.T, x.vm, p, a.value(), b.value())
					leads := "a result"
					if want.failed() {
						leads = "a problem"
					} else if truth {
						want.said = fmt.Sprint(want.said != "nil" && want.said != "false")
						leads = want.said
					}
					if x.op == "and" || x.op == "or" { // which may leave out the right operand
						leads += fmt.Sprintf(" after %t", a.value().True())
					}
					if _, known := costs[leads]; !known {
						costs[leads] = got.fuel - want.fuel
					}
					want.fuel += costs[leads]
					if got != want {
						x.Errorf("%s\nwith %s and %s: %+v, and with two parameters %+v", source, a.name, b.name, got, want)
						return
					}
				}
			}
		}
	}
	way, more := fmt.Sprintf("%s and %s in %q", left.name, right.name, context), fmt.Sprint(costs)
	if x.costs[way] == nil {
		x.costs[way] = map[string][]string{}
	}
	x.costs[way][more] = append(x.costs[way][more], x.op)
}

// writtenForm is a form with a parameter in it.
type writtenForm struct {
	declares, text string
	holds          func(given) bool // whether the form can have a value
}

func (f form) written(param string) []writtenForm {
	if f.writes != "" {
		return []writtenForm{{strings.ReplaceAll(f.declares, "X", param), strings.ReplaceAll(f.writes, "X", param), func(g given) bool {
			return !f.number || g.value().isNumber()
		}}}
	}
	var all []writtenForm
	for _, g := range givens {
		if g.literal != "" {
			all = append(all, writtenForm{"", g.literal, func(other given) bool { return other.name == g.name }})
		}
	}
	return all
}

func compiled(t *testing.T, source string) *Program {
	t.Helper()
	p, problems := Compile(&def.Script{File: "x.lua", Source: source}, testSurface, requirable{})
	if p == nil {
		t.Fatalf("%s\n%v", source, problems)
	}
	return p
}
