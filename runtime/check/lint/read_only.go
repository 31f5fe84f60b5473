package lint

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua/analysis"
)

// readOnly finds calls and assignments that would change the game where nothing may be
// changed: in the expressions of YAML, in hooks for values and in bots.
func readOnly(p *pass) {
	writes, draws := map[string]bool{}, map[string]bool{}
	for _, f := range api.Functions() {
		writes[f.Name], draws[f.Name] = !f.Reads, f.Group == "chance"
	}
	for _, code := range p.code {
		facts := code.Program.Facts()
		for i := range facts.Calls {
			if c := &facts.Calls[i]; writes[c.Function] {
				if where := mayOnlyRead(code, c.Hook); where != "" && !(where == aBot && draws[c.Function]) {
					p.changes(c.Place, c.Function+" changes the game", where)
				}
			}
		}
		for i := range facts.Fields {
			f := &facts.Fields[i]
			if !f.Write || f.Of != "vars" {
				continue
			}
			if where := mayOnlyRead(code, analysis.Around(f.Place.Line, code.Program.Hooks())); where != "" {
				p.changes(f.Place, "this assigns to vars."+f.Name, where)
			}
		}
	}
}

// aBot is what messages call a bot, which may draw random numbers of its own.
const aBot = "a bot"

func (p *pass) changes(at diag.Place, what, where string) {
	p.report(diag.New("script/read-only", at, "%s, but %s may only read it", what, where).
		WithHint("change it in the hook of an action or an event"))
}

// mayOnlyRead returns what a piece of code is if it may only read the game, or an empty
// text.
func mayOnlyRead(code rules.Code, hook string) string {
	switch {
	case code.Expression:
		return "an expression"
	case code.Owner == nil:
		return ""
	case code.Owner.Kind == "bot":
		return aBot
	case strings.HasPrefix(hook, "modify_"):
		return hook
	}
	return ""
}
