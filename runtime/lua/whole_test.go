package lua

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/analysis"
	"sleight/tests/golden"
)

// testSurface is the surface of the scripts of these tests.
var testSurface = &analysis.Surface{
	Functions: map[string]analysis.Signature{
		"get": {Params: []analysis.Param{{Name: "die", Kind: analysis.KindEntity}}},
		"set": {Params: []analysis.Param{
			{Name: "die", Kind: analysis.KindEntity},
			{Name: "value", Kind: analysis.KindNumber, Whole: true, Low: 1, High: 6},
			{Name: "how", Kind: analysis.KindList, Optional: true, Fields: []analysis.Param{{Name: "at", Kind: analysis.KindText}, {Name: "fast", Kind: analysis.KindBoolean}, {Name: "n", Kind: analysis.KindNumber, Low: -1 << 31, High: 9}}},
		}},
		"emit": {Params: []analysis.Param{{Name: "event", Kind: analysis.KindText}}, Variadic: true},
		"any":  {Params: []analysis.Param{{Name: "value", Kind: analysis.KindAny, Optional: true}}},
	},
	Values: []string{"vars", "game"},
}

// requirable are the modules that these tests may require.
type requirable map[string]*Program

func (r requirable) Names() []string { return []string{"cards", "dice"} }

func (r requirable) Module(name string) (*Program, diag.List) { return r[name], nil }

// lines are the sources of a golden file: each begins with "> ", and continues
// in lines that begin with "| ".
func lines(t *testing.T, path string) (comments, sources []string) {
	t.Helper()
	comment := ""
	for line := range strings.Lines(read(t, path)) {
		switch line = strings.TrimRight(line, "\n"); {
		case strings.HasPrefix(line, "#"):
			comment = line
		case strings.HasPrefix(line, "> "):
			comments, sources = append(comments, comment), append(sources, line[2:])
			comment = ""
		case strings.HasPrefix(line, "| "):
			sources[len(sources)-1] += "\n" + line[2:]
		}
	}
	return comments, sources
}

// replay writes each source with a function's report about it.
func replay(t *testing.T, path string, say func(source string) string) {
	t.Helper()
	replayParts(t, path, func(source string) []string { return []string{say(source)} })
}

