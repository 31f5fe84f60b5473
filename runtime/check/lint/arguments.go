package lint

import (
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// eventArguments finds events and values that are given other arguments than
// they declare: too many, which no listener sees, too few, which listeners find
// nil, or in another order.
func eventArguments(p *pass) {
	p.declaredArguments("emit", "event", 1, p.game.Events)
	p.declaredArguments("modify", "value", 2, p.game.Values)
}

// declaredArguments compares calls with declarations. The declared arguments come
// after the name and, for a value, the value so far.
func (p *pass) declaredArguments(function, what string, before int, decls []rules.EventDecl) {
	for _, c := range p.calls(function) {
		if c.Texts[0] == "" {
			p.nameAsSecondArgument(c, function, what, decls)
		}
		for _, decl := range decls {
			if decl.Name != c.Texts[0] {
				continue
			}
			problem := ""
			switch most := before + len(decl.Args); {
			case c.Count > most:
				problem = "%s gives the %s %s more than its arguments"
			case c.Count < most && !c.Open:
				problem = "%s gives the %s %s fewer than its arguments"
			case exchanged(c, before, decl.Args):
				problem = "%s gives the %s %s its arguments in another order"
			default:
				continue
			}
			takes := "no arguments"
			if len(decl.Args) > 0 {
				takes = "the arguments " + strings.Join(decl.Args, ", ")
			}
			p.report(diag.New("script/arguments", c.Place, problem, function, what, decl.Name).
				WithHint("it is declared with %s: %s", takes, callForm(function, before, decl)).WithNote(decl.Place, "it is declared here"))
		}
	}
}

// callForm writes a call with the declared arguments.
func callForm(function string, before int, decl rules.EventDecl) string {
	args := []string{strconv.Quote(decl.Name)}
	if before == 2 {
		args = append(args, "VALUE")
	}
	return function + "(" + strings.Join(append(args, decl.Args...), ", ") + ")"
}

// nameAsSecondArgument finds a call whose second argument is the name of an event or value.
func (p *pass) nameAsSecondArgument(c call, function, what string, decls []rules.EventDecl) {
	name := c.Texts[1]
	if name == "" || !slices.ContainsFunc(decls, func(e rules.EventDecl) bool { return e.Name == name }) {
		return
	}
	p.report(diag.New("script/arguments", c.Place, "%s takes the %s first, but %q is the second argument", function, what, name).
		WithHint("exchange them: %s(%q, …)", function, name))
}

// exchanged reports whether an argument is a local that is called like another
// parameter, whose argument is something else.
func exchanged(c call, before int, params []string) bool {
	for i, own := range params {
		name := c.Names[before+i]
		k := slices.Index(params, name)
		if k >= 0 && name != own && c.Names[before+k] != name {
			return true
		}
	}
	return false
}

// misorderedHooks finds hooks whose parameters have the names of the declared arguments
// of their event or value, but in another order, so that each receives the argument meant
// for the other.
func misorderedHooks(p *pass) {
	for _, code := range p.code {
		if code.Expression || code.Owner == nil {
			continue
		}
		for _, h := range code.Program.Hooks() {
			wrapped, params := splitParams(code, h)
			if slices.Contains(wrapped, "self") {
				p.report(diag.New("script/arguments", h.Place, "%s wraps a hook, so its first argument is not self but the function that it wraps", h.Name).
					WithHint("write: %s = function(original, %s)", h.Name, strings.Join(h.Params, ", ")))
				continue
			}
			decl, before := p.listensTo(h.Name)
			if decl == nil {
				continue
			}
			if most := before + len(decl.Args); len(params) > most {
				p.extraParams(h, len(wrapped)+most, decl)
				continue
			}
			if !misordered(params, before, decl.Args) {
				continue
			}
			takes := append(slices.Clone(wrapped), "self")
			if before == 2 {
				takes = append(takes, "VALUE")
			}
			p.report(diag.New("script/arguments", h.Place, "the parameters of %s have the names of its arguments, but in another order", h.Name).
				WithHint("write: %s = function(%s)", h.Name, strings.Join(append(takes, decl.Args...), ", ")).WithNote(decl.Place, "it is declared here"))
		}
	}
}

// splitParams separates the parameter for the function that a hook wraps, if it wraps one,
// from those that every hook of its name has.
func splitParams(code rules.Code, h analysis.Hook) (wrapped, params []string) {
	if !slices.Contains(code.Wraps, h.Name) {
		return nil, h.Params
	}
	n := min(1, len(h.Params))
	return h.Params[:n], h.Params[n:]
}

// extraParams reports a hook with more parameters than it gets arguments: the others are
// always nil.
func (p *pass) extraParams(h analysis.Hook, most int, decl *rules.EventDecl) {
	carries := "no arguments"
	if len(decl.Args) > 0 {
		carries = "the arguments " + strings.Join(decl.Args, ", ")
	}
	p.report(diag.New("script/doubt", h.Place, "in %s, %s is always nil: the hook gets only %d arguments", h.Name, h.Params[most], most).
		WithHint("remove it from the parameters, or add it to args: in the declaration").
		WithNote(decl.Place, "%s is declared with %s", decl.Name, carries))
}

// listensTo returns the declaration of the event or value that calls a hook, and the
// number of the hook's parameters before the declared arguments.
func (p *pass) listensTo(hook string) (decl *rules.EventDecl, before int) {
	find := func(name string, in []rules.EventDecl) *rules.EventDecl {
		if i := slices.IndexFunc(in, func(e rules.EventDecl) bool { return e.Name == name }); i >= 0 {
			return &in[i]
		}
		return nil
	}
	if name, ok := strings.CutPrefix(hook, "on_"); ok {
		return find(name, p.game.Events), 1
	}
	if name, ok := strings.CutPrefix(hook, rules.WhenPrefix); ok {
		return find(name, p.game.Events), 1
	}
	if name, ok := strings.CutPrefix(hook, "modify_"); ok {
		return find(name, p.game.Values), 2
	}
	return nil, 0
}

// misordered reports whether parameters have the declared names of others, or self is not
// the first.
func misordered(params []string, before int, declared []string) bool {
	if slices.Index(params, "self") > 0 {
		return true
	}
	for i, name := range declared {
		k := slices.Index(params, name)
		if k < 1 || k == i+before {
			continue
		}
		if at := i + before; at < len(params) && slices.Contains(declared, params[at]) || k < before && at < len(params) {
			return true
		}
	}
	return false
}
