package lint

import (
	"slices"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// sent is an event emitted or a value modified, with the code that does it.
type sent struct {
	analysis.Send
	code rules.Code
}

// hookArg is an argument of a hook for an event or a value, self being number 0.
type hookArg struct {
	hook string
	n    int
}

// hookOf maps the functions that call hooks to what hooks' names begin with.
var hookOf = map[string]string{"emit": "on_", "modify": "modify_"}

// gatherSends sorts what scripts emit and modify by the hooks that are called. A
// name that a script computes may be any, and is noted for them all.
func (t *typeChecker) gatherSends() {
	t.sends, t.given, t.lacksReported = map[string][]sent{}, map[hookArg]analysis.StaticKind{}, map[diag.Place]bool{}
	for _, code := range t.code {
		for _, s := range code.Program.Facts().Sends {
			hook := hookOf[s.Function] + s.Name
			t.sends[hook] = append(t.sends[hook], sent{s, code})
		}
	}
}

// argNumber returns the number of a hook's argument, self being number 0. A hook that wraps
// another gets the wrapped function before self.
func argNumber(of analysis.StaticType, code rules.Code) int {
	if slices.Contains(code.Wraps, of.Of) {
		return of.Arg - 1
	}
	return of.Arg
}

// hookArg returns the kind that an argument of a hook has wherever scripts call
// it. It is unknown if a script computes the name of what it calls.
func (t *typeChecker) hookArg(hook string, arg int) analysis.StaticKind {
	at := hookArg{hook, arg}
	if kind, ok := t.given[at]; ok {
		return kind
	}
	t.given[at] = analysis.StaticUnknown // while it is found out
	kind := analysis.StaticUnknown
	for _, s := range t.sends[hook] {
		if arg <= 0 || arg > len(s.Args) {
			return analysis.StaticUnknown
		}
		got := t.kind(s.Args[arg-1], s.code)
		if got == analysis.StaticUnknown || kind != analysis.StaticUnknown && kind != got {
			return analysis.StaticUnknown
		}
		kind = got
	}
	for function, prefix := range hookOf {
		if strings.HasPrefix(hook, prefix) && len(t.sends[hookOf[function]]) > 0 {
			return analysis.StaticUnknown
		}
	}
	t.given[at] = kind
	return kind
}

// isMisordered reports whether the parameters of a hook of a script are in another order
// than its arguments.
func (t *typeChecker) isMisordered(hook string, code rules.Code) bool {
	decl, before := t.listensTo(hook)
	if decl == nil {
		return false
	}
	return slices.ContainsFunc(code.Program.Hooks(), func(h analysis.Hook) bool {
		wrapped, params := splitParams(code, h)
		return h.Name == hook && (slices.Contains(wrapped, "self") || misordered(params, before, decl.Args))
	})
}

// reportLacksValue reports a hook for a value whose first parameter after self has the
// name of an argument and is used like it, although the hook receives the value itself
// there. It reports each such hook once, and returns whether this is one.
func (t *typeChecker) reportLacksValue(code rules.Code, u analysis.Use) bool {
	if argNumber(u.Got, code) != 1 {
		return false
	}
	decl, before := t.listensTo(u.Got.Of)
	if decl == nil || before != 2 || !slices.Contains(decl.Args, u.Text) {
		return false
	}
	i := slices.IndexFunc(code.Program.Hooks(), func(h analysis.Hook) bool {
		return h.Name == u.Got.Of && len(h.Params) > u.Got.Arg && h.Params[u.Got.Arg] == u.Text
	})
	if i < 0 {
		return false
	}
	h := code.Program.Hooks()[i]
	if !t.lacksReported[h.Place] {
		t.lacksReported[h.Place] = true
		t.report(diag.New("script/arguments", h.Place, "%s gets the value before its arguments, and has no parameter for it", h.Name).
			WithHint("write: %s = function(%s, value, %s)", h.Name, strings.Join(h.Params[:u.Got.Arg], ", "), strings.Join(h.Params[u.Got.Arg:], ", ")).
			WithNote(u.Place, "%s is used here as the argument, and is the value", u.Text).WithNote(decl.Place, "it is declared here"))
	}
	return true
}