// replayParts does so with reports of several parts, some of which short tests omit.
func replayParts(t *testing.T, path string, say func(source string) []string) {
	t.Helper()
	comments, sources := lines(t, path)
	var all []string
	for i, source := range sources {
		if comments[i] != "" {
			all = append(all, comments[i]+"\n")
		}
		all = append(all, "> "+strings.ReplaceAll(source, "\n", "\n| ")+"\n")
		all = append(all, say(source)...)
	}
	golden.CheckParts(t, path, all)
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestScriptsAreBounded checks that a script at each bound is compiled, and one
// beyond it is refused with a message that states the bound.
func TestScriptsAreBounded(t *testing.T) {
	for _, c := range []struct {
		name, before, each, after string
		most                      int
		want                      string
	}{
		{"bytes", "return {} --", "x", "", 256<<10 - 12, "the script has 262145 bytes, more than 262144"},
		{"words", "return {} ", "local a = 1 ", "", 0, "the script has more than 20000 words"},
		{"functions", "return { ", "function() end, ", "}", 500, "the script has more than 500 functions"},
		{"operators", "local a = 1 return { use = function() return a ", "+ a ", "end }", 200, "an expression has more than 200 operators"},
		{"nesting", "", "do ", "", 0, "brackets and blocks are nested more than 100 deep"},
	} {
		compile := func(n int) string {
			_, problems := Compile(&def.Script{File: "x.lua", Source: c.before + strings.Repeat(c.each, n) + c.after}, testSurface, requirable{})
			if len(problems) == 0 {
				return ""
			}
			return problems[0].Message.String()
		}
		if got := compile(c.most); c.most > 0 && got != "" {
			t.Errorf("%d %s: %s", c.most, c.name, got)
		}
		more := c.most + 1
		if c.most == 0 {
			more = 6000
		}
		if got := compile(more); got != c.want {
			t.Errorf("%d %s: %s, want %s", more, c.name, got, c.want)
		}
	}
	for n, want := range map[int]string{1980: "", 2100: "the script has more than 2000 different names, numbers and texts"} {
		var constants strings.Builder
		for i := range n {
			fmt.Fprintf(&constants, "%d, ", i+1000)
		}
		_, problems := Compile(&def.Script{File: "x.lua", Source: "return { x = {" + constants.String() + "} }"}, testSurface, requirable{})
		if len(problems) > 0 != (want != "") || want != "" && problems[0].Message.String() != want {
			t.Errorf("%d constants: %v", n, problems)
		}
	}
}

// TestEverySyntaxErrorIsExplained compares the reports about scripts that
// cannot be compiled, with place, hint and notes, with a golden file.
func TestEverySyntaxErrorIsExplained(t *testing.T) {
	replay(t, "testdata/wrong.txt", func(source string) string {
		source = strings.NewReplacer("\\r", "\r", "\\0", "\x00", "\\x", "\xff").Replace(source)
		p, problems := Compile(&def.Script{File: "x.lua", Source: source}, testSurface, requirable{"cards": module(t)})
		var out strings.Builder
		for _, d := range problems {
			fmt.Fprintf(&out, "  %s: %s (%d bytes)\n", d.Place, d.Message, d.Place.Length)
			if hint := d.Hint.String(); hint != "" {
				fmt.Fprintf(&out, "    hint: %s\n", hint)
			}
			for _, n := range d.Notes {
				fmt.Fprintf(&out, "    %s: %s\n", n.Place, n.Message)
			}
			for _, e := range d.Edits {
				fmt.Fprintf(&out, "    edit: %q to %q at %s\n", e.Old, e.New, e.Place)
			}
		}
		if p != nil {
			for _, h := range p.Hooks() {
				fmt.Fprintf(&out, "  hook %s at %s with %q\n", h.Name, h.Place, h.Params)
			}
		}
		return out.String()
	})
}

func module(t *testing.T) *Program {
	t.Helper()
	p, problems := Compile(&def.Script{File: "cards.lua", Source: "return { high = function(a, b) end, n = 4 }"}, testSurface, requirable{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return p
}

// TestEveryResultOfTheLibrary compares the results of expressions, or their
// problems and fuel, with a golden file; a second time with programs that were
// without code.
func TestEveryResultOfTheLibrary(t *testing.T) {
	t.Run("as compiled", func(t *testing.T) { everyResult(t, func(*Program) {}) })
	t.Run("code dropped", func(t *testing.T) { everyResult(t, (*Program).DropCode) })
}

func everyResult(t *testing.T, prepare func(*Program)) {
	none := NewFunction(func(*VM, []Value) Value { return Nil }).Value()
	vm := NewVM(map[string]Value{"get": none, "set": none, "emit": none, "any": none, "vars": NewTable().Value(), "game": NewTable().Value()})
	replay(t, "testdata/results.txt", func(source string) string {
		if !strings.Contains(source, "return ") {
			source = "return " + source
		}
		p, problems := Compile(&def.Script{File: "x.lua", Source: "return { use = function(...)\n" + source + "\nend }"}, testSurface, requirable{"cards": module(t)})
		if p == nil {
			return fmt.Sprintf("  not compiled: %s (%s)\n", problems[0].Message, problems[0].Hint)
		}
		prepare(p)
		i, problem := vm.Load(p)
		if problem != nil {
			return fmt.Sprintf("  not loaded: %s\n", problem.Message)
		}
		result := ""
		problem = vm.Protect(200_000, func() {
			v := vm.Call(i.Hook("use"), Num(1), Text("two"), Nil)
			result = displayed(v)
		})
		fuel := vm.Spent()
		vm.Unload(p)
		if problem != nil {
			return fmt.Sprintf("  %s at %s, %d units (%s)\n", problem.Message, problem.Place, fuel, problem.Hint)
		}
		return fmt.Sprintf("  %s, %d units\n", result, fuel)
	})
}

// displayed writes a value, and the contents of a table.
func displayed(v Value) string {
	if t := v.Table(); t != nil {
		var out []string
		for i := range t.Len() {
			out = append(out, displayed(t.At(i+1)))
		}
		fields := []string{}
		t.Each(func(k, v Value) {
			if n, ok := k.Number(); !ok || n < 1 || n > float64(t.Len()) || n != float64(int(n)) {
				fields = append(fields, k.String()+"="+displayed(v))
			}
		})
		slices.Sort(fields)
		return "{" + strings.Join(append(out, fields...), " ") + "}"
	}
	if text, ok := v.Text(); ok {
		return fmt.Sprintf("%q", text)
	}
	return v.String()
}

// TestWholeFacts compares all facts known about a program without running it
// with a golden file: the names, texts, calls, comparisons and results in it.
func TestWholeFacts(t *testing.T) {
	cards := module(t)
	const path = "testdata/facts.golden"
	source := read(t, "testdata/facts.lua")
	p, problems := Compile(&def.Script{File: "facts.lua", Source: source, Module: "mine:facts"}, testSurface, requirable{"cards": cards})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var out strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	say("%s in %s at %s, lines %v, requires %q, exports %q, load fuel %d of %d", p.ModuleName(), p.File(), p.Place(), p.Lines(), p.Requires(), p.ExportNames(), p.OwnLoadFuel(), p.LoadFuel())
	for _, name := range []string{"use", "note", "nothing"} {
		has, known := p.Exports(name)
		say("exports %s: %v, known %v", name, has, known)
	}
	for _, h := range p.Hooks() {
		say("hook %s %q at %s", h.Name, h.Params, h.Place)
	}
	for _, r := range p.References() {
		say("refers: %+v", r)
	}
	f := p.Facts()
	for _, x := range f.Fields {
		say("field: %s.%s at %s, of a module %v, written %v", x.Of, x.Name, x.Place, x.Module != nil, x.Write)
	}
	for _, x := range f.Texts {
		say("text: %+v", x)
	}
	for _, x := range f.Calls {
		say("call: %+v", x)
	}
	for _, x := range f.Sentences {
		say("sentence: %+v", x)
	}
	for _, x := range f.Comparisons {
		say("compares: %+v", x)
	}
	for _, x := range f.Fixed {
		say("fixed: %+v", x)
	}
	say("made: %q", f.TableFields)
	golden.Check(t, path, out.String())
}

// TestJoinedFunctions checks the result of joining two functions, in each way,
// and how the lower one may treat the arguments.
func TestJoinedFunctions(t *testing.T) {
	v := vm(t)
	i, problem := v.Load(compile(t, `return {
  add = function(self, x, y) return x + (y or 1) end,
  nothing = function(self, x, y) end,
  double = function(self, x) return x * 2 end,
  around = function(before, self, x) return before(self, x + 1) * 10 end,
  spoil = function(self, x) x = 100 return x end,
  more = function(self, x, y, z) return (x or 0) + (y or 0) + (z or 0) end,
  note = 7,
}`))
	if problem != nil {
		t.Fatal(problem)
	}
	if !i.HookIsNotFunction("note") || i.HookIsNotFunction("add") || i.HookIsNotFunction("none") {
		t.Error("a number is not odd as a hook, or a function is")
	}
	for _, c := range []struct {
		how          CombineMode
		upper, lower string
		args         []float64
		want         string
	}{
		{Wrap, "around", "double", []float64{0, 3}, "80"},
		{Wrap, "around", "add", []float64{0, 3}, "50"},
		{After, "double", "spoil", []float64{0, 3}, "6"},
		{After, "nothing", "double", []float64{0, 3}, "nil"},
		{Fold, "double", "add", []float64{0, 3}, "8"},
		{Fold, "nothing", "add", []float64{0, 3}, "4"},
		{Fold, "double", "nothing", []float64{0, 3}, "6"},
		{Fold, "nothing", "nothing", []float64{0, 3}, "3"},
		{Fold, "more", "add", []float64{0, 3, 4, 5}, "16"},
		{Fold, "nothing", "nothing", []float64{0}, "nil"},
		{Fold, "nothing", "nothing", nil, "nil"},
	} {
		var args []Value
		for _, n := range c.args {
			args = append(args, Num(n))
		}
		got := ""
		problem := v.Protect(DefaultFuel, func() {
			joined := v.Combine(c.how, i.Hook(c.upper), i.Hook(c.lower))
			got = v.Call(joined, args...).String()
		})
		if problem != nil || got != c.want {
			t.Errorf("%s %s on %s of %v: %s, %v, want %s", c.upper, c.how, c.lower, c.args, got, problem, c.want)
		}
	}
}
