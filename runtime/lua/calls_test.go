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
	"sleight/tests/golden"
)

// literals are arguments of every kind.
var literals = []string{
	"7", "-1", "0", "1.5", "1e3", `"7"`, `"word"`, `""`, "true", "nil", "{}", "{ 1, 2 }", "{ at = 1 }", `{ at = "x", fast = 3, n = 10 }`, "{ att = 1 }", `{ ["at"] = "x", 5 }`, "function() end", "die", "-die", "f()", "(f())", "...", "die.value", "vars.gold", "not die",
}

// TestEveryCallOfTheGame compares the compiler's reports about calls of
// functions of the game, with every number of arguments and with each literal
// at each position, with a golden file.
func TestEveryCallOfTheGame(t *testing.T) {
	cards := module(t)
	var out strings.Builder
	for _, names := range []*analysis.Surface{testSurface, gameNames} {
		for _, name := range slices.Sorted(maps.Keys(names.Functions)) {
			sig := names.Functions[name]
			said := grouped{names: map[string][]string{}}
			say := func(args string) {
				source := "local function f() return 1 end\nreturn { use = function(self, die, ...)\n  " + name + "(" + args + ")\nend }"
				p, problems := Compile(&def.Script{File: "x.lua", Source: source}, names, requirable{"cards": cards})
				if p != nil {
					problems = p.Facts().Doubts
				}
				if text := strings.Join(reported(problems, ""), "\n  "); text != "" {
					said.add(text, args)
				}
			}
			for n := range len(sig.Params) + 3 {
				for _, last := range []string{"die", "f()", "..."} {
					say(strings.TrimPrefix(strings.Repeat(", die", max(0, n-1))+", "+last, ", "))
				}
			}
			say("")
			for i := range sig.Params {
				for _, literal := range literals {
					args := slices.Repeat([]string{"die"}, max(i+1, len(sig.Params)))
					args[i] = literal
					say(strings.Join(args, ", "))
				}
			}
			for _, text := range said.order {
				fmt.Fprintf(&out, "%s(%s):\n  %s\n", name, strings.Join(said.names[text], ") ("), text)
			}
		}
	}
	golden.Check(t, "testdata/calls.golden", out.String())
}

// TestExpressionsAlone compiles expressions as they occur in content, and compares
// the problems and their places, or the function's result and fuel.
func TestExpressionsAlone(t *testing.T) {
	at := diag.Place{File: "flip.yaml", Line: 7, Column: 12, Path: "use.where"}
	v := vm(t)
	var out strings.Builder
	for _, text := range slices.Concat(valued, []string{
		"die.value > 3", "die.value >\n 3 +", "die.value\n  .x.y", "die\n +\n {}", "1, 2", "return 1", "x = 1", "local a = 1", "die.value = 3", "f(", "(1", "1)", "-- note", "1 -- note", "die and die.value or nil",
		"function(x) return x end", "function() return 1 end", "if die then 1 end", "die == 1 or 2", "die != 1", "!die", "die && 1", "die.valu", "unknwon", "count('den'", "'open", "[[long\ntext]] .. 1", "die;", "die if 1 else 2", "\"a\" \"b\"", "{ 1, 2", "...", "self.x.y",
	}) {
		p, problems := CompileExpr(text, []string{"self", "die"}, at, gameNames, requirable{})
		fmt.Fprintf(&out, "> %s\n", strings.ReplaceAll(text, "\n", "\n| "))
		if p == nil {
			fmt.Fprintf(&out, "  %s\n", strings.Join(reported(problems, ""), "\n  "))
			for _, d := range problems {
				fmt.Fprintf(&out, "  %s, %d bytes\n", d.Place.Path, d.Place.Length)
			}
			continue
		}
		f := p.Facts()
		fmt.Fprintf(&out, "  is %s at %s, lines %v, %d fields, %d texts, %d calls, %d sentences\n", shownType(f.Result), p.Place(), p.Lines(), len(f.Fields), len(f.Texts), len(f.Calls), len(f.Sentences))
		for _, u := range f.Uses {
			fmt.Fprintf(&out, "  %s\n", shownUse(u, ""))
		}
		for _, line := range reported(f.Doubts, "") {
			fmt.Fprintf(&out, "  %s\n", line)
		}
		i, problem := v.Load(p)
		if problem == nil {
			problem = v.Protect(1000, func() { fmt.Fprintf(&out, "  %s\n", displayed(v.Call(i.Hook(""), Num(1), NewTable().Value()))) })
		}
		if problem != nil {
			fmt.Fprintf(&out, "  fails at %s: %s\n", problem.Place, problem.Message)
		}
		fmt.Fprintf(&out, "  %d units\n", v.Spent())
		v.Unload(p)
	}
	golden.Check(t, "testdata/alone.golden", out.String())
}

// TestContentBecomesFrozenValues checks the Lua values for content of every
// type.
func TestContentBecomesFrozenValues(t *testing.T) {
	v := NewVM(nil)
	text := func(n int) *def.Node { return def.NewText(def.Position{}, strings.Repeat("x", n)) }
	list := def.NewList(def.Position{}, []*def.Node{def.NewNumber(def.Position{}, 2), {}, def.NewBool(def.Position{}, true)})
	table := def.NewMap(def.Position{}, []def.Field{{Key: "a", Value: def.NewNumber(def.Position{}, 2.5)}, {Key: "b", Value: def.NewList(def.Position{}, nil)}})
	for want, n := range map[string]*def.Node{"nil": nil, "nil ": {}, "true": def.NewBool(def.Position{}, true), "2.5": def.NewNumber(def.Position{}, 2.5), `"xxx"`: text(3), "{2 3=true}": list, "{a=2.5 b={}}": table} {
		got := displayed(v.ContentValue(n))
		if got != strings.TrimSpace(want) {
			t.Errorf("%v becomes %s, want %s", n, got, want)
		}
	}
	if a, b := v.ContentValue(list), v.ContentValue(list); a != b || !a.Table().Frozen() {
		t.Error("a list is made twice, or may be changed")
	}
	for n, interned := range map[int]bool{costLook - 1: true, costLook: false} {
		a, b := v.ContentValue(text(n)), v.ContentValue(text(n))
		if (a.data == b.data) != interned {
			t.Errorf("a text of %d bytes is interned: %t", n, !interned)
		}
		if got, _ := a.Text(); got != strings.Repeat("x", n) {
			t.Errorf("a text of %d bytes becomes %q", n, got)
		}
	}
	for n, fails := range map[int]bool{maxText: false, maxText + 1: true} {
		if problem := v.Protect(100, func() { v.ContentValue(text(n)) }); (problem != nil) != fails {
			t.Errorf("a text of %d bytes: %v", n, problem)
		}
	}
}
