package lint

import (
	"slices"

	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
)

// sent is an event emitted or a value modified, with the code that does it.
type sent struct {
	lua.Send
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
	t.sends, t.given = map[string][]sent{}, map[hookArg]lua.StaticKind{}
	for _, code := range t.code {
		for _, s := range code.Program.Facts().Sends {
			hook := hookOf[s.Function] + s.Name
			t.sends[hook] = append(t.sends[hook], sent{s, code})
		}
	}
}

// hookArg returns the kind that an argument of a hook has wherever scripts call
// it. It is unknown if a script computes the name of what it calls.
func (t *typeChecker) hookArg(of lua.StaticType) lua.StaticKind {
	at := hookArg{of.Of, of.Arg}
	if kind, ok := t.given[at]; ok {
		return kind
	}
	t.given[at] = lua.StaticUnknown // while it is found out
	kind := lua.StaticUnknown
	for _, s := range t.sends[of.Of] {
		if of.Arg == 0 || of.Arg > len(s.Args) {
			return lua.StaticUnknown
		}
		got := t.kind(s.Args[of.Arg-1], s.code)
		if got == lua.StaticUnknown || got == lua.StaticNil || kind != lua.StaticUnknown && kind != got {
			return lua.StaticUnknown
		}
		kind = got
	}
	for function, prefix := range hookOf {
		if len(of.Of) > len(prefix) && of.Of[:len(prefix)] == prefix && len(t.sends[hookOf[function]]) > 0 {
			return lua.StaticUnknown
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
	return slices.ContainsFunc(code.Program.Hooks(), func(h lua.Hook) bool { return h.Name == hook && misordered(h.Params, before, decl.Args) })
}
