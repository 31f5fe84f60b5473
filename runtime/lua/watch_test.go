package lua

import (
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// TestDebuggerView runs scripts under a debugger and compares everything that
// it sees with a golden file: before each statement, the calls in progress with
// their first and current lines, and the locals in scope; "first" marks the
// first statement of a block. A comment "--! n = 9" makes the debugger assign
// to a local when it first reaches the line, "--! aside" makes it call the hook
// aside with all locals, "--! fail" makes it end the call, and "--! leave" makes
// it stop watching. A hook named failing is called when the call fails.
func TestDebuggerView(t *testing.T) {
	replay(t, "testdata/watched.txt", func(source string) string { return watched(t, source) })
}

// watched runs the hook use of a script and returns the debugger's view.
func watched(t *testing.T, source string) string {
	t.Helper()
	p, problems := Compile(&def.Script{File: "x.lua", Source: source}, surface, requirable{"cards": module(t)})
	if p == nil {
		return fmt.Sprintln("  not compiled:", problems)
	}
	v := vm(t)
	w := &watching{vm: v, orders: map[int][]string{}}
	for n, line := range strings.Split(source, "\n") {
		for _, order := range strings.Split(line, "--! ")[1:] {
			w.orders[n+1] = append(w.orders[n+1], strings.TrimSpace(order))
		}
	}
	v.SetProbe(Probe{Statement: w.stop, Failure: w.failed})
	i, problem := v.Load(p)
	if problem != nil {
		return fmt.Sprintf("  not loaded: %s\n", problem.Message)
	}
	w.hooks = i
	w.say("can stop at %v", p.Lines())
	problem = v.Protect(2_000, func() { w.say("returns %s", displayed(v.Call(i.Hook("use"), Num(1), Text("two"), Num(3)))) })
	if problem != nil {
		w.say("failed at %s: %s; open calls %v", spotted(problem.Place), problem.Message, v.Traceback(0))
	}
	w.say("%d units, %d calls in progress", v.Spent(), v.Depth())
	return w.out.String()
}

// watching is a debugger that records its view.
type watching struct {
	vm     *VM
	hooks  *Instance
	orders map[int][]string // by line
	out    strings.Builder
}

func (w *watching) say(format string, args ...any) { fmt.Fprintf(&w.out, "  "+format+"\n", args...) }

// calls writes the calls in progress and their lines.
func (w *watching) calls() (text string) {
	for k := range w.vm.Depth() {
		f := w.vm.Frame(k)
		text += fmt.Sprintf(" > %s(%d):%d", f.Function(), f.Begins().Line, f.Place().Line)
	}
	return text
}

// locals writes the locals in scope of the innermost call.
func (w *watching) locals() string { return w.localsOf(w.vm.Frame(w.vm.Depth() - 1)) }

func (w *watching) localsOf(f Frame) string {
	var all []string
	for _, v := range f.Variables() {
		mark := ""
		if v.Captured {
			mark = "^"
		}
		all = append(all, mark+v.Name+"="+displayed(v.Value))
	}
	for _, v := range f.Extra() {
		all = append(all, "..."+displayed(v))
	}
	return strings.Join(all, " ")
}

// stop is called before each statement.
func (w *watching) stop(p *Statement) {
	first := ""
	if p.StartsBlock() {
		first = ", first"
	}
	w.say("%s:%d%s%s: %s", p.File(), p.Line(), first, w.calls(), w.locals())
	orders := w.orders[p.Line()]
	delete(w.orders, p.Line())
	for _, order := range orders {
		w.obey(order)
	}
}

// failed is called when the call fails, before any function is left.
func (w *watching) failed(d *diag.Diagnostic) {
	w.say("fails%s: %s", w.calls(), d.Message)
	if fn := w.hooks.Hook("failing"); fn != nil {
		if problem := w.vm.RunIsolated(500, func() { w.vm.Call(fn) }); problem != nil {
			w.say("failing fails: %s", problem.Message)
		}
		for k := range w.vm.Depth() {
			w.say("%s: %s", w.vm.Frame(k).Function(), w.localsOf(w.vm.Frame(k)))
		}
	}
}

func (w *watching) obey(order string) {
	f := w.vm.Frame(w.vm.Depth() - 1)
	if order == "leave" {
		w.vm.SetProbe(Probe{})
		return
	}
	if order == "fail" {
		w.vm.Fail(diag.New("script/runtime", diag.Place{}, "the debugger ends it"))
	}
	if order == "aside" {
		left := w.vm.Spent()
		var args []Value
		for _, v := range f.Variables() {
			args = append(args, v.Value)
		}
		result := ""
		problem := w.vm.RunIsolated(500, func() { result = displayed(w.vm.Call(w.hooks.Hook("aside"), args...)) })
		if problem != nil {
			result = problem.Message.String()
		}
		w.say("aside: %s; %t; %s", result, left == w.vm.Spent(), w.locals())
		return
	}
	name, text, _ := strings.Cut(order, " = ")
	value := Text(text)
	if n, ok := syntax.ParseNumber(text); ok {
		value = Num(n)
	}
	w.say("sets %s: %t; %s", name, f.Set(name, value), w.locals())
}
