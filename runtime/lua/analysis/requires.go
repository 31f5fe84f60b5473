package analysis

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
)

// require checks a call of require and records the module.
func (r *resolver) require(x *ast.FuncCallExpr) {
	at := r.src.Find(x.Line(), "require", false)
	var name *ast.StringExpr
	if len(x.Args) == 1 {
		name, _ = x.Args[0].(*ast.StringExpr)
	}
	if name == nil {
		r.report(diag.New("script/require", at, "require needs one module name in quotes"))
		return
	}
	at = r.src.FindText(x.Line(), name.Value)
	p, problems := r.Modules.Required(name.Value)
	r.problems = append(r.problems, problems...)
	if p == nil && len(problems) == 0 {
		d := diag.New("script/require", at, "unknown module %q", name.Value)
		known := r.Modules.Names()
		if short := strings.TrimSuffix(name.Value, ".lua"); short != name.Value && slices.Contains(known, short) {
			d = d.WithHint("a module is named without .lua: %q", short).WithEdit(name.Value, short)
		} else if d = d.Suggest(name.Value, known); !suggested(name.Value, known) {
			if d.Hint.IsZero() {
				d = d.WithHint("a module is a .lua file beside this one, named without .lua")
			}
			d = d.AlsoHint("those of other packs cannot be required: use call_hook, events and values")
		}
		r.report(d)
	}
	if p != nil {
		if len(r.requires) >= MaxRequires {
			r.report(*r.src.TooLarge(at, "the script requires more than %d modules", MaxRequires))
		}
		if r.requiresAsWritten == nil {
			r.requiresAsWritten = map[string]Module{}
		}
		r.requiresAsWritten[name.Value] = p
		if full := p.FullName(); full != "" {
			name.Value = full // the same name may refer to another module elsewhere
		}
		if r.requires == nil {
			r.requires = map[string]Module{}
		}
		r.requires[name.Value] = p
	}
}

// suggested reports whether a known name is near.
func suggested(name string, known []string) bool {
	_, ok := diag.Nearest(name, known)
	return ok
}
