package lint

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
)

// eventArguments finds events and values that are given more arguments than
// they declare, which no listener ever sees.
func eventArguments(d *pass) {
	d.mostArguments("emit", "event", 1, d.game.Events)
	d.mostArguments("modify", "value", 2, d.game.Values)
}

// mostArguments compares calls with declarations. The declared arguments come
// after the name and, for a value, the value so far.
func (d *pass) mostArguments(function, what string, before int, decls []rules.EventDecl) {
	for _, c := range d.calls(function) {
		for _, decl := range decls {
			if decl.Name != c.Texts[0] || c.Count <= before+len(decl.Args) {
				continue
			}
			takes := "no arguments"
			if len(decl.Args) > 0 {
				takes = "the arguments " + strings.Join(decl.Args, ", ")
			}
			d.report(diag.New("script/arguments", c.Place, "%s gives the %s %s more than its arguments", function, what, decl.Name).
				WithHint("it is declared with %s", takes).WithNote(decl.Place, "it is declared here"))
		}
	}
}
